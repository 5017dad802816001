"""
The order in which candidates are generated (C.04.3:4; section D), as a value.

An order is a tuple of keys for each kind of step. The optimiser derives costs and decisions from it, the literal walk
sorts by it, and two given candidates are compared by it (`reference_engines.dutch.generation`).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Recorded = Mapping[int, int]
    """Who is recorded as whose opponent, by the numbers at hand; empty where no key asks for it."""

    from reference_engines.history import IntArray

Key = tuple[int, ...]
Decision = tuple[int, int, int]
"""(vertex, low, high) of `reference_engines.matching.first_best`: a mate in [low, high) is preferred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A swap of equally many residents between the original S1 and the original S2 (4.3.1; D.2)."""

    moved_to_s2: tuple[int, ...]
    """Ascending."""
    moved_to_s1: tuple[int, ...]
    """Ascending."""

    @property
    def difference(self) -> int:
        """The sum of the BSNs moved from S2 to S1 less the sum of those moved from S1 to S2."""
        return sum(self.moved_to_s1) - sum(self.moved_to_s2)

    def tagged(self, bsns: Sequence[int]) -> Exchange:
        """Return the exchange of players 1, 2, ... with these BSNs."""
        down, up = (tuple(bsns[one - 1] for one in moved) for moved in (self.moved_to_s2, self.moved_to_s1))
        return Exchange(moved_to_s2=down, moved_to_s1=up)


NO_EXCHANGE = Exchange(moved_to_s2=(), moved_to_s1=())


def find_exchange(pairs: Sequence[tuple[int, int]], s1: int, players: int) -> Exchange:
    """
    Return the exchange that pairs (higher ranked first) of players 1 to ``players`` stand for; S1 has ``s1`` of them.

    In a pair of two S1 players the one with the larger BSN has been moved to S2, in a pair of two S2 players the one
    with the smaller BSN to S1, and an S1 player who downfloats has been moved to S2: any other exchange that yields
    the same candidate has a greater difference.
    """
    paired = {bsn for pair in pairs for bsn in pair}
    down = {low for _, low in pairs if low <= s1} | {bsn for bsn in range(1, s1 + 1) if bsn not in paired}
    up = {high for high, _ in pairs if s1 < high <= players}
    return Exchange(moved_to_s2=tuple(sorted(down)), moved_to_s1=tuple(sorted(up)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """S1 and S2 as vertices of a matching problem: ``outside`` others, then S1, then S2 up to ``vertices``."""

    outside: int
    border: int
    """The first vertex of S2."""
    vertices: int
    recorded: Exchange = NO_EXCHANGE

    @property
    def s1(self) -> range:
        """Vertices of the original S1."""
        return range(self.outside, self.border)

    @property
    def s2(self) -> range:
        """Vertices of the original S2."""
        return range(self.border, self.vertices)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)  # each is a rule of its own, and looked up by the thousand
class ExchangeKey:
    """
    A rule by which two exchanges are compared (4.3.2; D.2).

    It is given to the optimiser as what each moved player costs, or as decisions on who is moved.
    """

    key: Callable[[Exchange, Exchange], Key]
    """Of an exchange, beside the recorded one; the smaller one comes first."""
    cost: Callable[[IntArray, int], IntArray] | None = None
    """From BSNs and the largest BSN of S1: what moving each of them adds."""
    decisions: Callable[[Split], list[Decision]] | None = None


def _leaves(vertex: int) -> Decision:
    """Decide that a player of S1 be moved to S2; see `find_exchange`."""
    return vertex, 0, vertex


def _enters(vertex: int, split: Split) -> Decision:
    """Decide that a player of S2 be moved to S1."""
    return vertex, vertex + 1, split.vertices


NUMBER = ExchangeKey(
    key=lambda exchange, _: (len(exchange.moved_to_s1),),
    cost=lambda bsn, last_of_s1: (bsn > last_of_s1).astype(np.int64),
)
"""4.3.2 rule 1 (D.2.a): the fewest exchanged BSNs."""
DIFFERENCE = ExchangeKey(
    key=lambda exchange, _: (exchange.difference,),
    # As many leave S1 as enter it: with any constant for the border the sum of the distances is the difference of sums.
    cost=lambda bsn, last_of_s1: np.where(bsn > last_of_s1, bsn - last_of_s1 - 1, last_of_s1 + 1 - bsn),
)
"""Rule 2 (b): the smallest difference of sums."""
LEAVING_S1 = ExchangeKey(
    key=lambda exchange, _: tuple(-bsn for bsn in reversed(exchange.moved_to_s2)),
    decisions=lambda split: [_leaves(vertex) for vertex in reversed(split.s1)],
)
"""Rule 3 (c): the largest differing BSN moved from S1 to S2."""
ENTERING_S1 = ExchangeKey(
    key=lambda exchange, _: exchange.moved_to_s1,
    decisions=lambda split: [_enters(vertex, split) for vertex in split.s2],
)
"""Rule 4 (d): the smallest differing BSN moved from S2 to S1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentKey:
    """An order of the opponents of players who stand in order (4.2.2; D.1)."""

    key: Callable[[Sequence[int], Sequence[int], Recorded], Key]
    """Of the players, their opponents, and the recorded ones; the smaller one comes first."""
    settled: Callable[[Sequence[int], Sequence[int], Recorded], list[Decision]] | None = None
    """Decisions from vertices and their possible mates, both ascending, and the recorded ones; None: each in turn gets
    the lowest."""


LEXICOGRAPHIC = OpponentKey(key=lambda _, opponents, __: tuple(opponents))
"""The smallest BSN for the first player, then for the second, and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetKey:
    """An order of the sets of MDPs to be paired (4.4.2; D.3)."""

    key: Callable[[Sequence[int], Sequence[int], int], Key]
    """Of a set and the recorded one, ascending, and a number above all; the smaller one comes first."""
    decisions: Callable[[range, range, Recorded], list[Decision]]
    """From the MDPs and the residents."""


def renumber_remainder(remainder: Sequence[int]) -> Sequence[int]:
    """Give the players of a remainder BSNs of its own (4.1.1; DUTCH-2017-BSN): opponents of MDPs leave no gaps."""
    return range(1, len(remainder) + 1)


SMALLEST_FIRST = SetKey(
    key=lambda mdps, _, above: (*mdps, above),
    decisions=lambda mdps, residents, _: [(mdp, residents.start, residents.stop) for mdp in mdps],
)
"""By the smallest differing BSN; a set before those that it contains."""


_EXCHANGES = (NUMBER, DIFFERENCE, LEAVING_S1, ENTERING_S1)


@dataclass(frozen=True, kw_only=True)
class GenerationOrder:
    """How candidates of a bracket are put in order: sets of MDPs, their opponents, then the remainder's exchanges."""

    mdp_sets: SetKey = SMALLEST_FIRST
    mdp_opponents: OpponentKey = LEXICOGRAPHIC
    exchanges: tuple[ExchangeKey, ...] = _EXCHANGES
    """Costs may follow decisions. Who leaves S1 and who enters it must follow from them."""
    transpositions: OpponentKey = LEXICOGRAPHIC
    bsns: Callable[[Sequence[int]], Sequence[int]] = renumber_remainder
    """BSNs of the players of a homogeneous bracket or remainder, from their places in the bracket."""

    @cached_property
    def phases(self) -> tuple[tuple[ExchangeKey, ...], ...]:
        """The keys of exchanges as the optimiser can follow them at once: costs, and then decisions."""
        phases: list[list[ExchangeKey]] = [[]]
        for key in self.exchanges:
            if key.cost and phases[-1] and phases[-1][-1].decisions:
                phases.append([])
            phases[-1].append(key)
        return tuple(tuple(phase) for phase in phases)

    asks_for_the_record: bool = False
    """Whether a key leaves something open, so that what is recorded is as good as anything else."""

    @property
    def is_of_pairs(self) -> bool:
        """
        Whether exchanges are those that `find_exchange` finds.

        As printed, any other exchange that yields the same candidate comes later; by other keys it could come first.
        """
        return self.exchanges != _EXCHANGES

    @property
    def begins_unaltered(self) -> bool:
        """Whether the candidate without any exchange and transposition is generated first."""
        return self.transpositions is LEXICOGRAPHIC and self.exchanges[0].cost is not None


AS_PRINTED = GenerationOrder()
