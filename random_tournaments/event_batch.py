"""Batches of events; each event depends on the seed and its index alone and can be played separately."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import field, replace
from typing import ClassVar, Generic, TypeVar

from random_tournaments.axes import Axes, event_start
from random_tournaments.plan import MIN_PLAYERS, Acceleration, EventPlan
from random_tournaments.random_plans import draw_plan
from random_tournaments.seeds import event_rng
from random_tournaments.simulation import Pairer, play
from random_tournaments.teams.axes import TeamPlan
from reference_engines.frame.systems import engine_for
from tournaments.frozen import dataclass
from tournaments.model import Event

PlanT = TypeVar("PlanT", bound="EventPlan | TeamPlan")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent(Generic[PlanT]):
    """A played event of a batch."""

    index: int
    """From 0."""
    plan: PlanT
    event: Event
    ended: str = ""
    """Why fewer rounds were played than planned; empty if all rounds were played."""


def engine_pairer(system: str) -> Pairer:
    """Return the pairer that follows the engine of a system."""
    return lambda event, round_number: engine_for(system).open(event).round(round_number).expected()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBatch(ABC, Generic[PlanT]):
    """Events drawn from the same axes."""

    participants: ClassVar[str]
    """The kind of participants: ``players`` or ``teams``."""

    seed: int
    system: str
    """Key of the engine that pairs, unless another pairer is given; the events declare it."""
    label: str = "random"
    """First word of the events' names."""

    def plan(self, index: int) -> PlanT:
        """Draw the plan of an event; KeyError if there is no such system."""
        return self._plan(event_rng(self.seed, index), self._name(index))

    def play(self, index: int, pairer: Pairer | None = None) -> PlayedEvent[PlanT]:
        """
        Play an event; exceptions of the pairer other than NoLegalPairingError are passed on.

        Byes requested for a round that could not be paired are left out, since readers would count them.
        """
        rng = event_rng(self.seed, index)
        plan = self._plan(rng, self._name(index))
        event, absent = self._play(plan, pairer or engine_pairer(self.system), rng)
        return PlayedEvent(index=index, plan=plan, event=event, ended=self._why_ended(event, plan, absent))

    @abstractmethod
    def _plan(self, rng: random.Random, name: str) -> PlanT:
        """Draw a plan for an event with a name."""

    @abstractmethod
    def _play(self, plan: PlanT, pairer: Pairer, rng: random.Random) -> tuple[Event, int]:
        """Play an event by its plan; return the event and the number of absences in the round that was not played."""

    def _name(self, index: int) -> str:
        return f"{self.label} {self.seed}/{index}"

    def _why_ended(self, event: Event, plan: PlanT, absent: int) -> str:
        paired = event.rounds_recorded // plan.games
        if paired == plan.rounds:
            return ""
        following, present = paired + 1, plan.players - absent
        if present < MIN_PLAYERS:
            return f"round {following}: fewer than two {self.participants} were there"
        return f"round {following}: no legal pairing of the {present} {self.participants} present"


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
