"""The matches that follow from the players' games and from the records of teams."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.teams import event_of

from tournaments.model import AbnormalPoints, Colour, Event, RequestedBye, Result, RoundEntry, ScoringSystem
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring
from tournaments.teams.matches import team_event
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp, MatchPoints, TeamAllocatedByes
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

W, B = Colour.WHITE, Colour.BLACK
PAIR = ((1, 2), (3, 4))
"""Two teams of two boards."""
FOUR = ((1, 2), (3, 4), (5, 6), (7, 8))
PAB = MatchEntry(result=MatchResult.PAIRING_ALLOCATED_BYE, match_points=10, game_points=10)
ABSENT = MatchEntry(result=MatchResult.ZERO_POINT_BYE)


def rounds(event: Event, team: int) -> tuple[MatchEntry, ...]:
    """Return the rounds of a team."""
    return next(found for found in team_event(event).teams if found.number == team).rounds


def only(event: Event, team: int) -> MatchEntry:
    """Return the only round of a team."""
    (entry,) = rounds(event, team)
    return entry


def played(opponent: int, colour: Colour, match_points: int, game_points: int) -> MatchEntry:
    """Make the entry of a match that was played."""
    return MatchEntry(
        result=MatchResult.PLAYED,
        opponent=opponent,
        colour=colour,
        match_points=match_points,
        game_points=game_points,
    )


def test_two_teams_met_if_their_players_played_each_other() -> None:
    """White on the first board is White of the match; the points are those of both boards."""
    event = event_of(PAIR, ("3w1", "4b=", "1b0", "2w="))
    assert only(event, 1) == played(2, W, 20, 15)
    assert only(event, 2) == played(1, B, 0, 5)


def test_the_rest_of_the_event_is_taken_over() -> None:
    """Name, system, colour and rounds; the boards are those of the largest match."""
    found = team_event(event_of(PAIR, ("3w1", "4b=", "1b0", "2w="), name="Cup"))
    assert (found.name, found.rounds_recorded, found.rounds_declared, found.boards) == ("Cup", 1, 9, 2)
    assert (found.system.code, found.initial_colour, found.scoring) == ("FIDE_TEAM", W, MatchScoring())
    assert [(team.number, team.name) for team in found.teams] == [(1, "Team 1"), (2, "Team 2")]


@pytest.mark.parametrize(
    ("own", "their", "expected"),
    [("10", "01", (10, 10)), ("11", "00", (20, 0)), ("=0", "=1", (0, 20)), ("==", "==", (10, 10))],
)
def test_more_game_points_win_the_match(own: str, their: str, expected: tuple[int, int]) -> None:
    """Two match points for a win, one for a draw (C.04.6:1.2)."""
    event = event_of(PAIR, (f"3w{own[0]}", f"4b{own[1]}", f"1b{their[0]}", f"2w{their[1]}"))
    assert (only(event, 1).match_points, only(event, 2).match_points) == expected


def test_points_of_matches_and_of_games_are_those_of_the_event() -> None:
    """362 for the match, 162 for the games."""
    event = event_of(
        PAIR,
        ("3w1", "4b=", "1b0", "2w="),
        match_points=MatchPoints(win=30, draw=20, loss=10),
        scoring=ScoringSystem(white_win=30, black_draw=10, white_draw=10),
    )
    assert only(event, 1) == played(2, W, 30, 40)
    assert only(event, 2) == played(1, B, 10, 10)
    assert team_event(event).scoring == MatchScoring(win=30, draw=20, loss=10, pairing_allocated_bye=20)


def test_most_games_tell_the_opponent() -> None:
    """One player went astray to team 3, whose own players met team 4; his game does not count."""
    event = event_of(
        ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)),
        ("4w1", "5b1", "9w1", "1b0", "2w0", "Z", "10w1", "11b=", "3b0", "7b0", "8w=", "Z"),
    )
    assert only(event, 1) == played(2, W, 20, 20)
    assert only(event, 3) == played(4, W, 20, 15)


def test_the_first_board_tells_the_colour() -> None:
    """The first player present in the order of the team's list: player 1 rests, player 2 has Black."""
    event = event_of(((1, 2, 3), (4, 5)), ("Z", "4b1", "5w1", "2w0", "3b0"))
    assert (only(event, 1).colour, only(event, 2).colour) == (B, W)


@pytest.mark.parametrize(("declared", "expected"), [((), B), ((W, W), W), ((B, W), B), ((W, B), B)])
def test_without_a_first_board_another_tells_the_colour(declared: tuple[Colour, ...], expected: Colour) -> None:
    """Nobody sat at team 1's first board; on the second it has White, which 352 makes White or Black of the match."""
    line_up = LineUp(round_number=1, team=1, opponent=2, players=(None, 2))
    event = event_of(PAIR, ("Z", "4w1", "+", "2b0"), line_ups=(line_up,), board_colours=declared)
    assert only(event, 1).colour is expected
    assert only(event, 2).colour is expected.opposite


def test_a_line_up_tells_the_boards() -> None:
    """Player 2, with Black, sat on the first board, and not the first of the list."""
    line_up = LineUp(round_number=1, team=1, opponent=2, players=(2, 1))
    rows = ("3w1", "4b1", "1b0", "2w0")
    assert only(event_of(PAIR, rows), 1).colour is W
    assert only(event_of(PAIR, rows, line_ups=(line_up,)), 1).colour is B


def test_a_line_up_of_absent_players_gives_no_boards() -> None:
    """The colours are those of the list then."""
    line_up = LineUp(round_number=1, team=1, opponent=2, players=(7, 8))
    rows = ("3b1", "4w1", "1w0", "2b0", "Z", "Z", "Z", "Z")
    assert only(event_of(FOUR, rows, line_ups=(line_up,)), 1).colour is B


def test_a_side_that_is_complete_tells_the_boards_of_the_other() -> None:
    """Team 1 lacks a first board, though no record says so: its only player sat on the second."""
    event = event_of(PAIR, ("Z", "4w1", "+", "2b0"), board_colours=(W, B))
    assert only(event, 1).colour is B


def test_of_two_incomplete_sides_the_one_with_more_players_before_tells_the_board() -> None:
    """Nobody sat on the fourth board, nor for team 1 on the first, which player 5 won."""
    rows = ("Z", "6b1", "7w1", "Z", "+", "2w0", "3b0", "Z")
    event = event_of(((1, 2, 3, 4), (5, 6, 7, 8)), rows, board_colours=(W, B, W, B))
    assert only(event, 1).colour is W


def test_a_line_up_of_the_other_side_tells_the_boards_of_one_that_is_incomplete() -> None:
    """Player 2 sat on the first board, opposite player 6, though player 1 stands before him in the list."""
    line_up = LineUp(round_number=1, team=2, opponent=1, players=(6, 5, 4))
    rows = ("5w1", "6w1", "Z", "+", "1b0", "2b0")
    event = event_of(((1, 2, 3), (4, 5, 6)), rows, line_ups=(line_up,))
    assert only(event, 1).colour is W


def test_a_first_board_without_colours_tells_nothing() -> None:
    """A forfeit in the notation of 2006: the second board tells."""
    event = event_of(PAIR, ("3w+", "4w1", "1b-", "2b0"))
    blank = {1: RoundEntry(3, None, Result.FORFEIT_WIN), 3: RoundEntry(1, None, Result.FORFEIT_LOSS)}
    players = tuple(
        replace(player, rounds=(blank[player.tpn],)) if player.tpn in blank else player for player in event.players
    )
    assert only(event, 1).colour is W
    assert only(replace(event, players=players), 1).colour is B


@pytest.mark.parametrize("played_on_second", [True, False])
def test_a_match_is_forfeited_only_if_no_game_was_played(played_on_second: bool) -> None:
    """One game over the board makes it a match; without any, who won more forfeits won it."""
    rows = ("3w+", "4b1", "1b-", "2w0") if played_on_second else ("3w+", "4b+", "1b-", "2w-")
    event = event_of(PAIR, rows)
    expected = MatchResult.PLAYED if played_on_second else MatchResult.FORFEIT_WIN
    assert (only(event, 1).result, only(event, 1).match_points, only(event, 1).game_points) == (expected, 20, 20)
    assert only(event, 2).result is (MatchResult.PLAYED if played_on_second else MatchResult.FORFEIT_LOSS)


def test_both_teams_can_forfeit() -> None:
    """Nobody came: no points; each won a board for want of an opponent: the points of a draw."""
    nobody = event_of(PAIR, ("3w-", "4b-", "1b-", "2w-"))
    assert only(nobody, 1) == MatchEntry(result=MatchResult.DOUBLE_FORFEIT, opponent=2, colour=W)
    half = event_of(PAIR, ("3w+", "4b-", "1b-", "2w+"))
    assert (only(half, 1).result, only(half, 1).match_points) == (MatchResult.DOUBLE_FORFEIT, 10)


def test_a_forfeited_match_on_record_needs_no_games() -> None:
    """330 tells opponents, colours and winner; where no row tells anything, all boards are won."""
    forfeited = ForfeitedMatch(outcome=ForfeitOutcome.BLACK_WINS, round_number=1, white=2, black=1)
    silent = event_of(PAIR, ("Z", "Z", "Z", "Z"), forfeited_matches=(forfeited,), board_colours=(W, B))
    expected = MatchEntry(result=MatchResult.FORFEIT_WIN, opponent=2, colour=B, match_points=20, game_points=20)
    assert only(silent, 1) == expected
    assert only(silent, 2) == MatchEntry(result=MatchResult.FORFEIT_LOSS, opponent=1, colour=W)
    one_came = event_of(PAIR, ("+", "Z", "Z", "Z"), forfeited_matches=(forfeited,), board_colours=(W, B))
    assert only(one_came, 1).game_points == 10


def test_a_line_up_tells_the_opponent_of_a_match_without_games() -> None:
    """The players of team 1 won without a recorded opponent."""
    line_up = LineUp(round_number=1, team=1, opponent=2, players=(1, 2))
    event = event_of(PAIR, ("+", "+", "Z", "Z"), line_ups=(line_up,))
    assert (only(event, 1).result, only(event, 1).opponent) == (MatchResult.FORFEIT_WIN, 2)
    assert only(event, 2).result is MatchResult.FORFEIT_LOSS


def test_a_match_without_any_result_is_pending_and_counts_as_drawn() -> None:
    """One result makes it a match; games without one are drawn (C.04.2:3.1)."""
    nothing = event_of(PAIR, ("3w*", "4b*", "1b*", "2w*"))
    assert only(nothing, 1) == MatchEntry(
        result=MatchResult.PENDING, opponent=2, colour=W, match_points=10, game_points=10
    )
    assert only(event_of(PAIR, ("3w1", "4b*", "1b0", "2w*")), 1) == played(2, W, 20, 15)


def test_the_allocated_bye_is_on_record() -> None:
    """Worth what 320 says, or else a drawn match on all boards (C.04.6:1.4)."""
    rows = ("3w1", "4b=", "1b0", "2w=", "Z", "Z")
    teams = (*PAIR, (5, 6))
    said = TeamAllocatedByes(match_points=20, game_points=25, teams=(3,))
    event = event_of(teams, rows, team_allocated_byes=said)
    assert only(event, 3) == MatchEntry(result=MatchResult.PAIRING_ALLOCATED_BYE, match_points=20, game_points=25)
    assert team_event(event).scoring == MatchScoring(pairing_allocated_bye=20, pairing_allocated_bye_games=25)
    assert only(event_of(teams, rows, team_allocated_byes=TeamAllocatedByes(teams=(3,))), 3) == PAB


@pytest.mark.parametrize(("declared", "game_points"), [(None, 10), (5, 10), (10, 20), (15, 15), (40, 40)])
def test_the_bye_of_a_team_is_worth_what_162_declares(declared: int | None, game_points: int) -> None:
    """Up to a won game P counts for every board, beyond that for the match; 320 prevails over it."""
    rows = ("3w1", "4b=", "1b0", "2w=", "Z", "Z")
    byes = TeamAllocatedByes(teams=(3,))
    event = event_of((*PAIR, (5, 6)), rows, team_allocated_byes=byes, team_bye_points=declared)
    assert only(event, 3).game_points == game_points
    prevailing = replace(event, team_allocated_byes=TeamAllocatedByes(game_points=25, teams=(3,)))
    assert only(prevailing, 3).game_points == 25


@pytest.mark.parametrize("declared", [None, 5, 40])
def test_the_value_of_a_bye_in_162_survives_writing(declared: int | None) -> None:
    """The players' own byes keep the value of a win."""
    event = event_of((*PAIR, (5, 6)), ("3w1", "4b=", "1b0", "2w=", "Z", "Z"), team_bye_points=declared)
    text = write_trf26(event)
    read = parse_event(text.encode(), source="teams.trf").event
    assert read is not None
    assert read.team_bye_points == declared
    assert read.scoring == ScoringSystem()


@pytest.mark.parametrize(
    ("result", "expected", "match_points", "game_points"),
    [
        (Result.FULL_POINT_BYE, MatchResult.FULL_POINT_BYE, 20, 20),
        (Result.HALF_POINT_BYE, MatchResult.HALF_POINT_BYE, 10, 10),
        (Result.ZERO_POINT_BYE, MatchResult.ZERO_POINT_BYE, 0, 0),
    ],
)
def test_other_byes_are_on_record(result: Result, expected: MatchResult, match_points: int, game_points: int) -> None:
    """A won match, a drawn one, or nothing; those of coming rounds are requests."""
    byes = tuple(RequestedBye(round_number=at, tpn=3, result=result) for at in (1, 2))
    event = event_of((*PAIR, (5, 6)), ("3w1", "4b=", "1b0", "2w=", "U", "U"), team_byes=byes)
    assert only(event, 3) == MatchEntry(result=expected, match_points=match_points, game_points=game_points)
    assert team_event(event).requested_byes == byes[1:]


def asks(tpn: int, result: Result, round_number: int = 2) -> RequestedBye:
    """Make a bye that a player asks for."""
    return RequestedBye(round_number=round_number, tpn=tpn, result=result)


def test_a_team_asks_for_a_bye_if_all_its_players_do() -> None:
    """In the next column of their rows; 240 knows better."""
    rows = ("3w1", "4b=", "1b0", "2w=")
    half, absent = Result.HALF_POINT_BYE, Result.ZERO_POINT_BYE
    all_ask = (asks(1, half), asks(2, absent), asks(3, half))
    assert team_event(event_of(PAIR, rows, requested_byes=all_ask)).requested_byes == (asks(1, half),)
    one_asks = (asks(1, half), asks(4, absent, 3))
    assert team_event(event_of(PAIR, rows, requested_byes=one_asks)).requested_byes == ()
    both_absent = (asks(3, absent), asks(4, absent))
    assert team_event(event_of(PAIR, rows, requested_byes=both_absent)).requested_byes == (asks(2, absent),)
    event = event_of(PAIR, rows, requested_byes=all_ask, team_byes=(asks(1, absent),))
    assert team_event(event).requested_byes == (asks(1, absent),)


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("UU", MatchResult.PAIRING_ALLOCATED_BYE),
        ("FF", MatchResult.FULL_POINT_BYE),
        ("HH", MatchResult.HALF_POINT_BYE),
        ("UZ", MatchResult.PAIRING_ALLOCATED_BYE),
        ("ZZ", MatchResult.ZERO_POINT_BYE),
        ("++", MatchResult.PAIRING_ALLOCATED_BYE),
    ],
)
def test_without_records_the_rows_of_its_players_tell_a_team_s_bye(letters: str, expected: MatchResult) -> None:
    """Absent players say nothing where others have a letter; a lone ``+`` is the allocated bye, as in 2006."""
    rows = ("3w1", "4b=", "1b0", "2w=", *letters, "Z", "Z")
    assert only(event_of(FOUR, rows), 3).result is expected
    assert only(event_of(FOUR, rows), 4).result is MatchResult.ZERO_POINT_BYE


def test_games_outside_a_match_say_nothing_of_a_bye() -> None:
    """Player 6 went astray to a team that met another; the rest of team 3 asked for a half-point bye."""
    event = event_of(((1, 2), (3, 4, 5), (6, 7)), ("3w1", "4b=", "1b0", "2w=", "6w1", "5b0", "H"))
    assert only(event, 3).result is MatchResult.HALF_POINT_BYE


def test_several_teams_that_won_without_opponents_have_no_allocated_bye() -> None:
    """Nor has one beside a ``U``: it got full points."""
    rows = ("3w1", "4b=", "1b0", "2w=", "+", "+")
    two = event_of(FOUR, (*rows, "+", "+"))
    assert [only(two, team).result for team in (3, 4)] == [MatchResult.FULL_POINT_BYE] * 2
    beside = event_of(FOUR, (*rows, "U", "U"))
    assert only(beside, 3).result is MatchResult.FULL_POINT_BYE


def test_in_files_without_records_of_byes_the_only_team_missing_has_the_allocated_bye() -> None:
    """Once; in the next round it is absent. Where other records are written, 320 would tell."""
    rows = ("3w1 3b1", "4b= 4w=", "1b0 1w0", "2w= 2b=", "Z Z", "Z Z")
    assert rounds(event_of((*PAIR, (5, 6)), rows), 3) == (PAB, ABSENT)
    assert rounds(event_of((*PAIR, (5, 6)), rows, team_allocated_byes=TeamAllocatedByes()), 3) == (ABSENT, ABSENT)


def test_points_out_of_the_ordinary_count_for_teams() -> None:
    """TRF 299 replaces the points of a kind of result, or adds to them."""

    def of(kind: str, round_number: int | None, *numbers: int) -> AbnormalPoints:
        return AbnormalPoints(
            kind=kind, match_points=5, points=-10, round_number=round_number, numbers=frozenset(numbers)
        )

    rows = ("3w1", "4b=", "1b0", "2w=")

    def points(*abnormal: AbnormalPoints) -> list[tuple[int, int]]:
        event = event_of(PAIR, rows, abnormal_points=abnormal)
        return [(only(event, team).match_points, only(event, team).game_points) for team in (1, 2)]

    assert points(of("W", 1)) == [(5, -10), (0, 5)]
    assert points(of("L", None, 1)) == [(20, 15), (0, 5)]
    assert points(of("", None, 2)) == [(20, 15), (5, -5)]
    assert points(of("", 2)) == [(20, 15), (0, 5)]
    assert points(of("+", 1), of("D", 1), of("H", 1)) == [(20, 15), (0, 5)]


def test_every_team_has_an_entry_for_every_round_whatever_the_records_say() -> None:
    """Rows that end early, opponents who do not exist, unknown teams and players, a number twice."""
    event = event_of(
        ((1, 2, 77), (3, 4), (1, 4)),
        ("3w1 9w1", "4b=", "1b0 2b0", "2w= 2w="),
        line_ups=(LineUp(round_number=1, team=9, opponent=8, players=(55, None)),),
        forfeited_matches=(ForfeitedMatch(outcome=ForfeitOutcome.BOTH_LOSE, round_number=2, white=7, black=1),),
        team_allocated_byes=TeamAllocatedByes(teams=(9, 8, 7)),
        team_byes=(RequestedBye(round_number=1, tpn=9, result=Result.HALF_POINT_BYE),),
    )
    found = team_event(event)
    assert [(team.number, len(team.rounds)) for team in found.teams] == [(1, 2), (2, 2), (3, 2)]
