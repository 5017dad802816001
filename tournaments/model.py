"""
One immutable model of an event, whatever file it came from.

Words: a player's *TPN* is the tournament pairing number (the "starting-rank number" of a TRF 001 record);
a *score* is an integer in tenths of a point (a win is 10, a draw 5); a *round entry* is what one player's row
says of one round. Rounds count from 1.
"""

from __future__ import annotations

import datetime as dt  # noqa: TC003 - annotations are evaluated where records are decoded
from dataclasses import field
from enum import Enum

from tournaments.frozen import dataclass
from tournaments.teams.records import (  # noqa: TC001 - likewise
    ForfeitedMatch,
    LineUp,
    MatchPoints,
    Team,
    TeamAllocatedByes,
)


class Colour(Enum):
    """A colour of pieces."""

    WHITE = "w"
    BLACK = "b"

    __hash__ = object.__hash__  # members are looked up by the million, and the library hashes their names

    @property
    def opposite(self) -> Colour:
        """The other colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Result(Enum):
    """What a round gave a player; the value is the letter of the TRF16 result column."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    """A game of less than one move: played for pairing, not rated."""
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    HALF_POINT_BYE = "H"
    FULL_POINT_BYE = "F"
    PAIRING_ALLOCATED_BYE = "U"
    ZERO_POINT_BYE = "Z"
    """A known absence."""
    PENDING = "*"
    """Paired, result not known (adjourned, or the game is running): a blank result beside an opponent."""

    __hash__ = object.__hash__  # as of colours

    @property
    def is_game(self) -> bool:
        """Whether a game was really played (it counts for colours and for having met)."""
        return self in _GAMES

    @property
    def is_forfeit(self) -> bool:
        """Whether a scheduled game was not played."""
        return self in _FORFEITS

    @property
    def is_bye(self) -> bool:
        """Whether the player had no opponent: requested bye, absence or pairing-allocated bye."""
        return self in _BYES

    @property
    def is_requested_bye(self) -> bool:
        """Whether the player was not to be paired at all (bye other than the pairing-allocated one)."""
        return self in _BYES and self is not Result.PAIRING_ALLOCATED_BYE


_GAMES = frozenset(
    {
        Result.WIN,
        Result.DRAW,
        Result.LOSS,
        Result.UNRATED_WIN,
        Result.UNRATED_DRAW,
        Result.UNRATED_LOSS,
        Result.PENDING,
    }
)
_FORFEITS = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
_BYES = frozenset(
    {
        Result.HALF_POINT_BYE,
        Result.FULL_POINT_BYE,
        Result.PAIRING_ALLOCATED_BYE,
        Result.ZERO_POINT_BYE,
    }
)


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """
    One player's row for one round.

    Either a bye of some kind (``opponent`` and ``colour`` are None), or a scheduled game with its opponent and
    colour, played or forfeited. A forfeit against nobody in particular (old files, team events) has no opponent.
    """

    opponent: int | None
    """TPN of the scheduled opponent."""
    colour: Colour | None
    result: Result

    @property
    def was_paired(self) -> bool:
        """Whether the player was among those to be paired in this round."""
        return self.opponent is not None or not self.result.is_requested_bye

    @property
    def was_played(self) -> bool:
        """Whether a game was played over the board."""
        return self.opponent is not None and self.result.is_game


ABSENT = RoundEntry(None, None, Result.ZERO_POINT_BYE)
"""The entry of a player who is not there."""


class Sex(Enum):
    """As FIDE records it."""

    FEMALE = "w"
    MALE = "m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A participant, with everything that the file says of them."""

    tpn: int
    """The number that identifies the player in this event, from 1; gaps are possible."""
    name: str = ""
    rounds: tuple[RoundEntry, ...] = ()
    """One entry for every recorded round of the event (all players have the same number of entries)."""
    points: int | None = None
    """Points column in tenths, as declared; None if blank."""
    rank: int | None = None
    """Rank column, as declared."""
    rating: int | None = None
    title: str = ""
    """As in FIDE's lists (``GM``, ``WFM``...), or verbatim where unknown."""
    sex: Sex | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    """``YYYY/MM/DD`` with ``00`` for what is unknown, or verbatim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringSystem:
    """Points, in tenths, for whatever a round can give (TRF 162, XXS, BBx)."""

    white_win: int = 10
    black_win: int = 10
    white_draw: int = 5
    black_draw: int = 5
    white_loss: int = 0
    black_loss: int = 0
    forfeit_win: int = 10
    forfeit_loss: int = 0
    full_point_bye: int = 10
    half_point_bye: int = 5
    zero_point_bye: int = 0
    pairing_allocated_bye: int = 10
    pending: int = 5
    """A game whose result is unknown counts as a draw for pairing (C.04.2:3.1)."""

    @property
    def win(self) -> int:
        """Points for a win (with White, where colours differ)."""
        return self.white_win

    @property
    def loss(self) -> int:
        """Points for a loss (with White, where colours differ)."""
        return self.white_loss

    @property
    def is_win_worth_two_draws(self) -> bool:
        """Whether a win is worth two draws, and a loss nothing, with either colour."""
        return (
            self.white_win == self.black_win == 2 * self.white_draw == 2 * self.black_draw
            and self.white_loss == self.black_loss == 0
        )

    def points(self, entry: RoundEntry) -> int:
        """Points in tenths that the entry is worth."""
        value: int = getattr(self, _POINTS[entry.colour][entry.result])
        return value


_POINTS_WHITE = {
    Result.WIN: "white_win",
    Result.UNRATED_WIN: "white_win",
    Result.DRAW: "white_draw",
    Result.UNRATED_DRAW: "white_draw",
    Result.LOSS: "white_loss",
    Result.UNRATED_LOSS: "white_loss",
    Result.FORFEIT_WIN: "forfeit_win",
    Result.FORFEIT_LOSS: "forfeit_loss",
    Result.HALF_POINT_BYE: "half_point_bye",
    Result.FULL_POINT_BYE: "full_point_bye",
    Result.PAIRING_ALLOCATED_BYE: "pairing_allocated_bye",
    Result.ZERO_POINT_BYE: "zero_point_bye",
    Result.PENDING: "pending",
}
_POINTS_BLACK = {result: name.replace("white", "black") for result, name in _POINTS_WHITE.items()}
_POINTS = {None: _POINTS_WHITE, Colour.WHITE: _POINTS_WHITE, Colour.BLACK: _POINTS_BLACK}


@dataclass(frozen=True, slots=True, kw_only=True)
class VirtualPoints:
    """Fictitious points of some players in some rounds (TRF 250, one entry of XXA)."""

    points: int
    """In tenths; in a team event, of the primary score."""
    first_round: int
    last_round: int
    players: frozenset[int]
    """TPNs; in a team event, those of teams."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenGroup:
    """Players of whom no two may meet (XXP, TRF 260)."""

    players: frozenset[int]
    """TPNs; in a team event, those of teams."""
    first_round: int = 1
    last_round: int | None = None
    """None: to the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedBye:
    """A player who is not to be paired in a round not yet paired (XXZ, TRF 240, a bye in the next column)."""

    round_number: int
    tpn: int
    result: Result
    """ZERO_POINT_BYE, HALF_POINT_BYE or FULL_POINT_BYE."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftBlank:
    """A player of whom a file says nothing in rounds that others played."""

    tpn: int
    rounds: tuple[int, ...]
    """In ascending order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbnormalPoints:
    """TRF 299: points assigned out of the ordinary."""

    kind: str
    """The type letter; empty for a penalty or bonus."""
    match_points: int | None
    points: int | None
    """In tenths, may be negative."""
    round_number: int | None
    """None: all rounds."""
    numbers: frozenset[int]
    """TPNs (of players, or of teams in a team event); empty: everybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsBesides:
    """Points that a player is taken to have besides those of their results, from the end of the first round on."""

    tpn: int
    points: int
    """In tenths, may be negative."""


class TrfDialect(Enum):
    """Which form of the Tournament Report File a text has."""

    TRF06 = "TRF06"
    TRF16 = "TRF16"
    TRFX = "TRF(x)"
    TRF26 = "TRF26"


class PrimaryScore(Enum):
    """By which score teams are paired first (record 192; C.04.6:1.4)."""

    MATCH_POINTS = "MP"
    GAME_POINTS = "GP"


class Paired(Enum):
    """Who is paired in an event: whose numbers stand in the records of pairing."""

    PLAYERS = "players"
    TEAMS = "teams"


_CODES_OF_192 = ("FIDE_", "CUSTOM_", "BERGER_")
"""How codes of 192 begin, which programs write in 092, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredSystem:
    """What the file says of its pairing system."""

    code: str = ""
    """TRF 192, trimmed, upper case; empty if absent."""
    text: str = ""
    """TRF 092, verbatim."""

    @property
    def paired(self) -> Paired | None:
        """Who is paired, as 192 says, or else 092 ("Individual", French "individuel"...; "Team"); None: they do not."""
        if self.code:
            return Paired.TEAMS if "TEAM" in self.code else Paired.PLAYERS
        text = self.text.lower()
        if "individu" in text:
            return Paired.PLAYERS
        if "team" in text:
            return Paired.TEAMS
        return Paired.PLAYERS if text.upper().startswith(_CODES_OF_192) else None

    def pairs_teams(self, *, lists_teams: bool) -> bool:
        """Whether teams are paired; where 192 is silent, an event that lists teams pairs them unless 092 denies it."""
        if self.code:
            return self.paired is Paired.TEAMS
        return lists_teams and self.paired is not Paired.PLAYERS

    @property
    def declares_score(self) -> bool:
        """Whether 192 says by which score teams are paired first."""
        return self.code.removesuffix("_BAKU").endswith(("_GP", "_MP"))

    @property
    def primary_score(self) -> PrimaryScore:
        """By which score teams are paired: match points, unless 192 puts game points first."""
        scores = self.code.removesuffix("_BAKU")
        if scores.endswith(("_GP_MP", "_GP")) and not scores.endswith("_MP_GP"):
            return PrimaryScore.GAME_POINTS
        return PrimaryScore.MATCH_POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """
    A tournament as a file tells it.

    ``rounds_recorded`` rounds have been paired (each player has an entry for every one of them); the round after
    them may be announced by ``requested_byes``.
    """

    players: tuple[Player, ...]
    """In ascending order of pairing rank (TPN, unless ``rank_by_position``)."""
    rounds_recorded: int
    rounds_declared: int | None = None
    name: str = ""
    city: str = ""
    federation: str = ""
    start: dt.date | None = None
    end: dt.date | None = None
    arbiter: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    """
    Every further ``??2`` header as (code, text), verbatim, in the order of the codes: whatever no other field of the
    event holds, or holds in another form. Nothing is lost on rewriting.
    """
    system: DeclaredSystem = field(default_factory=DeclaredSystem)
    initial_colour: Colour | None = None
    """As declared (152, XXC); None if the file does not say."""
    scoring: ScoringSystem = field(default_factory=ScoringSystem)
    virtual_points: tuple[VirtualPoints, ...] = ()
    """Explicit acceleration; where it is empty and 192 ends in _BAKU, the Baku rule applies."""
    forbidden: tuple[ForbiddenGroup, ...] = ()
    requested_byes: tuple[RequestedBye, ...] = ()
    abnormal_points: tuple[AbnormalPoints, ...] = ()
    points_besides: tuple[PointsBesides, ...] = ()
    """Of individual players. No file says this: `points.as_if_declared` makes such an event of another."""
    rank_by_position: bool = False
    """XXC rank: pairing order is the order of the rows, not of the numbers."""
    rows: tuple[int, ...] = field(default=(), compare=False)
    """TPNs in the order of the file's rows, where that is another order than the players'."""
    teams: tuple[Team, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    team_allocated_byes: TeamAllocatedByes | None = None
    """None if the file does not say."""
    team_bye_points: int | None = None
    """Game points of the pairing-allocated bye in a team file, in tenths (P of TRF 162); None if the file is silent."""
    team_bye_worth_a_win: bool = False
    """Whether an undeclared bye of a team is worth a win. No file says this, `with_bye_worth_a_win` does."""
    forfeited_matches: tuple[ForfeitedMatch, ...] = ()
    team_byes: tuple[RequestedBye, ...] = ()
    """Byes of teams other than the pairing-allocated one, recorded or requested (TRF 240); ``tpn`` is the team's."""
    match_points: MatchPoints | None = None
    """None if the file does not say."""
    board_colours: tuple[Colour, ...] = ()
    """Of the team with White, board by board (TRF 352); empty if the file does not say."""
    declarations: tuple[str, ...] = ()
    """Text of the ``###`` lines."""
    unknown_records: tuple[str, ...] = ()
    """Lines with a code that this reader does not know, verbatim."""
    unexplained_blanks: tuple[LeftBlank, ...] = field(default=(), compare=False)
    """
    Absences of individual players that are blanks in the file, explained by nothing else in it, by TPN. They are how
    the absence was written, not what happened: events are equal whether or not they have them.
    """
    paired: Paired | None = None
    """Who was paired, where the games or the user told it otherwise than `system` and `teams` do by themselves."""
    dialect: TrfDialect = TrfDialect.TRF16

    @property
    def is_team_event(self) -> bool:
        """Whether teams, not players, were paired."""
        if self.paired is not None:
            return self.paired is Paired.TEAMS
        return self.system.pairs_teams(lists_teams=bool(self.teams))

    def player(self, tpn: int) -> Player:
        """Return the player of that number; KeyError if there is none."""
        for player in self.players:
            if player.tpn == tpn:
                return player
        raise KeyError(tpn)
