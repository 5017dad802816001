"""What the systems that are procedures have in common: their steps and colour rules are counted, not left out."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from reference_engines.contract import WayT
from reference_engines.engine import CourseT, FieldT, Rules
from reference_engines.features import of_procedure

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from reference_engines.contract import Made
    from reference_engines.features import Feature


class ProcedureRules(Rules[CourseT, FieldT, WayT]):
    """Rules of a system without criteria: of a procedure nothing can be left out to see what it decides."""

    steps: ClassVar[Mapping[str, str]]
    """What the procedure does, by name, with its meaning."""
    colour_rules: ClassVar[Mapping[str, str]]
    """What gives a pair its colours, by name, with its meaning."""

    @abstractmethod
    def steps_taken(self, course: CourseT, field: FieldT) -> frozenset[str]:
        """Return the names of the steps that a stage takes; raise NoLegalPairingError."""

    @property
    def features(self) -> tuple[Feature, ...]:
        """Steps and colour rules."""
        return of_procedure(self.steps, self.colour_rules)

    @property
    def not_measured(self) -> tuple[str, ...]:
        """What a procedure cannot tell."""
        return (
            "Steps are counted where they are taken: no part of a procedure can be left out to see what it decides.",
        )

    def exercised(
        self, course: CourseT, field: FieldT, made: Made[WayT], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return the steps that the stage takes and the rules that give its pairs their colours."""
        decisions = (self.colours(course, field, game, made) for game in made.games)
        names = {decision.name for decision in decisions if decision is not None} | self.steps_taken(course, field)
        return [feature for feature in wanted if feature.name in names]
