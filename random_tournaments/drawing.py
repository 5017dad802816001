"""Plans drawn at random within ranges, so that a batch of events varies on every axis."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from random_tournaments.plan import Acceleration, EventPlan, Rates, UpsetModel
from tournaments.model import Colour, ScoringSystem

if TYPE_CHECKING:
    import random

SCORINGS = (
    ScoringSystem(),
    ScoringSystem(pairing_allocated_bye=5),
    ScoringSystem(pairing_allocated_bye=0),
    ScoringSystem(
        white_win=30,
        black_win=30,
        white_draw=10,
        black_draw=10,
        forfeit_win=30,
        full_point_bye=30,
        half_point_bye=10,
        pairing_allocated_bye=30,
        pending=10,
    ),
    ScoringSystem(
        white_win=30,
        black_win=30,
        white_draw=20,
        black_draw=20,
        white_loss=10,
        black_loss=10,
        forfeit_win=30,
        full_point_bye=30,
        half_point_bye=20,
        pairing_allocated_bye=20,
        pending=20,
    ),
)
"""Standard; a bye of half a point, and of none; three points for a win; one point for having played."""

_STANDARD_SHARE = 0.6
_RATE_CEILINGS = {
    "half_point_bye": 0.12,
    "full_point_bye": 0.03,
    "zero_point_bye": 0.10,
    "withdrawal": 0.05,
    "late_entry": 0.15,
    "forfeit": 0.15,
    "double_forfeit": 0.05,
    "unrated": 0.10,
    "unusual": 0.05,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranges:
    """Where plans are drawn from; both ends included."""

    players: tuple[int, int] = (4, 130)
    rounds: tuple[int, int] = (4, 13)
    scorings: tuple[ScoringSystem, ...] = SCORINGS
    """The first one is drawn more often than the others together."""
    system_code: str = "FIDE_DUTCH_2026"

    def __post_init__(self) -> None:
        """Refuse ranges that contain nothing."""
        for name, (lowest, highest) in (("players", self.players), ("rounds", self.rounds)):
            if not 1 <= lowest <= highest:
                raise ValueError(f"{name} is {lowest}..{highest}; give the smaller number first")
        if not self.scorings:
            raise ValueError("scorings is empty; give at least one scoring system")


def draw_plan(rng: random.Random, ranges: Ranges | None = None) -> EventPlan:
    """
    Draw a plan.

    Small fields are as frequent as big ones on a logarithmic scale, and Black has the first move of the top board in
    half of the events. Half of the small fields have no more rounds than they can usually complete, so that final
    rounds are reached; the others run until no legal pairing is left.
    """
    ranges = ranges or Ranges()
    players = _log_uniform(rng, *ranges.players)
    scoring = _draw_scoring(rng, ranges.scorings)
    return EventPlan(
        players=players,
        rounds=_draw_rounds(rng, ranges.rounds, players),
        initial_colour=rng.choice((Colour.WHITE, Colour.BLACK)),
        scoring=scoring,
        acceleration=_draw_acceleration(rng, scoring),
        rates=_draw_rates(rng),
        upsets=rng.choices(tuple(UpsetModel), weights=(6, 1, 3))[0],
        forbidden_groups=_draw_forbidden_groups(rng, players),
        system_code=ranges.system_code,
    )


def _log_uniform(rng: random.Random, lowest: int, highest: int) -> int:
    drawn = math.exp(rng.uniform(math.log(lowest), math.log(highest + 1)))
    return min(int(drawn), highest)


def _draw_rounds(rng: random.Random, rounds: tuple[int, int], players: int) -> int:
    lowest, highest = rounds
    if rng.choice((True, False)):
        highest = max(lowest, min(highest, players // 2 + 1))
    return rng.randint(lowest, highest)


def _draw_scoring(rng: random.Random, scorings: tuple[ScoringSystem, ...]) -> ScoringSystem:
    if len(scorings) == 1 or rng.random() < _STANDARD_SHARE:
        return scorings[0]
    return rng.choice(scorings[1:])


def _draw_acceleration(rng: random.Random, scoring: ScoringSystem) -> Acceleration:
    """The Baku rule presupposes that a win is worth two draws and a loss nothing (C.04.7:1.1)."""
    drawn = rng.choices(tuple(Acceleration), weights=(7, 2, 1))[0]
    baku_applies = scoring.win == 2 * scoring.white_draw and scoring.loss == 0
    return Acceleration.LISTED if drawn is Acceleration.BAKU and not baku_applies else drawn


def _draw_rates(rng: random.Random) -> Rates:
    """Every misfortune is absent from half of the events."""
    drawn = {name: rng.choice((0.0, ceiling * rng.random())) for name, ceiling in _RATE_CEILINGS.items()}
    return Rates(draw=rng.uniform(0.0, 0.7), **drawn)


def _draw_forbidden_groups(rng: random.Random, players: int) -> tuple[int, ...]:
    """Nothing in most events; otherwise up to three groups of up to a fifth of the field."""
    groups = rng.choices((0, 1, 2, 3), weights=(12, 2, 1, 1))[0]
    return tuple(rng.randint(2, max(2, players // 5)) for _ in range(groups))
