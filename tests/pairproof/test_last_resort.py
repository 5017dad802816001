"""After any error a user reads sentences, and the exit status is never that of discrepancies or of a pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pairproof.cli import commands
from pairproof.cli.main import main
from tournaments import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

FAILURES = [KeyError(7), RecursionError("maximum recursion depth exceeded"), MemoryError(), AssertionError("\x1b[2J")]


def failing(error: BaseException) -> Callable[..., None]:
    """Return a function that raises the error with any arguments."""

    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@pytest.fixture
def spare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the system's folder for temporary files be an empty one."""
    folder = tmp_path / "spare"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.delenv("PAIRPROOF_DEBUG", raising=False)
    return folder


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("check clean.trf", "check_files_side_by_side"),
        ("pair clean.trf", "inputs.event_in"),
        ("lint clean.trf", "inputs.tournament_files"),
        ("systems", "editions_by_name"),
        ("clean.trf -c", "check_files_side_by_side"),
    ],
)
@pytest.mark.usefixtures("clean")
def test_an_unforeseen_error_is_described_in_words(
    spare: Path, capsys: pytest.CaptureFixture[str], words: str, place: str, error: BaseException
) -> None:
    """The message names the failure, the work, the file with details and how to report it; the status is 2."""
    command = words.split()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"pairproof.cli.commands.{place}", failing(error))
        assert main(command) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"pairproof: this should not have happened: {type(error).__name__}")
    assert f"while doing: pairproof {words}" in said
    assert "Please report this" in said
    assert "Traceback" not in said
    assert "\x1b" not in said
    (details,) = spare.iterdir()
    assert f"The details are in {details}" in said
    text = details.read_text("utf-8")
    assert text.startswith(f"Pairproof {__version__}, Python ")
    assert f"Arguments: {command!r}" in text
    assert "Traceback" in text


@pytest.mark.usefixtures("spare")
def test_the_event_at_hand_is_named(
    clean: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even if the round is unknown."""
    monkeypatch.setattr("pairproof.cli.commands.RunningTally.add", failing(ZeroDivisionError("of nothing")))
    assert main(["check", clean]) == 2
    assert "while doing: pairproof check clean.trf; about clean" in capsys.readouterr().err


def test_the_details_are_shown_where_that_is_asked_for(
    clean: str, spare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By an environment variable; then no file is written."""
    monkeypatch.setenv("PAIRPROOF_DEBUG", "1")
    monkeypatch.setattr(commands, "check_files_side_by_side", failing(KeyError(7)))
    assert main(["check", clean]) == 2
    assert "Traceback" in capsys.readouterr().err
    assert list(spare.iterdir()) == []


def test_details_that_cannot_be_written_are_not_a_second_error(
    clean: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says how to see them."""
    monkeypatch.delenv("PAIRPROOF_DEBUG", raising=False)
    monkeypatch.setattr("tempfile.mkstemp", failing(OSError(28, "No space left on device")))
    monkeypatch.setattr(commands, "check_files_side_by_side", failing(KeyError(7)))
    assert main(["check", clean]) == 2
    said = capsys.readouterr().err
    assert "The details could not be written ([Errno 28] No space left on device); set PAIRPROOF_DEBUG=1" in said


def run(words: str, here: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell; ``pairproof`` is ours."""
    line = f'pairproof() {{ {sys.executable} -m pairproof.cli.main "$@"; }}; {words}'
    return subprocess.run(  # noqa: S602 - the shell redirects
        line, shell=True, cwd=here, capture_output=True, text=True, check=False
    )


FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")


@needs_full
@pytest.mark.parametrize(
    "words",
    [
        "check clean.trf >/dev/full",
        "check clean.trf -o - >/dev/full",
        "pair unfinished.trf >/dev/full",
        "lint clean.trf >/dev/full",
        "systems >/dev/full",
        "--version >/dev/full",
        "program info >/dev/full",
    ],
)
@pytest.mark.usefixtures("clean", "unfinished")
def test_a_full_disk_behind_standard_output_ends_in_a_sentence_and_2(here: Path, words: str) -> None:
    """Nothing else is printed, not even when the interpreter closes it."""
    done = run(f"pairproof {words}", here)
    assert (done.returncode, done.stderr) == (2, "pairproof: cannot write output: No space left on device\n")


@needs_full
@pytest.mark.parametrize(
    ("words", "file_name"),
    [
        ("check clean.trf -o full.jsonl", "full.jsonl"),
        ("check clean.trf -o full.html", "full.html"),
        ("pair unfinished.trf -o /dev/full", "/dev/full"),
    ],
)
@pytest.mark.usefixtures("clean", "unfinished")
def test_a_full_disk_behind_a_file_is_reported_with_its_name(here: Path, words: str, file_name: str) -> None:
    """Once."""
    for name in ("full.jsonl", "full.html"):
        (here / name).symlink_to("/dev/full")
    done = run(f"pairproof {words}", here)
    assert (done.returncode, done.stderr) == (2, f"pairproof: cannot write {file_name}: No space left on device\n")


@pytest.mark.parametrize("blocks", [0, 24])
@pytest.mark.usefixtures("clean")
def test_a_record_that_reaches_the_limit_of_files_leaves_nothing_that_is_cut(here: Path, blocks: int) -> None:
    """One sentence, status 2, and the record of an earlier run stays what it was."""
    names = " ".join(["clean.trf"] * 12)
    assert run(f"pairproof check {names} -o cut.jsonl", here).returncode == 0
    whole = (here / "cut.jsonl").read_bytes()
    done = run(f"ulimit -f {blocks}; pairproof check {names} -o cut.jsonl", here)
    assert done.returncode == 2
    assert done.stderr == "pairproof: cannot write cut.jsonl: File too large\n"
    assert (here / "cut.jsonl").read_bytes() == whole
    assert sorted(path.name for path in here.iterdir()) == ["clean.trf", "cut.jsonl"]


@pytest.mark.usefixtures("clean")
def test_half_a_report_is_not_left_behind(here: Path) -> None:
    """It could be taken for a whole one."""
    done = run("ulimit -f 8; pairproof check clean.trf -o page.html", here)
    assert (done.returncode, done.stderr) == (2, "pairproof: cannot write page.html: File too large\n")
    assert "No discrepancy in 1 event" in done.stdout
    assert not (here / "page.html").exists()


@pytest.mark.usefixtures("clean")
def test_a_closed_standard_error_is_not_an_error_either(here: Path) -> None:
    """The status still tells."""
    assert run("pairproof check clean.trf --json /dev/full 2>&-", here).returncode == 2
    assert re.search("No discrepancy", run("pairproof check clean.trf 2>&-", here).stdout)


def test_a_script_that_its_workers_repeat_says_where_to_put_the_call(here: Path) -> None:
    """It begins nothing a second time, and names the line that it lacks."""
    command = ["generate", "-n", "4", "-j", "2", "-o", "made", "--players", "4", "--rounds", "1"]
    script = here / "mine.py"
    script.write_text(f"from pairproof.cli.main import main\nraise SystemExit(main({command}))\n", "utf-8")
    ran = subprocess.run([sys.executable, script], cwd=here, capture_output=True, text=True, check=False)  # noqa: S603
    assert ran.returncode == 2
    assert ran.stderr.count("pairproof: ") == 1
    assert "pairproof: worker processes end before they are ready; a script that starts them" in ran.stderr
    assert 'if __name__ == "__main__":' in ran.stderr
    assert "make room" not in ran.stderr
