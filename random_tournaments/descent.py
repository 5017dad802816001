"""Events that descend from drawn ones, and how each came to be: with seed and recipe it can be made again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from random_tournaments.batch import Batch
from random_tournaments.mutations import Aim, Change, Mutation, change, declared_final, start_of
from random_tournaments.replaying import awaiting, play_on, replay
from random_tournaments.seeds import event_rng
from reference_engines.systems import engine_for

if TYPE_CHECKING:
    import random

    from random_tournaments.axes import Axes
    from random_tournaments.plan import EventPlan
    from reference_engines.results import RoundPairing
    from tournaments.model import Event

_VARIANTS = 1 << 20
"""More than are ever considered for one event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How an event came from its parent."""

    number: int
    """Of the event made, among those tried."""
    mutation: Mutation
    round_number: int
    players: tuple[int, ...] = ()
    """TPNs of those whom the change was mostly to concern."""
    variant: int = 0
    """Which of the changes that were considered; chance depends on the seed, the number and this alone."""
    is_final: bool = False
    """Whether the round was declared to be the last one as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How an event was made."""

    seed: int
    drawn: int
    """Number of the drawn event that it descends from."""
    steps: tuple[Step, ...] = ()

    @property
    def number(self) -> int:
        """Number of the event among those tried."""
        return self.steps[-1].number if self.steps else self.drawn

    def __str__(self) -> str:
        """Return the recipe in words."""
        changes = "; ".join(
            f"{step.number}: {step.mutation.value} for round {step.round_number}" for step in self.steps
        )
        return f"seed {self.seed}, event {self.drawn}" + (f", changed by {changes}" if changes else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """An event that was tried."""

    recipe: Recipe
    plan: EventPlan
    """Of the drawn event: what was changed since is told by the recipe."""
    event: Event
    first: int
    """First round that was played anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Descent:
    """Where events come from: drawn from axes, or by a step from another."""

    seed: int
    system: str
    axes: Axes

    def draw(self, number: int) -> Tried:
        """Play an event that descends from no other."""
        played = Batch(seed=self.seed, axes=self.axes, system=self.system, label="sought").play(number)
        return Tried(recipe=Recipe(seed=self.seed, drawn=number), plan=played.plan, event=played.event, first=1)

    def child(self, parent: Tried, step: Step) -> Tried | None:
        """Play the event that a step leads to; None if there is nothing to change."""
        rng = self._rng(step)
        made = _changed(parent, step, rng)
        if made is None:
            return None
        event = replay(made.course, start_of(parent.event, made), self.pair, rng, parent.plan.tie_breaks)
        return Tried(
            recipe=replace(parent.recipe, steps=(*parent.recipe.steps, step)),
            plan=parent.plan,
            event=replace(event, name=f"sought {self.seed}/{step.number}"),
            first=made.first,
        )

    def foretell(self, parent: Tried, step: Step) -> Event | None:
        """Return the event that a step leads to as it stands before the step's round; None if it does not get there."""
        rng = self._rng(step)
        made = _changed(parent, step, rng)
        if made is None:
            return None
        before = step.round_number - 1
        event = play_on(made.course, start_of(parent.event, made), before, self.pair, rng)
        return awaiting(made.course, event) if event.rounds_recorded == before else None

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        """Pair a round."""
        return engine_for(self.system).open(event).pair(round_number)

    def _rng(self, step: Step) -> random.Random:
        """No drawn event has a number as great as this one."""
        return event_rng(self.seed, _VARIANTS * (step.number + 1) + step.variant)


def _changed(parent: Tried, step: Step, rng: random.Random) -> Change | None:
    made = change(parent.event, step.mutation, Aim(round_number=step.round_number, players=step.players), rng)
    if made is None or not step.is_final:
        return made
    return declared_final(parent.event, made, step.round_number)
