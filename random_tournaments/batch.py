"""A batch of events, each of which can be played on its own: event ``index`` depends on seed and index alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from random_tournaments.drawing import Ranges, draw_plan
from random_tournaments.playing import play
from random_tournaments.seeds import event_rng
from reference_engines.systems import engine_for

if TYPE_CHECKING:
    from random_tournaments.plan import EventPlan
    from random_tournaments.playing import Pairer
    from reference_engines.results import RoundPairing
    from tournaments.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """An event of a batch."""

    index: int
    """From 0."""
    plan: EventPlan
    event: Event
    ended: str = ""
    """Why fewer rounds were played than planned; empty if all were."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Events drawn from the same axes."""

    seed: int
    axes: Ranges = field(default_factory=Ranges)
    system: str = "dutch-2026"
    """Key of the engine that pairs, unless another pairer is given."""

    def plan(self, index: int) -> EventPlan:
        """Draw the plan of an event."""
        return draw_plan(event_rng(self.seed, index), self.axes)

    def play(self, index: int, pairer: Pairer | None = None) -> Played:
        """Play an event. Whatever the pairer raises but NoLegalPairingError is passed on."""
        rng = event_rng(self.seed, index)
        plan = draw_plan(rng, self.axes)
        event = play(plan, pairer or self._pair, rng)
        ended = "" if event.rounds_recorded == plan.rounds else "no legal pairing was left"
        return Played(index=index, plan=plan, event=event, ended=ended)

    def _pair(self, event: Event, round_number: int) -> RoundPairing:
        return engine_for(self.system).open(event).pair(round_number)
