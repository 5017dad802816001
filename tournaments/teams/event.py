"""
A team event as the pairing of teams sees it: teams, and what every round gave each of them.

It is derived from an `Event`, whose games are those of the players. A team's *number* is its tournament pairing number
(TPN, from 1); match points and game points are in tenths. Rounds count from 1.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import Result

if TYPE_CHECKING:
    from tournaments.model import Colour, DeclaredSystem, ForbiddenGroup, RequestedBye, VirtualPoints


class MatchResult(Enum):
    """What a round was to a team."""

    PLAYED = "played"
    """Against an opponent, at least one game on the boards: it counts for having met and for colours."""
    FORFEIT_WIN = "won by forfeit"
    """The whole match: the opponent was not there."""
    FORFEIT_LOSS = "lost by forfeit"
    DOUBLE_FORFEIT = "lost by both by forfeit"
    PAIRING_ALLOCATED_BYE = "pairing-allocated bye"
    FULL_POINT_BYE = "full-point bye"
    HALF_POINT_BYE = "half-point bye"
    ZERO_POINT_BYE = "absent"
    PENDING = "pending"
    """Paired; no result of it is known yet."""

    @property
    def was_paired(self) -> bool:
        """Whether the team was among those to be paired."""
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
"""What a round is to a team as it would be to a player; that of a match that was played depends on its games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEntry:
    """One team's row for one round."""

    result: MatchResult
    opponent: int | None = None
    """Number of the scheduled team; None for a bye."""
    colour: Colour | None = None
    """Scheduled on the first board (C.04.6:1.6.1, 2024 and 2026); None for a bye."""
    is_colour_certain: bool = True
    """False where no game tells the colour, or the lists of the two teams differ on the first board."""
    match_points: int = 0
    game_points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTeam:
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
    """Match points; as many as for a draw, unless the event's regulations say otherwise (C.04.6:1.4)."""
    pairing_allocated_bye_games: int | None = None
    """Game points of the bye; None: as for a drawn match, half a point a board."""
    is_bye_declared: bool = field(default=True, compare=False)
    """Whether the event declares both values of the bye."""

    @property
    def is_win_worth_two_draws(self) -> bool:
        """Whether a won match is worth two drawn ones, and a lost one nothing."""
        return self.win == 2 * self.draw and self.loss == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEvent:
    """A tournament of teams."""

    teams: tuple[MatchTeam, ...]
    """In ascending order of numbers."""
    rounds_recorded: int
    rounds_declared: int | None = None
    name: str = ""
    boards: int = 4
    """Games in a match."""
    system: DeclaredSystem
    """With the code of 192, which tells colour preference (type A or B) and which score is primary."""
    initial_colour: Colour | None = None
    scoring: MatchScoring
    virtual_points: tuple[VirtualPoints, ...] = ()
    """Of teams, by number; in the unit of the primary score."""
    forbidden: tuple[ForbiddenGroup, ...] = ()
    """Of teams, by number."""
    requested_byes: tuple[RequestedBye, ...] = ()
    """Of teams, by number in ``tpn``."""
