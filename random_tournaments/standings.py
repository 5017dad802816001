"""Ranks that follow from points and from tie-breaks that can be read off a player's own row (C.07)."""

from __future__ import annotations

from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING

from tournaments.model import Colour, Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.model import Player, RoundEntry, ScoringSystem


class TieBreak(Enum):
    """
    The tie-breaks that are computed here; the value is the code of fields 202 and 212.

    Those that need opponents' scores are left out: their rules for unplayed rounds are a field of their own, and a
    standing that is slightly wrong would be worse than one that is plain.
    """

    WINS = "WIN"
    """Rounds that gave as many points as a win, games played or not."""
    GAMES_WON = "WON"
    """Games won over the board."""
    GAMES_WITH_BLACK = "BPG"
    WINS_WITH_BLACK = "BWG"
    PROGRESSIVE_SCORE = "PS"
    """Sum of the scores after each round."""


_WON = frozenset({Result.WIN, Result.UNRATED_WIN})


def ranks(players: Sequence[Player], scoring: ScoringSystem, tie_breaks: Sequence[TieBreak]) -> dict[int, int]:
    """
    Return each player's rank, by TPN: by points, then by the tie-breaks; who is equal in all shares a rank.

    Without tie-breaks the lower TPN comes first, so that every rank is given once.
    """
    keys = {player.tpn: _key(player, scoring, tie_breaks) for player in players}
    standings = sorted(keys, key=lambda tpn: (keys[tpn], tpn))
    by_tpn: dict[int, int] = {}
    for place, tpn in enumerate(standings, start=1):
        before = standings[place - 2] if place > 1 else None
        shared = before is not None and bool(tie_breaks) and keys[before] == keys[tpn]
        by_tpn[tpn] = by_tpn[before] if shared and before is not None else place
    return by_tpn


def _key(player: Player, scoring: ScoringSystem, tie_breaks: Sequence[TieBreak]) -> tuple[int, ...]:
    """Return what is sorted by, best first."""
    return (-(player.points or 0), *(-_value(tie_break, player.rounds, scoring) for tie_break in tie_breaks))


def _value(tie_break: TieBreak, rounds: Sequence[RoundEntry], scoring: ScoringSystem) -> int:
    if tie_break is TieBreak.WINS:
        return sum(scoring.points(entry) >= scoring.win for entry in rounds)
    if tie_break is TieBreak.PROGRESSIVE_SCORE:
        return sum(accumulate(scoring.points(entry) for entry in rounds))
    games = [entry for entry in rounds if entry.was_played]
    if tie_break is TieBreak.GAMES_WITH_BLACK:
        return sum(entry.colour is Colour.BLACK for entry in games)
    won = [entry for entry in games if entry.result in _WON]
    if tie_break is TieBreak.WINS_WITH_BLACK:
        return sum(entry.colour is Colour.BLACK for entry in won)
    return len(won)
