"""Points that records declare for teams, against those of their rounds: what is suspect, and what is not."""

from __future__ import annotations

import pytest
from support.teams import PAIR, ROWS, bye, codes, event_of, message, with_points

from tournaments import ProblemCode
from tournaments.model import Result, VirtualPoints
from tournaments.teams.records import MatchPoints

P = ProblemCode


@pytest.mark.parametrize(
    ("points", "contradiction"),
    [
        ((20, 15), None),
        ((None, None), None),
        ((10, 15), "1.0 match points, but its rounds give 2.0"),
        ((20, 10), "1.0 game points, but its rounds give 1.5"),
    ],
)
def test_points_of_teams_follow_from_their_rounds(
    points: tuple[int | None, int | None], contradiction: str | None
) -> None:
    """As 310 declares them."""
    event = with_points(event_of(PAIR, ROWS), points, (0, 5))
    assert codes(event) == ([P.TEAM_POINTS_MISMATCH] if contradiction else [])
    if contradiction:
        assert message(event, P.TEAM_POINTS_MISMATCH) == f"team 1 has {contradiction}"


def test_points_of_teams_are_those_of_the_event() -> None:
    """Three match points for a win."""
    event = event_of(PAIR, ROWS, match_points=MatchPoints(win=30))
    assert codes(with_points(event, (30, 15), (0, 5))) == []
    assert codes(with_points(event, (20, 15), (0, 5))) == [P.TEAM_POINTS_MISMATCH]


@pytest.mark.parametrize(
    ("points", "is_suspect"),
    [((20, 15), False), ((30, 25), False), ((25, 15), False), ((35, 25), False), ((20, 20), True), ((40, 35), True)],
)
def test_points_of_teams_may_hold_a_coming_bye_and_virtual_points(points: tuple[int, int], is_suspect: bool) -> None:
    """A half-point bye of one match point and two half points of games; virtual points of the primary score only."""
    event = event_of(
        PAIR,
        ROWS,
        team_byes=(bye(1, Result.HALF_POINT_BYE, 2),),
        virtual_points=(VirtualPoints(points=5, first_round=1, last_round=2, players=frozenset({1})),),
    )
    assert (P.TEAM_POINTS_MISMATCH in codes(with_points(event, points, (0, 5)))) == is_suspect


@pytest.mark.parametrize(
    ("rounds", "points", "is_suspect"),
    [((1, 1), 25, False), ((2, 2), 25, False), ((3, 3), 25, True), ((3, 3), 20, False)],
)
def test_virtual_points_of_the_last_round_and_of_the_coming_one_can_be_included(
    rounds: tuple[int, int], points: int, is_suspect: bool
) -> None:
    """Programs write the standing as it was paired by, or as the next round will be."""
    virtual = VirtualPoints(points=5, first_round=rounds[0], last_round=rounds[1], players=frozenset({1}))
    event = with_points(event_of(PAIR, ROWS, virtual_points=(virtual,)), (points, 15), (0, 5))
    assert (P.TEAM_POINTS_MISMATCH in codes(event)) == is_suspect


@pytest.mark.parametrize(("points", "is_suspect"), [((40, 35), False), ((20, 15), False), ((30, 25), True)])
def test_points_of_teams_may_hold_a_coming_full_point_bye(points: tuple[int, int], is_suspect: bool) -> None:
    """A won match on both boards."""
    event = event_of(PAIR, ROWS, team_byes=(bye(1, Result.FULL_POINT_BYE, 2),))
    assert (P.TEAM_POINTS_MISMATCH in codes(with_points(event, points, (0, 5)))) == is_suspect


def test_points_of_teams_with_a_game_without_result_are_not_judged() -> None:
    """Programs may count it or not."""
    event = event_of(PAIR, ("3w1", "4b*", "1b0", "2w*"))
    assert codes(with_points(event, (0, 0), (90, 90))) == [P.RESULT_PENDING]
