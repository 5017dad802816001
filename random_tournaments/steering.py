"""
Events that exercise rare features, found by changing promising ones.

Every event tried is a whole legal event, paired by the engine from its first round. Some are drawn from the axes; the
others are children of a *promising* one, in which a wanted feature was met or was near: a few results, an absence, the
number of rounds or of players, forbidden pairs are changed, and everything after is played again. What is hard to find
gets more of the events, and more changes are considered for each of them: the round for whose sake the event is
changed is paired after every one, and those are piled up that do not lead away from the feature.

A round counts only where it was played anew and is paired as no round that was counted for the feature before; and no
*family* (all that descends from one drawn event) counts for a feature more than half of the times that it is wanted:
what is found is not one situation over and over.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import field, replace
from itertools import groupby
from typing import TYPE_CHECKING

from random_tournaments.axes import Axes, Span, WeightedChoice
from random_tournaments.descent import EventDraft, EventFactory, EventRecipe, MutationStep, TriedEvent
from random_tournaments.mutations import Mutation
from random_tournaments.plan import Acceleration
from random_tournaments.profiles import HARD
from random_tournaments.seeds import event_rng
from reference_engines.features import NEAREST, Feature, FeatureKind
from reference_engines.results import NoLegalPairingError
from reference_engines.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping

    from reference_engines.engine import Session
    from tournaments.model import Event

STEERING_AXES = replace(
    HARD,
    players=Span(7, 22),
    rounds=Span(6, 10),
    forbidden_groups=WeightedChoice((0, 1, 2, 3), (3, 1, 1, 1)),
    acceleration=WeightedChoice((Acceleration.NONE, Acceleration.BAKU), (9, 1)),
)
"""Small fields that get to their final rounds: where rare articles live."""
_FRESH_SHARE = 0.2
"""Of the events tried, drawn from the axes although there are promising ones."""
_MIN_FAMILIES = 2
"""Families that it takes at least to meet a feature as often as it is wanted."""
_MAX_POOL_SIZE = 40
"""Promising rounds kept for a feature."""
_MAX_POOL_SIZE_OF_FAMILY = 3
"""Of them in one family: the most promising situation must not crowd out the others."""
_STRENGTH_OF_MET = 20 * NEAREST
"""Strength of a round in which a feature was met: more than that of all others that are kept together."""
_MAX_FRUITLESS_EVENTS = 8
"""Events made of a family that came no nearer to a feature, before others are preferred."""
_MAX_CONSIDERED = 48
"""Changes considered before one is made for the sake of a feature that is hard to find."""
_MIN_CONSIDERED_AGAIN = 24
"""The same, at least, for a round in which it was met, and is to be met by another pairing."""
_NEARNESS_OF_REPETITION = NEAREST - 1
"""How near such a round must come before it counts as another one."""
_EVENTS_PER_CONSIDERED_CHANGE = 3
"""Events made for the sake of a feature before one change more is considered; two less each time that it is met."""

_AT_ONCE = {
    Mutation.RESULTS: 9,
    Mutation.ABSENCE: 5,
    Mutation.SEPARATED: 4,
    Mutation.FINAL_ROUND: 1,
    Mutation.MORE_ROUNDS: 1,
    Mutation.PLAYERS: 1,
    Mutation.FORBIDDEN_PAIRS: 1,
}
_PILED_UP = {Mutation.RESULTS: 9, Mutation.ABSENCE: 5, Mutation.SEPARATED: 5}
"""What leaves most of the event as it is."""
_FOR_FINAL_ROUNDS = {Mutation.GATHERED_PLAYERS: 10, Mutation.FINAL_ROUND: 2, Mutation.RESULTS: 6, Mutation.ABSENCE: 2}
_IN_FINAL_ROUNDS = {Mutation.RESULTS: 8, Mutation.GATHERED_PLAYERS: 4, Mutation.ABSENCE: 4, Mutation.SEPARATED: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class SteeringGoal:
    """What is sought."""

    features: tuple[Feature, ...]
    times: int = 1
    """Rounds in which each is wanted."""
    budget: int = 2000
    """Events tried at most."""
    seed: int = 0
    system: str = "dutch-2026"
    axes: Axes = STEERING_AXES
    """Where events are drawn from that descend from no other."""

    @property
    def descent(self) -> EventFactory:
        """Where the events come from."""
        return EventFactory(seed=self.seed, system=self.system, axes=self.axes)

    def __post_init__(self) -> None:
        """Refuse a quest for nothing."""
        if not self.features or min(self.times, self.budget) < 1:
            raise ValueError("a quest is for at least one feature, at least once, with a budget of at least one event")


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveringEvent:
    """An event that exercises what is still wanted."""

    tried: TriedEvent
    met: tuple[tuple[Feature, int], ...]
    """Feature and round, as far as they were counted."""


@dataclasses.dataclass(slots=True)
class SteeringProgress:
    """How far a quest has come; brought up to date as its events are taken."""

    events: int = 0
    rounds: int = 0
    """Played anew."""
    considered: int = 0
    """Changes of which the outcome was looked at, for one round, before they were made or not."""
    met: Counter[Feature] = field(default_factory=Counter)
    first_met: dict[Feature, int] = field(default_factory=dict)
    """After how many events."""

    def missing_features(self, goal: SteeringGoal) -> tuple[Feature, ...]:
        """Return what has not been met often enough."""
        return tuple(feature for feature in goal.features if self.met[feature] < goal.times)

    def summary(self, goal: SteeringGoal) -> str:
        """Say what was met, and after how many events first."""
        considered = f"{self.considered} changes considered"
        lines = [f"{self.events} events tried, {self.rounds} rounds played, {considered}, seed {goal.seed}"]
        for feature in goal.features:
            first = f", first in event {self.first_met[feature]}" if feature in self.first_met else ""
            lines.append(f"  {feature.name:<20} {self.met[feature]:>4} of {goal.times}{first}")
        return "\n".join(lines) + "\n"


@dataclasses.dataclass(slots=True)
class _PromisingRound:
    """A round in which a feature was met, or near."""

    tried: TriedEvent
    round_number: int
    strength: int
    """Fades each time that the event is changed for the sake of it."""
    players: tuple[int, ...]
    """On whom it depends that the feature is met; the others, where it is."""
    reached: int
    """How near it came, or has to come again where it was met."""

    @property
    def family(self) -> int:
        """Number of the drawn event from which the event descends."""
        return self.tried.recipe.drawn

    @property
    def is_final(self) -> bool:
        """Whether the round is declared to be the last one."""
        return self.round_number == self.tried.event.rounds_declared


def find_covering_events(goal: SteeringGoal, progress: SteeringProgress | None = None) -> Iterator[CoveringEvent]:
    """
    Yield the events that exercise what is still wanted, until all is met or the budget is spent.

    The same quest gives the same events. Raise KeyError for an unknown system.
    """
    return _EventSearch(goal, progress if progress is not None else SteeringProgress()).run()


def reproduce_event(goal: SteeringGoal, recipe: EventRecipe) -> TriedEvent:
    """Return the event of a recipe of this quest; ValueError if the recipe is not of it."""
    if recipe.seed != goal.seed:
        raise ValueError(f"the recipe is of seed {recipe.seed}, not {goal.seed}")
    descent = goal.descent
    tried = descent.draw(recipe.drawn)
    for number, steps in groupby(recipe.steps, key=lambda step: step.number):
        made_by = tuple(steps)
        draft: EventDraft | None = descent.draft(tried, made_by[0].round_number)
        for step in made_by:
            draft = descent.mutate(draft, step) if draft else None
        if draft is None:
            raise ValueError(f"event {number} cannot come from event {tried.recipe.number}")
        tried = descent.finish(draft)
    return tried


class _EventSearch:
    """One quest under way."""

    def __init__(self, goal: SteeringGoal, progress: SteeringProgress) -> None:
        self.goal = goal
        self.progress = progress
        self.descent = goal.descent
        self.games = engine_for(goal.system).edition.rounds_per_stage
        self.pools: dict[Feature, list[_PromisingRound]] = {feature: [] for feature in goal.features}
        self.families: Counter[tuple[Feature, int]] = Counter()
        self.made_in_vain: Counter[Feature] = Counter()
        self.tried_in_vain: Counter[tuple[Feature, int]] = Counter()
        self.nearest: Counter[tuple[Feature, int]] = Counter()
        self.counted: set[_PairingKey] = set()
        self.most_of_family = max(1, goal.times // _MIN_FAMILIES)

    def run(self) -> Iterator[CoveringEvent]:
        while self.progress.events < self.goal.budget and self.progress.missing_features(self.goal):
            number = self.progress.events
            tried = self._next(number)
            self.progress.events += 1
            paired = tried.event.rounds_recorded // self.games
            self.progress.rounds += max(0, paired - tried.first + 1)
            met = tuple(self._take_in(tried))
            if met:
                yield CoveringEvent(tried=tried, met=met)

    # --- what is made next

    def _next(self, number: int) -> TriedEvent:
        """Draw an event, or change a promising one for the sake of one of the features that are missing."""
        rng = event_rng(self.goal.seed, ~number)
        target = self._target(rng)
        pool = self.pools[target]
        if pool and self.games == 1 and rng.random() >= _FRESH_SHARE:  # matches of several games are drawn anew
            self.made_in_vain[target] += 1
            promise = rng.choices(pool, weights=[self._hope(target, kept) for kept in pool])[0]
            promise.strength = max(1, promise.strength * 3 // 4)
            self.tried_in_vain[target, promise.family] += 1
            draft = self._changed(number, target, promise, rng)
            if draft.steps:
                return self.descent.finish(draft)
        return self.descent.draw(number)

    def _hope(self, target: Feature, promise: _PromisingRound) -> float:
        """Return what is expected of a promising round; less where its family has come no nearer for long."""
        return promise.strength / (1 + self.tried_in_vain[target, promise.family] // _MAX_FRUITLESS_EVENTS)

    def _target(self, rng: random.Random) -> Feature:
        """Return one of the features that are missing, rather one that was met seldom."""
        missing = self.progress.missing_features(self.goal)
        return rng.choices(
            missing, weights=[(self.goal.times - self.progress.met[feature]) ** 2 for feature in missing]
        )[0]

    def _changed(self, number: int, target: Feature, promise: _PromisingRound, rng: random.Random) -> EventDraft:
        """Change a promising event, and keep of the changes considered those that do not lead away from the feature."""
        needs_final_round = target.needs_final_round
        considered = self._considered_for(target, promise)
        weights = _mutation_weights(
            needs_final_round=needs_final_round, is_final=promise.is_final, are_piled_up=considered > 1
        )
        kept = self.descent.draft(promise.tried, promise.round_number)
        aside, nearest = kept, promise.reached
        for variant in range(considered):
            step = MutationStep(
                number=number,
                mutation=rng.choices(list(weights), weights=list(weights.values()))[0],
                round_number=promise.round_number,
                players=promise.players,
                variant=variant,
                is_final=needs_final_round and not promise.is_final,
            )
            draft = self.descent.mutate(kept, step)
            if draft is None:
                continue
            if considered == 1:
                return draft
            strength = self._foretold(target, draft)
            self.progress.considered += 1
            if strength >= nearest:
                kept, nearest = draft, strength
            else:
                aside = draft
            if nearest >= NEAREST:
                break
        return kept if kept.steps else aside

    def _considered_for(self, target: Feature, promise: _PromisingRound) -> int:
        if target.kind not in (FeatureKind.DECISIVE, FeatureKind.UNMET):
            return 1
        least = _MIN_CONSIDERED_AGAIN if promise.reached == _NEARNESS_OF_REPETITION else 1
        return min(_MAX_CONSIDERED, least + self.made_in_vain[target] // _EVENTS_PER_CONSIDERED_CHANGE)

    def _foretold(self, target: Feature, draft: EventDraft) -> int:
        """Return how near the round is to be; not quite there, if it is to be paired as one counted before."""
        session = engine_for(self.goal.system).open(draft.event)
        number = draft.event.rounds_recorded + 1
        try:
            strength = session.near(number, target).strength
            return (
                min(strength, _NEARNESS_OF_REPETITION)
                if _pairing_key(target, session, number) in self.counted
                else strength
            )
        except NoLegalPairingError:
            return 0

    # --- what came of it

    def _take_in(self, tried: TriedEvent) -> Iterator[tuple[Feature, int]]:
        """Count what the event exercises, and keep its promising rounds."""
        missing = self.progress.missing_features(self.goal)
        session = engine_for(self.goal.system).open(tried.event)
        for number in session.stages[tried.first - 1 :]:
            found = session.exercised(number, missing)
            for feature in missing:
                is_met = feature in found
                if is_met and self._counts(feature, tried, session, number):
                    yield feature, number
                near = session.near(number, feature)
                strength = _STRENGTH_OF_MET if is_met else near.strength
                # What is met is to stay so: then others are to fare differently.
                players = _other_players_than(tried.event, near.players) if is_met else near.players
                reached = _NEARNESS_OF_REPETITION if is_met else strength
                self._keep(feature, _PromisingRound(tried, number, strength, players, reached))

    def _counts(self, feature: Feature, tried: TriedEvent, session: Session, number: int) -> bool:
        family = feature, tried.recipe.drawn
        if self.progress.met[feature] >= self.goal.times or self.families[family] >= self.most_of_family:
            return False
        key = _pairing_key(feature, session, number)
        if key in self.counted:
            return False
        self.counted.add(key)
        self.families[family] += 1
        self.made_in_vain[feature] = max(0, self.made_in_vain[feature] - 2 * _EVENTS_PER_CONSIDERED_CHANGE)
        self.tried_in_vain[family] = 0
        self.progress.met[feature] += 1
        self.progress.first_met.setdefault(feature, self.progress.events)
        return True

    def _keep(self, feature: Feature, promise: _PromisingRound) -> None:
        """Keep the most promising rounds, of families that can still count."""
        if not promise.strength or self.families[feature, promise.family] >= self.most_of_family:
            return
        family = feature, promise.family
        if promise.strength > self.nearest[family]:
            self.nearest[family] = promise.strength
            self.tried_in_vain[family] = 0
        in_order = sorted((promise, *self.pools[feature]), key=lambda kept: -kept.strength)  # of equals, the latest
        pool: list[_PromisingRound] = []
        of_family: Counter[int] = Counter()
        for kept in in_order:
            of_family[kept.family] += 1
            is_open = self.families[feature, kept.family] < self.most_of_family
            if is_open and of_family[kept.family] <= _MAX_POOL_SIZE_OF_FAMILY:
                pool.append(kept)
        self.pools[feature] = pool[:_MAX_POOL_SIZE]


def _other_players_than(event: Event, players: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(player.tpn for player in event.players if player.tpn not in players)


_PairingKey = tuple[Feature, frozenset[frozenset[int]]]


def _pairing_key(feature: Feature, session: Session, round_number: int) -> _PairingKey:
    """Return what two rounds have in common that would be counted for a feature once only: who meets whom."""
    return feature, frozenset(pair.players for pair in session.pair(round_number).pairs)


def _mutation_weights(*, needs_final_round: bool, is_final: bool, are_piled_up: bool) -> Mapping[Mutation, int]:
    """
    Return how often each kind of change is tried.

    What only a final round can exercise has changes of its own, before the round is one and after; else it matters
    whether several changes are piled up for one event.
    """
    if needs_final_round:
        return _IN_FINAL_ROUNDS if is_final else _FOR_FINAL_ROUNDS
    return _PILED_UP if are_piled_up else _AT_ONCE
