"""
Matchings in a general graph by the kernel, and proofs that can be verified without it.

`first_best` answers quickly; `best_matching` answers the same with a proof. `largest` pairs as many vertices as
possible, and `barrier` proves that no more can be paired. While `proving`, every answer is verified by its proof.

The kernel solves a minimisation and its dual together. The duals are the proof: a value for every vertex and a positive
one for some odd sets of vertices, the blossoms. The slack of an edge is its cost less the values of its two ends plus
the values of all blossoms that contain both. If no slack is negative, no perfect matching costs less than the sum of
the vertex values less, for each blossom, its value times the number of edges that fit into it; a matching that reaches
this bound is a best one. Costs have several levels and are compared lexicographically, level 0 first, and so are
values and slacks: vectors of integers in that order add up and compare as integers do, so the argument holds for them.

Source: J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices" (1965).
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from reference_engines import _kernel
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    Mates = NDArray[np.int32]
    """Mate of every vertex."""

SCALE = 4
"""Duals are those of costs multiplied by this, which keeps them whole numbers."""
_DIMENSIONS = 3
_LEAST_BLOSSOM = 3


class Decision(NamedTuple):
    """Keep, of all best matchings, those that give ``vertex`` a mate in [low, high), if there are any."""

    vertex: int
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Blossom:
    """An odd set of vertices with a dual value."""

    members: tuple[int, ...]
    dual: tuple[int, ...]
    """By level, multiplied by ``SCALE``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
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


_PROVING = ContextVar("proving", default=False)


@contextmanager
def proving() -> Iterator[None]:
    """Verify every answer of `first_best` and `largest` meanwhile; they raise MatchingError where a proof fails."""
    before = _PROVING.set(True)
    try:
        yield
    finally:
        _PROVING.reset(before)


NO_DECISIONS: NDArray[np.int32] = np.empty((0, 3), dtype=np.int32)


def first_best(
    costs: NDArray[np.int64], decisions: NDArray[np.int32] = NO_DECISIONS, settled: range = range(0)
) -> Mates | None:
    """
    Return the mates of `best_matching` without the proof, or None if no matching is perfect.

    ``decisions`` are rows (vertex, low, high). Raises TypeError or ValueError as `best_matching` does.
    """
    mates = _kernel.lexicographic_matching(np.ascontiguousarray(costs), decisions, settled.start, settled.stop)
    if _PROVING.get():
        _verify_first(costs, decisions, settled, mates)
    return mates


@dataclass(frozen=True, slots=True, kw_only=True)
class Largest:
    """A matching of as many vertices as possible."""

    mates: Mates
    """By place among the vertices asked for; negative for those left over."""
    exposable: NDArray[np.bool_]
    """Whether some matching of as many leaves the vertex over."""

    @property
    def left_over(self) -> int:
        """How many have no mate."""
        return int(np.count_nonzero(self.mates < 0))


def largest(allowed: NDArray[np.uint8], vertices: NDArray[np.int64] | Sequence[int] | None = None) -> Largest:
    """
    Match as many of these vertices (all, if None) as can be matched among themselves.

    ``allowed`` is (n, n), symmetric, 1 where two may be matched. The symmetry is not verified: that would take longer
    than the matching, and `proving` finds a pair that is allowed in one direction only.
    """
    chosen = np.arange(allowed.shape[0]) if vertices is None else np.asarray(vertices, dtype=np.int64)
    found = _largest(allowed, chosen)
    if _PROVING.get():
        _verify_largest(allowed, chosen, found)
    return found


def _largest(allowed: NDArray[np.uint8], chosen: NDArray[np.int64]) -> Largest:
    mates, exposable = _kernel.maximum_matching(allowed, chosen.astype(np.int32))
    return Largest(mates=mates, exposable=exposable.astype(np.bool_))


@dataclass(frozen=True, slots=True, kw_only=True)
class Barrier:
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


def barrier(allowed: NDArray[np.uint8]) -> Barrier | None:
    """
    Return the proof that the vertices cannot all be matched; None if they can be.

    By Gallai and Edmonds, the vertices that some largest matching leaves over fall into odd groups, and their
    neighbours outside of the groups are the barrier (W. R. Pulleyblank, "Matchings and extensions", 1995).
    """
    matching = largest(allowed)
    return _barrier_of(allowed, matching) if matching.left_over else None


def _barrier_of(allowed: NDArray[np.uint8], matching: Largest) -> Barrier:
    between = np.flatnonzero(allowed[matching.exposable].any(axis=0) & ~matching.exposable)
    return Barrier(
        barrier=tuple(between.tolist()),
        groups=tuple(_groups(allowed, np.flatnonzero(matching.exposable).tolist())),
    )


def verify_barrier(allowed: NDArray[np.uint8], proof: Barrier) -> None:
    """
    Verify from the barrier and its groups alone that the vertices cannot all be matched.

    Raises MatchingError with the first condition that fails.
    """
    _verify_groups(allowed, proof)
    _require(ProofCondition.LARGEST, proof.left_over > 0, f"{len(proof.groups)} groups for {list(proof.barrier)}")


def _verify_groups(allowed: NDArray[np.uint8], proof: Barrier) -> None:
    vertices = [*proof.barrier, *(vertex for group in proof.groups for vertex in group)]
    _require(ProofCondition.SHAPE, len(set(vertices)) == len(vertices), f"one of {sorted(vertices)} stands twice")
    for group in proof.groups:
        beyond = np.ones(allowed.shape[0], dtype=np.bool_)
        beyond[[*group, *proof.barrier]] = False
        is_apart = not allowed[list(group)][:, beyond].any()
        _require(ProofCondition.GROUP, len(group) % 2 == 1 and is_apart, f"that of {group[0]}")


def _verify_largest(allowed: NDArray[np.uint8], chosen: NDArray[np.int64], matching: Largest) -> None:
    """
    Verify that no more vertices can be matched, and the vertices that can be left over.

    A barrier that leaves over as many vertices proves both, except that each vertex of its groups can be left over.
    """
    among = np.ascontiguousarray(allowed[np.ix_(chosen, chosen)])
    _verify_mates(among, matching.mates)
    proof = _barrier_of(among, matching)
    _verify_groups(among, proof)
    left_over = matching.left_over
    _require(ProofCondition.LARGEST, left_over == proof.left_over, f"{left_over}, not {proof.left_over}")
    for vertex in np.flatnonzero(matching.exposable).tolist():
        others = np.delete(np.arange(chosen.size), vertex)
        without = _largest(among, others)
        _verify_mates(among[np.ix_(others, others)], without.mates)
        _require(ProofCondition.EXPOSABLE, without.left_over == left_over - 1, f"{vertex} cannot")


def _verify_mates(allowed: NDArray[np.uint8], mates: Mates) -> None:
    for vertex, mate in enumerate(mates.tolist()):
        if mate >= 0:
            _require(
                ProofCondition.PERFECT,
                mates[mate] == vertex and bool(allowed[vertex, mate]),
                f"{vertex} with {mate}",
            )


def _verify_first(costs: NDArray[np.int64], decisions: NDArray[np.int32], settled: range, mates: Mates | None) -> None:
    """Verify an answer of `first_best`, and that there is none where it is None."""
    found = best_matching(np.ascontiguousarray(costs), [Decision(*row) for row in decisions.tolist()], settled)
    if found is not None:
        verify_optimal(costs, found)
    _require(ProofCondition.SAME, (found is None) == (mates is None), "whether all can be matched")
    if found is not None and mates is not None:
        differs = next((v for v, w in enumerate(found.mates) if w != mates[v]), None)
        _require(ProofCondition.SAME, differs is None, f"{differs} has another mate")
    if found is None:
        present = (costs[0] >= 0).astype(np.uint8)
        _require(ProofCondition.LARGEST, barrier(present) is not None, "a perfect matching is held not to exist")


def _groups(allowed: NDArray[np.uint8], members: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the vertices that hang together, group by group."""
    left = set(members)
    while left:
        group, fresh = set[int](), {min(left)}
        while fresh:
            group |= fresh
            fresh = {other for vertex in fresh for other in np.flatnonzero(allowed[vertex]).tolist() if other in left}
            fresh -= group
        left -= group
        yield tuple(sorted(group))


def best_matching(
    costs: NDArray[np.int64], decisions: Iterable[Decision] = (), settled: range = range(0)
) -> Matching | None:
    """
    Return a perfect matching of least cost, or None if no matching is perfect.

    ``costs`` is a symmetric (levels, n, n) array of 1 to 32 levels; a negative level 0 marks a missing edge.
    Among the best matchings, ``decisions`` are taken in turn; then each vertex of ``settled``, a range with step 1,
    gets the lowest mate within or above that range that is still possible, or stays undecided if there is none. The
    duals are those found before any decision, and prove whatever matching the decisions have left.

    Raises TypeError if costs are not 64-bit integers in three dimensions, and ValueError if they are not symmetric, if
    any times n reaches 2**58, or if a decision or ``settled`` names a vertex that does not exist.
    """
    _require_symmetry(costs)
    n = costs.shape[1]
    if settled.step != 1 or not 0 <= settled.start <= settled.stop <= n:
        raise ValueError(f"Vertices to settle must be a range within {range(n)} with step 1, not {settled}.")
    rows = [_checked(decision, n) for decision in decisions]
    found = _kernel.proven_matching(costs, np.array(rows, dtype=np.int32).reshape(-1, 3), settled.start, settled.stop)
    if found is None:
        return None
    mates, vertex_duals, blossoms = found
    pairs = [(v, w) for v, w in enumerate(mates.tolist()) if v < w]
    return Matching(
        mates=tuple(mates.tolist()),
        cost=_total(costs, pairs),
        vertex_duals=tuple(map(tuple, vertex_duals.tolist())),
        blossoms=tuple(Blossom(members=members, dual=dual) for members, dual in blossoms),
    )


def verify_optimal(costs: NDArray[np.int64], matching: Matching) -> None:
    """
    Verify from its duals alone that no perfect matching costs less.

    Nothing that the solver did is repeated or trusted, and no sum can overflow. Raises MatchingError with the first
    condition that fails, TypeError or ValueError if ``costs`` are none.
    """
    _require_symmetry(costs)
    _verify_matching(costs, matching)
    _verify_blossoms(costs.shape[0], costs.shape[1], matching.blossoms)
    _verify_slacks(costs, matching)
    for blossom in matching.blossoms:
        members = frozenset(blossom.members)
        outside = [v for v in blossom.members if matching.mates[v] not in members]
        _require(ProofCondition.FULL, len(outside) == 1, f"in {sorted(members)}, {outside} have mates outside")


def _require(condition: ProofCondition, holds: bool, place: str) -> None:
    if not holds:
        raise MatchingError(condition, place)


def _require_symmetry(costs: NDArray[Any]) -> None:
    if costs.dtype != np.int64 or costs.ndim != _DIMENSIONS:
        raise TypeError(f"Costs must be int64 in {_DIMENSIONS} dimensions, not {costs.dtype} in {costs.ndim}.")
    if costs.shape[1] != costs.shape[2]:
        raise ValueError(f"Costs must be square in the last two dimensions, not {costs.shape}.")
    present = costs[:1] >= 0
    differs = (present != present.swapaxes(1, 2)) | (present & (costs != costs.swapaxes(1, 2)))
    if differs.any():
        level, v, w = np.argwhere(differs)[0].tolist()
        raise ValueError(f"Costs must be symmetric, but {v} and {w} differ in their order on level {level}.")


def _checked(decision: Decision, n: int) -> Decision:
    if not (0 <= decision.vertex < n and 0 <= decision.low <= n and 0 <= decision.high <= n):
        raise ValueError(f"The {decision} is out of range for {n} vertices.")
    return decision


def _total(costs: NDArray[np.int64], pairs: list[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(sum(int(plane[pair]) for pair in pairs) for plane in costs)


def _verify_matching(costs: NDArray[np.int64], matching: Matching) -> None:
    levels, n, _ = costs.shape
    mates = matching.mates
    _require(ProofCondition.SHAPE, len(mates) == n, f"{len(mates)} mates for {n} vertices")
    sizes = [len(values) for values in matching.vertex_duals]
    _require(ProofCondition.SHAPE, sizes == [n] * levels, f"vertex duals of sizes {sizes} for {levels} levels of {n}")
    for v, w in enumerate(mates):
        mutual = 0 <= w < n and w != v and mates[w] == v
        _require(ProofCondition.PERFECT, mutual, f"{v} has the mate {w}")
        _require(ProofCondition.PERFECT, costs[0, v, w] >= 0, f"there is no edge between {v} and {w}")
    total = _total(costs, [(v, w) for v, w in enumerate(mates) if v < w])
    _require(ProofCondition.COST, matching.cost == total, f"{matching.cost} is said, {total} is right")


def _verify_blossoms(levels: int, n: int, blossoms: tuple[Blossom, ...]) -> None:
    verified: list[frozenset[int]] = []
    for blossom in blossoms:
        members = frozenset(blossom.members)
        place = f"{sorted(members)} with the dual {blossom.dual}"
        _require(ProofCondition.SHAPE, len(blossom.dual) == levels and all(0 <= v < n for v in members), place)
        sound = len(members) == len(blossom.members) >= _LEAST_BLOSSOM and len(members) % 2 == 1
        _require(ProofCondition.BLOSSOM, sound, f"{blossom.members}")
        for earlier in verified:
            nested = members <= earlier or earlier <= members or members.isdisjoint(earlier)
            _require(ProofCondition.LAMINAR, nested, f"{sorted(members)} and {sorted(earlier)}")
        _require(ProofCondition.POSITIVE, blossom.dual > (0,) * levels, place)
        verified.append(members)


def _verify_slacks(costs: NDArray[np.int64], matching: Matching) -> None:
    zero = (0,) * costs.shape[0]
    for v, w, slack in _slacks(costs, matching):
        _require(ProofCondition.FEASIBLE, slack >= zero, f"the edge between {v} and {w} has the slack {slack}")
        if matching.mates[v] == w:
            _require(ProofCondition.TIGHT, slack == zero, f"{v} and {w} have the slack {slack}")


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
