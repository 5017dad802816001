"""The coverage of a regulation by rounds: features of the rules, loaded by the key of the system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from reference_engines.coverage.features import FAR, of_procedure, shared_circumstances
from reference_engines.misreadings import misreadings_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from reference_engines.coverage.features import Feature, Nearness
    from reference_engines.frame.round import AnyRound
    from reference_engines.frame.rules import Rules

    Pairs = tuple[frozenset[frozenset[int]], int | None]
    """By TPN, without boards and colours."""


class SystemCoverage(ABC):
    """What rounds exercise of the rules of one system; a module of this folder holds one as ``COVERAGE``."""

    @abstractmethod
    def features(self, rules: Any) -> tuple[Feature, ...]:
        """Return what a round can exercise of the rules, in the order of their articles."""

    not_measured: ClassVar[tuple[str, ...]] = ()
    """What of the regulation is not among the features, one sentence each."""

    @abstractmethod
    def exercised(self, paired_round: Any, wanted: Collection[Feature]) -> Collection[Feature]:
        """Return those of the wanted features that a round exercises, except features that any system has."""

    def nearness(self, paired_round: Any, feature: Feature) -> Nearness:
        """Measure how near a round comes to exercising a feature, and the players on whom that depends."""
        del paired_round, feature
        return FAR


@cache
def _coverage_of(system: str) -> SystemCoverage:
    coverage: SystemCoverage = import_module(f"reference_engines.coverage.{system}").COVERAGE
    return coverage


def features_of(rules: Rules) -> tuple[Feature, ...]:
    """Return what a round can exercise of the rules, in the order of their articles."""
    return _coverage_of(rules.system).features(rules)


def not_measured(rules: Rules) -> tuple[str, ...]:
    """Return what of the regulation is not among the features, one sentence each."""
    return _coverage_of(rules.system).not_measured


def features_exercised(paired_round: AnyRound, wanted: Collection[Feature] | None = None) -> frozenset[Feature]:
    """
    Return those of the wanted features (all, if None) that a round exercises.

    Raise NoLegalPairingError or UnsupportedEventError where the round cannot be paired.
    """
    made, participants = paired_round.expected_by_position, paired_round.participants
    asked = features_of(paired_round.rules) if wanted is None else wanted
    found = _coverage_of(paired_round.rules.system).exercised(paired_round, asked)
    shared = shared_circumstances(participants.scores, participants.numbers, made.games, made.bye)
    return frozenset((*found, *(feature for feature in shared if feature in asked)))


def nearness(paired_round: AnyRound, feature: Feature) -> Nearness:
    """Measure how near a round comes to exercising a feature; raise as `features_exercised` does."""
    return _coverage_of(paired_round.rules.system).nearness(paired_round, feature)


class ProcedureCoverage(SystemCoverage):
    """Coverage of a procedure: no part of it can be left out to see what the part decides."""

    steps: ClassVar[Mapping[str, str]]
    """The steps of the procedure, by name, with their meaning."""
    colour_rules: ClassVar[Mapping[str, str]]
    """The rules that give pairs their colours, by name, with their meaning."""
    not_measured: ClassVar[tuple[str, ...]] = (
        "Steps are counted where they are taken: no part of a procedure can be left out to see what it decides.",
    )

    @abstractmethod
    def steps_taken(self, paired_round: Any) -> Collection[str]:
        """Return the names of the steps that a round takes; raise NoLegalPairingError."""

    def features(self, _rules: Any) -> tuple[Feature, ...]:
        """Return steps and colour rules."""
        return of_procedure(self.steps, self.colour_rules)

    def exercised(self, paired_round: Any, wanted: Collection[Feature]) -> Collection[Feature]:
        """Return the steps that a round takes and the rules that give its pairs their colours."""
        decisions = map(paired_round.colours, paired_round.expected_by_position.games)
        names = {decision.name for decision in decisions if decision is not None}
        names.update(self.steps_taken(paired_round))
        return [feature for feature in wanted if feature.name in names]


def decides(paired_round: AnyRound, misreading: str) -> bool:
    """Return whether a round would be paired otherwise under a misreading of its rules."""
    rules = paired_round.rules
    misread = next(one for one in misreadings_of(rules) if one.identifier == misreading).rules(rules)
    return _pairs(paired_round) != _pairs_again(paired_round, misread, paired_round.event.source)


def forbidden_pairs_decide(paired_round: AnyRound) -> bool:
    """Return whether a round would be paired otherwise if the organiser kept nobody apart."""
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
    pairs = frozenset(frozenset((numbers[one], numbers[other])) for one, other in expected.games)
    return pairs, None if expected.bye is None else numbers[expected.bye]
