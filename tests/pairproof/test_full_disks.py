"""On a full disk no command leaves a file that is cut or empty, and what was there before stays."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from support.killing import command, finished
from support.trf import played, trf_of

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


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:1] + words[-2:]))
def test_what_cannot_be_written_whole_is_not_there(words: tuple[str, ...], here: Path) -> None:
    """The command says so in a sentence, with status 2; without the limit the same command writes the file."""
    (here / "open.trf").write_text(trf_of(played()), "utf-8")
    out = here / words[-1]
    out.write_text(BEFORE, "utf-8")
    done = finished(command(*words, most_bytes=64))
    assert done.returncode == 2
    assert f"{words[-1]}" in done.stderr
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert out.read_text("utf-8") == BEFORE
    assert sorted(file.name for file in here.iterdir()) == sorted(["open.trf", words[-1]])
    assert finished(command(*words)).returncode == 0
    assert out.stat().st_size > 64
    assert sorted(file.name for file in here.iterdir()) == sorted(["open.trf", words[-1]])


@pytest.mark.parametrize("words", [COMMANDS[0], COMMANDS[2], COMMANDS[-1]], ids=lambda words: words[0])
def test_where_nothing_was_there_is_nothing(words: tuple[str, ...], here: Path) -> None:
    """Neither a beginning nor an empty file, under whatever name."""
    (here / "open.trf").write_text(trf_of(played()), "utf-8")
    assert finished(command(*words, most_bytes=64)).returncode == 2
    assert [file.name for file in here.iterdir()] == ["open.trf"]
