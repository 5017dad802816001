"""
The immutable model of an event, independent of file formats.

Words: a player's *TPN* is the tournament pairing number (the "starting-rank number" of a TRF 001 record). A *score* is
an integer in tenths of a point (a win is 10, a draw 5). A *round entry* is one round in one player's row. Rounds count
from 1.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct, JsonStruct, dataclass

if TYPE_CHECKING:
    from tournaments.teams.records import ForfeitedMatch, LineUp, MatchPoints, Team, TeamAllocatedByes


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
    """The result of a player's round; the value is the letter of the TRF16 result column."""

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
        """Whether a game was played over the board, so that it counts for colours and for having met."""
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
        """Whether the player was not to be paired at all: any bye except the pairing-allocated bye."""
        return self in REQUESTED_BYES


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
REQUESTED_BYES = (Result.FULL_POINT_BYE, Result.HALF_POINT_BYE, Result.ZERO_POINT_BYE)
"""Byes for which a player is not to be paired, by their points from the most to the fewest."""
_BYES = frozenset((*REQUESTED_BYES, Result.PAIRING_ALLOCATED_BYE))


class RoundEntry(JsonStruct, frozen=True, array_like=True):
    """
    One player's row for one round.

    Either a bye of some kind (``opponent`` and ``colour`` are None), or a scheduled game with its opponent and
    colour, played or forfeited. In old files and team events a forfeit may lack an opponent.
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
"""The entry of a player who is absent."""


class Sex(Enum):
    """The sex of a player as FIDE records it."""

    FEMALE = "w"
    MALE = "m"


class Player(FrozenStruct, frozen=True, kw_only=True):
    """A player, with all data of the file."""

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
    """The title as in FIDE's lists (``GM``, ``WFM``...); an unknown title verbatim."""
    sex: Sex | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    """``YYYY/MM/DD`` with ``00`` for an unknown month or day, or the text verbatim."""


class ScoringSystem(FrozenStruct, frozen=True, kw_only=True):
    """Points, in tenths, for every result of a round (TRF 162, XXS, BBx)."""

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


class VirtualPoints(FrozenStruct, frozen=True, kw_only=True):
    """Fictitious points of some players in some rounds (TRF 250, one entry of XXA)."""

    points: int
    """In tenths; in a team event, points of the primary score."""
    first_round: int
    last_round: int
    players: frozenset[int]
    """TPNs of players; in a team event, numbers of teams."""


class ForbiddenGroup(FrozenStruct, frozen=True, kw_only=True):
    """A group of players who may not meet each other (XXP, TRF 260)."""

    players: frozenset[int]
    """TPNs of players; in a team event, numbers of teams."""
    first_round: int = 1
    last_round: int | None = None
    """None: until the end of the event."""


class RequestedBye(FrozenStruct, frozen=True, kw_only=True):
    """A player who is not to be paired in a round not yet paired (XXZ, TRF 240, a bye in the next column)."""

    round_number: int
    tpn: int
    result: Result
    """ZERO_POINT_BYE, HALF_POINT_BYE or FULL_POINT_BYE."""


class BlankRounds(JsonStruct, frozen=True, kw_only=True):
    """A player, or in a team event a team, and the rounds in which the file leaves the participant blank."""

    tpn: int
    rounds: tuple[int, ...]
    """In ascending order."""


class AbnormalPoints(FrozenStruct, frozen=True, kw_only=True):
    """Points that a file assigns in place of ordinary points or besides them (TRF 299)."""

    kind: str
    """The type letter; empty for a penalty or bonus."""
    match_points: int | None
    points: int | None
    """In tenths, may be negative."""
    round_number: int | None
    """None: all rounds."""
    numbers: frozenset[int]
    """TPNs of players, or numbers of teams in a team event; empty: all participants."""


class ExtraPoints(FrozenStruct, frozen=True, kw_only=True):
    """Points that a player has in addition to the points by results, from the end of the first round on."""

    tpn: int
    points: int
    """In tenths, may be negative."""


class Dialect(Enum):
    """A form of the Tournament Report File."""

    TRF26 = "trf26"
    TRFX = "trfx"
    """TRF(x) and TRF(bx)."""
    TRF16 = "trf16"
    TRF06 = "trf06"
    """Read only."""

    @property
    def title(self) -> str:
        """The name as programs print it."""
        return "TRF(x)" if self is Dialect.TRFX else self.name


WRITTEN_DIALECTS = (Dialect.TRF26, Dialect.TRFX, Dialect.TRF16)


class PrimaryScore(Enum):
    """The score by which teams are paired first (record 192; C.04.6:1.4)."""

    MATCH_POINTS = "MP"
    GAME_POINTS = "GP"


class ParticipantKind(Enum):
    """The kind of participants that are paired; the records of pairing hold their numbers."""

    PLAYERS = "players"
    TEAMS = "teams"


_SYSTEM_CODE_PREFIXES = ("FIDE_", "CUSTOM_", "BERGER_")
"""Beginnings of the codes of record 192, which some programs write in 092."""


class DeclaredSystem(FrozenStruct, frozen=True, kw_only=True):
    """The pairing system that the file declares."""

    code: str = ""
    """TRF 192, trimmed, upper case; empty if absent."""
    text: str = ""
    """TRF 092, verbatim."""

    @property
    def paired(self) -> ParticipantKind | None:
        """The kind of participants that 192 declares, or else 092 ("Individual", "Team"...); None if neither does."""
        if self.code:
            return ParticipantKind.TEAMS if "TEAM" in self.code else ParticipantKind.PLAYERS
        text = self.text.lower()
        if "individu" in text:
            return ParticipantKind.PLAYERS
        if "team" in text:
            return ParticipantKind.TEAMS
        return ParticipantKind.PLAYERS if text.upper().startswith(_SYSTEM_CODE_PREFIXES) else None

    def pairs_teams(self, *, lists_teams: bool) -> bool:
        """Whether teams are paired: as 192 declares, or else if the event lists teams and 092 does not deny it."""
        if self.code:
            return self.paired is ParticipantKind.TEAMS
        return lists_teams and self.paired is not ParticipantKind.PLAYERS

    @property
    def declares_score(self) -> bool:
        """Whether 192 declares the score by which teams are paired first."""
        return self.code.removesuffix("_BAKU").endswith(("_GP", "_MP"))

    @property
    def primary_score(self) -> PrimaryScore:
        """The score by which teams are paired: match points, unless 192 puts game points first."""
        scores = self.code.removesuffix("_BAKU")
        if scores.endswith(("_GP_MP", "_GP")) and not scores.endswith("_MP_GP"):
            return PrimaryScore.GAME_POINTS
        return PrimaryScore.MATCH_POINTS


NAMING_TIE_BREAKS = ("202", "212")
"""Headers that name the tie-breaks, or the whole order, of a rank order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """
    A tournament with all data of its file.

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
    All ``??2`` headers that no other field of the event holds in the same form, as (code, text), verbatim, in the order
    of the codes. Nothing is lost on rewriting.
    """
    system: DeclaredSystem = field(default_factory=DeclaredSystem)
    initial_colour: Colour | None = None
    """The declared initial colour (152, XXC); None if the file declares none."""
    scoring: ScoringSystem = field(default_factory=ScoringSystem)
    virtual_points: tuple[VirtualPoints, ...] = ()
    """Explicit acceleration; if it is empty and 192 ends in _BAKU, the Baku rule applies."""
    forbidden: tuple[ForbiddenGroup, ...] = ()
    requested_byes: tuple[RequestedBye, ...] = ()
    abnormal_points: tuple[AbnormalPoints, ...] = ()
    extra_points: tuple[ExtraPoints, ...] = ()
    """Additional points of individual players. No file holds them; `points.with_declared_points` sets them."""
    rank_by_position: bool = False
    """XXC rank: pairing order is the order of the rows, not of the numbers."""
    rows: tuple[int, ...] = field(default=(), compare=False)
    """TPNs in the order of the file's rows, if it differs from the order of the players."""
    teams: tuple[Team, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    team_allocated_byes: TeamAllocatedByes | None = None
    """None if the file does not say."""
    team_bye_points: int | None = None
    """Game points of the pairing-allocated bye in a team file, in tenths (P of TRF 162); None if the file is silent."""
    team_bye_worth_a_win: bool = False
    """Whether an undeclared bye of a team is worth a win. No file holds it; `with_bye_worth_a_win` sets it."""
    team_forfeit_points: int | None = None
    """
    Match points of a match lost by forfeit, in tenths; None: those of a lost match, but nothing says so. No record
    holds them; `forfeits.infer_forfeit_points` reads them from the totals of teams (310).
    """
    forfeited_matches: tuple[ForfeitedMatch, ...] = ()
    team_byes: tuple[RequestedBye, ...] = ()
    """Byes of teams other than the pairing-allocated one, recorded or requested (TRF 240); ``tpn`` is the team's."""
    match_points: MatchPoints | None = None
    """None if the file does not say."""
    board_colours: tuple[Colour, ...] = ()
    """Colours of the team with White, board by board (TRF 352); empty if the file does not say."""
    declarations: tuple[str, ...] = ()
    """Text of the ``###`` lines."""
    unknown_records: tuple[str, ...] = ()
    """Lines with a code that the reader does not know, verbatim."""
    unexplained_blanks: tuple[BlankRounds, ...] = field(default=(), compare=False)
    """
    Absences of individual players that are unexplained blanks in the file, by TPN. They only say how an absence was
    written, so they do not count when events are compared.
    """
    paired: ParticipantKind | None = None
    """The kind of participants that were paired, if the games or the user contradict `system` and `teams`."""
    dialect: Dialect = Dialect.TRF16

    @property
    def is_team_event(self) -> bool:
        """Whether teams, not players, were paired."""
        if self.paired is not None:
            return self.paired is ParticipantKind.TEAMS
        return self.system.pairs_teams(lists_teams=bool(self.teams))

    def header(self, code: str) -> str:
        """Return the text of a header, such as ``202``; empty if the file does not have it."""
        return next((text for known, text in self.headers if known == code), "")

    @property
    def names_tie_breaks(self) -> bool:
        """Whether a header names the tie-breaks of the rank order."""
        return any(code in NAMING_TIE_BREAKS for code, _ in self.headers)

    def with_rounds(self, rounds: Mapping[int, Iterable[RoundEntry]]) -> Event:
        """Return the event with other rounds of some players, by TPN; points and byes stay as they are."""
        players = (
            replace(player, rounds=tuple(rounds[player.tpn])) if player.tpn in rounds else player
            for player in self.players
        )
        return replace(self, players=tuple(players))

    def player(self, tpn: int) -> Player:
        """Return the player of that number; KeyError if there is none."""
        for player in self.players:
            if player.tpn == tpn:
                return player
        raise KeyError(tpn)
