"""Random events with an error planted in the last round, and the same events untouched."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.findings import PAIRS_DIFFER, round_findings, verdicts_by_error
from support.loops import require_items

from checker.planting import PlantedError, plant, recorded_pairing
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.random_plans import draw_plan
from random_tournaments.simulation import play
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from tournaments.model import Event

EVENTS = [pytest.param(range(50), id="50"), pytest.param(range(50, 200), marks=pytest.mark.slow, id="others")]
EDITIONS = ("dutch-2026", "dutch-2017")


@cache
def event_of(seed: int) -> Event:
    """Play an event with the edition that its seed chooses; at least two boards in its last round."""
    edition = EDITIONS[seed % 2]
    for attempt in range(100):
        rng = random.Random(1000 * seed + attempt)
        plan = draw_plan(rng, Axes(players=Span(6, 40), rounds=Span(4, 7)))
        event = play(plan, lambda event, number: engine_for(edition).open(event).round(number).expected(), rng)
        if event.rounds_recorded > 1 and len(recorded_pairing(event, event.rounds_recorded).pairs) > 1:
            return event
    raise AssertionError("no such event in a hundred attempts")


def findings(event: Event, seed: int) -> list[RoundFinding]:
    """Check the event by the edition that it was paired with."""
    return round_findings(event, EDITIONS[seed % 2])


VERDICTS = verdicts_by_error(PAIRS_DIFFER, Verdict.AMBIGUOUS_RULE)
LABELS = {PlantedError.SECOND_BYE: "C2", PlantedError.REPEATED_GAME: "C1"}


@pytest.mark.parametrize("seeds", EVENTS)
@pytest.mark.parametrize("error", PlantedError)
def test_every_planted_error_is_found_in_its_round_and_by_its_kind(error: PlantedError, seeds: range) -> None:
    """Wherever an event has a place for the error, the last round and no other is discrepant."""
    verdicts: Counter[Verdict] = Counter()
    for seed in seeds:
        planted = plant(event_of(seed), error, random.Random(seed))
        if planted is None:
            continue
        *before, last = findings(planted.event, seed)
        assert last.round_number == planted.round_number
        assert {finding.verdict for finding in before} <= {Verdict.AGREE}
        assert last.verdict in VERDICTS[error], f"event {seed}: {last.verdict}: {last.sentence}"
        assert last.differences is not None
        assert last.differences.bye_differs == (error in (PlantedError.MOVED_BYE, PlantedError.SECOND_BYE))
        assert bool(last.differences.colours) or error is not PlantedError.REVERSED_COLOURS
        assert bool(last.differences.recorded_only) == (error is not PlantedError.REVERSED_COLOURS)
        if error in LABELS:
            assert any(violation.label == LABELS[error] for violation in last.argument.violations)
        verdicts[last.verdict] += 1
    assert verdicts.total() > len(seeds) // 5


@pytest.mark.parametrize("seeds", EVENTS)
def test_untouched_events_are_clean(seeds: range) -> None:
    """The originals agree in every round."""
    for seed in require_items(seeds):
        assert {finding.verdict for finding in findings(event_of(seed), seed)} == {Verdict.AGREE}
