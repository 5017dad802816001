"""
Criteria packed into matching costs: mixed radix, most important first, in as few 64-bit levels as fit.

The vertices of a matching problem are the float targets, which are *outside* the bracket, and then the places of the
bracket, so that a term has three blocks: among the targets, between targets and bracket, within the bracket.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reference_engines import _kernel
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.criteria import Contribution, Criterion, ScopeT
    from reference_engines.definitions.history import BoolArray, IntArray

ABSENT = -1
_BITS = 56
"""Costs times vertices stay below 2**58, the bound of the kernel, with two spare bits."""


class Term(NamedTuple):
    """One number to be minimised; blocks that are 0 add nothing, missing dimensions are broadcast."""

    # A named tuple, like a contribution.

    bound: int
    """No perfect matching has a greater sum."""
    within: IntArray | BoolArray | int = 0
    """(places, places)"""
    between: IntArray | BoolArray | int = 0
    """(outside, places) or (places,)"""
    among: IntArray | BoolArray | int = 0
    """(outside, outside)"""


class Present(FrozenStruct, frozen=True, kw_only=True):
    """The edges of a matching problem."""

    within: BoolArray
    between: BoolArray
    """(outside, places)"""
    among: BoolArray


def present(allowed: BoolArray) -> Present:
    """Return the edges of a matching problem without vertices outside."""
    return Present(
        within=allowed,
        between=np.zeros((0, len(allowed)), dtype=np.bool_),
        among=np.zeros((0, 0), dtype=np.bool_),
    )


def contributed_terms(criteria: Iterable[Criterion[ScopeT]], scope: ScopeT) -> list[Term]:
    """Return the terms of the criteria that can differ between candidates of a scope."""
    contributions = (criterion.contribution(scope) for criterion in criteria)
    return [term for given in contributions if given is not None for term in contribution_terms(given)]


def contribution_terms(contribution: Contribution) -> list[Term]:
    """Turn a contribution into terms: one, or several where its levels need more room than one holds."""
    within: IntArray | BoolArray | int = 0 if contribution.pairs is None else contribution.pairs
    between: IntArray | BoolArray | int = 0 if contribution.floats is None else contribution.floats
    if contribution.levels is None or len(contribution.levels) == 1:
        return [Term(contribution.bound, within, between)]
    radix, per_term = _chunks(contribution)
    terms = []
    for top in range(len(contribution.levels), 0, -per_term):
        chunk = range(max(1, top - per_term + 1), top + 1)
        worth = np.zeros(len(contribution.levels) + 1, dtype=np.int64)
        worth[chunk.start : chunk.stop] = [radix**exponent for exponent in range(len(chunk))]
        terms.append(
            Term(
                radix ** len(chunk) - 1,
                worth[within] if contribution.pairs is not None else 0,
                worth[between] if contribution.floats is not None else 0,
            )
        )
    return terms


class Packed(FrozenStruct, frozen=True, kw_only=True):
    """Costs of a matching problem."""

    costs: NDArray[np.int64]
    """(levels, vertices, vertices), negative in the first level without an edge."""
    range_: int
    """Totals of the last level lie below this."""

    def select(self, vertices: NDArray[np.int64]) -> Packed:
        """Return the problem on some of the vertices, in the order given."""
        return Packed(costs=self.costs[:, vertices[:, None], vertices], range_=self.range_)

    def with_last(self, term: NDArray[np.int64], bound: int) -> Packed:
        """Return the problem with a least important term added, on a level of its own if the last level is full."""
        vertices = self.costs.shape[1]
        if self.range_ * (bound + 1) * vertices > 1 << _BITS:
            return Packed(costs=np.concatenate([self.costs, term[None]]), range_=bound + 1)
        last = self.costs[-1] * (bound + 1) + term
        if len(self.costs) == 1:
            return Packed(costs=np.where(self.costs[0] < 0, ABSENT, last)[None], range_=self.range_ * (bound + 1))
        return Packed(costs=np.concatenate([self.costs[:-1], last[None]]), range_=self.range_ * (bound + 1))


def decision_rows(decisions: Iterable[tuple[int, int, int]]) -> NDArray[np.int32]:
    """Return decisions (vertex, low, high) as the rows that the kernel takes."""
    return np.array(list(decisions), dtype=np.int32).reshape(-1, 3)


def pack(terms: Sequence[Term], present: Present) -> Packed:
    """Pack terms so that an earlier one always outweighs the later ones."""
    vertices = len(present.within) + len(present.among)
    levels = cut_levels(terms, vertices)
    # On each level the cost of an edge is the sum of its terms, each counted in the radix of the terms after it.
    costs = _kernel.mixed_radix(levels, present.within, present.between, present.among)
    return Packed(costs=costs, range_=prod(term.bound + 1 for term in levels[-1]))


def unpack(totals: Sequence[int], terms: Sequence[Term], vertices: int) -> list[int]:
    """Return the sum of a matching in each term, from its total by level: the inverse of `pack`."""
    numbers = []
    for total, level in zip(totals, cut_levels(terms, vertices), strict=False):
        left, digits = total, []
        for term in reversed(level[1:]):
            left, digit = divmod(left, term.bound + 1)
            digits.append(digit)
        numbers += [left, *reversed(digits)]
    unpacked = iter(numbers)
    return [next(unpacked) if term.bound else 0 for term in terms]


def unpack_value(contribution: Contribution, numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the value of a criterion from the numbers of its terms: the inverse of `contribution_terms`."""
    if contribution.levels is None:
        return (numbers[0],)
    radix, per_term = _chunks(contribution)
    value: list[int] = []
    for number, top in zip(numbers, range(len(contribution.levels), 0, -per_term), strict=True):
        for exponent in range(min(per_term, top) - 1, -1, -1):
            level = max(1, top - per_term + 1) + exponent
            value += [contribution.levels[level - 1]] * (number // radix**exponent % radix)
    return tuple(value)


def _chunks(contribution: Contribution) -> tuple[int, int]:
    """Return the radix of the amounts of levels, and the number of levels in a term."""
    radix = contribution.bound + 1
    return radix, max(1, (_BITS // 2) // radix.bit_length())


def cut_levels(terms: Iterable[Term], vertices: int) -> list[list[Term]]:
    """Cut the terms, in order, into levels whose mixed radix fits into 64 bits, at least one."""
    room = (1 << _BITS) // max(vertices, 1)
    levels: list[list[Term]] = [[]]
    range_ = 1
    for term in terms:
        if not term.bound:
            continue
        range_ *= term.bound + 1
        if range_ > room and levels[-1]:
            levels.append([])
            range_ = term.bound + 1
        levels[-1].append(term)
    return levels
