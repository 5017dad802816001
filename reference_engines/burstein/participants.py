"""The players of a round by rank (1.8; A.7), and a bracket of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.bye_first import ByeFirstPlayers
from reference_engines.downfloating.bracket import Bracket
from tournaments.frozen import dataclass
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import AnyArray


@dataclass(frozen=True, kw_only=True)
class RankedPlayers(ByeFirstPlayers):
    """The players of a round by position: descending score, then rank."""

    rank: IntArray
    """Place in the order of 1.8 (A.7), from 0; the lower the place, the higher ranked."""
    buchholz: IntArray
    sonneborn_berger: IntArray
    """The Index (1.7; A.6), in tenths and in hundredths."""

    @property
    def ranking(self) -> IntArray:
        """The ranks."""
        return self.rank

    def without(self, position: int) -> RankedPlayers:
        """Return the players without a player."""
        return self.select(np.delete(np.arange(self.players.size), position))

    def select(self, positions: IntArray) -> RankedPlayers:
        """Return some of the players in another order, in which scores descend."""
        return RankedPlayers(
            players=self.players.select(positions),
            rank=self.rank[positions],
            buchholz=self.buchholz[positions],
            sonneborn_berger=self.sonneborn_berger[positions],
            bye_score=self.bye_score[positions],
            unplayed=self.unplayed[positions],
        )

    def describe_index(self, position: int) -> str:
        """Describe the Index of a player."""
        buchholz = points_text(int(self.buchholz[position]))
        return f"Buchholz {buchholz}, Sonneborn-Berger {int(self.sonneborn_berger[position]) / 100:g}"

    def higher_first(self, first: int, second: int) -> tuple[int, int]:
        """Return two positions, the higher ranked player first."""
        return (first, second) if self.rank[first] < self.rank[second] else (second, first)

    def scoregroups(self) -> Iterator[RankedBracket]:
        """Yield the scoregroups from the top as brackets without incoming floaters (1.2.1; A.2)."""
        for first, last, next_last in self.players.bounds:
            yield RankedBracket(
                players=self.players, rank=self.rank, mdps=(), first=first, last=last, next_last=next_last
            )


@dataclass(frozen=True, kw_only=True)
class RankedBracket(Bracket):
    """
    A bracket in which incoming floaters (``mdps``) and residents are ranked together, and may all meet each other.

    Places are by BSN (4.1; D): scores play no part.
    """

    rank: IntArray
    """By position, as in `RankedPlayers`."""

    @cached_property
    def positions(self) -> IntArray:
        """Position of every place among the players of the round."""
        members = np.concatenate([np.array(self.mdps, dtype=np.int64), np.arange(self.first, self.last)])
        return members[np.argsort(self.rank[members])]

    def take(self, values: IntArray) -> IntArray:
        """Select the values of the places from an array by position."""
        return values[self.positions]

    def take_pairs(self, matrix: AnyArray) -> AnyArray:
        """Select the values of pairs of places from a matrix by position."""
        return matrix[self.positions[:, None], self.positions]

    @cached_property
    def allowed(self) -> BoolArray:
        """(places, places) whether two players may meet."""
        return self.take_pairs(self.players.allowed).astype(np.bool_)
