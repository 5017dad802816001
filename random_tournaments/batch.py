"""A batch of events of individual players."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, ClassVar

from random_tournaments.axes import Axes, event_start
from random_tournaments.event_batch import EventBatch
from random_tournaments.plan import Acceleration, EventPlan
from random_tournaments.random_plans import draw_plan
from random_tournaments.simulation import play
from reference_engines.frame.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import random

    from random_tournaments.simulation import Pairer
    from tournaments.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch(EventBatch[EventPlan]):
    """A batch of individual events."""

    participants: ClassVar = "players"

    axes: Axes = field(default_factory=Axes)
    system: str = "dutch-2026"

    def _plan(self, rng: random.Random, name: str) -> EventPlan:
        edition = engine_for(self.system).edition
        plan = draw_plan(rng, self.axes)
        if plan.acceleration is Acceleration.BAKU and not edition.code:  # only a suffix of the code declares Baku
            plan = replace(plan, acceleration=Acceleration.NONE)
        return replace(
            plan,
            games=edition.file_rounds_per_round,
            system_code=edition.code,
            system_text="" if edition.code else edition.follows or edition.key,
            start=event_start(self.axes.start, edition),
            name=name,
        )

    def _play(self, plan: EventPlan, pairer: Pairer, rng: random.Random) -> tuple[Event, int]:
        event = play(plan, pairer, rng)
        return replace(event, requested_byes=()), len(event.requested_byes) // plan.games
