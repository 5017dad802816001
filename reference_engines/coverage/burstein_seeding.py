"""The coverage of the Dutch system by a seeding round of the Burstein System, under names of its own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from reference_engines.burstein.seeding import CHAPTER, DUTCH
from reference_engines.coverage import SystemCoverage, dutch
from reference_engines.coverage.features import FAR, SHARED, Feature, Nearness
from reference_engines.dutch.edition import DutchText
from reference_engines.dutch.rules import DutchRound


def _list_features(rules: DutchText) -> tuple[Feature, ...]:
    """Return the features of the Dutch system, renamed; a seeding round is never the final round."""
    return tuple(_rename(feature) for feature in dutch.COVERAGE.features(rules) if not feature.needs_final_round)


def _find_covered(paired_round: DutchRound, features: Collection[Feature]) -> Collection[Feature]:
    """Return the features that a round covers."""
    named = [feature for feature in dutch.COVERAGE.features(paired_round.rules) if _rename(feature) in features]
    return [_rename(feature) for feature in dutch.COVERAGE.find_covered(paired_round, named)]


def _measure_nearness(paired_round: DutchRound, feature: Feature) -> Nearness:
    """Measure how near a criterion of the Dutch system is to deciding a round."""
    features = dutch.COVERAGE.features(paired_round.rules)
    plain = next((one for one in features if _rename(one) == feature), None)
    return FAR if plain is None else dutch.COVERAGE.nearness(paired_round, plain)


def _rename(feature: Feature) -> Feature:
    shared = feature.name in {which.value for which in SHARED}
    return feature if shared else replace(feature, name=DUTCH + feature.name.removeprefix(CHAPTER))


COVERAGE = SystemCoverage(features=_list_features, find_covered=_find_covered, nearness=_measure_nearness)
