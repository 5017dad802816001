"""
The boards of the games of a match, the team with White, and the points on every board (C.07:12).

A team has the colour of its player on the first board (C.04.6:1.6.1). Boards follow from line-ups (300). Without a
line-up, the players who are present sit in the order of the team's list (310, 013). If the first board has no colours,
they follow from the next board and the colours of the boards (352; WBWB... if the record is missing).

A game won or lost by forfeit gives the points of a standard win or loss. The pairing-allocated bye gives the points of
a standard win on each board.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, Result, RoundEntry, ScoringSystem
from tournaments.places import Places
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.teams.event import MatchEntry, MatchResult, TeamEvent
from tournaments.teams.meetings import MatchFinder, TeamRound, list_team_rounds

Points = tuple[int, ...]
"Points in tenths, from the first board."


class MatchBoards(FrozenStruct, frozen=True, kw_only=True):
    """The number of boards in a match, and their colours."""

    count: int
    declared: tuple[Colour, ...] = ()
    """Colours of the team with White, board by board; empty if the event does not declare them."""

    def colour(self, board: int) -> Colour:
        """Return the colour on a board, from 1, of the team that has White on the first board."""
        if board > len(self.declared):
            return Colour.WHITE if board % 2 else Colour.BLACK
        return self.declared[board - 1] if self.declared[0] is Colour.WHITE else self.declared[board - 1].opposite


class Certainty(IntEnum):
    """How certain the boards of a team's players are."""

    LIST_WITH_GAPS = 0
    """Boards by the order of the list, while unknown boards were empty."""
    LIST = 1
    """Boards by the order of the list, with a player on every board."""
    LINE_UP = 2
    """Boards by the line-up."""


def assign_seats(played: TeamRound, team: int, opponent: int, count: int) -> tuple[dict[int, int], Certainty]:
    """
    Return the board of every player of a team in a match, by TPN, and the certainty of the boards.

    A line-up that names no present player is ignored.
    """
    present = played.on_boards(team, opponent)
    line_up = played.line_ups.get(team)
    listed = {tpn: board for board, tpn in enumerate(line_up.players, start=1) if tpn in present} if line_up else {}
    if listed:
        return {tpn: listed[tpn] for tpn in present if tpn in listed}, Certainty.LINE_UP
    certainty = Certainty.LIST if len(present) >= count else Certainty.LIST_WITH_GAPS
    return {tpn: board for board, tpn in enumerate(present, start=1)}, certainty


def assign_game_boards(played: TeamRound, teams: tuple[int, int], count: int) -> dict[int, int]:
    """
    Return the board of every player of the first team in its match against the second, by TPN.

    If the boards of the second team are more certain, a game has the board of the opponent.
    """
    own, own_certainty = assign_seats(played, teams[0], teams[1], count)
    their, their_certainty = assign_seats(played, teams[1], teams[0], count)
    return {
        tpn: _board_of_game(played, tpn, seat, their, (own_certainty, their_certainty)) for tpn, seat in own.items()
    }


def _board_of_game(
    played: TeamRound, tpn: int, seat: int, their: Mapping[int, int], certainties: tuple[Certainty, Certainty]
) -> int:
    """Return the board of a game from the seats of the player and of the opponent."""
    opponent = played.entries[tpn].opponent
    other_seat = seat if opponent is None else their.get(opponent, seat)
    if certainties == (Certainty.LIST_WITH_GAPS, Certainty.LIST_WITH_GAPS):
        return max(seat, other_seat)
    return seat if certainties[0] >= certainties[1] else other_seat


class FirstBoardColour(FrozenStruct, frozen=True, kw_only=True):
    """The colour of a match's first team on the first board."""

    played: TeamRound
    teams: tuple[int, int]
    boards: MatchBoards
    places: Places
    log: ProblemLog

    def colour(self) -> Colour | None:
        """Return the colour of the first team on the first board; None if no game of the match shows it."""
        implied_colours = self._implied_colours()
        if not implied_colours:
            return None
        first = min(implied_colours)
        contradicting = [
            board for board in sorted(implied_colours) if implied_colours[board] is not implied_colours[first]
        ]
        if contradicting and self.boards.declared:
            self._report_contradiction(implied_colours[first], first, contradicting[0])
        elif self.is_disputed:
            self._report_dispute(implied_colours[first])
        return implied_colours[first]

    def _implied_colours(self) -> Mapping[int, Colour]:
        """Return, by board, the colour of the first team on the first board that a game there implies."""
        colours: dict[int, Colour] = {}
        for tpn, board in assign_game_boards(self.played, self.teams, self.boards.count).items():
            entry = self.played.entries[tpn]
            if entry.colour is None or entry.opponent is None:
                continue
            implied = entry.colour if self.boards.colour(board) is Colour.WHITE else entry.colour.opposite
            colours.setdefault(board, implied)
        return colours

    def _seats(self, side: int) -> tuple[dict[int, int], Certainty]:
        return assign_seats(self.played, self.teams[side], self.teams[1 - side], self.boards.count)

    @property
    def is_disputed(self) -> bool:
        """Whether the lists of the two teams put different games, with different colours, on the first board."""
        colours = []
        for side in (0, 1):
            seated, certainty = self._seats(side)
            if certainty is not Certainty.LIST:
                return False
            first = min(seated, key=lambda tpn: seated[tpn])
            colours.append(self.played.entries[first].colour)
        return colours[0] is colours[1] is not None

    def _report_contradiction(self, colour: Colour, first: int, contradicting_board: int) -> None:
        white, black = self._order_by_colour(colour)
        self.log.add(
            ProblemCode.MATCH_COLOURS_CONTRADICT,
            f"round {self.played.number}: team {white} has White by board {first} of its match with team {black}, but "
            f"not by board {contradicting_board}",
            "correct the colours, the order of the boards, or record 352",
            at=self.places.team_place(white),
            found="".join(declared.value.upper() for declared in self.boards.declared),
        )

    def _report_dispute(self, colour: Colour) -> None:
        white, black = self._order_by_colour(colour)
        self.log.add(
            ProblemCode.MATCH_COLOURS_UNKNOWN,
            f"round {self.played.number}: by the lists of teams {white} and {black} different games, with different "
            f"colours, were on the first board; team {white} was taken to have White",
            "write the line-ups (300), or list the players in the order of the boards",
            at=self.places.team_place(white),
        )

    def _order_by_colour(self, colour: Colour) -> tuple[int, int]:
        """Return the team with White and the team with Black."""
        return self.teams if colour is Colour.WHITE else (self.teams[1], self.teams[0])


class BoardPoints(FrozenStruct, frozen=True, kw_only=True):
    """The points of all teams on all boards."""

    points_by_team: Mapping[int, tuple[Points, ...]]
    """Number of the team to its points in every round, from the first."""
    doubtful: tuple[int, ...]
    """The rounds of matches with uncertain boards: both teams have empty boards and no line-ups."""


def compute_board_points(event: Event, teams: TeamEvent) -> BoardPoints:
    """Return the points of every team on the boards of every round; ``teams`` is the team event of ``event``."""
    rounds = list_team_rounds(event)
    opponents = [MatchFinder(round=played, places=Places(), log=ProblemLog("")).find() for played in rounds]
    points = {
        team.number: tuple(
            _round_points(event.scoring, played, (team.number, met.get(team.number)), entry, teams.boards)
            for played, met, entry in zip(rounds, opponents, team.rounds, strict=True)
        )
        for team in teams.teams
    }
    doubtful = (
        played.number
        for played, met in zip(rounds, opponents, strict=True)
        for team, opponent in met.items()
        if team < opponent and _is_doubtful(played, (team, opponent), teams.boards)
    )
    return BoardPoints(points_by_team=points, doubtful=tuple(doubtful))


def _is_doubtful(played: TeamRound, teams: tuple[int, int], boards: int) -> bool:
    sides = (assign_seats(played, teams[0], teams[1], boards), assign_seats(played, teams[1], teams[0], boards))
    return all(seated and certainty is Certainty.LIST_WITH_GAPS for seated, certainty in sides)


def _round_points(
    scoring: ScoringSystem, played: TeamRound, teams: tuple[int, int | None], entry: MatchEntry, boards: int
) -> Points:
    team, opponent = teams
    if opponent is None:
        return (_bye_points(scoring, entry.result),) * boards
    seated = assign_game_boards(played, (team, opponent), boards)
    if not seated:
        return (scoring.win if entry.result is MatchResult.FORFEIT_WIN else scoring.loss,) * boards
    points = [scoring.loss] * boards
    for tpn, board in seated.items():
        if board <= boards:
            points[board - 1] = _game_points(scoring, played.entries[tpn])
    return tuple(points)


def _game_points(scoring: ScoringSystem, entry: RoundEntry) -> int:
    if entry.result is Result.FORFEIT_WIN:
        return scoring.win
    return scoring.loss if entry.result is Result.FORFEIT_LOSS else scoring.points(entry)


def _bye_points(scoring: ScoringSystem, result: MatchResult) -> int:
    points_by_result = {
        MatchResult.PAIRING_ALLOCATED_BYE: scoring.win,
        MatchResult.FULL_POINT_BYE: scoring.full_point_bye,
        MatchResult.HALF_POINT_BYE: scoring.half_point_bye,
    }
    return points_by_result.get(result, 0)
