"""Contradictions among games, teams and their records: what is remarked upon, and what is just not yet one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.teams import PAIR, ROWS, bye, codes, event_of, message, with_points

from tournaments import ProblemCode, ProblemSeverity, lint_event, parse_event, write_trf26
from tournaments.model import Colour, DeclaredSystem, RequestedBye, Result
from tournaments.teams.matches import team_event
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp, TeamAllocatedByes

P = ProblemCode
W, B = Colour.WHITE, Colour.BLACK
FOUR = ((1, 2), (3, 4), (5, 6), (7, 8))
THREE = (*PAIR, (5, 6))
SAID = TeamAllocatedByes()
"""The file has record 320, so nothing is inferred."""


def line_up(team: int, opponent: int | None, *players: int | None, round_number: int = 1) -> LineUp:
    """Make a line-up."""
    return LineUp(round_number=round_number, team=team, opponent=opponent, players=players)


def forfeited(outcome: ForfeitOutcome, white: int, black: int) -> ForfeitedMatch:
    """Make a forfeited match of round 1."""
    return ForfeitedMatch(outcome=outcome, round_number=1, white=white, black=black)


def test_a_sound_event_of_teams_is_not_remarked_upon() -> None:
    """Matches, an allocated bye, a forfeited match, line-ups that fit."""
    event = event_of(
        (*FOUR, (9, 10)),
        ("3w1", "4b=", "1b0", "2w=", "7w+", "8b+", "5b-", "6w-", "Z", "Z"),
        line_ups=(line_up(1, 2, 1, 2), line_up(2, 1, 3, 4)),
        team_allocated_byes=TeamAllocatedByes(teams=(5,)),
        forfeited_matches=(forfeited(ForfeitOutcome.WHITE_WINS, 3, 4),),
        board_colours=(W, B),
    )
    assert codes(event) == []


def test_players_of_a_team_do_not_play_each_other() -> None:
    """An error: either the teams are wrong, or players are paired; in an event of individuals it is allowed."""
    event = event_of(((1, 2), (3, 4)), ("2w1", "1b0", "4w1", "3b0"))
    assert codes(event) == [P.GAME_WITHIN_TEAM] * 2
    assert P.GAME_WITHIN_TEAM.severity is ProblemSeverity.ERROR
    assert message(event_of(((1, 2), (3,)), ("2w1", "1b0", "Z")), P.GAME_WITHIN_TEAM) == (
        "round 1: players 1 and 2 of team 1 play each other"
    )
    assert P.GAME_WITHIN_TEAM not in codes(event_of(((1,), (2,)), ("1w1", "Z")))
    individuals = replace(event, system=DeclaredSystem(code="FIDE_DUTCH"))
    assert P.GAME_WITHIN_TEAM not in codes(individuals)


def test_as_many_games_against_two_teams_are_ambiguous() -> None:
    """Player 1 met team 2 and player 2 met team 3; one more game decides."""
    rows = ("4w1", "7b=", "Z", "1b0", "Z", "Z", "2w=", "Z", "Z")
    teams = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    event = event_of(teams, rows, team_allocated_byes=SAID)
    assert message(event, P.MATCH_AMBIGUOUS) == "round 1: team 1 has as many games against team 2 as against team 3"
    decided = event_of(
        teams,
        ("4w1", "7b=", "5w1", "1b0", "3b0", "Z", "2w=", "Z", "Z"),
        team_allocated_byes=TeamAllocatedByes(teams=(3,)),
    )
    assert codes(decided) == [P.GAME_OUTSIDE_MATCH]


@pytest.mark.parametrize(
    "records",
    [
        {"line_ups": (line_up(1, 3, 1, 2, 3),)},
        {"forfeited_matches": (forfeited(ForfeitOutcome.WHITE_WINS, 1, 3),)},
    ],
)
def test_a_record_decides_between_as_many_games(records: dict[str, object]) -> None:
    """The opponent of a line-up, or of a forfeited match; the other game is outside the match."""
    rows = ("4w1", "7b=", "Z", "1b0", "Z", "Z", "2w=", "Z", "Z")
    event = event_of(
        ((1, 2, 3), (4, 5, 6), (7, 8, 9)), rows, team_allocated_byes=TeamAllocatedByes(teams=(2,)), **records
    )
    assert P.MATCH_AMBIGUOUS not in codes(event)
    assert team_event(event).teams[0].rounds[0].opponent == 3
    assert P.GAME_OUTSIDE_MATCH in codes(event)


def test_of_as_many_games_those_that_were_played_decide() -> None:
    """Against team 3 team 1 has a forfeit only."""
    rows = ("4w1", "7b+", "Z", "1b0", "Z", "Z", "2w-", "Z", "Z")
    event = event_of(((1, 2, 3), (4, 5, 6), (7, 8, 9)), rows, team_allocated_byes=TeamAllocatedByes(teams=(3,)))
    assert codes(event) == [P.GAME_OUTSIDE_MATCH]


def test_a_team_with_games_against_players_without_a_team_is_ambiguous() -> None:
    """Team 3's only game is with a player of team 2, which met team 1; with a bye on record it is a stray."""
    teams, rows = ((1, 2), (3, 4, 5), (6,)), ("3w1", "4b=", "1b0", "2w=", "6w1", "5b0")
    event = event_of(teams, rows, team_allocated_byes=SAID)
    assert codes(event) == [P.MATCH_AMBIGUOUS, P.GAME_OUTSIDE_MATCH]
    assert message(event, P.GAME_OUTSIDE_MATCH) == (
        "round 1: player 5 of team 2 plays 6 of team 3, but team 2 meets team 1"
    )
    excused = replace(event, team_allocated_byes=TeamAllocatedByes(teams=(3,)))
    assert codes(excused) == [P.GAME_OUTSIDE_MATCH]


def test_a_player_with_games_belongs_to_a_team() -> None:
    """Said once for all rounds; a player who never plays, or sits in a line-up, is not remarked upon."""
    teams, rows = ((1, 2), (3,)), ("3w1 3b1", "4b= Z", "1b0 1w0", "2w= Z", "Z Z")
    event = event_of(teams, rows)
    assert codes(event) == [P.PLAYER_WITHOUT_TEAM]
    assert message(event, P.PLAYER_WITHOUT_TEAM) == "player 4 plays 2 in round 1, but belongs to no team"
    assert codes(replace(event, line_ups=(line_up(2, 1, 3, 4),))) == []


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ((line_up(1, 2, 1, 2),), None),
        ((line_up(1, None, 1, 2),), None),
        ((line_up(1, 3, 1, 2),), "is against team 3, but team 1 plays team 2"),
        ((line_up(3, 2, 5, 6),), "is against team 2, but team 2 plays team 1"),
        ((line_up(1, 2, 1, None),), "leaves out player 2, who plays 4"),
        ((line_up(1, 2, 2, 1),), "has player 1 on board 2, whose opponent 3 sits on board 1"),
        ((line_up(1, 2, 2, 1), line_up(2, 1, 4, 3)), None),
        ((line_up(2, 1, 4, 3), line_up(1, 2, 1, 2)), "has player 1 on board 1, whose opponent 3 sits on board 2"),
        ((line_up(1, 2, 1, 2, 9),), "names player 9, who does not exist"),
        ((line_up(3, None, 5, 6),), "is of a team without a match"),
        ((line_up(3, None, 5, 6, round_number=2),), None),
    ],
)
def test_a_line_up_fits_the_games(records: tuple[LineUp, ...], words: str | None) -> None:
    """Opponent, players with a game and boards must fit; a line-up of a coming round has no games yet."""
    event = event_of(THREE, (*ROWS, "Z", "Z"), line_ups=records, team_allocated_byes=TeamAllocatedByes(teams=(3,)))
    found = [problem.message for problem in lint_event(event) if problem.code is P.LINE_UP_CONTRADICTS_GAMES]
    assert bool(found) == (words is not None)
    if words:
        assert words in found[0]


def test_a_line_up_takes_players_of_its_own_team() -> None:
    """The list of teams counts; a player of no team can be taken, and of two teams the line-up tells."""
    event = event_of(PAIR, ROWS, line_ups=(line_up(1, 2, 1, 2, 4),))
    assert codes(event) == [P.PLAYER_IN_TWO_TEAMS]
    twice = event_of(((1, 2), (2, 3)), ("2w1", "1b0", "Z"))
    assert P.GAME_WITHIN_TEAM in codes(twice)
    assert P.GAME_WITHIN_TEAM not in codes(replace(twice, line_ups=(line_up(2, 1, 2),)))


@pytest.mark.parametrize(("round_number", "is_remarked"), [(1, False), (2, False), (3, True)])
def test_no_line_up_is_for_a_round_after_the_next(round_number: int, is_remarked: bool) -> None:
    """Line-ups and forfeited matches of the coming round may be known; later rounds are not paired yet."""
    event = event_of(
        ((1, 2), (3, 4), (5, 6), (7, 8)),
        (*ROWS, "Z", "Z", "Z", "Z"),
        line_ups=(line_up(1, 2, 1, 2, round_number=round_number),),
        forfeited_matches=(replace(forfeited(ForfeitOutcome.BOTH_LOSE, 3, 4), round_number=round_number),),
    )
    assert (P.LINE_UP_CONTRADICTS_GAMES in codes(event)) == is_remarked
    assert (P.FORFEIT_CONTRADICTS_GAMES in codes(event)) == is_remarked
    if is_remarked:
        found = message(event, P.FORFEIT_CONTRADICTS_GAMES)
        assert found == "there is a forfeited match of round 3, but round 2 is still to be paired"


def test_of_two_line_ups_the_first_is_read() -> None:
    """For the same team and round."""
    both = (line_up(1, 2, 1, 2), line_up(1, 2, 2, 1))
    assert codes(event_of(PAIR, ROWS, line_ups=both)) == [P.REPEATED_RECORD]
    assert codes(event_of(PAIR, ROWS, line_ups=both[:1])) == []


@pytest.mark.parametrize(
    ("byes", "allocated", "problems"),
    [
        ((), (3,), []),
        ((), (1,), [P.TEAM_BYE_CONTRADICTS_GAMES]),
        ((bye(1, Result.HALF_POINT_BYE),), (), [P.TEAM_BYE_CONTRADICTS_GAMES]),
        ((bye(1, Result.HALF_POINT_BYE, 2),), (), []),
        ((bye(3, Result.HALF_POINT_BYE),), (), []),
        ((bye(3, Result.HALF_POINT_BYE),), (3,), [P.TEAM_BYES_CONTRADICT]),
        ((bye(3, Result.FULL_POINT_BYE), bye(3, Result.ZERO_POINT_BYE)), (), [P.TEAM_BYES_CONTRADICT]),
    ],
)
def test_a_team_has_a_match_or_one_bye(
    byes: tuple[RequestedBye, ...], allocated: tuple[int, ...], problems: list[ProblemCode]
) -> None:
    """The match counts, then the allocated bye, then the first on record."""
    event = event_of(THREE, (*ROWS, "Z", "Z"), team_byes=byes, team_allocated_byes=TeamAllocatedByes(teams=allocated))
    assert codes(event) == problems


@pytest.mark.parametrize("letters", ["UU", "HH", "FF", "ZZ", "UZ"])
def test_byes_that_the_rows_of_players_name_are_not_remarked_upon(letters: str) -> None:
    """A letter of 2016 says what it is; who rested, says nothing."""
    assert codes(event_of(THREE, (*ROWS, *letters), team_allocated_byes=SAID)) == []


@pytest.mark.parametrize(
    ("letters", "words"), [("++", "pairing-allocated bye"), ("UH", "pairing-allocated bye"), ("HF", "half-point bye")]
)
def test_byes_that_the_rows_of_players_do_not_name_are_remarked_upon(letters: str, words: str) -> None:
    """A ``+`` of 2006, or letters that differ; none that are on record."""
    event = event_of(THREE, (*ROWS, *letters), team_allocated_byes=SAID)
    assert words in message(event, P.TEAM_BYE_INFERRED)
    recorded = replace(event, team_byes=(bye(3, Result.HALF_POINT_BYE),))
    assert P.TEAM_BYE_INFERRED not in codes(recorded)


@pytest.mark.parametrize(("letters", "is_remarked"), [("UUUU", True), ("UUFF", False), ("UUZZ", False)])
def test_one_team_has_the_allocated_bye(letters: str, is_remarked: bool) -> None:
    """Two teams that do not play cannot both have it."""
    event = event_of(FOUR, (*ROWS, *letters))
    assert codes(event) == ([P.SECOND_ALLOCATED_BYE] if is_remarked else [])
    if is_remarked:
        assert message(event, P.SECOND_ALLOCATED_BYE) == "round 1: teams 3 and 4 have the pairing-allocated bye"


FOUR_OF_THREE = tuple((number, number + 1, number + 2) for number in range(1, 13, 3))
FORFEITS = ("4w+", "5b+", "6w+", "1b-", "2w-", "3b-")


@pytest.mark.parametrize(("is_recorded", "is_remarked"), [(True, False), (False, True)])
def test_a_match_that_330_calls_forfeited_is_not_suspect(is_recorded: bool, is_remarked: bool) -> None:
    """Half of the games of the round are forfeits, but a record explains the missing results."""
    record = (forfeited(ForfeitOutcome.WHITE_WINS, 1, 2),) if is_recorded else ()
    event = event_of(FOUR_OF_THREE, (*FORFEITS, "10w1", "11b1", "12w1", "7b0", "8w0", "9b0"), forfeited_matches=record)
    assert codes(event) == ([P.FORFEITS_SUSPECT] if is_remarked else [])


def test_the_only_team_missing_in_a_file_without_records_of_byes_is_remarked_upon() -> None:
    """It was read as the allocated bye."""
    assert codes(event_of(THREE, (*ROWS, "Z", "Z"))) == [P.TEAM_BYE_INFERRED]
    assert codes(event_of(FOUR, (*ROWS, "Z", "Z", "Z", "Z"))) == []


@pytest.mark.parametrize(
    ("rows", "record", "words"),
    [
        (("3w+", "4b+", "1b-", "2w-"), forfeited(ForfeitOutcome.WHITE_WINS, 1, 2), None),
        (("+", "+", "Z", "Z"), forfeited(ForfeitOutcome.BLACK_WINS, 2, 1), None),
        (("Z", "Z", "Z", "Z"), forfeited(ForfeitOutcome.BLACK_WINS, 1, 2), None),
        (ROWS, forfeited(ForfeitOutcome.WHITE_WINS, 1, 2), "by the rows of the players played"),
        (("+", "+", "Z", "Z"), forfeited(ForfeitOutcome.WHITE_WINS, 2, 1), "by the rows of the players won by forfeit"),
        (("3w+", "4b-", "1b-", "2w+"), forfeited(ForfeitOutcome.WHITE_WINS, 1, 2), "lost by both by forfeit"),
        (ROWS, forfeited(ForfeitOutcome.WHITE_WINS, 1, 3), "teams 1 and 3 is forfeited, but team 1 plays team 2"),
        (ROWS, forfeited(ForfeitOutcome.WHITE_WINS, 3, 2), "teams 3 and 2 is forfeited, but team 2 plays team 1"),
    ],
)
def test_a_forfeited_match_fits_the_games(rows: tuple[str, ...], record: ForfeitedMatch, words: str | None) -> None:
    """The rows of the players count."""
    event = event_of(
        THREE, (*rows, "Z", "Z"), forfeited_matches=(record,), team_allocated_byes=TeamAllocatedByes(teams=(3,))
    )
    found = [problem.message for problem in lint_event(event) if problem.code is P.FORFEIT_CONTRADICTS_GAMES]
    assert bool(found) == (words is not None)
    if words:
        assert words in found[0]


@pytest.mark.parametrize(
    ("declared", "is_remarked"), [((W, B), False), ((W, W), True), ((B, W), False), ((), False), ((W,), False)]
)
def test_colours_of_a_match_are_those_of_the_boards(declared: tuple[Colour, ...], is_remarked: bool) -> None:
    """White on the first board, Black on the second: 352 says so, the other way round, or nothing."""
    found = codes(event_of(PAIR, ROWS, board_colours=declared))
    assert found == ([P.MATCH_COLOURS_CONTRADICT] if is_remarked else [])


@pytest.mark.parametrize(("rows", "white", "black"), [(ROWS, 1, 2), (("3b1", "4w=", "1w0", "2b="), 2, 1)])
def test_the_team_with_white_by_the_first_board_is_named(rows: tuple[str, ...], white: int, black: int) -> None:
    """And the first board that says otherwise."""
    found = message(event_of(PAIR, rows, board_colours=(W, W)), P.MATCH_COLOURS_CONTRADICT)
    assert found == f"round 1: team {white} has White by board 1 of its match with team {black}, but not by board 2"


@pytest.mark.parametrize("has_record", [True, False])
def test_a_match_of_which_nothing_tells_the_colours_is_remarked_upon(has_record: bool) -> None:
    """Forfeits in the notation of 2006 have none; 330 tells."""
    event = event_of(PAIR, ("+", "+", "Z", "Z"), line_ups=(line_up(1, 2, 1, 2),))
    record = (forfeited(ForfeitOutcome.BLACK_WINS, 2, 1),) if has_record else ()
    found = replace(event, forfeited_matches=record)
    assert codes(found) == ([] if has_record else [P.MATCH_COLOURS_UNKNOWN])
    assert team_event(found).teams[0].rounds[0].colour is (B if has_record else W)


@pytest.mark.parametrize(
    ("rows", "line_ups", "is_disputed"),
    [
        (("4w1", "3b1", "2w0", "1b0"), (), True),
        (("4b1", "3w1", "2b0", "1w0"), (), True),
        (("4w1", "3w1", "2b0", "1b0"), (), False),
        (("3w1", "4b1", "1b0", "2w0"), (), False),
        (("4w1", "3b1", "2w0", "1b0"), (line_up(1, 2, 1, 2),), False),
        (("4w1", "3b1", "2w0", "1b0"), (line_up(2, 1, 3, 4),), False),
        (("4w1", "Z", "Z", "1b0"), (line_up(1, 2, 1),), False),
    ],
)
def test_lists_agree_on_the_game_on_the_first_board(
    rows: tuple[str, ...], line_ups: tuple[LineUp, ...], is_disputed: bool
) -> None:
    """Or its colours are the same, or a line-up tells; where a board was empty, the lists say nothing for certain."""
    event = event_of(PAIR, rows, line_ups=line_ups)
    assert (P.MATCH_COLOURS_UNKNOWN in codes(event)) == is_disputed
    if is_disputed:
        taken = 1 if event.players[0].rounds[0].colour is W else 2
        assert message(event, P.MATCH_COLOURS_UNKNOWN).endswith(
            f"on the first board; team {taken} was taken to have White"
        )
        assert team_event(event).teams[taken - 1].rounds[0].colour is W


def test_lists_with_a_gap_dispute_nothing() -> None:
    """A third board is known from another round; of this one it was empty, perhaps the first."""
    rows = ("5w1 4w1", "4b1 5b1", "Z 6w1", "2w0 1b0", "1b0 2w0", "Z 3b0")
    event = event_of(((1, 2, 3), (4, 5, 6)), rows)
    assert codes(event) == []


def test_no_bye_of_a_team_is_after_the_last_round() -> None:
    """As with players, that is an error."""
    event = event_of(THREE, (*ROWS, "Z", "Z"), team_allocated_byes=SAID, rounds_declared=2)
    assert codes(replace(event, team_byes=(bye(3, Result.HALF_POINT_BYE, 2),))) == []
    assert codes(replace(event, team_byes=(bye(3, Result.HALF_POINT_BYE, 3),))) == [P.BYE_AFTER_LAST_ROUND]


def test_problems_of_a_text_have_the_place_of_the_record() -> None:
    """Line and column of the team, of the record, or of the player's entry."""
    event = event_of(
        THREE,
        (*ROWS, "Z", "Z"),
        line_ups=(line_up(1, 3, 1, 2),),
        team_allocated_byes=TeamAllocatedByes(teams=(1,)),
        team_byes=(bye(2, Result.HALF_POINT_BYE),),
        forfeited_matches=(forfeited(ForfeitOutcome.WHITE_WINS, 1, 3),),
    )
    text = write_trf26(with_points(event, (0, 15), (0, 5), (0, 0)))
    lines = text.splitlines()
    places = {problem.code: (problem.line, problem.column) for problem in parse_event(text).problems}
    records = {
        P.LINE_UP_CONTRADICTS_GAMES: "300",
        P.FORFEIT_CONTRADICTS_GAMES: "330",
        P.TEAM_POINTS_MISMATCH: "310",
    }
    for code, record in records.items():
        line, column = places[code]
        assert lines[(line or 0) - 1].startswith(record), code
        assert column == 5
    byes = [problem for problem in parse_event(text).problems if problem.code is P.TEAM_BYE_CONTRADICTS_GAMES]
    assert [lines[(problem.line or 0) - 1][:3] for problem in byes] == ["320", "240"]


def test_an_error_refuses_the_file_and_a_warning_does_not() -> None:
    """A game within a team; a team's points."""
    broken = write_trf26(event_of(PAIR, ("2w1", "1b0", "Z", "Z")))
    assert parse_event(broken).event is None
    suspect = write_trf26(with_points(event_of(PAIR, ROWS), (0, 0), (0, 0)))
    assert parse_event(suspect).event is not None


CONTRADICTIONS = {
    P.GAME_WITHIN_TEAM,
    P.MATCH_AMBIGUOUS,
    P.BYE_AFTER_LAST_ROUND,
    P.GAME_OUTSIDE_MATCH,
    P.PLAYER_WITHOUT_TEAM,
    P.PLAYER_IN_TWO_TEAMS,
    P.LINE_UP_CONTRADICTS_GAMES,
    P.REPEATED_RECORD,
    P.TEAM_BYE_CONTRADICTS_GAMES,
    P.TEAM_BYES_CONTRADICT,
    P.SECOND_ALLOCATED_BYE,
    P.TEAM_BYE_INFERRED,
    P.WINS_INFERRED,
    P.FORFEIT_CONTRADICTS_GAMES,
    P.MATCH_COLOURS_CONTRADICT,
    P.MATCH_COLOURS_UNKNOWN,
    P.TEAM_POINTS_MISMATCH,
}


def test_the_page_on_files_names_every_contradiction() -> None:
    """The page marks exactly the contradictions that refuse a file as errors."""
    page = (Path(__file__).parents[3] / "docs" / "team_files.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z-]+) \| [^|]+ \| ([^|]+) \|$", page, re.MULTILINE)
    named = {P(code): taken == "error" for code, taken in rows if "-" in code and set(code) != {"-"}}
    assert named == {code: code.severity is ProblemSeverity.ERROR for code in CONTRADICTIONS}
