"""Random events of teams: reproducible, whole, right by the system that paired them."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from support.findings import round_findings
from support.loops import require_items
from support.samples import sample

from checker.standings.check import judge_standings
from checker.standings.findings import StandingsVerdict
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Chance, Frequency, Span, WeightedChoice
from random_tournaments.event_batch import engine_pairer
from random_tournaments.generation import OutputFormat, generate
from random_tournaments.plan import Acceleration
from random_tournaments.settings import (
    PLAYERS,
    TEAMS,
    SettingError,
    batch_kind,
    describe_team_axis,
)
from random_tournaments.teams.axes import TEAM_AXIS_KEYS, TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.results import RoundPairing
from reference_engines.frame.systems import resolve
from reference_engines.team.edition import settings_of
from tournaments.model import Event, Result
from tournaments.problems import ProblemCode
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

SYSTEMS = ["team-2026", "team-2024", "team-draft"]
SMALL = TeamBatch(seed=7, axes=replace(TEAM_PROFILES["mixed"], teams=Span(5, 12), rounds=Span(3, 6)))


def events(count: int, **axes: object) -> list[Event]:
    """Play plain events of nine teams and five rounds, with some axes of their own."""
    plain = replace(TEAM_PROFILES["plain"], teams=Span(9, 9), rounds=Span(5, 5))
    batch = TeamBatch(seed=3, axes=replace(plain, **axes))  # type: ignore[arg-type]  # by name, as the caller wrote them
    return [batch.play(index).event for index in range(count)]


def verdicts(event: Event, system: str) -> Counter[Verdict]:
    """Check an event by a system."""
    return Counter(finding.verdict for finding in round_findings(event, system))


def test_an_event_depends_on_seed_and_number_alone() -> None:
    """Not on the events before it, nor on the number of workers."""
    one_by_one = {made.index: made.text for made in generate(SMALL, [9, 3, 5])}
    together = {made.index: made.text for made in generate(SMALL, range(3, 10), workers=2)}
    assert one_by_one == {index: together[index] for index in (9, 3, 5)}
    assert one_by_one[3] != one_by_one[5]
    assert TeamBatch(seed=8, axes=SMALL.axes).play(3).event != SMALL.play(3).event


def test_a_seed_gives_the_same_bytes_on_every_machine() -> None:
    """These digests were computed once."""
    digests = [hashlib.sha256(made.text.encode()).hexdigest()[:12] for made in generate(SMALL, range(3))]
    assert digests == ["5b4b1ae432e0", "ce1abdc4c05e", "aa09120974ef"]


def test_the_file_for_each_round_has_the_totals_before_the_round() -> None:
    """An external program that reads record 310 sees the points of the rounds played so far."""
    files: list[tuple[int, str]] = []

    def pair(event: Event, number: int) -> RoundPairing:
        files.append((number, write_trf26(event)))
        return engine_pairer(SMALL.system)(event, number)

    for index in range(3):
        SMALL.play(index, pair)
    for number, text in require_items(files):
        reading = parse_event(text)
        assert reading.event is not None
        assert reading.event.rounds_recorded == number - 1
        assert not [one for one in reading.problems if one.code is ProblemCode.TEAM_POINTS_MISMATCH]
        assert any(team.match_points for team in reading.event.teams) is (number > 1)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("profile", ["mixed", "plain", "hard", "tiny"])
def test_every_profile_gives_events_that_are_right_when_read_back(profile: str, system: str) -> None:
    """The file declares its system and settings, lint has no remark, and every round is found to agree."""
    batch = TeamBatch(seed=3, axes=TEAM_PROFILES[profile], system=system)
    for made in require_items(generate(batch, range(sample(2, exploring=4)))):
        assert made.played is not None
        reading = parse_event(made.text.encode(), source="made")
        assert reading.event is not None
        assert {problem.code for problem in reading.problems} <= {ProblemCode.FORFEITS_SUSPECT}
        event, plan = reading.event, batch.plan(made.index)
        assert replace(event, virtual_points=()) == replace(made.played.event, virtual_points=())
        engine = resolve(event).engine
        assert engine is not None
        assert engine.edition.key == system
        settings = settings_of(event.system)
        assert settings.preferences is plan.preferences
        assert settings.game_points_first == plan.scores.has_game_points_first
        assert (len(event.teams), event.rounds_declared) == (plan.teams, plan.rounds)
        assert set(verdicts(event, "auto")) == {Verdict.AGREE}


def test_a_team_has_its_boards_and_reserves() -> None:
    """Players are numbered team by team, in the order of their ratings; teams in that of their strength."""
    (event,) = events(1, boards=Span(3, 3), reserves=Span(2, 2))
    assert [len(team.players) for team in event.teams] == [5] * 9
    assert [tpn for team in event.teams for tpn in team.players] == list(range(1, 46))
    for team in event.teams:
        ratings = [event.player(tpn).rating or 0 for tpn in team.players]
        assert ratings == sorted(ratings, reverse=True)
    strengths = [int(team.strength) for team in event.teams]
    assert strengths == sorted(strengths, reverse=True)
    assert event.line_ups  # somebody rested


def test_points_and_ranks_follow_from_the_matches() -> None:
    """By the primary score, then the other one, then the number."""
    for event in require_items(events(4, scores=TEAM_PROFILES["mixed"].scores)):
        by_games = settings_of(event.system).game_points_first
        derived = {team.number: team for team in team_event(event).teams}
        for team in event.teams:
            assert team.match_points == sum(entry.match_points for entry in derived[team.number].rounds)
            assert team.game_points == sum(entry.game_points for entry in derived[team.number].rounds)
        scores = [
            (team.game_points or 0, team.match_points or 0)
            if by_games
            else (team.match_points or 0, team.game_points or 0)
            for team in sorted(event.teams, key=lambda team: team.rank or 0)
        ]
        assert scores == sorted(scores, reverse=True)


def count_match_results(event: Event) -> Counter[MatchResult]:
    """Count the match results of all teams."""
    return Counter(entry.result for team in team_event(event).teams for entry in team.rounds)


def test_matches_are_forfeited_as_often_as_asked() -> None:
    """One a round by a team, one an event by both; records say so, and nothing was played at their boards."""
    one_each_round, one = (
        Frequency(number=Span(1, 1)),
        Frequency(number=Span(1, 1), per=TEAM_PROFILES["mixed"].forfeits.per),
    )
    for event in require_items(events(3, forfeits=one_each_round, double_forfeits=one)):
        results = count_match_results(event)
        assert results[MatchResult.FORFEIT_WIN] == results[MatchResult.FORFEIT_LOSS] == 5
        assert results[MatchResult.DOUBLE_FORFEIT] == 10
        assert len(event.forfeited_matches) == 10


def test_teams_are_away_as_often_as_asked() -> None:
    """Byes of teams are recorded (240), and their players have nothing in the round."""
    two = Frequency(number=Span(2, 2))
    for event in require_items(events(3, half_point_byes=two, full_point_byes=Frequency(number=Span(1, 1)))):
        results = count_match_results(event)
        assert (results[MatchResult.HALF_POINT_BYE], results[MatchResult.FULL_POINT_BYE]) == (10, 5)
        assert len(event.team_byes) == 15
        for bye in event.team_byes:
            members = event.teams[bye.tpn - 1].players
            entries = [event.player(tpn).rounds[bye.round_number - 1] for tpn in members]
            assert {(entry.opponent, entry.result) for entry in entries} == {(None, Result.ZERO_POINT_BYE)}


def test_boards_stay_empty_but_never_all_of_a_match() -> None:
    """A player of the line-up is absent, or the board is not named; at least one game is played."""
    found = events(3, empty_boards=Chance(1.0, 1.0), boards=Span(3, 3))
    for event in require_items(found):
        assert count_match_results(event)[MatchResult.PLAYED] == 5 * 8
        assert any(None in line_up.players for line_up in event.line_ups)
        entries = Counter(entry.result for player in event.players for entry in player.rounds)
        assert entries[Result.FORFEIT_WIN] == 5 * 4 * 2
        assert set(verdicts(event, "auto")) == {Verdict.AGREE}


@pytest.mark.parametrize("acceleration", [one for one in Acceleration if one is not Acceleration.NONE])
def test_acceleration_is_declared_or_listed(acceleration: Acceleration) -> None:
    """The Baku rule by the code; with its points listed, the event is checked to the same end."""
    for event in events(2, acceleration=WeightedChoice((acceleration,)), rounds=Span(6, 6)):
        assert event.system.code.endswith("_BAKU") is (acceleration is Acceleration.BAKU)
        assert bool(event.virtual_points) is (acceleration is not Acceleration.BAKU)
        assert set(verdicts(event, "auto")) == {Verdict.AGREE}
    batch = TeamBatch(seed=3, axes=replace(TEAM_PROFILES["plain"], acceleration=WeightedChoice((acceleration,))))
    (made,) = generate(batch, [0], OutputFormat(lists_points=True))
    listed = parse_event(made.text.encode(), source="made").event
    assert listed is not None
    assert listed.virtual_points
    assert not listed.system.code.endswith("_BAKU")
    assert set(verdicts(listed, "auto")) == {Verdict.AGREE}


def test_the_baku_rule_is_not_drawn_where_it_cannot_be_used() -> None:
    """With game points first, or where a win is not worth two draws (C.04.7:1.1, 1.4.4)."""
    axes = replace(TEAM_PROFILES["mixed"], acceleration=WeightedChoice((Acceleration.BAKU,)))
    plans = [TeamBatch(seed=1, axes=axes).plan(index) for index in range(60)]
    accelerated = [plan for plan in plans if plan.acceleration is Acceleration.BAKU]
    assert accelerated
    assert all(plan.match_points.win == 2 * plan.match_points.draw for plan in accelerated)
    assert not any(plan.scores.has_game_points_first for plan in accelerated)
    assert any(plan.scores.has_game_points_first for plan in plans)


def test_an_event_ends_where_no_round_can_be_paired() -> None:
    """Four teams can meet three times; a fourth round has no legal pairing, and byes asked for it are left out."""
    axes = replace(
        TEAM_PROFILES["plain"], teams=Span(5, 5), rounds=Span(5, 5), withdrawals=Frequency(number=Span(1, 1))
    )
    ended = [TeamBatch(seed=1, axes=axes).play(index) for index in range(4)]
    assert all(played.ended.startswith("round ") for played in ended)
    assert {played.ended.partition(": ")[2] for played in ended} <= {
        "fewer than two teams were there",
        *(f"no legal pairing of the {number} teams present" for number in (2, 3, 4, 5)),
    }
    for played in ended:
        assert all(bye.round_number <= played.event.rounds_recorded for bye in played.event.team_byes)


def test_every_axis_can_be_written_and_read() -> None:
    """The manifest's words of an axis set it to the same value again, except for weights."""
    axes = TEAM_PROFILES["mixed"]
    for key, field in TEAM_AXIS_KEYS.items():
        value = getattr(axes, field)
        again = getattr(TEAMS.with_settings(axes, {key: describe_team_axis(field, value)}), field)
        if isinstance(value, WeightedChoice):
            assert again.values == value.values
        elif isinstance(value, (Chance, Frequency)):
            assert describe_team_axis(field, again) == describe_team_axis(field, value)
        else:
            assert again == value


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": "20"}, "players is an axis of individual events, and this system pairs teams; permitted are "),
        ({"board": "4"}, "board is not an axis of team events; did you mean boards?"),
        ({"scores": "mp-mp"}, "scores: 'mp-mp' is none of mp-gp, gp-mp, mp, gp"),
        ({"preferences": "c"}, "preferences: 'c' is none of a, b, none"),
        ({"match-points": "2-0-1"}, "match-points: '2-0-1' is none of 2-1-0, 3-1-0, 3-2-1"),
        ({"acceleration": "dubai"}, "acceleration: 'dubai' is none of none, baku, virtual-3, virtual-5, listed"),
        ({"boards": "0"}, "boards is 0; a match has at least 1 board"),
        ({"teams": "1"}, "teams is 1; an event has 2 to 999"),
        ({"teams": "1200"}, "teams is 1200; an event has 2 to 999"),
        ({"teams": "999", "boards": "20"}, "a file holds 9999"),
        ({"teams": "6", "rounds": "6"}, "rounds is 6, and 6 teams can meet in 5 rounds at most"),
        ({"lowest-rating": "2800"}, "lowest-rating begins at 2800, above the end of highest-rating, 2700"),
    ],
)
def test_impossible_axes_are_refused_with_what_is_permitted(settings: dict[str, str], message: str) -> None:
    """The message names the key."""
    with pytest.raises(SettingError) as refused:
        TEAMS.with_settings(TEAM_PROFILES["mixed"], settings)
    assert message in str(refused.value)


def test_the_page_names_every_axis_of_teams() -> None:
    """And every profile, in the section on events of teams."""
    page = (Path(__file__).parents[2] / "docs" / "generator.md").read_text("utf-8")
    section = page.partition("## Events of teams")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z0-9-]+)`", section))
    assert set(TEAM_AXIS_KEYS) <= named
    assert set(TEAM_PROFILES) <= named
    assert not named & (set(PLAYERS.keys) - set(TEAM_AXIS_KEYS))


def test_axes_of_teams_are_none_of_players() -> None:
    """Nor the reverse; the system decides which kind is meant."""
    with pytest.raises(SettingError, match="boards is an axis of team events, and this system pairs players"):
        PLAYERS.with_settings(PLAYERS.profiles["mixed"], {"boards": "4"})  # type: ignore[arg-type]  # profiles of players
    assert batch_kind("team-2024/literal") is TEAMS
    assert batch_kind("clock-2012") is PLAYERS
    with pytest.raises(KeyError):
        batch_kind("team-1066")


@pytest.mark.parametrize(
    "listed", ["MPVGP+EDEBT+BH:GP/C1+BC", "EMMSB/C1+SSSC+TBR+BBE", "WIN+PTS+EGGSB/P", "SB:GP+PS+KS"]
)
def test_the_ranks_of_teams_follow_from_the_tie_breaks_that_the_file_names(listed: str) -> None:
    """Record 202, or 212 where the list has points in it; and `check` finds the order right."""
    axes = TEAMS.with_settings(SMALL.axes, {"tie-breaks": listed})
    record = "212" if "PTS" in listed else "202"
    for made in require_items(generate(replace(SMALL, axes=axes), range(4))):
        assert f"\n{record} {listed.replace('+', ',').replace('MPVGP', 'MPvGP')}\n" in made.text
        event = parse_event(made.text.encode(), source="made").event
        assert event is not None
        finding = judge_standings(event)
        assert finding is not None
        assert (finding.verdict, finding.rests_on) == (StandingsVerdict.CONSISTENT, ())


def test_a_list_of_tie_breaks_changes_nothing_but_ranks() -> None:
    """The same seed gives the same games."""
    listed = replace(SMALL, axes=TEAMS.with_settings(SMALL.axes, {"tie-breaks": "BH"})).play(4).event
    plain = SMALL.play(4).event

    assert listed.players == plain.players
    assert [replace(team, rank=None) for team in listed.teams] == [replace(team, rank=None) for team in plain.teams]


@pytest.mark.parametrize("listed", ["ARO", "BH+BH", "XYZ", "BH:XP"])
def test_tie_breaks_that_teams_do_not_have_are_refused(listed: str) -> None:
    """With those that there are."""
    with pytest.raises(SettingError, match=re.escape(f"tie-breaks: '{listed}': a list is none, or some of AOB, BH")):
        TEAMS.with_settings(SMALL.axes, {"tie-breaks": listed})


def test_several_lists_are_drawn_from() -> None:
    """Each event has one of them."""
    axes = TEAMS.with_settings(SMALL.axes, {"tie-breaks": "BH,none,EDE+BC"})
    drawn = {tuple(code.text for code in replace(SMALL, axes=axes).plan(index).tie_breaks) for index in range(20)}

    assert drawn == {("BH",), (), ("EDE", "BC")}
