"""The work of a search is counted, and of causes with the same effect the narrowest comes first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.faulty_engines import play_faultily

from checker.causes.breadth import count_touched, find_narrowest
from checker.causes.cause import CaseRound, Cause, ChangeKind
from checker.causes.conclusion import Effect, Weights, cover, grouped
from checker.causes.derived_values import BYE, PREFERENCE, flip
from checker.causes.trials import SearchBudget
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.misreadings import misreadings_of


def test_a_step_ends_at_its_share_of_the_work() -> None:
    """And a part of the step at its share of what is left; whatever is not spent is left for the next step."""
    budget = SearchBudget(100)
    budget.allot(0.4)
    with budget.part(0.5):
        budget.spend(19)
        assert not budget.is_over
        budget.spend(1)
        assert budget.is_over
    assert not budget.is_over
    budget.spend(20)
    assert budget.is_over
    budget.allot(1)
    assert not budget.is_over
    budget.stop()
    assert budget.is_over


@pytest.mark.parametrize(
    ("breadths", "explained", "narrowest"),
    [
        ([10], 30, 0),
        ([10, 9.8, 9.7], 30, 2),
        ([10, 9.8, 9.7], 10, 0),
        ([10, 0, 6], 30, 2),
        ([0, 4], 30, 0),
        ([5, 8], 30, 0),
    ],
)
def test_the_simplest_comes_first_unless_another_is_clearly_narrower(
    breadths: list[float], explained: int, narrowest: int
) -> None:
    """The more rounds it explains, the less narrower; a cause that seems to touch nobody stays behind."""
    assert find_narrowest(breadths, explained, [False] * len(breadths)) == narrowest


@pytest.mark.parametrize(("breadth", "narrowest"), [(8.3, 1), (8.4, 0)])
def test_a_rarer_cause_comes_first_only_if_it_is_much_narrower(breadth: float, narrowest: int) -> None:
    """By six rounds of thirty; a known one needs less."""
    assert find_narrowest([10, breadth], 30, [False, True]) == narrowest
    assert find_narrowest([10, breadth], 30, [False, False]) == 1


def test_a_definition_touches_the_players_whose_values_differ() -> None:
    """A criterion the players of whom it counts something; another order of candidates everybody."""
    prepared = DUTCH_2026.open(play_faultily(DUTCH_2026, 0).event)
    bound = prepared.round(5)
    players = bound.participants
    assert count_touched(bound, bound) == 0
    first = np.arange(players.size) == int(np.flatnonzero(players.bye_allowed & (players.preference != 0))[0])
    assert count_touched(bound, flip(bound, PREFERENCE, 0, first)) == 1
    assert not players.is_odd
    assert count_touched(bound, flip(bound, BYE, 0, first)) == 0
    misread = {one.identifier: one for one in misreadings_of(DUTCH_2026)}
    everybody = misread["exchange-number-left-out"].rules(DUTCH_2026).prepare(prepared.source, prepared).round(5)
    assert count_touched(bound, everybody) == players.size
    left_out = misread["colour-preference-left-out"]
    without = left_out.rules(DUTCH_2026).prepare(prepared.source, prepared).round(5)
    touched = count_touched(bound, without)
    assert 0 < touched <= players.size


def test_a_rule_on_colours_that_looks_at_less_touches_fewer_players() -> None:
    """By the share of the opponents of the same score against whom a player has another colour."""
    misread = {one.identifier: one for one in misreadings_of(DUTCH_2026)}
    prepared = [DUTCH_2026.open(play_faultily(DUTCH_2026, index).event) for index in (3, 15)]
    of_latest_game, left_out = (
        sum(
            count_touched(
                event.round(number), misread[name].rules(DUTCH_2026).prepare(event.source, event).round(number)
            )
            for event in prepared
            for number in event.recorded_rounds
        )
        for name in ("alternation-from-latest-game", "colour-rule-alternate-left-out")
    )
    assert 0 < of_latest_game < left_out


def test_a_criterion_limited_to_some_brackets_touches_fewer_players() -> None:
    """Than the same criterion left out everywhere."""
    prepared = DUTCH_2026.open(play_faultily(DUTCH_2026, 0).event)
    c12 = next(one for one in DUTCH_2026.criteria if one.label == "C12")
    contribution = c12.criterion.contribution

    def first_only(bracket: object) -> object:
        return contribution(bracket) if bracket.first == 0 else None  # type: ignore[attr-defined,arg-type]  # a bracket

    limited = replace(c12, criterion=replace(c12.criterion, contribution=first_only))
    rules = [
        replace(DUTCH_2026, criteria=tuple(others))
        for others in (
            [one for one in DUTCH_2026.criteria if one is not c12],
            [limited if one is c12 else one for one in DUTCH_2026.criteria],
        )
    ]
    everywhere, but_first = (
        sum(
            count_touched(prepared.round(number), one.prepare(prepared.source, prepared).round(number))
            for number in prepared.recorded_rounds
        )
        for one in rules
    )
    assert 0 < but_first < everywhere


@pytest.mark.parametrize(
    ("identifier", "explained", "is_chosen"),
    [("known", 3, True), ("known", 2, False), ("generated", 4, True), ("generated", 3, False)],
)
def test_a_generated_misreading_must_explain_four_of_few_rounds(
    identifier: str,
    explained: int,
    is_chosen: bool,
) -> None:
    """A known one two, and a third of the rounds: of thousands that are tried, some fit a few rounds by luck."""
    cause = Cause(identifier=identifier, sentence="as if a rule fell", kind=ChangeKind.RULE)
    wanting = frozenset(CaseRound(0, stage) for stage in range(1, 8))
    effect = Effect(cause=cause, explained=frozenset(sorted(wanting)[:explained]))
    weights = Weights(fewest_of_rule=2, fewest_of_generated=4, known=frozenset({"known"}))
    assert bool(cover(grouped([effect]), wanting, weights)) == is_chosen
