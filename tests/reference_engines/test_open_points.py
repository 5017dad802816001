"""The one way in which the other side of an entry is followed."""

from __future__ import annotations

import pytest

from reference_engines.lim.edition import DEFAULT_READINGS, LimReadings
from reference_engines.lim.rules import LIM_2026
from reference_engines.readings import follow_other_side, note_on, toggle_rules


def test_a_variant_names_the_entry_and_changes_the_rules() -> None:
    """Twice the same variant gives the rules of before."""
    variant = follow_other_side("LIM-DUE", rules=toggle_rules(LimReadings(due_by_round=True)))
    assert variant.note == note_on("LIM-DUE")
    assert variant.rules is not None
    changed = variant.rules(LIM_2026)
    assert changed.readings == LimReadings(due_by_round=True)
    assert variant.rules(changed).readings == DEFAULT_READINGS


def test_equal_variants_have_one_key_and_different_ones_two() -> None:
    """So that an event is prepared once for each."""
    due, spared = LimReadings(due_by_round=True), LimReadings(spared_for_type_d_alone=True)
    keys = {follow_other_side("LIM-DUE", rules=toggle_rules(readings)).key for readings in (due, due, spared)}
    assert len(keys) == 2


def test_every_variant_has_an_entry() -> None:
    """KeyError."""
    with pytest.raises(KeyError):
        follow_other_side("LIM-NOTHING")
