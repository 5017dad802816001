"""The coverage of the Dutch system by a seeding round of the Burstein System, under names of its own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from reference_engines.burstein.seeding import CHAPTER, DUTCH
from reference_engines.coverage.dutch import DutchCoverage
from reference_engines.coverage.features import FAR, SHARED, Feature, Nearness
from reference_engines.dutch.edition import DutchText
from reference_engines.dutch.rules import DutchRound


class SeedingCoverage(DutchCoverage):
    """The coverage by seeding rounds. Both systems have a C5; a float or a bye is the same in any system."""

    def features(self, rules: DutchText) -> tuple[Feature, ...]:
        """Return the features of the Dutch system, renamed; a seeding round is never the final round."""
        return tuple(_rename(feature) for feature in super().features(rules) if not feature.needs_final_round)

    def find_covered(self, paired_round: DutchRound, features: Collection[Feature]) -> Collection[Feature]:
        """Return the features that a round covers."""
        dutch = [feature for feature in super().features(paired_round.rules) if _rename(feature) in features]
        return [_rename(feature) for feature in super().find_covered(paired_round, dutch)]

    def nearness(self, paired_round: DutchRound, feature: Feature) -> Nearness:
        """Measure how near a criterion of the Dutch system is to deciding a round."""
        features = super().features(paired_round.rules)
        plain = next((one for one in features if _rename(one) == feature), None)
        return FAR if plain is None else super().nearness(paired_round, plain)


COVERAGE = SeedingCoverage()


def _rename(feature: Feature) -> Feature:
    shared = feature.name in {which.value for which in SHARED}
    return feature if shared else replace(feature, name=DUTCH + feature.name.removeprefix(CHAPTER))
