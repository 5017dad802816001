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
    from collections.abc import Callable, Sequence

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """S1 and S2 as vertices of a matching problem: ``outside`` others, then S1, then S2 up to ``vertices``."""

    outside: int
    border: int
    """The first vertex of S2."""
    vertices: int

    @property
    def s1(self) -> range:
        """Vertices of the original S1."""
        return range(self.outside, self.border)

    @property
    def s2(self) -> range:
        """Vertices of the original S2."""
        return range(self.border, self.vertices)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeKey:
    """
    A rule by which two exchanges are compared (4.3.2; D.2).

    It is given to the optimiser as what each moved player costs, or as decisions on who is moved.
    """

    key: Callable[[Exchange], Key]
    """The smaller one comes first."""
    cost: Callable[[IntArray, int], IntArray] | None = None
    """From BSNs and the largest BSN of S1: what moving each of them adds."""
    decisions: Callable[[Split], list[Decision]] | None = None


def _leaves(vertex: int) -> Decision:
    """
    Decide that a player of S1 be moved to S2.

    In a pair of two S1 players it is the one with the larger BSN, and whoever of S1 downfloats: any other exchange that
    yields the same candidate has a greater difference.
    """
    return vertex, 0, vertex


def _enters(vertex: int, split: Split) -> Decision:
    """Decide that a player of S2 be moved to S1: in a pair of two S2 players the one with the smaller BSN."""
    return vertex, vertex + 1, split.vertices


NUMBER = ExchangeKey(
    key=lambda exchange: (len(exchange.moved_to_s1),),
    cost=lambda bsn, last_of_s1: (bsn > last_of_s1).astype(np.int64),
)
"""4.3.2 rule 1 (D.2.a): the fewest exchanged BSNs."""
DIFFERENCE = ExchangeKey(
    key=lambda exchange: (exchange.difference,),
    # As many leave S1 as enter it: with any constant for the border the sum of the distances is the difference of sums.
    cost=lambda bsn, last_of_s1: np.where(bsn > last_of_s1, bsn - last_of_s1 - 1, last_of_s1 + 1 - bsn),
)
"""Rule 2 (b): the smallest difference of sums."""
LEAVING_S1 = ExchangeKey(
    key=lambda exchange: tuple(-bsn for bsn in reversed(exchange.moved_to_s2)),
    decisions=lambda split: [_leaves(vertex) for vertex in reversed(split.s1)],
)
"""Rule 3 (c): the largest differing BSN moved from S1 to S2."""
ENTERING_S1 = ExchangeKey(
    key=lambda exchange: exchange.moved_to_s1,
    decisions=lambda split: [_enters(vertex, split) for vertex in split.s2],
)
"""Rule 4 (d): the smallest differing BSN moved from S2 to S1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentKey:
    """An order of the opponents of players who stand in order (4.2.2; D.1)."""

    key: Callable[[Sequence[int]], Key]
    """From the opponents' BSNs; the smaller one comes first."""
    settled: Callable[[Sequence[int], Sequence[int]], list[Decision]] | None = None
    """Decisions from vertices and their possible mates, both ascending; None: each in turn gets the lowest."""


LEXICOGRAPHIC = OpponentKey(key=tuple)
"""The smallest BSN for the first player, then for the second, and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetKey:
    """An order of the sets of MDPs to be paired (4.4.2; D.3)."""

    key: Callable[[Sequence[int], int], Key]
    """From the set, ascending, and a number above all; the smaller one comes first, a set before those it contains."""
    in_turn: Callable[[range], Sequence[int]] = tuple
    """The MDPs in the order in which each is included if it can be."""


SMALLEST_FIRST = SetKey(key=lambda mdps, above: (*mdps, above))
"""By the smallest differing BSN."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """How candidates of a bracket are put in order: sets of MDPs, their opponents, then the remainder's exchanges."""

    mdp_sets: SetKey = SMALLEST_FIRST
    mdp_opponents: OpponentKey = LEXICOGRAPHIC
    exchanges: tuple[ExchangeKey, ...] = (NUMBER, DIFFERENCE, LEAVING_S1, ENTERING_S1)
    """Costs may follow decisions. Who leaves and who enters S1 must follow from them, and the difference of sums be
    among them, or the former two as printed: the optimiser takes an exchange by its players' pairs."""
    transpositions: OpponentKey = LEXICOGRAPHIC

    @cached_property
    def phases(self) -> tuple[tuple[ExchangeKey, ...], ...]:
        """The keys of exchanges as the optimiser can follow them at once: costs, and then decisions."""
        phases: list[list[ExchangeKey]] = [[]]
        for key in self.exchanges:
            if key.cost and phases[-1] and phases[-1][-1].decisions:
                phases.append([])
            phases[-1].append(key)
        return tuple(tuple(phase) for phase in phases)

    @property
    def begins_unaltered(self) -> bool:
        """Whether the candidate without any exchange and transposition is generated first."""
        return self.transpositions is LEXICOGRAPHIC


AS_PRINTED = Order()
