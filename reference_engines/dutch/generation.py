"""
The sequence in which candidates are generated (C.04.3:4; section D), as an order on candidates.

The order yields costs and decisions, which lead the optimiser to the first of the best candidates, and a key, which
compares two given candidates. Both follow from a `GenerationOrder`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.order import AS_PRINTED, NO_EXCHANGE, Exchange, Split, find_exchange
from reference_engines.frame.results import Generation
from reference_engines.packing import decision_rows
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.history import IntArray
    from reference_engines.downfloating.bracket import Bracket, Candidate
    from reference_engines.dutch.order import ExchangeKey, GenerationOrder, Recorded


_MAX_CACHED_PLAYERS = 64
"""Orders of brackets up to this size are cached: small brackets recur in every round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeOrder:
    """The costs and decisions for the first exchange and transposition of a homogeneous bracket or remainder."""

    cost: NDArray[np.int64]
    """(vertices, vertices) the cost of the moved players, by the keys that can be added up (4.3.2, rules 1 and 2)."""
    bound: int
    """No candidate costs more."""
    decisions: NDArray[np.int32]
    """Rows (vertex, low, high) of the keys that cannot be added up."""


def exchange_order(
    players: int,
    pairs: int,
    outside: int,
    keys: tuple[ExchangeKey, ...] = AS_PRINTED.exchanges,
    recorded: Exchange = NO_EXCHANGE,
    bsns: Sequence[int] | None = None,
) -> ExchangeOrder:
    """
    Return the order for S1 of ``pairs`` players and S2 of the rest, whose vertices follow ``outside`` targets.

    `reference_engines.dutch.order.find_exchange` defines the exchange of a candidate. ``bsns`` default to 1, 2, ...
    """
    make = _cached_order if players <= _MAX_CACHED_PLAYERS else _make_order
    return make(players, pairs, outside, keys, recorded, None if bsns is None else tuple(bsns))


def _make_order(
    players: int,
    pairs: int,
    outside: int,
    keys: tuple[ExchangeKey, ...],
    recorded: Exchange,
    bsns: tuple[int, ...] | None,
) -> ExchangeOrder:
    bsn = np.arange(1, players + 1) if bsns is None else np.array(bsns, dtype=np.int64)
    last_of_s1 = int(bsn[pairs - 1]) if pairs else 0
    moved = np.zeros(players, dtype=np.int64)
    bound, most = 0, min(pairs, players - pairs)
    for key in keys:
        if key.cost:
            added = key.cost(bsn, last_of_s1)
            greatest = _sum_of_greatest(added[:pairs], most) + _sum_of_greatest(added[pairs:], most)
            moved, bound = moved * (greatest + 1) + added, bound * (greatest + 1) + greatest
    split = Split(outside=outside, border=outside + pairs, vertices=outside + players, recorded=recorded)
    cost = np.zeros((split.vertices, split.vertices), dtype=np.int64)
    within = np.minimum.outer(moved, moved)
    within[:pairs, pairs:] = within[pairs:, :pairs] = 0
    cost[outside:, outside:] = within
    cost[:outside, outside : split.border] = moved[:pairs]
    cost[outside:, :outside] = cost[:outside, outside:].T
    decisions = [row for key in keys if key.decisions for row in key.decisions(split)]
    return ExchangeOrder(cost=cost, bound=bound, decisions=decision_rows(decisions))


def _sum_of_greatest(values: IntArray, count: int) -> int:
    return int(np.sort(values)[values.size - count :].sum())


_cached_order = lru_cache(maxsize=1024)(_make_order)


def describe_generation(bracket: Bracket, candidate: Candidate, order: GenerationOrder = AS_PRINTED) -> Generation:
    """Describe the place of the candidate in the sequence (4.2 to 4.4; D.1 to D.3)."""
    mdps = bracket.mdp_count
    opponent = dict(candidate.pairs)
    recorded = bracket.recorded if order.uses_recorded_pairing else {}
    paired_mdps = [place for place in range(mdps) if place in opponent]
    mdp_opponents = [opponent[place] for place in paired_mdps]
    remainder = [place for place in range(mdps, bracket.size) if place not in set(mdp_opponents)]
    pairs = [pair for pair in candidate.pairs if pair[0] >= mdps]
    exchange = find_exchange(pair_bsns(remainder, pairs), len(pairs), len(remainder))
    moved_down, moved_up = (
        [remainder[bsn - 1] for bsn in bsns] for bsns in (exchange.moved_to_s2, exchange.moved_to_s1)
    )
    s1 = set(remainder[: len(pairs)])
    new_s1 = sorted((s1 - set(moved_down)) | set(moved_up))
    # A pair begins with its higher ranked player, who is in S1.
    opponents = [opponent[place] for place in new_s1]
    tpn = bracket.take(bracket.players.tpn)

    def tpns(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(int(tpn[place]) for place in sorted(places))

    recorded_mdps = [place for place in range(mdps) if recorded.get(place, -1) >= mdps]
    recorded_exchange = exchange_on_record(remainder, len(pairs), recorded)
    with_bsns = exchange.with_bsns(order.bsns(remainder))
    return Generation(
        paired_mdps=tpns(paired_mdps),
        limbo=tpns(place for place in range(mdps) if place not in opponent),
        mdp_opponents=tuple(int(tpn[place]) for place in mdp_opponents),
        s1=tpns(s1),
        s2=tpns(remainder[len(pairs) :]),
        moved_to_s2=tpns(moved_down),
        moved_to_s1=tpns(moved_up),
        opponents=tuple(int(tpn[place]) for place in opponents),
        key=(
            order.mdp_sets.key(paired_mdps, recorded_mdps, mdps),
            order.mdp_opponents.key(paired_mdps, mdp_opponents, recorded),
            *(key.key(with_bsns, recorded_exchange) for key in order.exchanges),
            order.transpositions.key(new_s1, opponents, recorded),
        ),
    )


def exchange_on_record(places: Sequence[int], pairs: int, recorded: Recorded) -> Exchange:
    """Return the recorded exchange of these players, with S1 of ``pairs`` players; none without recorded pairs."""
    met = [pair for pair in recorded.items() if pair[0] < pair[1] and {*pair} <= set(places)]
    return find_exchange(pair_bsns(places, met), pairs, len(places)) if met else NO_EXCHANGE


def pair_bsns(places: Sequence[int], pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return pairs as BSNs, from 1; the higher ranked player of a pair comes first."""
    bsn = {place: number for number, place in enumerate(places, start=1)}
    return [(bsn[min(pair)], bsn[max(pair)]) for pair in pairs]
