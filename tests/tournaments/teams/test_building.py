"""Events of players made from the rounds of teams."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.team_building import UnbuildableTeamEventError, event_of_teams
from support.team_sheets import MatchSheet, draw_sheet
from support.team_strategies import team_rounds

from tournaments import parse_event, write_trf26
from tournaments.model import Colour, DeclaredSystem, Result, RoundEntry
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring, MatchTeam, TeamEvent
from tournaments.teams.matches import team_event
from tournaments.teams.records import LineUp

W, B = Colour.WHITE, Colour.BLACK
SEEDS = range(40)


def match(match_points: int, game_points: int, *, result: MatchResult = MatchResult.PLAYED) -> tuple[MatchEntry, ...]:
    """Make the entries of teams 1 (White) and 2 for a match on two boards."""
    answer = {MatchResult.FORFEIT_WIN: MatchResult.FORFEIT_LOSS}.get(result, result)
    return (
        MatchEntry(result=result, opponent=2, colour=W, match_points=match_points, game_points=game_points),
        MatchEntry(result=answer, opponent=1, colour=B, match_points=20 - match_points, game_points=20 - game_points),
    )


def two_teams(*entries: MatchEntry) -> TeamEvent:
    """Make an event of one round on two boards."""
    return TeamEvent(
        teams=tuple(MatchTeam(number=number, rounds=(entry,)) for number, entry in enumerate(entries, start=1)),
        rounds_recorded=1,
        rounds_declared=3,
        boards=2,
        system=DeclaredSystem(code="FIDE_TEAM"),
        initial_colour=W,
        scoring=MatchScoring(),
    )


@given(team_rounds(), st.randoms(use_true_random=False))
def test_a_team_event_survives_writing_and_reading_as_trf26(event: TeamEvent, chance: random.Random) -> None:
    """Points that no games give are assigned (TRF 299)."""
    reading = parse_event(write_trf26(event_of_teams(event, chance)))
    assert reading.event is not None, [str(problem) for problem in reading.problems]
    assert team_event(reading.event) == event


def test_points_that_games_give_need_no_assignment() -> None:
    """One and a half to a half, and a forfeited match won on both boards."""
    for seed in SEEDS:
        for event in (two_teams(*match(20, 15)), two_teams(*match(20, 20, result=MatchResult.FORFEIT_WIN))):
            assert event_of_teams(event, random.Random(seed)).abnormal_points == ()
    assert event_of_teams(two_teams(*match(20, 14)), random.Random(0)).abnormal_points != ()


def test_teams_declare_their_points_and_ranks() -> None:
    """Their points follow from the rounds, and game points rank first if they are the primary score."""
    event = two_teams(*match(20, 5))
    first, second = event_of_teams(event, random.Random(0)).teams
    assert (first.match_points, first.game_points, first.rank) == (20, 5, 1)
    assert (second.match_points, second.game_points, second.rank) == (0, 15, 2)
    by_games = replace(event, system=DeclaredSystem(code="FIDE_TEAM_GP_MP"))
    assert [team.rank for team in event_of_teams(by_games, random.Random(0)).teams] == [2, 1]


def test_squads_and_sheets_can_be_given() -> None:
    """Player 8 sits on the first board of team 1, whose second is empty; a line-up says so."""
    sheet = MatchSheet(
        white=(8, None), black=(2, 4), results=((Result.WIN, Result.LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN))
    )
    event = event_of_teams(
        two_teams(*match(10, 10)), random.Random(0), squads={1: (5, 8), 2: (2, 4)}, sheets={(1, 1): sheet}
    )
    rows = {player.tpn: player.rounds[0] for player in event.players}
    assert rows == {
        2: RoundEntry(8, B, Result.LOSS),
        4: RoundEntry(None, None, Result.FORFEIT_WIN),
        5: RoundEntry(None, None, Result.ZERO_POINT_BYE),
        8: RoundEntry(2, W, Result.WIN),
    }
    assert event.line_ups == (LineUp(round_number=1, team=1, opponent=2, players=(8, None)),)
    assert event.board_colours == (W, B)


def test_the_same_chance_makes_the_same_event() -> None:
    """And another one, after some tries, another."""
    event = two_teams(*match(10, 10))
    made = [event_of_teams(event, random.Random(seed)) for seed in SEEDS]
    assert made[0] == event_of_teams(event, random.Random(0))
    assert any(other != made[0] for other in made)


def test_made_up_matches_have_every_kind_of_board() -> None:
    """Empty boards, forfeits, unrated games, other line-ups; one game of a played match is over the board."""
    sheets = [
        draw_sheet(MatchResult.PLAYED, (20, 10), ((1, 2, 3, 4), (5, 6, 7, 8)), 3, chance=random.Random(seed))
        for seed in SEEDS
    ]
    results = {result for sheet in sheets for game in sheet.results for result in game}
    assert {Result.FORFEIT_WIN, Result.UNRATED_DRAW, Result.WIN} <= results
    assert any(None in sheet.white + sheet.black for sheet in sheets)
    assert any(4 in sheet.white for sheet in sheets)
    assert all(any(one.is_game for one, _ in sheet.results) for sheet in sheets)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"opponent": 3}, "different matches"),
        ({"opponent": 1}, "different matches"),
        ({"colour": B}, "different matches"),
        ({"colour": None}, "different matches"),
        ({"result": MatchResult.FORFEIT_WIN}, "different matches"),
        ({"opponent": None}, "without an opponent"),
        ({"opponent": None, "colour": None, "result": MatchResult.PAIRING_ALLOCATED_BYE}, "different matches"),
    ],
)
def test_rows_that_tell_different_matches_are_refused(changed: dict[str, object], words: str) -> None:
    """An opponent who plays another team, the same colour twice, a forfeit without a loser."""
    own, their = match(10, 10)
    with pytest.raises(UnbuildableTeamEventError, match=words):
        event_of_teams(two_teams(replace(own, **changed), their), random.Random(0))  # type: ignore[arg-type]  # fields by name


def test_other_events_that_no_games_give_are_refused() -> None:
    """Two allocated byes, a match without an opponent, small squads, rows of other lengths, sheets that fit nothing."""
    bye = MatchEntry(result=MatchResult.PAIRING_ALLOCATED_BYE)
    alone = MatchEntry(result=MatchResult.PLAYED)
    drawn = two_teams(*match(10, 10))
    chance = random.Random(0)
    with pytest.raises(UnbuildableTeamEventError, match="2 teams have"):
        event_of_teams(two_teams(bye, bye), chance)
    with pytest.raises(UnbuildableTeamEventError, match="without an opponent"):
        event_of_teams(two_teams(alone, bye), chance)
    with pytest.raises(UnbuildableTeamEventError, match="team 2 has fewer players"):
        event_of_teams(drawn, chance, squads={1: (1, 2), 2: (3,)})
    with pytest.raises(UnbuildableTeamEventError, match="1 rounds of 2"):
        event_of_teams(replace(drawn, rounds_recorded=2), chance)
    stranger = MatchSheet(white=(1, 77), black=(4, 5), results=((Result.DRAW, Result.DRAW),) * 2)
    with pytest.raises(UnbuildableTeamEventError, match="player 77"):
        event_of_teams(drawn, chance, sheets={(1, 1): stranger})
    forfeited = MatchSheet(white=(1, 2), black=(4, 5), results=((Result.FORFEIT_WIN, Result.FORFEIT_LOSS),) * 2)
    with pytest.raises(UnbuildableTeamEventError, match="tells another match"):
        event_of_teams(drawn, chance, sheets={(1, 1): forfeited})
