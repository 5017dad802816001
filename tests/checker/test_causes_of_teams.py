"""Causes hidden in team events: another result of a match, and teams that were kept apart."""

from __future__ import annotations

from dataclasses import replace

from checker.causes.cause import case_of
from checker.causes.record_changes import AroundTeams
from checker.causes.search import SearchEffort, find_causes
from random_tournaments.axes import Span, WeightedChoice
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.systems import engine_for
from tournaments.model import Event, Result
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event

SYSTEM = "team-2026"
PLAIN = replace(TEAM_PROFILES["plain"], teams=Span(9, 9), rounds=Span(4, 4))
EVENT = TeamBatch(seed=3, axes=PLAIN).play(1).event
_TURNED = {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN}


def with_reversed_match(event: Event, first: int, second: int, number: int) -> Event:
    """Return the event with the result of a match reversed."""
    members = {tpn for team in event.teams if team.number in (first, second) for tpn in team.players}

    def is_reversed(tpn: int, row: int) -> bool:
        return tpn in members and row == number - 1

    players = tuple(
        replace(
            player,
            rounds=tuple(
                replace(entry, result=_TURNED.get(entry.result, entry.result))
                if is_reversed(player.tpn, row)
                else entry
                for row, entry in enumerate(player.rounds)
            ),
        )
        for player in event.players
    )
    return replace(event, players=players)


def won_in(event: Event, number: int) -> list[tuple[int, int]]:
    """Return the winner and the loser of each match of a round."""
    return [
        (team.number, entry.opponent)
        for team in team_event(event).teams
        if (entry := team.rounds[number - 1]).result is MatchResult.PLAYED
        and entry.opponent is not None
        and entry.match_points == team_event(event).scoring.win
    ]


def test_a_match_that_had_ended_otherwise_is_found() -> None:
    """The result was turned round after the next round had been paired."""
    for one, other in won_in(EVENT, 1):
        case = case_of("teams", with_reversed_match(EVENT, one, other, 1), engine_for(SYSTEM), {2})
        if case.wanting:
            break
    finding = find_causes([case], SearchEffort())
    first, second = sorted((one, other))
    members = [member.identifier for member in finding.groups[0].members]
    assert any(name.startswith(f"match-{first}-{second}-") and name.endswith("-r1") for name in members)
    assert finding.groups[0].explained


def test_teams_that_the_file_does_not_say_were_kept_apart_are_found() -> None:
    """The group is not declared any more."""
    batch = TeamBatch(seed=5, axes=replace(PLAIN, forbidden_groups=WeightedChoice((1,))))
    for index in range(12):
        event = batch.play(index).event
        case = case_of("teams", replace(event, forbidden=()), engine_for(SYSTEM))
        if case.wanting:
            break
    finding = find_causes([case], SearchEffort())
    apart = {frozenset(group.players) for group in event.forbidden}
    told = [member.identifier.split("-") for group in finding.groups for member in group.members]
    pairs = [frozenset(map(int, words[1:])) for words in told if words[0] == "forbidden"]
    assert any(pair <= group for pair in pairs for group in apart)


def test_every_result_but_the_recorded_one_is_asked() -> None:
    """Of four matches in round 1, each has two others; the points of both teams add up to the same."""
    around = AroundTeams(prepared=engine_for(SYSTEM).open(EVENT), stage=2)
    causes = dict(around.changes_by_kind())["other results of matches"]
    changes = list(causes)
    assert len(changes) == 2 * 4
    for cause in changes:
        assert cause.event is not None
        changed = {team.number: team.rounds[0] for team in cause.event(EVENT).teams}  # type: ignore[attr-defined]  # teams
        before = {team.number: team.rounds[0] for team in team_event(EVENT).teams}
        differing = [number for number in before if before[number] != changed[number]]
        assert len(differing) == 2
        assert sum(changed[one].game_points for one in differing) == sum(before[one].game_points for one in differing)
