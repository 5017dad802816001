"""TEAM-BYE-VALUE in rank orders: what the pairing-allocated bye is worth, where the file does not declare it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from support.loops import require_items

from checker.standings.check import judge_standings
from checker.standings.findings import StandingsVerdict
from random_tournaments.axes import Span
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from standings.codes import parse_tie_breaks
from standings.ranking import rank
from standings.rules import determine_rules
from tournaments import parse_event, write_trf26
from tournaments.teams.matches import with_bye_worth_a_win, with_team_points
from tournaments.teams.records import TeamAllocatedByes

if TYPE_CHECKING:
    from tournaments.model import Event

AXES = replace(TEAM_PROFILES["plain"], teams=Span(7, 9), rounds=Span(4, 5), boards=Span(2, 2))
LIST = "MPvGP,TPN"
ENTRY = "TEAM-BYE-VALUE"


@cache
def silent_event(index: int) -> Event:
    """Play an event of an odd number of teams, and leave out the value of the bye and the totals."""
    event = TeamBatch(seed=5, axes=replace(AXES, teams=Span(7, 7))).play(index).event
    assert event.team_allocated_byes is not None
    byes = TeamAllocatedByes(teams=event.team_allocated_byes.teams)
    teams = (replace(team, match_points=None, game_points=None) for team in event.teams)
    headers = (("202", LIST),)
    return replace(
        event,
        team_allocated_byes=byes,
        teams=tuple(teams),
        headers=headers,
        rounds_declared=event.rounds_recorded,
    )


def ranked(event: Event, *, is_win: bool) -> Event:
    """Rank the teams with a bye worth a win, or worth a draw."""
    counted = with_bye_worth_a_win(event) if is_win else event
    ranks = rank(counted, parse_tie_breaks(LIST), determine_rules(counted)).ranks
    return replace(event, teams=tuple(replace(team, rank=ranks[team.number]) for team in event.teams))


def with_totals(event: Event, *, is_win: bool) -> Event:
    """Write totals with a bye worth a win, or worth a draw."""
    counted = with_team_points(with_bye_worth_a_win(event) if is_win else event)
    return replace(event, teams=counted.teams)


def judge(event: Event) -> tuple[StandingsVerdict, tuple[str, ...]]:
    """Return the verdict on the rank order in a file, and the points that it rests on."""
    reading = parse_event(write_trf26(event))
    assert reading.event is not None
    finding = judge_standings(reading.event)
    assert finding is not None
    return finding.verdict, finding.rests_on


@cache
def telling_events() -> tuple[Event, ...]:
    """Return events in which the value of the bye changes the rank order."""
    events = (silent_event(index) for index in range(12))
    found = tuple(
        event
        for event in events
        if [team.rank for team in ranked(event, is_win=True).teams]
        != [team.rank for team in ranked(event, is_win=False).teams]
    )
    assert len(found) > 2
    return found


def test_without_totals_either_value_is_accepted() -> None:
    """An order by a bye worth a win rests on the entry; one by neither value is wrong."""
    for event in require_items(telling_events()):
        by_draw, by_win = ranked(event, is_win=False), ranked(event, is_win=True)
        assert judge(by_draw) == (StandingsVerdict.CONSISTENT, ())
        verdict, (rests_on,) = judge(by_win)
        assert verdict is StandingsVerdict.ACCEPTED
        assert ENTRY in rests_on
        backwards = tuple(replace(team, rank=len(event.teams) + 1 - (team.rank or 0)) for team in by_draw.teams)
        assert judge(replace(by_draw, teams=backwards))[0] is StandingsVerdict.WRONG


def test_totals_that_fit_a_win_only_are_no_contradiction() -> None:
    """The order is judged by them; one by a bye worth a draw is wrong then."""
    for event in require_items(telling_events()):
        by_win = with_totals(ranked(event, is_win=True), is_win=True)
        verdict, (rests_on,) = judge(by_win)
        assert verdict is StandingsVerdict.ACCEPTED
        assert ENTRY in rests_on
        assert judge(with_totals(ranked(event, is_win=False), is_win=True))[0] is StandingsVerdict.WRONG
        assert judge(with_totals(ranked(event, is_win=False), is_win=False)) == (StandingsVerdict.CONSISTENT, ())


def test_totals_that_fit_neither_value_contradict_the_results() -> None:
    """As without a bye."""
    for event in require_items(telling_events()):
        counted = with_totals(ranked(event, is_win=False), is_win=False)
        first, *others = counted.teams
        wrong = replace(first, match_points=(first.match_points or 0) + 5)
        assert judge(replace(counted, teams=(wrong, *others)))[0] is StandingsVerdict.WRONG


def test_a_declared_value_is_never_replaced() -> None:
    """An order by a bye worth a win is wrong where 320 declares the points of a draw."""
    for event in require_items(telling_events()):
        assert event.team_allocated_byes is not None
        declared = replace(event.team_allocated_byes, match_points=10, game_points=10)
        by_win = replace(ranked(event, is_win=True), team_allocated_byes=declared)
        assert judge(by_win)[0] is StandingsVerdict.WRONG
        by_draw = replace(ranked(event, is_win=False), team_allocated_byes=declared)
        assert judge(by_draw) == (StandingsVerdict.CONSISTENT, ())
