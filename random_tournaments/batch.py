"""A batch of events, each of which can be played on its own: event ``index`` depends on seed and index alone."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from random_tournaments.axes import Axes
from random_tournaments.drawing import draw_plan
from random_tournaments.plan import Acceleration
from random_tournaments.playing import play
from random_tournaments.seeds import event_rng
from reference_engines.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import random

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
    axes: Axes = field(default_factory=Axes)
    system: str = "dutch-2026"
    """Key of the engine that pairs, unless another pairer is given; the events declare it."""
    label: str = "random"
    """First word of the events' names."""

    def plan(self, index: int) -> EventPlan:
        """Draw the plan of an event; KeyError if there is no such system."""
        return self._plan(index, event_rng(self.seed, index))

    def play(self, index: int, pairer: Pairer | None = None) -> Played:
        """
        Play an event. Whatever the pairer raises but NoLegalPairingError is passed on.

        Byes requested for a round that could not be paired are left out: nothing came of them, and readers count them.
        """
        rng = event_rng(self.seed, index)
        plan = self._plan(index, rng)
        event = play(plan, pairer or self._pair, rng)
        ended = _why_ended(event, plan)
        return Played(index=index, plan=plan, event=replace(event, requested_byes=()), ended=ended)

    def _plan(self, index: int, rng: random.Random) -> EventPlan:
        edition = engine_for(self.system).edition
        plan = draw_plan(rng, self.axes)
        if plan.acceleration is Acceleration.BAKU and not edition.code:  # the suffix of a code is what declares it
            plan = replace(plan, acceleration=Acceleration.NONE)
        return replace(
            plan,
            system_code=edition.code,
            system_text="" if edition.code else edition.follows or edition.key,
            start=edition.in_force_from.isoformat(),
            name=f"{self.label} {self.seed}/{index}",
        )

    def _pair(self, event: Event, round_number: int) -> RoundPairing:
        return engine_for(self.system).open(event).pair(round_number)


def _why_ended(event: Event, plan: EventPlan) -> str:
    if event.rounds_recorded == plan.rounds:
        return ""
    following = event.rounds_recorded + 1
    present = plan.players - len(event.requested_byes)
    if present < 2:  # noqa: PLR2004 - a pair
        return f"round {following}: fewer than two players were there"
    return f"round {following}: no legal pairing of the {present} players who were there"
