"""What a round exercises of a regulation: features of the rules, loaded by the key of the system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from reference_engines.coverage.features import FAR, shared_circumstances

if TYPE_CHECKING:
    from collections.abc import Collection

    from reference_engines.coverage.features import Feature, Nearness
    from reference_engines.frame.round import AnyRound
    from reference_engines.frame.rules import Rules


class Coverage(ABC):
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
def _coverage_of(system: str) -> Coverage:
    coverage: Coverage = import_module(f"reference_engines.coverage.{system}").COVERAGE
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
