"""
Earlier rounds mended after players were taken out of them.

Whoever has lost an opponent plays another who has, with the colour and, if that is possible, the result that they had;
or has a bye of the same points. The pairing-allocated bye stays for odd numbers only.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from checker.reduction.situation import reduced_to
from tournaments.frozen import dataclass
from tournaments.model import Colour, Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from checker.reduction.situation import Situation
    from tournaments.model import ScoringSystem


class Mending(Enum):
    """The treatment of players who have lost their opponents."""

    PLAY = "they play each other"
    PLAY_IF_ALIKE = "they play each other if both keep colour and result, else they have byes of the same points"
    REST = "they have byes of the same points"


_PAB = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
_ANSWERS = {Result.WIN: Result.LOSS, Result.DRAW: Result.DRAW, Result.LOSS: Result.WIN}
_COUNTS_AS = {
    Result.WIN: Result.WIN,
    Result.UNRATED_WIN: Result.WIN,
    Result.FORFEIT_WIN: Result.WIN,
    Result.LOSS: Result.LOSS,
    Result.UNRATED_LOSS: Result.LOSS,
    Result.FORFEIT_LOSS: Result.LOSS,
}
"""Every other result counts as a draw."""
_BYES = {
    Result.WIN: Result.FULL_POINT_BYE,
    Result.DRAW: Result.HALF_POINT_BYE,
    Result.LOSS: Result.ZERO_POINT_BYE,
}


def without_players(situation: Situation, removed: Collection[int], mending: Mending) -> Situation:
    """Take players out of an event, by TPN, and number the others anew."""
    rows = {player.tpn: list(player.rounds) for player in situation.before.players if player.tpn not in removed}
    met = _MetPairs.of(rows)
    for index in range(situation.before.rounds_recorded):
        _Mended(rows, index, met, mending, situation.before.scoring).mend()
    return reduced_to(situation, {tpn: tuple(row) for tpn, row in rows.items()})


@dataclass(frozen=True, slots=True)
class _MetPairs:
    """Scheduled opponents in all rounds, so that no two players meet twice."""

    pairs: set[frozenset[int]]

    @staticmethod
    def of(rows: dict[int, list[RoundEntry]]) -> _MetPairs:
        return _MetPairs(
            {
                frozenset((tpn, entry.opponent))
                for tpn, row in rows.items()
                for entry in row
                if entry.opponent is not None and entry.opponent in rows
            }
        )


@dataclass(frozen=True, slots=True)
class _Mended:
    """One round that lacks players."""

    rows: dict[int, list[RoundEntry]]
    index: int
    met: _MetPairs
    mending: Mending
    scoring: ScoringSystem

    def mend(self) -> None:
        left = [tpn for tpn in self.rows if self._entry(tpn).opponent not in (None, *self.rows)]
        if self.mending is not Mending.REST:
            left = self._play(left)
        if left and self.mending is Mending.PLAY:
            left = self._seat_last(left)
        for tpn in left:
            self.rows[tpn][self.index] = RoundEntry(None, None, _BYES[self._result(tpn)])
        self._settle_bye()

    def _entry(self, tpn: int) -> RoundEntry:
        return self.rows[tpn][self.index]

    def _result(self, tpn: int) -> Result:
        return _COUNTS_AS.get(self._entry(tpn).result, Result.DRAW)

    def _play(self, left: list[int]) -> list[int]:
        """Pair the players who keep most of their results by it; return the remaining players."""
        waiting = list(left)
        for strict in (True,) if self.mending is Mending.PLAY_IF_ALIKE else (True, False):
            for first in list(waiting):
                if first not in waiting:
                    continue
                second = self._best_for(first, (tpn for tpn in waiting if tpn != first), strict=strict)
                if second is not None:
                    self._pair(first, second)
                    waiting = [tpn for tpn in waiting if tpn not in (first, second)]
        return waiting

    def _best_for(self, first: int, players_left: Iterable[int], *, strict: bool) -> int | None:
        free = [tpn for tpn in players_left if frozenset((first, tpn)) not in self.met.pairs]
        costs = {tpn: self._cost(first, tpn) for tpn in free}
        best = min(free, key=lambda tpn: costs[tpn], default=None)
        return None if best is None or (strict and any(costs[best])) else best

    def _cost(self, first: int, second: int) -> tuple[bool, bool]:
        """Whether one of two has to change colour, and whether one has to change result, by playing the other."""
        same_colour = self._entry(first).colour is self._entry(second).colour
        return same_colour, _ANSWERS[self._result(first)] is not self._result(second)

    def _pair(self, first: int, second: int) -> None:
        colour = self._entry(first).colour or (self._entry(second).colour or Colour.BLACK).opposite
        result = self._result(first)
        self.rows[first][self.index] = RoundEntry(second, colour, result)
        self.rows[second][self.index] = RoundEntry(first, colour.opposite, _ANSWERS[result])
        self.met.pairs.add(frozenset((first, second)))

    def _seat_last(self, left: list[int]) -> list[int]:
        """
        Pair the last player with the holder of the pairing-allocated bye, or give them the bye.

        Return the players who are left.
        """
        *players_left, last = left
        owner = next((tpn for tpn in self.rows if self._entry(tpn) == _PAB), None)
        if owner is not None and frozenset((owner, last)) not in self.met.pairs:
            self.rows[owner][self.index] = RoundEntry(None, None, Result.DRAW)
            self._pair(last, owner)
            return players_left
        if owner is None and not players_left and self._may_have_bye(last):
            self.rows[last][self.index] = _PAB
            return []
        return left

    def _may_have_bye(self, tpn: int) -> bool:
        """Whether nothing in any edition bars a player from the bye: no points without a game in another round."""
        row = self.rows[tpn]
        return (
            not any(
                not entry.was_played and self.scoring.points(entry) > 0
                for place, entry in enumerate(row)
                if place != self.index
            )
            and _PAB not in row
        )

    def _settle_bye(self) -> None:
        """Nobody has the pairing-allocated bye of an even number."""
        owner = next((tpn for tpn in self.rows if self._entry(tpn) == _PAB), None)
        present = sum(1 for tpn in self.rows if self._entry(tpn).was_paired)
        if owner is not None and present % 2 == 0:
            self.rows[owner][self.index] = RoundEntry(None, None, Result.ZERO_POINT_BYE)
