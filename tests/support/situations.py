"""Situations in the middle of an event, written down as the annexes do: scores, preferences, who may meet whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import Strength
from reference_engines.definitions.players import Players
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.dutch.rounds import Round2017, Round2026
from reference_engines.dutch_2013.procedure import pair_round

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

EDITIONS = ("dutch-2013", "dutch-2017", "dutch-2026")
_COLOUR = {"w": 1, "b": -1}


@dataclass(frozen=True, slots=True)
class Somebody:
    """A player by letter, with the score in points and the preference: ``w``, ``W`` if absolute, ``(W)`` if strong."""

    letter: str
    points: float
    wish: str = ""


def situation(
    players: Sequence[Somebody], met: Iterable[str], *, round_number: int = 9, is_last: bool = False
) -> Players:
    """
    Return the field of a round; players are listed in order, ``met`` names who may not meet: ``AB``.

    Whoever has no preference has never played: nothing is asked of the colours. Nobody has floated or had a bye.
    """
    size = len(players)
    zeros = np.zeros(size, dtype=np.int64)
    score = np.array([round(10 * player.points) for player in players], dtype=np.int64)
    wish = np.array([_COLOUR.get(player.wish.strip("()").lower(), 0) for player in players], dtype=np.int64)
    strength = np.array([_strength(player.wish) for player in players], dtype=np.int64)
    topscorer = (2 * score > 10 * (round_number - 1)) & is_last
    return Players(
        round_number=round_number,
        column=np.arange(size),
        tpn=np.arange(1, size + 1),
        score=score,
        groups=(0, *(np.flatnonzero(np.diff(score)) + 1).tolist(), size),
        colour_difference=-2 * wish * (strength == Strength.ABSOLUTE),
        preference=wish,
        strength=strength,
        repeated=zeros,
        unplayed=zeros,
        bye_allowed=np.ones(size, dtype=np.bool_),
        topscorer=topscorer,
        floated=(zeros, zeros),
        odd_number=np.arange(1, size + 1) % 2 == 1,
        allowed=_allowed(players, met, np.where(strength == Strength.ABSOLUTE, wish, 0), topscorer),
    )


def _strength(wish: str) -> Strength:
    if not wish:
        return Strength.NONE
    if wish.startswith("("):
        return Strength.STRONG
    return Strength.ABSOLUTE if wish.isupper() else Strength.MILD


def _allowed(
    players: Sequence[Somebody], met: Iterable[str], absolute: np.ndarray, topscorer: np.ndarray
) -> np.ndarray:
    place = {player.letter: index for index, player in enumerate(players)}
    allowed = np.ones((len(players), len(players)), dtype=np.uint8)
    np.fill_diagonal(allowed, 0)
    for one, other in met:
        allowed[place[one], place[other]] = allowed[place[other], place[one]] = 0
    same = np.equal.outer(absolute, absolute) & (absolute != 0)
    allowed[same & ~np.logical_or.outer(topscorer, topscorer)] = 0
    return allowed


def paired(edition: str, field: Players, players: Sequence[Somebody]) -> set[str]:
    """Return the pairs that an edition makes, by letters; the player with the bye stands alone."""
    if edition == "dutch-2013":
        pairs = [pair for done in pair_round(field).brackets for pair in done.pairing.pairs]
    else:
        rules, procedure = (DUTCH_2017, Round2017) if edition == "dutch-2017" else (DUTCH_2026, Round2026)
        brackets = procedure(players=field, objective=rules.objective).brackets()
        pairs = [
            tuple(bracket.positions[list(pair)].tolist()) for bracket, candidate in brackets for pair in candidate.pairs
        ]
    named = {players[one].letter + players[other].letter for one, other in pairs}
    return named | ({player.letter for player in players} - set("".join(named)))
