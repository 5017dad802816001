"""The verdicts on rounds that misreadings change, and the page that lists the misreadings."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.altered import CASES, Demonstration, changes
from support.literally import SIDES

from checker.verdicts.first_difference import Balance, compare_assessments
from reference_engines.misreadings import misreadings_of
from tournaments import parse_event

if TYPE_CHECKING:
    from reference_engines.frame.rules import PreparedEvent
    from reference_engines.frame.variants import Misreading


@cache
def _prepared(edition: str, name: str) -> PreparedEvent:
    event = parse_event((CASES / name).read_text("utf-8")).event
    assert event is not None
    return SIDES[edition].rules.open(event)


def _read_cases(edition: str) -> list[Demonstration]:
    return [Demonstration.of(line) for line in (CASES / f"{edition}.txt").read_text("utf-8").splitlines()]


SHOWN = [(edition, shown) for edition in SIDES for shown in _read_cases(edition)]


@pytest.mark.parametrize(
    ("edition", "demonstration"), SHOWN, ids=[f"{edition}-{one.identifier}" for edition, one in SHOWN]
)
def test_a_misreading_changes_a_round(edition: str, demonstration: Demonstration) -> None:
    """
    The altered rules pair it differently, and by their own criteria and order their pairing is at least as good.

    If both are equal, only colours differ. Brackets that are formed differently cannot be compared.
    """
    prepared = _prepared(edition, demonstration.name)
    altered = _misreading(edition, demonstration.identifier).rules(prepared.rules).open(prepared.source)
    number = demonstration.round_number
    assert changes(prepared, altered, number)
    misread = altered.round(number)
    of_edition, own = misread.assess(prepared.round(number).expected()), misread.assess(misread.expected())
    assert not own.violations
    if not of_edition.violations:
        assert compare_assessments(of_edition, own).balance in {Balance.WORSE, Balance.LATER, Balance.INDISTINGUISHABLE}


def _misreading(edition: str, identifier: str) -> Misreading:
    return next(one for one in misreadings_of(SIDES[edition].rules) if one.identifier == identifier)
