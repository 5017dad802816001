"""Two legal pairings of a round on the scales: in which bracket they part, and what decides there."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from checker.findings import DecidingCriterion
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.frame.results import Assessment, BracketAssessment, CriterionValue


class Balance(Enum):
    """How the recorded pairing stands against the expected one."""

    WORSE = "a criterion is met less well"
    LATER = "every criterion is equal, and it is generated later"
    BETTER = "a criterion is met better"
    EARLIER = "every criterion is equal, and it is generated earlier"
    INDISTINGUISHABLE = "neither criteria nor order tell them apart"
    INCOMPARABLE = "the two were not assessed by the same criteria"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """What decides between two pairings, and where."""

    balance: Balance
    recorded: BracketAssessment | None = None
    """The first bracket in which they part, as the recorded pairing fills it; None if they part nowhere."""
    expected: BracketAssessment | None = None
    criterion: DecidingCriterion | None = None
    """None where no criterion differs."""


def weigh(recorded: Assessment, expected: Assessment) -> Weighing:
    """Compare two legal pairings of one round from the top bracket down (C.04.3:3.8.1, 2026; B.8, 2017)."""
    for ours, theirs in zip(expected.brackets, recorded.brackets, strict=False):
        if _content(ours) != _content(theirs):
            return _weigh_bracket(recorded=theirs, expected=ours)
    return Weighing(balance=Balance.INDISTINGUISHABLE)


def _content(bracket: BracketAssessment) -> tuple[frozenset[frozenset[int]], frozenset[int], frozenset[int]]:
    pairs = frozenset(frozenset(pair) for pair in bracket.pairs)
    return pairs, frozenset(bracket.upfloaters), frozenset(bracket.downfloaters)


def _weigh_bracket(*, recorded: BracketAssessment, expected: BracketAssessment) -> Weighing:
    criterion, balance = _weigh_values(recorded.values, expected.values)
    if balance is None:
        balance = _weigh_order(recorded, expected)
    return Weighing(balance=balance, recorded=recorded, expected=expected, criterion=criterion)


def _weigh_values(
    recorded: tuple[CriterionValue, ...], expected: tuple[CriterionValue, ...]
) -> tuple[DecidingCriterion | None, Balance | None]:
    if [value.label for value in recorded] != [value.label for value in expected]:
        return None, Balance.INCOMPARABLE
    for theirs, ours in zip(recorded, expected, strict=True):
        if theirs.value != ours.value:
            criterion = DecidingCriterion(
                label=ours.label,
                article=ours.article,
                name=ours.name,
                sentence=ours.sentence,
                recorded=theirs.value,
                expected=ours.value,
            )
            return criterion, Balance.WORSE if theirs.value > ours.value else Balance.BETTER
    return None, None


def _weigh_order(recorded: BracketAssessment, expected: BracketAssessment) -> Balance:
    if recorded.generation.key == expected.generation.key:
        return Balance.INDISTINGUISHABLE
    return Balance.LATER if recorded.generation.key > expected.generation.key else Balance.EARLIER
