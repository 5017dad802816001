"""The picks of the Clock system: pivot, scores, backtracking, the bye; and the literal walk."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from support.clock import draw_table

from reference_engines.clock.edition import DEFAULT_READINGS, ClockReadings
from reference_engines.clock.round_table import NO_TPN, Attempt, ClockTable, make_picks
from reference_engines.frame.results import NoLegalPairingError, UnsupportedEventError
from reference_engines.literal.clock import pair_by_movements

SITUATIONS = 1500
CONTINUING = ClockReadings(search_restarts=False)
NEVER_PICKING = ClockReadings(bye_picks=False)


def table(scores: list[int], *apart: tuple[int, int], bye: bool = False) -> ClockTable:
    """Make a table of players with these scores, seats from 0; those of each pair ``apart`` are not compatible."""
    drawn = draw_table(random.Random(0), (len(scores), len(scores)))
    size = len(scores) + bye
    compatible = np.ones((size, size), dtype=np.uint8) - np.eye(size, dtype=np.uint8)
    for one, other in apart:
        compatible[one, other] = compatible[other, one] = 0
    extra = (0,) * bye
    return replace(
        drawn,
        position=(*range(len(scores)), *(-1 for _ in extra)),
        number=(*range(1, len(scores) + 1), *extra),
        tpn=(*range(1, len(scores) + 1), *(NO_TPN for _ in extra)),
        score=(*scores, *extra),
        compatible=compatible,
    )


def pairs(at: ClockTable, readings: ClockReadings = DEFAULT_READINGS) -> list[tuple[int, int]]:
    """Pairs as they are picked, which the literal walk must store likewise."""
    found = [(pick.picker, pick.picked) for pick in make_picks(at, readings)]
    assert list(pair_by_movements(at, readings)) == found
    return found


def test_neighbours_meet_when_all_have_one_score() -> None:
    """The first pairing number picks the second, and so on round the clock."""
    assert pairs(table([0] * 6)) == [(0, 1), (2, 3), (4, 5)]
    assert pairs(table([0] * 5, bye=True)) == [(0, 1), (2, 3), (4, 5)]


def test_the_highest_score_picks_and_is_picked_first() -> None:
    """From each pivot clockwise, within the score."""
    assert pairs(table([0, 10, 0, 10, 10, 10])) == [(1, 3), (4, 5), (0, 2)]


def test_the_clock_goes_on_from_the_picked() -> None:
    """Below, the next picker is not the lowest number but the first after the pivot."""
    assert pairs(table([5, 10, 5, 10, 5, 5])) == [(1, 3), (4, 5), (0, 2)]
    assert pairs(table([5, 5, 5, 10, 10, 5])) == [(3, 4), (5, 0), (1, 2)]


def test_an_odd_player_is_paired_below_from_where_the_pivot_stands() -> None:
    """3, alone with the highest score, picks the next of the lower score after it; then the clock goes on there."""
    assert pairs(table([0, 0, 10, 0])) == [(2, 3), (0, 1)]


def test_candidates_who_are_discarded_move_the_pivot() -> None:
    """Seat 0 discards 3 of its own score: the search below begins after 3, not after 0."""
    assert pairs(table([10, 0, 0, 10, 0, 0], (0, 3))) == [(0, 4), (3, 5), (1, 2)]


def test_a_discarded_candidate_picks_later() -> None:
    """1 and 2 have met, so 1 picks 3, and then 4, next after 3, picks 2."""
    assert pairs(table([0] * 4, (0, 1))) == [(0, 2), (3, 1)]


def test_a_pair_is_undone_if_the_others_cannot_be_paired() -> None:
    """3 and 4 have met: 1 may not take 2."""
    at = table([0] * 4, (2, 3))
    assert pairs(at) == [(0, 2), (3, 1)]
    assert make_picks(at, DEFAULT_READINGS)[0].attempts == (Attempt(1, is_undone=True),)


def test_backtracking_goes_back_over_several_pairs() -> None:
    """Of eight, the last four can only meet two of the first: two pairs and more are undone."""
    apart = [(one, other) for one in range(4, 8) for other in range(one + 1, 8)]
    found = pairs(table([0] * 8, *apart))
    assert all((one < 4) != (other < 4) for one, other in found)
    assert found == [(0, 4), (5, 1), (2, 6), (7, 3)]


def test_the_bye_is_the_last_seat_and_has_no_points() -> None:
    """The player with the fewest points picks it, if nothing forbids it."""
    assert pairs(table([10, 5, 5], bye=True)) == [(0, 1), (2, 3)]
    assert pairs(table([10, 5, 5], (2, 3), bye=True)) == [(0, 2), (1, 3)]


def test_the_bye_may_pick() -> None:
    """CLOCK-BYE-PICKS: after 5 has been picked comes the bye, which picks 1; by the other reading 1 picks 2."""
    at = table([0, 0, 10, 0, 10], bye=True)
    assert pairs(at) == [(2, 4), (5, 0), (1, 3)]
    assert pairs(at, NEVER_PICKING) == [(2, 4), (0, 1), (3, 5)]


def test_the_search_restarts_after_a_pair_is_undone() -> None:
    """CLOCK-RESTART: 5 and 3 are passed again and leave the pivot at 3; going on, it would stay at 5."""
    meetings = {(0, 2), (0, 3), (0, 5), (1, 2), (2, 5), (3, 4), (4, 5)}
    apart = [(one, other) for one in range(6) for other in range(one + 1, 6) if (one, other) not in meetings]
    at = table([45, 20, 30, 20, 30, 20], *apart)
    assert pairs(at) == [(0, 3), (4, 5), (2, 1)]
    assert pairs(at, CONTINUING) == [(0, 5), (2, 1), (4, 3)]
    assert make_picks(at, DEFAULT_READINGS)[0].attempts == (
        Attempt(2, is_undone=True),
        Attempt(4, is_undone=False),
    )


def test_nothing_left_to_undo_means_no_pairing() -> None:
    """Three players who have all met, and a fourth; or a bye that no player may have."""
    for at in (table([0] * 4, (0, 1), (0, 2), (1, 2)), table([0], (0, 1), bye=True)):
        for procedure in (make_picks, pair_by_movements):
            with pytest.raises(NoLegalPairingError, match="cannot all be paired"):
                procedure(at, DEFAULT_READINGS)


def test_hopeless_branches_are_not_tried() -> None:
    """The last 100 of 200 may only meet the first 100, which walking to and fro could never find."""
    apart = [(one, other) for one in range(100, 200) for other in range(one + 1, 200)]
    at = table([10] * 100 + [0] * 100, *apart)
    found = [(pick.picker, pick.picked) for pick in make_picks(at, DEFAULT_READINGS)]
    assert sorted(seat for pair in found for seat in pair) == list(range(200))
    assert all((one < 100) != (other < 100) for one, other in found)


def test_the_literal_walk_gives_up_in_the_end() -> None:
    """The same with 24, where tens of millions of pairs would be undone; the other engine pairs them."""
    apart = [(one, other) for one in range(12, 24) for other in range(one + 1, 24)]
    at = table([10] * 12 + [0] * 12, *apart)
    assert len(make_picks(at, DEFAULT_READINGS)) == 12
    with pytest.raises(UnsupportedEventError, match="does not come to an end"):
        pair_by_movements(at, DEFAULT_READINGS)


@pytest.mark.parametrize("readings", [DEFAULT_READINGS, CONTINUING, NEVER_PICKING])
def test_the_literal_walk_agrees_on_small_situations(readings: ClockReadings) -> None:
    """For random meetings and scores, and also if the round cannot be paired."""
    not_pairable = 0
    for number in range(SITUATIONS // 3):
        at = draw_table(random.Random(f"{readings}-{number}"))
        try:
            pairs(at, readings)
        except NoLegalPairingError:
            not_pairable += 1
            with pytest.raises(NoLegalPairingError):
                pair_by_movements(at, readings)
    assert 0 < not_pairable < SITUATIONS // 6
