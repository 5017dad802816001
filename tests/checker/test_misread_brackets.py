"""Rarer misreadings of how a bracket is paired: S1 and S2, perfect candidates, orders, and the look-ahead."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.faulty_engines import AXES
from support.loops import require_items

from random_tournaments.axes import Span
from random_tournaments.event_batch import Batch
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.dutch.generation import (
    Displacement,
    describe_generation,
    find_exchange,
    keep_residents,
    pair_bsns,
)
from reference_engines.literal.dutch import LITERAL_2017, LITERAL_2026
from reference_engines.literal.dutch.sequence import heterogeneous_candidates, homogeneous_candidates
from reference_engines.misreadings import varied_misreadings
from reference_engines.misreadings.dutch.choices import remainders

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing

SMALL = replace(AXES, players=Span(9, 12), rounds=Span(4, 5))


@cache
def _misreadings(system: Any = DUTCH_2026) -> dict[str, Any]:
    return {one.identifier: one for one in varied_misreadings(system)}


@cache
def _event(index: int, system: str = "dutch-2026") -> Any:
    return Batch(seed=8, axes=SMALL, system=system).play(index).event


def _pair(rules: Any, index: int, number: int) -> RoundPairing:
    pairing: RoundPairing = rules.open(_event(index)).round(number).expected()
    return pairing


OF_C14_2026 = "perfect-by-all-but-resident-downfloat-again-1"
"""The criterion has another name in 2017."""
WITH_TWINS = (
    ("heterogeneous-as-homogeneous", 1, 2, 5),
    ("remainder-reversed", 2, 3, 5),
    ("remainder-appended", 7, 3, 4),
    ("remainder-appended-in-turn-halves-sorted", 7, 3, 4),
    ("remainder-swapped", 8, 3, 4),
    ("mdp-transposition-before-exchange", 9, 4, 5),
    ("mdp-transposition-before-number", 9, 4, 5),
    ("transposition-by-sum-whole", 0, 3, 5),
    ("transposition-by-moved", 15, 2, 5),
    ("transposition-by-sum-whole-homogeneous", 0, 3, 5),
    ("transposition-by-squares-mdps", 36, 2, 5),
    ("perfect-by-criteria-on-downfloats", 0, 2, 5),
    ("perfect-by-criteria-up-to-colour-preference", 1, 2, 5),
    (OF_C14_2026, 1, 2, 5),
    ("colour-preference-reversed", 1, 2, 5),
    ("one-by-one-preferences-settled", 1, 2, 5),
    ("one-by-one-colour-preference-homogeneous", 3, 3, 5),
    ("one-by-one-preferences", 3, 3, 5),
    ("one-by-one-preferences-and-upfloats-mdps-settled", 5, 3, 4),
    ("one-by-one-preferences-mdps", 5, 3, 4),
)
WITHOUT_TWINS = (
    ("ahead-up-to-colour-preference", 0, 3, 5),
    ("ahead-and-colour-preference", 0, 3, 5),
    ("ahead-before-last", 2, 4, 5),
    ("ahead-each", 26, 5, 4),
    ("ahead-mdps-meet", 26, 5, 4),
    ("ahead-together", 26, 5, 4),
    ("ahead-homogeneous", 56, 5, 4),
    ("ahead-odd", 62, 5, 4),
    ("ahead-whole", 62, 5, 4),
    ("exchanges-all-before-colour-preference", 1, 2, 5),
    ("exchanges-remainder-before-colour-preference", 2, 5, 4),
    ("exchanges-remainder-before-resident-downfloat-again-1", 9, 4, 5),
    ("last-of-equal-candidates", 3, 3, 5),
    ("last-of-equal-candidates-even-if-perfect", 0, 2, 5),
    ("walk-ends-after-1-legal", 1, 2, 5),
    ("walk-ends-after-10-tried", 2, 3, 5),
    ("walk-ends-after-100-tried", 2, 3, 5),
    ("walk-ends-after-20-legal", 2, 3, 5),
)


@pytest.mark.parametrize(("identifier", "index", "differs", "agrees"), WITH_TWINS + WITHOUT_TWINS)
def test_a_misreading_pairs_one_round_otherwise_and_another_one_alike(
    identifier: str, index: int, differs: int, agrees: int
) -> None:
    """Of the same event; the sentence is read after "as if"."""
    misreading = _misreadings()[identifier]
    misread = misreading.rules(DUTCH_2026)
    assert _pair(misread, index, differs) != _pair(DUTCH_2026, index, differs)
    assert _pair(misread, index, agrees) == _pair(DUTCH_2026, index, agrees)
    assert misreading.sentence[0] != misreading.sentence[0].upper() or misreading.sentence[0] == "C"
    assert misreading.article


@pytest.mark.parametrize(("identifier", "index", "differs"), [row[:3] for row in WITH_TWINS])
def test_the_twin_walks_to_the_same_candidates(identifier: str, index: int, differs: int) -> None:
    """It tries every candidate in the misread order; the assessment finds the same candidate the first."""
    change = _misreadings()[identifier].rules
    assert _pair(change(LITERAL_2026), index, differs) == _pair(change(DUTCH_2026), index, differs)
    bound = change(DUTCH_2026).open(_event(index)).round(differs)
    assert bound.divergence(bound.expected()) is None


@pytest.mark.parametrize("identifier", [row[0] for row in WITH_TWINS if row[0] != OF_C14_2026])
def test_both_engines_follow_the_same_misreading_of_2017(identifier: str) -> None:
    """In all brackets of an event."""
    change, event = _misreadings(DUTCH_2017)[identifier].rules, _event(3, "dutch-2017")
    for number in require_items(range(2, event.rounds_recorded + 1)):
        by_matching, by_walking = (
            change(rules).open(event).round(number).expected() for rules in (DUTCH_2017, LITERAL_2017)
        )
        assert by_matching == by_walking


# --- the remainder ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("identifier", "opponents", "expected"),
    [
        ("remainder-swapped", (4,), [3, 2, 5, 6, 7]),
        ("remainder-swapped", (2,), [3, 4, 5, 6, 7]),
        ("remainder-swapped", (3, 2), [4, 5, 6, 7]),
        ("remainder-swapped-halves-sorted", (4,), [2, 3, 5, 6, 7]),
        ("remainder-swapped-s2", (6,), [2, 3, 4, 5, 7]),
        ("remainder-appended", (4,), [3, 5, 6, 7, 2]),
        ("remainder-appended", (4, 5), [6, 7, 2, 3]),
        ("remainder-appended-in-turn", (4, 2), [5, 6, 7, 3]),
        ("remainder-reversed", (4,), [7, 6, 5, 3, 2]),
        ("remainder-reversed-s2", (4,), [2, 3, 7, 6, 5]),
        ("remainder-reversed", (), [2, 3, 4, 5, 6, 7]),
    ],
)
def test_players_of_a_remainder_stand_in_another_order(
    identifier: str, opponents: tuple[int, ...], expected: list[int]
) -> None:
    """By the text they stand in order, whichever residents the MDPs have taken."""
    residents = range(2, 8)
    (misread,) = (one.rules(DUTCH_2026) for one in remainders(DUTCH_2026) if one.identifier == identifier)
    assert list(misread.order.remainder(residents, opponents)) == expected
    assert list(keep_residents(residents, opponents)) == [one for one in residents if one not in opponents]


def test_every_arrangement_of_a_remainder_holds_all_its_players() -> None:
    """Each of them once."""
    for one in require_items(list(remainders(DUTCH_2026))):
        arrange: Any = one.rules(DUTCH_2026)
        for opponents in ((4,), (6, 3), (7, 2, 5)):
            rest = sorted({*range(2, 9)} - {*opponents})
            assert sorted(arrange.order.remainder(range(2, 9), opponents)) == rest


# --- displacements ---------------------------------------------------------------------------------------------------


def test_a_displacement_is_zero_for_the_first_opponents_alone() -> None:
    """It adds up the places between an opponent and the first one, be it by transposition or exchange."""
    figure = Displacement(of_pair=lambda places: places)
    assert figure.value([(1, 4), (2, 5), (3, 6)], 3) == 0
    assert figure.value([(1, 5), (2, 4), (3, 6)], 3) == 2
    assert figure.value([(1, 3), (2, 5), (4, 6)], 3) == 2
    cost = figure.cost(6, 3)
    assert (cost == cost.T).all()
    assert [int(cost[pair]) for pair in ((0, 3), (0, 4), (1, 3), (0, 2))] == [0, 1, 1, 1]
    assert not np.diag(cost).any()


# --- the look-ahead --------------------------------------------------------------------------------------------------


def test_a_look_ahead_asks_the_following_bracket_for_more_or_less() -> None:
    """All other misreadings of it have an article and names of their own; 2017 is left as it is."""
    names = [name for name in _misreadings() if name.startswith("ahead-")]
    assert len(names) > 15
    assert {_misreadings()[name].article for name in names} == {"2.4.3"}
    assert not [name for name in _misreadings(DUTCH_2017) if name.startswith("ahead-")]


# --- exchanges of a remainder ----------------------------------------------------------------------------------------


def test_exchanges_of_a_remainder_rank_above_a_criterion() -> None:
    """Of all candidates of a bracket with MDPs, in the order of the text: the first with the fewest before C12."""
    misread = _misreadings()["exchanges-remainder-before-colour-preference"].rules(DUTCH_2026)
    first = [one.label for one in DUTCH_2026.criteria].index("C12")
    checked = 0
    for index, number in require_items(list(product(range(12), (3, 4, 5)))):
        for bracket, candidate in misread.open(_event(index)).round(number).expected_by_position.trace:
            if not bracket.mdps or candidate.downfloaters:
                continue  # what they leave below counts, too
            mdps = bracket.mdp_count
            best: Any = None
            walk = heterogeneous_candidates([tuple(range(mdps))], range(mdps, bracket.size), bracket.size // 2)
            for pairs in (one for one in walk if all(bracket.allowed[pair] for pair in one)):
                taken = [max(pair) for pair in pairs if min(pair) < mdps]
                rest = [place for place in range(mdps, bracket.size) if place not in taken]
                bsns = pair_bsns(rest, [pair for pair in pairs if min(pair) >= mdps])
                moved = len(find_exchange(bsns, len(rest) // 2, len(rest)).moved_to_s1)
                values = [one.criterion.value(bracket, pairs, ()) for one in DUTCH_2026.criteria]
                key = (values[:first], moved, values[first:])
                if best is None or key < best[0]:
                    best = key, tuple(sorted((min(pair), max(pair)) for pair in pairs))
            assert candidate.pairs == best[1]
            checked += 1
    assert checked > 5


# --- players one by one ----------------------------------------------------------------------------------------------


def test_criteria_count_the_pairs_of_one_player_after_the_other() -> None:
    """Together the parts of C12 count each pair once, under its higher ranked player."""
    misread = _misreadings()["one-by-one-colour-preference"].rules(DUTCH_2026)
    parts = [one.criterion for one in misread.criteria if one.label.startswith("C12 of ")]
    whole = next(one.criterion for one in DUTCH_2026.criteria if one.label == "C12")
    counted = 0
    for bracket, _ in require_items(DUTCH_2026.open(_event(3)).round(3).expected_by_position.trace):
        values = [found.pairs for part in parts if (found := part.contribution(bracket)) is not None]
        expected = whole.contribution(bracket)
        assert expected is not None
        assert expected.pairs is not None
        added = np.sum([np.zeros(expected.pairs.shape), *values], axis=0)
        assert (np.triu(added, 1) == np.triu(expected.pairs, 1)).all()
        counted += len(values)
    assert counted > 2


# --- walks that end early --------------------------------------------------------------------------------------------


def test_a_walk_that_ends_at_once_takes_the_first_legal_candidate() -> None:
    """Of the first bracket of a round: the first one that breaks no absolute criterion, in the order of the text."""
    misread = _misreadings()["walk-ends-after-1-legal"].rules(DUTCH_2026)
    differing = 0
    for index, number in require_items(list(product(range(8), (2, 3, 4)))):
        bound, own = (rules.open(_event(index)).round(number) for rules in (misread, DUTCH_2026))
        (bracket, candidate), (_, printed) = (one.expected_by_position.trace[0] for one in (bound, own))
        if printed.downfloaters:
            continue  # which of them leave a complete pairing is another question
        first = next(
            pairs
            for pairs in homogeneous_candidates(range(bracket.size), len(printed.pairs))
            if all(bracket.allowed[pair] for pair in pairs)
        )
        assert candidate.pairs == tuple(sorted((min(pair), max(pair)) for pair in first))
        differing += candidate != printed
    assert differing


def test_the_last_of_equal_candidates_is_generated_later() -> None:
    """It has the same values in the first bracket that differs; a perfect candidate is accepted all the same."""
    misread = _misreadings()["last-of-equal-candidates"].rules(DUTCH_2026)
    differing = 0
    for index, number in require_items(list(product(range(10), (2, 3)))):
        bound, own = (rules.open(_event(index)).round(number) for rules in (misread, DUTCH_2026))
        traces = zip(own.expected_by_position.trace, bound.expected_by_position.trace, strict=False)
        first = next((both for both in traces if both[0][1] != both[1][1]), None)
        if first is None:
            continue
        (bracket, printed), (_, candidate) = first
        values = [
            [bracket.value(one.criterion, found) for one in DUTCH_2026.criteria] for found in (printed, candidate)
        ]
        keys = [describe_generation(bracket, found).key for found in (printed, candidate)]
        assert values[0] == values[1]
        assert any(any(value) for value in values[0])
        assert keys[0] < keys[1]
        differing += 1
    assert differing


def test_a_walk_that_does_not_end_early_takes_the_candidate_of_the_text() -> None:
    """Where the best candidate is among those that are tried, as in the first round."""
    for name in ("walk-ends-after-1-legal", "walk-ends-after-1000-tried"):
        misread = _misreadings()[name].rules(DUTCH_2026)
        assert _pair(misread, 2, 1) == _pair(DUTCH_2026, 2, 1)


# --- criteria the other way round ------------------------------------------------------------------------------------


def test_a_reversed_criterion_counts_what_the_criterion_leaves_out() -> None:
    """Of C12, every pair of two players counts under one of the two."""
    misread = _misreadings()["colour-preference-reversed"].rules(DUTCH_2026)
    own, other = (next(one for one in rules.criteria if one.label == "C12") for rules in (DUTCH_2026, misread))
    counted = 0
    for bracket, _ in require_items(DUTCH_2026.open(_event(1)).round(2).expected_by_position.trace):
        first, second = (one.criterion.contribution(bracket) for one in (own, other))
        if first is None or second is None or first.pairs is None or second.pairs is None:
            continue
        assert (first.pairs.astype(np.int64) + second.pairs == 1).all()
        counted += 1
    assert counted


# --- perfect candidates ----------------------------------------------------------------------------------------------


def test_a_candidate_that_fulfils_every_criterion_is_accepted_whatever_is_asked_for() -> None:
    """So the first round, in which nobody has floated or had a colour, stays as it is."""
    perfect = [one for name, one in _misreadings().items() if name.startswith("perfect-by-")]
    first = _pair(DUTCH_2026, 1, 1)
    for one in require_items(perfect[::5]):
        assert _pair(one.rules(DUTCH_2026), 1, 1) == first
