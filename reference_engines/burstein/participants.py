"""The players of a round as they are ranked (1.8; A.7), and a bracket of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.bracket import Bracket
from reference_engines.players import ExtendedPlayers
from tournaments.frozen import dataclass
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.brackets.bracket import AnyArray, Candidate
    from reference_engines.history import BoolArray, IntArray


@dataclass(frozen=True, kw_only=True)
class RankedPlayers(ExtendedPlayers):
    """Those to be paired, by position: descending score, then as they are ranked."""

    rank: IntArray
    """Place in the order of 1.8 (A.7), from 0; the lower the place, the higher ranked."""
    buchholz: IntArray
    sonneborn_berger: IntArray
    """The Index (1.7; A.6), in tenths and in hundredths."""
    bye_score: IntArray
    """Score as it counts for the bye (3.1.3; B.0.c)."""
    unplayed: IntArray
    """Rounds without a game, as they count for the bye (3.1.4; B.0.d)."""

    def without(self, position: int) -> RankedPlayers:
        """Return the field of all others."""
        return self.select(np.delete(np.arange(self.players.size), position))

    def select(self, positions: IntArray) -> RankedPlayers:
        """Return the field of some of its players in another order, in which scores descend."""
        return RankedPlayers(
            players=self.players.select(positions),
            rank=self.rank[positions],
            buchholz=self.buchholz[positions],
            sonneborn_berger=self.sonneborn_berger[positions],
            bye_score=self.bye_score[positions],
            unplayed=self.unplayed[positions],
        )

    def index_in_words(self, position: int) -> str:
        """Say what ranks a player."""
        buchholz = points_text(int(self.buchholz[position]))
        return f"Buchholz {buchholz}, Sonneborn-Berger {int(self.sonneborn_berger[position]) / 100:g}"

    def higher_first(self, one: int, other: int) -> tuple[int, int]:
        """Return two positions, the higher ranked player first."""
        return (one, other) if self.rank[one] < self.rank[other] else (other, one)

    def scoregroups(self) -> Iterator[RankedBracket]:
        """Return the scoregroups from the top as brackets without incoming floaters (1.2.1; A.2)."""
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
        """Position in the field of every place."""
        members = np.concatenate([np.array(self.mdps, dtype=np.int64), np.arange(self.first, self.last)])
        return members[np.argsort(self.rank[members])]

    def take(self, values: IntArray) -> IntArray:
        """Return what a field's array says of each place."""
        return values[self.positions]

    def take_pairs(self, matrix: AnyArray) -> AnyArray:
        """Return what a field's matrix says of each two places."""
        return matrix[self.positions[:, None], self.positions]

    @cached_property
    def allowed(self) -> BoolArray:
        """(places, places) who may be paired with whom."""
        return self.take_pairs(self.players.allowed).astype(np.bool_)

    def floating(self, candidate: Candidate) -> tuple[int, ...]:
        """Return the positions of the outgoing floaters."""
        return tuple(self.positions[list(candidate.downfloaters)].tolist())

    def following(self, floaters: Sequence[int]) -> RankedBracket:
        """Return the following bracket with these incoming floaters, by position."""
        ends = [end for end in (*self.players.groups, self.players.size) if end > self.next_last]
        return replace(
            self,
            mdps=tuple(floaters),
            first=self.last,
            last=self.next_last,
            next_last=ends[0] if ends else self.next_last,
        )
