"""Whether teams or players were paired: what a file says of it, and what its games say where it is silent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.teams import event_of

from tournaments import ProblemCode, parse_event, write_trf16, write_trf26, write_trfx
from tournaments.model import DeclaredSystem, Event, ParticipantKind
from tournaments.teams.records import Team
from tournaments.trf.participant_kind import weigh_games

if TYPE_CHECKING:
    from collections.abc import Sequence

P = ProblemCode
CLUBS = ((1, 2, 3, 4), (5, 6, 7, 8))
OPEN = (
    *("5w1 2b1 3w1", "6w1 1w0 4w=", "7w1 4b1 1b0", "8w1 3w0 2b="),
    *("1b0 6b1 7w1", "2b0 5w0 8w=", "3b0 8b1 5b0", "4b0 7w0 6b="),
)
"""Two clubs: in round 1 all players happen to meet the other club, in rounds 2 and 3 none do."""
TEAMS = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))
MATCHES = (
    *("4w1 7b0", "5b= 8w=", "6w1 9b0", "1b0 10w1", "2w= 11b=", "3b0 12w1"),
    *("10w1 1w1", "11b= 2b=", "12w1 3w1", "7b0 4b0", "8w= 5w=", "9b0 6b0"),
)
"""Three boards: team 1 meets 2 and 3, team 4 meets 3 and 2."""


def text_of(teams: Sequence[Sequence[int]], rows: Sequence[str], system: str, *records: str) -> str:
    """Write an event with 013 records, with this in 092."""
    text = write_trf16(event_of(teams, rows, system=DeclaredSystem(text="Individual")))
    return text.replace("092 Individual", f"092 {system}") + "".join(f"{record}\n" for record in records)


def taken(text: str, paired: ParticipantKind | None = None) -> tuple[ParticipantKind | None, list[ProblemCode]]:
    """Return the kind of participants, or None if the file was refused, and the problems found."""
    reading = parse_event(text, paired=paired)
    said = [problem.code for problem in reading.problems if problem.code in (P.TEAMS_OR_PLAYERS, P.TEAMS_NOT_PAIRED)]
    if reading.event is None:
        return None, said
    return (ParticipantKind.TEAMS if reading.event.is_team_event else ParticipantKind.PLAYERS), said


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("FIDE_TEAM", "Individual", ParticipantKind.TEAMS),
        ("FIDE_DUTCH", "Team Swiss", ParticipantKind.PLAYERS),
        ("", "Individual: Swiss-System", ParticipantKind.PLAYERS),
        ("", "Tournoi individuel", ParticipantKind.PLAYERS),
        ("", "Team Swiss System", ParticipantKind.TEAMS),
        ("", "FIDE_DUTCH_2017", ParticipantKind.PLAYERS),
        ("", "FIDE_TEAM_BAKU", ParticipantKind.TEAMS),
        ("", "Swiss Dutch", None),
        ("", "", None),
    ],
)
def test_192_says_who_is_paired_and_then_092(code: str, text: str, expected: ParticipantKind | None) -> None:
    """Codes of 192 stand in 092, too; other words do not say it."""
    assert DeclaredSystem(code=code, text=text).paired is expected


def games(*sides: tuple[int, int]) -> list[tuple[int, int]]:
    """Make a game for every two teams of three players: team 0 has players 0, 1, 2, team 1 has 10, 11, 12..."""
    sat: dict[int, int] = {}
    found = []
    for one, other in sides:
        players = []
        for team in (one, other):
            players.append(10 * team + sat.get(team, 0))
            sat[team] = sat.get(team, 0) + 1
        found.append((players[0], players[1]))
    return found


FOUR_TEAMS = [
    Team(number=team + 1, name=f"Team {team}", players=tuple(range(10 * team, 10 * team + 10))) for team in range(4)
]


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ([(0, 1)] * 3 + [(2, 3)] * 3, ParticipantKind.TEAMS),
        ([(0, 1)] * 3 + [(0, 2)], ParticipantKind.TEAMS),
        ([(0, 1)] * 5 + [(0, 2)] * 2, None),
        ([(0, 1)] * 2 + [(0, 2)] + [(1, 3)], None),
        ([(0, 1)] * 2 + [(0, 2)] + [(1, 3)] + [(0, 3)], ParticipantKind.PLAYERS),
        ([(0, 1)] * 3 + [(2, 2)], ParticipantKind.TEAMS),
        ([(0, 1)] * 5 + [(2, 2)] + [(0, 3)], None),
        ([(0, 1)] * 5 + [(2, 2)] * 2, ParticipantKind.PLAYERS),
        ([(0, 1), (2, 3)], ParticipantKind.PLAYERS),
        ([(0, 1)] * 2 + [(2, 3)] * 2, ParticipantKind.TEAMS),
        ([], None),
    ],
)
def test_the_games_tell_teams_from_clubs(played: list[tuple[int, int]], expected: ParticipantKind | None) -> None:
    """Three quarters in matches are of teams; less than half, or a quarter within teams, of players."""
    assert weigh_games(FOUR_TEAMS, [games(*played)]).verdict is expected


def test_a_game_with_a_player_without_a_team_is_not_in_a_match() -> None:
    """Without player 0 one game of two remains, and a single game is not a match."""
    teams = [replace(FOUR_TEAMS[0], players=FOUR_TEAMS[0].players[1:]), *FOUR_TEAMS[1:]]
    assert weigh_games(teams, [games((0, 1), (0, 1))]).games_in_matches == 0
    assert weigh_games(teams, [games((0, 1), (0, 1), (0, 1))]).games_in_matches == 2


def test_rounds_are_added_up() -> None:
    """Clubs that met as teams in round 1 do not do so in the next rounds."""
    rounds = [[(0, 10), (1, 11)], [(0, 1), (10, 11)]]
    teams = [Team(number=1, name="", players=(0, 1)), Team(number=2, name="", players=(10, 11))]
    assert weigh_games(teams, rounds[:1]).verdict is ParticipantKind.TEAMS
    assert weigh_games(teams, rounds).verdict is ParticipantKind.PLAYERS
    assert str(weigh_games(teams, rounds)) == (
        "2 of 4 games are in matches of team against team, 2 between players of one team (0 and 1 in round 2)"
    )


def test_an_open_with_clubs_is_one_of_players_and_says_so() -> None:
    """Without a word in 092, or with one that does not say it."""
    for said in ("", "Swiss Dutch"):
        assert taken(text_of(CLUBS, OPEN, said)) == (ParticipantKind.PLAYERS, [P.TEAMS_NOT_PAIRED])
    (told,) = (problem for problem in parse_event(text_of(CLUBS, OPEN, "")).problems if "092" in problem.remedy)
    assert told.message == (
        "the file lists 2 teams, and neither 192 nor 092 says who is paired; it was read as an event of individual "
        "players: 4 of 12 games are in matches of team against team, 8 between players of one team (1 and 2 in round 2)"
    )
    assert taken(text_of(CLUBS, OPEN, "Individual")) == (ParticipantKind.PLAYERS, [])


def test_a_single_club_is_not_an_opponent() -> None:
    """As where an open lists its home club only."""
    assert taken(text_of(CLUBS[:1], OPEN, "")) == (ParticipantKind.PLAYERS, [P.TEAMS_NOT_PAIRED])


def test_a_file_that_says_team_remains_one_of_teams() -> None:
    """However much its games contradict it: lint tells what."""
    assert taken(text_of(CLUBS, OPEN, "Team Swiss")) == (None, [])
    codes = [problem.code for problem in parse_event(text_of(CLUBS, OPEN, "Team Swiss")).problems]
    assert codes.count(P.GAME_WITHIN_TEAM) == 8


def test_an_event_of_teams_needs_no_word() -> None:
    """Its games are matches; nothing is remarked."""
    assert taken(text_of(TEAMS, MATCHES, "")) == (ParticipantKind.TEAMS, [])


def test_a_damaged_event_of_teams_does_not_become_one_of_players() -> None:
    """Players in each other's teams: where it is much for so few games, the file is refused."""
    exchanged = ((1, 2, 4), (3, 5, 6), *TEAMS[2:])
    assert taken(text_of(exchanged, MATCHES, "")) == (None, [P.TEAMS_OR_PLAYERS])
    first = parse_event(text_of(exchanged, MATCHES, "")).problems[0]
    assert first.code is P.TEAMS_OR_PLAYERS
    assert "the games do not show it, either: 7 of 12 games are in matches of team against team" in first.message
    said = [problem.code for problem in parse_event(text_of(exchanged, MATCHES, "Team")).problems]
    assert {P.GAME_WITHIN_TEAM, P.GAME_OUTSIDE_MATCH} <= {*said}


def test_without_games_a_silent_file_is_refused() -> None:
    """Clubs and teams look the same before the first round."""
    rows = [""] * 12
    assert taken(text_of(TEAMS, rows, "")) == (None, [P.TEAMS_OR_PLAYERS])
    assert taken(text_of(TEAMS, rows, ""), ParticipantKind.TEAMS) == (ParticipantKind.TEAMS, [])
    assert taken(text_of(TEAMS, rows, ""), ParticipantKind.PLAYERS) == (ParticipantKind.PLAYERS, [])
    assert taken(text_of(TEAMS, rows, "Team Swiss"), ParticipantKind.PLAYERS) == (ParticipantKind.TEAMS, [])


@pytest.mark.parametrize("system", ["", "Team Swiss"])
def test_a_request_for_players_is_met_unless_games_form_matches(system: str) -> None:
    """The user's word counts more than silence, and more than a 092 that the games contradict."""
    assert taken(text_of(CLUBS, OPEN, system), ParticipantKind.PLAYERS) == (ParticipantKind.PLAYERS, [])
    assert taken(text_of(TEAMS, MATCHES, system), ParticipantKind.PLAYERS) == (ParticipantKind.TEAMS, [])


def test_a_request_for_teams_is_met_by_a_silent_file_only() -> None:
    """Then lint tells what contradicts it."""
    assert taken(text_of(CLUBS, OPEN, ""), ParticipantKind.TEAMS) == (None, [])
    assert taken(text_of(TEAMS, MATCHES, "Individual"), ParticipantKind.TEAMS) == (ParticipantKind.PLAYERS, [])


@pytest.mark.parametrize("record", ["352 WBW", "362 TW 2.0   TD 1.0   TL 0.0", "300   1   1   2    1    2    3"])
def test_records_of_matches_are_of_teams(record: str) -> None:
    """An open has none: its games are contradictions then."""
    assert taken(text_of(CLUBS, OPEN, "", record)) == (None, [])
    assert taken(text_of(CLUBS, OPEN, "", record), ParticipantKind.PLAYERS) == (None, [])


def test_192_is_not_overruled() -> None:
    """Byes and prohibitions of such a file may be those of teams."""
    assert taken(text_of(CLUBS, OPEN, "", "192 FIDE_TEAM"), ParticipantKind.PLAYERS) == (None, [])
    assert taken(text_of(TEAMS, MATCHES, "", "192 FIDE_DUTCH"), ParticipantKind.TEAMS) == (ParticipantKind.PLAYERS, [])


def clubs_of(event: Event) -> list[tuple[int, ...]]:
    """Return the players of every team."""
    return [team.players for team in event.teams]


@pytest.mark.parametrize("write", [write_trf16, write_trfx, write_trf26])
def test_clubs_are_written_where_they_are_read_as_clubs(write) -> None:  # noqa: ANN001 - one of three functions
    """Else they are left out: an open in which the clubs happened to meet as teams would become a team event."""
    told = parse_event(text_of(CLUBS, OPEN, "Swiss")).event
    assert told is not None
    again = parse_event(write(told)).event
    assert again is not None
    assert (clubs_of(again), again.is_team_event) == (clubs_of(told), False)
    alike = parse_event(text_of(CLUBS, [row[:3] for row in OPEN], "Team"), paired=ParticipantKind.TEAMS).event
    assert alike is not None
    players = replace(alike, system=DeclaredSystem(text="Swiss"), paired=ParticipantKind.PLAYERS)
    again = parse_event(write(players)).event
    assert again is not None
    assert (clubs_of(again), again.is_team_event) == ([], False)
