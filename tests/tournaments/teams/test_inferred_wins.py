"""Games won without an opponent, inferred from the points column alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.teams import event_of

from tournaments import ProblemCode, parse_event, write_trf16
from tournaments.model import ABSENT, DeclaredSystem, Event, Result, RoundEntry
from tournaments.problems import ProblemLog
from tournaments.teams.byes import infer_wins
from tournaments.teams.matches import team_event
from tournaments.teams.records import LineUp

WON = RoundEntry(None, None, Result.FORFEIT_WIN)
TEAMS = ((1, 2, 3), (4, 5, 6))
OLD = DeclaredSystem(text="Team Swiss System")


def with_points(event: Event, **points: int) -> Event:
    """Declare points, in tenths, of players by their TPN."""
    declared = {int(name[1:]): value for name, value in points.items()}
    players = tuple(replace(player, points=declared.get(player.tpn, player.points)) for player in event.players)
    return replace(event, players=players)


def inferred(event: Event) -> dict[int, list[int]]:
    """Return the rounds in which a win was inferred, by TPN."""
    found = infer_wins(event, ProblemLog("test"))
    return {
        player.tpn: [number for number, entry in enumerate(player.rounds, start=1) if entry == WON]
        for player in found.players
        if WON in player.rounds
    }


@pytest.mark.parametrize(("points", "expected"), [(10, {3: [1]}), (5, {}), (0, {}), (20, {})])
def test_a_missing_point_is_a_game_won_without_an_opponent(points: int, expected: dict[int, list[int]]) -> None:
    """Team 2 came with two players only; player 3 of team 1 has one point and no game."""
    event = event_of(TEAMS, ("4w1", "5b=", "Z", "1b0", "2w=", "Z"), system=OLD)
    assert inferred(with_points(event, p3=points)) == expected


def test_a_team_with_more_players_there_left_no_board_empty() -> None:
    """Player 3 rested: team 2 had three players at the boards, and one of them won without an opponent."""
    event = event_of(TEAMS, ("4w1", "5b=", "Z", "1b0", "2w=", "+"), system=OLD)
    assert inferred(with_points(event, p3=10)) == {6: [1]}


def test_a_round_without_a_match_has_no_boards() -> None:
    """The point belongs to the round in which the team played, not to the one in which it did not."""
    rows = ("4w1 Z", "5b= Z", "Z Z", "1b0 Z", "2w= Z", "Z Z")
    assert inferred(with_points(event_of(TEAMS, rows, system=OLD), p3=10)) == {3: [1]}


def test_of_two_possible_rounds_neither_is_taken() -> None:
    """Player 3 may have won in either."""
    rows = ("4w1 4w1", "5b= 5b=", "Z Z", "1b0 1b0", "2w= 2w=", "Z Z")
    assert inferred(with_points(event_of(TEAMS, rows, system=OLD), p3=10)) == {}


def test_files_with_records_of_matches_say_such_things_themselves() -> None:
    """A line-up is one of them."""
    line_up = LineUp(round_number=1, team=1, opponent=2, players=(1, 2))
    event = event_of(TEAMS, ("4w1", "5b=", "Z", "1b0", "2w=", "Z"), system=OLD, line_ups=(line_up,))
    assert inferred(with_points(event, p3=10)) == {}


def test_an_inferred_win_is_reported_and_counts_for_the_team() -> None:
    """Once for the file, with the first of them."""
    event = event_of(TEAMS, ("4w1", "5b=", "Z", "1b0", "2w=", "Z"), system=OLD)
    reading = parse_event(write_trf16(with_points(event, p3=10)))
    assert reading.event is not None
    assert reading.event.player(3).rounds == (WON,)
    assert reading.event.player(6).rounds == (ABSENT,)
    assert team_event(reading.event).teams[0].rounds[0].game_points == 25
    (told,) = (problem for problem in reading.problems if problem.code is ProblemCode.WINS_INFERRED)
    assert told.message.startswith("1 game won without an opponent read")
    assert told.message.endswith("the first is the game of player 3 in round 1")
    silent = parse_event(write_trf16(with_points(event, p3=0)))
    assert ProblemCode.WINS_INFERRED not in [problem.code for problem in silent.problems]
