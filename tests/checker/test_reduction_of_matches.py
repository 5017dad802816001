"""Events of teams, and of matches of two games, told plainly, written again, and reduced."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.findings import round_findings
from support.reduction_of_matches import DOUBLE, TEAMS, find_wrong_round, played, program, rules
from support.team_building import event_of_teams
from support.team_strategies import team_rounds

from checker.errors import TaskError
from checker.planting import recorded_pairing
from checker.reduction.features import FEATURES, matters
from checker.reduction.gate import Keep, Terms
from checker.reduction.passes import Mending, without_players
from checker.reduction.search import NothingToReduceError, prepare_reduction, reduce
from checker.reduction.situation import (
    MatchScore,
    as_paired,
    games_of,
    plain_of_games,
    plain_of_teams,
    points_of,
    situation_of,
    usual_games,
    without_rounds,
)
from checker.verdicts.team_events import cut_before_round
from tournaments.games import settle_games
from tournaments.model import AbnormalPoints, Colour, Result, ScoringSystem
from tournaments.teams.matches import team_event
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from checker.reduction.search import PreparedReduction
    from checker.reduction.situation import Situation
    from tournaments.model import Event
    from tournaments.teams.event import TeamEvent

KEYS = pytest.mark.parametrize("key", [TEAMS, DOUBLE])
WBWB = (Colour.WHITE, Colour.BLACK) * 2


@KEYS
@given(index=st.integers(0, 60))
@example(index=29)  # each forfeits one game of a match
@settings(max_examples=25)
def test_an_event_written_again_has_the_same_matches(key: str, index: int) -> None:
    """With their colours, byes and points, whatever was forfeited."""
    event = played(key, index)
    games = rules(key).edition.file_rounds_per_round
    plain, matches = plain_of_teams(event) if key == TEAMS else plain_of_games(event, games)
    assert plain.rounds_recorded * games == event.rounds_recorded
    assert matches.is_exact(plain, event)
    written = matches.to_event(plain)
    assert settle_games(written) is written
    assert [player.points for player in written.players if key == DOUBLE] == [
        player.points for player in event.players if key == DOUBLE
    ]


@given(drawn=team_rounds(), seed=st.integers(0, 99))
@settings(max_examples=50)
def test_any_matches_of_teams_come_back(drawn: TeamEvent, seed: int) -> None:
    """Points, too, where games give them and none are assigned."""
    event = event_of_teams(drawn, random.Random(seed))
    plain, matches = plain_of_teams(event)
    before, after = (team_event(one).teams for one in (event, matches.to_event(plain)))
    told = [[[(e.result, e.opponent, e.colour) for e in team.rounds] for team in teams] for teams in (before, after)]
    assert told[0] == told[1]
    if not event.abnormal_points and not matches.scores:
        points = [
            [[(e.match_points, e.game_points) for e in team.rounds] for team in teams] for teams in (before, after)
        ]
        assert points[0] == points[1]


@KEYS
def test_a_round_is_recorded_as_it_was_paired(key: str) -> None:
    """In all its games, with its bye and the byes requested for it."""
    event, number = find_wrong_round(key)
    edition = rules(key).edition
    before = cut_before_round(event, number, edition.file_rounds_per_round)
    recorded = recorded_pairing(event, edition.rows(number).start + 1)
    again = as_paired(before, recorded, edition.file_rounds_per_round)
    assert recorded_pairing(again, edition.rows(number).start + 1) == recorded
    assert rules(key).open(again).round(number).posted == recorded
    assert cut_before_round(again, number, edition.file_rounds_per_round).requested_byes == before.requested_byes


@KEYS
def test_scores_go_with_their_teams_and_rounds(key: str) -> None:
    """Remaining teams keep their scores of the remaining rounds."""
    event, number = find_wrong_round(key)
    situation = situation_of(event, number, asks=True, games=rules(key).edition.file_rounds_per_round)
    assert situation.matches is not None
    score = next(one for one in situation.matches.scores if one.number > 1)
    fewer = without_players(situation, (1,), Mending.REST)
    assert fewer.matches is not None
    assert replace(score, number=score.number - 1) in fewer.matches.scores
    shorter = without_rounds(situation, (score.round_number,))
    assert shorter.matches is not None
    assert all(one.round_number < number - 1 for one in shorter.matches.scores)
    assert len(shorter.matches.scores) < len(situation.matches.scores)


def test_games_give_the_points_of_a_match() -> None:
    """One game decides a match by default."""
    usual = ScoringSystem()
    assert usual_games(Result.WIN, 4) == (Result.WIN, Result.DRAW, Result.DRAW, Result.DRAW)
    assert points_of(usual_games(Result.WIN, 4), WBWB, usual) == (25, 15)
    for points in ((40, 0), (35, 5), (20, 20), (0, 40)):
        assert points_of(games_of(points, WBWB, usual), WBWB, usual) == points
    assert MatchScore(round_number=1, number=1, own=35, other=5).result is Result.WIN


def test_a_pass_lets_every_match_be_won_by_one_game() -> None:
    """All of them, and then one by one."""
    event, number = find_wrong_round(TEAMS)
    situation = situation_of(event, number, asks=True)
    assert situation.matches is not None
    everything, *one_by_one = FEATURES["scores"](situation)
    assert everything.situation.simplicity.scores == 0 < situation.simplicity.scores == len(one_by_one)
    assert {one.situation.simplicity.scores for one in one_by_one} == {len(one_by_one) - 1}


def test_teams_play_on_two_boards() -> None:
    """Where no match has a score of its own; then there are half as many players, in the same matches."""
    event, number = find_wrong_round(TEAMS)
    situation = situation_of(event, number, asks=True)
    assert not list(FEATURES["boards"](situation))
    (bare, *_) = FEATURES["scores"](situation)
    (fewer,) = FEATURES["boards"](bare.situation)
    assert bare.situation.simplicity.boards > fewer.situation.simplicity.boards == 2
    teams = team_event(fewer.situation.event).teams
    assert len(fewer.situation.event.players) == 2 * len(teams)
    before = team_event(bare.situation.event).teams
    assert [[(e.result, e.opponent, e.colour) for e in team.rounds] for team in teams] == [
        [(e.result, e.opponent, e.colour) for e in team.rounds] for team in before
    ]


def begin_reduction(key: str, **terms: object) -> PreparedReduction:
    """Begin the reduction of what the program shows."""
    event, number = find_wrong_round(key)
    return prepare_reduction(event, number, Terms(rules=rules(key), **terms), program(key))  # type: ignore[arg-type]  # as given


def checked(event: Event, key: str, situation: Situation) -> RoundFinding:
    """Check the last round of an event as a file would hold it."""
    read = parse_event(write_trf26(event).encode(), source="reduced.trf", paired=event.paired)
    assert read.event is not None
    assert read.problems == ()
    return round_findings(read.event, key)[situation.round_number - 1]


@KEYS
def test_a_reduced_event_is_small_and_shows_the_same(key: str) -> None:
    """In a file, too."""
    beginning = begin_reduction(key)
    first = reduce(beginning.shown, beginning.terms)
    size = first.smallest.situation.simplicity
    assert size.players <= 8
    assert size.rounds <= 3
    mark = first.smallest.mark
    found = checked(first.smallest.event, key, first.smallest.situation)
    assert (found.verdict, found.decided) == (mark.verdict, mark.decided_by)
    assert mark == beginning.shown.mark
    assert list(matters(first.smallest, beginning.terms))


@KEYS
def test_a_cause_is_kept(key: str) -> None:
    """The first that explains the round explains the smaller one."""
    beginning = begin_reduction(key, keep=Keep.CAUSE)
    smallest = reduce(beginning.shown, beginning.terms, most_questions=60).smallest
    assert smallest.mark.cause == beginning.shown.mark.cause != ""
    assert smallest.situation.simplicity < beginning.shown.situation.simplicity


@KEYS
def test_earlier_rounds_are_as_the_regulation_pairs_them(key: str) -> None:
    """Where that is asked for."""
    beginning = begin_reduction(key, by_rules=True)
    smallest = reduce(beginning.shown, beginning.terms, most_questions=60).smallest
    assert smallest.situation.simplicity < beginning.shown.situation.simplicity
    session = rules(key).open(smallest.event)
    for number in range(1, smallest.situation.round_number):
        assert session.round(number).posted == session.round(number).expected()


@KEYS
def test_without_a_program_the_recorded_matches_are_carried_along(key: str) -> None:
    """Only whole ones can go; and the same comes out every time."""
    event, number = find_wrong_round(key)
    edition = rules(key).edition
    before = cut_before_round(event, number, edition.file_rounds_per_round)
    wrong = as_paired(before, program(key).pair(before, number), edition.file_rounds_per_round)
    beginning = prepare_reduction(wrong, number, Terms(rules=rules(key)), None)
    smallest, again = (reduce(beginning.shown, beginning.terms, most_questions=30).smallest for _ in range(2))
    assert (smallest.mark, smallest.sentence, smallest.event) == (again.mark, again.sentence, again.event)
    assert smallest.situation.simplicity.players < len(beginning.shown.situation.before.players)
    assert any("only whole recorded pairs can go" in note for note in beginning.notes)


@KEYS
def test_a_round_that_agrees_is_reported_so(key: str) -> None:
    """It shows no discrepancy."""
    event, number = find_wrong_round(key)
    with pytest.raises(NothingToReduceError, match=f"round {number} shows no discrepancy"):
        prepare_reduction(event, number, Terms(rules=rules(key)), None)


def test_events_that_rest_on_more_than_scores_are_refused() -> None:
    """Points that are assigned to a team are none of its matches'."""
    event, number = find_wrong_round(TEAMS)
    one = AbnormalPoints(kind="", round_number=1, match_points=80, points=0, numbers=frozenset((1,)))
    begun_with = partial(prepare_reduction, replace(event, abnormal_points=(one,)), number, Terms(rules=rules(TEAMS)))
    with pytest.raises(TaskError, match="rests on more than that"):
        begun_with(None)


@pytest.mark.parametrize(
    ("key", "wrong_key", "message"),
    [(TEAMS, DOUBLE, "teams were paired in it"), (DOUBLE, TEAMS, "players were paired in it")],
)
def test_an_event_of_the_other_kind_is_refused(key: str, wrong_key: str, message: str) -> None:
    """The message says which kind of event it is."""
    event, number = find_wrong_round(key)
    with pytest.raises(TaskError, match=message):
        prepare_reduction(event, number, Terms(rules=rules(wrong_key)), None)
