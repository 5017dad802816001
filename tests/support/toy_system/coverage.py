"""What a round exercises of the toy system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.coverage import SystemCoverage
from reference_engines.coverage.features import list_procedure_features

if TYPE_CHECKING:
    from collections.abc import Collection

    from support.toy_system.rules import ToyRound, ToyRules

    from reference_engines.coverage.features import Feature


class ToyCoverage(SystemCoverage):
    """One step and one rule of colours."""

    def features(self, rules: ToyRules) -> tuple[Feature, ...]:
        """Return both."""
        del rules
        return list_procedure_features({"neighbours": "neighbours meet"}, {"4": "colours alternate"})

    def find_covered(self, paired_round: ToyRound, features: Collection[Feature]) -> Collection[Feature]:
        """Return both, wherever a game is played."""
        games = paired_round.expected_by_position.games
        return [feature for feature in features if feature.name in ("neighbours", "4") and games]


COVERAGE = ToyCoverage()
