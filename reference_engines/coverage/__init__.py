"""The coverage of a regulation by rounds: features of the rules, loaded by the key of the system."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from reference_engines.coverage.features import FAR, Feature, Nearness, list_procedure_features, shared_circumstances
from reference_engines.frame.rules import AnyRound, Rules
from reference_engines.misreadings import misreadings_of
from tournaments.frozen import FrozenStruct

Pairs = tuple[frozenset[frozenset[int]], int | None]
"""By TPN, without boards and colours."""


def _list_nothing(_rules: Any) -> tuple[Feature, ...]:
    return ()


def _find_nothing(_paired_round: Any, _features: Collection[Feature]) -> Collection[Feature]:
    return ()


def _measure_nothing(_paired_round: Any, _feature: Feature) -> Nearness:
    return FAR


class SystemCoverage(FrozenStruct, frozen=True, kw_only=True):
    """
    The coverage of a system's rules by rounds; a module of this folder holds one as ``COVERAGE``.

    A system without such a module has no features.
    """

    features: Callable[[Any], tuple[Feature, ...]] = _list_nothing
    """Returns the features of the rules that a round can cover, in the order of their articles."""
    find_covered: Callable[[Any, Collection[Feature]], Collection[Feature]] = _find_nothing
    """Returns the features that a round covers, except features that any system has."""
    nearness: Callable[[Any, Feature], Nearness] = _measure_nothing
    """Measures how near a round comes to covering a feature, and the players on whom that depends."""
    not_measured: tuple[str, ...] = ()
    """The parts of the regulation that no feature measures, one sentence each."""


@cache
def _coverage_of(system: str) -> SystemCoverage:
    name = f"{__name__}.{system}"
    return import_module(name).COVERAGE if find_spec(name) else SystemCoverage()


def features_of(rules: Rules) -> tuple[Feature, ...]:
    """Return the features of the rules that a round can cover, in the order of their articles."""
    return _coverage_of(rules.system).features(rules)


def not_measured(rules: Rules) -> tuple[str, ...]:
    """Return the parts of the regulation that no feature measures, one sentence each."""
    return _coverage_of(rules.system).not_measured


def find_covered_features(paired_round: AnyRound, features: Collection[Feature] | None = None) -> frozenset[Feature]:
    """
    Return the features that a round covers; ``features`` limits the search, None is all features.

    Raise NoLegalPairingError or UnsupportedEventError where the round cannot be paired.
    """
    expected, participants = paired_round.expected_by_position, paired_round.participants
    candidates = features_of(paired_round.rules) if features is None else features
    covered = _coverage_of(paired_round.rules.system).find_covered(paired_round, candidates)
    shared = shared_circumstances(participants.scores, participants.numbers, expected.games, expected.bye)
    return frozenset((*covered, *(feature for feature in shared if feature in candidates)))


def nearness(paired_round: AnyRound, feature: Feature) -> Nearness:
    """Measure how near a round comes to covering a feature; raise as `find_covered_features` does."""
    return _coverage_of(paired_round.rules.system).nearness(paired_round, feature)


STEPS_ONLY = ("Steps are counted where they are taken: no part of a procedure can be left out to see what it decides.",)
"""The parts of a procedure that are not measured."""


def cover_procedure(
    steps: Mapping[str, str],
    colour_rules: Mapping[str, str],
    steps_taken: Callable[[Any], Collection[str]],
    features: Callable[[Any], tuple[Feature, ...]] | None = None,
) -> SystemCoverage:
    """
    Return the coverage of a procedure by its steps and colour rules, each by name with its meaning.

    ``steps_taken`` returns the names of the steps that a round takes, and raises NoLegalPairingError.
    """

    def find_covered(paired_round: Any, features: Collection[Feature]) -> Collection[Feature]:
        decisions = map(paired_round.colours, paired_round.expected_by_position.games)
        names = {decision.name for decision in decisions if decision is not None}
        names.update(steps_taken(paired_round))
        return [feature for feature in features if feature.name in names]

    listed = list_procedure_features(steps, colour_rules)
    return SystemCoverage(features=features or (lambda _: listed), find_covered=find_covered, not_measured=STEPS_ONLY)


def decides(paired_round: AnyRound, misreading: str) -> bool:
    """Return whether a round would be paired otherwise under a misreading of its rules."""
    rules = paired_round.rules
    misread = next(one for one in misreadings_of(rules) if one.identifier == misreading).rules(rules)
    return _pairs(paired_round) != _pairs_again(paired_round, misread, paired_round.event.source)


def forbidden_pairs_decide(paired_round: AnyRound) -> bool:
    """Return whether a round would be paired otherwise without the organiser's forbidden pairs."""
    event = paired_round.event.source
    if not event.forbidden:
        return False
    return _pairs(paired_round) != _pairs_again(paired_round, paired_round.rules, replace(event, forbidden=()))


def _pairs_again(paired_round: AnyRound, rules: Rules, event: Any) -> Pairs | None:
    """Pair a round by other rules, or of another event; None if that is impossible."""
    return _pairs(rules.bind(rules.prepare(event, paired_round.event), paired_round.number))


def _pairs(paired_round: AnyRound) -> Pairs | None:
    expected, numbers = paired_round.expected_if_any, paired_round.participants.numbers
    if expected is None:
        return None
    pairs = frozenset(frozenset((numbers[white], numbers[black])) for white, black in expected.games)
    return pairs, None if expected.bye is None else numbers[expected.bye]
