"""The choice of the pairing-allocated bye before any bracket is paired: Burstein (3.1; B.0) and Dubov (3.1; B.0)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from reference_engines.history import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from reference_engines.field import Field
    from reference_engines.history import History, IntArray

    ByeOrder = tuple[tuple["ByeKey", str], ...]
    """What the bye goes by, most important first, each with its article."""


class ByeKey(Enum):
    """What the pairing-allocated bye goes by, the least first."""

    SCORE = "score of the player who receives the pairing-allocated bye"
    UNPLAYED_GAMES = "rounds without a game of the player who receives the pairing-allocated bye"
    GAMES = "games of the player who receives the pairing-allocated bye"
    RANKING = "players ranked lower who could have the pairing-allocated bye as well"


def bye_keys(players: Field, unplayed: IntArray, rank: IntArray) -> Mapping[ByeKey, IntArray]:
    """Return by position what the bye goes by; the higher a ``rank``, the lower ranked the player."""
    return {
        ByeKey.SCORE: players.score,
        ByeKey.UNPLAYED_GAMES: unplayed,
        ByeKey.GAMES: -unplayed,
        ByeKey.RANKING: -rank,
    }


def first_for_bye(order: ByeOrder, keys: Mapping[ByeKey, IntArray], able: Iterable[int]) -> int:
    """Return who of those who can have the bye comes first for it, by position."""
    return min(able, key=lambda position: [int(keys[key][position]) for key, _ in order])


def values_of_bye(order: ByeOrder, keys: Mapping[ByeKey, IntArray], able: IntArray, bye: int) -> list[tuple[int, ...]]:
    """Return what the choice of a position is worth, key by key: lower is better."""
    others = able
    values: list[tuple[int, ...]] = []
    for key, _ in order:
        if key is ByeKey.RANKING:
            values.append((int((keys[key][others] < keys[key][bye]).sum()),))
            continue
        values.append((int(keys[key][bye]),))
        others = others[keys[key][others] == keys[key][bye]]
    return values


def rounds_without_game(history: History, players: Field, *, scheduled: bool) -> IntArray:
    """Return by position the rounds without a game; ``scheduled``: without one that was scheduled."""
    if not scheduled:
        return players.unplayed
    paired = history.opponent[: players.round_number - 1, players.column] != NOBODY
    found: IntArray = players.round_number - 1 - paired.sum(axis=0)
    return found


def able_to_have_the_bye(players: Field, able: IntArray | None, *, heeded: bool = True) -> IntArray | None:
    """
    Return the positions of those who may have the bye; none if the number is even.

    ``able`` are those whom all others can be paired without. None if the round cannot be paired; ``heeded`` is whether
    a bye is denied to anybody (C2).
    """
    if able is None or bool(able.size) is not players.is_odd:
        return None
    if heeded and players.is_odd:
        able = able[players.bye_allowed[able]]
    return able if able.size or not players.is_odd else None
