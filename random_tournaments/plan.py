"""
What is decided of an event before its first move: its size, its rules of play, and how much goes wrong in it.

A *rate* is the chance, from 0 to 1, that a misfortune strikes whatever it can strike: a player in a round, a player in
the event, or a game. A *quota* is the number of times that it strikes.
"""

from __future__ import annotations

from dataclasses import field, fields
from enum import Enum
from typing import TYPE_CHECKING

from random_tournaments.ratings import Ratings
from tournaments.frozen import dataclass
from tournaments.model import Colour, ScoringSystem

if TYPE_CHECKING:
    from standings.codes import TieBreakCode

MIN_PLAYERS = 2
"""It takes two to play."""


class Acceleration(Enum):
    """Where virtual points come from."""

    NONE = "none"
    BAKU = "baku"
    """Field 192 ends in _BAKU; the points follow from C.04.7 and are not listed."""
    VIRTUAL_3 = "virtual-3"
    """Three virtual scoregroups, of 2, 1 and 0 points."""
    VIRTUAL_5 = "virtual-5"
    """Five virtual scoregroups, of 2, 1.5, 1, 0.5 and 0 points."""
    LISTED = "listed"
    """Arbitrary virtual points, drawn by tiers of the starting list and stages of the event."""


class ResultModel(Enum):
    """What ratings have to do with results."""

    FIDE_TABLE = "fide-table"
    """Expected scores by the FIDE rating table, cut at 400 points; the wider the difference, the fewer draws."""
    FIXED_DRAWS = "fixed-draws"
    """Expected scores likewise; draws as frequent as the expected score permits."""
    MILVANG = "milvang"
    """Win, draw and loss by difference and level of the ratings (model of Otto Milvang)."""
    FAVOURITE_WINS = "favourite"
    """The higher rated player always wins; a coin is tossed between equals."""
    ANYBODY_WINS = "coin"
    """Ratings do not matter."""


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
    absence_block: float = 0.0
    """Per player: away for several rounds running, and back."""
    forfeit: float = 0.0
    """Per game: one of the two is not there."""
    double_forfeit: float = 0.0
    """Per game: neither is there."""
    unrated: float = 0.0
    """Per game: decided in less than one move, recorded as W, D, L."""
    unusual: float = 0.0
    """Per game: played, but lost by both, or drawn by one and lost by the other."""
    draw: float = 0.3
    """Share of draws between equals."""
    upset: float = 0.0
    """Per game won or lost by the result model: the other way round."""

    def __post_init__(self) -> None:
        """Refuse what is not a chance."""
        for rate in fields(self):
            value = getattr(self, rate.name)
            if not 0.0 <= value <= 1.0:
                raise ValueError(f"{rate.name} is {value}; a rate is from 0 to 1")


@dataclass(frozen=True, slots=True)
class Quota:
    """A number of times; both parts count."""

    each_round: int = 0
    in_event: int = 0
    """Spread over the rounds by chance."""

    def __post_init__(self) -> None:
        """Refuse what is not a number of times."""
        if self.each_round < 0 or self.in_event < 0:
            raise ValueError(f"a quota is {self.each_round} a round and {self.in_event} an event; neither is below 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotas:
    """How many times misfortunes happen, whatever their rates, as far as there is somebody left to be struck."""

    half_point_bye: Quota = Quota()
    full_point_bye: Quota = Quota()
    zero_point_bye: Quota = Quota()
    withdrawal: Quota = Quota()
    late_entry: Quota = Quota()
    """Counted by event; a number each round has no meaning and is not looked at."""
    absence_block: Quota = Quota()
    """Likewise."""
    forfeit: Quota = Quota()
    double_forfeit: Quota = Quota()
    unrated: Quota = Quota()
    unusual: Quota = Quota()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """Everything that an event is played forward from, except chance and the pairings."""

    players: int
    rounds: int
    games: int = 1
    """Of two who are paired: so many rounds of the file are one round here."""
    initial_colour: Colour = Colour.WHITE
    scoring: ScoringSystem = field(default_factory=ScoringSystem)
    """With the value of the pairing-allocated bye."""
    acceleration: Acceleration = Acceleration.NONE
    rates: Rates = field(default_factory=Rates)
    quotas: Quotas = field(default_factory=Quotas)
    results: ResultModel = ResultModel.FIDE_TABLE
    ratings: Ratings = field(default_factory=Ratings)
    forbidden_groups: tuple[int, ...] = ()
    """Size of each group of players of whom no two may meet."""
    tie_breaks: tuple[TieBreakCode, ...] = ()
    """In order of importance; ranks follow from them."""
    system_code: str = "FIDE_DUTCH_2026"
    """Field 192, without _BAKU; empty for a system that has no code."""
    system_text: str = ""
    """Field 092."""
    start: str = ""
    """Field 042, as ISO 8601; empty if the event has no date."""
    name: str = "Random tournament"

    @property
    def rounds_of_file(self) -> int:
        """How many rounds the file has of them."""
        return self.rounds * self.games

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        if self.players < MIN_PLAYERS:
            raise ValueError(f"players is {self.players}; an event has at least {MIN_PLAYERS}")
        if self.rounds < 1:
            raise ValueError(f"rounds is {self.rounds}; an event has at least 1")
        if self.ratings.listed and len(self.ratings.listed) != self.players:
            raise ValueError(f"{len(self.ratings.listed)} ratings are listed for {self.players} players")
        if any(not MIN_PLAYERS <= size <= self.players for size in self.forbidden_groups):
            raise ValueError(f"forbidden_groups are {self.forbidden_groups}; a group has 2 to {self.players} players")
