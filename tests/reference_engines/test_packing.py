"""Packed costs keep the order of the criteria."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_engines.definitions.criteria import Contribution
from reference_engines.downfloating.bracket import Candidate
from reference_engines.packing import ABSENT, Present, Term, contribution_terms, pack, unpack, unpack_value

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

VERTICES = 6


def present(outside: int = 0) -> Present:
    """Return a complete graph on the bracket, in which every player may downfloat."""
    places = VERTICES - outside
    return Present(
        within=~np.eye(places, dtype=np.bool_),
        between=np.ones((outside, places), dtype=np.bool_),
        among=np.zeros((outside, outside), dtype=np.bool_),
    )


@st.composite
def term_lists(draw: st.DrawFn) -> list[Term]:
    """Terms with bounds from one bit to thirty, so that several levels are needed."""
    terms = []
    for _ in range(draw(st.integers(1, 6))):
        most = draw(st.sampled_from([1, 3, 1000, 10**6, 10**9]))
        upper = draw(st.lists(st.integers(0, most // 3), min_size=VERTICES * VERTICES, max_size=VERTICES * VERTICES))
        matrix = np.triu(np.array(upper, dtype=np.int64).reshape(VERTICES, VERTICES), 1)
        terms.append(Term(most, within=matrix + matrix.T))
    return terms


@given(term_lists(), st.permutations(range(VERTICES)), st.permutations(range(VERTICES)))
def test_packed_totals_are_ordered_like_the_lists_of_values(
    terms: list[Term], first: list[int], second: list[int]
) -> None:
    """Of two pairings the one with the first smaller value has the smaller packed total."""
    costs = pack(terms, present()).costs

    def values(order: list[int]) -> list[int]:
        return [
            sum(int(np.asarray(term.within)[pair]) for pair in zip(order[::2], order[1::2], strict=True))
            for term in terms
        ]

    def total(order: list[int]) -> list[int]:
        return [sum(int(level[pair]) for pair in zip(order[::2], order[1::2], strict=True)) for level in costs]

    assert (values(first) < values(second)) == (total(first) < total(second))
    assert (values(first) == values(second)) == (total(first) == total(second))


def test_levels_outweigh_each_other_from_the_top() -> None:
    """One downfloater of a higher score is worse than any number of lower ones."""
    floats = np.array([2, 1, 1, 1])
    contribution = Contribution(floats=floats, bound=4, levels=(15, 20))
    costs = pack(contribution_terms(contribution), present(outside=2)).costs[0]
    assert costs[0, 2] > costs[0, 3] + costs[0, 4] + costs[0, 5]


def test_absent_edges_are_marked() -> None:
    """Nobody is paired with himself, and sinks are not paired with each other."""
    costs = pack([], present(outside=2)).costs[0]
    assert costs[0, 1] == costs[2, 2] == ABSENT
    assert costs[0, 2] == 0


def test_many_levels_are_spread_over_several_terms() -> None:
    """Values by score that need more room than one term are cut from the top."""
    contribution = Contribution(floats=np.arange(1, 31), bound=100, levels=tuple(range(10, 310, 10)))
    terms = contribution_terms(contribution)
    assert len(terms) > 1
    assert np.flatnonzero(np.asarray(terms[0].between)).min() > np.flatnonzero(np.asarray(terms[1].between)).max()


@given(term_lists(), st.permutations(range(VERTICES)))
def test_unpacked_totals_are_the_sums_of_the_terms(terms: list[Term], order: list[int]) -> None:
    """The levels of packing do not matter; a term that cannot exceed zero is zero."""
    pairs = list(zip(order[::2], order[1::2], strict=True))
    terms.insert(1, Term(0))
    totals = [sum(int(level[pair]) for pair in pairs) for level in pack(terms, present()).costs]
    sums = [sum(int(np.asarray(term.within)[pair]) for pair in pairs) if term.bound else 0 for term in terms]
    assert unpack(totals, terms, VERTICES) == sums


@given(st.integers(1, 40), st.integers(2, 12), st.randoms(use_true_random=False))
def test_numbers_of_terms_are_read_as_the_value_of_the_criterion(levels: int, places: int, chance: Random) -> None:
    """Amounts by score, however many terms they need, and plain counts."""
    floats = np.array([chance.randint(0, levels) for _ in range(places)])
    candidate = Candidate(pairs=(), downfloaters=tuple(range(places)))
    for contribution in (
        Contribution(floats=floats, bound=places, levels=tuple(range(5, 5 * levels + 5, 5))),
        Contribution(floats=floats, bound=places * levels),
    ):
        terms = contribution_terms(contribution)
        numbers = [int(np.asarray(term.between).sum()) for term in terms]
        assert unpack_value(contribution, numbers) == contribution.value(candidate.pairs, candidate.downfloaters)


@st.composite
def blocks(draw: st.DrawFn, rows: int, columns: int) -> NDArray[np.int64] | NDArray[np.bool_] | int:
    """Draw what a term may have as a block: nothing, truth values or integers, in any shape that broadcasts."""
    shape = draw(st.sampled_from([None, (rows, columns), (columns,), (1, columns), (rows, 1)]))
    if shape is None:
        return 0
    values = np.array(draw(st.lists(st.integers(0, 5), min_size=math.prod(shape), max_size=math.prod(shape))))
    block = values.reshape(shape).astype(np.int64)
    turned = np.ascontiguousarray(block.T).T if draw(st.booleans()) else block  # the same, laid out by columns
    return turned > 2 if draw(st.booleans()) else turned


@given(st.data(), st.integers(0, 3), st.integers(1, 4))
def test_costs_are_the_sums_of_the_terms_in_mixed_radix(data: st.DataObject, outside: int, places: int) -> None:
    """The kernel's costs equal the sum of the weighted blocks, edge by edge."""
    truths = st.lists(st.booleans(), min_size=outside * places, max_size=outside * places)
    here = Present(
        within=~np.eye(places, dtype=np.bool_),
        between=np.array(data.draw(truths), dtype=np.bool_).reshape(outside, places),
        among=~np.eye(outside, dtype=np.bool_),
    )
    terms = [
        Term(
            data.draw(st.integers(5, 40)),
            data.draw(blocks(places, places)),
            data.draw(blocks(outside, places)),
            data.draw(blocks(outside, outside)),
        )
        for _ in range(data.draw(st.integers(1, 4)))
    ]
    expected = np.zeros((outside + places, outside + places), dtype=np.int64)
    for term in terms:
        expected *= term.bound + 1
        expected[outside:, outside:] += term.within
        expected[:outside, outside:] += term.between
        expected[:outside, :outside] += term.among
    expected[outside:, :outside] = expected[:outside, outside:].T
    is_edge = np.block([[here.among, here.between], [here.between.T, here.within]])
    assert (pack(terms, here).costs == np.where(is_edge, expected, ABSENT)).all()


@pytest.mark.parametrize(
    ("block", "error", "words"),
    [
        (np.zeros((2, 3), dtype=np.int64), ValueError, "2 x 3 entries, not 6 x 6"),
        (np.zeros((1, 6, 6), dtype=np.int64), ValueError, "3 dimensions, not 1 or 2"),
        (np.zeros((6, 6)), TypeError, "64-bit integers or of truth values"),
    ],
)
def test_blocks_of_another_shape_or_type_are_refused(
    block: NDArray[np.int64], error: type[Exception], words: str
) -> None:
    """No block is read beyond its end, or as numbers that it does not hold."""
    with pytest.raises(error, match=words):
        pack([Term(1, within=block)], present())
