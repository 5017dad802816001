"""A proof that has been tampered with fails at the first condition that does not hold."""

from __future__ import annotations

import dataclasses
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.graphs import no_edges, odd_groups, put, scattered, total

from reference_engines import _kernel
from reference_engines.matching import best_matching, first_best, largest, proving
from reference_engines.matching_proofs import (
    Barrier,
    Blossom,
    Matching,
    MatchingError,
    ProofCondition,
    verify_barrier,
    verify_optimal,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.graphs import Costs


def two_triangles() -> tuple[Costs, Matching]:
    """Two triangles of costs (0, 1), joined by one dear edge; their best matching with one proof of it."""
    costs = no_edges(2, 6)
    for v, w in ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)):
        put(costs, v, w, [0, 1])
    put(costs, 2, 3, [5, 0])
    # Half of the edge between them is paid by each triangle, 10 of 20, less what its vertices have, (0, 2) each.
    matching = Matching(
        mates=(1, 0, 3, 2, 5, 4),
        cost=(5, 2),
        vertex_duals=((10,) * 6, (0,) * 6),
        blossoms=(
            Blossom(members=(0, 1, 2), dual=(20, -4)),
            Blossom(members=(3, 4, 5), dual=(20, -4)),
        ),
    )
    return costs, matching


def failure(costs: Costs, matching: Matching, **changes: Any) -> tuple[ProofCondition, str]:
    """Return the condition that fails after some fields have been changed, and the place."""
    with pytest.raises(MatchingError) as caught:
        verify_optimal(costs, dataclasses.replace(matching, **changes))
    assert caught.value.condition.value in str(caught.value)
    assert caught.value.place in str(caught.value)
    return caught.value.condition, caught.value.place


def failure_of(costs: Costs, matching: Matching) -> ProofCondition | None:
    """Return the condition of the proof that fails; None if it holds."""
    try:
        verify_optimal(costs, matching)
    except MatchingError as error:
        return error.condition
    return None


def test_a_proof_made_by_hand_holds() -> None:
    """A proof need not come from the solver: only its numbers count."""
    assert failure_of(*two_triangles()) is None


@pytest.mark.parametrize(
    ("changes", "condition", "place"),
    [
        ({"mates": (1, 0, 3, 2)}, ProofCondition.SHAPE, "4 mates for 6 vertices"),
        ({"vertex_duals": ((10,) * 6,)}, ProofCondition.SHAPE, r"[6] for 2 levels of 6"),
        ({"vertex_duals": ((10,) * 6, (0,) * 5)}, ProofCondition.SHAPE, r"[6, 5] for 2 levels of 6"),
        ({"mates": (1, 0, 3, 2, 5, 5)}, ProofCondition.PERFECT, "4 has the mate 5"),
        ({"mates": (0, 1, 3, 2, 5, 4)}, ProofCondition.PERFECT, "0 has the mate 0"),
        ({"mates": (-1, 0, 3, 2, 5, 4)}, ProofCondition.PERFECT, "0 has the mate -1"),
        ({"mates": (6, 0, 3, 2, 5, 4)}, ProofCondition.PERFECT, "0 has the mate 6"),
        ({"mates": (3, 2, 1, 0, 5, 4)}, ProofCondition.PERFECT, "0 and 3 are paired without an edge"),
        ({"cost": (5, 1)}, ProofCondition.COST, "the matching costs (5, 2), not (5, 1)"),
    ],
)
def test_a_matching_that_is_none_fails(changes: dict[str, Any], condition: ProofCondition, place: str) -> None:
    """Its size, its mates and its cost are verified first."""
    failed, where = failure(*two_triangles(), **changes)
    assert failed is condition
    assert place in where


@pytest.mark.parametrize(
    ("members", "dual", "condition"),
    [
        ((0, 1, 2), (20,), ProofCondition.SHAPE),
        ((0, 1, 6), (20, -4), ProofCondition.SHAPE),
        ((0, -1, 2), (20, -4), ProofCondition.SHAPE),
        ((0, 1, 2, 3), (20, -4), ProofCondition.BLOSSOM),
        ((0,), (20, -4), ProofCondition.BLOSSOM),
        ((), (20, -4), ProofCondition.BLOSSOM),
        ((0, 1, 1), (20, -4), ProofCondition.BLOSSOM),
        ((1, 2, 3), (20, -4), ProofCondition.LAMINAR),
        ((0, 1, 2), (0, 0), ProofCondition.POSITIVE),
        ((0, 1, 2), (0, -4), ProofCondition.POSITIVE),
        ((0, 1, 2), (-1, 9), ProofCondition.POSITIVE),
    ],
)
def test_a_blossom_that_is_none_fails(
    members: tuple[int, ...], dual: tuple[int, ...], condition: ProofCondition
) -> None:
    """Odd, three at least, crossing no other one, with a positive dual."""
    costs, matching = two_triangles()
    blossom = Blossom(members=members, dual=dual)
    assert failure(costs, matching, blossoms=(matching.blossoms[1], blossom))[0] is condition


def test_nested_blossoms_cross_no_other() -> None:
    """Whichever comes first, one within another is laminar; what fails then is something else."""
    costs, matching = two_triangles()
    around = Blossom(members=(0, 1, 2, 3, 4), dual=(0, 1))
    for blossoms in ((around, *matching.blossoms[:1]), (*matching.blossoms[:1], around)):
        assert failure(costs, matching, blossoms=blossoms)[0] is ProofCondition.TIGHT


def test_an_edge_that_would_improve_the_matching_fails() -> None:
    """A slack is compared lexicographically: the last level alone may make it negative."""
    costs, matching = two_triangles()
    raised = ((10,) * 6, (0, 0, 1, 0, 0, 0))
    assert failure(costs, matching, vertex_duals=raised) == (
        ProofCondition.FEASIBLE,
        "the edge between 0 and 2 has the slack (0, -1)",
    )


def test_a_pair_with_slack_fails() -> None:
    """Then the bound that the duals prove lies below the matching's cost."""
    costs, matching = two_triangles()
    lowered = ((10,) * 6, (-1, 0, 0, 0, 0, 0))
    assert failure(costs, matching, vertex_duals=lowered) == (ProofCondition.TIGHT, "0 and 1 have the slack (0, 1)")


def test_a_blossom_that_is_not_full_fails() -> None:
    """Its dual would be counted more often than it is earned."""
    costs = np.zeros((1, 6, 6), dtype=np.int64)
    matching = Matching(
        mates=(3, 4, 5, 0, 1, 2),
        cost=(0,),
        vertex_duals=((0,) * 6,),
        blossoms=(Blossom(members=(0, 1, 2), dual=(4,)),),
    )
    assert failure(costs, matching) == (ProofCondition.FULL, "in [0, 1, 2], [0, 1, 2] have mates outside")


def test_sums_beyond_64_bits_do_not_deceive() -> None:
    """A slack that is negative stays so, whatever it would be modulo 2**64."""
    costs, matching = two_triangles()
    high = 2**63 + 10
    assert failure(costs, matching, vertex_duals=((high,) * 6, (0,) * 6))[0] is ProofCondition.FEASIBLE


def test_no_matching_that_costs_more_can_be_proven() -> None:
    """With the right duals, any other perfect matching fails, unless it costs as little."""
    chance = random.Random(4)
    verdicts = {True: 0, False: 0}
    while min(verdicts.values()) < 60:
        costs = scattered(chance, 2, 8, density=0.8, most=1)
        matching = best_matching(costs)
        row = chance.sample(range(8), 8)
        pairs = dict(zip(row[::2], row[1::2], strict=True))
        mates = tuple((pairs | {w: v for v, w in pairs.items()})[v] for v in range(8))
        if matching is None or any(costs[0, v, w] < 0 for v, w in enumerate(mates)):
            continue
        other = dataclasses.replace(matching, mates=mates, cost=total(costs, mates))
        best = other.cost == matching.cost
        verdicts[best] += 1
        if best:
            verify_optimal(costs, other)
        else:
            assert failure(costs, other)[0] in {ProofCondition.TIGHT, ProofCondition.FULL}


def test_every_change_of_a_dual_is_found_where_it_matters() -> None:
    """Each vertex has a tight edge, so that no dual can be raised or lowered alone; no blossom's either."""
    costs = odd_groups(random.Random(2), 2, 16, size=5, joined=0.5)
    matching = best_matching(costs)
    assert matching is not None
    assert len(matching.blossoms) > 1
    verify_optimal(costs, matching)
    for v in range(16):
        for change in (-1, 1):
            duals = [list(level) for level in matching.vertex_duals]
            duals[1][v] += change
            failed, _ = failure(costs, matching, vertex_duals=tuple(map(tuple, duals)))
            assert failed in {ProofCondition.FEASIBLE, ProofCondition.TIGHT}
    for blossom in matching.blossoms:
        others = tuple(other for other in matching.blossoms if other != blossom)
        assert failure(costs, matching, blossoms=others)[0] is ProofCondition.FEASIBLE


def test_a_proof_is_verified_against_costs_only() -> None:
    """Invalid costs are refused with the solver's own error."""
    _, matching = two_triangles()
    with pytest.raises(TypeError, match="float64"):
        verify_optimal(np.zeros((2, 6, 6)), matching)  # type: ignore[arg-type]  # on purpose


# --- barriers --------------------------------------------------------------------------------------------------------


def friends(n: int, *pairs: tuple[int, int]) -> Any:
    """Return the symmetric matrix in which only these pairs may be matched."""
    allowed = np.zeros((n, n), dtype=np.uint8)
    for one, other in pairs:
        allowed[one, other] = allowed[other, one] = 1
    return allowed


STAR = friends(4, (0, 1), (0, 2), (0, 3))
"""Three who may all be matched with 0 alone."""


def failed_condition(claimed: Barrier) -> ProofCondition | None:
    """Return the condition that a barrier of the star fails; None if it holds."""
    try:
        verify_barrier(STAR, claimed)
    except MatchingError as error:
        return error.condition
    return None


def test_a_barrier_made_by_hand_holds() -> None:
    """Three alone, and one who can take only one of them."""
    assert failed_condition(Barrier(barrier=(0,), groups=((1,), (2,), (3,)))) is None


@pytest.mark.parametrize(
    ("claimed", "condition"),
    [
        (Barrier(barrier=(0,), groups=((1,), (2,), (2,))), ProofCondition.SHAPE),
        (Barrier(barrier=(), groups=((1,), (2,), (3,))), ProofCondition.GROUP),
        (Barrier(barrier=(0,), groups=((1, 2), (3,))), ProofCondition.GROUP),
        (Barrier(barrier=(0,), groups=((1,),)), ProofCondition.LARGEST),
    ],
)
def test_a_barrier_that_shows_nothing_fails(claimed: Barrier, condition: ProofCondition) -> None:
    """A vertex twice; a group that is not apart; one of an even number; no more groups than the barrier takes."""
    assert failed_condition(claimed) is condition


# --- proving ---------------------------------------------------------------------------------------------------------


def test_whatever_a_sound_kernel_answers_is_proven() -> None:
    """Whether there is a matching of all or not, and the same as without proofs."""
    rng = random.Random(7)
    for _ in range(150):
        n = rng.randrange(2, 10)
        costs = scattered(rng, 2, n, density=rng.choice((0.3, 0.6, 1)), most=3)
        allowed = (costs[0] >= 0).astype(np.uint8)
        plain, least = largest(allowed), first_best(costs, settled=range(n // 2))
        with proving():
            again, proven = largest(allowed), first_best(costs, settled=range(n // 2))
        assert (again.left_over, again.exposable.tolist()) == (plain.left_over, plain.exposable.tolist())
        assert (proven is None) == (least is None) == bool(plain.left_over)
        assert proven is None or proven.tolist() == (least if least is None else least.tolist())


def _nobody(mates: Any, exposable: Any) -> Any:
    return np.full_like(mates, -1), np.ones_like(exposable)


@pytest.mark.parametrize(
    ("tampered", "condition"),
    [
        (lambda mates, exposable: (np.roll(mates, 1), exposable), ProofCondition.PERFECT),
        (lambda mates, exposable: (mates, 0 * exposable), ProofCondition.LARGEST),
        (_nobody, ProofCondition.GROUP),
        (lambda mates, exposable: (mates, exposable * [1, 1, 1, 0]), ProofCondition.LARGEST),
        (lambda mates, exposable: (mates, np.maximum(exposable, [1, 0, 0, 0])), ProofCondition.GROUP),
    ],
)
def test_a_largest_matching_that_is_none_is_found_out(
    tampered: Callable[[Any, Any], Any], condition: ProofCondition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the star; but only where proofs are asked for."""
    genuine = _kernel.maximum_matching
    monkeypatch.setattr(_kernel, "maximum_matching", lambda *arguments: tampered(*genuine(*arguments)))
    largest(STAR)
    with proving(), pytest.raises(MatchingError) as caught:
        largest(STAR)
    assert caught.value.condition is condition
    largest(STAR)


def test_one_who_cannot_be_left_over_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """1 must take 0 or 2; it stands in one group with both, but cannot be left over."""
    genuine = _kernel.maximum_matching
    path = friends(3, (0, 1), (1, 2))

    def tampered(allowed: Any, chosen: Any) -> Any:
        mates, exposable = genuine(allowed, chosen)
        return mates, np.ones_like(exposable)

    monkeypatch.setattr(_kernel, "maximum_matching", tampered)
    with proving(), pytest.raises(MatchingError, match="1 cannot") as caught:
        largest(path)
    assert caught.value.condition is ProofCondition.EXPOSABLE


def test_a_quick_answer_that_is_not_the_proven_one_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another matching, or none."""
    costs, matching = two_triangles()
    with proving():
        assert first_best(costs) is not None
    for answer in (None, np.array([2, 3, 0, 1, 5, 4], dtype=np.int32)):
        monkeypatch.setattr(_kernel, "lexicographic_matching", lambda *_, answer=answer: answer)
        with proving(), pytest.raises(MatchingError) as caught:
            first_best(costs)
        assert caught.value.condition is ProofCondition.SAME
    assert matching.cost == (5, 2)
