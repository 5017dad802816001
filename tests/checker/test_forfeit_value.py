"""TEAM-FORFEIT-VALUE: what a match lost by forfeit is worth, where a lost match is worth something."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items

import pairproof
from checker.planting import PlantedError, plant
from checker.standings.check import judge_standings
from checker.standings.findings import StandingsVerdict
from checker.verdicts.verdict import Outcome, Verdict
from random_tournaments.axes import Frequency, Span, WeightedChoice
from random_tournaments.teams.axes import MATCH_POINTS, TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.systems import engine_for
from standings.codes import parse_tie_breaks
from standings.ranking import rank
from standings.rules import determine_rules
from tournaments import parse_event, write_trf26
from tournaments.teams.forfeits import lost_by_forfeit, with_forfeits_worth_nothing
from tournaments.teams.matches import team_event, with_team_points

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

AXES = replace(
    TEAM_PROFILES["plain"],
    teams=Span(9, 12),
    rounds=Span(5, 6),
    boards=Span(2, 2),
    forfeits=Frequency(number=Span(1, 2)),
    match_points=WeightedChoice((MATCH_POINTS["3-2-1"],)),
)
EVENTS = range(8)
LIST = "MPvGP,TPN"


def pair_with_forfeits_worth_nothing(event: Event, number: int) -> RoundPairing:
    """Pair a round as a program does that gives nothing for a match lost by forfeit."""
    return engine_for("team-2026").open(with_forfeits_worth_nothing(event)).round(number).expected()


def pair_with_forfeits_worth_a_loss(event: Event, number: int) -> RoundPairing:
    """Pair a round as a program does that gives the points of a lost match for a match lost by forfeit."""
    return engine_for("team-2026").open(replace(event, abnormal_points=())).round(number).expected()


@cache
def paired_by_nothing(index: int) -> Event:
    """Play an event whose rounds are paired with nothing for a match lost by forfeit; nothing shows that value."""
    event = TeamBatch(seed=41, axes=AXES).play(index, pair_with_forfeits_worth_nothing).event
    return without_value(event)


@cache
def paired_by_loss(index: int) -> Event:
    """Play an event whose rounds are paired with the points of a lost match."""
    return without_value(TeamBatch(seed=41, axes=AXES).play(index, pair_with_forfeits_worth_a_loss).event)


def without_value(event: Event) -> Event:
    """Leave out everything that shows the value: the totals of teams, and record 299."""
    teams = (replace(team, match_points=None, game_points=None) for team in event.teams)
    return replace(event, teams=tuple(teams), abnormal_points=(), team_forfeit_points=None)


def with_totals(event: Event, points: int) -> Event:
    """Write totals by points for a match lost by forfeit."""
    counted = with_team_points(replace(event, team_forfeit_points=points))
    return replace(counted, team_forfeit_points=None)


def read_again(event: Event) -> Event:
    """Return the event as it is read from its file."""
    reading = parse_event(write_trf26(event))
    assert reading.event is not None
    return reading.event


@cache
def verdicts(event: Event) -> tuple[Verdict, ...]:
    """Return the verdicts on all rounds of an event, read from its file."""
    return tuple(finding.verdict for finding in pairproof.check_event(read_again(event)).rounds)


@cache
def telling_events() -> tuple[int, ...]:
    """Return the events in which rounds are wrong with the points of a lost match."""
    found = tuple(
        index for index in EVENTS if set(verdicts(with_totals(paired_by_nothing(index), 10))) != {Verdict.AGREE}
    )
    assert len(found) > 2
    return found


def test_totals_that_fit_one_value_decide() -> None:
    """Rounds paired with nothing for a lost forfeit are right with such totals, and wrong with others."""
    for index in require_items(telling_events()):
        event = paired_by_nothing(index)
        assert set(verdicts(with_totals(event, 0))) == {Verdict.AGREE}
        others = pairproof.check_event(read_again(with_totals(event, 10)))
        assert {finding.verdict.outcome for finding in others.rounds} == {Outcome.CONSISTENT, Outcome.DISCREPANT}
        assert not any("TEAM-FORFEIT-VALUE" in finding.rests_on for finding in others.rounds)


def test_without_totals_rounds_right_by_the_other_value_rest_on_it() -> None:
    """They are never called wrong, and the entry is named."""
    for index in require_items(telling_events()):
        wrong = verdicts(with_totals(paired_by_nothing(index), 10))
        silent = pairproof.check_event(read_again(paired_by_nothing(index))).rounds
        assert len(wrong) == len(silent)
        for verdict, finding in zip(wrong, silent, strict=True):
            rests = verdict is not Verdict.AGREE
            assert finding.verdict is (Verdict.AMBIGUOUS_RULE if rests else Verdict.AGREE)
            assert finding.rests_on == (("TEAM-FORFEIT-VALUE",) if rests else ())
            assert ("TEAM-FORFEIT-VALUE" in finding.sentence) is rests


def test_totals_that_fit_neither_value_leave_it_open() -> None:
    """They excuse as no totals do."""
    for index in require_items(telling_events()):
        event = with_totals(paired_by_nothing(index), 5)
        assert set(verdicts(event)) == {Verdict.AGREE, Verdict.AMBIGUOUS_RULE}


def test_a_generated_event_does_not_leave_the_value_open() -> None:
    """Record 299 says that a match lost by forfeit is worth nothing, and the totals agree."""
    for index in EVENTS:
        event = read_again(TeamBatch(seed=41, axes=AXES).play(index).event)
        assert [one.match_points for one in event.abnormal_points] == [0]
        teams = team_event(event)
        assert lost_by_forfeit(teams)
        assert teams.scoring.is_forfeit_declared
        assert teams == team_event(with_forfeits_worth_nothing(event))
        assert event.teams == with_team_points(event).teams
        assert {finding.verdict for finding in pairproof.check_event(event).rounds} == {Verdict.AGREE}


@pytest.mark.parametrize("index", EVENTS)
def test_rounds_paired_with_the_points_of_a_lost_match_agree(index: int) -> None:
    """With such totals and without totals."""
    event = paired_by_loss(index)
    assert set(verdicts(event)) == {Verdict.AGREE} == set(verdicts(with_totals(event, 10)))


def test_rounds_paired_with_the_points_of_a_lost_match_contradict_totals_with_nothing() -> None:
    """In some events: the value that totals show is never replaced."""
    assert any(
        Outcome.DISCREPANT in {verdict.outcome for verdict in verdicts(with_totals(paired_by_loss(index), 0))}
        for index in EVENTS
    )


def test_a_lost_match_worth_nothing_opens_nothing() -> None:
    """TL 0.0: no round has the variant; TL 1.0: rounds after a forfeit have it."""
    seen = 0
    for index in EVENTS:
        event = paired_by_loss(index)
        nothing = replace(event, match_points=MATCH_POINTS["3-1-0"])
        for number in range(1, event.rounds_recorded + 1):
            open_points = [
                {variant.note.identifier for variant in engine_for("team-2026").open(one).round(number).variants()}
                for one in (event, nothing, with_forfeits_worth_nothing(event), replace(event, team_forfeit_points=10))
            ]
            assert all("TEAM-FORFEIT-VALUE" not in found for found in open_points[1:])
            has_lost = lost_by_forfeit(team_event(event), number - 1)
            assert ("TEAM-FORFEIT-VALUE" in open_points[0]) is has_lost
            seen += has_lost
    assert seen


@pytest.mark.parametrize(
    "error", [PlantedError.REPEATED_GAME, PlantedError.EXCHANGED_OPPONENTS, PlantedError.REVERSED_COLOURS]
)
def test_a_round_that_is_wrong_by_both_values_stays_wrong(error: PlantedError) -> None:
    """Errors planted in events without totals are found, whichever value paired them."""
    found = 0
    for played in (paired_by_nothing, paired_by_loss):
        for index in EVENTS:
            planted = plant(played(index), error, random.Random(index))
            if planted is None:
                continue
            event = without_value(planted.event)
            number = planted.round_number
            by_value = [verdicts(with_totals(event, points))[number - 1] for points in (0, 10)]
            if any(verdict.outcome is not Outcome.DISCREPANT for verdict in by_value):
                continue
            assert verdicts(event)[number - 1].outcome is Outcome.DISCREPANT
            found += 1
    assert found > 5


def ranked(event: Event, points: int) -> Event:
    """Rank the teams with points for a match lost by forfeit."""
    counted = replace(event, headers=(("202", LIST),), rounds_declared=event.rounds_recorded)
    ranks = rank(replace(counted, team_forfeit_points=points), parse_tie_breaks(LIST), determine_rules(counted)).ranks
    return replace(counted, teams=tuple(replace(team, rank=ranks[team.number]) for team in counted.teams))


def judge(event: Event) -> tuple[StandingsVerdict, tuple[str, ...]]:
    """Return the verdict on the rank order in a file, and the points that it rests on."""
    finding = judge_standings(read_again(event))
    assert finding is not None
    return finding.verdict, finding.rests_on


def test_standings_are_judged_by_the_value_of_the_totals() -> None:
    """Without totals either value is accepted; an order by neither value is wrong."""
    differing = 0
    for index in EVENTS:
        event = paired_by_nothing(index)
        by_nothing, by_loss = ranked(event, 0), ranked(event, 10)
        assert judge(with_totals(by_nothing, 0)) == judge(with_totals(by_loss, 10)) == (StandingsVerdict.CONSISTENT, ())
        if [team.rank for team in by_nothing.teams] == [team.rank for team in by_loss.teams]:
            continue
        differing += 1
        assert judge(with_totals(by_nothing, 10))[0] is judge(with_totals(by_loss, 0))[0] is StandingsVerdict.WRONG
        assert judge(by_loss) == (StandingsVerdict.CONSISTENT, ())
        (rests_on,) = judge(by_nothing)[1]
        assert judge(by_nothing)[0] is StandingsVerdict.ACCEPTED
        assert "TEAM-FORFEIT-VALUE" in rests_on
        backwards = tuple(replace(team, rank=len(event.teams) + 1 - (team.rank or 0)) for team in by_loss.teams)
        assert judge(replace(by_loss, teams=backwards))[0] is StandingsVerdict.WRONG
    assert differing > 2
