"""
The axes of team events, and the plan of a team event.

An axis that individual events share has the same key and form. Rates and quotas refer to teams and matches.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import field, fields, replace
from enum import Enum
from typing import Any

from random_tournaments.axes import (
    MISFORTUNES,
    Chance,
    Frequency,
    Span,
    WeightedChoice,
    describe_axis,
    require_playable_rounds,
    require_rating_order,
    share_per_round,
)
from random_tournaments.plan import MIN_PLAYERS, Acceleration, Quotas, Rates, ResultModel
from random_tournaments.ratings import Ratings
from reference_engines.team.edition import PreferenceType
from standings.codes import TieBreakCode, parse_list
from tournaments.frozen import dataclass
from tournaments.model import Colour
from tournaments.teams.records import MatchPoints


class TeamScores(Enum):
    """The scores by which teams are paired: primary score and score of 4.2.2, as field 192 writes them."""

    MATCH_THEN_GAME = "MP_GP"
    GAME_THEN_MATCH = "GP_MP"
    MATCH_ONLY = "MP"
    GAME_ONLY = "GP"

    @property
    def has_game_points_first(self) -> bool:
        """Whether game points are the primary score."""
        return self.value.startswith("GP")


class ByeWorth(Enum):
    """The result whose points the pairing-allocated bye of a team gives (1.4)."""

    DRAW = "draw"
    WIN = "win"


class BoardColours(Enum):
    """Colours of the team with White, board by board (TRF 352)."""

    ALTERNATE = "alternate"
    WHITE = "white"
    """White on every board."""


_TYPES = {PreferenceType.A: "_TYPEA", PreferenceType.B: "_TYPEB", PreferenceType.NONE: ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlan:
    """The plan of a team event, which determines the event except for chance and pairings."""

    teams: int
    rounds: int
    boards: int = 4
    reserves: int = 0
    """Number of players of a team beyond the boards."""
    board_colours: BoardColours = BoardColours.ALTERNATE
    initial_colour: Colour = Colour.WHITE
    preferences: PreferenceType = PreferenceType.A
    scores: TeamScores = TeamScores.MATCH_THEN_GAME
    match_points: MatchPoints = field(default_factory=MatchPoints)
    bye: ByeWorth = ByeWorth.DRAW
    acceleration: Acceleration = Acceleration.NONE
    rates: Rates = field(default_factory=Rates)
    """The rates of misfortunes; forfeits are forfeits of whole matches."""
    quotas: Quotas = field(default_factory=Quotas)
    empty_boards: float = 0.0
    """Per board of a match: one player is absent."""
    results: ResultModel = ResultModel.FIDE_TABLE
    ratings: Ratings = field(default_factory=Ratings)
    """The ratings of teams; players are rated around the rating of the team."""
    forbidden_groups: tuple[int, ...] = ()
    """Sizes of groups of teams that may not meet each other."""
    tie_breaks: tuple[TieBreakCode, ...] = ()
    """The tie-breaks of teams, after the points or with the points among them (``PTS``)."""
    system_text: str = ""
    """Field 092."""
    start: str = ""
    """Field 042, as ISO 8601; empty if the event has no date."""
    name: str = "Random team tournament"

    def __post_init__(self) -> None:
        """Refuse a plan that cannot be played."""
        if self.teams < MIN_PLAYERS:
            raise ValueError(f"teams is {self.teams}; an event has at least {MIN_PLAYERS}")
        if self.rounds < 1 or self.boards < 1:
            raise ValueError(f"rounds is {self.rounds}, boards {self.boards}; there is at least 1 of each")
        if not 0.0 <= self.empty_boards <= 1.0:
            raise ValueError(f"empty_boards is {self.empty_boards}; a rate is from 0 to 1")
        if any(not MIN_PLAYERS <= size <= self.teams for size in self.forbidden_groups):
            raise ValueError(f"forbidden_groups are {self.forbidden_groups}; a group has 2 to {self.teams} teams")

    @property
    def games(self) -> int:
        """Number of rounds of the file for each round: one, since all games of a team match are in one round."""
        return 1

    @property
    def players(self) -> int:
        """Number of participants that are paired: the teams."""
        return self.teams

    @property
    def win(self) -> int:
        """Points for a won match in the primary score, in tenths: match points, or a win on all boards."""
        return 10 * self.boards if self.scores.has_game_points_first else self.match_points.win

    @property
    def system_code(self) -> str:
        """Field 192, with all choices of the event's regulations."""
        baku = "_BAKU" if self.acceleration is Acceleration.BAKU else ""
        return f"FIDE_TEAM{_TYPES[self.preferences]}_{self.scores.value}{baku}"


_MAX_TEAMS = 999
"""The largest number of teams; team numbers have three columns (TRF26)."""
_MAX_PLAYERS = 9999
MATCH_POINTS: dict[str, MatchPoints] = {
    "2-1-0": MatchPoints(),
    "3-1-0": MatchPoints(win=30, draw=10, loss=0),
    "3-2-1": MatchPoints(win=30, draw=20, loss=10),
}
"""Points for a match won, drawn and lost, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamAxes:
    """The axes from which plans of team events are drawn."""

    teams: Span
    """Drawn on a logarithmic scale."""
    rounds: Span
    boards: Span
    reserves: Span
    lowest_rating: Span
    highest_rating: Span
    board_colours: WeightedChoice[BoardColours]
    preferences: WeightedChoice[PreferenceType]
    scores: WeightedChoice[TeamScores]
    match_points: WeightedChoice[MatchPoints]
    bye: WeightedChoice[ByeWorth]
    results: WeightedChoice[ResultModel]
    draws: Chance
    upsets: Chance
    half_point_byes: Frequency
    full_point_byes: Frequency
    zero_point_byes: Frequency
    withdrawals: Frequency
    late_entries: Frequency
    absence_blocks: Frequency
    forfeits: Frequency
    double_forfeits: Frequency
    empty_boards: Chance
    forbidden_groups: WeightedChoice[int]
    """Number of groups, each of two teams up to a fifth of all teams."""
    acceleration: WeightedChoice[Acceleration]
    initial_colour: WeightedChoice[Colour]
    tie_breaks: WeightedChoice[tuple[TieBreakCode, ...]]
    """Drawn independently, so that a seed gives the same games with any lists."""
    start: dt.date | None = None
    """First day of the events, which selects the edition of C.07; None: the first day of the pairing edition."""

    def __post_init__(self) -> None:
        """Refuse axes that contradict each other."""
        require_rating_order(self.lowest_rating, self.highest_rating)
        if self.teams.highest < MIN_PLAYERS or self.teams.highest > _MAX_TEAMS:
            raise ValueError(f"teams is {describe_axis(self.teams)}; an event has {MIN_PLAYERS} to {_MAX_TEAMS}")
        most_players = self.teams.highest * (self.boards.highest + self.reserves.highest)
        if most_players > _MAX_PLAYERS:
            raise ValueError(
                f"teams is {describe_axis(self.teams)}, boards {describe_axis(self.boards)}, "
                f"reserves {describe_axis(self.reserves)}: "
                f"up to {most_players} players, and a file holds {_MAX_PLAYERS}"
            )
        if self.boards.lowest < 1:
            raise ValueError(f"boards is {describe_axis(self.boards)}; a match has at least 1 board")
        require_playable_rounds(self.rounds, self.teams.highest, "teams")


TEAM_AXIS_KEYS: dict[str, str] = {axis.name.replace("_", "-"): axis.name for axis in fields(TeamAxes)}
"""The key of every axis, and the name of its field."""

_MIXED = TeamAxes(
    teams=Span(5, 60),
    rounds=Span(3, 13),
    boards=Span(2, 8),
    reserves=Span(0, 2),
    lowest_rating=Span(1200, 2000),
    highest_rating=Span(2000, 2700),
    board_colours=WeightedChoice((BoardColours.ALTERNATE, BoardColours.WHITE), (4, 1)),
    preferences=WeightedChoice(tuple(PreferenceType), (3, 2, 1)),
    scores=WeightedChoice(tuple(TeamScores), (4, 2, 1, 1)),
    match_points=WeightedChoice(tuple(MATCH_POINTS.values()), (6, 1, 1)),
    bye=WeightedChoice(tuple(ByeWorth), (4, 1)),
    results=WeightedChoice((ResultModel.FIDE_TABLE, ResultModel.MILVANG, ResultModel.ANYBODY_WINS), (3, 1, 2)),
    draws=Chance(0.1, 0.6),
    upsets=Chance(),
    half_point_byes=share_per_round(0.0, 0.04, absent=0.6),
    full_point_byes=share_per_round(0.0, 0.02, absent=0.7),
    zero_point_byes=share_per_round(0.0, 0.06),
    withdrawals=share_per_round(0.0, 0.03),
    late_entries=share_per_round(0.0, 0.10),
    absence_blocks=share_per_round(0.0, 0.05, absent=0.7),
    forfeits=share_per_round(0.0, 0.10),
    double_forfeits=share_per_round(0.0, 0.03, absent=0.7),
    empty_boards=Chance(0.0, 0.06, 0.4),
    forbidden_groups=WeightedChoice((0, 1, 2), (10, 2, 1)),
    acceleration=WeightedChoice(
        (Acceleration.NONE, Acceleration.BAKU, Acceleration.VIRTUAL_3, Acceleration.VIRTUAL_5, Acceleration.LISTED),
        (20, 4, 1, 1, 2),
    ),
    initial_colour=WeightedChoice((Colour.WHITE, Colour.BLACK)),
    tie_breaks=WeightedChoice(
        (
            (),
            parse_list("MPvGP,EMMSB,DE"),
            parse_list("EDE,MPvGP,BH:MP/C1"),
            parse_list("BH:GP,EGGSB/C1,SSSC,BC"),
            parse_list("EMGSB,EDEBT,TBR,BBE"),
        ),
        (2, 1, 1, 1, 1),
    ),
)
_NO_MISFORTUNES: dict[str, Any] = {
    axis: Frequency() for axis in MISFORTUNES.values() if axis in TEAM_AXIS_KEYS.values()
}
_PLAIN = replace(
    _MIXED,
    boards=Span(4, 4),
    board_colours=WeightedChoice((BoardColours.ALTERNATE,)),
    preferences=WeightedChoice((PreferenceType.A,)),
    scores=WeightedChoice((TeamScores.MATCH_THEN_GAME,)),
    match_points=WeightedChoice((MATCH_POINTS["2-1-0"],)),
    bye=WeightedChoice((ByeWorth.DRAW,)),
    **_NO_MISFORTUNES,
    empty_boards=Chance(),
    forbidden_groups=WeightedChoice((0,)),
    acceleration=WeightedChoice((Acceleration.NONE,)),
)
TEAM_PROFILES: dict[str, TeamAxes] = {
    "mixed": _MIXED,
    "plain": _PLAIN,
    "hard": replace(
        _MIXED,
        teams=Span(5, 24),
        rounds=Span(5, 13),
        results=WeightedChoice((ResultModel.ANYBODY_WINS,)),
        boards=Span(2, 4),
    ),
    "tiny": replace(_MIXED, teams=Span(3, 9), rounds=Span(2, 9)),
    "huge": replace(_MIXED, teams=Span(120, 250), rounds=Span(7, 13)),
}
"""``mixed`` varies all axes; ``plain`` follows the defaults of the regulation, without misfortunes."""
