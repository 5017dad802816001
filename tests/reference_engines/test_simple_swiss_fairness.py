"""Ways to pair six and eight players, compared as the essay compares them."""

from __future__ import annotations

import doctest
import importlib
import statistics
import sys
from fractions import Fraction

import pytest

from reference_engines.simple_swiss import fairness
from reference_engines.simple_swiss.fairness import AskingOrder, fairest, table, ways


@pytest.mark.parametrize(("players", "number"), [(2, 1), (4, 3), (6, 15), (8, 105), (10, 945), (12, 10395)])
def test_every_way_is_there_once(players: int, number: int) -> None:
    """Fifteen for six players, 105 for eight; in either order of choice the same ones."""
    down, outwards = ([way.pairs for way in ways(players, choice)] for choice in AskingOrder)
    assert len(down) == len(outwards) == len(set(down)) == number
    assert set(down) == set(outwards)


def test_the_first_way_is_the_natural_one_and_the_last_pairs_neighbours() -> None:
    """Way 1 pairs the upper half with the lower one, way 15 each player with the next."""
    assert ways(6)[0].pairs == ((1, 4), (2, 5), (3, 6))
    assert ways(6)[1].pairs == ((1, 4), (2, 6), (3, 5))
    assert ways(6)[14].pairs == ((1, 2), (3, 4), (5, 6))


def test_the_ways_of_six_players_in_both_orders_of_choice() -> None:
    """By hand: 1 asks 4 5 6 3 2, or 4 3 5 2 6; of the four others a, b, c, d, a asks c d b, or c b d."""
    down = [f"{higher}{lower}" for way in ways(6) for higher, lower in way.pairs]
    assert " ".join(down[::3]) == "14 14 14 15 15 15 16 16 16 13 13 13 12 12 12"
    assert " ".join(down[1::3]) == "25 26 23 24 26 23 24 25 23 25 26 24 35 36 34"
    outwards = [f"{higher}{lower}" for way in ways(6, AskingOrder.OUTWARDS) for higher, lower in way.pairs]
    assert " ".join(outwards[::3]) == "14 14 14 13 13 13 15 15 15 12 12 12 16 16 16"
    assert " ".join(outwards[1::3]) == "25 23 26 25 24 26 24 23 26 35 34 36 24 23 25"


@pytest.mark.parametrize("players", [4, 6, 8])
def test_ways_go_by_deviation_then_by_mean(players: int) -> None:
    """Both as the standard library counts them."""
    fair = fairest(players)
    deviations = [statistics.pstdev(way.differences) for way in fair]
    means = [statistics.fmean(way.differences) for way in fair]
    assert [way.deviation for way in fair] == pytest.approx(deviations)
    assert [float(way.mean) for way in fair] == pytest.approx(means)
    keys = [(round(deviation, 9), round(mean, 9)) for deviation, mean in zip(deviations, means, strict=True)]
    assert keys == sorted(keys)


def test_three_ways_of_eight_players_are_equal_games_throughout() -> None:
    """Neighbours, players two apart, and players four apart; three apart leaves a player without an opponent."""
    equal = [way for way in fairest(8) if way.deviation == 0.0]
    assert [way.differences for way in equal] == [(1,) * 4, (2,) * 4, (4,) * 4]
    assert fairest(8)[:3] == tuple(equal)


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


def test_real_ratings_decide_otherwise_than_places() -> None:
    """A point apart, or ten, neighbours come first; where three players are far above the others, the halves do."""
    level, apart = (2500, 2490, 2480, 2470, 2460, 2450), (2500, 2490, 2480, 2000, 1990, 1980)
    assert [way.pairs for way in fairest(6, ratings=level)] == [way.pairs for way in fairest(6)]
    assert fairest(6)[0].pairs == ((1, 2), (3, 4), (5, 6))
    first, *others = fairest(6, ratings=apart)
    assert (first.pairs, first.differences, first.deviation) == (((1, 4), (2, 5), (3, 6)), (500, 500, 500), 0.0)
    assert all(way.deviation > 0.0 for way in others)


def test_ratings_are_of_every_player_and_descend() -> None:
    """One is missing, or they rise; equal ones are not refused."""
    assert {way.deviation for way in fairest(4, ratings=(2000,) * 4)} == {0.0}
    for ratings in ((2000, 1900, 1800), (2000, 1900, 1950, 1800)):
        with pytest.raises(ValueError, match="4 players need as many ratings, the highest first"):
            ways(4, ratings=ratings)


def test_the_former_place_still_answers() -> None:
    """With a warning, and the same functions."""
    sys.modules.pop("pairproof.fairness", None)
    with pytest.warns(DeprecationWarning, match=r"use reference_engines\.simple_swiss\.fairness"):
        former = importlib.import_module("pairproof.fairness")
    assert former.table is table


def test_choosing_outwards_from_the_middle_comes_to_fair_ways_sooner() -> None:
    """The first five ways vary less than the first five of the other order."""
    down, outwards = (
        sum(way.variance for way in ways(6, choice)[:5]) for choice in (AskingOrder.DOWN_THEN_UP, AskingOrder.OUTWARDS)
    )
    assert outwards == Fraction(2)
    assert down == Fraction(38, 9)


@pytest.mark.parametrize("players", [0, 7, 14, -2])
def test_groups_that_cannot_be_compared_are_refused(players: int) -> None:
    """An odd group, none, or one with too many ways."""
    with pytest.raises(ValueError, match="an even number from 2 to 12"):
        ways(players)


def test_the_table_lists_the_fairest_first() -> None:
    """A line for each way, below a heading."""
    lines = table(6, AskingOrder.OUTWARDS).splitlines()
    assert len(lines) == len(table(6).splitlines()) == 16
    assert lines[1].split() == ["1", "11", "1-2", "3-4", "5-6", "1", "1", "1", "3", "1.00", "0.00"]
    assert len({len(line) for line in table(8).splitlines()}) == 1
    assert doctest.testmod(fairness).failed == 0
