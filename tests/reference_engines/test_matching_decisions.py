"""Decisions among the best matchings are taken in turn, each as far as the earlier ones allow, at no cost."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.graphs import best_of_all, decided, least_cost, odd_groups, scattered

from reference_engines.matching import Decision, best_matching
from reference_engines.matching_proofs import verify_optimal

if TYPE_CHECKING:
    from support.graphs import Costs, Mates


def draw_small(chance: random.Random) -> Costs:
    """Draw two to eight vertices, mostly with ties, half of the time in odd groups."""
    n = chance.choice([2, 4, 6, 6, 8, 8])
    levels = chance.choice([1, 1, 1, 2, 3, 5])
    if chance.random() < 0.5:
        return odd_groups(chance, levels, n, size=chance.choice([3, 5]), joined=chance.choice([0.2, 0.5, 1]))
    return scattered(chance, levels, n, density=chance.choice([0.3, 0.5, 0.8, 1]), most=chance.choice([0, 1, 2, 5, 50]))


def draw_decisions(chance: random.Random, n: int) -> tuple[list[Decision], range]:
    """Draw decisions, often about the same vertex again, and vertices to settle."""
    among = chance.choice([1, n // 2, n])
    rows = []
    for _ in range(chance.choice([0, 0, 2, 5])):
        low = chance.randint(0, n - 1)
        rows.append((chance.randrange(among), low, chance.choice([low, low + 1, chance.randint(low, n)])))
    first = chance.choice([0, 0, 1, n // 2, n])
    return rows, range(first, chance.randint(first, n))


@pytest.mark.parametrize("seed", range(6))
def test_small_graphs_get_what_enumeration_leaves(seed: int) -> None:
    """The matching is among the best matchings that remain after every decision has filtered them in turn."""
    chance = random.Random(seed)
    with_blossoms = decided_otherwise = 0
    for _ in range(1500):
        costs = draw_small(chance)
        decisions, settled = draw_decisions(chance, costs.shape[1])
        best = best_of_all(costs)
        matching = best_matching(costs, decisions, settled)
        assert (matching is None) == (not best)
        if matching is None:
            continue
        left = decided(best, decisions, settled)
        assert matching.mates in left, (costs.tolist(), decisions, settled)
        verify_optimal(costs, matching)
        with_blossoms += bool(matching.blossoms)
        decided_otherwise += bool(matching.blossoms) and len(left) < len(best)
    assert with_blossoms >= 300
    assert decided_otherwise >= 25


def restricted(costs: Costs, v: int, low: int, high: int) -> Costs:
    """Take the edges away that lead from a vertex to others than the given ones."""
    result = costs.copy()
    others = [w for w in range(costs.shape[1]) if not low <= w < high]
    result[0, v, others] = result[0, others, v] = -1
    return result


def decided_by_removal(costs: Costs, decisions: list[Decision], settled: range) -> list[int | None]:
    """Return the mates of the settled vertices, None if free, solving anew without the edges of each attempt."""
    least = least_cost(costs)
    for v, low, high in decisions:
        attempt = restricted(costs, v, low, high)
        costs = attempt if least_cost(attempt) == least else costs
    mates: dict[int, int] = {}
    for v in settled:
        for w in np.flatnonzero(costs[0, v] >= 0).tolist():
            if v in mates or w < settled.start:
                continue
            attempt = restricted(costs, v, w, w + 1)
            if least_cost(attempt) == least:
                costs = attempt
                mates |= {v: w, w: v}
    return [mates.get(v) for v in settled]


@pytest.mark.parametrize("seed", range(12))
def test_larger_graphs_get_what_removal_of_edges_leaves(seed: int) -> None:
    """Sixteen to twenty-four vertices, solved again by another solver for each attempt."""
    chance = random.Random(seed)
    n = chance.choice([16, 20, 24])
    if seed % 2:
        costs = odd_groups(chance, 1 + seed % 3, n, size=5, joined=0.1)
    else:
        costs = scattered(chance, 1 + seed % 3, n, density=0.25, most=2)
    decisions, _ = draw_decisions(chance, n)
    settled = range(chance.choice([0, n // 2]), n)
    matching = best_matching(costs, decisions, settled)
    if matching is None:
        assert least_cost(costs) is None
        return
    verify_optimal(costs, matching)
    expected = decided_by_removal(costs, decisions, settled)
    assert [None if w is None else matching.mates[v] for v, w in zip(settled, expected, strict=True)] == expected


def all_alike(n: int) -> Costs:
    """Give every edge the same cost, so that nothing but decisions tells matchings apart."""
    return np.zeros((1, n, n), dtype=np.int64)


def mates_of(costs: Costs, decisions: list[Decision], settled: range = range(0)) -> Mates:
    """Solve, verify, and return the mates."""
    matching = best_matching(costs, decisions, settled)
    assert matching is not None
    verify_optimal(costs, matching)
    return matching.mates


def test_settled_vertices_take_the_lowest_mates_in_turn() -> None:
    """With equal costs every vertex is matched with the next one."""
    assert mates_of(all_alike(8), [], range(8)) == (1, 0, 3, 2, 5, 4, 7, 6)


def test_settling_looks_for_mates_from_its_first_vertex_on_only() -> None:
    """Vertices whose only mates lie below it stay undecided."""
    assert mates_of(all_alike(6), [], range(2, 6))[2:] == (3, 2, 5, 4)
    costs = all_alike(4)
    costs[0, 2:, 2:] = -1
    undecided = mates_of(costs, [])
    assert mates_of(costs, [], range(2, 4)) == undecided


def test_a_decision_that_nothing_allows_is_passed_over() -> None:
    """It neither fails nor stands in the way of later ones."""
    costs = all_alike(4)
    costs[0, 0, 1] = costs[0, 1, 0] = -1
    assert mates_of(costs, [(0, 1, 2), (0, 3, 4)]) == (3, 2, 1, 0)


def test_an_earlier_decision_outweighs_a_later_one() -> None:
    """About the same vertex, and about another one that wants the same mate."""
    assert mates_of(all_alike(4), [(0, 2, 3), (0, 1, 2)])[0] == 2
    assert mates_of(all_alike(4), [(0, 2, 3), (1, 2, 3)])[2] == 0


def test_an_empty_range_decides_nothing() -> None:
    """Also where low exceeds high."""
    undecided = mates_of(all_alike(6), [])
    assert mates_of(all_alike(6), [(0, 3, 3), (1, 5, 2)]) == undecided


def test_a_decision_never_costs_anything() -> None:
    """A cheaper mate is taken whatever is preferred."""
    costs = all_alike(4) + 1
    costs[0, 0, 3] = costs[0, 3, 0] = 0
    assert mates_of(costs, [(0, 1, 3)], range(4))[0] == 3
