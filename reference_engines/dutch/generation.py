"""
The sequence in which candidates are generated (C.04.3:4; section D), as an order on candidates.

Used in two ways: as costs and decisions that lead the optimiser to the first of the best candidates, and as a key by
which two given candidates are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.results import Generation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reference_engines.dutch.bracket import Bracket, Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeOrder:
    """How the optimiser finds the first exchange and transposition of a homogeneous bracket or remainder."""

    within: NDArray[np.int64]
    """(players, players) cost of a pair: number of exchanges first, then the sum of their differences (4.3.2)."""
    floats: NDArray[np.int64]
    """(players,) cost of a downfloater."""
    bound: int
    decisions: NDArray[np.int32]
    """Rows (vertex, low, high) of 4.3.2's last two rules, vertices counted from the first player; -1 as ``low``
    includes the vertices before the players."""

    def decisions_after(self, outside: int) -> NDArray[np.int32]:
        """Return the decisions for players whose vertices come after ``outside`` others."""
        shifted = self.decisions + np.int32(outside)
        shifted[self.decisions[:, 1] < 0, 1] = 0
        return shifted


@lru_cache(maxsize=512)
def exchange_order(players: int, pairs: int) -> ExchangeOrder:
    """
    Return the order for S1 of ``pairs`` players and S2 of the others.

    In a pair of two S1 players the one with the larger BSN has been moved to S2, in a pair of two S2 players the one
    with the smaller BSN to S1, and an S1 player who downfloats has been moved to S2: any other exchange that yields
    the same candidate comes later by 4.3.2.
    """
    bsn = np.arange(1, players + 1)
    in_s1 = bsn <= pairs
    both_s1 = np.logical_and.outer(in_s1, in_s1)
    both_s2 = np.logical_and.outer(~in_s1, ~in_s1)
    # Moving a player away from the border between S1 and S2 costs its distance; the sum is the difference of sums,
    # less a constant for each exchange.
    distance = np.where(in_s1, pairs + 1 - bsn, bsn - pairs)
    farther_back = np.minimum.outer(distance, distance)
    differences = np.where(both_s1 | both_s2, farther_back, 0)
    radix = int(distance[in_s1].sum() + distance[~in_s1].sum()) + 1
    within = differences + radix * both_s2
    floats = np.where(in_s1, distance, 0)
    moved_down = [(vertex, -1, vertex) for vertex in range(pairs - 1, -1, -1)]
    moved_up = [(vertex, vertex + 1, players) for vertex in range(pairs, players)]
    return ExchangeOrder(
        within=within,
        floats=floats,
        bound=radix * (min(pairs, players - pairs) + 1),
        decisions=np.array(moved_down + moved_up, dtype=np.int32).reshape(-1, 3),
    )


def generation(bracket: Bracket, candidate: Candidate) -> Generation:
    """Describe where the candidate stands in the sequence (4.2 to 4.4; D.1 to D.3)."""
    mdps = bracket.mdp_count
    opponent = dict(candidate.pairs)
    paired_mdps = [place for place in range(mdps) if place in opponent]
    mdp_opponents = [opponent[place] for place in paired_mdps]
    remainder = [place for place in range(mdps, bracket.size) if place not in set(mdp_opponents)]
    pairs = [pair for pair in candidate.pairs if pair[0] >= mdps]
    s1, s2 = set(remainder[: len(pairs)]), set(remainder[len(pairs) :])
    floating = set(candidate.downfloaters)
    moved_down = sorted({low for high, low in pairs if low in s1} | (s1 & floating))
    moved_up = sorted(high for high, _ in pairs if high in s2)
    new_s1 = sorted((s1 - set(moved_down)) | set(moved_up))
    # A pair is listed by its higher ranked player, who is the one in S1.
    opponents = [opponent[place] for place in new_s1 if place in opponent]
    difference = sum(moved_up) - sum(moved_down)
    tpn = bracket.take(bracket.field.tpn)

    def names(places: list[int] | set[int]) -> tuple[int, ...]:
        return tuple(int(tpn[place]) for place in sorted(places))

    return Generation(
        paired_mdps=names(paired_mdps),
        limbo=names([place for place in range(mdps) if place not in opponent]),
        mdp_opponents=tuple(int(tpn[place]) for place in mdp_opponents),
        s1=names(s1),
        s2=names(s2),
        moved_to_s2=names(moved_down),
        moved_to_s1=names(moved_up),
        opponents=tuple(int(tpn[place]) for place in opponents),
        key=(
            tuple(paired_mdps),
            tuple(mdp_opponents),
            (len(moved_up), difference),
            tuple(-place for place in reversed(moved_down)),
            tuple(moved_up),
            tuple(opponents),
        ),
    )
