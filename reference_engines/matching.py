"""
Matchings in a general graph by the kernel, with proofs (`matching_proofs`).

`first_best` answers quickly; `best_matching` answers the same with a proof. `largest` pairs as many vertices as
possible, and `barrier` proves that no more can be paired. While `proving`, every answer is verified by its proof.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reference_engines import _kernel, matching_proofs
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.matching_proofs import Mates
    from reference_engines.packing import Present, Term


Decision = tuple[int, int, int]
"""(vertex, low, high): of all best matchings, keep those that give the vertex a mate in [low, high), if any do."""

_PROVING = ContextVar("proving", default=False)


@contextmanager
def proving() -> Iterator[None]:
    """Verify every answer of `first_best` and `largest` meanwhile; they raise MatchingError where a proof fails."""
    before = _PROVING.set(True)
    try:
        yield
    finally:
        _PROVING.reset(before)


def is_proving() -> bool:
    """Whether every answer is verified."""
    return _PROVING.get()


_ANSWERS: ContextVar[dict[bytes, Mates | None] | None] = ContextVar("answers", default=None)


@contextmanager
def remember_answers() -> Iterator[None]:
    """Let `first_best` answer the same problem only once meanwhile: many questions about a round pose it again."""
    before = _ANSWERS.set({})
    try:
        yield
    finally:
        _ANSWERS.reset(before)


_BYTE = np.iinfo(np.int8)
NO_DECISIONS: NDArray[np.int32] = np.empty((0, 3), dtype=np.int32)


def first_best(
    costs: NDArray[np.int64], decisions: NDArray[np.int32] = NO_DECISIONS, settled: range = range(0)
) -> Mates | None:
    """
    Return the mates of `best_matching` without the proof, or None if no matching is perfect.

    ``decisions`` are rows (vertex, low, high). Raises TypeError or ValueError as `best_matching` does.
    """
    answers = _ANSWERS.get()
    if answers is None or _PROVING.get():
        return _solve_first(costs, decisions, settled)
    key = _digest_of_problem(costs, decisions, settled)
    if key not in answers:
        answers[key] = _solve_first(costs, decisions, settled)
    mates = answers[key]
    return None if mates is None else mates.copy()


def _solve_first(costs: NDArray[np.int64], decisions: NDArray[np.int32], settled: range) -> Mates | None:
    mates = _kernel.lexicographic_matching(np.ascontiguousarray(costs), decisions, settled.start, settled.stop)
    if _PROVING.get():
        _verify_first(costs, decisions, settled, mates)
    return mates


class LastTerm(NamedTuple):
    """The order of matchings that are equal by all other terms."""

    # A named tuple, as the kernel reads it.

    cost: NDArray[np.int64]
    """(vertices, vertices) the least important term."""
    bound: int
    """No matching costs more."""
    decisions: NDArray[np.int32]
    """Rows (vertex, low, high), taken in turn."""


def staged_matching(
    levels: Sequence[Sequence[Term]],
    present: Present,
    leaders: int,
    order: Callable[[int, int, int], LastTerm],
    *,
    fills_outside: bool,
) -> list[int] | None:
    """
    Return the mate of every place, -1 for one outside; None if no matching is perfect.

    Among the best matchings, each of the ``leaders``, the first places, in turn keeps a mate among the other places if
    it can, and then in turn gets the lowest. The other places that are left are ordered by ``order``, of their number,
    the number of their pairs, and the number of vertices outside of them. ``fills_outside`` says that all vertices
    outside are matched with places. No answer is proven: `first_best` gives the same in steps that are.
    """
    return _kernel.staged_matching(
        levels, present.within, present.between, present.among, leaders, fills_outside, order
    )


def _digest_of_problem(costs: NDArray[np.int64], decisions: NDArray[np.int32], settled: range) -> bytes:
    from hashlib import blake2b  # noqa: PLC0415 - start-up time; only where many questions about a round are asked

    if costs.size and _BYTE.min <= costs.min() and costs.max() <= _BYTE.max:
        costs = costs.astype(np.int8)  # as nearly always: hashing takes the longer, the more bytes there are
    digest = blake2b(np.ascontiguousarray(costs).view(np.uint8).data)
    digest.update(repr((costs.shape, costs.itemsize, decisions.shape, settled)).encode())
    digest.update(np.ascontiguousarray(decisions).tobytes())
    return digest.digest()


class Largest(FrozenStruct, frozen=True):
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
    chosen = np.arange(len(allowed)) if vertices is None else np.asarray(vertices, dtype=np.int64)
    found = _largest(allowed, chosen)
    if _PROVING.get():
        _verify_largest(allowed, chosen, found)
    return found


def _largest(allowed: NDArray[np.uint8], chosen: NDArray[np.int64]) -> Largest:
    mates, exposable = _kernel.maximum_matching(allowed, chosen.astype(np.int32))
    return Largest(mates, exposable.astype(np.bool_))


def barrier(allowed: NDArray[np.uint8]) -> matching_proofs.Barrier | None:
    """
    Return the proof that the vertices cannot all be matched; None if they can be.

    By Gallai and Edmonds, the vertices that some largest matching leaves over fall into odd groups, and their
    neighbours outside of the groups are the barrier (W. R. Pulleyblank, "Matchings and extensions", 1995).
    """
    matching = largest(allowed)
    return _barrier_of(allowed, matching) if matching.left_over else None


def _barrier_of(allowed: NDArray[np.uint8], matching: Largest) -> matching_proofs.Barrier:
    between = np.flatnonzero(allowed[matching.exposable].any(axis=0) & ~matching.exposable)
    return matching_proofs.Barrier(
        barrier=tuple(between.tolist()),
        groups=tuple(_groups(allowed, np.flatnonzero(matching.exposable).tolist())),
    )


def _verify_largest(allowed: NDArray[np.uint8], chosen: NDArray[np.int64], matching: Largest) -> None:
    """
    Verify that no more vertices can be matched, and the vertices that can be left over.

    A barrier that leaves over as many vertices proves both, except that each vertex of its groups can be left over.
    """
    among = np.ascontiguousarray(allowed[np.ix_(chosen, chosen)])
    matching_proofs.verify_mates(among, matching.mates)
    proof = _barrier_of(among, matching)
    matching_proofs.verify_groups(among, proof)
    left_over = matching.left_over
    matching_proofs.require(
        matching_proofs.ProofCondition.LARGEST, left_over == proof.left_over, f"{left_over}, not {proof.left_over}"
    )
    for vertex in np.flatnonzero(matching.exposable).tolist():
        others = np.delete(np.arange(chosen.size), vertex)
        without = _largest(among, others)
        matching_proofs.verify_mates(among[np.ix_(others, others)], without.mates)
        matching_proofs.require(
            matching_proofs.ProofCondition.EXPOSABLE, without.left_over == left_over - 1, f"{vertex} cannot"
        )


def _verify_first(costs: NDArray[np.int64], decisions: NDArray[np.int32], settled: range, mates: Mates | None) -> None:
    """Verify an answer of `first_best`, and that there is none where it is None."""
    found = best_matching(np.ascontiguousarray(costs), decisions.tolist(), settled)
    if found is not None:
        matching_proofs.verify_optimal(costs, found)
    matching_proofs.require(
        matching_proofs.ProofCondition.SAME, (found is None) == (mates is None), "whether all can be matched"
    )
    if found is not None and mates is not None:
        differs = next((v for v, w in enumerate(found.mates) if w != mates[v]), None)
        matching_proofs.require(matching_proofs.ProofCondition.SAME, differs is None, f"{differs} has another mate")
    if found is None:
        present = (costs[0] >= 0).astype(np.uint8)
        matching_proofs.require(
            matching_proofs.ProofCondition.LARGEST,
            barrier(present) is not None,
            "a perfect matching is held not to exist",
        )


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
) -> matching_proofs.Matching | None:
    """
    Return a perfect matching of least cost, or None if no matching is perfect.

    ``costs`` is a symmetric (levels, n, n) array of 1 to 32 levels; a negative level 0 marks a missing edge.
    Among the best matchings, ``decisions`` are taken in turn; then each vertex of ``settled``, a range with step 1,
    gets the lowest mate within or above that range that is still possible, or stays undecided if there is none. The
    duals are those found before any decision, and prove whatever matching the decisions have left.

    Raises TypeError if costs are not 64-bit integers in three dimensions, and ValueError if they are not symmetric, if
    any times n reaches 2**58, or if a decision or ``settled`` names a vertex that does not exist.
    """
    matching_proofs.require_symmetry(costs)
    n = costs.shape[1]
    if settled.step != 1 or not 0 <= settled.start <= settled.stop <= n:
        raise ValueError(f"Vertices to settle must be a range within {range(n)} with step 1, not {settled}.")
    rows = [_checked(decision, n) for decision in decisions]
    found = _kernel.proven_matching(costs, np.array(rows, dtype=np.int32).reshape(-1, 3), settled.start, settled.stop)
    if found is None:
        return None
    mates, vertex_duals, blossoms = found
    pairs = [(v, w) for v, w in enumerate(mates.tolist()) if v < w]
    return matching_proofs.Matching(
        mates=tuple(mates.tolist()),
        cost=matching_proofs.total_cost(costs, pairs),
        vertex_duals=tuple(map(tuple, vertex_duals.tolist())),
        blossoms=tuple(matching_proofs.Blossom(members=members, dual=dual) for members, dual in blossoms),
    )


def _checked(decision: Decision, n: int) -> Decision:
    vertex, low, high = decision
    if not (0 <= vertex < n and 0 <= low <= n and 0 <= high <= n):
        raise ValueError(f"The decision {decision} is out of range for {n} vertices.")
    return decision
