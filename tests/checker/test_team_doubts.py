"""Rounds of teams that rest on a bye that the file does not record."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pairproof
from checker.planting import PlantedError, plant
from checker.verdicts import Outcome, Verdict
from random_tournaments.axes import Choice, Frequency, Span
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.batch import TeamBatch
from tournaments.model import Colour, DeclaredSystem, Event, TeamAllocatedByes
from tournaments.team_doubts import doubtful_byes, read_otherwise

if TYPE_CHECKING:
    from checker.findings import EventFinding, RoundFinding

AXES = replace(
    TEAM_PROFILES["plain"],
    teams=Span(9, 9),
    rounds=Span(5, 5),
    zero_point_byes=Frequency(number=Span(1, 1)),
    initial_colour=Choice((Colour.WHITE,)),
    forfeits=Frequency(),
)


def unrecorded(seed: int) -> Event:
    """Play nine teams, one of which is away in every round, and leave out every record of byes and line-ups."""
    event = TeamBatch(seed=seed, axes=AXES).play(0).event
    return replace(event, system=DeclaredSystem(text="Team"), team_byes=(), team_allocated_byes=None, line_ups=())


@cache
def found() -> tuple[Event, RoundFinding]:
    """Return an event with a round that rests on the bye of an earlier one, and the finding."""
    for seed in range(40):
        event = unrecorded(seed)
        if doubtful_byes(event):
            for finding in pairproof.check_event(event).rounds:
                if finding.verdict is Verdict.AMBIGUOUS_RULE:
                    return event, finding
    raise AssertionError("no round rests on a bye")


def verdict_of(event: Event, number: int) -> Verdict:
    """Judge one round."""
    checked: EventFinding = pairproof.check_event(event)
    return checked.rounds[number - 1].verdict


def test_a_round_that_is_right_if_a_team_was_away_is_not_held_against_anybody() -> None:
    """The sentence says which team and round, and what would hold otherwise."""
    event, finding = found()
    assert [note.identifier for note in finding.readings] == ["TEAM-BYE-UNRECORDED"]
    assert "the recorded pairing is right if Team " in finding.sentence
    assert "away in round" in finding.sentence
    assert "With that, the " in finding.sentence
    assert (finding.violations, finding.deciding_criterion) == ((), None)
    assert finding.verdict.outcome is Outcome.ACCEPTED
    assert verdict_of(event, finding.round_number) is Verdict.AMBIGUOUS_RULE


def test_what_is_recorded_decides() -> None:
    """With a record 320 the round is wrong, with the teams away it is right."""
    event, finding = found()
    as_taken = read_otherwise(event, ())
    assert isinstance(as_taken.team_allocated_byes, TeamAllocatedByes)
    assert verdict_of(as_taken, finding.round_number).outcome is Outcome.DISCREPANT
    assert verdict_of(read_otherwise(event, doubtful_byes(event)), finding.round_number) is Verdict.AGREE


def test_a_round_that_no_reading_makes_right_stays_wrong() -> None:
    """Two teams meet again, whoever was away in other rounds."""
    event, _ = found()
    planted = plant(event, PlantedError.REPEATED_GAME, random.Random(1))
    assert planted is not None
    assert doubtful_byes(planted.event) != ()
    assert verdict_of(planted.event, planted.event.rounds_recorded) is Verdict.ILLEGAL
