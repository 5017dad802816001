"""Records of teams besides the games of their players; points are in tenths, rounds count from 1."""

from __future__ import annotations

from enum import Enum

from tournaments.frozen import FrozenStruct


class Team(FrozenStruct, frozen=True, kw_only=True):
    """A team of a team event (TRF 013, 310)."""

    number: int
    name: str
    players: tuple[int, ...]
    """TPNs in board order."""
    match_points: int | None = None
    game_points: int | None = None
    rank: int | None = None
    nickname: str = ""
    strength: str = ""
    """Strength factor of TRF 310, verbatim."""


class LineUp(FrozenStruct, frozen=True, kw_only=True):
    """The players on the boards of a team in a match (TRF 300)."""

    round_number: int
    team: int
    opponent: int | None
    """Number of the other team; None if the record leaves it blank."""
    players: tuple[int | None, ...]
    """TPN on every board, from the first; None for an empty board."""


class TeamAllocatedByes(FrozenStruct, frozen=True, kw_only=True):
    """Pairing-allocated byes of teams (TRF 320)."""

    match_points: int | None = None
    """Match points of the bye, in tenths; None if the record does not say."""
    game_points: int | None = None
    teams: tuple[int | None, ...] = ()
    """Number of the team with the bye in every round, from the first; None for a round without the bye."""


class ForfeitOutcome(Enum):
    """The winner of a forfeited match; the value is the outcome of TRF 330."""

    WHITE_WINS = "+-"
    BLACK_WINS = "-+"
    BOTH_LOSE = "--"


class ForfeitedMatch(FrozenStruct, frozen=True, kw_only=True):
    """A match that was scheduled and not played (TRF 330)."""

    outcome: ForfeitOutcome
    round_number: int
    white: int
    """Number of the team with White on the first board."""
    black: int


class MatchPoints(FrozenStruct, frozen=True, kw_only=True):
    """Points in tenths for a match (TRF 362)."""

    win: int = 20
    draw: int = 10
    loss: int = 0
