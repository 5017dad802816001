"""The largest matchings of a selection of vertices, and who can be left out of one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest

from reference_engines import _kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Allowed = NDArray[np.uint8]


def draw(chance: random.Random, n: int, density: float) -> Allowed:
    """Draw a symmetric adjacency matrix."""
    allowed = np.zeros((n, n), dtype=np.uint8)
    for v in range(n):
        for w in range(v):
            allowed[v, w] = allowed[w, v] = chance.random() < density
    return allowed


def pairs_by_networkx(allowed: Allowed, vertices: list[int]) -> int:
    """Count the pairs of a largest matching."""
    graph = nx.Graph()
    graph.add_nodes_from(vertices)
    graph.add_edges_from((v, w) for v in vertices for w in vertices if v < w and allowed[v, w])
    return len(nx.max_weight_matching(graph, maxcardinality=True))


def match_maximum(allowed: Allowed, vertices: list[int]) -> tuple[list[int], list[int]]:
    """Return the mates, verified to be mutual and allowed, and the exposable vertices, both by place."""
    found = _kernel.maximum_matching(allowed, np.array(vertices, dtype=np.int32))
    mates, exposable = (array.tolist() for array in found)
    assert len(mates) == len(exposable) == len(vertices)
    for i, j in enumerate(mates):
        if j != -1:
            assert mates[j] == i
            assert allowed[vertices[i], vertices[j]]
    return mates, exposable


@pytest.mark.parametrize("seed", range(8))
def test_selections_get_as_many_pairs_as_networkx_finds_and_the_right_exposable(seed: int) -> None:
    """Exactly the exposable vertices can be taken out without the loss of a pair."""
    chance = random.Random(seed)
    exposables = blocked = 0
    for _ in range(40):
        n = chance.randint(1, 14)
        allowed = draw(chance, n, chance.choice([0.1, 0.25, 0.5]))
        vertices = chance.sample(range(n), chance.randint(0, n))
        mates, exposable = match_maximum(allowed, vertices)
        pairs = pairs_by_networkx(allowed, vertices)
        assert len(mates) - mates.count(-1) == 2 * pairs
        for v, possible in zip(vertices, exposable, strict=True):
            others = [w for w in vertices if w != v]
            assert bool(possible) == (pairs_by_networkx(allowed, others) == pairs)
        exposables += sum(exposable)
        blocked += len(exposable) - sum(exposable)
    assert min(exposables, blocked) >= 50


@pytest.mark.parametrize(("n", "density"), [(60, 0.02), (60, 0.05), (151, 0.012), (151, 0.3), (300, 0.006)])
def test_larger_graphs_get_as_many_pairs_as_networkx_finds(n: int, density: float) -> None:
    """On every second vertex and on all of them."""
    allowed = draw(random.Random(n), n, density)
    for vertices in (list(range(1, n, 2)), list(range(n))):
        mates, _ = match_maximum(allowed, vertices)
        assert len(mates) - mates.count(-1) == 2 * pairs_by_networkx(allowed, vertices)


@pytest.mark.parametrize("size", [3, 5, 7, 21])
def test_any_vertex_of_an_odd_cycle_can_be_left_out(size: int) -> None:
    """A cycle with an odd number of vertices is the smallest blossom."""
    allowed = np.zeros((size, size), dtype=np.uint8)
    for v in range(size):
        allowed[v, (v + 1) % size] = allowed[(v + 1) % size, v] = 1
    mates, exposable = match_maximum(allowed, list(range(size)))
    assert mates.count(-1) == 1
    assert exposable == [1] * size


def test_the_centre_of_a_star_cannot_be_left_out() -> None:
    """But each of its rays can."""
    allowed = np.zeros((4, 4), dtype=np.uint8)
    allowed[2, :] = allowed[:, 2] = 1
    allowed[2, 2] = 0
    assert match_maximum(allowed, [3, 2, 1, 0])[1] == [1, 0, 1, 1]


def test_mates_are_places_in_the_selection() -> None:
    """Not the numbers of the vertices themselves."""
    allowed = draw(random.Random(0), 10, 1)
    mates, exposable = match_maximum(allowed, [7, 2])
    assert (mates, exposable) == ([1, 0], [0, 0])


@pytest.mark.parametrize("n", [0, 1, 5])
def test_no_vertices_and_a_single_one_have_no_mates(n: int) -> None:
    """A single vertex is exposed in its only matching; one allowed with itself is, too."""
    allowed = np.ones((n, n), dtype=np.uint8)
    assert match_maximum(allowed, []) == ([], [])
    if n:
        assert match_maximum(allowed, [n - 1]) == ([-1], [1])


@pytest.mark.parametrize(
    ("shape", "vertices", "words"),
    [
        ((2, 3), [0], "square, not 2 x 3"),
        ((3, 3), [0, -1], "vertex -1 is out of range"),
        ((3, 3), [3], "vertex 3 is out of range"),
        ((3, 3), [1, 0, 1], "vertex 1 is named twice"),
    ],
)
def test_vertices_that_do_not_exist_are_refused(shape: tuple[int, int], vertices: list[int], words: str) -> None:
    """The error names the first of them."""
    with pytest.raises(ValueError, match=words):
        _kernel.maximum_matching(np.ones(shape, dtype=np.uint8), np.array(vertices, dtype=np.int32))


def test_arrays_of_another_type_are_refused() -> None:
    """Nothing is converted silently."""
    allowed, vertices = np.ones((2, 2), dtype=np.uint8), np.arange(2, dtype=np.int32)
    for bad in ((allowed.astype(np.float64), vertices), (allowed, vertices.astype(np.float32)), (allowed[0], vertices)):
        with pytest.raises(TypeError):
            _kernel.maximum_matching(*bad)


def test_the_kernel_itself_refuses_bad_arguments() -> None:
    """Arguments that the typed wrapper refuses end in an error here, too, never in a crash."""
    costs = np.zeros((1, 4, 4), dtype=np.int64)
    none = np.zeros((0, 3), dtype=np.int32)
    for solve in (_kernel.lexicographic_matching, _kernel.proven_matching):
        for row in ([4, 0, 4], [-1, 0, 4], [0, -1, 2], [0, 0, 5]):
            with pytest.raises(ValueError, match=f"out of range: {row[0]}, {row[1]}, {row[2]}"):
                solve(costs, np.array([row], dtype=np.int32), 0, 0)
        with pytest.raises(ValueError, match="not 2"):
            solve(costs, none[:, :2].copy(), 0, 0)
        for first, last in ((-1, 2), (0, 5)):
            with pytest.raises(ValueError, match=f"settle are out of range: {first} to {last}"):
                solve(costs, none, first, last)
        with pytest.raises(ValueError, match="square in the last two dimensions, not 4 x 3"):
            solve(costs[:, :, :3].copy(), none, 0, 0)
        for bad in (costs.astype(np.float64), costs[0]):
            with pytest.raises(TypeError):
                solve(bad, none, 0, 0)
        with pytest.raises(TypeError):
            solve(costs, none.astype(np.int64), 0, 0)
