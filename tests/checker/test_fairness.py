"""Mild where the file is silent, and still strict: what ``tests/batches/fairness.py`` measures, in small."""

from __future__ import annotations

import pytest
from batches.fairness import FOUND, PASSED, how_ended, planted_errors, reversed_colours, verdicts
from support.loops import require_items
from support.stripped_events import Form, event_with_error, write_as

from checker.planting import PlantedError
from checker.verdicts.verdict import Outcome, Verdict

SYSTEMS = (
    "dutch-2026",
    "dutch-2013",
    "dubov-2026",
    "dubov-1997",
    "clock-2012",
    "simple-2018",
    "lim-2026",
    "double-swiss-2026",
    "team-2026",
)


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_reversed_colour_is_one_pair_whatever_is_not_declared(system: str) -> None:
    """Neither the number of rounds nor the initial colour makes more of it."""
    assert reversed_colours(system, 161, 2) == ["judged"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_errors_planted_in_events_without_declarations_are_found(system: str) -> None:
    """Of every kind for which there is a place; as with all declarations."""
    found = planted_errors(system, 162, 0)
    assert {error for error, *_ in found} >= {PlantedError.EXCHANGED_OPPONENTS.value, PlantedError.REPEATED_GAME.value}
    assert {Verdict(verdict).outcome for _, _, verdict, _ in found} == {Outcome.DISCREPANT}


@pytest.mark.parametrize("system", ["dutch-2026", "dubov-2026", "lim-2026"])
@pytest.mark.parametrize("error", [PlantedError.EXCHANGED_OPPONENTS, PlantedError.REVERSED_COLOURS])
def test_an_error_in_any_round_does_not_pass_however_little_is_declared(system: str, error: PlantedError) -> None:
    """With number of rounds and colour left out it is found; in lines of players alone it leaves no clean status."""
    events = {stage: event_with_error(system, error, stage, 9) for stage in (1, 2, 4)}
    for stage, event in require_items((stage, event) for stage, event in events.items() if event is not None):
        assert how_ended(write_as(event, Form.OPEN), stage)[0] == FOUND
        assert how_ended(write_as(event, Form.BARE), stage)[0] != PASSED


@pytest.mark.parametrize("system", SYSTEMS)
def test_right_events_have_no_discrepancies(system: str) -> None:
    """They agree, or are open where the number of rounds is not declared."""
    found = verdicts(system, 163, 0)
    assert {verdict for declared, verdict in found if declared == "declared"} == {Verdict.AGREE.value}
    assert {verdict for declared, verdict in found if declared == "stripped"} <= {
        Verdict.AGREE.value,
        Verdict.AMBIGUOUS_RULE.value,
    }


def test_two_readings_that_make_the_same_of_one_round_are_both_tried() -> None:
    """TEAM-FLOAT explains round 4 and is contradicted by round 3; TEAM-ROUNDS explains it and contradicts none."""
    found = verdicts("team-2026", 16, 80)
    stripped = [verdict for declared, verdict in found if declared == "stripped"]
    assert stripped == ["agree", "agree", "agree", "ambiguous-rule", "agree"]
