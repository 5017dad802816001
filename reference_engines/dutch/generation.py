"""
The sequence in which candidates are generated (C.04.3:4; section D), as an order on candidates.

Used in two ways: as costs and decisions that lead the optimiser to the first of the best candidates, and as a key by
which two given candidates are compared. Both follow from an `Order`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.order import AS_PRINTED, Exchange, Split
from reference_engines.results import Generation
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reference_engines.brackets.bracket import Bracket, Candidate
    from reference_engines.dutch.order import ExchangeKey, Order
    from reference_engines.history import IntArray


_KEPT = 64
"""Orders of brackets up to this size are kept: small ones recur in every round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeOrder:
    """How the optimiser finds the first exchange and transposition of a homogeneous bracket or remainder."""

    cost: NDArray[np.int64]
    """(vertices, vertices) what is moved, by the keys that can be added up (4.3.2, rules 1 and 2)."""
    bound: int
    """No candidate costs more."""
    decisions: NDArray[np.int32]
    """Rows (vertex, low, high) of the other keys."""


def exchange_order(
    players: int, pairs: int, outside: int, keys: tuple[ExchangeKey, ...] = AS_PRINTED.exchanges
) -> ExchangeOrder:
    """
    Return the order for S1 of ``pairs`` players and S2 of the others, whose vertices follow ``outside`` others.

    In a pair of two S1 players the one with the larger BSN has been moved to S2, in a pair of two S2 players the one
    with the smaller BSN to S1, and an S1 player who downfloats has been moved to S2: any other exchange that yields
    the same candidate comes later by 4.3.2.
    """
    make = _kept_order if players <= _KEPT else _make_order
    return make(players, pairs, outside, keys)


def _make_order(players: int, pairs: int, outside: int, keys: tuple[ExchangeKey, ...]) -> ExchangeOrder:
    bsn = np.arange(1, players + 1)
    moved = np.zeros(players, dtype=np.int64)
    bound, most = 0, min(pairs, players - pairs)
    for key in keys:
        if key.cost:
            added = key.cost(bsn, pairs)
            greatest = _sum_of_greatest(added[:pairs], most) + _sum_of_greatest(added[pairs:], most)
            moved, bound = moved * (greatest + 1) + added, bound * (greatest + 1) + greatest
    split = Split(outside=outside, border=outside + pairs, vertices=outside + players)
    cost = np.zeros((split.vertices, split.vertices), dtype=np.int64)
    within = np.minimum.outer(moved, moved)
    within[:pairs, pairs:] = within[pairs:, :pairs] = 0
    cost[outside:, outside:] = within
    cost[:outside, outside : split.border] = moved[:pairs]
    cost[outside:, :outside] = cost[:outside, outside:].T
    decisions = [row for key in keys if key.decisions for row in key.decisions(split)]
    return ExchangeOrder(cost=cost, bound=bound, decisions=np.array(decisions, dtype=np.int32).reshape(-1, 3))


def _sum_of_greatest(values: IntArray, count: int) -> int:
    return int(np.sort(values)[values.size - count :].sum())


_kept_order = lru_cache(maxsize=1024)(_make_order)


def generation(bracket: Bracket, candidate: Candidate, order: Order = AS_PRINTED) -> Generation:
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
    exchange = Exchange(moved_to_s2=_bsns(remainder, moved_down), moved_to_s1=_bsns(remainder, moved_up))
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
            order.mdp_sets.key(paired_mdps, mdps),
            order.mdp_opponents.key(mdp_opponents),
            *(key.key(exchange) for key in order.exchanges),
            order.transpositions.key(opponents),
        ),
    )


def _bsns(remainder: list[int], places: list[int]) -> tuple[int, ...]:
    return tuple(remainder.index(place) + 1 for place in places)
