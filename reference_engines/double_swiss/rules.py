"""The rules of the Double-Swiss System at work: what is its own beside the procedure that it shares."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.double_swiss.colours import decide
from reference_engines.double_swiss.course import DoubleCourse, begun
from reference_engines.double_swiss.field import DoubleField
from reference_engines.double_swiss.open_points import changes
from reference_engines.double_swiss.text import DoubleText
from reference_engines.upfloating.rules import UpfloatingRules
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.contract import ColourDecision, Made
    from reference_engines.engine import Alteration, Change
    from reference_engines.features import Feature
    from reference_engines.hard_rules import Facts
    from reference_engines.upfloating.rules import Pairs
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class DoubleRules(DoubleText, UpfloatingRules[DoubleCourse, DoubleField]):
    """C.04.5 at work."""

    def begin(self, event: Event, like: DoubleCourse | None = None) -> DoubleCourse:
        """Lay an event out, two rounds of its file as one match."""
        return begun(event, self, like)

    def lay(self, course: DoubleCourse, stage: int) -> DoubleField:
        """Return the players to be paired in a round of matches; stages are matches."""
        field = course.field(stage)
        if self.floats_count(stage, course.event.rounds_declared):
            return field
        return replace(field, floated=np.zeros(field.size, dtype=np.bool_))

    def decided(self, course: DoubleCourse, field: DoubleField, pair: tuple[int, int]) -> ColourDecision:
        """Follow 4.3."""
        return decide(self, course, field, pair)

    def colours(
        self, course: DoubleCourse, field: DoubleField, pair: tuple[int, int], made: Made[Pairs] | None
    ) -> ColourDecision:
        """Follow 4.3."""
        del made
        return decide(self, course, field, pair)

    def apart(self, course: DoubleCourse, field: DoubleField) -> set[frozenset[int]]:
        """Return the pairs of numbers whom the organiser keeps apart in a round."""
        stage, found = field.round_number, set()
        for group in course.definitions.kept_apart(course.event):
            if group.first_round <= stage <= (group.last_round or stage):
                members = sorted(group.players)
                found |= {frozenset((one, other)) for one in members for other in members if one < other}
        return found

    def facts(self, course: DoubleCourse, field: DoubleField) -> Facts:
        """Return what the hard rules ask of a round."""
        return course.facts(field.round_number, field.numbers)

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """What programs may get wrong."""
        from reference_engines.double_swiss.alterations import alterations_of  # noqa: PLC0415 - only causes need it

        return alterations_of(self)

    def changes(self, course: DoubleCourse, field: DoubleField) -> Iterator[Change]:
        """Yield what can be read otherwise and may matter for a round, and what the file does not declare."""
        return changes(course, field)

    @property
    def features(self) -> tuple[Feature, ...]:
        """Rules that decide, criteria not met, colour rules and circumstances."""
        from reference_engines.double_swiss.coverage import features_of  # noqa: PLC0415 - only coverage needs it

        return features_of(self)

    @property
    def not_measured(self) -> tuple[str, ...]:
        """What is left out."""
        return (
            "[C4] cannot be left out: it says what a set of upfloaters is. It is counted where it is not met.",
            "3.4.1 is counted with [C3]; 3.5.3 and 3.6.2 are definitions, 3.6.3 decides every bracket.",
        )

    def exercised(
        self, course: DoubleCourse, field: DoubleField, made: Made[Pairs], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return those of the wanted features that the round exercises."""
        from reference_engines.double_swiss.coverage import exercised  # noqa: PLC0415 - only coverage needs it

        return exercised(self, course, field, made, wanted)
