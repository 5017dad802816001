"""Rounds of teams that rest on a bye, or on colours, that the file does not record."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

import pairproof
from checker.planting import PlantedError, plant
from checker.verdicts.verdict import Outcome, Verdict
from random_tournaments.axes import Frequency, Span, WeightedChoice
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from tournaments.model import Colour, DeclaredSystem, Event
from tournaments.teams.matches import (
    find_doubtful_byes,
    find_doubtful_matches,
    find_inferred_absences,
    team_event,
    with_other_byes,
)
from tournaments.teams.records import TeamAllocatedByes

if TYPE_CHECKING:
    from checker.findings import EventFinding, RoundFinding

AXES = replace(
    TEAM_PROFILES["plain"],
    teams=Span(9, 9),
    rounds=Span(5, 5),
    zero_point_byes=Frequency(number=Span(1, 1)),
    initial_colour=WeightedChoice((Colour.WHITE,)),
    forfeits=Frequency(),
)


def unrecorded(seed: int) -> Event:
    """Play nine teams, one of which is away in every round, and leave out every record of byes and line-ups."""
    event = TeamBatch(seed=seed, axes=AXES).play(0).event
    return replace(event, system=DeclaredSystem(text="Team"), team_byes=(), team_allocated_byes=None, line_ups=())


@cache
def event_with_doubtful_bye() -> tuple[Event, RoundFinding]:
    """Return an event with a round that rests on the bye of an earlier one, and the finding."""
    for seed in range(40):
        event = unrecorded(seed)
        if find_doubtful_byes(event):
            for finding in pairproof.check_event(event).rounds:
                entries = [note.identifier for note in finding.readings]
                if finding.verdict is Verdict.UNDECLARED_FACT and entries == ["TEAM-BYE-UNRECORDED"]:
                    return event, finding
    raise AssertionError("no round rests on a bye")


@cache
def event_without_second_bye() -> tuple[Event, Event]:
    """Return an event in which a team is missing alone after its bye, without and with every record."""
    for seed in range(60):
        event = TeamBatch(seed=seed, axes=AXES).play(0).event
        silent = replace(event, team_byes=(), team_allocated_byes=None, line_ups=())
        if find_inferred_absences(silent) and not pairproof.check_event(silent).discrepant_rounds:
            return silent, event
    raise AssertionError("no team is missing alone after its bye")


def verdict_of(event: Event, number: int) -> Verdict:
    """Judge one round."""
    checked: EventFinding = pairproof.check_event(event)
    return checked.rounds[number - 1].verdict


def test_a_round_that_is_right_if_a_team_was_away_rests_on_an_undeclared_fact() -> None:
    """The sentence names team and round, and says what holds otherwise."""
    event, finding = event_with_doubtful_bye()
    assert [note.identifier for note in finding.readings] == ["TEAM-BYE-UNRECORDED"]
    assert "right only if Team " in finding.sentence
    assert "away in round" in finding.sentence
    assert ", which the file does not record (TEAM-BYE-UNRECORDED). Without that assumption: " in finding.sentence
    assert (finding.argument.violations, finding.argument.deciding_criterion) == ((), None)
    assert finding.verdict.outcome is Outcome.CONDITIONAL
    assert verdict_of(event, finding.round_number) is Verdict.UNDECLARED_FACT


def test_what_is_recorded_decides() -> None:
    """With a record 320 the round is wrong, with the teams away it is right."""
    event, finding = event_with_doubtful_bye()
    as_taken = with_other_byes(event, ())
    assert isinstance(as_taken.team_allocated_byes, TeamAllocatedByes)
    assert verdict_of(as_taken, finding.round_number).outcome is Outcome.DISCREPANT
    assert verdict_of(with_other_byes(event, find_doubtful_byes(event)), finding.round_number) is Verdict.AGREE


def test_a_team_without_a_match_a_second_time_had_no_second_bye_for_certain() -> None:
    """The first time it had the bye; the second time it was away, or the pairing is wrong."""
    event, _ = event_without_second_bye()
    checked = pairproof.check_event(event)
    for absence in find_inferred_absences(event):
        finding = checked.rounds[absence.round_number - 1]
        assert finding.verdict is Verdict.UNDECLARED_FACT
        assert f"({absence.tpn}) was away in round {absence.round_number}" in finding.sentence
    assert checked.discrepant_rounds == ()


def test_a_recorded_absence_is_not_an_assumption() -> None:
    """Field 240 says that the team was away."""
    _, recorded = event_without_second_bye()
    assert {one.verdict for one in pairproof.check_event(recorded).rounds} == {Verdict.AGREE}


def test_a_round_that_no_reading_makes_right_stays_wrong() -> None:
    """Two teams meet again; absences in other rounds do not matter."""
    event, _ = event_with_doubtful_bye()
    planted = plant(event, PlantedError.REPEATED_GAME, random.Random(1))
    assert planted is not None
    assert find_doubtful_byes(planted.event) != ()
    assert verdict_of(planted.event, planted.event.rounds_recorded) is Verdict.ILLEGAL


# --- colours of matches ----------------------------------------------------------------------------------------------

_EIGHT = replace(AXES, teams=Span(8, 8), zero_point_byes=Frequency())


@cache
def event_without_line_ups(seed: int) -> Event:
    """Play eight teams, every one in the order of its list, and record neither line-ups nor colours of boards."""
    event = TeamBatch(seed=seed, axes=_EIGHT).play(0).event
    return replace(event, line_ups=(), board_colours=())


def listed_backwards(event: Event, team: int) -> Event:
    """List the players of a team from the last board to the first, as a program that sorts them otherwise does."""
    teams = (replace(one, players=one.players[::-1]) if one.number == team else one for one in event.teams)
    return replace(event, teams=tuple(teams))


@pytest.mark.parametrize("seed", range(3))
def test_colours_on_which_the_lists_of_two_teams_differ_are_not_called_wrong(seed: int) -> None:
    """The colour of the first board may be misread, in the round itself or before; with ordered lists all agree."""
    event = event_without_line_ups(seed)
    assert {finding.verdict for finding in pairproof.check_event(event).rounds} == {Verdict.AGREE}
    doubted = pairproof.check_event(listed_backwards(event, 1)).rounds
    assert {finding.verdict for finding in doubted} <= {Verdict.AGREE, Verdict.UNDECLARED_FACT}
    first = doubted[0]
    assert [note.identifier for note in first.readings] == ["TEAM-COLOURS-UNRECORDED"]
    assert (
        "right only if Team 001 (1) had White against Team 005 (5) in round 1, which the file does not record"
        in first.sentence
    )
    assert (first.verdict.outcome, first.argument.colour_rulings) == (Outcome.CONDITIONAL, ())


def test_colours_of_which_the_file_is_certain_are_judged() -> None:
    """Another match of the same round has its colours the wrong way round, and nothing is in doubt about it."""
    planted = plant(event_without_line_ups(0), PlantedError.REVERSED_COLOURS, random.Random(1))
    assert planted is not None
    number = planted.event.rounds_recorded
    assert verdict_of(planted.event, number) is Verdict.COLOURS
    elsewhere = next(
        team.number
        for team in planted.event.teams
        if find_doubtful_matches(team_event(listed_backwards(planted.event, team.number)))
        and verdict_of(listed_backwards(planted.event, team.number), number) is Verdict.COLOURS
    )
    assert find_doubtful_matches(team_event(listed_backwards(planted.event, elsewhere)))[-1].round_number == number


def test_doubtful_colours_excuse_no_second_meeting() -> None:
    """Two teams meet again, with either colour."""
    planted = plant(listed_backwards(event_without_line_ups(0), 1), PlantedError.REPEATED_GAME, random.Random(1))
    assert planted is not None
    assert verdict_of(planted.event, planted.event.rounds_recorded) is Verdict.ILLEGAL
