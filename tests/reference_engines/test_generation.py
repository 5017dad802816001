"""The sequence of Article 4 (section D): the regulation's own examples as comparisons of candidates."""

from __future__ import annotations

import pytest
from support.events import event

from reference_engines.definitions.history import read_history
from reference_engines.definitions.player_states import ByeRule, FloatRule, derive_player_states
from reference_engines.definitions.players import players_of_round
from reference_engines.downfloating.bracket import Bracket, Candidate
from reference_engines.dutch.generation import describe_generation


def bracket_of(players: int, mdps: int = 0) -> Bracket:
    """Return a bracket of fresh players, numbered by place; the first ``mdps`` come from above."""
    fresh = event([""] * players)
    history = read_history(fresh)
    state = derive_player_states(fresh, history, FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.WIN_WITHOUT_PLAYING)
    field = players_of_round(fresh, history, state, 1)
    return Bracket(players=field, mdps=tuple(range(mdps)), first=mdps, last=players, next_last=players)


def candidate(bracket: Bracket, pairs: list[tuple[int, int]]) -> Candidate:
    """Pair BSNs; the others downfloat."""
    places = sorted((min(pair) - 1, max(pair) - 1) for pair in pairs)
    paired = {place for pair in places for place in pair}
    return Candidate(
        pairs=tuple(places), downfloaters=tuple(place for place in range(bracket.size) if place not in paired)
    )


def exchanged(moved_down: list[int], moved_up: list[int]) -> list[tuple[int, int]]:
    """Pair the new S1 and S2 of eleven players from the end, so that each player of S1 outranks the opponent."""
    s1 = sorted({1, 2, 3, 4, 5} - set(moved_down) | set(moved_up))
    s2 = sorted(set(range(1, 12)) - set(s1))
    return list(zip(reversed(s1), reversed(s2), strict=False))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (([5], [6]), ([4], [6])),  # the larger BSN leaves S1
        (([5], [6]), ([5], [7])),  # the smaller BSN leaves S2
        (([4], [6]), ([5], [8])),  # the smaller difference of sums
        (([5], [9]), ([4, 5], [6, 7])),  # fewer players
        (([3, 4], [6, 8]), ([4, 5], [8, 9])),  # 14 - 7 is less than 17 - 9
        (([2, 5], [6, 7]), ([3, 4], [6, 7])),  # 5-2 before 4-3
        (([4, 5], [6, 9]), ([4, 5], [7, 8])),  # 6-9 before 7-8
    ],
)
def test_exchanges_come_in_the_order_of_their_four_rules(
    earlier: tuple[list[int], list[int]], later: tuple[list[int], list[int]]
) -> None:
    """4.3.2 (D.2), with the examples printed there."""
    bracket = bracket_of(11)
    first = describe_generation(bracket, candidate(bracket, exchanged(*earlier)))
    second = describe_generation(bracket, candidate(bracket, exchanged(*later)))
    assert first.moved_to_s2 == tuple(earlier[0])
    assert first.moved_to_s1 == tuple(earlier[1])
    assert first.key < second.key


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ([6, 7, 8, 9, 10], [6, 7, 8, 9, 11]),
        ([6, 7, 8, 9, 11], [6, 7, 8, 10, 9]),
        ([6, 11, 10, 9, 8], [7, 6, 8, 9, 10]),
        ([7, 6, 8, 9, 10], [11, 10, 9, 8, 7]),
    ],
)
def test_transpositions_come_in_lexicographic_order(earlier: list[int], later: list[int]) -> None:
    """4.2.2 (D.1): eleven players, the last BSN of S2 downfloats."""
    bracket = bracket_of(11)
    keys = [
        describe_generation(bracket, candidate(bracket, list(zip(range(1, 6), s2, strict=True)))).key
        for s2 in (earlier, later)
    ]
    assert keys[0] < keys[1]


def test_an_exchange_comes_after_every_transposition() -> None:
    """3.6.1 (B.6): transpositions are used up first."""
    bracket = bracket_of(6)
    last_transposition = candidate(bracket, [(1, 6), (2, 5), (3, 4)])
    first_exchange = candidate(bracket, [(1, 3), (2, 5), (4, 6)])
    assert describe_generation(bracket, last_transposition).key < describe_generation(bracket, first_exchange).key


def test_the_remainder_varies_before_the_opponents_of_the_mdps() -> None:
    """3.7.1 and 3.7.2 (B.7): first all of the remainder, then the next MDP-pairing."""
    bracket = bracket_of(7, mdps=1)
    exchange_in_remainder = candidate(bracket, [(1, 2), (3, 4), (5, 6)])
    next_opponent = candidate(bracket, [(1, 3), (2, 5), (4, 6)])
    assert describe_generation(bracket, exchange_in_remainder).key < describe_generation(bracket, next_opponent).key


def test_a_remainder_has_sequence_numbers_of_its_own() -> None:
    """
    4.1.1 (DUTCH-2017-BSN): MDP 1 meets 5; the remainder 2, 3, 4, 6, 7 is tagged anew, so that 6 is its fourth.

    Exchanging 3 with 6 makes the same difference as 2 with 4, and moves the larger number; by the numbers of the
    bracket it would come later.
    """
    bracket = bracket_of(7, mdps=1)
    three_with_six = describe_generation(bracket, candidate(bracket, [(1, 5), (2, 4), (6, 7)]))
    two_with_four = describe_generation(bracket, candidate(bracket, [(1, 5), (3, 6), (4, 7)]))
    assert (three_with_six.moved_to_s2, three_with_six.moved_to_s1) == ((3,), (6,))
    assert (two_with_four.moved_to_s2, two_with_four.moved_to_s1) == ((2,), (4,))
    assert three_with_six.key < two_with_four.key


def test_sets_of_mdps_come_last() -> None:
    """3.7.3, 4.4.2 (D.3): the set with the smallest differing BSN first."""
    bracket = bracket_of(4, mdps=2)
    highest_paired = describe_generation(bracket, candidate(bracket, [(1, 4)]))
    next_set = describe_generation(bracket, candidate(bracket, [(2, 3)]))
    assert highest_paired.limbo == (2,)
    assert highest_paired.key < next_set.key
