"""A best matching is perfect and costs least, by another solver and by its own proof."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graphs import bipartite, least_cost, no_edges, odd_groups, put, scattered

from reference_engines import _kernel
from reference_engines.matching import best_matching, first_best, remember_answers
from reference_engines.matching_proofs import verify_optimal

if TYPE_CHECKING:
    from support.graphs import Costs


def proved_cost(costs: Costs) -> tuple[int, ...] | None:
    """Return the cost of the best matching once its own proof is verified; None if no perfect matching exists."""
    matching = best_matching(costs)
    if matching is None:
        return None
    verify_optimal(costs, matching)
    return matching.cost


@settings(max_examples=150)
@given(
    chance=st.randoms(use_true_random=False),
    levels=st.integers(1, 4),
    n=st.integers(0, 14),
    density=st.sampled_from([0.2, 0.5, 1.0]),
    most=st.sampled_from([0, 1, 3, 1000]),
)
def test_any_graph_costs_what_networkx_finds(
    chance: random.Random, levels: int, n: int, density: float, most: int
) -> None:
    """Of odd and even size, sparse and dense, with many ties and with few."""
    costs = scattered(chance, levels, n, density=density, most=most)
    assert proved_cost(costs) == least_cost(costs)


@pytest.mark.parametrize("seed", range(60))
def test_thirty_vertices_cost_what_networkx_finds(seed: int) -> None:
    """On sparse, dense and bipartite graphs of one to four levels."""
    chance = random.Random(seed)
    levels = 1 + seed % 4
    costs = scattered(chance, levels, 30, density=(0.15, 0.4, 1.0)[seed % 3], most=(1, 20, 10**6)[seed // 20])
    assert proved_cost(costs) == least_cost(costs)
    costs = bipartite(chance, levels, 30, most=9)
    assert proved_cost(costs) == least_cost(costs)


def test_odd_groups_cost_what_networkx_finds_and_leave_blossoms() -> None:
    """Groups that cannot be matched within force blossoms that keep a dual."""
    chance = random.Random(7)
    blossoms = 0
    for size in (3, 5, 7, 9):
        for n in (14, 20, 26, 30):
            costs = odd_groups(chance, 1 + n % 3, n, size=size, joined=0.3)
            assert proved_cost(costs) == least_cost(costs)
            matching = best_matching(costs)
            blossoms += len(matching.blossoms) if matching else 0
    assert blossoms >= 40


def test_triangles_joined_by_one_edge_are_each_a_blossom() -> None:
    """Two triangles must give up one vertex each to the edge between them, however dear it is."""
    costs = no_edges(1, 6)
    for v, w in ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)):
        put(costs, v, w, [1])
    put(costs, 2, 3, [1000])
    matching = best_matching(costs)
    assert matching is not None
    assert (matching.mates, matching.cost) == ((1, 0, 3, 2, 5, 4), (1002,))
    assert {frozenset(blossom.members) for blossom in matching.blossoms} <= {frozenset({0, 1, 2}), frozenset({3, 4, 5})}
    assert matching.blossoms
    verify_optimal(costs, matching)


@pytest.mark.parametrize(("length", "entry"), [(3, 0), (5, 2), (9, 4), (15, 8)])
def test_an_odd_cycle_is_left_at_its_only_way_out(length: int, entry: int) -> None:
    """Where one edge leads out of a cycle, all pairs around it follow."""
    costs = no_edges(1, length + 1)
    for v in range(length):
        put(costs, v, (v + 1) % length, [0])
    put(costs, entry, length, [5])
    matching = best_matching(costs)
    assert matching is not None
    assert (matching.mates[length], matching.cost) == (entry, (5,))
    verify_optimal(costs, matching)


@pytest.mark.parametrize(("n", "density"), [(100, 0.1), (120, 0.05), (150, 0.3)])
def test_a_hundred_vertices_and_more_cost_what_networkx_finds(n: int, density: float) -> None:
    """On two levels."""
    costs = scattered(random.Random(n), 2, n, density=density, most=30)
    assert proved_cost(costs) == least_cost(costs)


@pytest.mark.parametrize("levels", [5, 8, 9, 16, 17, 32])
def test_many_levels_cost_what_networkx_finds(levels: int) -> None:
    """The costs tie so often that even the last levels decide."""
    chance = random.Random(levels)
    for n in (8, 12, 16):
        costs = scattered(chance, levels, n, density=0.8, most=3)
        costs[:-2][costs[:-2] > 0] = 1
        costs[1:-2] = 0
        assert proved_cost(costs) == least_cost(costs)
        costs = odd_groups(chance, levels, n, size=5, joined=0.4)
        assert proved_cost(costs) == least_cost(costs)


def test_only_the_last_of_32_levels_may_decide() -> None:
    """Nothing is lost or carried on the way to it."""
    costs = no_edges(32, 4)
    for v, w in ((0, 1), (2, 3), (0, 2), (1, 3)):
        put(costs, v, w, [4] * 31 + [int((v, w) == (0, 1))])
    matching = best_matching(costs)
    assert matching is not None
    assert matching.mates == (2, 3, 0, 1)


@pytest.mark.parametrize("n", [2, 4, 6, 10, 30])
@pytest.mark.parametrize("levels", [1, 3])
def test_costs_as_large_as_they_may_be_add_up_rightly(n: int, levels: int) -> None:
    """Any number times the number of vertices stays below 2**58; blossoms and all levels included."""
    most = (2**58 - 1) // n
    chance = random.Random(n * levels)
    for joined in (0.2, 1.0):
        costs = odd_groups(chance, levels, n, size=3, joined=joined)
        for large in (np.where(costs > 0, most * (costs % 2), costs), np.where(costs > 4, most - costs, costs)):
            assert proved_cost(large) == least_cost(large)


@pytest.mark.parametrize("n", [2, 6, 10])
@pytest.mark.parametrize("level", [0, 1])
def test_costs_beyond_the_bound_are_refused_by_value(n: int, level: int) -> None:
    """One more than the largest possible cost ends in an error that names both; so does a negative one at level 1."""
    most = (2**58 - 1) // n
    costs = scattered(random.Random(1), 2, n, density=1, most=5)
    put(costs[level:], 0, 1, [most] * (2 - level))
    assert best_matching(costs) is not None
    put(costs[level:], 0, 1, [most + 1] * (2 - level))
    with pytest.raises(ValueError, match=f"cost {most + 1} is too large for {n} vertices; {most} is possible"):
        best_matching(costs)
    put(costs, 0, 1, [0, -most - 1])
    with pytest.raises(ValueError, match=f"cost {-most - 1} is too large"):
        best_matching(costs)


def test_negative_costs_below_level_0_count() -> None:
    """Only on level 0 does a negative number mean a missing edge."""
    costs = no_edges(2, 4)
    for v, w, low in ((0, 1, -3), (2, 3, -4), (0, 2, -9), (1, 3, 1)):
        put(costs, v, w, [1, low])
    matching = best_matching(costs)
    assert matching is not None
    assert (matching.mates, matching.cost) == ((2, 3, 0, 1), (2, -8))
    verify_optimal(costs, matching)


def test_numbers_at_absent_edges_and_on_the_diagonal_have_no_effect() -> None:
    """Neither their lower levels nor the cost of a vertex with itself are read."""
    plain = scattered(random.Random(5), 3, 10, density=0.6, most=9)
    other = plain.copy()
    other[1:, plain[0] < 0] = 2**62
    other[:, range(10), range(10)] = 0
    decisions = [(3, 0, 5), (4, 2, 9)]
    one, two = (best_matching(costs, decisions, range(10)) for costs in (plain, other))
    assert one is not None
    assert two is not None
    assert (one.mates, one.cost) == (two.mates, two.cost)
    verify_optimal(other, two)


@pytest.mark.parametrize("n", [1, 3, 5])
def test_an_odd_number_of_vertices_has_no_perfect_matching(n: int) -> None:
    """However many edges there are."""
    assert best_matching(np.zeros((1, n, n), dtype=np.int64)) is None


def test_a_graph_may_have_no_perfect_matching() -> None:
    """Without edges, and where a star needs its centre three times."""
    assert best_matching(no_edges(2, 4)) is None
    star = no_edges(1, 4)
    for v in (1, 2, 3):
        put(star, 0, v, [1])
    assert best_matching(star) is None


@pytest.mark.parametrize("levels", [1, 4, 32])
def test_no_vertices_are_perfectly_matched(levels: int) -> None:
    """The empty problem has the empty solution, at no cost."""
    matching = best_matching(np.zeros((levels, 0, 0), dtype=np.int64))
    assert matching is not None
    assert (matching.mates, matching.cost, matching.blossoms) == ((), (0,) * levels, ())
    verify_optimal(np.zeros((levels, 0, 0), dtype=np.int64), matching)


def test_costs_may_be_a_view_of_any_layout() -> None:
    """The order in memory does not change the result."""
    costs = scattered(random.Random(3), 2, 8, density=1, most=99)
    for view in (np.asfortranarray(costs), np.repeat(costs, 2, axis=1)[:, ::2]):
        assert best_matching(view) == best_matching(costs)


@pytest.mark.parametrize("kind", [np.int32, np.float64, np.uint64])
def test_costs_of_another_type_are_refused(kind: type) -> None:
    """Nothing is converted silently."""
    with pytest.raises(TypeError, match=f"int64 in 3 dimensions, not {np.dtype(kind)}"):
        best_matching(np.zeros((1, 2, 2), dtype=kind))


@pytest.mark.parametrize(
    ("shape", "error", "words"),
    [
        ((2, 2), TypeError, "not int64 in 2"),
        ((1, 2, 4), ValueError, r"\(1, 2, 4\)"),
        ((0, 2, 2), ValueError, "0 levels"),
        ((33, 2, 2), ValueError, "33 levels; 1 to 32"),
    ],
)
def test_costs_of_another_shape_are_refused(shape: tuple[int, ...], error: type[Exception], words: str) -> None:
    """The error names what is wrong with it."""
    with pytest.raises(error, match=words):
        best_matching(np.zeros(shape, dtype=np.int64))


@pytest.mark.parametrize("edge", [-1, 3])
def test_costs_that_differ_by_direction_are_refused(edge: int) -> None:
    """Also where an edge is present one way only."""
    costs = np.zeros((2, 4, 4), dtype=np.int64)
    costs[0, 1, 2] = edge
    with pytest.raises(ValueError, match="1 and 2 differ in their order on level 0"):
        best_matching(costs)


@pytest.mark.parametrize("decision", [(-1, 0, 4), (4, 0, 4), (0, -1, 4), (0, 0, 5), (0, 2**40, 4), (2**40, 0, 4)])
def test_decisions_about_other_vertices_are_refused(decision: tuple[int, int, int]) -> None:
    """The error repeats the decision."""
    with pytest.raises(ValueError, match=re.escape(f"The decision {decision} is out of range for 4 vertices.")):
        best_matching(np.zeros((1, 4, 4), dtype=np.int64), [decision])


@pytest.mark.parametrize("settled", [range(-1, 2), range(5), range(0, 4, 2), range(2, 1), range(2**40, 2**40)])
def test_vertices_to_settle_must_exist_in_a_row(settled: range) -> None:
    """The error repeats the range."""
    with pytest.raises(ValueError, match=rf"not {settled}".replace("(", r"\(").replace(")", r"\)")):
        best_matching(np.zeros((1, 4, 4), dtype=np.int64), settled=settled)


def test_a_problem_that_is_posed_again_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the costs, the decisions or the settled vertices differ, another problem is solved anew."""
    solved = []

    def solve(*problem: object) -> object:
        solved.append(problem)
        return _kernel.lexicographic_matching(*problem)  # type: ignore[arg-type]  # as `first_best` passes them

    monkeypatch.setattr("reference_engines.matching._kernel", SimpleNamespace(lexicographic_matching=solve))
    costs = np.ones((1, 6, 6), dtype=np.int64)
    dearer, decisions = costs * 2, np.array([(0, 3, 4)], dtype=np.int32)
    with remember_answers():
        first, again = first_best(costs), first_best(costs.copy())
        assert first is not None
        assert again is not None
        assert first.tolist() == again.tolist()
        first[:] = 0  # a caller may change its answer
        assert first_best(costs.copy()).tolist() == again.tolist()  # type: ignore[union-attr]  # the same problem
        assert len(solved) == 1
        first_best(dearer)
        assert first_best(costs, decisions)[0] == 3  # type: ignore[index]  # there is a perfect matching
        first_best(costs, settled=range(1))
    assert len(solved) == 4
    first_best(costs)
    assert len(solved) == 5
