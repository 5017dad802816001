"""An event whose rows contradict each other is refused, whatever the system: never judged, never paired."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.contradictions import CONTRADICTIONS
from support.events import event as written

import pairproof
from checker.checking import CheckOptions, check_event
from checker.findings import EventHeader
from checker.verdicts import Verdict
from pairproof.api import ContradictoryEventError
from reference_engines.results import PairingError
from reference_engines.systems import editions_by_name
from tournaments import ProblemCode

if TYPE_CHECKING:
    from tournaments.model import Event

KEYS = [edition.key for edition in editions_by_name() if not edition.pairs_teams]


@pytest.mark.parametrize(("event", "code"), CONTRADICTIONS)
@pytest.mark.parametrize("key", KEYS)
def test_no_system_judges_or_pairs_a_contradictory_event(key: str, event: Event, code: ProblemCode) -> None:
    """Checking it says that it is unreadable, and why; pairing it raises the error of pairing."""
    (header,) = check_event(event, options=CheckOptions(system=key))
    assert isinstance(header, EventHeader)
    assert header.verdict is Verdict.UNREADABLE
    assert header.refusal.startswith("The event cannot be judged: ")
    assert code in {problem.code for problem in header.problems}
    with pytest.raises(ContradictoryEventError) as caught:
        pairproof.pair(replace(event, rounds_declared=5), system=key)
    assert isinstance(caught.value, PairingError)
    assert str(caught.value) in header.refusal


def test_of_many_contradictions_a_few_are_told_and_the_others_counted() -> None:
    """A refusal is a sentence, not a list; the list is among the problems."""
    rows = [word for one in range(1, 20, 2) for word in (f"{one + 1}w1", f"{one}w0")]
    (header,) = check_event(written(rows))
    assert isinstance(header, EventHeader)
    assert header.refusal.endswith("round 1: players 5 and 6 both have White; and 7 more.")
    assert len([problem for problem in header.problems if problem.code is ProblemCode.COLOUR_SAME]) == 10
