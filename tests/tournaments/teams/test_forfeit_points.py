"""The match points of a match lost by forfeit: the totals of teams show them, where a lost match is worth something."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.teams import bye, codes, event_of, with_points

from tournaments import ProblemCode, parse_event, write_trf26
from tournaments.model import AbnormalPoints, Event, Result, VirtualPoints
from tournaments.teams.forfeits import infer_forfeit_points, lost_by_forfeit, with_forfeits_worth_nothing
from tournaments.teams.matches import team_event
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, MatchPoints

LOSS_COUNTS = MatchPoints(win=30, draw=20, loss=10)
TEAMS = ((1, 2), (3, 4), (5, 6), (7, 8))
FORFEITED = ("3w+ 5w1", "4b+ 6b=", "1b- 7w1", "2w- 8b1", "7w1 1b0", "8b1 2w=", "5b0 3b0", "6w0 4w0")
"""Team 2 loses to team 1 by forfeit and beats team 4; team 4 loses both of its matches over the board."""
BOTH_AWAY = ("3w- 5w1", "4b- 6b=", "1b- 7w1", "2w- 8b1", "7w1 1b0", "8b1 2w=", "5b0 3b0", "6w0 4w0")
"""Likewise, but teams 1 and 2 forfeit their match."""


def played(*totals: int | None, rows: tuple[str, ...] = FORFEITED, **declared: object) -> Event:
    """Return the event of four teams with their match points, in tenths."""
    event = event_of(TEAMS, rows, **{"match_points": LOSS_COUNTS, **declared})
    return with_points(event, *((points, None) for points in totals))


def points_of(event: Event, team: int) -> list[int]:
    """Return the match points of a team, round by round."""
    return [entry.match_points for entry in team_event(event).teams[team - 1].rounds]


@pytest.mark.parametrize(
    ("totals", "shown"),
    [
        ((60, 30, 40, 20), 0),
        ((60, 40, 40, 20), 10),
        ((None, 30, None, None), 0),
        ((None, 40, None, None), 10),
        ((60, None, 40, 20), None),
        ((None, None, None, None), None),
        ((0, 0, 0, 0), None),
        ((60, 35, 40, 20), None),
        ((99, 30, 40, 20), 0),
        ((99, 40, 40, 20), 10),
    ],
)
def test_the_totals_of_teams_that_forfeited_show_the_value(totals: tuple[int | None, ...], shown: int | None) -> None:
    """If they fit one value only; without totals, and with totals that fit neither value, nothing is shown."""
    event = infer_forfeit_points(played(*totals))
    assert event.team_forfeit_points == shown
    assert points_of(event, 2) == [0 if shown == 0 else 10, 30]
    assert points_of(event, 4) == [10, 10]
    assert team_event(event).scoring.is_forfeit_declared is (shown is not None)


@pytest.mark.parametrize(("totals", "shown"), [((30, 30), 0), ((40, 40), 10), ((30, 40), None), ((40, 30), None)])
def test_two_teams_that_forfeited_show_one_value(totals: tuple[int, int], shown: int | None) -> None:
    """Both lose a match that both forfeit; totals that contradict each other show nothing."""
    event = infer_forfeit_points(played(*totals, 40, 20, rows=BOTH_AWAY))
    assert event.team_forfeit_points == shown
    assert [points_of(event, team)[0] for team in (1, 2)] == [0 if shown == 0 else 10] * 2


@pytest.mark.parametrize("loss", [0, 10])
def test_without_points_for_a_lost_match_nothing_is_open(loss: int) -> None:
    """TL 0.0, as by default, whatever the totals are; with 1.0 the same file leaves the value open."""
    event = infer_forfeit_points(played(60, 99, 40, 20, match_points=replace(LOSS_COUNTS, loss=loss)))
    assert team_event(event).scoring.is_forfeit_declared is (loss == 0)
    assert (points_of(event, 2) == points_of(with_forfeits_worth_nothing(event), 2)) is (loss == 0)
    assert team_event(played(None, None, None, None, match_points=None)).scoring.is_forfeit_declared


def test_a_match_over_the_board_is_not_forfeited() -> None:
    """A lost match with one game over the board is worth what 362 says."""
    rows = ("3w1 5w1", "4b+ 6b=", "1b0 7w1", "2w- 8b1", *FORFEITED[4:])
    event = played(60, 30, 40, 20, rows=rows)
    assert infer_forfeit_points(event).team_forfeit_points is None
    assert not lost_by_forfeit(team_event(event))
    assert points_of(with_forfeits_worth_nothing(event), 2) == [10, 30]
    teams = team_event(played(None, None, None, None))
    assert [lost_by_forfeit(teams, rounds) for rounds in (0, 1, 2)] == [False, True, True]


@pytest.mark.parametrize(("worth", "shown"), [(5, None), (None, 0)])
def test_points_that_299_assigns_to_lost_forfeits_are_declared(worth: int | None, shown: int | None) -> None:
    """Then the totals show nothing more; without the record they do."""
    assigned = AbnormalPoints(kind="-", match_points=worth, points=None, round_number=None, numbers=frozenset())
    event = infer_forfeit_points(played(60, 30, 40, 20, abnormal_points=(assigned,)))
    assert event.team_forfeit_points == shown
    assert points_of(event, 2)[0] == (0 if worth is None else worth)
    silent = replace(event, team_forfeit_points=None)
    assert team_event(silent).scoring.is_forfeit_declared is (worth is not None)
    of_one_round = replace(silent, abnormal_points=(replace(assigned, round_number=1),))
    assert not team_event(of_one_round).scoring.is_forfeit_declared


@pytest.mark.parametrize(
    ("totals", "shown"),
    [((60, 30, 40, 20), 0), ((60, 40, 40, 20), 10), ((70, 40, 50, 30), None), ((70, 30, 50, 30), 0)],
)
def test_virtual_points_in_totals_are_told_from_points_of_forfeits(totals: tuple[int, ...], shown: int | None) -> None:
    """One virtual point of all teams: totals without it decide; with it, 40 is nothing and one, or one and nothing."""
    virtual = VirtualPoints(points=10, first_round=2, last_round=2, players=frozenset({1, 2, 3, 4}))
    assert infer_forfeit_points(played(*totals, virtual_points=(virtual,))).team_forfeit_points == shown


@pytest.mark.parametrize(("total", "shown"), [(30, 0), (40, 10), (50, 0), (60, 10)])
def test_totals_with_a_coming_bye_show_the_value(total: int, shown: int) -> None:
    """A half-point bye of two match points in the next round, included or not."""
    event = played(60, total, 40, 20, team_byes=(bye(2, Result.HALF_POINT_BYE, 3),))
    assert infer_forfeit_points(event).team_forfeit_points == shown


@pytest.mark.parametrize(("total", "shown", "suspect"), [(30, 0, False), (40, 10, False), (35, None, True)])
def test_a_file_is_read_with_the_value_that_its_totals_show(total: int, shown: int | None, suspect: bool) -> None:
    """Silently; a total that fits neither value is reported. Read again, it is the same event."""
    forfeited = ForfeitedMatch(outcome=ForfeitOutcome.WHITE_WINS, round_number=1, white=1, black=2)
    written = played(60, total, 40, 20, forfeited_matches=(forfeited,))
    reading = parse_event(write_trf26(written))
    assert reading.event is not None
    assert reading.event.team_forfeit_points == shown
    assert (ProblemCode.TEAM_POINTS_MISMATCH in [problem.code for problem in reading.problems]) is suspect
    assert (ProblemCode.TEAM_POINTS_MISMATCH in codes(reading.event)) is suspect
    again = parse_event(write_trf26(reading.event)).event
    assert again is not None
    assert team_event(again) == team_event(reading.event)
