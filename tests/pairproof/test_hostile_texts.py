"""Names, titles, files and programs that try to steer the terminal of a reader."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.trf import played, trf_of, with_exchanged_opponents

from pairproof.cli.main import main
from pairproof.cli.progress import StatusLine
from reports.streams import EscapingStream, data_stream, escape_streams, unescaped
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    from collections.abc import Callable

    Say = Callable[..., tuple[int, str]]

EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202egnp\u2066\u200f\u2028"
"""Characters of a hostile line: the reader takes some of them for blanks, not all."""
STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
ROGUE = """\
import json, sys
EVIL = "\\x1b[2J\\u202e\\x9b0m\\nNo discrepancy in 9 events.\\n"
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "start":
        print(json.dumps({"id": asked["id"], "name": "Rogue" + EVIL, "version": "1" + EVIL, "protocol": 1}), flush=True)
    elif asked["do"] == "stop":
        break
    else:
        print(json.dumps({"id": asked["id"], "error": "no" + EVIL}), flush=True)
"""


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Return a function that runs a command and returns its status and what it said on both streams."""

    def run(*arguments: str) -> tuple[int, str]:
        try:
            status = main(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


def evil_event(name: str = "planted.trf") -> str:
    """Write an event with a wrong round whose names, title, type and declarations are hostile; return the file."""
    lines = trf_of(with_exchanged_opponents(played())).split("\n")
    rows = [place for place, line in enumerate(lines) if line.startswith("001")]
    for place in rows:
        lines[place] = lines[place][:14] + "\u202eEve\u2066\x9b\u200f\x1b".ljust(33) + lines[place][47:]
    lines[0] = f"012 Open {EVIL}" + "x" * 5000
    lines += [f"### {EVIL}", f"### Round 9 was paired manually {EVIL}", f"102 {EVIL}", f"777 {EVIL}", f"092 {EVIL}"]
    Path(name).write_text("\n".join(lines), "utf-8")
    return name


def assert_harmless(text: str) -> None:
    """Nothing steers, and what tried to can be seen."""
    assert STEERING.findall(text) == []
    assert "\\u202e" in text


@pytest.mark.usefixtures("here")
def test_check_tells_hostile_names_escaped(say: Say) -> None:
    """Also a title that is too long, the name of the file, and a declaration."""
    status, said = say("check", evil_event("a\u202eb\x1bc\nd.trf"))
    assert status == 1
    assert_harmless(said)
    assert "a\\u202eb\\x1bc\\nd: Open" in said
    assert "[illegal]" in said or "[worse]" in said
    assert "x" * 201 not in said


@pytest.mark.usefixtures("here")
def test_check_tells_hostile_names_escaped_on_a_terminal(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own colours are all that steers it."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    status, said = say("check", evil_event())
    assert status == 1
    assert COLOURS.search(said)
    assert_harmless(COLOURS.sub("", said))


@pytest.mark.usefixtures("here")
def test_the_record_on_standard_output_is_sound_and_says_the_same(say: Say) -> None:
    """As JSON it has escapes of its own; what the file says is kept."""
    file = evil_event()
    _, said = say("check", file, "-o", "-")
    assert_harmless(said)
    (event,) = [line for line in map(json.loads, said.splitlines()) if line["kind"] == "event"]
    assert event["name"].startswith("Open ")
    assert "\u202egnp" in event["name"]
    assert event["participants"][0]["name"].startswith("\u202eEve\u2066\x9b\u200f")


@pytest.mark.usefixtures("here")
def test_the_report_holds_nothing_that_steers(say: Say) -> None:
    """Names stand apart from what is around them, and what tried to steer can be seen."""
    say("check", evil_event(), "--report", "r.html")
    page = Path("r.html").read_text("utf-8")
    assert_harmless(page)
    assert "<bdi>\\u202eEve\\u2066" in page
    assert "x" * 201 not in page


@pytest.mark.usefixtures("here")
def test_the_comparison_of_editions_is_harmless(say: Say) -> None:
    """It names files and players, too."""
    assert_harmless(say("check", evil_event("e\u202e.trf"), "--compare-editions")[1])


@pytest.mark.usefixtures("here")
def test_lint_tells_hostile_files_escaped(say: Say) -> None:
    """Remarks quote the file; the name of a clean file is printed, too."""
    status, said = say("lint", evil_event("l\u202e\nnt.trf"))
    assert status == 1
    assert_harmless(said)
    assert all(line.startswith("l\\u202e\\nnt.trf") for line in said.splitlines())
    Path("\u202eclean.trf").write_text(trf_of(played()), "utf-8")
    assert say("lint", "\u202eclean.trf") == (0, "\\u202eclean.trf: no problems found\n")


@pytest.mark.usefixtures("here")
def test_errors_are_printed_escaped(say: Say) -> None:
    """Of files that are missing or broken, of folders, of commands and options that there are not."""
    Path("\u202ebroken.trf").write_text(f"001 {EVIL}\n", "utf-8")
    Path("\u202efolder").mkdir()
    Path("\u202efolder/\x1b\n\u202e.doc").touch()
    for words, status in (
        (["pair", "\u202ebroken.trf"], 2),
        (["pair", "\u202egone\x1b.trf"], 2),
        (["check", "\u202egone\x1b\n.trf"], 2),
        (["check", "\u202efolder"], 2),
        (["check", "x.trf", "--system", "\u202ex\x1b"], 3),
        (["check", "x.trf", "--json", "\u202e\x1b/x"], 3),
        (["\u202echeck\x1b"], 3),
        (["check", "x.trf", "--\u202ex\x1b"], 3),
        (["program", "info", "\u202ex\x1b"], 3),
        (["campaign", "run", "\u202ex\x1b", "--store", "s.db"], 3),
        (["campaign", "report", "\u202ex\x1b"], 3),
    ):
        ended, said = say(*words)
        assert_harmless(said)
        assert ended == status, said


@pytest.mark.usefixtures("here")
def test_the_output_of_programs_is_escaped(say: Say) -> None:
    """Name, version and errors of a program: it cannot begin a line of our report either."""
    Path("rogue.py").write_text(ROGUE, "utf-8")
    rogue = f"resident:{sys.executable} rogue.py"
    for words in (
        ["program", "info", rogue],
        ["program", "smoke", rogue, "--system", "dutch-2026"],
        ["campaign", "run", rogue, "-n", "2", "--axis", "players=4", "--axis", "rounds=1", "--store", "c.db"],
        ["campaign", "report", "c.db", "-o", "c.csv", "-o", "c.html", "-o", "c.jsonl"],
    ):
        status, said = say(*words)
        assert status in {0, 2}, said
        assert_harmless(said)
        assert not re.search(r"(?m)^No discrepancy", said)
    for name in ("c.csv", "c.html", "c.jsonl"):
        assert_harmless(Path(name).read_text("utf-8"))


# --- streams ---------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_the_line_of_progress_steers_only_itself() -> None:
    """It is written over and over, with the name of the event."""
    stream = Terminal()
    StatusLine(EscapingStream(stream)).note(f"1/3 {EVIL}")  # type: ignore[arg-type]  # a stream
    assert stream.getvalue() == f"\r\x1b[K1/3 {escape_line(EVIL)}"[:100]


def test_whatever_is_written_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """By print, too, and only as long as the command runs."""
    with escape_streams():
        print("\x1b\u202e\n", file=sys.stderr, end="")  # noqa: T201 - as somebody may
        sys.stdout.writelines(["a\x07\n", "b"])
    sys.stdout.write("\x07")
    said = capsys.readouterr()
    assert said.err == "\\x1b\\u202e\n"
    assert said.out == "a\\x07\nb\x07"


def test_a_stream_that_is_closed_stays_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search for an open stream finds none."""
    monkeypatch.setattr(sys, "stdout", None)
    with escape_streams():
        assert sys.stdout is None
    assert sys.stdout is None


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_file_that_is_asked_for_is_written_as_it_is_unless_to_a_terminal(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every character that the model keeps is written again."""
    stream = Terminal() if is_terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    with escape_streams():
        data_stream().write("012 \u202e\n")
        assert unescaped(sys.stdout) is stream
    assert stream.getvalue() == ("012 \\u202e\n" if is_terminal else "012 \u202e\n")
