"""Fields drawn at random to be nasty: few may meet, colours clash, floats repeat, few may have the bye."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import Strength
from reference_engines.definitions.players import Players
from reference_engines.frame.results import Pair, RoundPairing

if TYPE_CHECKING:
    import random

    from numpy.typing import NDArray

    IntArray = NDArray[np.int64]


_MANY_GROUPS = 4
_FEW_ABOVE_SHARE = 0.2
_RECORDED_SHARE = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Tension:
    """How nasty a field is."""

    players: int
    meetings: float
    """Share of pairs that have not met yet."""
    meetings_within: float
    """The part of that share left within a scoregroup: a small one makes many downfloaters."""
    byes: float
    """Share of players who may have the bye."""
    groups: int
    """Highest number of scoregroups."""
    few_above: bool
    """Whether one or two players stand above one big scoregroup: heterogeneous brackets with long remainders."""
    is_final: bool
    """Whether there are topscorers."""
    has_common_history: bool
    """Whether all players have one colour history."""


def draw_tension(rng: random.Random, players: tuple[int, int] = (2, 10)) -> Tension:
    """Draw how nasty a field is to be; with many scoregroups there may be a few players more."""
    groups = rng.choice((1, 2, 2, 3, 3, 4, 5, 6))
    return Tension(
        players=rng.randint(*players) + (rng.randint(0, 3) if groups >= _MANY_GROUPS else 0),
        meetings=rng.choice((0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)),
        meetings_within=rng.choice((1.0, 1.0, 0.7, 0.4)),
        byes=rng.choice((0.3, 0.6, 0.9, 1.0)),
        groups=groups,
        few_above=rng.random() < _FEW_ABOVE_SHARE,
        is_final=rng.random() < 0.35,
        has_common_history=rng.random() < 0.15,
    )


def draw_field(rng: random.Random, tension: Tension) -> Players:
    """Draw a field; it may happen that no pairing of it is legal."""
    size = tension.players
    score = _few_above(rng, size) if tension.few_above else _scores(rng, size, tension.groups)
    colours = _Colours.drawn(rng, size, has_common_history=tension.has_common_history)
    topscorer = 2 * score > rng.choice((20, 40, 60)) if tension.is_final else np.zeros(size, dtype=np.bool_)
    absolute = np.where(colours.strength == Strength.ABSOLUTE, colours.preference, 0)
    tpn = np.array(rng.sample(range(1, 2 * size + 1), size), dtype=np.int64)
    tpn = tpn[np.lexsort((tpn, -score))]
    return Players(
        round_number=5,
        column=np.arange(size),
        tpn=tpn,
        score=score,
        groups=(0, *(np.flatnonzero(np.diff(score)) + 1).tolist(), size),
        colour_difference=colours.difference,
        preference=colours.preference,
        strength=colours.strength,
        repeated=colours.repeated,
        unplayed=np.array([rng.choice((0, 0, 1, 2)) for _ in range(size)]),
        bye_allowed=np.array([rng.random() < tension.byes for _ in range(size)]),
        topscorer=topscorer,
        floated=(_floats(rng, size), _floats(rng, size)),
        odd_number=tpn % 2 == 1,
        allowed=_allowed(rng, np.where(topscorer, 0, absolute), score, tension),
    )


def recorded_by_chance(rng: random.Random, field: Players) -> Players:
    """Record an allowed opponent for most players."""
    recorded = np.full(field.size, NOBODY)
    free = list(range(field.size))
    rng.shuffle(free)
    while free:
        one = free.pop()
        other = next((other for other in free if field.allowed[one, other] and rng.random() < _RECORDED_SHARE), None)
        if other is not None:
            free.remove(other)
            recorded[one], recorded[other] = other, one
    return replace(field, recorded=recorded)


def _scores(rng: random.Random, size: int, groups: int) -> IntArray:
    """Draw scores, descending; gaps between scoregroups are of any width, the lowest score is often zero."""
    step = rng.choice((5, 5, 10))
    lowest = rng.choice((0, 0, 5, 10))
    levels = [lowest + step * rung for rung in sorted(rng.sample(range(8), groups))]
    return np.array(sorted((rng.choice(levels) for _ in range(size)), reverse=True), dtype=np.int64)


def _few_above(rng: random.Random, size: int) -> IntArray:
    above = rng.randint(1, 2)
    return np.array([25] * above + [10] * (size - above), dtype=np.int64)[:size]


def _floats(rng: random.Random, size: int) -> IntArray:
    return np.array([rng.choice((0, 0, 1, 1, -1, -1)) for _ in range(size)], dtype=np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Colours:
    """Colour histories and what follows from them by 1.6 and 1.7 (A.6)."""

    difference: IntArray
    preference: IntArray
    strength: IntArray
    repeated: IntArray

    @classmethod
    def drawn(cls, rng: random.Random, size: int, *, has_common_history: bool) -> _Colours:
        common = _history(rng)
        rows = [_colour(common if has_common_history else _history(rng)) for _ in range(size)]
        difference, preference, strength, repeated = np.array(rows, dtype=np.int64).T
        return cls(difference=difference, preference=preference, strength=strength, repeated=repeated)


def _history(rng: random.Random) -> list[int]:
    return [rng.choice((1, -1)) for _ in range(rng.choice((0, 1, 2, 2, 3, 3, 4)))]


def _colour(games: list[int]) -> tuple[int, int, int, int]:
    """Return difference, preference, strength and the colour repeated after these games (1.6, 1.7; A.6)."""
    difference = sum(games)
    if not games:
        return 0, 0, Strength.NONE, 0
    latest = games[-1]
    repeated = latest if games[-2:] == [latest, latest] else 0
    if abs(difference) > 1:
        return difference, -1 if difference > 0 else 1, Strength.ABSOLUTE, repeated
    if repeated:
        return difference, -repeated, Strength.ABSOLUTE, repeated
    if difference:
        return difference, -difference, Strength.STRONG, repeated
    return difference, -latest, Strength.MILD, repeated


def _allowed(rng: random.Random, bound: IntArray, score: IntArray, tension: Tension) -> NDArray[np.uint8]:
    """
    Draw who has met.

    Keep apart non-topscorers with one absolute preference, given by ``bound`` ([C3]; C.3).
    """
    size = bound.size
    allowed = np.zeros((size, size), dtype=np.uint8)
    for one in range(size):
        for other in range(one):
            share = tension.meetings * (tension.meetings_within if score[one] == score[other] else 1)
            may_meet = rng.random() < share and not (bound[one] and bound[one] == bound[other])
            allowed[one, other] = allowed[other, one] = may_meet
    return allowed


def any_legal(rng: random.Random, field: Players) -> RoundPairing | None:
    """Pair a field by chance, mostly in order; None if that leads nowhere."""
    rest = sorted(range(field.size), key=lambda place: place + rng.random() * rng.choice((0, 4, field.size)))
    able = [place for place in rest if field.bye_allowed[place]] if field.is_odd else []
    bye = able[-1] if able else None
    if field.is_odd and bye is None:
        return None
    rest = [place for place in rest if place != bye]
    pairs = []
    while rest:
        one, *others = rest
        other = next((place for place in others if field.allowed[one, place]), None)
        if other is None:
            return None
        pairs.append(Pair(field.numbers[one], field.numbers[other]))
        rest = [place for place in others if place != other]
    return RoundPairing(pairs=tuple(pairs), bye=None if bye is None else field.numbers[bye])
