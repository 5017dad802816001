"""Coverage of a system without criteria: the steps taken, and the colour rules that decide a pair."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from reference_engines.coverage import Coverage
from reference_engines.coverage.features import of_procedure

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from reference_engines.coverage.features import Feature


class ProcedureCoverage(Coverage):
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
