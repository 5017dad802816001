"""Points of matches and byes of teams, by records 362, 320, 162 and 299 or by default."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring
from tournaments.teams.records import MatchPoints, TeamAllocatedByes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.model import AbnormalPoints, Event, RoundEntry, ScoringSystem

_ABNORMAL_KINDS = {
    MatchResult.FORFEIT_WIN: "+",
    MatchResult.FORFEIT_LOSS: "-",
    MatchResult.DOUBLE_FORFEIT: "-",
    MatchResult.FULL_POINT_BYE: "F",
    MatchResult.HALF_POINT_BYE: "H",
    MatchResult.ZERO_POINT_BYE: "Z",
}
"""Type letters of TRF 299 for results other than played matches, whose letters follow from their points."""


def determine_match_scoring(event: Event, boards: int) -> MatchScoring:
    """
    Return the points of matches and of the pairing-allocated bye (362, 320, 162, C.04.6:1.4).

    ``P`` of record 162 holds the game points of each board, or, if it is more than a won game, of the whole match.
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
    return MatchScoring(
        win=points.win,
        draw=points.draw,
        loss=points.loss,
        pairing_allocated_bye=matches,
        pairing_allocated_bye_games=games,
        is_bye_declared=is_declared,
    )


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
        is_drawn = own == their and (result is MatchResult.PLAYED or own > 0)
        return self.matches.draw if is_drawn and not is_forfeit else self.matches.loss

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
