"""For the Dubov System: hard rules counted from the players' rows alone, and fields drawn at random."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from support.burstein import faults
from support.events import event
from support.fields import draw_field, draw_tension

from reference_engines.definitions.player_states import Strength
from reference_engines.dubov.participants import DubovBracket, DubovPlayers
from reference_engines.dubov.rules import DUBOV_2026

if TYPE_CHECKING:
    import random

    from reference_engines.definitions.players import Players

__all__ = ["draw_dubov", "either_two", "faults", "seekers", "single_bracket"]
"""The hard rules are those of the Burstein System: C1 to C3, topscorers excepted in no round."""

_FEW_RATINGS = (0, 2000, 2001, 2100, 2300)
_NOBODY_HAS_PLAYED = 0.1


def draw_dubov(rng: random.Random, players: tuple[int, int] = (2, 9)) -> DubovPlayers:
    """Draw a small field with few different AROs, and many who have been upfloated; it may be impossible to pair."""
    field = _seeking(rng, draw_field(rng, replace(draw_tension(rng, players), is_final=False)))
    size, most = field.size, rng.choice((1, 2, 3))
    return DubovPlayers(
        players=field,
        bye_score=field.score,
        points=field.score,
        aro=np.array([rng.choice(_FEW_RATINGS) for _ in range(size)], dtype=np.int64),
        upfloats=np.array([rng.randint(0, most + 2) for _ in range(size)], dtype=np.int64),
        upfloated_before=np.array([rng.random() < 0.4 for _ in range(size)], dtype=np.bool_),
        most_upfloats=most,
        unplayed=field.unplayed,
        is_last_round=rng.random() < 0.2,
    )


def _seeking(rng: random.Random, field: Players) -> Players:
    """Give all players a preference, Black to players yet to play, and number them across scoregroups."""
    new = field.strength == Strength.NONE
    if rng.random() < _NOBODY_HAS_PLAYED:
        new = np.ones(field.size, dtype=np.bool_)
    return replace(
        field,
        column=np.argsort(np.argsort(field.tpn)),
        preference=np.where(new, -1, field.preference),
        strength=np.where(new, Strength.MILD, field.strength),
        unplayed=np.where(new, field.round_number - 1, field.unplayed),
    )


def seekers(white: int, aros: list[int], apart: list[tuple[int, int]]) -> DubovPlayers:
    """Return a scoregroup whose first ``white`` seek White and the others Black; two of ``apart`` may not meet."""
    size = len(aros)
    field: DubovPlayers = DUBOV_2026.open(event(["-"] * size, rounds_declared=3)).round(2).participants
    allowed = ~np.eye(size, dtype=np.bool_)
    for one, other in apart:
        allowed[one, other] = allowed[other, one] = False
    players = replace(
        field.players,
        preference=np.where(np.arange(size) < white, 1, -1),
        allowed=np.ascontiguousarray(allowed, dtype=np.uint8),
    )
    return replace(field, players=players, aro=np.array(aros, dtype=np.int64))


def single_bracket(field: DubovPlayers) -> DubovBracket:
    """Return all players as one bracket, with the seekers of White in G1."""
    everybody = tuple(range(field.players.size))
    g1 = tuple(position for position in everybody if field.prefers_white[position])
    return DubovBracket(participants=field, residents=everybody, upfloaters=(), g1=g1, g2=everybody[len(g1) :])


def either_two(times: tuple[int, int, int, int]) -> DubovPlayers:
    """
    Return a field in which positions 0 and 1, who may not meet, are completed by 2 and 3, or else by 4 and 5.

    ``times`` is how often each of the four has been upfloated; twice makes a maximum upfloater.
    """
    meet = {(0, 2), (0, 4), (1, 3), (1, 5), (2, 3), (4, 5)}
    apart = [(one, other) for other in range(6) for one in range(other) if (one, other) not in meet]
    field = seekers(2, [0] * 6, apart)
    players = replace(field.players, score=np.array([10, 10, 0, 0, 0, 0]))
    return replace(field, players=players, upfloats=np.array([0, 0, *times]), most_upfloats=2)
