"""From a path or bytes to text: encodings, line ends, and paths that are not files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.files import HARBOUR_OPEN
from support.loops import require_items

from tournaments import ProblemCode, UnreadableEventError, load_event, parse_event, read_event

if TYPE_CHECKING:
    from pathlib import Path

ACCENTED = HARBOUR_OPEN.replace("Bakker, Bram", "Bäkker, Bräm")
DUTCH_EURO = HARBOUR_OPEN.replace("Bakker, Bram", "Bakker € Bra")


def codes(data: bytes | str) -> list[ProblemCode]:
    """Read a text and return what was found."""
    return [problem.code for problem in parse_event(data).problems]


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_line_ends_and_marks_change_nothing(line_end: str, encoding: str) -> None:
    """LF, CR and CRLF, with or without a byte order mark."""
    reading = parse_event(ACCENTED.replace("\n", line_end).encode(encoding))
    assert reading.problems == ()
    assert reading.event == parse_event(ACCENTED).event


def test_line_ends_may_be_mixed() -> None:
    """Each line may end in its own way."""
    lines = ACCENTED.split("\n")
    mixed = "".join(line + ("\r\n", "\r", "\n")[number % 3] for number, line in enumerate(lines))
    assert parse_event(mixed).event == parse_event(ACCENTED).event


def test_a_mark_before_the_first_player_hides_no_player() -> None:
    """The mark is not part of the record."""
    rows = "\n".join(HARBOUR_OPEN.split("\n")[16:])
    event = parse_event(rows.encode("utf-8-sig")).event
    assert event is not None
    assert event.player(1).name == "Arends, Ada"


@pytest.mark.parametrize("text", [ACCENTED, DUTCH_EURO])
def test_windows_1252_is_read_with_a_warning_at_its_first_letter(text: str) -> None:
    """A byte that is not UTF-8 is named with its place."""
    reading = parse_event(text.replace("\n", "\r\n").encode("cp1252"))
    problem = reading.problems[0]
    column = text.split("\n")[17].index("ä" if "ä" in text else "€") + 1
    assert (problem.code, problem.line, problem.column) == (ProblemCode.ENCODING_GUESSED, 18, column)
    assert reading.event is not None
    assert reading.event.players == parse_event(text).event.players  # type: ignore[union-attr]  # read above


def test_bytes_that_windows_1252_does_not_know_are_latin_1() -> None:
    """Every byte has a character."""
    event = parse_event(HARBOUR_OPEN.encode().replace(b"Bakker, Bram", b"Bakker\x81\xe4Bram")).event
    assert event is not None
    assert event.player(2).name.endswith("äBram")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read_with_a_warning(encoding: str) -> None:
    """With its mark, or recognised by its zeros."""
    reading = parse_event(HARBOUR_OPEN.encode(encoding))
    assert [problem.code for problem in reading.problems] == [ProblemCode.ENCODING_UTF16]
    assert reading.event == parse_event(HARBOUR_OPEN).event


def test_a_missing_file_is_a_problem_not_an_exception(tmp_path: Path) -> None:
    """The problem names the file and the reason."""
    reading = read_event(tmp_path / "none.trf")
    assert reading.event is None
    assert [problem.code for problem in reading.problems] == [ProblemCode.FILE_UNREADABLE]
    assert str(reading.problems[0]).startswith(f"{tmp_path / 'none.trf'}: error[file-unreadable]: ")


def test_a_directory_is_a_problem_not_an_exception(tmp_path: Path) -> None:
    """Nor is a path that no system can open."""
    assert read_event(tmp_path).problems[0].code is ProblemCode.FILE_UNREADABLE
    assert read_event(tmp_path / "a\0b").problems[0].code is ProblemCode.FILE_UNREADABLE


def test_a_file_is_read_under_its_own_name(tmp_path: Path) -> None:
    """Problems begin with the path that was asked for."""
    path = tmp_path / "open.trf"
    path.write_text(HARBOUR_OPEN.replace("142 4", "142 four"), encoding="utf-8")
    reading = read_event(path)
    assert reading.source == str(path)
    assert str(reading.problems[0]) == (
        f"{path}:14:5: error[rounds-invalid]: 'four' is not a number of rounds; write a whole number from 1 to 999"
    )


def test_loading_raises_with_all_errors(tmp_path: Path) -> None:
    """The exception carries every problem and shows the errors."""
    path = tmp_path / "open.trf"
    path.write_text(HARBOUR_OPEN.replace("142 4", "142 four").replace("152 W", "152 x"), encoding="utf-8")
    with pytest.raises(UnreadableEventError, match="rounds-invalid") as caught:
        load_event(path)
    assert [problem.code for problem in caught.value.problems] == [
        ProblemCode.ROUNDS_INVALID,
        ProblemCode.INITIAL_COLOUR_INVALID,
    ]
    path.write_text(HARBOUR_OPEN, encoding="utf-8")
    assert load_event(path) == parse_event(HARBOUR_OPEN).event


def test_characters_that_some_take_for_line_ends_are_blanks() -> None:
    """A vertical tab, a form feed or a line separator does not tear a row apart."""
    for character in require_items("\v\f\x85\u2028"):
        reading = parse_event(HARBOUR_OPEN.replace("Bakker, Bram", f"Bakker,{character}Bram"))
        assert [problem.code for problem in reading.problems] == [ProblemCode.CONTROL_CHARACTER]
        assert reading.event == parse_event(HARBOUR_OPEN).event


def test_every_code_is_unique_and_explained() -> None:
    """The table of codes is complete: names in one style, one sentence each."""
    names = [code.value for code in ProblemCode]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and " " not in name for name in names)
    assert all(code.explanation.endswith(".") for code in ProblemCode)
    assert all(code.name.lower().replace("_", "-") == code.value for code in ProblemCode)
