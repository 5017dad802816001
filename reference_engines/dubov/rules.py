"""The rules of the Dubov System at work: how an edition pairs, judges and argues a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dubov.course import DubovCourse, dubov_course, laid_out
from reference_engines.dubov.edition import DubovText
from reference_engines.dubov.field import DubovField
from reference_engines.dubov.round import Way, pair_round
from reference_engines.dutch.publishing import decided, published
from reference_engines.engine import Rules
from reference_engines.hard_rules import broken
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.contract import ColourDecision, Made
    from reference_engines.engine import Alteration, Change
    from reference_engines.features import Feature, Nearness
    from reference_engines.results import Assessment, GenerationStep, RoundPairing, Violation
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class DubovRules(DubovText, Rules[DubovCourse, DubovField, Way]):
    """One edition of C.04.4.1 at work."""

    # --- laying out and pairing ---------------------------------------------------------------------------------------

    def begin(self, event: Event, like: DubovCourse | None = None) -> DubovCourse:
        """Lay an event out."""
        return dubov_course(event, self, like)

    def lay(self, course: DubovCourse, stage: int) -> DubovField:
        """Return the players to be paired in a round."""
        return laid_out(course, self, stage)

    def pair(self, course: DubovCourse, field: DubovField) -> Made[Way]:
        """Pair a round, boards in the order of publication (C.04.2:3.6)."""
        way = pair_round(self, field)
        pairs = [pair for paired in way.brackets for pair in paired.pairs]
        return published(self, course, field.players, np.array(pairs, dtype=np.int64).reshape(-1, 2), way)

    def colours(
        self, course: DubovCourse, field: DubovField, pair: tuple[int, int], made: Made[Way] | None
    ) -> ColourDecision:
        """Give two their colours by the first rule that decides (5.2; E)."""
        del made
        return decided(self, course, field.players, pair)

    # --- judging and arguing ------------------------------------------------------------------------------------------

    def judge(
        self, course: DubovCourse, field: DubovField, pairing: RoundPairing, made: Made[Way] | None
    ) -> Assessment:
        """Judge a pairing by the hard rules, then by the choice of the bye and each bracket."""
        from reference_engines.dubov.assessment import assess  # noqa: PLC0415 - only a difference needs it

        del made
        return assess(self, course, field, pairing)

    def violations(self, course: DubovCourse, field: DubovField, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Hold a pairing against the hard rules alone."""
        from reference_engines.dubov.assessment import facts_of  # noqa: PLC0415 - likewise

        return broken(self.hard, facts_of(self, course, field), pairing)

    def order_article(self, step: GenerationStep) -> str:
        """Return the article that orders a step of generation."""
        return self.generation[step]

    # --- what is open, and what goes wrong ----------------------------------------------------------------------------

    def changes(self, course: DubovCourse, field: DubovField) -> Iterator[Change]:
        """Yield the open points of which the other side can be followed."""
        from reference_engines.dubov.open_points import changes  # noqa: PLC0415 - few rounds need it

        return changes(self, course, field)

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """What programs get wrong of the edition."""
        from reference_engines.dubov.alterations import alterations_of  # noqa: PLC0415 - only causes need it

        return alterations_of(self)

    # --- what is measured ---------------------------------------------------------------------------------------------

    @property
    def features(self) -> tuple[Feature, ...]:
        """Criteria, steps, colour rules and circumstances."""
        from reference_engines.dubov.coverage import features_of  # noqa: PLC0415 - only coverage needs it

        return features_of(self)

    def exercised(
        self, course: DubovCourse, field: DubovField, made: Made[Way], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return what the round exercises; a rule that decides is found by leaving it out."""
        from reference_engines.dubov.coverage import exercised  # noqa: PLC0415 - only coverage needs it

        return exercised(self, self, course, field, made, wanted)

    def near(self, course: DubovCourse, field: DubovField, made: Made[Way], feature: Feature) -> Nearness:
        """Tell how near C5 and C9, which are rare, come to deciding the round."""
        from reference_engines.dubov.nearness import near  # noqa: PLC0415 - only seeking needs it

        del course
        return near(self, field, made, feature)
