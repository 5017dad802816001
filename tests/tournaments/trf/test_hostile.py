"""Accidental or malicious input is read or refused; it never makes the reader fail."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.files import HARBOUR_OPEN, append, both, put, replace_line
from support.strategies import events

from tournaments import ParseResult, ProblemCode, ProblemSeverity, parse_event, write_trf26
from tournaments.model import Dialect
from tournaments.teams.matches import team_event

examples = settings(max_examples=150)
RECORDS = (
    *("001", "012", "013", "142", "152", "162", "192", "240", "250", "260", "299", "310", "330", "###", "NED", "132"),
    *("300", "320", "352", "362"),
    *("XXR", "XXC", "XXZ", "XXS", "XXA", "XXP", "BBW", "BBU", "042", "062", "   ", "DDD", "777"),
)


def assert_sensible(reading: ParseResult) -> None:
    """An event or an error, and problems that can be shown."""
    assert (reading.event is None) == any(problem.severity is ProblemSeverity.ERROR for problem in reading.problems)
    for problem in reading.problems:
        assert str(problem).startswith("<text>")
        assert len(problem.found) <= 60
        assert len(str(problem)) < 1000


@examples
@given(st.binary(max_size=400))
@example(b"\xff\xfe\x00")
@example(b"\xfe\xff0\x00")
@example(b"0\x000\x001\x00 ")
@example(b"001\r\r\n\x1a")
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Random bytes never raise."""
    assert_sensible(parse_event(data))


@examples
@given(st.lists(st.tuples(st.sampled_from(RECORDS), st.text(max_size=120)), max_size=12))
def test_any_records_are_read_or_refused(records: list[tuple[str, str]]) -> None:
    """Known codes before random texts never raise."""
    assert_sensible(parse_event("\n".join(code + text for code, text in records)))


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """Change a few characters of a text: overwrite, insert or delete."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        width = draw(st.integers(0, 3))
        addition = draw(st.text(st.sampled_from(" \t\n0123456789wb-+=HFUZ.,xé\0"), max_size=3))
        text = text[:at] + addition + text[at + width :]
    return text


FULL_FILE = append(
    "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0",
    "013 Chess Club                         1    2",
    "240 H   4    2",
    "250       1.0   1   2    1    3",
    "260   1   3    1    5",
    "299    0.5         1    1",
    "XXA    4  0.5  0.5",
    "XXP 2 3",
    "### Round 2 was paired by hand",
)(HARBOUR_OPEN)


@examples
@given(damaged(FULL_FILE))
def test_a_damaged_file_is_read_or_refused(text: str) -> None:
    """Random damage to a sound file never raises; what is still read can be written, and read again."""
    reading = parse_event(text)
    assert_sensible(reading)
    if reading.event is not None:
        again = parse_event(write_trf26(reading.event)).event
        assert again is not None
        players = tuple(
            replace(old, points=new.points if old.points is None else old.points, rank=old.rank or new.rank)
            for old, new in zip(reading.event.players, again.players, strict=True)
        )
        expected = replace(reading.event, players=players, dialect=Dialect.TRF26)
        assert replace(again, dialect=Dialect.TRF26) == expected


TEAM_FILE = both(
    replace_line(16, "192 FIDE_TEAM"),
    append(
        "352 WB",
        "362 TW 2.0   TD 1.0   TL 0.0",
        "310   1 Quay" + " " * 42 + "  2.0    2.5   1     1    4    5",
        "310   2 Pier" + " " * 42 + "  2.0    1.5   2     2    3",
        "300   1   1   2    4    1",
        "320  1.0  1.0   0   2",
        "330 +-   3   1   2",
        "240 H   3    2",
        "299 W  2.0   2.0    1    1",
    ),
)(HARBOUR_OPEN)


@examples
@given(damaged(TEAM_FILE))
def test_a_damaged_file_of_teams_is_read_or_refused(text: str) -> None:
    """An event that is still read has an entry for every team and round, and survives writing and reading."""
    reading = parse_event(text)
    assert_sensible(reading)
    if reading.event is None or not reading.event.is_team_event:
        return
    found = team_event(reading.event)
    assert {len(team.rounds) for team in found.teams} <= {reading.event.rounds_recorded}
    again = parse_event(write_trf26(reading.event))
    assert again.event is not None, [str(problem) for problem in again.problems]
    assert team_event(again.event) == found


@settings(max_examples=30)
@given(events(), st.data())
def test_a_damaged_file_of_any_event_is_read_or_refused(event: object, data: st.DataObject) -> None:
    """Random damage to any file that we write never raises."""
    assert_sensible(parse_event(data.draw(damaged(write_trf26(event)))))  # type: ignore[arg-type]  # an Event


def test_markup_in_a_name_is_only_a_name() -> None:
    """The reader keeps what a page has to escape."""
    event = parse_event(put(18, 15, '<script>alert("x")</script>')(HARBOUR_OPEN)).event
    assert event is not None
    assert event.player(2).name == '<script>alert("x")</script>'


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ("142 " + "9" * 300, ProblemCode.ROUNDS_INVALID),
        ("XXR " + "9" * 5000, ProblemCode.ROUNDS_INVALID),
        ("XXP 1 " + "9" * 300, ProblemCode.FORBIDDEN_INVALID),
        ("XXZ " + "9" * 5000, ProblemCode.BYE_RECORD_INVALID),
        ("XXS W=" + "9" * 300, ProblemCode.SCORING_INVALID),
        ("XXS W=1e400", ProblemCode.SCORING_INVALID),
        ("XXS W=nan", ProblemCode.SCORING_INVALID),
        ("XXP 1 \N{FULLWIDTH DIGIT TWO}", ProblemCode.FORBIDDEN_INVALID),
        ("XXP 1 \N{SUPERSCRIPT TWO}", ProblemCode.FORBIDDEN_INVALID),
        ("260   1   3    1 9999", ProblemCode.FORBIDDEN_INVALID),
        ("062 " + "9" * 5000, ProblemCode.PLAYERS_MISCOUNTED),
    ],
)
def test_absurd_numbers_are_refused(record: str, code: ProblemCode) -> None:
    """Numbers of hundreds of digits, and what only looks like a number, are problems of their record."""
    reading = parse_event(append(record)(HARBOUR_OPEN))
    assert_sensible(reading)
    assert [problem.code for problem in reading.problems] == [code]


def test_a_row_of_a_megabyte_is_refused_in_few_words() -> None:
    """A row with a hundred thousand rounds is one problem or a few."""
    row = HARBOUR_OPEN.split("\n")[16] + "  0000 - Z" * 100_000
    reading = parse_event(replace_line(17, row)(HARBOUR_OPEN))
    assert reading.event is None
    assert reading.problems[0].code is ProblemCode.ROW_TOO_LONG
    assert len(reading.problems) < 5


def test_a_megabyte_of_garbage_is_refused_in_few_words() -> None:
    """Neither one long line nor many short ones make a long report."""
    for text in ("x" * 1_000_000, "x\n" * 500_000, "001" + "y" * 1_000_000, "001 y\n" * 100_000):
        reading = parse_event(text)
        assert reading.event is None
        assert len(reading.problems) <= 402


def test_deep_repetition_of_records_is_read() -> None:
    """Ten thousand prohibitions and declarations are read without an error."""
    file = append(*["XXP 1 2 3"] * 10_000, *["### note"] * 10_000)(HARBOUR_OPEN)
    event = parse_event(file).event
    assert event is not None
    assert len(event.forbidden) == 1
    assert len(event.declarations) == 10_000


def test_nine_thousand_players_are_read() -> None:
    """The widest number that fits into its columns is read."""
    rows = [f"001 {tpn:>4}      Player {tpn}" for tpn in range(1, 10_000)]
    event = parse_event("142 9\n152 W\n" + "\n".join(rows)).event
    assert event is not None
    assert len(event.players) == 9999


def test_the_ten_thousandth_player_is_refused() -> None:
    """Its number would run into the next column."""
    rows = [f"001 {tpn:>4}      Player {tpn}" for tpn in range(1, 10_001)]
    problems = parse_event("142 9\n152 W\n" + "\n".join(rows)).problems
    errors = [problem for problem in problems if problem.severity is ProblemSeverity.ERROR]
    assert [(problem.code, problem.line, problem.column) for problem in errors] == [
        (ProblemCode.ROW_MISALIGNED, 10_002, 9)
    ]
    assert "number 10000 needs five columns" in errors[0].message


@pytest.mark.parametrize(("rounds", "is_read"), [(999, True), (1000, False)])
def test_a_row_may_have_999_rounds(rounds: int, is_read: bool) -> None:
    """One round more is an error at the first column that is too much."""
    lines = [f"001 {tpn:4}{' ' * 72} 0.0 {tpn:4}{'  0000 - Z' * rounds}" for tpn in (1, 2)]
    reading = parse_event("\n".join(("012 Long", *lines)) + "\n")
    codes = {problem.code for problem in reading.problems if problem.severity is ProblemSeverity.ERROR}
    assert (reading.event is not None) is is_read
    assert codes == (set() if is_read else {ProblemCode.ROW_TOO_LONG})
