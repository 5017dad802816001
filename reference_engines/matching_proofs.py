"""
Proofs of matchings, and their verification without the kernel.

The kernel solves a minimisation and its dual together. The duals are the proof: a value for every vertex and a positive
one for some odd sets of vertices, the blossoms. The slack of an edge is its cost less the values of its two ends plus
the values of all blossoms that contain both. If no slack is negative, no perfect matching costs less than the sum of
the vertex values less, for each blossom, its value times the number of edges that fit into it; a matching that reaches
this bound is a best one. Costs have several levels and are compared lexicographically, level 0 first, and so are
values and slacks: vectors of integers in that order add up and compare as integers do, so the argument holds for them.

A barrier proves that some vertices cannot all be matched.

Source: J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Mates = NDArray[np.int32]
    """Mate of every vertex."""

SCALE = 4
"""Duals are those of costs multiplied by this, which keeps them whole numbers."""
_DIMENSIONS = 3
_LEAST_BLOSSOM = 3


class Blossom(FrozenStruct, frozen=True, kw_only=True):
    """An odd set of vertices with a dual value."""

    members: tuple[int, ...]
    dual: tuple[int, ...]
    """By level, multiplied by ``SCALE``."""


class Matching(FrozenStruct, frozen=True, kw_only=True):
    """A perfect matching and the duals that prove it best."""

    mates: tuple[int, ...]
    """The mate of each vertex."""
    cost: tuple[int, ...]
    """The sum of the costs of all pairs, by level."""
    vertex_duals: tuple[tuple[int, ...], ...]
    """By level and vertex, multiplied by ``SCALE``."""
    blossoms: tuple[Blossom, ...]
    """The blossoms whose dual is not zero."""


class ProofCondition(Enum):
    """A condition of a best matching and its proof, in the order of verification."""

    SHAPE = "the matching and its duals have the size of the problem"
    PERFECT = "every vertex is matched, by an edge that is present"
    COST = "the cost is the sum of the costs of the pairs"
    BLOSSOM = "a blossom is an odd number of different vertices, three at least"
    LAMINAR = "two blossoms share no vertex unless one contains the other"
    POSITIVE = "the dual of a blossom is positive"
    FEASIBLE = "no edge has a negative slack"
    TIGHT = "a pair has no slack"
    FULL = "all vertices of a blossom but one are matched within it"
    SAME = "the quick answer is the one with the proof"
    GROUP = "the groups are odd, and no vertex of one may be matched with any other outside of the barrier"
    LARGEST = "as few are left over as the barrier leaves over"
    EXPOSABLE = "exactly the vertices that are called exposable can be left over"


class MatchingError(ValueError):
    """An answer is not proven: a condition fails, at a place."""

    def __init__(self, condition: ProofCondition, place: str) -> None:
        """Name the condition, and the place where it fails."""
        super().__init__(f"It does not hold that {condition.value}: {place}.")
        self.condition = condition
        self.place = place


class Barrier(FrozenStruct, frozen=True, kw_only=True):
    """
    A proof that some vertices cannot all be matched: without the few of ``barrier``, too many odd groups remain.

    Each group has an odd number of vertices, none of which may be matched with a vertex of another group. So each group
    leaves a vertex over, or takes a mate from the barrier, and there are more groups than vertices in the barrier.
    """

    barrier: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]

    @property
    def left_over(self) -> int:
        """The least number of vertices that are left over."""
        return len(self.groups) - len(self.barrier)


def verify_barrier(allowed: NDArray[np.uint8], proof: Barrier) -> None:
    """
    Verify from the barrier and its groups alone that the vertices cannot all be matched.

    Raises MatchingError with the first condition that fails.
    """
    verify_groups(allowed, proof)
    require(ProofCondition.LARGEST, proof.left_over > 0, f"{len(proof.groups)} groups for {list(proof.barrier)}")


def verify_groups(allowed: NDArray[np.uint8], proof: Barrier) -> None:
    """Verify that the groups are odd, and that only the barrier lies between them."""
    vertices = [*proof.barrier, *(vertex for group in proof.groups for vertex in group)]
    require(ProofCondition.SHAPE, len(set(vertices)) == len(vertices), f"one of {sorted(vertices)} stands twice")
    for group in proof.groups:
        beyond = np.ones(allowed.shape[0], dtype=np.bool_)
        beyond[[*group, *proof.barrier]] = False
        is_apart = not allowed[list(group)][:, beyond].any()
        require(ProofCondition.GROUP, len(group) % 2 == 1 and is_apart, f"that of {group[0]}")


def verify_mates(allowed: NDArray[np.uint8], mates: Mates) -> None:
    """Verify that vertices and mates name each other, and may be matched."""
    for vertex, mate in enumerate(mates.tolist()):
        if mate >= 0:
            require(
                ProofCondition.PERFECT,
                mates[mate] == vertex and bool(allowed[vertex, mate]),
                f"{vertex} with {mate}",
            )


def verify_optimal(costs: NDArray[np.int64], matching: Matching) -> None:
    """
    Verify from its duals alone that no perfect matching costs less.

    Nothing that the solver did is repeated or trusted, and no sum can overflow. Raises MatchingError with the first
    condition that fails, TypeError or ValueError if ``costs`` are none.
    """
    require_symmetry(costs)
    _verify_matching(costs, matching)
    _verify_blossoms(costs.shape[0], costs.shape[1], matching.blossoms)
    _verify_slacks(costs, matching)
    for blossom in matching.blossoms:
        members = frozenset(blossom.members)
        outside = [v for v in blossom.members if matching.mates[v] not in members]
        require(ProofCondition.FULL, len(outside) == 1, f"in {sorted(members)}, {outside} have mates outside")


def require(condition: ProofCondition, holds: bool, place: str) -> None:
    """Raise MatchingError unless a condition holds at a place."""
    if not holds:
        raise MatchingError(condition, place)


def require_symmetry(costs: NDArray[Any]) -> None:
    """Raise TypeError or ValueError unless costs are symmetric 64-bit integers in three dimensions."""
    if costs.dtype != np.int64 or costs.ndim != _DIMENSIONS:
        raise TypeError(f"Costs must be int64 in {_DIMENSIONS} dimensions, not {costs.dtype} in {costs.ndim}.")
    if costs.shape[1] != costs.shape[2]:
        raise ValueError(f"Costs must be square in the last two dimensions, not {costs.shape}.")
    present = costs[:1] >= 0
    differs = (present != present.swapaxes(1, 2)) | (present & (costs != costs.swapaxes(1, 2)))
    if differs.any():
        level, v, w = np.argwhere(differs)[0].tolist()
        raise ValueError(f"Costs must be symmetric, but {v} and {w} differ in their order on level {level}.")


def total_cost(costs: NDArray[np.int64], pairs: list[tuple[int, int]]) -> tuple[int, ...]:
    """Return the sum of the costs of some pairs, by level."""
    return tuple(sum(int(plane[pair]) for pair in pairs) for plane in costs)


def _verify_matching(costs: NDArray[np.int64], matching: Matching) -> None:
    levels, n, _ = costs.shape
    mates = matching.mates
    require(ProofCondition.SHAPE, len(mates) == n, f"{len(mates)} mates for {n} vertices")
    sizes = [len(values) for values in matching.vertex_duals]
    require(ProofCondition.SHAPE, sizes == [n] * levels, f"vertex duals of sizes {sizes} for {levels} levels of {n}")
    for v, w in enumerate(mates):
        mutual = 0 <= w < n and w != v and mates[w] == v
        require(ProofCondition.PERFECT, mutual, f"{v} has the mate {w}")
        require(ProofCondition.PERFECT, costs[0, v, w] >= 0, f"{v} and {w} are paired without an edge between them")
    total = total_cost(costs, [(v, w) for v, w in enumerate(mates) if v < w])
    require(ProofCondition.COST, matching.cost == total, f"the matching costs {total}, not {matching.cost}")


def _verify_blossoms(levels: int, n: int, blossoms: tuple[Blossom, ...]) -> None:
    verified: list[frozenset[int]] = []
    for blossom in blossoms:
        members = frozenset(blossom.members)
        place = f"{sorted(members)} with the dual {blossom.dual}"
        require(ProofCondition.SHAPE, len(blossom.dual) == levels and all(0 <= v < n for v in members), place)
        sound = len(members) == len(blossom.members) >= _LEAST_BLOSSOM and len(members) % 2 == 1
        require(ProofCondition.BLOSSOM, sound, f"{blossom.members}")
        for earlier in verified:
            nested = members <= earlier or earlier <= members or members.isdisjoint(earlier)
            require(ProofCondition.LAMINAR, nested, f"{sorted(members)} and {sorted(earlier)}")
        require(ProofCondition.POSITIVE, blossom.dual > (0,) * levels, place)
        verified.append(members)


def _verify_slacks(costs: NDArray[np.int64], matching: Matching) -> None:
    zero = (0,) * costs.shape[0]
    for v, w, slack in _slacks(costs, matching):
        require(ProofCondition.FEASIBLE, slack >= zero, f"the edge between {v} and {w} has the slack {slack}")
        if matching.mates[v] == w:
            require(ProofCondition.TIGHT, slack == zero, f"{v} and {w} have the slack {slack}")


def _slacks(costs: NDArray[np.int64], matching: Matching) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield every edge once, with its slack by level, in Python's integers."""
    levels, n, _ = costs.shape
    duals = list(zip(*matching.vertex_duals, strict=True)) if n else []
    around = [{i for i, blossom in enumerate(matching.blossoms) if v in blossom.members} for v in range(n)]
    rows: list[list[list[int]]] = costs.tolist()
    for v in range(n):
        for w in range(v + 1, n):
            if rows[0][v][w] < 0:
                continue
            both = [matching.blossoms[i].dual for i in around[v] & around[w]]
            slack = tuple(
                SCALE * rows[level][v][w] - duals[v][level] - duals[w][level] + sum(dual[level] for dual in both)
                for level in range(levels)
            )
            yield v, w, slack
