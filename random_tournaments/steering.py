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

from random_tournaments.axes import Axes, Choice, Span
from random_tournaments.choosing import weights_of
from random_tournaments.descent import Descent, Recipe, Sketch, Step, Tried
from random_tournaments.plan import Acceleration
from random_tournaments.profiles import HARD
from random_tournaments.seeds import event_rng
from reference_engines.features import NEAREST, Feature, FeatureKind
from reference_engines.results import NoLegalPairingError
from reference_engines.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from reference_engines.engine import Session
    from tournaments.model import Event

STEERED = replace(
    HARD,
    players=Span(7, 22),
    rounds=Span(6, 10),
    forbidden_groups=Choice((0, 1, 2, 3), (3, 1, 1, 1)),
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
_MET = 20 * NEAREST
"""Strength of a round in which a feature was met: more than that of all others that are kept together."""
_LONG = 8
"""Events made of a family that came no nearer to a feature, before others are preferred."""
_MOST_CONSIDERED = 48
"""Changes considered before one is made for the sake of a feature that is hard to find."""
_CONSIDERED_ANEW = 24
"""The same, at least, for a round in which it was met, and is to be met by another pairing."""
_REACHED_ANEW = NEAREST - 1
"""How near such a round must come before it counts as another one."""
_PATIENCE = 3
"""Events made for the sake of a feature before one change more is considered; two less each time that it is met."""


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

    @property
    def descent(self) -> Descent:
        """Where the events come from."""
        return Descent(seed=self.seed, system=self.system, axes=self.axes)

    def __post_init__(self) -> None:
        """Refuse a quest for nothing."""
        if not self.wanted or min(self.times, self.budget) < 1:
            raise ValueError("a quest is for at least one feature, at least once, with a budget of at least one event")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An event that exercises what is still wanted."""

    tried: Tried
    met: tuple[tuple[Feature, int], ...]
    """Feature and round, as far as they were counted."""


@dataclasses.dataclass(slots=True)
class Tally:
    """How far a quest has come; brought up to date as its events are taken."""

    events: int = 0
    rounds: int = 0
    """Played anew."""
    considered: int = 0
    """Changes of which the outcome was looked at, for one round, before they were made or not."""
    met: Counter[Feature] = field(default_factory=Counter)
    first_met: dict[Feature, int] = field(default_factory=dict)
    """After how many events."""

    def missing(self, quest: Quest) -> tuple[Feature, ...]:
        """Return what has not been met often enough."""
        return tuple(feature for feature in quest.wanted if self.met[feature] < quest.times)

    def summary(self, quest: Quest) -> str:
        """Say what was met, and after how many events first."""
        considered = f"{self.considered} changes considered"
        lines = [f"{self.events} events tried, {self.rounds} rounds played, {considered}, seed {quest.seed}"]
        for feature in quest.wanted:
            first = f", first in event {self.first_met[feature]}" if feature in self.first_met else ""
            lines.append(f"  {feature.name:<20} {self.met[feature]:>4} of {quest.times}{first}")
        return "\n".join(lines) + "\n"


@dataclasses.dataclass(slots=True)
class _Promise:
    """A round in which a feature was met, or near."""

    tried: Tried
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
    descent = quest.descent
    tried = descent.draw(recipe.drawn)
    for number, steps in groupby(recipe.steps, key=lambda step: step.number):
        made_by = tuple(steps)
        sketch: Sketch | None = descent.sketch(tried, made_by[0].round_number)
        for step in made_by:
            sketch = descent.change(sketch, step) if sketch else None
        if sketch is None:
            raise ValueError(f"event {number} cannot come from event {tried.recipe.number}")
        tried = descent.finish(sketch)
    return tried


class _Search:
    """One quest under way."""

    def __init__(self, quest: Quest, tally: Tally) -> None:
        self.quest = quest
        self.tally = tally
        self.descent = quest.descent
        self.games = engine_for(quest.system).edition.rounds_per_stage
        self.pools: dict[Feature, list[_Promise]] = {feature: [] for feature in quest.wanted}
        self.families: Counter[tuple[Feature, int]] = Counter()
        self.made_in_vain: Counter[Feature] = Counter()
        self.tried_in_vain: Counter[tuple[Feature, int]] = Counter()
        self.nearest: Counter[tuple[Feature, int]] = Counter()
        self.counted: set[_Key] = set()
        self.most_of_family = max(1, quest.times // _FAMILIES)

    def run(self) -> Iterator[Found]:
        while self.tally.events < self.quest.budget and self.tally.missing(self.quest):
            number = self.tally.events
            tried = self._next(number)
            self.tally.events += 1
            paired = tried.event.rounds_recorded // self.games
            self.tally.rounds += max(0, paired - tried.first + 1)
            met = tuple(self._take_in(tried))
            if met:
                yield Found(tried=tried, met=met)

    # --- what is made next

    def _next(self, number: int) -> Tried:
        """Draw an event, or change a promising one for the sake of one of the features that are missing."""
        rng = event_rng(self.quest.seed, ~number)
        target = self._target(rng)
        pool = self.pools[target]
        if pool and self.games == 1 and rng.random() >= _FRESH_SHARE:  # matches of several games are drawn anew
            self.made_in_vain[target] += 1
            promise = rng.choices(pool, weights=[self._hope(target, kept) for kept in pool])[0]
            promise.strength = max(1, promise.strength * 3 // 4)
            self.tried_in_vain[target, promise.family] += 1
            sketch = self._changed(number, target, promise, rng)
            if sketch.steps:
                return self.descent.finish(sketch)
        return self.descent.draw(number)

    def _hope(self, target: Feature, promise: _Promise) -> float:
        """Return what is expected of a promising round; less where its family has come no nearer for long."""
        return promise.strength / (1 + self.tried_in_vain[target, promise.family] // _LONG)

    def _target(self, rng: random.Random) -> Feature:
        """Return one of the features that are missing, rather one that was met seldom."""
        missing = self.tally.missing(self.quest)
        return rng.choices(missing, weights=[(self.quest.times - self.tally.met[feature]) ** 2 for feature in missing])[
            0
        ]

    def _changed(self, number: int, target: Feature, promise: _Promise, rng: random.Random) -> Sketch:
        """Change a promising event, and keep of the changes considered those that do not lead away from the feature."""
        for_final_rounds = target.needs_final_round
        considered = self._considered_for(target, promise)
        weights = weights_of(for_final_rounds=for_final_rounds, is_final=promise.is_final, are_piled_up=considered > 1)
        kept = self.descent.sketch(promise.tried, promise.round_number)
        aside, nearest = kept, promise.reached
        for variant in range(considered):
            step = Step(
                number=number,
                mutation=rng.choices(list(weights), weights=list(weights.values()))[0],
                round_number=promise.round_number,
                players=promise.players,
                variant=variant,
                is_final=for_final_rounds and not promise.is_final,
            )
            sketch = self.descent.change(kept, step)
            if sketch is None:
                continue
            if considered == 1:
                return sketch
            strength = self._foretold(target, sketch)
            self.tally.considered += 1
            if strength >= nearest:
                kept, nearest = sketch, strength
            else:
                aside = sketch
            if nearest >= NEAREST:
                break
        return kept if kept.steps else aside

    def _considered_for(self, target: Feature, promise: _Promise) -> int:
        if target.kind not in (FeatureKind.DECISIVE, FeatureKind.UNMET):
            return 1
        least = _CONSIDERED_ANEW if promise.reached == _REACHED_ANEW else 1
        return min(_MOST_CONSIDERED, least + self.made_in_vain[target] // _PATIENCE)

    def _foretold(self, target: Feature, sketch: Sketch) -> int:
        """Return how near the round is to be; not quite there, if it is to be paired as one counted before."""
        session = engine_for(self.quest.system).open(sketch.event)
        number = sketch.event.rounds_recorded + 1
        try:
            strength = session.near(number, target).strength
            return min(strength, _REACHED_ANEW) if _key(target, session, number) in self.counted else strength
        except NoLegalPairingError:
            return 0

    # --- what came of it

    def _take_in(self, tried: Tried) -> Iterator[tuple[Feature, int]]:
        """Count what the event exercises, and keep its promising rounds."""
        missing = self.tally.missing(self.quest)
        session = engine_for(self.quest.system).open(tried.event)
        for number in session.stages[tried.first - 1 :]:
            found = session.exercised(number, missing)
            for feature in missing:
                is_met = feature in found
                if is_met and self._counts(feature, tried, session, number):
                    yield feature, number
                near = session.near(number, feature)
                strength = _MET if is_met else near.strength
                # What is met is to stay so: then others are to fare differently.
                players = _others(tried.event, near.players) if is_met else near.players
                reached = _REACHED_ANEW if is_met else strength
                self._keep(feature, _Promise(tried, number, strength, players, reached))

    def _counts(self, feature: Feature, tried: Tried, session: Session, number: int) -> bool:
        family = feature, tried.recipe.drawn
        if self.tally.met[feature] >= self.quest.times or self.families[family] >= self.most_of_family:
            return False
        key = _key(feature, session, number)
        if key in self.counted:
            return False
        self.counted.add(key)
        self.families[family] += 1
        self.made_in_vain[feature] = max(0, self.made_in_vain[feature] - 2 * _PATIENCE)
        self.tried_in_vain[family] = 0
        self.tally.met[feature] += 1
        self.tally.first_met.setdefault(feature, self.tally.events)
        return True

    def _keep(self, feature: Feature, promise: _Promise) -> None:
        """Keep the most promising rounds, of families that can still count."""
        if not promise.strength or self.families[feature, promise.family] >= self.most_of_family:
            return
        family = feature, promise.family
        if promise.strength > self.nearest[family]:
            self.nearest[family] = promise.strength
            self.tried_in_vain[family] = 0
        in_order = sorted((promise, *self.pools[feature]), key=lambda kept: -kept.strength)  # of equals, the latest
        pool: list[_Promise] = []
        of_family: Counter[int] = Counter()
        for kept in in_order:
            of_family[kept.family] += 1
            is_open = self.families[feature, kept.family] < self.most_of_family
            if is_open and of_family[kept.family] <= _POOL_OF_FAMILY:
                pool.append(kept)
        self.pools[feature] = pool[:_POOL]


def _others(event: Event, players: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(player.tpn for player in event.players if player.tpn not in players)


_Key = tuple[Feature, frozenset[frozenset[int]]]


def _key(feature: Feature, session: Session, round_number: int) -> _Key:
    """Return what two rounds have in common that would be counted for a feature once only: who meets whom."""
    return feature, frozenset(pair.players for pair in session.pair(round_number).pairs)
