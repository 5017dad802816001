"""Events that descend from drawn ones, and how each came to be: with seed and recipe it can be made again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.batch import Batch
from random_tournaments.mutations import Aim, Mutation, declare_final_round, mutate, restart_event
from random_tournaments.scripts import EventScript, extract_script, play_on, replay, rewind_event, with_next_byes
from random_tournaments.seeds import event_rng
from reference_engines.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import random

    from random_tournaments.axes import Axes
    from random_tournaments.plan import EventPlan
    from reference_engines.results import RoundPairing
    from tournaments.model import Event

_MAX_VARIANTS = 1 << 20
"""More than are ever considered for one event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationStep:
    """One of the changes by which an event came from its parent."""

    number: int
    """Of the event made, among those tried."""
    mutation: Mutation
    round_number: int
    players: tuple[int, ...] = ()
    """TPNs of those whom the change was mostly to concern."""
    variant: int = 0
    """Which of the changes that were considered for the event; chance depends on the seed, its number and this."""
    is_final: bool = False
    """Whether the round was declared to be the last one as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRecipe:
    """How an event was made."""

    seed: int
    drawn: int
    """Number of the drawn event that it descends from."""
    steps: tuple[MutationStep, ...] = ()
    """Those of one number made one event."""

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
class TriedEvent:
    """An event that was tried."""

    recipe: EventRecipe
    plan: EventPlan
    """Of the drawn event: what was changed since is told by the recipe."""
    event: Event
    first: int
    """First round that was played anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDraft:
    """A changed event as it stands before the round for whose sake it is changed."""

    parent: TriedEvent
    script: EventScript
    """To its end, as far as it is laid down."""
    event: Event
    first: int
    """First round that was, or will be, played anew."""
    steps: tuple[MutationStep, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFactory:
    """Where events come from: drawn from axes, or by a step from another."""

    seed: int
    system: str
    axes: Axes

    def draw(self, number: int) -> TriedEvent:
        """Play an event that descends from no other."""
        played = Batch(seed=self.seed, axes=self.axes, system=self.system, label="sought").play(number)
        return TriedEvent(
            recipe=EventRecipe(seed=self.seed, drawn=number), plan=played.plan, event=played.event, first=1
        )

    def draft(self, parent: TriedEvent, round_number: int) -> EventDraft:
        """Return an event as it stands before a round, for changes to be made to it."""
        script = extract_script(parent.event)
        before = with_next_byes(script, rewind_event(parent.event, round_number - 1))
        return EventDraft(parent=parent, script=script, event=before, first=round_number)

    def mutate(self, draft: EventDraft, step: MutationStep) -> EventDraft | None:
        """Make one more change; None if there is nothing to change, or the round is not reached any more."""
        aim, rng = Aim(round_number=step.round_number, players=step.players), self._rng(step.number, step.variant)
        made = mutate(draft.event, draft.script, step.mutation, aim, rng)
        if made is None:
            return None
        if step.is_final:
            made = declare_final_round(draft.event, made, step.round_number)
        before = step.round_number - 1
        event = play_on(made.script, restart_event(draft.event, made), before, self.pair, rng)
        if event.rounds_recorded < before:
            return None
        script = replace(made.script, rounds=(*extract_script(event).rounds, *made.script.rounds[before:]))
        return EventDraft(
            parent=draft.parent,
            script=script,
            event=with_next_byes(script, event),
            first=min(draft.first, made.first),
            steps=(*draft.steps, step),
        )

    def finish(self, draft: EventDraft) -> TriedEvent:
        """Play the event of a sketch to its end."""
        parent, number = draft.parent, draft.steps[-1].number
        rng = self._rng(number, _MAX_VARIANTS - 1)
        event = replay(draft.script, draft.event, self.pair, rng, parent.plan.tie_breaks)
        return TriedEvent(
            recipe=replace(parent.recipe, steps=(*parent.recipe.steps, *draft.steps)),
            plan=parent.plan,
            event=replace(event, name=f"sought {self.seed}/{number}"),
            first=draft.first,
        )

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        """Pair a round."""
        return engine_for(self.system).open(event).pair(round_number)

    def _rng(self, number: int, variant: int) -> random.Random:
        """No drawn event has a number as great as this one."""
        return event_rng(self.seed, _MAX_VARIANTS * (number + 1) + variant)
