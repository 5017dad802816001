"""
A team event as the pairing of teams sees it: teams and their rounds.

A team event is derived from an `Event`, which holds the games of the players. A team's *number* is its tournament
pairing number (TPN, from 1). Match points and game points are in tenths. Rounds count from 1.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import Colour, DeclaredSystem, ForbiddenGroup, RequestedBye, Result, VirtualPoints


class MatchResult(Enum):
    """The result of a team's round."""

    PLAYED = "played"
    """At least one game was played over the board, so the match counts for having met and for colours."""
    FORFEIT_WIN = "won by forfeit"
    """The opponent forfeited the whole match."""
    FORFEIT_LOSS = "lost by forfeit"
    DOUBLE_FORFEIT = "lost by both by forfeit"
    PAIRING_ALLOCATED_BYE = "pairing-allocated bye"
    FULL_POINT_BYE = "full-point bye"
    HALF_POINT_BYE = "half-point bye"
    ZERO_POINT_BYE = "absent"
    PENDING = "pending"
    """Paired; no result is known yet."""

    @property
    def was_paired(self) -> bool:
        """Whether the team was to be paired."""
        return self not in (MatchResult.FULL_POINT_BYE, MatchResult.HALF_POINT_BYE, MatchResult.ZERO_POINT_BYE)


RESULTS_WITHOUT_A_MATCH = {
    MatchResult.FORFEIT_WIN: Result.FORFEIT_WIN,
    MatchResult.FORFEIT_LOSS: Result.FORFEIT_LOSS,
    MatchResult.DOUBLE_FORFEIT: Result.FORFEIT_LOSS,
    MatchResult.PAIRING_ALLOCATED_BYE: Result.PAIRING_ALLOCATED_BYE,
    MatchResult.FULL_POINT_BYE: Result.FULL_POINT_BYE,
    MatchResult.HALF_POINT_BYE: Result.HALF_POINT_BYE,
    MatchResult.ZERO_POINT_BYE: Result.ZERO_POINT_BYE,
    MatchResult.PENDING: Result.PENDING,
}
"""The result of a player that corresponds to a team's round without a played match."""


class MatchEntry(FrozenStruct, frozen=True, kw_only=True):
    """One team's row for one round."""

    result: MatchResult
    opponent: int | None = None
    """Number of the scheduled team; None for a bye."""
    colour: Colour | None = None
    """The scheduled colour of the first board (C.04.6:1.6.1, 2024 and 2026); None for a bye."""
    is_colour_certain: bool = True
    """False if no game shows the colour, or if the lists of the two teams differ on the first board."""
    match_points: int = 0
    game_points: int = 0


class MatchTeam(FrozenStruct, frozen=True, kw_only=True):
    """A team, with an entry for every recorded round."""

    number: int
    name: str = ""
    rounds: tuple[MatchEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScoring:
    """Match points and game points, in tenths (TRF 362, 162, 320)."""

    win: int = 20
    draw: int = 10
    loss: int = 0
    pairing_allocated_bye: int = 10
    """Match points of the bye; the points of a draw, unless the event's regulations say otherwise (C.04.6:1.4)."""
    pairing_allocated_bye_games: int | None = None
    """Game points of the bye; None: the points of a drawn match, half a point on each board."""
    forfeit_loss: int | None = None
    """Match points of a match lost by forfeit; None: the points of a lost match."""
    is_bye_declared: bool = field(default=True, compare=False)
    """Whether the event declares both values of the bye."""
    is_forfeit_declared: bool = field(default=True, compare=False)
    """Whether the event shows the match points of a match lost by forfeit, or a lost match is worth nothing."""

    @property
    def is_win_worth_two_draws(self) -> bool:
        """Whether a won match is worth two drawn matches, and a lost match nothing."""
        return self.win == 2 * self.draw and self.loss == 0


class TeamEvent(FrozenStruct, frozen=True, kw_only=True):
    """A tournament of teams."""

    teams: tuple[MatchTeam, ...]
    """In ascending order of numbers."""
    rounds_recorded: int
    rounds_declared: int | None = None
    name: str = ""
    boards: int = 4
    """Games in a match."""
    system: DeclaredSystem
    """The declared system; the code of 192 names the type of colour preference (A or B) and the primary score."""
    initial_colour: Colour | None = None
    scoring: MatchScoring
    virtual_points: tuple[VirtualPoints, ...] = ()
    """Virtual points of teams, by number, in the unit of the primary score."""
    forbidden: tuple[ForbiddenGroup, ...] = ()
    """Groups of teams, by number."""
    requested_byes: tuple[RequestedBye, ...] = ()
    """Byes of teams; ``tpn`` is the number of the team."""
