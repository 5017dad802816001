"""The plan of a team event; rates and quotas refer to teams and matches."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING

from random_tournaments.plan import MIN_PLAYERS, Acceleration, Quotas, Rates, ResultModel
from random_tournaments.ratings import Ratings
from reference_engines.team.edition import PreferenceType
from tournaments.frozen import dataclass
from tournaments.model import Colour
from tournaments.teams.records import MatchPoints

if TYPE_CHECKING:
    from standings.codes import TieBreakCode


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
