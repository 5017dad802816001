"""Accelerated events that do not declare the number of rounds on which the acceleration depends."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import pairproof
from checker.planting import PlantedError, plant
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import PLAIN, Span, WeightedChoice
from random_tournaments.event_batch import Batch
from random_tournaments.plan import Acceleration
from reference_engines.definitions.acceleration import with_listed_points
from tournaments.model import DeclaredSystem

if TYPE_CHECKING:
    from tournaments.model import Event

_ACCELERATED = replace(
    PLAIN, players=Span(24, 24), rounds=Span(9, 9), acceleration=WeightedChoice((Acceleration.BAKU,))
)


def event_without_end(seed: int, rounds: int) -> Event:
    """Return the first rounds of an event that does not declare its nine rounds."""
    event = Batch(seed=seed, axes=_ACCELERATED).play(0).event
    players = tuple(replace(player, rounds=player.rounds[:rounds]) for player in event.players)
    return replace(event, players=players, rounds_recorded=rounds, rounds_declared=None)


@pytest.mark.parametrize(("rounds", "rests_on_it"), [(2, True), (3, True), (4, True), (8, False), (9, False)])
def test_a_round_that_is_right_for_some_number_of_rounds_is_not_wrong(rounds: int, rests_on_it: bool) -> None:
    """Of nine rounds three have a win's points and two more half; eight or nine that are shown lead to the same."""
    verdicts = [finding.verdict for finding in pairproof.check_event(event_without_end(1, rounds)).rounds]
    assert set(verdicts) <= {Verdict.AGREE, Verdict.AMBIGUOUS_RULE}
    assert (Verdict.AMBIGUOUS_RULE in verdicts) == rests_on_it


@pytest.mark.parametrize("is_accelerated", [True, False])
def test_the_report_names_the_source_of_the_acceleration(is_accelerated: bool) -> None:
    """And nothing of the kind where there is none, or where the points are listed."""
    event = (
        event_without_end(1, 4)
        if is_accelerated
        else replace(event_without_end(1, 4), system=DeclaredSystem(code="FIDE_DUTCH_2026"))
    )
    notes = pairproof.check_event(event).header.notes
    said = "The Baku acceleration depends on that number, too; 5 rounds were assumed."
    assert (said in notes) == is_accelerated
    listed = pairproof.check_event(with_listed_points(event_without_end(1, 4))).header.notes
    assert said not in listed


def test_no_number_of_rounds_excuses_a_second_meeting() -> None:
    """No virtual points let two players who have met meet again."""
    planted = plant(event_without_end(1, 4), PlantedError.REPEATED_GAME, random.Random(1))
    assert planted is not None
    assert pairproof.check_event(planted.event).rounds[-1].verdict is Verdict.ILLEGAL
