"""The axes of team events; an axis that individual events share has the same key and form."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from random_tournaments.axes import Chance, Frequency, Span, WeightedChoice, describe_axis, max_rounds, share_per_round
from random_tournaments.plan import MIN_PLAYERS, Acceleration, ResultModel
from random_tournaments.teams.plan import BoardColours, ByeWorth, TeamScores
from reference_engines.team.edition import PreferenceType
from standings.codes import TieBreakCode, parse_list
from tournaments.frozen import dataclass
from tournaments.model import Colour
from tournaments.teams.records import MatchPoints

if TYPE_CHECKING:
    import datetime as dt


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
        if self.lowest_rating.lowest > self.highest_rating.highest:
            raise ValueError(
                f"lowest-rating begins at {self.lowest_rating.lowest}, above the end of highest-rating, "
                f"{self.highest_rating.highest}"
            )
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
        if self.rounds.lowest > max_rounds(self.teams.highest):
            raise ValueError(
                f"rounds is {describe_axis(self.rounds)}, and {self.teams.highest} teams can meet in "
                f"{max_rounds(self.teams.highest)} rounds at most"
            )


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
_NEVER = Frequency()
_PLAIN = replace(
    _MIXED,
    boards=Span(4, 4),
    board_colours=WeightedChoice((BoardColours.ALTERNATE,)),
    preferences=WeightedChoice((PreferenceType.A,)),
    scores=WeightedChoice((TeamScores.MATCH_THEN_GAME,)),
    match_points=WeightedChoice((MATCH_POINTS["2-1-0"],)),
    bye=WeightedChoice((ByeWorth.DRAW,)),
    half_point_byes=_NEVER,
    full_point_byes=_NEVER,
    zero_point_byes=_NEVER,
    withdrawals=_NEVER,
    late_entries=_NEVER,
    absence_blocks=_NEVER,
    forfeits=_NEVER,
    double_forfeits=_NEVER,
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
