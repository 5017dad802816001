"""
The score tables of a team event: by match points, by game points, and the points on every board (Article 12).

A match of a team counts like a game of a player (Article 13): it is won, drawn, lost, a bye, or forfeited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from standings.codes import TieBreak, TieBreakCode
from standings.rounds import NO_OPPONENT, Category, ParticipantRound, can_rounds_follow, mark_final_requested_byes
from standings.rules import TieBreakRules
from standings.score_table import ScoreTable
from standings.values import TENTHS, Column, RoundContribution, format_points
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, PrimaryScore, Result
from tournaments.teams.boards import BoardPoints
from tournaments.teams.event import RESULTS_WITHOUT_A_MATCH, MatchEntry, MatchResult, MatchTeam, TeamEvent

_CATEGORIES = {
    MatchResult.FORFEIT_WIN: Category.FORFEIT_WIN,
    MatchResult.FORFEIT_LOSS: Category.FORFEIT_LOSS,
    MatchResult.DOUBLE_FORFEIT: Category.FORFEIT_LOSS,
    MatchResult.PAIRING_ALLOCATED_BYE: Category.UNREQUESTED_BYE,
    MatchResult.FULL_POINT_BYE: Category.UNREQUESTED_BYE,
    MatchResult.HALF_POINT_BYE: Category.REQUESTED_BYE,
    MatchResult.ZERO_POINT_BYE: Category.REQUESTED_BYE,
}


class TeamTables(FrozenStruct, frozen=True, kw_only=True):
    """The score tables of a team event by both scores, and the points on every board."""

    tables: Mapping[PrimaryScore, ScoreTable]
    primary: PrimaryScore
    boards: int
    board_points: tuple[tuple[tuple[int, ...], ...], ...]
    """Points in tenths, indexed by place of the team, round and board (Article 12)."""
    rounds_with_unknown_boards: tuple[int, ...]
    """The rounds of matches for which the file does not say who sat on which board."""

    @property
    def secondary(self) -> PrimaryScore:
        """The score that is not the primary one."""
        return next(score for score in PrimaryScore if score is not self.primary)

    def totals(self, place: int) -> tuple[int, ...]:
        """Return a team's points of all rounds on every board, in tenths."""
        rounds = self.board_points[place]
        return tuple(sum(points[board] for points in rounds) for board in range(self.boards))


def build_team_tables(event: Event, teams: TeamEvent, points: BoardPoints, rules: TieBreakRules) -> TeamTables:
    """Build the score tables of a team event from the matches and board points that `tournaments.teams` derives."""
    win_and_draw = {
        PrimaryScore.MATCH_POINTS: (teams.scoring.win, teams.scoring.draw),
        PrimaryScore.GAME_POINTS: (teams.boards * event.scoring.white_win, teams.boards * event.scoring.white_draw),
    }
    return TeamTables(
        tables={score: _table_by(event, teams, rules, score, win_and_draw[score]) for score in PrimaryScore},
        primary=rules.primary_score or event.system.primary_score,
        boards=teams.boards,
        board_points=tuple(points.points_by_team[team.number] for team in teams.teams),
        rounds_with_unknown_boards=points.doubtful,
    )


def _table_by(
    event: Event, teams: TeamEvent, rules: TieBreakRules, score: PrimaryScore, win_and_draw: tuple[int, int]
) -> ScoreTable:
    places = {team.number: place for place, team in enumerate(teams.teams)}
    is_followed = can_rounds_follow(teams, rules)
    added = [_assigned_points(event, team.number, score) for team in teams.teams]
    return ScoreTable(
        rules=rules,
        tpns=tuple(places),
        rows=tuple(
            _row(teams.teams, team, places, score, assigned, is_followed=is_followed)
            for team, assigned in zip(teams.teams, added, strict=True)
        ),
        added=tuple(sum(assigned.values()) for assigned in added),
        ratings=(None,) * len(places),
        win=win_and_draw[0],
        draw=win_and_draw[1],
        rounds_recorded=teams.rounds_recorded,
        rounds_scheduled=max(teams.rounds_declared or 0, teams.rounds_recorded),
    )


def _assigned_points(event: Event, team: int, score: PrimaryScore) -> dict[int, int]:
    """Return the points that TRF 299 adds to a team without a result, keyed by the round from which they count."""
    points_by_round: dict[int, int] = {}
    for abnormal in event.abnormal_points:
        number = abnormal.round_number or 1
        points = abnormal.match_points if score is PrimaryScore.MATCH_POINTS else abnormal.points
        if abnormal.kind or not points or number > event.rounds_recorded or team not in (abnormal.numbers or (team,)):
            continue
        points_by_round[number] = points_by_round.get(number, 0) + points
    return points_by_round


def _row(
    teams: Sequence[MatchTeam],
    team: MatchTeam,
    places: Mapping[int, int],
    score: PrimaryScore,
    added: Mapping[int, int],
    *,
    is_followed: bool,
) -> tuple[ParticipantRound, ...]:
    """Return a team's rounds by one score, without points that belong to no round (C07-ASSIGNED-POINTS)."""
    categories = [_CATEGORIES.get(entry.result) for entry in team.rounds]
    mark_final_requested_byes(categories, is_followed=is_followed)
    return tuple(
        ParticipantRound(
            number,
            NO_OPPONENT if entry.opponent is None else places[entry.opponent],
            _points(entry, score) - added.get(number, 0),
            _result(teams, places, number, entry),
            entry.colour is Colour.BLACK,
            category,
        )
        for number, (entry, category) in enumerate(zip(team.rounds, categories, strict=True), start=1)
    )


def _points(entry: MatchEntry, score: PrimaryScore) -> int:
    return entry.match_points if score is PrimaryScore.MATCH_POINTS else entry.game_points


def _result(teams: Sequence[MatchTeam], places: Mapping[int, int], number: int, entry: MatchEntry) -> Result:
    """Return the result of a team's round; game points decide the result of a match that was played."""
    if entry.result is not MatchResult.PLAYED or entry.opponent is None:
        return RESULTS_WITHOUT_A_MATCH.get(entry.result, Result.PENDING)
    opponent_points = teams[places[entry.opponent]].rounds[number - 1].game_points
    if entry.game_points == opponent_points:
        return Result.DRAW
    return Result.WIN if entry.game_points > opponent_points else Result.LOSS


def compute_board_counts(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return BC (12.1): the sum of board number times points on the board; the lower value is better."""
    numbers = tuple(board_count(teams.totals(place)) for place in range(len(teams.board_points)))
    return Column(code=code, numbers=numbers, scale=TENTHS, decimals=1, ascending=True)


def board_count(totals: Sequence[int]) -> int:
    """Return the board count of points on the boards, listed from the first board (12.1)."""
    return sum(number * tenths for number, tenths in enumerate(totals, start=1))


def compute_board_values(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return TBR (12.2) or BBE (12.3): several values, of which the first decides first."""
    rows = [board_values(code.tie_break, teams.totals(place)) for place in range(len(teams.board_points))]
    unit = 1 + max((value for row in rows for value in row), default=0)
    numbers = []
    for row in rows:
        number = 0
        for value in row:
            number = number * unit + max(0, value)
        numbers.append(number)
    texts = tuple(" ".join(map(format_points, row)) for row in rows)
    return Column(code=code, numbers=tuple(numbers), texts=texts)


def board_values(base: TieBreak | None, totals: tuple[int, ...]) -> tuple[int, ...]:
    """
    Return the values that decide one after the other.

    Top board results (12.2) are the points on the first board, then on the second, and so on. Bottom board elimination
    (12.3) takes the points on all boards except the last, then except the last two, and so on; it has no value for a
    single board.
    """
    if base in (TieBreak.BOTTOM_BOARD_ELIMINATION, TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM):
        return tuple(accumulate(totals))[-2::-1]
    return tuple(totals)


def explain_boards(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the points of every round by board, and the amount that the round adds to a board count."""
    table = teams.tables[teams.primary]
    return tuple(
        RoundContribution(
            round_number=entry.number,
            opponent=None if entry.opponent == NO_OPPONENT else table.tpns[entry.opponent],
            result=entry.result,
            board_points=points_by_board,
            amount=board_count(points_by_board) if code.tie_break is TieBreak.BOARD_COUNT else sum(points_by_board),
            article="12",
        )
        for entry, points_by_board in zip(table.rows[place], teams.board_points[place], strict=True)
    )


def describe_boards(teams: TeamTables, place: int) -> str:
    """Return a phrase with a team's points on every board."""
    return f"on the boards {' '.join(map(format_points, teams.totals(place)))}"
