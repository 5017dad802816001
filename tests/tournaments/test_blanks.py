"""A player of whom the file says nothing in a round that others played is named, unless the file explains it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.events import event as written
from support.files import HARBOUR_OPEN, append, both, cut, drop, put

from tournaments import ProblemCode, ProblemSeverity, lint_event, parse_event
from tournaments.blanks import describe_rounds, select_blanks
from tournaments.model import BlankRounds

BLANK = " " * 8
IN_ROUND_2 = put(20, 102, BLANK)
"""Player 4, whose row has Z there."""


def blanks_of(text: str) -> list[tuple[int, tuple[int, ...]]]:
    """Return the rounds and the players with a blank entry in a text that must be readable."""
    event = parse_event(text).event
    assert event is not None
    return [(blank.tpn, blank.rounds) for blank in event.unexplained_blanks]


def remarks_on(text: str) -> list[tuple[int | None, int | None, str]]:
    """Return line, column and message of the remarks on blanks."""
    found = [problem for problem in parse_event(text).problems if problem.code is ProblemCode.BLANK_UNEXPLAINED]
    assert all(problem.severity is ProblemSeverity.WARNING for problem in found)
    return [(problem.line, problem.column, problem.message) for problem in found]


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(IN_ROUND_2, id="nothing is written"),
        pytest.param(put(20, 102, "0000    "), id="no opponent, no letter"),
        pytest.param(put(20, 102, "0000 -  "), id="no opponent, no colour, no letter"),
        pytest.param(cut(20, 101), id="the row ends before"),
    ],
)
def test_a_blank_in_a_round_that_others_played_is_named(edit: object) -> None:
    """It is an absence, as the format says, but the warning names player and round."""
    text = edit(HARBOUR_OPEN)  # type: ignore[operator]  # pytest knows no types of parameters
    assert blanks_of(text) == [(4, (2,))]
    assert remarks_on(text) == [(20, 102, "player 4 is left blank in round 2, and was read as absent")]


def test_an_absence_that_is_written_needs_no_remark() -> None:
    """Nor do a bye and a round that is still to be paired."""
    assert blanks_of(HARBOUR_OPEN) == []
    assert remarks_on(HARBOUR_OPEN) == []


@pytest.mark.parametrize(("record", "is_explained"), [("Z   2", True), ("H   2", True), ("Z   3", False)])
def test_a_record_of_byes_explains_a_blank_of_its_round(record: str, is_explained: bool) -> None:
    """240 names player and round; a record for the round after it explains nothing."""
    text = both(IN_ROUND_2, append(f"240 {record}    4"))(HARBOUR_OPEN)
    assert (blanks_of(text) == []) == is_explained
    assert (remarks_on(text) == []) == is_explained


def test_a_half_point_bye_that_the_points_show_explains_a_blank() -> None:
    """In files of 2006; where the points show nothing, the blank stays one."""
    of_2006 = both(put(17, 112, BLANK), put(21, 99, "+"), put(20, 102, BLANK), drop(14, 15, 16))
    assert blanks_of(of_2006(HARBOUR_OPEN)) == [(4, (2,))]
    assert blanks_of(both(put(20, 81, " 0.5"), of_2006)(HARBOUR_OPEN)) == []


def test_players_of_teams_are_blank_when_they_are_not_in_the_line_up() -> None:
    """They get no warning."""
    text = both(IN_ROUND_2, append("013 One" + " " * 29 + "   1    4    5", "013 Two" + " " * 29 + "   2    3"))(
        HARBOUR_OPEN
    ).replace("FIDE_DUTCH_2026", "FIDE_TEAM_2026")
    reading = parse_event(text)
    assert reading.event is not None
    assert reading.event.is_team_event
    assert reading.event.unexplained_blanks == ()
    assert ProblemCode.BLANK_UNEXPLAINED not in {problem.code for problem in reading.problems}


def test_a_team_whose_players_are_all_blank_is_named() -> None:
    """Lint points at the record of the team; teams with a bye or a forfeited match are not named."""
    text = (Path(__file__).parents[1] / "data" / "disputes" / "team_forgotten.trf").read_text("utf-8")
    reading = parse_event(text)
    assert reading.event is not None
    assert [(blank.tpn, blank.rounds) for blank in reading.event.unexplained_blanks] == [(4, (5,)), (7, (5,))]
    found = [problem for problem in reading.problems if problem.code is ProblemCode.BLANK_UNEXPLAINED]
    assert [problem.message for problem in found] == [
        f"team {number} is left blank in round 5, and was read as absent" for number in (4, 7)
    ]
    assert [text.splitlines()[problem.line - 1][:15].split() for problem in found if problem.line] == [
        ["310", "4", "Douglas"],
        ["310", "7", "Ginkgo"],
    ]


def test_one_line_names_all_rounds_of_a_player() -> None:
    """Row 4 ends before round 1; its opponent's game is taken out, too."""
    text = both(cut(20, 91), put(18, 92, "0000 - Z"))(HARBOUR_OPEN)
    assert remarks_on(text) == [(20, 92, "player 4 is left blank in rounds 1 and 2, and was read as absent")]


def test_of_many_players_ten_are_named_and_the_others_counted() -> None:
    """In lint; the event holds all of them."""
    for count, last in [(10, None), (11, "1 further player is"), (13, "3 further players are")]:
        event = replace(
            written(["2w1", "1b0", *["-"] * count]),
            unexplained_blanks=tuple(BlankRounds(tpn=tpn, rounds=(1,)) for tpn in range(3, count + 3)),
        )
        told = [p.message for p in lint_event(event) if p.code is ProblemCode.BLANK_UNEXPLAINED]
        assert len(told) == min(count, 10) + (last is not None)
        if last is not None:
            assert f"{last} left blank in rounds that others played" in told


def test_events_are_equal_whether_an_absence_is_written_or_left_blank() -> None:
    """How it was written is not what happened."""
    written_out, left_blank = parse_event(HARBOUR_OPEN).event, parse_event(IN_ROUND_2(HARBOUR_OPEN)).event
    assert written_out == left_blank


def test_only_the_rounds_that_matter_are_counted() -> None:
    """An event cut off after a round keeps the blanks up to it."""
    event = replace(written(["2w1 2b1", "1b0 1w0", "- -"]), unexplained_blanks=(BlankRounds(tpn=3, rounds=(1, 2)),))
    assert select_blanks(event, 1) == (BlankRounds(tpn=3, rounds=(1,)),)
    assert select_blanks(replace(event, rounds_recorded=0), 5) == ()


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        ((3,), "round 3"),
        ((3, 4), "rounds 3 and 4"),
        ((3, 4, 5), "rounds 3 to 5"),
        ((1, 5), "rounds 1 and 5"),
        ((1, 3, 4, 5, 9), "rounds 1, 3 to 5 and 9"),
    ],
)
def test_round_ranges_read_as_people_write_them(rounds: tuple[int, ...], words: str) -> None:
    """Three in a row are a range."""
    assert describe_rounds(rounds) == words
