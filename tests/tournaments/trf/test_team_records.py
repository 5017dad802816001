"""Records of team events: their meaning, and the problems of unreadable ones."""

from __future__ import annotations

import pytest
from support.files import HARBOUR_OPEN, append, both, put, replace_line

from tournaments import ProblemCode, parse_event, write_trf26
from tournaments.model import Colour, DeclaredSystem, Event, PrimaryScore, RequestedBye, Result, VirtualPoints
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp, MatchPoints, TeamAllocatedByes

P = ProblemCode
TEAMS = ("310   1 Quay" + " " * 61 + "1    4    5", "310   2 Pier" + " " * 61 + "2    3")
"""Every game of the file is between the two teams."""
FIRST_RECORD = 24
"""Line of the first record after the teams."""
FAULTS = (
    ("300   1   1   3    2", P.LINE_UP_INVALID, 13, "team 3 does not exist"),
    ("300   1   1   1    2", P.LINE_UP_INVALID, 13, "itself"),
    ("300   x   1   2    2", P.LINE_UP_INVALID, 5, "round"),
    ("300       1   2    2", P.LINE_UP_INVALID, 5, "missing"),
    ("300   1   1   2   xx", P.LINE_UP_INVALID, 17, "is not a number"),
    ("300   1    1   2    2", P.LINE_UP_INVALID, 12, "must be blank"),
    ("320   x  2.0   1", P.TEAM_BYES_INVALID, 5, "points"),
    ("320 1.0  2.0   1   7", P.TEAM_BYES_INVALID, 19, "team 7 does not exist"),
    ("330 ++   1   1   2", P.FORFEITED_MATCH_INVALID, 5, "outcome"),
    ("330 +-   1   1   1", P.FORFEITED_MATCH_INVALID, 16, "itself"),
    ("330 +-   1   1", P.FORFEITED_MATCH_INVALID, 16, "missing"),
    ("330 +-       1   2", P.FORFEITED_MATCH_INVALID, 8, "missing"),
    ("240 H   1    3", P.BYE_RECORD_INVALID, 11, "team 3 does not exist"),
    ("XXZ 3", P.BYE_RECORD_INVALID, 11, "team 3 does not exist"),
    ("352 WBX", P.BOARD_COLOURS_INVALID, 5, "colours"),
    ("362 TW 2.0   TX 1.0", P.MATCH_POINTS_INVALID, 14, "is not a value of a match"),
    ("362 TW two", P.MATCH_POINTS_INVALID, 5, "is not a value of a match"),
    ("310   2 Mole" + " " * 61 + "4", P.TEAM_NUMBER_REPEATED, 5, "a record already"),
)


def text_of(*records: str) -> str:
    """Make the file of five players one of two teams, with more records at its end."""
    return both(replace_line(16, "192 FIDE_TEAM"), append(*TEAMS, *records))(HARBOUR_OPEN)


def read(*records: str) -> Event:
    """Read a file of two teams with these records."""
    reading = parse_event(text_of(*records))
    assert reading.event is not None, [str(problem) for problem in reading.problems]
    return reading.event


def test_a_line_up_names_the_players_board_by_board() -> None:
    """Zero and a blank leave a board empty; zeros in front of a number mean nothing."""
    event = read("300   1 001   2 0004    0    1", "300   2   2             3")
    assert event.line_ups == (
        LineUp(round_number=1, team=1, opponent=2, players=(4, None, 1)),
        LineUp(round_number=2, team=2, opponent=None, players=(None, 3)),
    )


def test_allocated_byes_stand_in_the_column_of_their_round() -> None:
    """Points may be left out or stand at the left of their columns, as in the standard's sample."""
    assert read("320  1    2.0       2 000   1").team_allocated_byes == TeamAllocatedByes(
        match_points=10, game_points=20, teams=(None, 2, None, 1)
    )
    assert read("320            1").team_allocated_byes == TeamAllocatedByes(teams=(1,))
    assert read().team_allocated_byes is None


def test_a_second_record_of_allocated_byes_is_remarked_upon() -> None:
    """The first is read."""
    reading = parse_event(text_of("320 1.0  2.0   1", "320 1.0  2.0       2"))
    assert reading.event is not None
    assert reading.event.team_allocated_byes == TeamAllocatedByes(match_points=10, game_points=20, teams=(1,))
    problem = next(problem for problem in reading.problems if problem.code is P.REPEATED_RECORD)
    assert (problem.line, problem.found) == (FIRST_RECORD + 1, "320 1.0  2.0       2")


@pytest.mark.parametrize("outcome", ForfeitOutcome)
def test_a_forfeited_match_has_one_of_three_outcomes(outcome: ForfeitOutcome) -> None:
    """White's team stands first."""
    expected = ForfeitedMatch(outcome=outcome, round_number=2, white=2, black=1)
    assert read(f"330 {outcome.value}   2   2   1").forfeited_matches == (expected,)


def test_byes_of_teams_are_kept_for_every_round() -> None:
    """Byes of recorded rounds, too; JaVaFo's XXZ is about the coming round, and 240 prevails."""
    event = read("240 H   1    2", "240 F   3    1", "XXZ 1 2")
    assert event.team_byes == (
        RequestedBye(round_number=1, tpn=2, result=Result.HALF_POINT_BYE),
        RequestedBye(round_number=3, tpn=1, result=Result.FULL_POINT_BYE),
        RequestedBye(round_number=3, tpn=2, result=Result.ZERO_POINT_BYE),
    )


def test_colours_of_boards_and_points_of_matches() -> None:
    """Values of 362 may stand at the left of their columns; what it leaves out has the standard's value."""
    event = read("352 WBbw", "362 TW 3     TD 1")
    assert event.board_colours == (Colour.WHITE, Colour.BLACK, Colour.BLACK, Colour.WHITE)
    assert event.match_points == MatchPoints(win=30, draw=10, loss=0)
    assert (read().board_colours, read().match_points) == ((), None)


def test_points_of_matches_beside_their_columns_are_read_if_there_is_one_reading() -> None:
    """With a warning; a symbol that is given twice, or no number, leaves it an error."""
    reading = parse_event(text_of("362 TW  2.0   TD  1.0"))
    assert reading.event is not None
    assert reading.event.match_points == MatchPoints(win=20, draw=10, loss=0)
    assert P.MATCH_POINTS_SHIFTED in {found.code for found in reading.problems}
    for record in ("362 TW  2.0   TW  1.0", "362 TW  2.0   TD  one", "362 TW  2.0   TD"):
        assert P.MATCH_POINTS_INVALID in {found.code for found in parse_event(text_of(record)).problems}


@pytest.mark.parametrize(("record", "code", "column", "words"), FAULTS)
def test_a_record_that_cannot_be_read_is_an_error(record: str, code: ProblemCode, column: int, words: str) -> None:
    """Passing over a match or a bye would change who has met whom."""
    reading = parse_event(text_of(record))
    assert reading.event is None
    problem = next(problem for problem in reading.problems if problem.code is code)
    assert (problem.line, problem.column) == (FIRST_RECORD, column)
    assert words in problem.message
    assert problem.remedy


def test_an_event_of_individuals_keeps_records_of_teams_as_they_are() -> None:
    """The records keep their text and their order."""
    records = ("801 any", "330 x", "300 y", "352 WX", "362 some")
    reading = parse_event(append(*records)(HARBOUR_OPEN))
    assert reading.event is not None
    assert reading.event.unknown_records == records[:3]
    assert reading.event.headers[-2:] == (("352", "WX"), ("362", "some"))
    assert (reading.event.line_ups, reading.event.forfeited_matches) == ((), ())
    again = parse_event(write_trf26(reading.event)).event
    assert again == reading.event


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("", PrimaryScore.MATCH_POINTS),
        ("FIDE_TEAM", PrimaryScore.MATCH_POINTS),
        ("FIDE_TEAM_BAKU", PrimaryScore.MATCH_POINTS),
        ("FIDE_TEAM_TYPEB_MP_GP", PrimaryScore.MATCH_POINTS),
        ("FIDE_TEAM_MP_BAKU", PrimaryScore.MATCH_POINTS),
        ("FIDE_TEAM_GP_MP_BAKU", PrimaryScore.GAME_POINTS),
        ("FIDE_TEAM_TYPEA_GP", PrimaryScore.GAME_POINTS),
        ("CUSTOM_TEAM_SWISS_GP", PrimaryScore.GAME_POINTS),
    ],
)
def test_the_code_tells_the_primary_score(code: str, expected: PrimaryScore) -> None:
    """The first score that it names; match points if it names none."""
    assert DeclaredSystem(code=code).primary_score is expected


@pytest.mark.parametrize(
    ("code", "record"),
    [
        ("FIDE_TEAM", "250  2.0        1   2    1    2"),
        ("FIDE_TEAM", "250       2.0   1   2    1    2"),
        ("FIDE_TEAM_GP", "250  9.0  2.0   1   2    1    2"),
    ],
)
def test_virtual_points_of_teams_are_of_the_primary_score(code: str, record: str) -> None:
    """The other score's points count where only they are given, as in the standard's example."""
    text = put(16, 1, f"192 {code:<20}")(text_of(record))
    event = parse_event(text).event
    assert event is not None
    assert event.virtual_points == (VirtualPoints(points=20, first_round=1, last_round=2, players=frozenset({1, 2})),)
