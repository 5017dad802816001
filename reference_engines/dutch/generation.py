"""
The sequence in which candidates are generated (C.04.3:4; section D), as an order on candidates.

Used in two ways: as costs and decisions that lead the optimiser to the first of the best candidates, and as a key by
which two given candidates are compared.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.results import Generation
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reference_engines.brackets.bracket import Bracket, Candidate


_KEPT = 64
"""Orders of brackets up to this size are kept: small ones recur in every round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeOrder:
    """How the optimiser finds the first exchange and transposition of a homogeneous bracket or remainder."""

    cost: NDArray[np.int64]
    """(vertices, vertices) number of exchanges first, then the sum of their differences (4.3.2)."""
    bound: int
    """No candidate costs more."""
    decisions: NDArray[np.int32]
    """Rows (vertex, low, high) of 4.3.2's last two rules."""


def exchange_order(players: int, pairs: int, outside: int) -> ExchangeOrder:
    """
    Return the order for S1 of ``pairs`` players and S2 of the others, whose vertices follow ``outside`` others.

    In a pair of two S1 players the one with the larger BSN has been moved to S2, in a pair of two S2 players the one
    with the smaller BSN to S1, and an S1 player who downfloats has been moved to S2: any other exchange that yields
    the same candidate comes later by 4.3.2.
    """
    make = _kept_order if players <= _KEPT else _make_order
    return make(players, pairs, outside)


def _make_order(players: int, pairs: int, outside: int) -> ExchangeOrder:
    bsn = np.arange(1, players + 1)
    in_s1 = bsn <= pairs
    # Moving a player away from the border between S1 and S2 costs its distance; the sum is the difference of sums,
    # less a constant for each exchange.
    distance = np.where(in_s1, pairs + 1 - bsn, bsn - pairs)
    radix = int(distance.sum()) + 1
    within = np.where(np.equal.outer(in_s1, in_s1), np.minimum.outer(distance, distance), 0)
    within[pairs:, pairs:] += radix
    cost = np.zeros((outside + players, outside + players), dtype=np.int64)
    cost[outside:, outside:] = within
    cost[:outside, outside:] = np.where(in_s1, distance, 0)
    cost[outside:, :outside] = cost[:outside, outside:].T
    vertices = outside + players
    border = outside + pairs
    moved_down = [(vertex, 0, vertex) for vertex in range(border - 1, outside - 1, -1)]
    moved_up = [(vertex, vertex + 1, vertices) for vertex in range(border, vertices)]
    return ExchangeOrder(
        cost=cost,
        bound=radix * (min(pairs, players - pairs) + 1),
        decisions=np.array(moved_down + moved_up, dtype=np.int32).reshape(-1, 3),
    )


_kept_order = lru_cache(maxsize=1024)(_make_order)


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
    # A remainder is tagged with BSNs of its own (4.1.1; DUTCH-2017-BSN): opponents of MDPs leave no gaps.
    difference = sum(map(remainder.index, moved_up)) - sum(map(remainder.index, moved_down))
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
