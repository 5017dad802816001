"""
Events that exercise rare features, found by changing promising ones.

Every event tried is a whole legal event, paired by the engine from its first round. Some are drawn from the axes; the
others are children of a *promising* one, in which a wanted feature was met or was near: a few results, an absence, the
number of rounds or of players, forbidden pairs are changed, and everything after is played again. A round counts only
where it was played anew, and no *family* (all that descends from one drawn event) counts for a feature more than
half of the times that it is wanted, so that what is found is not one situation over and over.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from random_tournaments.axes import Axes, Choice, Span
from random_tournaments.batch import Batch
from random_tournaments.coverage.features import Circumstance, Feature, FeatureKind
from random_tournaments.coverage.measuring import features_of_round
from random_tournaments.mutations import Mutation, change, start_of
from random_tournaments.plan import Acceleration
from random_tournaments.profiles import HARD
from random_tournaments.replaying import replay
from random_tournaments.seeds import event_rng
from reference_engines.dutch.leaving_out import concerns_topscorers, strain
from reference_engines.dutch.session import DutchSession
from reference_engines.systems import engine_for

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from random_tournaments.plan import EventPlan
    from reference_engines.results import RoundPairing
    from tournaments.model import Event

STEERED = replace(
    HARD,
    players=Span(8, 24),
    rounds=Span(6, 10),
    forbidden_groups=Choice((0, 1), (3, 1)),
    acceleration=Choice((Acceleration.NONE, Acceleration.BAKU), (9, 1)),
)
"""Small fields that get to their final rounds: where rare articles live."""
_FRESH_SHARE = 0.2
"""Of the events tried, drawn from the axes although there are promising ones."""
_FAMILIES = 2
"""Families that it takes at least to meet a feature as often as it is wanted."""
_POOL = 40
"""Promising rounds kept for a feature."""
_POOL_OF_FAMILY = 3
"""Of them in one family: the most promising situation must not crowd out the others."""
_MET = 400
"""What a feature that was met counts more than any strain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quest:
    """What is sought."""

    wanted: tuple[Feature, ...]
    times: int = 1
    """Rounds in which each is wanted."""
    budget: int = 2000
    """Events tried at most."""
    seed: int = 0
    system: str = "dutch-2026"
    axes: Axes = STEERED
    """Where events are drawn from that descend from no other."""

    def __post_init__(self) -> None:
        """Refuse a quest for nothing."""
        if not self.wanted or min(self.times, self.budget) < 1:
            raise ValueError("a quest is for at least one feature, at least once, with a budget of at least one event")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How an event came from its parent: with the seed and this, it can be made again."""

    number: int
    """Of the event made, among those tried; its chance depends on the seed and this number alone."""
    mutation: Mutation
    round_number: int


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
    """An event of the quest."""

    recipe: Recipe
    plan: EventPlan
    """Of the drawn event: what was changed since is told by the recipe."""
    event: Event
    first: int
    """First round that was played anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An event that exercises what is still wanted."""

    tried: Tried
    met: tuple[tuple[Feature, int], ...]
    """Feature and round, as far as they were counted."""


@dataclass(slots=True)
class Tally:
    """How far a quest has come; brought up to date as its events are taken."""

    events: int = 0
    rounds: int = 0
    """Played anew."""
    met: Counter[Feature] = field(default_factory=Counter)
    first_met: dict[Feature, int] = field(default_factory=dict)
    """After how many events."""

    def missing(self, quest: Quest) -> tuple[Feature, ...]:
        """Return what has not been met often enough."""
        return tuple(feature for feature in quest.wanted if self.met[feature] < quest.times)

    def summary(self, quest: Quest) -> str:
        """Say what was met, and after how many events first."""
        lines = [f"{self.events} events tried, {self.rounds} rounds played, seed {quest.seed}"]
        for feature in quest.wanted:
            first = f", first in event {self.first_met[feature]}" if feature in self.first_met else ""
            lines.append(f"  {feature.name:<20} {self.met[feature]:>4} of {quest.times}{first}")
        return "\n".join(lines) + "\n"


@dataclass(slots=True)
class _Promise:
    """A round in which a feature was met, or near."""

    tried: Tried
    round_number: int
    strength: int
    """Fades each time that the event is changed for the sake of it."""

    @property
    def family(self) -> int:
        """Number of the drawn event from which the event descends."""
        return self.tried.recipe.drawn


def seek(quest: Quest, tally: Tally | None = None) -> Iterator[Found]:
    """
    Yield the events that exercise what is still wanted, until all is met or the budget is spent.

    The same quest gives the same events. Raise KeyError for an unknown system.
    """
    return _Search(quest, tally if tally is not None else Tally()).run()


def make_again(quest: Quest, recipe: Recipe) -> Tried:
    """Return the event of a recipe of this quest; ValueError if the recipe is not of it."""
    if recipe.seed != quest.seed:
        raise ValueError(f"the recipe is of seed {recipe.seed}, not {quest.seed}")
    tried = _draw(quest, recipe.drawn)
    for step in recipe.steps:
        child = _child(quest, tried, step)
        if child is None:
            raise ValueError(f"event {step.number} cannot come from event {tried.recipe.number}")
        tried = child
    return tried


class _Search:
    """One quest under way."""

    def __init__(self, quest: Quest, tally: Tally) -> None:
        self.quest = quest
        self.tally = tally
        self.pools: dict[Feature, list[_Promise]] = {feature: [] for feature in quest.wanted}
        self.families: Counter[tuple[Feature, int]] = Counter()
        self.most_of_family = max(1, quest.times // _FAMILIES)

    def run(self) -> Iterator[Found]:
        while self.tally.events < self.quest.budget and self.tally.missing(self.quest):
            number = self.tally.events
            tried = self._next(number)
            self.tally.events += 1
            self.tally.rounds += max(0, tried.event.rounds_recorded - tried.first + 1)
            met = tuple(self._take_in(tried))
            if met:
                yield Found(tried=tried, met=met)

    def _next(self, number: int) -> Tried:
        """Draw an event, or change a promising one for the sake of one of the features that are missing."""
        rng = event_rng(self.quest.seed, ~number)
        target = rng.choice(self.tally.missing(self.quest))
        pool = self.pools[target]
        if pool and rng.random() >= _FRESH_SHARE:
            promise = rng.choices(pool, weights=[kept.strength for kept in pool])[0]
            promise.strength = max(1, promise.strength * 3 // 4)
            mutation = _choose(self.quest, target, promise, rng)
            step = Step(number=number, mutation=mutation, round_number=promise.round_number)
            child = _child(self.quest, promise.tried, step)
            if child is not None:
                return child
        return _draw(self.quest, number)

    def _take_in(self, tried: Tried) -> Iterator[tuple[Feature, int]]:
        """Count what the event exercises, and keep its promising rounds."""
        missing = self.tally.missing(self.quest)
        session = engine_for(self.quest.system).open(tried.event)
        for number in range(tried.first, tried.event.rounds_recorded + 1):
            found = features_of_round(session, tried.event, number, missing)
            for feature in missing:
                is_met = feature in found
                if is_met and self._counts(feature, tried):
                    yield feature, number
                strength = _MET if is_met else _strain(session, number, feature)
                self._keep(feature, _Promise(tried, number, strength))

    def _counts(self, feature: Feature, tried: Tried) -> bool:
        family = feature, tried.recipe.drawn
        if self.tally.met[feature] >= self.quest.times or self.families[family] >= self.most_of_family:
            return False
        self.families[family] += 1
        self.tally.met[feature] += 1
        self.tally.first_met.setdefault(feature, self.tally.events)
        return True

    def _keep(self, feature: Feature, promise: _Promise) -> None:
        """Keep the most promising rounds, of families that can still count."""
        if not promise.strength or self.families[feature, promise.family] >= self.most_of_family:
            return
        in_order = sorted((promise, *self.pools[feature]), key=lambda kept: -kept.strength)  # of equals, the latest
        pool: list[_Promise] = []
        of_family: Counter[int] = Counter()
        for kept in in_order:
            of_family[kept.family] += 1
            is_open = self.families[feature, kept.family] < self.most_of_family
            if is_open and of_family[kept.family] <= _POOL_OF_FAMILY:
                pool.append(kept)
        self.pools[feature] = pool[:_POOL]


def _strain(session: object, round_number: int, feature: Feature) -> int:
    if feature.kind not in _OF_CRITERIA or not isinstance(session, DutchSession):
        return 0
    return strain(session, round_number, feature.label)


_WEIGHTS = {
    Mutation.RESULTS: 8,
    Mutation.ABSENCE: 3,
    Mutation.FINAL_ROUND: 1,
    Mutation.MORE_ROUNDS: 1,
    Mutation.PLAYERS: 1,
    Mutation.FORBIDDEN_PAIRS: 2,
}
_FOR_FINAL_ROUNDS = {Mutation.GATHERED: 10, Mutation.FINAL_ROUND: 3, Mutation.RESULTS: 4, Mutation.PLAYERS: 1}
_IN_FINAL_ROUNDS = {Mutation.RESULTS: 8, Mutation.GATHERED: 4, Mutation.ABSENCE: 3, Mutation.PLAYERS: 1}


def _choose(quest: Quest, target: Feature, promise: _Promise, rng: random.Random) -> Mutation:
    weights = _WEIGHTS
    if _is_for_final_rounds(quest.system, target):
        is_final = promise.round_number == promise.tried.event.rounds_declared
        weights = _IN_FINAL_ROUNDS if is_final else _FOR_FINAL_ROUNDS
    return rng.choices(list(weights), weights=list(weights.values()))[0]


@cache
def _is_for_final_rounds(system: str, feature: Feature) -> bool:
    """Whether only a final round can exercise it: there are no topscorers before."""
    if feature.name == Circumstance.TOPSCORER_EXCEPTION.value:
        return True
    return feature.kind in _OF_CRITERIA and concerns_topscorers(engine_for(system), feature.label)


_OF_CRITERIA = (FeatureKind.DECISIVE, FeatureKind.UNMET)


# --- making events ---------------------------------------------------------------------------------------------------


def _draw(quest: Quest, number: int) -> Tried:
    batch = Batch(seed=quest.seed, axes=quest.axes, system=quest.system, label="sought")
    played = batch.play(number)
    recipe = Recipe(seed=quest.seed, drawn=number)
    return Tried(recipe=recipe, plan=played.plan, event=played.event, first=1)


def _child(quest: Quest, parent: Tried, step: Step) -> Tried | None:
    rng = event_rng(quest.seed, step.number)
    made = change(parent.event, step.mutation, step.round_number, rng)
    if made is None:
        return None

    def pairer(event: Event, round_number: int) -> RoundPairing:
        return engine_for(quest.system).open(event).pair(round_number)

    event = replay(made.course, start_of(parent.event, made), pairer, rng, parent.plan.tie_breaks)
    return Tried(
        recipe=replace(parent.recipe, steps=(*parent.recipe.steps, step)),
        plan=parent.plan,
        event=replace(event, name=f"sought {quest.seed}/{step.number}"),
        first=made.first,
    )
