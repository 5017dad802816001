"""Right events are not accused, whatever their files leave out: what ``tests/batches/fairness.py`` counts, in small."""

from __future__ import annotations

import pytest
from support.built_excuses import SYSTEMS, check_text
from support.loops import require_items
from support.stripped_events import Form, right_event, right_event_of_teams, write_as

from checker.verdicts.verdict import ExitStatus, Verdict
from checker.verdicts.verdict import Outcome as Meaning

ENOUGH_DECLARED = {Verdict.AGREE, Verdict.AMBIGUOUS_RULE, Verdict.NOTHING_TO_JUDGE}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("form", [Form.DECLARED, Form.SILENT, Form.BARE], ids=lambda form: form.value)
def test_no_round_of_a_right_event_is_accused(system: str, form: Form) -> None:
    """
    With a declared system it passes; without one, rounds may rest on assumptions.

    A single round that differs from the assumed system looks like an error: no assumption excuses it.
    """
    for index in require_items(range(2 if form is Form.DECLARED else 1)):
        checked = check_text(write_as(right_event(system, index), form), f"{system}-{index}")
        found = {number: one.verdict for number, one in checked.rounds.items()}
        if not found:  # on the date of the event no edition was in force of the system that silence means
            assert form is Form.SILENT
            assert checked.exit_status is ExitStatus.NOT_CHECKED
            continue
        accused = [number for number, verdict in found.items() if verdict.outcome is Meaning.DISCREPANT]
        assert len(accused) <= (0 if form is Form.DECLARED else 1), found
        if form is Form.DECLARED:
            assert set(found.values()) <= ENOUGH_DECLARED
            assert checked.exit_status is ExitStatus.CONSISTENT


@pytest.mark.parametrize("index", range(4))
def test_teams_of_any_type_and_score_are_not_accused(index: int) -> None:
    """A file without fields 192 and 092 says neither type nor primary score."""
    checked = check_text(write_as(right_event_of_teams(index), Form.SILENT), f"teams-{index}")
    assert checked.rounds
    accused = [one.sentence for one in checked.rounds.values() if one.verdict.outcome is Meaning.DISCREPANT]
    assert len(accused) <= 1, accused
