"""What misreadings change, as the checker weighs it, and the page that lists them."""

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


def _shown(edition: str) -> list[Demonstration]:
    return [Demonstration.of(line) for line in (CASES / f"{edition}.txt").read_text("utf-8").splitlines()]


SHOWN = [(edition, shown) for edition in SIDES for shown in _shown(edition)]


@pytest.mark.parametrize(("edition", "shown"), SHOWN, ids=[f"{edition}-{one.identifier}" for edition, one in SHOWN])
def test_a_misreading_changes_a_round(edition: str, shown: Demonstration) -> None:
    """
    The altered rules pair it otherwise, and by their own criteria and order the pairing of the edition is no better.

    Where it is as good, the colours alone are others. Brackets that are formed otherwise cannot be laid side by side.
    """
    prepared = _prepared(edition, shown.name)
    altered = _misreading(edition, shown.identifier).rules(prepared.rules).open(prepared.source)
    number = shown.round_number
    assert changes(prepared, altered, number)
    misread = altered.round(number)
    of_edition, own = misread.assess(prepared.round(number).expected()), misread.assess(misread.expected())
    assert not own.violations
    if not of_edition.violations:
        assert compare_assessments(of_edition, own).balance in {Balance.WORSE, Balance.LATER, Balance.INDISTINGUISHABLE}


def _misreading(edition: str, identifier: str) -> Misreading:
    return next(one for one in misreadings_of(SIDES[edition].rules) if one.identifier == identifier)
