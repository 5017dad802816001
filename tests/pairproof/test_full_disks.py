"""On a full disk no command leaves a file that is cut or empty, and what was there before stays."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from support.killing import command, finished, limited_files
from support.trf import played, trf_of

from pairproof.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of files are those of Unix")
BEFORE = "what was there before"
COMMANDS = [
    ("check", "open.trf", "--report", "out.html"),
    ("check", "open.trf", "--one-page", "out.html"),
    ("check", "open.trf", "--json", "out.jsonl"),
    ("check", "open.trf", "--sarif", "out.sarif"),
    ("check", "open.trf", "--junit", "out.xml"),
    ("check", "open.trf", "--markdown", "out.md"),
    ("standings", "open.trf", "--tie-breaks", "BH", "--report", "out.html"),
    ("standings", "open.trf", "--tie-breaks", "BH", "--json", "out.jsonl"),
    ("explain", "open.trf", "--round", "2", "--player", "1", "--report", "out.html"),
    ("explain", "open.trf", "--round", "2", "--player", "1", "--json", "out.json"),
    ("causes", "open.trf", "--report", "out.html"),
    ("causes", "open.trf", "--json", "out.jsonl"),
    ("anonymise", "open.trf", "-o", "out.trf"),
    ("accelerate", "open.trf", "-o", "out.trf"),
    ("generate", "--players", "10", "--rounds", "3", "--seed", "1", "-o", "out.trf"),
]


@pytest.fixture
def files(here: Path) -> Path:
    """Write an event that every command accepts."""
    (here / "open.trf").write_text(trf_of(played()), "utf-8")
    return here


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:1] + words[-2:]))
def test_a_file_that_cannot_be_written_whole_is_not_there(
    words: tuple[str, ...], files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command says so in a sentence, with status 2; without the limit the same command writes the file."""
    out = files / words[-1]
    out.write_text(BEFORE, "utf-8")
    with limited_files(64):
        status = main(list(words))
    said = capsys.readouterr().err
    assert status == 2
    assert words[-1] in said
    assert "File too large" in said
    assert "Traceback" not in said
    assert out.read_text("utf-8") == BEFORE
    assert sorted(file.name for file in files.iterdir()) == sorted(["open.trf", words[-1]])
    assert main(list(words)) == 0
    assert out.stat().st_size > 64
    assert sorted(file.name for file in files.iterdir()) == sorted(["open.trf", words[-1]])


@pytest.mark.parametrize("words", [COMMANDS[0], COMMANDS[2], COMMANDS[-1]], ids=lambda words: words[0])
def test_a_file_that_cannot_be_written_whole_is_not_begun(words: tuple[str, ...], files: Path) -> None:
    """Neither a beginning nor an empty file is left, under whatever name."""
    with limited_files(64):
        assert main(list(words)) == 2
    assert [file.name for file in files.iterdir()] == ["open.trf"]


def test_a_process_on_a_full_disk_ends_as_the_command_does(files: Path) -> None:
    """From the shell, the sentence and the status are the same, and nothing else is written."""
    done = finished(command(*COMMANDS[0], most_bytes=64))
    assert done.returncode == 2
    assert "out.html" in done.stderr
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert [file.name for file in files.iterdir()] == ["open.trf"]
