"""Virtual points ignored, misplaced, or misread."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.acceleration import BakuRule, virtual_points
from reference_engines.definitions.player_states import topscorers_by_points
from reference_engines.frame.declared import declares_baku
from reference_engines.misreadings.dutch.making import both, definitions, each, floats, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import History, IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from tournaments.model import Event

    Points = Callable[[Event, History, int], IntArray]

_ACCELERATION = "C.04.7:1.4"


def _none(event: Event, history: History, rounds: int) -> IntArray:
    del event
    return np.zeros((rounds, history.players), dtype=np.int64)


def _listed_alone(event: Event, history: History, rounds: int) -> IntArray:
    points = virtual_points(event, history, rounds)
    return np.zeros_like(points) if declares_baku(event.system) and not event.virtual_points else points


def _add_round(event: Event, history: History, rounds: int) -> IntArray:
    """Give the points of a round in the next one again: a round too late."""
    points = virtual_points(event, history, rounds)
    return np.vstack([points[:1], points[:-1]])


def _remove_round(event: Event, history: History, rounds: int) -> IntArray:
    points = virtual_points(event, history, rounds + 1)
    return points[1:]


def _never_halved(event: Event, history: History, rounds: int) -> IntArray:
    points = virtual_points(event, history, rounds)
    return np.where(points > 0, points[:1], 0) if rounds else points


def _only_whole(event: Event, history: History, rounds: int) -> IntArray:
    points = virtual_points(event, history, rounds)
    return np.where(points == points[:1], points, 0) if rounds else points


def _as_played(event: Event, history: History, rounds: int) -> IntArray:
    """Take the rounds recorded so far for all rounds."""
    return virtual_points(replace(event, rounds_declared=None), history, rounds)


def _baku_otherwise(rule: BakuRule) -> Points:
    """Follow another Baku rule where that is declared."""
    return partial(virtual_points, baku=rule)


_BAKU = (
    (
        "baku-half-not-even",
        "GA were half of the players, rounded up",
        _baku_otherwise(BakuRule(lambda players: -(-players // 2))),
    ),
    (
        "baku-half-rounded-down",
        "GA were half of the players, rounded down",
        _baku_otherwise(BakuRule(lambda players: players // 2)),
    ),
    (
        "baku-half-rounded-down-to-even",
        "GA were half of the players, rounded down to an even number",
        _baku_otherwise(BakuRule(lambda players: 2 * (players // 4))),
    ),
    (
        "baku-fewer-rounds",
        "half of the rounds, rounded down, were accelerated",
        _baku_otherwise(BakuRule(round_counts=lambda rounds: ((rounds // 2 + 1) // 2, rounds // 2))),
    ),
    (
        "baku-fewer-full-rounds",
        "half of the accelerated rounds, rounded down, had a win's virtual points",
        _baku_otherwise(BakuRule(round_counts=lambda rounds: ((rounds + 1) // 2 // 2, (rounds + 1) // 2))),
    ),
    (
        "baku-two-rounds",
        "the first two rounds were accelerated",
        _baku_otherwise(BakuRule(round_counts=lambda _: (2, 2))),
    ),
)


_POINTS = (
    ("acceleration-ignored", "no virtual points were given", _none),
    ("baku-ignored", "virtual points were given only where the file lists them", _listed_alone),
    ("acceleration-a-round-longer", "each round had the virtual points of the round before", _add_round),
    ("acceleration-a-round-shorter", "each round had the virtual points of the round after", _remove_round),
    (
        "virtual-points-never-halved",
        "virtual points were not halved in the later accelerated rounds",
        _never_halved,
    ),
    ("virtual-points-only-whole", "the later accelerated rounds had no virtual points", _only_whole),
    *_BAKU,
    ("acceleration-by-rounds-played", "acceleration depended on the rounds played so far", _as_played),
)


def acceleration(text: DutchText) -> Iterator[Misreading]:
    """Yield misreadings of virtual points; see also `byes` for the score of the bye's assignee."""
    yield from each(_ACCELERATION, _POINTS, lambda points: definitions(virtual_points=points))
    where = text.definition_articles
    yield misreading(
        "floats-without-virtual-points",
        "virtual points did not count for floats",
        where.played_float,
        floats(compared=attrgetter("points")),
    )
    yield misreading(
        "topscorers-without-virtual-points",
        "virtual points did not count for topscorers",
        where.topscorers,
        definitions(topscorers=topscorers_by_points),
    )
    yield misreading(
        "brackets-alone-are-accelerated",
        "virtual points counted in brackets, but neither for floats nor for topscorers",
        where.played_float,
        both(floats(compared=attrgetter("points")), definitions(topscorers=topscorers_by_points)),
    )


KINDS = (acceleration,)
