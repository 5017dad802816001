"""The one way in which the other side of an entry is followed."""

from __future__ import annotations

import pytest

from reference_engines.lim.edition import TAKEN, Readings
from reference_engines.lim.rules import LIM_2026
from reference_engines.open_points import follow_other_side, toggle_rules
from reference_engines.readings import note_on


def test_a_change_names_the_entry_and_changes_the_rules() -> None:
    """Twice the same change gives the rules of before."""
    change = follow_other_side("LIM-DUE", rules=toggle_rules(Readings(due_by_round=True)))
    assert change.note == note_on("LIM-DUE")
    assert change.rules is not None
    changed = change.rules(LIM_2026)
    assert changed.readings == Readings(due_by_round=True)
    assert change.rules(changed).readings == TAKEN


def test_equal_changes_have_one_key_and_different_ones_two() -> None:
    """So that a session is laid out once for each."""
    due, spared = Readings(due_by_round=True), Readings(spared_for_type_d_alone=True)
    keys = {follow_other_side("LIM-DUE", rules=toggle_rules(readings)).key for readings in (due, due, spared)}
    assert len(keys) == 2


def test_there_is_no_change_without_an_entry() -> None:
    """KeyError."""
    with pytest.raises(KeyError):
        follow_other_side("LIM-NOTHING")
