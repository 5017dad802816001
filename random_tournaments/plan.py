"""
The plan of an event: its size, its rules, and the frequency of misfortunes.

A *rate* is the chance, from 0 to 1, that a misfortune strikes a player in a round, a player in the event, or a game. A
*quota* is the number of times that a misfortune strikes.
"""

from __future__ import annotations

from dataclasses import field, fields
from enum import Enum
from typing import TYPE_CHECKING

from random_tournaments.ratings import Ratings
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import Colour, ScoringSystem

if TYPE_CHECKING:
    from standings.codes import TieBreakCode

MIN_PLAYERS = 2
"""The smallest number of players in an event."""


class Acceleration(Enum):
    """The source of virtual points."""

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
    """The model by which ratings determine results."""

    FIDE_TABLE = "fide-table"
    """Expected scores by the FIDE rating table, cut at 400 points; the wider the difference, the fewer draws."""
    FIXED_DRAWS = "fixed-draws"
    """Expected scores by the same table; draws as frequent as the expected score permits."""
    MILVANG = "milvang"
    """Win, draw and loss by difference and level of the ratings (model of Otto Milvang)."""
    BAYESELO = "bayeselo"
    """Win, draw and loss by difference and level, as in events over the board (model of Rémi Coulom's BayesElo)."""
    FAVOURITE_WINS = "favourite"
    """The higher rated player always wins; a coin is tossed between equals."""
    ANYBODY_WINS = "coin"
    """Ratings do not matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Rates of draws, upsets and misfortunes."""

    half_point_bye: float = 0.0
    """Per player and round."""
    full_point_bye: float = 0.0
    """Per player and round."""
    zero_point_bye: float = 0.0
    """Per player and round: away for one round."""
    withdrawal: float = 0.0
    """Per player and round, from the second round on: away for the rest of the event."""
    late_entry: float = 0.0
    """Per player: arrives after the first round."""
    absence_block: float = 0.0
    """Per player: away for several successive rounds."""
    forfeit: float = 0.0
    """Per game: one player is absent."""
    double_forfeit: float = 0.0
    """Per game: both players are absent."""
    unrated: float = 0.0
    """Per game: decided in less than one move, recorded as W, D, L."""
    unusual: float = 0.0
    """Per game: played, but lost by both players, or drawn by one player and lost by the opponent."""
    draw: float = 0.3
    """Share of draws between equals."""
    upset: float = 0.0
    """Per game won or lost by the result model: the result is reversed."""

    def __post_init__(self) -> None:
        """Refuse rates that are not chances."""
        for rate in fields(self):
            value = getattr(self, rate.name)
            if not 0.0 <= value <= 1.0:
                raise ValueError(f"{rate.name} is {value}; a rate is from 0 to 1")


@dataclass(frozen=True, slots=True)
class Quota:
    """A number of times in each round plus a number in the event."""

    each_round: int = 0
    in_event: int = 0
    """The number of times in random rounds."""

    def __post_init__(self) -> None:
        """Refuse negative numbers."""
        if self.each_round < 0 or self.in_event < 0:
            raise ValueError(f"a quota is {self.each_round} a round and {self.in_event} an event; neither is below 0")


class Quotas(FrozenStruct, frozen=True, kw_only=True):
    """Numbers of misfortunes in addition to the rates, as far as there are players or games left."""

    half_point_bye: Quota = Quota()
    full_point_bye: Quota = Quota()
    zero_point_bye: Quota = Quota()
    withdrawal: Quota = Quota()
    late_entry: Quota = Quota()
    """Counted by event; the number in each round is ignored."""
    absence_block: Quota = Quota()
    """Counted by event; the number in each round is ignored."""
    forfeit: Quota = Quota()
    double_forfeit: Quota = Quota()
    unrated: Quota = Quota()
    unusual: Quota = Quota()


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """The plan of an individual event, which determines the event except for chance and pairings."""

    players: int
    rounds: int
    games: int = 1
    """Number of games in a match; each game is a round of the file."""
    initial_colour: Colour = Colour.WHITE
    scoring: ScoringSystem = field(default_factory=ScoringSystem)
    """The scoring system, with the value of the pairing-allocated bye."""
    acceleration: Acceleration = Acceleration.NONE
    rates: Rates = field(default_factory=Rates)
    quotas: Quotas = field(default_factory=Quotas)
    results: ResultModel = ResultModel.FIDE_TABLE
    ratings: Ratings = field(default_factory=Ratings)
    forbidden_groups: tuple[int, ...] = ()
    """Sizes of groups of players who may not meet each other."""
    tie_breaks: tuple[TieBreakCode, ...] = ()
    """The tie-breaks of the ranking, in order of importance."""
    system_code: str = "FIDE_DUTCH_2026"
    """Field 192, without _BAKU; empty for a system without a code."""
    system_text: str = ""
    """Field 092."""
    start: str = ""
    """Field 042, as ISO 8601; empty if the event has no date."""
    name: str = "Random tournament"

    def __post_init__(self) -> None:
        """Refuse a plan that cannot be played."""
        if self.players < MIN_PLAYERS:
            raise ValueError(f"players is {self.players}; an event has at least {MIN_PLAYERS}")
        if self.rounds < 1:
            raise ValueError(f"rounds is {self.rounds}; an event has at least 1")
        if self.ratings.listed and len(self.ratings.listed) != self.players:
            raise ValueError(f"{len(self.ratings.listed)} ratings are listed for {self.players} players")
        if any(not MIN_PLAYERS <= size <= self.players for size in self.forbidden_groups):
            raise ValueError(f"forbidden_groups are {self.forbidden_groups}; a group has 2 to {self.players} players")
