"""Events that descend from drawn events by mutations; seed and recipe reproduce each event."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.event_batch import Batch
from random_tournaments.mutations import Aim, Mutation, declare_final_round, mutate, restart_event
from random_tournaments.scripts import EventScript, extract_script, play_on, replay, rewind_event, with_next_byes
from random_tournaments.seeds import event_rng
from reference_engines.frame.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import random

    from random_tournaments.axes import Axes
    from random_tournaments.plan import EventPlan
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

_MAX_VARIANTS = 1 << 20
"""An upper bound of the variants that are considered for one event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationStep:
    """A mutation by which an event descends from its parent."""

    number: int
    """Number of the resulting event among all tried events."""
    mutation: Mutation
    round_number: int
    players: tuple[int, ...] = ()
    """TPNs of the players whom the change mostly concerns."""
    variant: int = 0
    """Number of the variant among the considered changes; it is part of the seed of the change."""
    is_final: bool = False
    """Whether the round was also declared to be the final round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRecipe:
    """The seed and steps that reproduce an event."""

    seed: int
    drawn: int
    """Number of the drawn event from which the event descends."""
    steps: tuple[MutationStep, ...] = ()
    """The steps; steps with the same number belong to one event."""

    @property
    def number(self) -> int:
        """Number of the event among all tried events."""
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
    """The plan of the drawn event; the recipe holds the later changes."""
    event: Event
    first: int
    """First round that was played again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDraft:
    """A changed event, played up to the round that the change is to affect."""

    parent: TriedEvent
    script: EventScript
    """The script up to its end."""
    event: Event
    first: int
    """First round that was or will be played again."""
    steps: tuple[MutationStep, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFactory:
    """A factory of events: drawn from axes, or changed from another event."""

    seed: int
    system: str
    axes: Axes

    def draw(self, number: int) -> TriedEvent:
        """Draw and play an event that does not descend from another event."""
        played = Batch(seed=self.seed, axes=self.axes, system=self.system, label="sought").play(number)
        return TriedEvent(
            recipe=EventRecipe(seed=self.seed, drawn=number), plan=played.plan, event=played.event, first=1
        )

    def draft(self, parent: TriedEvent, round_number: int) -> EventDraft:
        """Return an event up to a round as a draft for changes."""
        script = extract_script(parent.event)
        before = with_next_byes(script, rewind_event(parent.event, round_number - 1))
        return EventDraft(parent=parent, script=script, event=before, first=round_number)

    def mutate(self, draft: EventDraft, step: MutationStep) -> EventDraft | None:
        """Apply one more mutation; None if there is nothing to change, or if the round is no longer reached."""
        aim, rng = Aim(round_number=step.round_number, players=step.players), self._rng(step.number, step.variant)
        mutated = mutate(draft.event, draft.script, step.mutation, aim, rng)
        if mutated is None:
            return None
        if step.is_final:
            mutated = declare_final_round(draft.event, mutated, step.round_number)
        before = step.round_number - 1
        event = play_on(mutated.script, restart_event(draft.event, mutated), before, self.pair, rng)
        if event.rounds_recorded < before:
            return None
        script = replace(mutated.script, rounds=(*extract_script(event).rounds, *mutated.script.rounds[before:]))
        return EventDraft(
            parent=draft.parent,
            script=script,
            event=with_next_byes(script, event),
            first=min(draft.first, mutated.first),
            steps=(*draft.steps, step),
        )

    def finish(self, draft: EventDraft) -> TriedEvent:
        """Play the event of a draft to its end."""
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
        return engine_for(self.system).open(event).round(round_number).expected()

    def _rng(self, number: int, variant: int) -> random.Random:
        """Return the source of chance of a variant; its index is larger than the number of any drawn event."""
        return event_rng(self.seed, _MAX_VARIANTS * (number + 1) + variant)
