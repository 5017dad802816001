"""
Steering: a search for events that exercise rare features, by changing promising events.

Every tried event is a complete legal event, paired by the engine from its first round. Some events are drawn from the
axes. The others descend from a *promising* event, in which a wanted feature was met or nearly met: a few results, an
absence, the number of rounds or of players, or forbidden pairs are changed, and the later rounds are played again. A
feature that is hard to find gets more events, and more changes are considered for each event: after every change the
promising round is paired, and the changes that do not lead away from the feature are kept.

A round counts for a feature only if it was played again and its pairing differs from all rounds counted before. A
*family* (all events that descend from one drawn event) counts for at most half of the wanted rounds of a feature, so
that the events do not repeat one situation.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from itertools import groupby

from random_tournaments.axes import HARD, Axes, Span, WeightedChoice
from random_tournaments.mutations import EventDraft, EventFactory, EventRecipe, Mutation, MutationStep, TriedEvent
from random_tournaments.plan import Acceleration
from random_tournaments.seeds import event_rng
from reference_engines.coverage import find_covered_features, nearness
from reference_engines.coverage.features import NEAREST, Feature, FeatureKind
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.frame.rules import PreparedEvent
from reference_engines.frame.systems import engine_for
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import Event

STEERING_AXES = replace(
    HARD,
    players=Span(7, 22),
    rounds=Span(6, 10),
    forbidden_groups=WeightedChoice((0, 1, 2, 3), (3, 1, 1, 1)),
    acceleration=WeightedChoice((Acceleration.NONE, Acceleration.BAKU), (9, 1)),
)
"""Few players and many rounds, so that final rounds are reached; rare articles decide there."""
_FRESH_SHARE = 0.2
"""The share of tried events that are drawn from the axes although there are promising events."""
_MIN_FAMILIES = 2
"""The smallest number of families in which a feature is met."""
_MAX_POOL_SIZE = 40
"""The largest number of promising rounds for a feature."""
_MAX_POOL_SIZE_OF_FAMILY = 3
"""The largest number of promising rounds in one family, so that families stay varied."""
_STRENGTH_OF_MET = 20 * NEAREST
"""Strength of a round in which a feature was met: more than the total strength of all other rounds."""
_MAX_FRUITLESS_EVENTS = 8
"""The number of events of a family without progress after which other families are preferred."""
_MAX_CONSIDERED = 48
"""The largest number of considered changes for an event."""
_MIN_CONSIDERED_AGAIN = 24
"""The smallest number of considered changes for a round in which the feature was already met."""
_NEARNESS_OF_REPETITION = NEAREST - 1
"""The nearness of a changed round with a pairing that was counted before."""
_EVENTS_PER_CONSIDERED_CHANGE = 3
"""The number of events for a feature after which one more change is considered."""

_SINGLE_WEIGHTS = {
    Mutation.RESULTS: 9,
    Mutation.ABSENCE: 5,
    Mutation.SEPARATED: 4,
    Mutation.FINAL_ROUND: 1,
    Mutation.MORE_ROUNDS: 1,
    Mutation.PLAYERS: 1,
    Mutation.FORBIDDEN_PAIRS: 1,
}
_COMBINED_WEIGHTS = {Mutation.RESULTS: 9, Mutation.ABSENCE: 5, Mutation.SEPARATED: 5}
"""Weights of mutations that keep most of the event, when several changes are combined."""
_WEIGHTS_BEFORE_FINAL_ROUND = {
    Mutation.GATHERED_PLAYERS: 10,
    Mutation.FINAL_ROUND: 2,
    Mutation.RESULTS: 6,
    Mutation.ABSENCE: 2,
}
_WEIGHTS_IN_FINAL_ROUND = {
    Mutation.RESULTS: 8,
    Mutation.GATHERED_PLAYERS: 4,
    Mutation.ABSENCE: 4,
    Mutation.SEPARATED: 2,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SteeringGoal:
    """The goal of a search: features, number of rounds, and budget."""

    features: tuple[Feature, ...]
    times: int = 1
    """Number of rounds in which each feature is to be met."""
    budget: int = 2000
    """Largest number of tried events."""
    seed: int = 0
    system: str = "dutch-2026"
    axes: Axes = STEERING_AXES
    """The axes from which events are drawn."""

    @property
    def factory(self) -> EventFactory:
        """The factory of the events."""
        return EventFactory(seed=self.seed, system=self.system, axes=self.axes)

    def __post_init__(self) -> None:
        """Refuse a goal without features, rounds or budget."""
        if not self.features or min(self.times, self.budget) < 1:
            raise ValueError("a goal has at least one feature, at least one round, and a budget of at least one event")


class CoveringEvent(FrozenStruct, frozen=True, kw_only=True):
    """An event that exercises missing features of a goal."""

    tried: TriedEvent
    met: tuple[tuple[Feature, int], ...]
    """Features with the rounds that counted for them."""


@dataclasses.dataclass(slots=True)
class SteeringProgress:
    """The progress of a search, updated with each event."""

    events: int = 0
    rounds: int = 0
    """Number of rounds that were played."""
    considered: int = 0
    """Number of changes whose effect on a round was examined."""
    met: Counter[Feature] = field(default_factory=Counter)
    first_met: dict[Feature, int] = field(default_factory=dict)
    """Number of the event in which each feature was first met, from 1."""

    def missing_features(self, goal: SteeringGoal) -> tuple[Feature, ...]:
        """Return the features that have not been met often enough."""
        return tuple(feature for feature in goal.features if self.met[feature] < goal.times)

    def summary(self, goal: SteeringGoal) -> str:
        """Return a summary: how often each feature was met, and in which event first."""
        considered = f"{self.considered} changes considered"
        lines = [f"{self.events} events tried, {self.rounds} rounds played, {considered}, seed {goal.seed}"]
        for feature in goal.features:
            first = f", first in event {self.first_met[feature]}" if feature in self.first_met else ""
            lines.append(f"  {feature.name:<20} {self.met[feature]:>4} of {goal.times}{first}")
        return "\n".join(lines) + "\n"


@dataclasses.dataclass(slots=True)
class _PromisingRound:
    """A round in which a feature was met or nearly met."""

    tried: TriedEvent
    round_number: int
    strength: int
    """The weight in the choice of rounds; it decreases each time that the event is changed."""
    players: tuple[int, ...]
    """The players on whom the feature depends; if it was met, all other players."""
    reached: int
    """The nearness that a change must reach."""

    @property
    def family(self) -> int:
        """Number of the drawn event from which the event descends."""
        return self.tried.recipe.drawn

    @property
    def is_final(self) -> bool:
        """Whether the round is declared to be the final round."""
        return self.round_number == self.tried.event.rounds_declared


def find_covering_events(goal: SteeringGoal, progress: SteeringProgress | None = None) -> Iterator[CoveringEvent]:
    """
    Yield events that exercise missing features, until all features are met or the budget is spent.

    The same goal gives the same events. Raise KeyError for an unknown system.
    """
    return _EventSearch(goal, progress if progress is not None else SteeringProgress()).run()


def reproduce_event(goal: SteeringGoal, recipe: EventRecipe) -> TriedEvent:
    """Return the event of a recipe of a goal; raise ValueError for a recipe of another goal."""
    if recipe.seed != goal.seed:
        raise ValueError(f"the recipe is of seed {recipe.seed}, not {goal.seed}")
    factory = goal.factory
    tried = factory.draw(recipe.drawn)
    for number, steps in groupby(recipe.steps, key=lambda step: step.number):
        event_steps = tuple(steps)
        draft: EventDraft | None = factory.draft(tried, event_steps[0].round_number)
        for step in event_steps:
            draft = factory.mutate(draft, step) if draft else None
        if draft is None:
            raise ValueError(f"event {number} cannot come from event {tried.recipe.number}")
        tried = factory.finish(draft)
    return tried


class _EventSearch:
    """A search for covering events."""

    def __init__(self, goal: SteeringGoal, progress: SteeringProgress) -> None:
        self.goal = goal
        self.progress = progress
        self.factory = goal.factory
        self.games = engine_for(goal.system).edition.file_rounds_per_round
        self.pools: dict[Feature, list[_PromisingRound]] = {feature: [] for feature in goal.features}
        self.families: Counter[tuple[Feature, int]] = Counter()
        self.fruitless_events: Counter[Feature] = Counter()
        self.fruitless_events_of_family: Counter[tuple[Feature, int]] = Counter()
        self.nearest: Counter[tuple[Feature, int]] = Counter()
        self.counted: set[_PairingKey] = set()
        self.max_rounds_of_family = max(1, goal.times // _MIN_FAMILIES)

    def run(self) -> Iterator[CoveringEvent]:
        while self.progress.events < self.goal.budget and self.progress.missing_features(self.goal):
            number = self.progress.events
            tried = self._next_event(number)
            self.progress.events += 1
            paired = tried.event.rounds_recorded // self.games
            self.progress.rounds += max(0, paired - tried.first + 1)
            met = tuple(self._take_in(tried))
            if met:
                yield CoveringEvent(tried=tried, met=met)

    # --- choosing the next event

    def _next_event(self, number: int) -> TriedEvent:
        """Draw an event, or change a promising event to meet a missing feature."""
        rng = event_rng(self.goal.seed, ~number)
        target = self._choose_feature(rng)
        pool = self.pools[target]
        if pool and self.games == 1 and rng.random() >= _FRESH_SHARE:  # matches of several games are drawn anew
            self.fruitless_events[target] += 1
            promise = rng.choices(pool, weights=[self._promise_weight(target, kept) for kept in pool])[0]
            promise.strength = max(1, promise.strength * 3 // 4)
            self.fruitless_events_of_family[target, promise.family] += 1
            draft = self._change_event(number, target, promise, rng)
            if draft.steps:
                return self.factory.finish(draft)
        return self.factory.draw(number)

    def _promise_weight(self, target: Feature, promise: _PromisingRound) -> float:
        """Return the weight of a promising round, reduced if its family has made no progress."""
        return promise.strength / (1 + self.fruitless_events_of_family[target, promise.family] // _MAX_FRUITLESS_EVENTS)

    def _choose_feature(self, rng: random.Random) -> Feature:
        """Choose a missing feature; features that were met less often are more likely."""
        missing = self.progress.missing_features(self.goal)
        return rng.choices(
            missing, weights=[(self.goal.times - self.progress.met[feature]) ** 2 for feature in missing]
        )[0]

    def _change_event(self, number: int, target: Feature, promise: _PromisingRound, rng: random.Random) -> EventDraft:
        """Change a promising event; keep the considered changes that do not lead away from the feature."""
        needs_final_round = target.needs_final_round
        considered = self._count_considered(target, promise)
        weights = _mutation_weights(
            needs_final_round=needs_final_round, is_final=promise.is_final, are_combined=considered > 1
        )
        kept = self.factory.draft(promise.tried, promise.round_number)
        rejected, nearest = kept, promise.reached
        for variant in range(considered):
            step = MutationStep(
                number=number,
                mutation=rng.choices(list(weights), weights=list(weights.values()))[0],
                round_number=promise.round_number,
                players=promise.players,
                variant=variant,
                is_final=needs_final_round and not promise.is_final,
            )
            draft = self.factory.mutate(kept, step)
            if draft is None:
                continue
            if considered == 1:
                return draft
            strength = self._predict_nearness(target, draft)
            self.progress.considered += 1
            if strength >= nearest:
                kept, nearest = draft, strength
            else:
                rejected = draft
            if nearest >= NEAREST:
                break
        return kept if kept.steps else rejected

    def _count_considered(self, target: Feature, promise: _PromisingRound) -> int:
        if target.kind not in (FeatureKind.DECISIVE, FeatureKind.UNMET):
            return 1
        least = _MIN_CONSIDERED_AGAIN if promise.reached == _NEARNESS_OF_REPETITION else 1
        return min(_MAX_CONSIDERED, least + self.fruitless_events[target] // _EVENTS_PER_CONSIDERED_CHANGE)

    def _predict_nearness(self, target: Feature, draft: EventDraft) -> int:
        """Return the nearness of the next round to the feature, reduced if its pairing was counted before."""
        prepared = engine_for(self.goal.system).open(draft.event)
        number = draft.event.rounds_recorded + 1
        try:
            strength = nearness(prepared.round(number), target).strength
            return (
                min(strength, _NEARNESS_OF_REPETITION)
                if _pairing_key(target, prepared, number) in self.counted
                else strength
            )
        except NoLegalPairingError:
            return 0

    # --- taking in an event

    def _take_in(self, tried: TriedEvent) -> Iterator[tuple[Feature, int]]:
        """Count the features that the event exercises, and keep its promising rounds."""
        missing = self.progress.missing_features(self.goal)
        prepared = engine_for(self.goal.system).open(tried.event)
        for number in prepared.recorded_rounds[tried.first - 1 :]:
            exercised = find_covered_features(prepared.round(number), missing)
            for feature in missing:
                is_met = feature in exercised
                if is_met and self._counts(feature, tried, prepared, number):
                    yield feature, number
                near = nearness(prepared.round(number), feature)
                strength = _STRENGTH_OF_MET if is_met else near.strength
                # A feature that is met should stay met, so changes are to concern other players.
                players = _remaining_players(tried.event, near.players) if is_met else near.players
                reached = _NEARNESS_OF_REPETITION if is_met else strength
                self._keep(feature, _PromisingRound(tried, number, strength, players, reached))

    def _counts(self, feature: Feature, tried: TriedEvent, prepared: PreparedEvent, number: int) -> bool:
        family = feature, tried.recipe.drawn
        if self.progress.met[feature] >= self.goal.times or self.families[family] >= self.max_rounds_of_family:
            return False
        key = _pairing_key(feature, prepared, number)
        if key in self.counted:
            return False
        self.counted.add(key)
        self.families[family] += 1
        self.fruitless_events[feature] = max(0, self.fruitless_events[feature] - 2 * _EVENTS_PER_CONSIDERED_CHANGE)
        self.fruitless_events_of_family[family] = 0
        self.progress.met[feature] += 1
        self.progress.first_met.setdefault(feature, self.progress.events)
        return True

    def _keep(self, feature: Feature, promise: _PromisingRound) -> None:
        """Keep the most promising rounds of families that can still count."""
        if not promise.strength or self.families[feature, promise.family] >= self.max_rounds_of_family:
            return
        family = feature, promise.family
        if promise.strength > self.nearest[family]:
            self.nearest[family] = promise.strength
            self.fruitless_events_of_family[family] = 0
        in_order = sorted((promise, *self.pools[feature]), key=lambda kept: -kept.strength)  # of equals, the latest
        pool: list[_PromisingRound] = []
        family_counts: Counter[int] = Counter()
        for kept in in_order:
            family_counts[kept.family] += 1
            is_open = self.families[feature, kept.family] < self.max_rounds_of_family
            if is_open and family_counts[kept.family] <= _MAX_POOL_SIZE_OF_FAMILY:
                pool.append(kept)
        self.pools[feature] = pool[:_MAX_POOL_SIZE]


def _remaining_players(event: Event, players: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(player.tpn for player in event.players if player.tpn not in players)


_PairingKey = tuple[Feature, frozenset[frozenset[int]]]


def _pairing_key(feature: Feature, prepared: PreparedEvent, round_number: int) -> _PairingKey:
    """Return the key of a round's pairing for a feature; rounds with the same key count once."""
    return feature, frozenset(pair.players for pair in prepared.round(round_number).expected().pairs)


def _mutation_weights(*, needs_final_round: bool, is_final: bool, are_combined: bool) -> Mapping[Mutation, int]:
    """
    Return the weight of each kind of mutation.

    A feature of final rounds has weights of its own, before and after the round is declared final. For other features
    the weights depend on whether several changes are combined for one event.
    """
    if needs_final_round:
        return _WEIGHTS_IN_FINAL_ROUND if is_final else _WEIGHTS_BEFORE_FINAL_ROUND
    return _COMBINED_WEIGHTS if are_combined else _SINGLE_WEIGHTS
