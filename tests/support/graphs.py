"""Random graphs with costs, and their best matchings found the slow way."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from reference_engines.matching import Decision

    Costs = NDArray[np.int64]
    Mates = tuple[int, ...]


def no_edges(levels: int, n: int) -> Costs:
    """Return costs in which every edge is absent."""
    costs = np.zeros((levels, n, n), dtype=np.int64)
    costs[0] = -1
    return costs


def put(costs: Costs, v: int, w: int, cost: Sequence[int]) -> None:
    """Give an edge its cost, by level."""
    costs[:, v, w] = costs[:, w, v] = cost


def scattered(chance: random.Random, levels: int, n: int, *, density: float, most: int) -> Costs:
    """Draw every edge and cost on its own; the smaller ``most``, the more ties."""
    costs = no_edges(levels, n)
    for v in range(n):
        for w in range(v):
            if chance.random() < density:
                put(costs, v, w, [chance.randint(0, most) for _ in range(levels)])
    return costs


def bipartite(chance: random.Random, levels: int, n: int, *, most: int) -> Costs:
    """Draw edges between the even and the odd vertices only."""
    costs = scattered(chance, levels, n, density=0.7, most=most)
    costs[0, ::2, ::2] = costs[0, 1::2, 1::2] = -1
    return costs


def odd_groups(chance: random.Random, levels: int, n: int, *, size: int, joined: float) -> Costs:
    """Draw odd groups, cheap within and dear between, whose blossoms keep a dual; vertices are shuffled."""
    costs = no_edges(levels, n)
    order = chance.sample(range(n), n)
    for v in range(n):
        for w in range(v):
            together = v // size == w // size
            if together or chance.random() < joined:
                base = 0 if together and v % size < 3 and w % size < 3 else 4 if together else 12
                put(costs, order[v], order[w], [base + chance.randint(0, 1) for _ in range(levels)])
    return costs


def total(costs: Costs, mates: Sequence[int]) -> tuple[int, ...]:
    """Sum the costs of all pairs by level, in Python's integers."""
    pairs = [(v, w) for v, w in enumerate(mates) if v < w]
    return tuple(sum(int(plane[pair]) for pair in pairs) for plane in costs)


@cache
def _all_perfect(n: int) -> NDArray[np.int64]:
    """Return the mates in every perfect matching of a complete graph: 105 rows for eight vertices."""
    rows: list[list[int]] = [[-1] * n]
    for _ in range(n // 2):
        rows = [
            [v if i == w else w if i == v else mate for i, mate in enumerate(row)]
            for row in rows
            for v in [row.index(-1)]
            for w in range(v + 1, n)
            if row[w] == -1
        ]
    return np.array(rows, dtype=np.int64).reshape(-1, n)


def best_of_all(costs: Costs) -> list[Mates]:
    """Return all perfect matchings of least cost; costs are small, and vertices even in number."""
    vertices = np.arange(costs.shape[1])
    mates = _all_perfect(costs.shape[1])
    mates = mates[(costs[0, vertices, mates] >= 0).all(axis=1)]
    for plane in costs:
        totals = plane[vertices, mates].sum(axis=1)
        mates = mates[totals == totals.min(initial=np.iinfo(np.int64).max)]
    return [tuple(row) for row in mates.tolist()]


def decided(matchings: list[Mates], decisions: Sequence[Decision], settled: range) -> list[Mates]:
    """Return the matchings that the decisions leave."""
    for v, low, high in decisions:
        matchings = [mates for mates in matchings if low <= mates[v] < high] or matchings
    for v in settled:
        lowest = min((mates[v] for mates in matchings if mates[v] >= settled.start), default=None)
        matchings = [mates for mates in matchings if mates[v] == lowest] or matchings
    return matchings


def least_cost(costs: Costs) -> tuple[int, ...] | None:
    """Return the least cost of a perfect matching by NetworkX, on all levels packed into one integer."""
    levels, n, _ = costs.shape
    radix = 1 + (n // 2) * max(1, int(costs.max(initial=0)))
    graph = nx.Graph()
    graph.add_nodes_from(range(n))
    rows = costs.tolist()
    for v in range(n):
        for w in range(v):
            if rows[0][v][w] >= 0:
                packed = 0
                for level in range(levels):
                    packed = packed * radix + rows[level][v][w]
                graph.add_edge(v, w, weight=-packed)
    mates = {v: w for pair in nx.max_weight_matching(graph, maxcardinality=True) for v, w in (pair, pair[::-1])}
    return total(costs, [mates[v] for v in range(n)]) if len(mates) == n else None
