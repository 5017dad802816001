"""
Two who are paired for several games: each of them is a round of the file, with the colours reversed from game to game.

A *game* is counted from 0 here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.model import Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Mapping

_FURTHER_BYE = RoundEntry(None, None, Result.HALF_POINT_BYE)
"""After the pairing-allocated bye of the first game: together they are a win and a draw (C.04.5:1.4)."""


def entry_in_game(entry: RoundEntry, game: int) -> RoundEntry:
    """Return what the entry of a first game becomes in another one, the result kept."""
    if game == 0:
        return entry
    if entry.result is Result.PAIRING_ALLOCATED_BYE:
        return _FURTHER_BYE
    if entry.colour is None or game % 2 == 0:
        return entry
    return replace(entry, colour=entry.colour.opposite)


def in_all_games(entries: Mapping[int, RoundEntry], games: int) -> tuple[dict[int, RoundEntry], ...]:
    """Return the entries of some players, by TPN, in each game."""
    return tuple({tpn: entry_in_game(entry, game) for tpn, entry in entries.items()} for game in range(games))
