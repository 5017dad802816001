"""
What is decided of an event before its first move: its size, its rules of play, and how much goes wrong in it.

A *rate* is the chance, from 0 to 1, that a misfortune strikes whatever it can strike: a player in a round, a player in
the event, or a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum

from tournaments.model import Colour, ScoringSystem

FEWEST_PLAYERS = 2
"""It takes two to play."""


class Acceleration(Enum):
    """Where virtual points come from."""

    NONE = "none"
    BAKU = "Baku"
    """Field 192 ends in _BAKU; the points follow from C.04.7 and are not listed."""
    LISTED = "listed"
    """Arbitrary virtual points, drawn by tiers of the starting list and stages of the event."""


class UpsetModel(Enum):
    """What ratings have to do with results."""

    RATINGS = "ratings"
    """Expected scores follow the rating difference, cut at 400 points."""
    FAVOURITE_WINS = "favourite wins"
    ANYBODY_WINS = "anybody wins"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """How often things happen that are not a rated game between two players who are there."""

    half_point_bye: float = 0.0
    """Per player and round."""
    full_point_bye: float = 0.0
    """Per player and round."""
    zero_point_bye: float = 0.0
    """Per player and round: away for one round."""
    withdrawal: float = 0.0
    """Per player and round, from the second on: away for the rest of the event."""
    late_entry: float = 0.0
    """Per player: arrives after the first round."""
    forfeit: float = 0.0
    """Per game: one of the two is not there."""
    double_forfeit: float = 0.0
    """Per game: neither is there."""
    unrated: float = 0.0
    """Per game: decided in less than one move, recorded as W, D, L."""
    unusual: float = 0.0
    """Per game: played, but lost by both, or drawn by one and lost by the other."""
    draw: float = 0.3
    """Share of draws between equals; it falls as the expected score leaves one half."""

    def __post_init__(self) -> None:
        """Refuse what is no chance."""
        for rate in fields(self):
            value = getattr(self, rate.name)
            if not 0.0 <= value <= 1.0:
                raise ValueError(f"{rate.name} is {value}; a rate is from 0 to 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """Everything that an event is played forward from, but for chance and the pairings."""

    players: int
    rounds: int
    initial_colour: Colour = Colour.WHITE
    scoring: ScoringSystem = field(default_factory=ScoringSystem)
    """With the value of the pairing-allocated bye."""
    acceleration: Acceleration = Acceleration.NONE
    rates: Rates = field(default_factory=Rates)
    upsets: UpsetModel = UpsetModel.RATINGS
    ratings: tuple[int, int] = (1200, 2600)
    """The lowest and the highest possible."""
    forbidden_groups: tuple[int, ...] = ()
    """Size of each group of players of whom no two may meet."""
    system_code: str = "FIDE_DUTCH_2026"
    """Field 192, without _BAKU."""
    name: str = "Random tournament"

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        lowest, highest = self.ratings
        if self.players < FEWEST_PLAYERS:
            raise ValueError(f"players is {self.players}; an event has at least {FEWEST_PLAYERS}")
        if self.rounds < 1:
            raise ValueError(f"rounds is {self.rounds}; an event has at least 1")
        if not 1 <= lowest <= highest:
            raise ValueError(f"ratings are {self.ratings}; give the lowest, at least 1, and the highest")
        if any(not FEWEST_PLAYERS <= size <= self.players for size in self.forbidden_groups):
            raise ValueError(f"forbidden_groups are {self.forbidden_groups}; a group has 2 to {self.players} players")
