"""A criterion stands once: optimiser, literal twin, assessment, explanation and coverage read the same value."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.team_events import new_event, play_round

from checker.verdicts.first_difference import compare_assessments
from random_tournaments.axes import Axes, Span
from random_tournaments.event_batch import Batch
from reference_engines.coverage import features_of, find_covered_features
from reference_engines.coverage.features import decisive
from reference_engines.definitions.criteria import Contribution
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.criteria import NumberedCriterion
    from reference_engines.frame.rules import PreparedEvent, Rules
    from reference_engines.upfloating.participants import UpfloatingParticipants
    from tournaments.model import Event
    from tournaments.teams.event import TeamEvent

SENTENCE = "pairs that only this test counts"
CHANGED = {
    "dutch-2026": ("C12", "criteria"),
    "dutch-2017": ("C10", "criteria"),
    "burstein-2026": ("C8", "criteria"),
    "burstein-2018": ("C8", "criteria"),
    "dubov-2026": ("C7", "criteria"),
    "team-2026": ("C8", "bracket_criteria"),
    "team-2024": ("C7", "bracket_criteria"),
    "double-swiss-2026": ("C8", "bracket_criteria"),
}
"""The criterion on pairs that is changed in each edition, and the field of the rules in which it stands."""
by_key = pytest.mark.parametrize("key", CHANGED)


def count_other_pairs(numbered: NumberedCriterion[Any], scope: Any) -> Contribution:
    """Count exactly the pairs that the criterion of the edition does not count."""
    counted = numbered.criterion.contribution(scope)
    counts = np.zeros((scope.size, scope.size)) if counted is None else np.asarray(counted.pairs)
    pairs = (counts == 0).astype(np.int64)
    return Contribution(pairs=pairs, bound=len(pairs))


def count_odd_sums(_: NumberedCriterion[Any], members: UpfloatingParticipants) -> Contribution:
    """Count the pairs whose numbers have an odd sum."""
    pairs = np.add.outer(members.tpn, members.tpn) % 2
    return Contribution(pairs=pairs, bound=len(pairs))


def changed_rules(rules: Rules, key: str) -> Rules:
    """Return the rules with the criterion changed."""
    label, name = CHANGED[key]

    def change(numbered: NumberedCriterion[Any]) -> NumberedCriterion[Any]:
        count = count_odd_sums if name == "bracket_criteria" else count_other_pairs
        contribution = partial(count, numbered)
        return replace(numbered, criterion=replace(numbered.criterion, sentence=SENTENCE, contribution=contribution))

    criteria = tuple(change(one) if one.label == label else one for one in getattr(rules, name))
    changed: Rules = replace(rules, **{name: criteria})
    return changed


def events(key: str) -> Iterator[Event | TeamEvent]:
    """Generate small events of a system."""
    if engine_for(key).edition.pairs_teams:
        chance = random.Random(34)
        for teams in (6, 7, 8) * 5:
            event = new_event(teams, 5)
            for _ in range(3):
                event = play_round(event, engine_for(key), chance)
            yield event
    else:
        batch = Batch(seed=34, axes=Axes(players=Span(5, 10), rounds=Span(3, 5)), system=key)
        yield from (batch.play(index).event for index in range(20))


@cache
def rounds(key: str) -> tuple[tuple[PreparedEvent, PreparedEvent, PreparedEvent, int], ...]:
    """Return generated events prepared by the rules, the changed rules and the changed twin, with each round."""
    rules, twin = engine_for(key), engine_for(f"{key}/literal")

    def prepared() -> Iterator[tuple[PreparedEvent, PreparedEvent, PreparedEvent, int]]:
        for event in events(key):
            kinds = (rules, changed_rules(rules, key), changed_rules(twin, key))
            own, changed, walked = (kind.open(event) for kind in kinds)
            for number in own.recorded_rounds:
                yield own, changed, walked, number

    return tuple(prepared())


def expected(prepared: PreparedEvent, number: int) -> object:
    """Return the pairing of a round, or the name of the error."""
    try:
        return prepared.round(number).expected()
    except PairingError as error:
        return type(error).__name__


@by_key
def test_the_optimiser_and_the_literal_twin_follow_a_changed_criterion_alike(key: str) -> None:
    """The changed criterion changes pairings, and both change them alike."""
    differing = 0
    for own, changed, walked, number in rounds(key):
        pairing = expected(changed, number)
        assert expected(walked, number) == pairing
        differing += pairing != expected(own, number)
    assert differing >= 3


@by_key
def test_the_assessment_follows_a_changed_criterion(key: str) -> None:
    """Of the pairs of a bracket, the changed criterion counts exactly the pairs that it should."""
    counted = 0
    for own, changed, _, number in rounds(key):
        pairing = changed.round(number).expected()
        as_printed, as_changed = (side.round(number).assess(pairing).brackets for side in (own, changed))
        for printed, bracket in zip(as_printed, as_changed, strict=False):
            for before, value in zip(printed.values, bracket.values, strict=True):
                if value.sentence != SENTENCE:
                    continue
                odd = sum((first + second) % 2 for first, second in bracket.pairs)
                others = len(bracket.pairs) - before.value[0]
                assert value.value == (odd if CHANGED[key][1] == "bracket_criteria" else others,)
                counted += 1
    assert counted > 50


@by_key
def test_the_explanation_follows_a_changed_criterion(key: str) -> None:
    """Where the edition's pairing is worse by the changed rules, some round is decided by the changed criterion."""
    label, _ = CHANGED[key]
    deciding = []
    for own, changed, _, number in rounds(key):
        before, after = own.round(number).expected(), changed.round(number).expected()
        if before != after:
            weighing = compare_assessments(changed.round(number).assess(before), changed.round(number).assess(after))
            deciding.append((weighing.criterion.label, weighing.criterion.sentence) if weighing.criterion else None)
    assert (label, SENTENCE) in deciding


@by_key
def test_the_coverage_follows_a_changed_criterion(key: str) -> None:
    """The feature has the sentence of the changed criterion, and rounds exercise it."""
    label, _ = CHANGED[key]
    rules = changed_rules(engine_for(key), key)
    (feature,) = (one for one in features_of(rules) if one == decisive(label, one.article))
    assert SENTENCE in feature.meaning
    covered = (find_covered_features(changed.round(number), [feature]) for _, changed, _, number in rounds(key))
    assert any(feature in features for features in covered)
