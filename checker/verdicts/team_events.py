"""
The event before a round; and team events in a run: the teams as participants, their matches as rounds.

Rounds can be taken out and put in: the event before a round, the pairing of a round, another last round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from checker.findings import DeclaredFact, Participant
from reference_engines.frame.results import RoundPairing
from tournaments.model import ABSENT, Colour, Event, Player, PrimaryScore, RequestedBye, Result, RoundEntry
from tournaments.points import points_text, with_points_by_results
from tournaments.teams.event import RESULTS_WITHOUT_A_MATCH, MatchEntry, MatchResult, MatchTeam, TeamEvent
from tournaments.teams.matches import assigned_forfeit_points, team_event, with_team_points
from tournaments.teams.records import TeamAllocatedByes

_MATCH_POINTS, _GAME_POINTS = "match points", "game points"


def score_names(event: Event | TeamEvent) -> tuple[str, str]:
    """Return the words for the primary score of a team event and for its other one (C.04.6:1.2)."""
    if event.system.primary_score is PrimaryScore.GAME_POINTS:
        return _GAME_POINTS, _MATCH_POINTS
    return _MATCH_POINTS, _GAME_POINTS


def participants_of(event: Event) -> tuple[Player | Participant, ...]:
    """Return the players of an event, or its teams in a team event."""
    return team_participants(event) if event.is_team_event else event.players


def team_participants(event: Event | TeamEvent) -> tuple[Participant, ...]:
    """Return the teams of a team event, of the file's or of one as the pairing of teams sees it."""
    teams = event if isinstance(event, TeamEvent) else team_event(event)
    teams_by_number = {team.number: team for team in teams.teams}
    return tuple(_participant(team, teams_by_number, teams, score_names(event)) for team in teams.teams)


def _participant(
    team: MatchTeam, teams_by_number: dict[int, MatchTeam], event: TeamEvent, scores: tuple[str, str]
) -> Participant:
    sums = {
        _MATCH_POINTS: sum(entry.match_points for entry in team.rounds),
        _GAME_POINTS: sum(entry.game_points for entry in team.rounds),
    }
    return Participant(
        tpn=team.number,
        name=team.name,
        points=sums[scores[0]],
        other_points=sums[scores[1]],
        rounds=tuple(_entry(entry, event) for entry in team.rounds),
        games=tuple(
            entry.game_points if entry.opponent in teams_by_number and entry.result is not MatchResult.PENDING else None
            for entry in team.rounds
        ),
    )


def _entry(entry: MatchEntry, event: TeamEvent) -> RoundEntry:
    return RoundEntry(entry.opponent, entry.colour, RESULTS_WITHOUT_A_MATCH.get(entry.result) or _result(entry, event))


def _result(entry: MatchEntry, event: TeamEvent) -> Result:
    """Return the result of a played match, by its points."""
    if entry.match_points >= event.scoring.win:
        return Result.WIN
    return Result.DRAW if entry.match_points >= event.scoring.draw else Result.LOSS


def declared_of_matches(event: Event) -> Iterator[DeclaredFact]:
    """List the file's declarations on matches: their points, the bye, the colours of the boards."""
    worth = event.match_points
    text = (
        ""
        if worth is None
        else f"win {points_text(worth.win)}, draw {points_text(worth.draw)}, loss {points_text(worth.loss)}"
    )
    yield DeclaredFact(subject="Points of a match", field="362", text=text)
    assigned = assigned_forfeit_points(event)
    if assigned is not None:
        text = f"{points_text(assigned)} {_MATCH_POINTS}"
        yield DeclaredFact(subject="Match lost by forfeit", field="299", text=text)
    elif event.team_forfeit_points is not None:
        text = f"{points_text(event.team_forfeit_points)} {_MATCH_POINTS}, by the totals of teams"
        yield DeclaredFact(subject="Match lost by forfeit", field="310", text=text)
    bye = event.team_allocated_byes
    parts = () if bye is None else ((bye.match_points, _MATCH_POINTS), (bye.game_points, _GAME_POINTS))
    text = ", ".join(f"{points_text(value)} {name}" for value, name in parts if value is not None)
    yield DeclaredFact(subject="Pairing-allocated bye", field="320", text=text)
    colours = "".join(colour.value.upper() for colour in event.board_colours)
    yield DeclaredFact(subject="Colours of the boards", field="352", text=colours)


def cut_before_match_round(event: Event, round_number: int) -> Event:
    """Return the team event as it stood when the round was to be paired; its byes are requested."""
    results = {team.tpn: team.rounds[round_number - 1].result for team in team_participants(event)}
    away = tuple(
        RequestedBye(round_number=round_number, tpn=tpn, result=result)
        for tpn, result in results.items()
        if result.is_requested_bye
    )
    shorter = up_to(event, round_number - 1)
    return with_team_points(replace(shorter, team_byes=(*shorter.team_byes, *away), requested_byes=()))


def up_to(event: Event, rounds: int) -> Event:
    """Return the event with its first rounds only."""
    byes = event.team_allocated_byes
    return replace(
        event,
        players=tuple(
            replace(
                player,
                rounds=player.rounds[:rounds],
                points=sum(map(event.scoring.points, player.rounds[:rounds])),
            )
            for player in event.players
        ),
        rounds_recorded=rounds,
        line_ups=tuple(line_up for line_up in event.line_ups if line_up.round_number <= rounds),
        forfeited_matches=tuple(match for match in event.forfeited_matches if match.round_number <= rounds),
        team_byes=tuple(bye for bye in event.team_byes if bye.round_number <= rounds),
        team_allocated_byes=None if byes is None else replace(byes, teams=byes.teams[:rounds]),
    )


def with_last_matches(event: Event, pairing: RoundPairing) -> Event:
    """Record another pairing of the last round: every game drawn, teams with their first players, points as follow."""
    last = event.rounds_recorded
    shorter = up_to(event, last - 1)
    away = tuple(bye for bye in event.team_byes if bye.round_number == last)
    before = replace(shorter, team_byes=(*shorter.team_byes, *away))
    return with_next_matches(before, pairing, team_event(event).boards)


def with_next_matches(before: Event, pairing: RoundPairing, boards: int | None = None) -> Event:
    """
    Record a pairing as the next round: every game drawn, teams with their first players.

    The byes requested for it are there already; ``boards`` are the games of a match, if not as many as before.
    """
    boards = team_event(before).boards if boards is None else boards
    members = {team.number: team.players[:boards] for team in before.teams}
    entries: dict[int, RoundEntry] = {}
    for pair in pairing.pairs:
        entries |= _drawn(members[pair.white], members[pair.black], board_colours(before, boards))
    players = tuple(
        replace(
            player,
            rounds=(*player.rounds, entries.get(player.tpn, ABSENT)),
            points=(player.points or 0) + before.scoring.points(entries.get(player.tpn, ABSENT)),
        )
        for player in before.players
    )
    number = before.rounds_recorded + 1
    return with_team_points(
        replace(
            before,
            players=players,
            rounds_recorded=number,
            team_allocated_byes=_with_bye(before.team_allocated_byes, number, pairing.bye),
        )
    )


def board_colours(event: Event, boards: int, first: Colour | None = None) -> tuple[Colour, ...]:
    """
    Return the colours of White's team, or of the team with the given colour on the first board.

    Where the event does not declare them, they alternate.
    """
    usual = (Colour.WHITE, Colour.BLACK)
    of_white = event.board_colours or tuple(usual[board % 2] for board in range(boards))
    return tuple(colour if first in (None, of_white[0]) else colour.opposite for colour in of_white)


def _drawn(white: tuple[int, ...], black: tuple[int, ...], colours: tuple[Colour, ...]) -> Mapping[int, RoundEntry]:
    entries: dict[int, RoundEntry] = {}
    for one, other, colour in zip(white, black, colours, strict=False):
        entries[one] = RoundEntry(other, colour, Result.DRAW)
        entries[other] = RoundEntry(one, colour.opposite, Result.DRAW)
    return entries


def _with_bye(byes: TeamAllocatedByes | None, round_number: int, team: int | None) -> TeamAllocatedByes | None:
    if byes is None or team is None:
        return byes
    blanks = (None,) * (round_number - 1 - len(byes.teams))
    return replace(byes, teams=(*byes.teams, *blanks, team))


def cut_before_round(event: Event, number: int, games: int = 1) -> Event:
    """
    Return the event as it stood when the round was to be paired.

    ``games`` are the rounds of the file that are paired at once; ``number`` counts what is paired.
    """
    if event.is_team_event:
        return cut_before_match_round(event, number)
    rows = range(games * (number - 1), games * number)
    byes = tuple(
        RequestedBye(round_number=row + 1, tpn=player.tpn, result=player.rounds[row].result)
        for player in event.players
        for row in rows
        if not player.rounds[rows.start].was_paired
    )
    players = tuple(replace(player, rounds=player.rounds[: rows.start]) for player in event.players)
    return with_points_by_results(replace(event, players=players, rounds_recorded=rows.start, requested_byes=byes))
