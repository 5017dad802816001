"""Entries of sums (ARO, Index, upfloats, colours and floats of teams) that a program counts otherwise are learnt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.entry_faults import ENTRY_FAULTS, TEAM_2026, play_with_faulty_entries
from support.loops import require_items

from checker.causes.entry_values import entry_values_of, facts_of_entries, possible_entry_flips
from checker.causes.round_copies import change_entries, change_entry, have_same_values
from checker.causes.search import OF_A_CAMPAIGN, find_causes
from reference_engines.burstein.rules import BURSTEIN_2026
from reference_engines.dubov.rules import DUBOV_2026
from reference_engines.dutch.editions import DUTCH_2026

if TYPE_CHECKING:
    from checker.causes.cause import Case

BYE_OF_ZERO, DRAWN, LOST, WHITE_BYE, LOST_MATCH = ENTRY_FAULTS
CAUSES = {
    BYE_OF_ZERO: ("aro-unplayed-zero-had-the-pairing-allocated-bye", "1.7.1", 6),
    DRAWN: ("upfloat-left-out-drew-a-game", "1.8.2", 60),
    LOST: ("index-opponents-without-lost-to", "1.7", 8),
    WHITE_BYE: ("match-white-had-the-pairing-allocated-bye", "1.6.1", 6),
    LOST_MATCH: ("match-no-float-lost-a-match", "1.5", 40),
}
"""Identifier, article, and the number of events in which the fault shows often enough."""


@pytest.mark.slow
@pytest.mark.parametrize("fault", CAUSES)
def test_the_first_cause_names_the_entries(fault: str) -> None:
    """Or a listed misreading that says the same; every discrepant round is explained."""
    identifier, article, events = CAUSES[fault]
    finding = find_causes([play_with_faulty_entries(fault, index) for index in range(events)], OF_A_CAMPAIGN)
    members = {member.identifier: member for member in finding.groups[0].members}
    assert members[identifier].article == article
    assert (len(finding.groups[0].explained), len(finding.groups[0].contradicted)) == (finding.discrepant, 0)


def _first_discrepant(fault: str) -> Case:
    cases = (play_with_faulty_entries(fault, index) for index in range(30))
    return next(case for case in cases if case.wanting)


@pytest.mark.parametrize("fault", [BYE_OF_ZERO, LOST, WHITE_BYE])
def test_a_change_of_an_entry_leaves_the_round_itself_as_it_is(fault: str) -> None:
    """A changed round is another one, whose participants are the same in another order or with other values."""
    case = _first_discrepant(fault)
    bound = case.rules.open(case.event).round(case.wanting[0].stage)
    before = bound.expected()
    numbers = sorted(bound.participants.numbers)
    flips = list(possible_entry_flips(bound, numbers))
    assert flips
    for value, place in flips[:: len(flips) // 10 or 1]:
        changed = change_entry(bound, value=value, place=place)
        assert sorted(changed.participants.numbers) == numbers
    assert case.rules.open(case.event).round(bound.number).expected() == before == bound.expected()


@pytest.mark.parametrize("rules", [DUBOV_2026, BURSTEIN_2026, TEAM_2026])
def test_no_entry_changes_nothing(rules: object) -> None:
    """In every system, for every value; facts of entries are of the same shape as the entries that can change."""
    fault = next(name for name, (_, sound) in ENTRY_FAULTS.items() if sound is rules)
    case = _first_discrepant(fault)
    bound = case.rules.open(case.event).round(case.wanting[0].stage)
    facts = facts_of_entries(bound)
    for value in require_items(entry_values_of(bound)):
        can_change = value.can_change(bound)
        assert all(fact[: bound.number - 1].shape == can_change.shape for fact in facts.values())
        assert change_entries(bound, value=value, where=np.zeros_like(can_change)) is bound
        assert value.article(case.rules)


def test_other_systems_have_no_values_of_entries() -> None:
    """The values of the Dutch system are of whole players."""
    case = _first_discrepant(BYE_OF_ZERO)
    bound = DUTCH_2026.open(case.event).round(2)
    assert entry_values_of(bound) == ()
    assert list(possible_entry_flips(bound, bound.participants.numbers)) == []


def test_an_entry_of_the_aro_can_be_left_out() -> None:
    """The only game so far: the ARO is 0, as without a game."""
    case = _first_discrepant(BYE_OF_ZERO)
    bound = DUBOV_2026.open(case.event).round(2)
    value = next(one for one in entry_values_of(bound) if one.name == "aro-left-out")
    changed = change_entries(bound, value=value, where=value.can_change(bound))
    assert bound.participants.aro.any()
    assert not changed.participants.aro.any()
    assert have_same_values(changed.participants.players, bound.participants.players)
