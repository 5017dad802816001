"""
From players' games and the records of teams to the teams' rounds: matches, forfeits, byes, points.

What is derived from what: the opponent from the games (`meetings`), the colour from the boards (`boards`), a forfeit
from there being no game over the board, game points from the players' points and match points from those (`worth`),
byes from 320 and 240, else from the rows of the team's players (`byes`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import Colour, Result
from tournaments.places import Places
from tournaments.problems import Findings, ProblemCode
from tournaments.teams.boards import Boards, FirstBoard
from tournaments.teams.byes import TeamByes, requested
from tournaments.teams.event import MatchEntry, MatchResult, MatchTeam, TeamEvent
from tournaments.teams.match_scoring import Worth, match_scoring
from tournaments.teams.meetings import Meetings, rounds_of
from tournaments.teams.records import ForfeitOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.model import Event, RoundEntry
    from tournaments.teams.meetings import TeamRound
    from tournaments.teams.records import ForfeitedMatch

_MOST_USUAL_BOARDS = 4
_FORFEITS = {
    ForfeitOutcome.WHITE_WINS: (MatchResult.FORFEIT_WIN, MatchResult.FORFEIT_LOSS),
    ForfeitOutcome.BLACK_WINS: (MatchResult.FORFEIT_LOSS, MatchResult.FORFEIT_WIN),
    ForfeitOutcome.BOTH_LOSE: (MatchResult.DOUBLE_FORFEIT, MatchResult.DOUBLE_FORFEIT),
}


def team_event(event: Event) -> TeamEvent:
    """
    Return a team event as the pairing of teams sees it.

    Whatever the event holds, there is an entry for every team and recorded round; what contradicts itself is settled
    as lint reports it (`tournaments.teams.lint`).
    """
    return derive(event, Places(), Findings(event.name))


def derive(event: Event, places: Places, findings: Findings) -> TeamEvent:
    """Return the team event, and report what contradicts itself in its rounds."""
    rounds = rounds_of(event)
    meetings = [Meetings(round=played, places=places, findings=findings).find() for played in rounds]
    boards = Boards(count=boards_of(event, rounds, meetings), declared=event.board_colours)
    worth = Worth(
        matches=match_scoring(event, boards.count),
        games=event.scoring,
        boards=boards.count,
        abnormal=event.abnormal_points,
    )
    matches = _Matches(boards=boards, worth=worth, places=places, findings=findings)
    byes = TeamByes(event=event, places=places, findings=findings)
    tables: list[dict[int, MatchEntry]] = []
    for played, opponents in zip(rounds, meetings, strict=True):
        found = matches.entries(played, opponents)
        found |= {team: worth.bye(bye) for team, bye in byes.find(played, opponents).items()}
        tables.append({team: worth.adjusted(team, played.number, entry) for team, entry in found.items()})
    return TeamEvent(
        teams=_teams(event, tables),
        rounds_recorded=event.rounds_recorded,
        rounds_declared=event.rounds_declared,
        name=event.name,
        boards=boards.count,
        system=event.system,
        initial_colour=event.initial_colour,
        scoring=worth.matches,
        virtual_points=event.virtual_points,
        forbidden=event.forbidden,
        requested_byes=requested(event),
    )


def _teams(event: Event, tables: Sequence[Mapping[int, MatchEntry]]) -> tuple[MatchTeam, ...]:
    names: dict[int, str] = {}
    for team in event.teams:
        names.setdefault(team.number, team.name)
    return tuple(
        MatchTeam(number=number, name=names[number], rounds=tuple(table[number] for table in tables))
        for number in sorted(names)
    )


def boards_of(event: Event, rounds: Sequence[TeamRound], meetings: Sequence[Mapping[int, int]]) -> int:
    """Return the number of games in a match: as 352 says, or the most that there were."""
    if event.board_colours:
        return len(event.board_colours)
    sizes = [len(line_up.players) for line_up in event.line_ups]
    for played, opponents in zip(rounds, meetings, strict=True):
        sizes += [len(played.on_boards(*sides)) for sides in opponents.items()]
    return max(sizes, default=0) or _MOST_USUAL_BOARDS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Matches:
    """Turns matches into the entries of the two teams."""

    boards: Boards
    worth: Worth
    places: Places
    findings: Findings

    def entries(self, played: TeamRound, opponents: Mapping[int, int]) -> dict[int, MatchEntry]:
        """Return the entries of all teams with a match."""
        found: dict[int, MatchEntry] = {}
        for team, opponent in opponents.items():
            if team < opponent:
                found |= self._match(played, (team, opponent))
        return found

    def _match(self, played: TeamRound, teams: tuple[int, int]) -> dict[int, MatchEntry]:
        forfeited = next((match for match in played.forfeited if {match.white, match.black} == {*teams}), None)
        rows = [[played.entries[tpn] for tpn in played.on_boards(*sides)] for sides in (teams, (teams[1], teams[0]))]
        results = self._results(played, teams, rows, forfeited)
        points = [self.worth.game_points(*side) for side in zip(rows, results, strict=True)]
        colour, is_certain = self._colour(played, teams, forfeited)
        return {
            teams[at]: MatchEntry(
                result=results[at],
                opponent=teams[1 - at],
                colour=colour if at == 0 else colour.opposite,
                is_colour_certain=is_certain,
                match_points=self.worth.match_points(results[at], points[at], points[1 - at]),
                game_points=points[at],
            )
            for at in (0, 1)
        }

    def _results(
        self,
        played: TeamRound,
        teams: tuple[int, int],
        rows: Sequence[Sequence[RoundEntry]],
        forfeited: ForfeitedMatch | None,
    ) -> tuple[MatchResult, MatchResult]:
        """Return what the match was to both teams: as the rows say; if they say nothing, as 330 does."""
        by_rows = _by_rows(rows)
        if forfeited is None:
            return by_rows or (MatchResult.PENDING, MatchResult.PENDING)
        by_record = _FORFEITS[forfeited.outcome]
        if forfeited.white != teams[0]:
            by_record = by_record[1], by_record[0]
        if by_rows is not None and by_rows != by_record:
            self.findings.add(
                ProblemCode.FORFEIT_CONTRADICTS_GAMES,
                f"round {played.number}: by record 330 the match of team {teams[0]} with team {teams[1]} was "
                f"{by_record[0].value}, by the rows of the players {by_rows[0].value}",
                "correct record 330, or the results",
                at=self.places.of_record(forfeited),
                found=forfeited.outcome.value,
            )
        return by_rows or by_record

    def _colour(
        self, played: TeamRound, teams: tuple[int, int], forfeited: ForfeitedMatch | None
    ) -> tuple[Colour, bool]:
        """Return the colour of the first team, and whether it is certain; White, if nothing tells."""
        board = FirstBoard(played=played, teams=teams, boards=self.boards, places=self.places, findings=self.findings)
        colour = board.colour()
        if colour is not None:
            return colour, not board.is_disputed
        if forfeited is not None:
            return Colour.WHITE if forfeited.white == teams[0] else Colour.BLACK, True
        self.findings.add(
            ProblemCode.MATCH_COLOURS_UNKNOWN,
            f"round {played.number}: nothing tells whether team {teams[0]} or team {teams[1]} had White; team "
            f"{teams[0]} was taken",
            "write the colours of the games, or record 330 for a forfeited match",
            at=self.places.of_team(teams[0]),
        )
        return Colour.WHITE, False


def _by_rows(rows: Sequence[Sequence[RoundEntry]]) -> tuple[MatchResult, MatchResult] | None:
    """
    Return what the rows of both teams' players say of a match; None if nobody has a result or an opponent.

    A match is forfeited only if no game of it was played; who has more games won by forfeit wins it.
    """
    entries = [entry for side in rows for entry in side]
    if any(entry.was_played and entry.result is not Result.PENDING for entry in entries):
        return MatchResult.PLAYED, MatchResult.PLAYED
    if any(entry.result is Result.PENDING for entry in entries):
        return MatchResult.PENDING, MatchResult.PENDING
    if not entries:
        return None
    won, lost = (sum(entry.result is Result.FORFEIT_WIN for entry in side) for side in rows)
    if won == lost:
        return MatchResult.DOUBLE_FORFEIT, MatchResult.DOUBLE_FORFEIT
    outcome = ForfeitOutcome.WHITE_WINS if won > lost else ForfeitOutcome.BLACK_WINS
    return _FORFEITS[outcome]
