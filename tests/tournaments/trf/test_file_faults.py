"""A fault of the whole text is one line: another kind of file, two events, or a file that is cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from tournaments.problems import ProblemCode, ProblemSeverity
from tournaments.trf.reading import ParseResult, parse_event

EXAMPLES = Path(__file__).parents[3] / "examples"
HARBOUR = (EXAMPLES / "harbour_open.trf").read_text(encoding="utf-8")
MILL = (EXAMPLES / "mill_cup.trf").read_text(encoding="utf-8")
LIGHTHOUSE = (EXAMPLES / "lighthouse_cup.trf").read_text(encoding="utf-8")


def errors(reading: ParseResult) -> list[tuple[ProblemCode, int | None]]:
    """Return the errors of a text, with their lines."""
    return [(found.code, found.line) for found in reading.problems if found.severity is ProblemSeverity.ERROR]


@pytest.mark.parametrize(
    ("data", "source", "kind", "hint"),
    [
        (b"PK\x03\x04\x14\0\6\0[Content_Types].xml", "a.xlsx", "an Excel file (xlsx)", "FIDE-Data-Export TRF16"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "a.xls", "an old Office file", "export the event as TRF16"),
        (b"%PDF-1.7", "a.pdf", "a PDF", "export the event as TRF16"),
        (b'[Event "Open"]\n[Site "?"]\n', "a.pgn", "a file of games (PGN)", "export the event as TRF16"),
        (b"<?xml version='1.0'?>\n<Vega8>\n", "a.vegx", "Vega's XML", "menu Rating Report"),
        (b"<?xml version='1.0'?>\n<event>\n", "a.xml", "an XML file", "export the event as TRF16"),
        (b"\n<!DOCTYPE html>\n<html>", "a.htm", "a web page (HTML)", "FIDE-Data-Export TRF16"),
        (b"\x93\xff\x89\x44\0\0\0", "a.TUNX", "a tournament file of Swiss-Manager (TUNX)", "FIDE-Data-Export TRF16"),
        (b'{"name": "Open"}', "a.json", "a JSON file", "SwissSys writes TRF"),
    ],
)
def test_a_file_of_another_program_is_named_with_the_way_to_trf(data: bytes, source: str, kind: str, hint: str) -> None:
    """One line, and nothing about records."""
    reading = parse_event(data, source=source)
    (found,) = reading.problems
    assert found.code is ProblemCode.FOREIGN_FILE
    assert f"this is {kind}" in found.message
    assert hint in found.remedy


@pytest.mark.parametrize("text", [HARBOUR, MILL, LIGHTHOUSE])
def test_a_report_file_is_not_taken_for_anything_else(text: str) -> None:
    """Whole, it is read; and so it is with a mark of its encoding."""
    assert parse_event(text).event is not None
    assert parse_event(b"\xef\xbb\xbf" + text.encode()).event is not None


def test_a_second_event_is_reported_once() -> None:
    """At the line in which it begins, before its players."""
    reading = parse_event(HARBOUR + LIGHTHOUSE)
    assert errors(reading) == [(ProblemCode.SECOND_EVENT, len(HARBOUR.splitlines()) + 1)]
    assert "a second event seems to begin in line 77" in reading.problems[0].message


def test_two_repeated_numbers_are_not_a_second_event() -> None:
    """They are slips, each with its own problem."""
    rows = [line for line in LIGHTHOUSE.splitlines() if line.startswith("001")]
    reading = parse_event("\n".join((LIGHTHOUSE.rstrip("\n"), *rows[:2])))
    assert [code for code, _ in errors(reading)] == [ProblemCode.NUMBER_REPEATED] * 2
    reading = parse_event("\n".join((LIGHTHOUSE.rstrip("\n"), *rows[:3])))
    assert [code for code, _ in errors(reading)] == [ProblemCode.SECOND_EVENT]


@pytest.mark.parametrize("size", [3000, 4200, 6000, 9000])
def test_a_file_that_is_cut_off_has_one_error(size: int) -> None:
    """The rows of the missing players' opponents get no errors."""
    reading = parse_event(HARBOUR[:size])
    last = max(number for number, line in enumerate(HARBOUR[:size].splitlines(), 1) if line.startswith("001"))
    assert errors(reading) == [(ProblemCode.FILE_CUT_OFF, last)]
    assert "the file seems to end too early, after player " in reading.problems[0].message


def test_a_row_missing_in_the_middle_is_reported_as_such() -> None:
    """The file does not end too early."""
    lines = [line for line in LIGHTHOUSE.splitlines() if not line.startswith(("001    3", "062"))]
    found = {code for code, _ in errors(parse_event("\n".join(lines)))}
    assert found == {ProblemCode.OPPONENT_UNKNOWN}


def test_numbers_that_do_not_follow_the_ratings_are_remarked() -> None:
    """The first place is named."""
    rows = [line for line in LIGHTHOUSE.splitlines() if line.startswith("001")]
    first, second = rows[0][48:52], rows[1][48:52]
    assert first > second
    changed = LIGHTHOUSE.replace(rows[0], f"{rows[0][:48]}{second}{rows[0][52:]}")
    changed = changed.replace(rows[1], f"{rows[1][:48]}{first}{rows[1][52:]}")

    def codes(text: str) -> set[ProblemCode]:
        return {found.code for found in parse_event(text).problems}

    assert ProblemCode.NUMBERS_NOT_BY_RATING not in codes(LIGHTHOUSE)
    assert ProblemCode.NUMBERS_NOT_BY_RATING in codes(changed)


def test_games_without_a_result_are_counted_by_round() -> None:
    """A star is such a game, like a blank; one line for the round, and the pair is named where it is alone."""
    rows = {int(line[4:8]): line for line in LIGHTHOUSE.splitlines() if line.startswith("001")}

    def pending(number: int) -> str:
        text, done = LIGHTHOUSE, set[int]()
        for tpn, row in rows.items():
            opponent = int(row[91:95] or 0)
            if not opponent or tpn in done or len(done) == 2 * number:
                continue
            done |= {tpn, opponent}
            for other in (tpn, opponent):
                text = text.replace(rows[other], f"{rows[other][:98]}*{rows[other][99:]}")
        found = [one for one in parse_event(text).problems if one.code is ProblemCode.RESULT_PENDING]
        assert len(found) == 1
        return found[0].message

    assert pending(1).startswith("round 1: the game of players ")
    assert pending(3) == "3 games of round 1 have no result yet"
