"""A team event as a run tells it: its participants are the teams, their rounds the matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.findings import DeclaredFact, Participant
from tournaments.model import PrimaryScore, Result, RoundEntry
from tournaments.points import points_text
from tournaments.teams.event import RESULTS_WITHOUT_A_MATCH, MatchResult, TeamEvent
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event
    from tournaments.teams.event import MatchEntry, MatchTeam

_MATCH_POINTS, _GAME_POINTS = "match points", "game points"


def scores_of(event: Event | TeamEvent) -> tuple[str, str]:
    """Return the words for the primary score of a team event and for its other one (C.04.6:1.2)."""
    if event.system.primary_score is PrimaryScore.GAME_POINTS:
        return _GAME_POINTS, _MATCH_POINTS
    return _MATCH_POINTS, _GAME_POINTS


def team_participants(event: Event | TeamEvent) -> tuple[Participant, ...]:
    """Return the teams of a team event, of the file's or of one as the pairing of teams sees it."""
    teams = event if isinstance(event, TeamEvent) else team_event(event)
    by_number = {team.number: team for team in teams.teams}
    return tuple(_participant(team, by_number, teams, scores_of(event)) for team in teams.teams)


def _participant(
    team: MatchTeam, by_number: dict[int, MatchTeam], event: TeamEvent, scores: tuple[str, str]
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
            entry.game_points if entry.opponent in by_number and entry.result is not MatchResult.PENDING else None
            for entry in team.rounds
        ),
    )


def _entry(entry: MatchEntry, event: TeamEvent) -> RoundEntry:
    return RoundEntry(entry.opponent, entry.colour, RESULTS_WITHOUT_A_MATCH.get(entry.result) or _result(entry, event))


def _result(entry: MatchEntry, event: TeamEvent) -> Result:
    """Return what a played match was, by what it was worth."""
    if entry.match_points >= event.scoring.win:
        return Result.WIN
    return Result.DRAW if entry.match_points >= event.scoring.draw else Result.LOSS


def declared_of_matches(event: Event) -> Iterator[DeclaredFact]:
    """List what the file says of matches: their points, the bye, the colours of the boards."""
    worth = event.match_points
    text = (
        ""
        if worth is None
        else f"win {points_text(worth.win)}, draw {points_text(worth.draw)}, loss {points_text(worth.loss)}"
    )
    yield DeclaredFact(subject="Points of a match", field="362", text=text)
    bye = event.team_allocated_byes
    parts = () if bye is None else ((bye.match_points, _MATCH_POINTS), (bye.game_points, _GAME_POINTS))
    text = ", ".join(f"{points_text(value)} {name}" for value, name in parts if value is not None)
    yield DeclaredFact(subject="Pairing-allocated bye", field="320", text=text)
    colours = "".join(colour.value.upper() for colour in event.board_colours)
    yield DeclaredFact(subject="Colours of the boards", field="352", text=colours)
