"""The players of a round by position, a scoregroup to be completed, and the bracket that becomes of it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.players import ExtendedPlayers
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.history import BoolArray, IntArray

    Positions = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class DubovPlayers(ExtendedPlayers):
    """Those to be paired, by position: descending score, then ascending TPN, which is the order of 4.2.2 (D.1.a)."""

    aro: IntArray
    """Average rating of opponents (1.7; A.6), to be compared; zero without a game."""
    upfloats: IntArray
    """How often each has been upfloated so far (DUBOV-UPFLOAT-FORFEIT)."""
    upfloated_before: BoolArray
    """Who was upfloated in the previous round."""
    most_upfloats: int
    """MaxT (1.8.2; A.7)."""
    bye_score: IntArray
    """Score as it counts for the bye (3.1.3; B.0.c)."""
    unplayed: IntArray
    """Rounds without a game, as they count for the bye (3.1.4; B.0.d)."""
    is_last_round: bool

    @cached_property
    def maximum_upfloaters(self) -> BoolArray:
        """Who is a maximum upfloater (1.8; A.7)."""
        return self.upfloats >= self.most_upfloats

    @cached_property
    def beginners(self) -> BoolArray:
        """Who has yet to play a game."""
        return self.players.unplayed == self.round_number - 1

    @cached_property
    def prefers_white(self) -> BoolArray:
        """Who has a colour preference for White; all others have one for Black (1.6; A.5)."""
        return self.players.preference == 1

    def by_tpn(self, positions: Iterable[int]) -> Positions:
        """Return positions by ascending TPN."""
        return tuple(sorted(positions, key=self.players.column.__getitem__))

    def by_aro(self, positions: Iterable[int]) -> Positions:
        """Return positions by ascending ARO, then ascending TPN (3.2.5; B.1)."""
        return tuple(sorted(positions, key=lambda at: (int(self.aro[at]), int(self.players.column[at]))))

    def top(self, unpaired: Iterable[int]) -> tuple[Positions, Positions]:
        """Return the top scoregroup of those yet to be paired, and all below it."""
        in_order, score = sorted(unpaired), self.scores
        residents = tuple(position for position in in_order if score[position] == score[in_order[0]])
        return residents, tuple(in_order[len(residents) :])


@dataclass(frozen=True, kw_only=True)
class DubovScoregroup:
    """A scoregroup, and from whom it can be completed."""

    participants: DubovPlayers
    residents: Positions
    """The remaining players of the scoregroup."""
    pool: Positions
    """The possible upfloaters in the order of their sequence numbers (4.2; D.1)."""

    @property
    def score(self) -> int:
        """Score of the residents, in tenths."""
        return self.participants.scores[self.residents[0]]

    @cached_property
    def distance(self) -> IntArray:
        """(players,) by how much the score of a possible upfloater lies below, in tenths; 0 for all others."""
        found = np.zeros(self.participants.players.size, dtype=np.int64)
        pool = list(self.pool)
        found[pool] = self.score - self.participants.players.score[pool]
        return found


@dataclass(frozen=True, kw_only=True)
class DubovBracket:
    """A scoregroup with its upfloaters, all of whom are paired with each other (1.3.2; A.3)."""

    participants: DubovPlayers
    residents: Positions
    upfloaters: Positions
    g1: Positions
    """As they are initially (3.2.3; B.1)."""
    g2: Positions

    @property
    def smaller_is_g1(self) -> bool:
        """Whether the first shift is from G1: of two of the same size, it is (3.2.4.1; B.1)."""
        return len(self.g1) <= len(self.g2)

    @property
    def smaller(self) -> Positions:
        """The subgroup from which the first shift is."""
        return self.g1 if self.smaller_is_g1 else self.g2

    @property
    def larger(self) -> Positions:
        """The other one, from which the sizes are made equal."""
        return self.g2 if self.smaller_is_g1 else self.g1

    @property
    def size(self) -> int:
        """Number of players."""
        return len(self.g1) + len(self.g2)

    def after(self, shifts: Shifts) -> tuple[set[int], set[int]]:
        """Return G1 and G2 after the shifts (3.2.4; B.1)."""
        smaller = {*self.smaller, *shifts.second} - {*shifts.first}
        larger = {*self.larger, *shifts.first} - {*shifts.second}
        return (smaller, larger) if self.smaller_is_g1 else (larger, smaller)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifts:
    """Who goes over to the other subgroup (3.2.4; B.1)."""

    first: Positions = ()
    """From the smaller subgroup, in the order of sequence numbers."""
    second: Positions = ()
    """From the larger one."""


NO_SHIFTS = Shifts()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedBracket:
    """A bracket as it was paired."""

    bracket: DubovBracket
    shifts: Shifts
    s1: Positions
    t2: Positions
    """The opponents of S1, in its order."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Pairs of positions, the higher ranked player first."""
        return tuple((min(pair), max(pair)) for pair in zip(self.s1, self.t2, strict=True))
