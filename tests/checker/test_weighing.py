"""Two assessments of a round: the first bracket in which they differ, and the criterion that decides there."""

from __future__ import annotations

from dataclasses import replace

from checker.verdicts.first_difference import Balance, compare_assessments
from reference_engines.frame.results import (
    EMPTY_GENERATION,
    Assessment,
    BracketAssessment,
    BracketKind,
    CriterionValue,
    RoundPairing,
)

GENERATION = replace(EMPTY_GENERATION, key=((1,),))


def bracket(
    number: int, pairs: tuple[tuple[int, int], ...], floaters: tuple[int, ...] = (), values: tuple[int, ...] = (0, 0)
) -> BracketAssessment:
    """Make a bracket with criteria K1, K2..."""
    return BracketAssessment(
        number=number,
        kind=BracketKind.ORDINARY,
        score=30 - 10 * number,
        mdps=(),
        residents=(),
        pairs=pairs,
        downfloaters=floaters,
        values=tuple(
            CriterionValue(label=f"K{place}", article=str(place), name="k", sentence="faults", value=(value,))
            for place, value in enumerate(values, start=1)
        ),
        generation=GENERATION,
    )


def assessment(*brackets: BracketAssessment) -> Assessment:
    """Assess a pairing of which only the brackets matter."""
    return Assessment(pairing=RoundPairing(pairs=()), violations=(), brackets=brackets)


TOP = bracket(1, ((1, 2), (3, 4)))


def test_the_first_bracket_that_differs_decides() -> None:
    """Lower brackets do not matter, even if they are much better."""
    recorded = assessment(TOP, bracket(2, ((5, 7),), values=(0, 2)), bracket(3, ((9, 10),), values=(0, 0)))
    expected = assessment(TOP, bracket(2, ((5, 6),), values=(0, 1)), bracket(3, ((8, 10),), values=(9, 9)))
    weighing = compare_assessments(recorded, expected)
    assert weighing.balance is Balance.WORSE
    assert weighing.expected is not None
    assert weighing.expected.number == 2
    assert weighing.criterion is not None
    assert (weighing.criterion.label, weighing.criterion.recorded, weighing.criterion.expected) == ("K2", (2,), (1,))


def test_brackets_with_the_same_pairs_differ_in_their_floaters() -> None:
    """Another downfloater is a difference."""
    recorded = assessment(bracket(1, ((1, 2),), (4,), values=(0, 1)))
    expected = assessment(bracket(1, ((1, 2),), (3,), values=(0, 0)))
    assert compare_assessments(recorded, expected).balance is Balance.WORSE


def test_steps_with_the_same_pairs_differ_in_their_upfloaters() -> None:
    """Where a scoregroup is completed from below, another upfloater is a difference."""
    one, other = (replace(bracket(1, (), values=(0, value)), upfloaters=(5 + value,)) for value in (0, 1))
    assert compare_assessments(assessment(other), assessment(one)).balance is Balance.WORSE


def test_the_order_of_pairs_and_players_is_not_a_difference() -> None:
    """A bracket is a set of pairs."""
    recorded = assessment(bracket(1, ((4, 3), (2, 1))), bracket(2, ((5, 7),), values=(0, 1)))
    expected = assessment(TOP, bracket(2, ((5, 6),)))
    weighing = compare_assessments(recorded, expected)
    assert weighing.expected is not None
    assert weighing.expected.number == 2


def test_a_higher_priority_outweighs_all_lower_ones() -> None:
    """Values are compared in order."""
    recorded = assessment(bracket(1, ((1, 3),), values=(0, 9)))
    expected = assessment(bracket(1, ((1, 2),), values=(1, 0)))
    assert compare_assessments(recorded, expected).balance is Balance.BETTER


def test_equal_values_leave_the_decision_to_the_order() -> None:
    """The key of generation decides, either way."""
    early, late = bracket(1, ((1, 2),)), replace(bracket(1, ((1, 3),)), generation=replace(GENERATION, key=((2,),)))
    assert compare_assessments(assessment(late), assessment(early)).balance is Balance.LATER
    assert compare_assessments(assessment(early), assessment(late)).balance is Balance.EARLIER


def test_equal_keys_tell_nothing_apart() -> None:
    """Different brackets with equal values and keys are indistinguishable."""
    weighing = compare_assessments(assessment(bracket(1, ((1, 3),))), assessment(bracket(1, ((1, 2),))))
    assert weighing.balance is Balance.INDISTINGUISHABLE
    assert weighing.criterion is None


def test_brackets_that_never_differ_are_indistinguishable() -> None:
    """So are pairings without brackets."""
    assert compare_assessments(assessment(TOP), assessment(TOP)).balance is Balance.INDISTINGUISHABLE
    assert compare_assessments(assessment(), assessment(TOP)).expected is None


def test_vectors_of_other_criteria_cannot_be_compared() -> None:
    """Nothing is made of a vector that lacks a criterion."""
    short = bracket(1, ((1, 3),), values=(0,))
    assert compare_assessments(assessment(short), assessment(TOP)).balance is Balance.INCOMPARABLE
