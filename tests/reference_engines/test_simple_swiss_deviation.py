"""The simple Swiss by the smallest deviation: the most even way to pair a group, and the verdict on other pairings."""

from __future__ import annotations

import random
import statistics
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from support.agreement import paired
from support.events import event
from support.generated import generated_events

from reference_engines.frame.results import DivergenceKind, Pair, RoundPairing
from reference_engines.literal.simple_swiss import LITERAL_DEVIATION_SIMPLE
from reference_engines.matching import proving
from reference_engines.simple_swiss import fairness
from reference_engines.simple_swiss.edition import (
    ALTERNATING,
    BASIC,
    DEFAULT_READINGS,
    DUTCH,
    OLYMPIAD,
    OPEN_POINTS,
    OPEN_POINTS_OF_DEVIATION,
    SimpleOptions,
    read_other_side,
)
from reference_engines.simple_swiss.rules import DEVIATION_SIMPLE, SIMPLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event

KEY = "simple-2018/smallest-deviation"
GREATEST = replace(DEFAULT_READINGS, greatest_mean=True)
LOWEST = replace(DEFAULT_READINGS, unrated_as_lowest=True)


def rated(ratings: Sequence[int], rows: Sequence[str] = (), **declared: object) -> Event:
    """Return an event of players with these ratings (0: none), and with these rounds."""
    made = event(rows or [""] * len(ratings), **declared)
    players = zip(made.players, ratings, strict=True)
    return replace(made, players=tuple(replace(player, rating=rating or None) for player, rating in players))


def opened(of: Event, options: SimpleOptions = DEFAULT_READINGS) -> PreparedEvent:
    """Prepare an event with options."""
    return replace(DEVIATION_SIMPLE, options=options).open(of)


def met(of: Event, options: SimpleOptions = DEFAULT_READINGS) -> list[set[int]]:
    """Return the pairs of the next round, ordered by their first player."""
    pairs = opened(of, options).round(of.rounds_recorded + 1).expected().pairs
    return [set(pair.players) for pair in sorted(pairs, key=lambda pair: min(pair.white, pair.black))]


# --- the most even way ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "pairs"), [(DEFAULT_READINGS, [{1, 2}, {3, 4}, {5, 6}]), (GREATEST, [{1, 4}, {2, 5}, {3, 6}])]
)
def test_players_as_far_apart_from_each_other(options: SimpleOptions, pairs: list[set[int]]) -> None:
    """The essay's six players: deviation 0 for two ways, of which the one with the smaller mean stands first."""
    assert met(rated([2500, 2480, 2460, 2440, 2420, 2400]), options) == pairs


@pytest.mark.parametrize(("last", "pairs"), [(1950, [{1, 2}, {3, 4}, {5, 6}]), (1949, [{1, 3}, {2, 4}, {5, 6}])])
def test_a_point_of_rating_decides(last: int, pairs: list[set[int]]) -> None:
    """Differences of 100, 100, 150 vary as those of 200, 200, 150 do; of 100, 100, 151 more than of 200, 200, 151."""
    assert met(rated([2500, 2400, 2300, 2200, 2100, last])) == pairs


@pytest.mark.parametrize("seed", range(12))
def test_no_way_to_pair_a_group_is_more_even(seed: int) -> None:
    """All 105 ways of eight players, and their deviations by the library."""
    ratings = tuple(sorted((random.Random(seed).randint(1000, 2700) for _ in range(8)), reverse=True))
    pairs = met(rated(ratings))
    assert [set(pair) for pair in fairness.fairest(8, ratings=ratings)[0].pairs] == pairs
    ways = (way.differences for way in fairness.ways(8, ratings=ratings))
    mine = [abs(ratings[min(pair) - 1] - ratings[max(pair) - 1]) for pair in pairs]
    assert statistics.pstdev(mine) == pytest.approx(min(map(statistics.pstdev, ways)))


def test_of_ways_as_even_asking_comes_to_one_first() -> None:
    """Everybody has the same rating: the order of asking decides, and with it the option of its order."""
    four = [2000] * 6
    assert met(rated(four)) == met(rated(four), GREATEST) == [{1, 4}, {2, 5}, {3, 6}]
    apart = rated(four, ["4w1 2b=", "3b= 1w=", "2w= 5b=", "1b0 6w=", "6w0 3w=", "5b1 4b="])
    asked = SIMPLE.open(apart).round(3).expected().pairs
    assert met(apart) == [set(pair.players) for pair in sorted(asked, key=_first)]


def _first(pair: Pair) -> int:
    return min(pair.white, pair.black)


@pytest.mark.parametrize(
    ("options", "pairs"), [(DEFAULT_READINGS, [{1, 3}, {2, 4}, {5, 6}]), (LOWEST, [{1, 2}, {3, 4}, {5, 6}])]
)
def test_unrated_players_are_matched_by_their_rating_of_0(options: SimpleOptions, pairs: list[set[int]]) -> None:
    """Of 0, a difference of 2100 is to be matched; of 2100, none."""
    assert met(rated([2500, 2400, 2300, 2200, 2100, 0]), options) == pairs


# --- what the essay leaves open ---------------------------------------------------------------------------------------


def test_the_last_player_of_an_odd_group_goes_down() -> None:
    """An odd group loses its last player, even if it were more even without another player."""
    ratings = [2500, 2400, 2390, 2000, 1990]
    rows = ["4w1", "5b1", "U", "1b0", "2w0"]
    played = rated(ratings, rows)
    assert met(played) == [{1, 2}, {3, 4}]
    assert opened(played).round(2).expected().bye == 5
    asked = SIMPLE.open(played).round(2).expected().pairs
    assert met(played) == [set(pair.players) for pair in sorted(asked, key=_first)]


def test_limits_of_colours_are_kept_first() -> None:
    """Two who have had White twice running do not meet within B1, however alike they are."""
    ratings = [2500, 2490, 2400, 2390]
    colours = ["- -", "- -", "- -", "- -"]
    assert met(rated(ratings, colours)) == [{1, 2}, {3, 4}]
    running = ["5w= 6w=", "6w= 5w=", "7b= 8b=", "8b= 7b=", "1b= 2b=", "2b= 1b=", "3w= 4w=", "4w= 3w="]
    found = met(rated([*ratings, 2380, 2370, 2360, 2350], running))
    assert all({1, 2, 7, 8} & pair and {3, 4, 5, 6} & pair for pair in found)


# --- engines ----------------------------------------------------------------------------------------------------------

EVERY = (
    *(DEFAULT_READINGS, ALTERNATING, OLYMPIAD, DUTCH, BASIC),
    *(read_other_side(DEFAULT_READINGS, identifier) for identifier in (*OPEN_POINTS, *OPEN_POINTS_OF_DEVIATION)),
)


def test_all_ways_compared_come_to_the_same() -> None:
    """Small events of its own, by each option and open reading."""
    compared = 0
    for played in generated_events("simple-deviation"):
        for number, options in ((n, o) for n in range(1, played.rounds_recorded + 1) for o in EVERY):
            one, other = (replace(rules, options=options) for rules in (DEVIATION_SIMPLE, LITERAL_DEVIATION_SIMPLE))
            found = paired(one, played, number)
            assert found == paired(other, played, number)
            compared += isinstance(found, RoundPairing)
    assert compared > 100


def test_every_answer_of_the_kernel_is_proven() -> None:
    """Of a first round of 20 players."""
    ratings = sorted((random.Random(5).randint(1000, 2700) for _ in range(20)), reverse=True)
    with proving():
        assert len(opened(rated(ratings)).round(1).expected().pairs) == 10


# --- what is said -----------------------------------------------------------------------------------------------------


def verdict(of: Event, *pairs: tuple[int, int]) -> tuple[DivergenceKind, str]:
    """Return the verdict on another pairing of the next round: kind and sentence."""
    parted = (
        opened(of)
        .round(of.rounds_recorded + 1)
        .divergence(RoundPairing(pairs=tuple(Pair(*pair) for pair in pairs), bye=None))
    )
    assert parted is not None
    return parted.kind, parted.sentence


def test_a_less_even_way_is_worse() -> None:
    """With the differences of both."""
    kind, sentence = verdict(rated([2400, 2300, 2200, 2100]), (1, 4), (2, 3))
    assert kind is DivergenceKind.WORSE
    assert sentence == (
        "The rating differences of the games in the 0-point group should vary least: players 1 and 2 (100) and "
        "players 3 and 4 (100). Instead, players 1 and 4 (300) and players 2 and 3 (100), which is less even."
    )


def test_a_way_with_the_greater_mean_is_worse_and_one_asked_for_later_comes_later() -> None:
    """The smaller mean first, then the order of asking."""
    kind, sentence = verdict(rated([2400, 2300, 2200, 2100]), (1, 3), (2, 4))
    assert (kind, sentence.endswith("which is as even, with another mean.")) == (DivergenceKind.WORSE, True)
    kind, sentence = verdict(rated([2000] * 4), (1, 4), (2, 3))
    assert kind is DivergenceKind.LATER
    assert sentence.endswith("which is as even but asked for later.")


def test_leaving_a_group_is_judged_before_its_games() -> None:
    """More players who go down, or others."""
    rows = ["5w1", "6b1", "7w1", "8b1", "1b0", "2w0", "3b0", "4w0"]
    ratings = [2500, 2490, 2480, 2470, 2400, 2390, 2380, 2370]
    kind, sentence = verdict(rated(ratings, rows), (1, 6), (2, 5), (3, 4), (7, 8))
    assert kind is DivergenceKind.WORSE
    assert sentence.endswith("can be paired so that no player must go down. Instead, players 1 and 2 must.")
    numbers = sorted(chain.from_iterable(met(rated(ratings, rows))))
    assert numbers == list(range(1, 9))
