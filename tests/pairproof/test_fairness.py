"""Ways to pair six and eight players, compared as the essay compares them."""

from __future__ import annotations

import doctest

import pytest

from pairproof import fairness
from pairproof.fairness import Choice, fairest, table, ways


@pytest.mark.parametrize(("players", "number"), [(2, 1), (4, 3), (6, 15), (8, 105), (10, 945)])
def test_every_way_is_there_once(players: int, number: int) -> None:
    """Fifteen for six players, 105 for eight; in either order of choice the same ones."""
    down, outwards = ({way.pairs for way in ways(players, choice)} for choice in Choice)
    assert len(ways(players)) == len(down) == number
    assert down == outwards


def test_the_first_way_is_the_natural_one_and_the_last_pairs_neighbours() -> None:
    """Way 1 pairs the upper half with the lower one, way 15 each player with the next."""
    assert ways(6)[0].pairs == ((1, 4), (2, 5), (3, 6))
    assert ways(6)[1].pairs == ((1, 4), (2, 6), (3, 5))
    assert ways(6)[14].pairs == ((1, 2), (3, 4), (5, 6))


def test_the_fairest_ways_of_six_players_are_the_fifteenth_and_the_first() -> None:
    """Their differences do not vary at all; the sum of those of way 15 is the least, that of way 1 the greatest."""
    first, second, third = fairest(6)[:3]
    assert (first.number, second.number) == (15, 1)
    assert first.deviation == second.deviation == 0.0
    assert third.deviation > 0.0
    assert sum(first.differences) == min(sum(way.differences) for way in ways(6)) == 3
    assert sum(second.differences) == max(sum(way.differences) for way in ways(6)) == 9


def test_ways_in_which_the_first_meets_the_last_come_at_the_end() -> None:
    """As the essay observes of eight players: all fifteen are in the last third, and one of them is the very last."""
    places = [place for place, way in enumerate(fairest(8)) if (1, 8) in way.pairs]
    assert len(places) == 15
    assert places[0] >= 2 * 105 // 3
    assert places[-1] == 104


def test_choosing_outwards_from_the_middle_comes_to_fair_ways_sooner() -> None:
    """The first five ways vary less than the first five of the other order."""
    down, outwards = (
        sum(way.variance for way in ways(6, choice)[:5]) for choice in (Choice.DOWN_THEN_UP, Choice.OUTWARDS)
    )
    assert outwards <= down


@pytest.mark.parametrize("players", [0, 7, 14, -2])
def test_groups_that_cannot_be_compared_are_refused(players: int) -> None:
    """An odd group, none, or one with too many ways."""
    with pytest.raises(ValueError, match="an even number from 2 to 12"):
        ways(players)


def test_the_table_lists_the_fairest_first() -> None:
    """A line for each way, below a heading."""
    assert len(table(6).splitlines()) == 16
    assert doctest.testmod(fairness).failed == 0
