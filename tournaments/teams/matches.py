"""
The derivation of teams' rounds from players' games and records of teams: matches, forfeits, byes, points.

The opponent follows from the games (`meetings`) and the colour from the boards (`boards`). A match without a game over
the board is a forfeit. Game points follow from the players' points, and match points from game points, by records 362,
320, 162 and 299 or by default. Byes follow from records 320 and 240, or else from the rows of the team's players
(`byes`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tournaments.frozen import FrozenStruct
from tournaments.model import AbnormalPoints, Colour, Event, RequestedBye, Result, RoundEntry, ScoringSystem
from tournaments.places import Places
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.teams.boards import FirstBoardColour, MatchBoards
from tournaments.teams.byes import TeamByeFinder, list_requested_byes
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring, MatchTeam, TeamEvent
from tournaments.teams.meetings import MatchFinder, TeamRound, list_team_rounds
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, MatchPoints, TeamAllocatedByes

_LOST_BY_FORFEIT = "-"
_ABNORMAL_KINDS = {
    MatchResult.FORFEIT_WIN: "+",
    MatchResult.FORFEIT_LOSS: _LOST_BY_FORFEIT,
    MatchResult.DOUBLE_FORFEIT: _LOST_BY_FORFEIT,
    MatchResult.FULL_POINT_BYE: "F",
    MatchResult.HALF_POINT_BYE: "H",
    MatchResult.ZERO_POINT_BYE: "Z",
}
"""Type letters of TRF 299 for results other than played matches, whose letters follow from their points."""


def determine_match_scoring(event: Event, boards: int) -> MatchScoring:
    """
    Return the points of matches and of the pairing-allocated bye (362, 320, 162, C.04.6:1.4).

    A match lost by forfeit is worth what record 299 says, or else the totals of teams, or else as much as a lost match
    (TEAM-FORFEIT-VALUE). ``P`` of record 162 holds the game points of each board, or, if it is more than a won game, of
    the whole match.
    """
    points = event.match_points or MatchPoints()
    bye = event.team_allocated_byes or TeamAllocatedByes()
    matches, games = bye.match_points, bye.game_points
    if games is None and event.team_bye_points is not None:
        is_per_board = event.team_bye_points <= event.scoring.white_win
        games = event.team_bye_points * (boards if is_per_board else 1)
    is_declared = matches is not None and games is not None
    if matches is None:
        matches = points.win if event.team_bye_worth_a_win else points.draw
    if games is None and event.team_bye_worth_a_win:
        games = boards * event.scoring.white_win
    forfeit = assigned_forfeit_points(event)
    if forfeit is None:
        forfeit = event.team_forfeit_points if points.loss else 0
    return MatchScoring(
        win=points.win,
        draw=points.draw,
        loss=points.loss,
        pairing_allocated_bye=matches,
        pairing_allocated_bye_games=games,
        forfeit_loss=None if forfeit == points.loss else forfeit,
        is_bye_declared=is_declared,
        is_forfeit_declared=forfeit is not None,
    )


def assigned_forfeit_points(event: Event) -> int | None:
    """Return the match points that record 299 assigns to every match lost by forfeit; None if no record does."""
    assigned = [
        abnormal.match_points
        for abnormal in event.abnormal_points
        if abnormal.kind == _LOST_BY_FORFEIT and abnormal.round_number is None and not abnormal.numbers
        if abnormal.match_points is not None
    ]
    return assigned[-1] if assigned else None


def with_bye_worth_a_win(event: Event) -> Event:
    """Return a team event whose pairing-allocated bye is worth a win, unless the file declares its value."""
    return replace(event, team_bye_worth_a_win=True)


class PointsCalculator(FrozenStruct, frozen=True, kw_only=True):
    """A calculator of match points and game points, in tenths."""

    matches: MatchScoring
    games: ScoringSystem
    boards: int
    abnormal: tuple[AbnormalPoints, ...] = ()

    def game_points(self, entries: Sequence[RoundEntry], result: MatchResult) -> int:
        """Return the sum of the players' points; a forfeited match without any row is won on all boards."""
        if result is MatchResult.FORFEIT_WIN and not entries:
            return self.boards * self.games.forfeit_win
        return sum(self.games.points(entry) for entry in entries)

    def match_points(self, result: MatchResult, own: int, their: int) -> int:
        """Return the match points for game points; a match without a result counts as drawn (C.04.2:3.1)."""
        if result is MatchResult.PENDING:
            return self.matches.draw
        is_forfeit = result in (MatchResult.FORFEIT_LOSS, MatchResult.FORFEIT_WIN)
        if result is MatchResult.FORFEIT_WIN or (own > their and not is_forfeit):
            return self.matches.win
        if own == their and not is_forfeit and (result is MatchResult.PLAYED or own > 0):
            return self.matches.draw
        if result is MatchResult.PLAYED or self.matches.forfeit_loss is None:
            return self.matches.loss
        return self.matches.forfeit_loss

    def bye(self, result: MatchResult) -> MatchEntry:
        """Return the entry of a team without a match."""
        match_points, game_points = 0, 0
        if result is MatchResult.PAIRING_ALLOCATED_BYE:
            declared = self.matches.pairing_allocated_bye_games
            match_points = self.matches.pairing_allocated_bye
            game_points = self.boards * self.games.white_draw if declared is None else declared
        elif result is MatchResult.FULL_POINT_BYE:
            match_points, game_points = self.matches.win, self.boards * self.games.full_point_bye
        elif result is MatchResult.HALF_POINT_BYE:
            match_points, game_points = self.matches.draw, self.boards * self.games.half_point_bye
        return MatchEntry(result=result, match_points=match_points, game_points=game_points)

    def adjusted(self, team: int, round_number: int, entry: MatchEntry) -> MatchEntry:
        """
        Return the entry with the points that record 299 assigns or adds.

        Points that 299 adds without a round count from the first round on.
        """
        kind = self._kind(entry)
        for abnormal in self.abnormal:
            if abnormal.numbers and team not in abnormal.numbers:
                continue
            if not abnormal.kind and (abnormal.round_number or 1) == round_number:
                entry = replace(
                    entry,
                    match_points=entry.match_points + (abnormal.match_points or 0),
                    game_points=entry.game_points + (abnormal.points or 0),
                )
            elif abnormal.kind == kind and abnormal.kind and abnormal.round_number in (None, round_number):
                entry = replace(
                    entry,
                    match_points=entry.match_points if abnormal.match_points is None else abnormal.match_points,
                    game_points=entry.game_points if abnormal.points is None else abnormal.points,
                )
        return entry

    def _kind(self, entry: MatchEntry) -> str:
        if entry.result is not MatchResult.PLAYED:
            return _ABNORMAL_KINDS.get(entry.result, "")
        letters = {self.matches.loss: "L", self.matches.draw: "D", self.matches.win: "W"}
        return letters.get(entry.match_points, "")


_DEFAULT_BOARDS = 4
_FORFEITS = {
    ForfeitOutcome.WHITE_WINS: (MatchResult.FORFEIT_WIN, MatchResult.FORFEIT_LOSS),
    ForfeitOutcome.BLACK_WINS: (MatchResult.FORFEIT_LOSS, MatchResult.FORFEIT_WIN),
    ForfeitOutcome.BOTH_LOSE: (MatchResult.DOUBLE_FORFEIT, MatchResult.DOUBLE_FORFEIT),
}


def team_event(event: Event) -> TeamEvent:
    """
    Return a team event as the pairing of teams sees it.

    The result has an entry for every team and recorded round. Contradictions are settled as lint reports them
    (`tournaments.teams.lint`).
    """
    return derive_team_event(event, Places(), ProblemLog(event.name))


def with_team_points(event: Event) -> Event:
    """Return a team event in which the totals of all teams are the points of their rounds."""
    rounds = {team.number: team.rounds for team in team_event(event).teams}
    return replace(
        event,
        teams=tuple(
            replace(
                team,
                match_points=sum(entry.match_points for entry in rounds[team.number]),
                game_points=sum(entry.game_points for entry in rounds[team.number]),
            )
            for team in event.teams
        ),
    )


def derive_team_event(event: Event, places: Places, log: ProblemLog) -> TeamEvent:
    """Return the team event, and report contradictions in its rounds."""
    rounds = list_team_rounds(event)
    meetings = [MatchFinder(round=played, places=places, log=log).find() for played in rounds]
    boards = MatchBoards(count=count_boards(event, rounds, meetings), declared=event.board_colours)
    calculator = PointsCalculator(
        matches=determine_match_scoring(event, boards.count),
        games=event.scoring,
        boards=boards.count,
        abnormal=event.abnormal_points,
    )
    matches = _MatchEntryBuilder(boards=boards, calculator=calculator, places=places, log=log)
    byes = TeamByeFinder(event=event, places=places, log=log)
    tables: list[dict[int, MatchEntry]] = []
    for played, opponents in zip(rounds, meetings, strict=True):
        entries = matches.entries(played, opponents)
        entries |= {team: calculator.bye(bye) for team, bye in byes.find(played, opponents).items()}
        tables.append({team: calculator.adjusted(team, played.number, entry) for team, entry in entries.items()})
    return TeamEvent(
        teams=_teams(event, tables),
        rounds_recorded=event.rounds_recorded,
        rounds_declared=event.rounds_declared,
        name=event.name,
        boards=boards.count,
        system=event.system,
        initial_colour=event.initial_colour,
        scoring=calculator.matches,
        virtual_points=event.virtual_points,
        forbidden=event.forbidden,
        requested_byes=list_requested_byes(event),
    )


def _teams(event: Event, tables: Sequence[Mapping[int, MatchEntry]]) -> tuple[MatchTeam, ...]:
    names: dict[int, str] = {}
    for team in event.teams:
        names.setdefault(team.number, team.name)
    return tuple(
        MatchTeam(number=number, name=names[number], rounds=tuple(table[number] for table in tables))
        for number in sorted(names)
    )


def count_boards(event: Event, rounds: Sequence[TeamRound], meetings: Sequence[Mapping[int, int]]) -> int:
    """Return the number of games in a match: as 352 declares, or else the largest number in the event."""
    if event.board_colours:
        return len(event.board_colours)
    sizes = [len(line_up.players) for line_up in event.line_ups]
    for played, opponents in zip(rounds, meetings, strict=True):
        sizes += [len(played.on_boards(*sides)) for sides in opponents.items()]
    return max(sizes, default=0) or _DEFAULT_BOARDS


class _MatchEntryBuilder(FrozenStruct, frozen=True, kw_only=True):
    """A builder of the entries of the two teams of a match."""

    boards: MatchBoards
    calculator: PointsCalculator
    places: Places
    log: ProblemLog

    def entries(self, played: TeamRound, opponents: Mapping[int, int]) -> dict[int, MatchEntry]:
        """Return the entries of all teams with a match."""
        entries: dict[int, MatchEntry] = {}
        for team, opponent in opponents.items():
            if team < opponent:
                entries |= self._match(played, (team, opponent))
        return entries

    def _match(self, played: TeamRound, teams: tuple[int, int]) -> dict[int, MatchEntry]:
        forfeited = next((match for match in played.forfeited if {match.white, match.black} == {*teams}), None)
        rows = [[played.entries[tpn] for tpn in played.on_boards(*sides)] for sides in (teams, (teams[1], teams[0]))]
        results = self._results(played, teams, rows, forfeited)
        points = [self.calculator.game_points(*side) for side in zip(rows, results, strict=True)]
        colour, is_certain = self._colour(played, teams, forfeited)
        return {
            teams[at]: MatchEntry(
                result=results[at],
                opponent=teams[1 - at],
                colour=colour if at == 0 else colour.opposite,
                is_colour_certain=is_certain,
                match_points=self.calculator.match_points(results[at], points[at], points[1 - at]),
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
        """Return the results of both teams by the rows of the players, or else by record 330."""
        row_results = _results_of_rows(rows)
        if forfeited is None:
            return row_results or (MatchResult.PENDING, MatchResult.PENDING)
        record_results = _FORFEITS[forfeited.outcome]
        if forfeited.white != teams[0]:
            record_results = record_results[1], record_results[0]
        if row_results is not None and row_results != record_results:
            self.log.add(
                ProblemCode.FORFEIT_CONTRADICTS_GAMES,
                f"round {played.number}: by record 330 the match of team {teams[0]} with team {teams[1]} was "
                f"{record_results[0].value}, by the rows of the players {row_results[0].value}",
                "correct record 330, or the results",
                at=self.places.record_place(forfeited),
                found=forfeited.outcome.value,
            )
        return row_results or record_results

    def _colour(
        self, played: TeamRound, teams: tuple[int, int], forfeited: ForfeitedMatch | None
    ) -> tuple[Colour, bool]:
        """Return the colour of the first team, and whether it is certain; White if the file does not show it."""
        board = FirstBoardColour(played=played, teams=teams, boards=self.boards, places=self.places, log=self.log)
        colour = board.colour()
        if colour is not None:
            return colour, not board.is_disputed
        if forfeited is not None:
            return Colour.WHITE if forfeited.white == teams[0] else Colour.BLACK, True
        self.log.add(
            ProblemCode.MATCH_COLOURS_UNKNOWN,
            f"round {played.number}: the file does not show whether team {teams[0]} or team {teams[1]} had White; team "
            f"{teams[0]} was taken",
            "write the colours of the games, or record 330 for a forfeited match",
            at=self.places.team_place(teams[0]),
        )
        return Colour.WHITE, False


def _results_of_rows(rows: Sequence[Sequence[RoundEntry]]) -> tuple[MatchResult, MatchResult] | None:
    """
    Return the results of a match by the rows of both teams' players; None without a result or an opponent.

    A match is forfeited only if none of its games was played. The team with more games won by forfeit wins it.
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


class DoubtfulMatch(FrozenStruct, frozen=True, kw_only=True):
    """A match with uncertain colours, by the numbers of the teams."""

    round_number: int
    white: int
    """The team that is read as having White."""
    black: int


def find_doubtful_matches(event: TeamEvent) -> tuple[DoubtfulMatch, ...]:
    """Return all matches with uncertain colours, earliest round first."""
    matches = [
        DoubtfulMatch(round_number=number, white=team.number, black=entry.opponent)
        for team in event.teams
        for number, entry in enumerate(team.rounds, start=1)
        if entry.opponent is not None and entry.colour is Colour.WHITE and not entry.is_colour_certain
    ]
    return tuple(sorted(matches, key=lambda match: (match.round_number, match.white)))


def with_reversed_colours(event: TeamEvent, matches: Collection[DoubtfulMatch]) -> TeamEvent:
    """Return the event with the colours of some matches reversed."""
    places = {(match.round_number, team) for match in matches for team in (match.white, match.black)}

    def reverse_colour(entry: MatchEntry) -> MatchEntry:
        return entry if entry.colour is None else replace(entry, colour=entry.colour.opposite)

    teams = (
        replace(
            team,
            rounds=tuple(
                reverse_colour(entry) if (number, team.number) in places else entry
                for number, entry in enumerate(team.rounds, start=1)
            ),
        )
        for team in event.teams
    )
    return replace(event, teams=tuple(teams))


def find_doubtful_byes(event: Event) -> tuple[RequestedBye, ...]:
    """Return the alternatives to inferred pairing-allocated byes, earliest round first."""
    return tuple(_find_byes(event)[0].doubtful)


def find_inferred_absences(event: Event) -> tuple[RequestedBye, ...]:
    """
    Return the absences of the only team without a match that had a bye before, earliest round first.

    A second pairing-allocated bye would look the same in the file.
    """
    return tuple(_find_byes(event)[0].inferred_absences)


def with_other_byes(event: Event, byes: Collection[RequestedBye]) -> Event:
    """Return the event with some alternatives in place of pairing-allocated byes; all other byes become records."""
    _, allocated = _find_byes(event)
    for bye in byes:
        allocated[bye.round_number - 1] = None
    recorded = event.team_allocated_byes or TeamAllocatedByes()
    return replace(
        event,
        team_allocated_byes=replace(recorded, teams=tuple(allocated)),
        team_byes=(*event.team_byes, *(bye for bye in byes if bye.result is not Result.ZERO_POINT_BYE)),
    )


def _find_byes(event: Event) -> tuple[TeamByeFinder, list[int | None]]:
    """Find the byes of all rounds; return the search, and the team with the pairing-allocated bye of each round."""
    silent = ProblemLog(event.name)
    byes = TeamByeFinder(event=event, places=Places(), log=silent)
    allocated: list[int | None] = []
    for played in list_team_rounds(event):
        round_byes = byes.find(played, MatchFinder(round=played, places=Places(), log=silent).find())
        teams = (team for team, bye in round_byes.items() if bye is MatchResult.PAIRING_ALLOCATED_BYE)
        allocated.append(next(teams, None))
    return byes, allocated
