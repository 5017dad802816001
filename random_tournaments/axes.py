"""
The axes on which events vary, and the named profiles of axes.

An axis is fixed, a range, or a distribution. It holds the values that may be drawn; a plan holds the drawn values.
Configuration files, the command line and manifests name an axis by its key.

``realistic`` follows 28 real events of individual players (2,247 players, 7,550 games: opens, weekenders, club and
online events of 4 to 357 players). White scores 53.4 %. Of the games between rated players over the board, 15 % are
drawn at a mean rating of 1500, 20 % at 1820, 25 % at 2090 and 36 % at 2380, and 35 % at a difference of 75 points, 22 %
at 250, 7 % at 450. Four in 100 players leave an event over the board before its last round, 70 in 100 an online event;
the profile takes the mean of all opens, 17 %. Per player and round 1 % half-point byes and 0.5 % single absences; 8 in
1,000 players come late; a full-point bye in 12,000; 0.4 % of games forfeited; 15 % of players without a rating, 4 %
with a title; ratings from 470 to 3,100, in half of the events within 800 points; 4 to 9 rounds.

``endorsement`` takes the ranges of the generators of JaVaFo and bbpPairings: 15 to 215 players, 5 to 15 rounds, draws
10 to 50 %, a forfeit in 6 to 30 games, half-point byes and withdrawals from one in 15 to hardly any, ratings from
1400..2300 to 2400..2800. It also varies axes that both generators keep constant: full-point byes, double forfeits,
unusual and unrated results, late entries, forbidden pairs, acceleration, scoring, the colour of the first board.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import fields, replace
from enum import Enum
from typing import Any, Generic, TypeVar

from random_tournaments.plan import MIN_PLAYERS, Acceleration, ResultModel
from reference_engines.frame.edition import Edition
from standings.codes import TieBreakCode, parse_list
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import Colour, ScoringSystem

STANDARD = ScoringSystem()


def _make_scoring(win: int, draw: int, loss: int, bye: int) -> ScoringSystem:
    """Return a scoring, in tenths, in which byes and forfeits have the value of the corresponding win, draw or loss."""
    return ScoringSystem(
        white_win=win,
        black_win=win,
        white_draw=draw,
        black_draw=draw,
        white_loss=loss,
        black_loss=loss,
        forfeit_win=win,
        full_point_bye=win,
        half_point_bye=draw,
        pairing_allocated_bye=bye,
        pending=draw,
    )


SCORINGS: dict[str, ScoringSystem] = {
    "standard": STANDARD,
    "half-bye": ScoringSystem(pairing_allocated_bye=5),
    "zero-bye": ScoringSystem(pairing_allocated_bye=0),
    "3-1-0": _make_scoring(30, 10, 0, bye=30),
    "3-2-1": _make_scoring(30, 20, 10, bye=20),
    "2-1-0": _make_scoring(20, 10, 0, bye=20),
}
"""Scoring systems by name; ``half-bye`` and ``zero-bye`` give the points of the pairing-allocated bye."""


def scoring_name(scoring: ScoringSystem) -> str:
    """Return the name of a scoring, or its values if it has no name."""
    for name, points in SCORINGS.items():
        if points == scoring:
            return name
    return f"win {scoring.win}, draw {scoring.white_draw}, loss {scoring.loss} tenths, and others"


_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Span:
    """Whole numbers from ``lowest`` to ``highest``, both included."""

    lowest: int
    highest: int

    def __post_init__(self) -> None:
        """Refuse an empty span."""
        if not 0 <= self.lowest <= self.highest:
            raise ValueError(f"{self.lowest}..{self.highest} contains nothing; give the smaller number first")

    @property
    def is_fixed(self) -> bool:
        """Whether there is nothing to draw."""
        return self.lowest == self.highest


@dataclass(frozen=True, slots=True)
class Chance:
    """Chances from ``lowest`` to ``highest``; zero in a share ``absent`` of the events."""

    lowest: float = 0.0
    highest: float = 0.0
    absent: float = 0.0

    def __post_init__(self) -> None:
        """Refuse numbers that are not chances."""
        if not 0.0 <= self.lowest <= self.highest <= 1.0 or not 0.0 <= self.absent <= 1.0:
            raise ValueError(f"{self.lowest}..{self.highest}: a chance is from 0 to 1 (100 %), the lower one first")


class Per(Enum):
    """The unit of a frequency."""

    ROUND = "round"
    EVENT = "event"


class Frequency(FrozenStruct, frozen=True, kw_only=True):
    """The frequency of a misfortune: a share of the players or games that it can strike, or a number of times."""

    share: Chance | None = None
    number: Span | None = None
    per: Per = Per.ROUND


def share_per_round(lowest: float, highest: float, absent: float = 0.5) -> Frequency:
    """Return a share per round, or per event for a misfortune that strikes a player once; zero in some events."""
    return Frequency(share=Chance(lowest, highest, absent))


@dataclass(frozen=True, slots=True)
class WeightedChoice(Generic[_T]):
    """One of several values, by weight."""

    values: tuple[_T, ...]
    weights: tuple[int, ...] = ()
    """One weight for each value; empty: equal weights."""

    def __post_init__(self) -> None:
        """Refuse a choice without values, or with a wrong number of weights."""
        if not self.values or (self.weights and len(self.weights) != len(self.values)):
            raise ValueError("a choice has at least one value, and as many weights as values")


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """The axes from which plans of events are drawn."""

    players: Span = Span(4, 130)
    """Drawn on a logarithmic scale."""
    rounds: Span = Span(4, 13)
    listed_ratings: tuple[int, ...] = ()
    """The ratings of all players; if given, they fix the number of players."""
    lowest_rating: Span = Span(1200, 1200)
    highest_rating: Span = Span(2600, 2600)
    rating_step: Span = Span(0, 0)
    rating_sigma: Span = Span(0, 0)
    rating_groups: Span = Span(1, 1)
    rating_ties: Chance = Chance()
    unrated_players: Chance = Chance()
    titled_players: Chance = Chance()
    results: WeightedChoice[ResultModel] = WeightedChoice(
        (ResultModel.FIDE_TABLE, ResultModel.MILVANG, ResultModel.FAVOURITE_WINS, ResultModel.ANYBODY_WINS),
        (4, 2, 1, 3),
    )
    draws: Chance = Chance(0.0, 0.7)
    upsets: Chance = Chance(0.0, 0.0)
    half_point_byes: Frequency = Frequency(share=Chance(0.0, 0.12, 0.5))
    full_point_byes: Frequency = Frequency(share=Chance(0.0, 0.03, 0.5))
    zero_point_byes: Frequency = Frequency(share=Chance(0.0, 0.10, 0.5))
    withdrawals: Frequency = Frequency(share=Chance(0.0, 0.05, 0.5))
    late_entries: Frequency = Frequency(share=Chance(0.0, 0.15, 0.5))
    absence_blocks: Frequency = Frequency(share=Chance(0.0, 0.05, 0.7))
    forfeits: Frequency = Frequency(share=Chance(0.0, 0.15, 0.5))
    double_forfeits: Frequency = Frequency(share=Chance(0.0, 0.05, 0.5))
    unrated_games: Frequency = Frequency(share=Chance(0.0, 0.10, 0.5))
    unusual_results: Frequency = Frequency(share=Chance(0.0, 0.05, 0.5))
    forbidden_groups: WeightedChoice[int] = WeightedChoice((0, 1, 2, 3), (12, 2, 1, 1))
    """Number of groups, each of two players up to a fifth of all players."""
    acceleration: WeightedChoice[Acceleration] = WeightedChoice(
        (Acceleration.NONE, Acceleration.BAKU, Acceleration.VIRTUAL_3, Acceleration.VIRTUAL_5, Acceleration.LISTED),
        (12, 4, 1, 1, 2),
    )
    scoring: WeightedChoice[ScoringSystem] = WeightedChoice(tuple(SCORINGS.values()), (8, 1, 1, 1, 1, 1))
    initial_colour: WeightedChoice[Colour] = WeightedChoice((Colour.WHITE, Colour.BLACK))
    tie_breaks: WeightedChoice[tuple[TieBreakCode, ...]] = WeightedChoice(
        (
            (),
            parse_list("BH/C1,BH,SB,DE"),
            parse_list("DE,WON,BH/M1,BWG"),
            parse_list("AOB,FB,PS/C1,BPG"),
            parse_list("SB/C1,KS,REP,WIN,BH/C2/P"),
        ),
        (2, 1, 1, 1, 1),
    )
    """Lists of tie-breaks, without those of Article 10, since profiles have unrated players."""
    start: dt.date | None = None
    """First day of the events, which selects the edition of C.07; None: the first day of the pairing edition."""

    def __post_init__(self) -> None:
        """Refuse axes that contradict each other or cannot be played."""
        if self.players.lowest < MIN_PLAYERS:
            raise ValueError(f"players is {describe_axis(self.players)}; an event has at least {MIN_PLAYERS}")
        if self.rounds.lowest < 1:
            raise ValueError(f"rounds is {describe_axis(self.rounds)}; an event has at least 1")
        require_rating_order(self.lowest_rating, self.highest_rating)
        if self.listed_ratings:
            number = len(self.listed_ratings)
            if not self.players.lowest <= number <= self.players.highest:
                raise ValueError(f"{number} ratings are listed, and players is {describe_axis(self.players)}")
        require_playable_rounds(self.rounds, self.players.highest, "players")


def max_rounds(players: int) -> int:
    """Return the largest number of rounds in which no two players meet twice."""
    return players if players % 2 else players - 1


def require_playable_rounds(rounds: Span, participants: int, noun: str) -> None:
    """Raise ValueError if not even the smallest number of rounds can be played without a second meeting."""
    most = max_rounds(participants)
    if rounds.lowest > most:
        message = f"rounds is {describe_axis(rounds)}, and {participants} {noun} can meet in {most} rounds at most"
        raise ValueError(message)


def require_rating_order(lowest: Span, highest: Span) -> None:
    """Raise ValueError if every lowest rating is above every highest rating."""
    if lowest.lowest > highest.highest:
        message = f"lowest-rating begins at {lowest.lowest}, above the end of highest-rating, {highest.highest}"
        raise ValueError(message)


def event_start(start: dt.date | None, edition: Edition) -> str:
    """
    Return the first day of an event that an edition pairs, as ISO 8601: by the axis, or the edition's first day.

    Raise ValueError for a day on which the edition is not in force, since readers would assume another edition.
    """
    if start is None:
        return edition.in_force_from.isoformat()
    if not edition.was_in_force(start):
        span = f"from {edition.in_force_from}{f' to {edition.in_force_until}' if edition.in_force_until else ''}"
        raise ValueError(f"start is {start}, and {edition.key} is in force {span}")
    return start.isoformat()


def describe_axis(value: object) -> str:
    """Return an axis or one of its values as the command line writes it."""
    for kind, words in _DESCRIPTIONS:
        if isinstance(value, kind):
            return words(value)
    return str(value)


def _describe_span(span: Span) -> str:
    return str(span.lowest) if span.is_fixed else f"{span.lowest}..{span.highest}"


def _describe_chance(chance: Chance) -> str:
    low, high = (f"{100 * edge:.4g}" for edge in (chance.lowest, chance.highest))
    return f"{low}%" if low == high else f"{low}..{high}%"


def _describe_frequency(frequency: Frequency) -> str:
    per = f"/{frequency.per.value}" if frequency.per is Per.EVENT else ""
    if frequency.number is not None:
        return _describe_span(frequency.number) + per
    return _describe_chance(frequency.share or Chance()) + per


_DESCRIPTIONS: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (Span, _describe_span),
    (Chance, _describe_chance),
    (Frequency, _describe_frequency),
    (WeightedChoice, lambda choice: ",".join(describe_axis(option) for option in choice.values)),
    (tuple, lambda parts: "+".join(describe_axis(part) for part in parts) or "none"),
    (Enum, lambda member: str(member.value)),
    (dt.date, dt.date.isoformat),
    (type(None), lambda _: "none"),
    (ScoringSystem, scoring_name),
)

AXIS_KEYS: dict[str, str] = {axis.name.replace("_", "-").removeprefix("listed-"): axis.name for axis in fields(Axes)}
"""The key of every axis, and the name of its field."""

MISFORTUNES = {
    "half_point_bye": "half_point_byes",
    "full_point_bye": "full_point_byes",
    "zero_point_bye": "zero_point_byes",
    "withdrawal": "withdrawals",
    "late_entry": "late_entries",
    "absence_block": "absence_blocks",
    "forfeit": "forfeits",
    "double_forfeit": "double_forfeits",
    "unrated": "unrated_games",
    "unusual": "unusual_results",
}
"""The name of the rate and quota for each axis of frequencies."""
_NO_MISFORTUNES: dict[str, Any] = dict.fromkeys(MISFORTUNES.values(), Frequency())

PLAIN = Axes(
    results=WeightedChoice((ResultModel.FIDE_TABLE,)),
    draws=Chance(0.3, 0.3),
    **_NO_MISFORTUNES,
    forbidden_groups=WeightedChoice((0,)),
    acceleration=WeightedChoice((Acceleration.NONE,)),
    scoring=WeightedChoice((STANDARD,)),
)
"""Axes without misfortunes or unusual rules, the base of profiles and of configurations of other programs."""


_ALL_ACCELERATIONS = (
    Acceleration.NONE,
    Acceleration.BAKU,
    Acceleration.VIRTUAL_3,
    Acceleration.VIRTUAL_5,
    Acceleration.LISTED,
)

MIXED = Axes()
"""All axes vary, with many small events; for developing an engine."""
REALISTIC = replace(
    PLAIN,
    players=Span(9, 357),
    rounds=Span(4, 9),
    lowest_rating=Span(470, 2190),
    highest_rating=Span(1480, 2720),
    unrated_players=Chance(0.0, 0.3),
    titled_players=Chance(0.0, 0.5),
    results=WeightedChoice((ResultModel.BAYESELO,)),
    half_point_byes=share_per_round(0.0, 0.03, absent=0.33),
    full_point_byes=share_per_round(0.0, 0.002, absent=0.9),
    zero_point_byes=share_per_round(0.0, 0.01, absent=0.0),
    withdrawals=share_per_round(0.0, 0.08, absent=0.1),
    late_entries=share_per_round(0.0, 0.03, absent=0.5),
    absence_blocks=share_per_round(0.0, 0.01, absent=0.5),
    forfeits=share_per_round(0.0, 0.01, absent=0.2),
    acceleration=WeightedChoice((Acceleration.NONE, Acceleration.BAKU), (19, 1)),
    scoring=WeightedChoice((STANDARD, SCORINGS["half-bye"], SCORINGS["3-1-0"]), (18, 1, 1)),
    tie_breaks=MIXED.tie_breaks,
)
ENDORSEMENT = replace(
    MIXED,
    players=Span(15, 215),
    rounds=Span(5, 15),
    lowest_rating=Span(1400, 2300),
    highest_rating=Span(2400, 2800),
    rating_groups=Span(1, 4),
    rating_ties=Chance(0.0, 0.1, 0.5),
    unrated_players=Chance(0.0, 0.1, 0.5),
    titled_players=Chance(0.0, 1.0),
    results=WeightedChoice((ResultModel.FIDE_TABLE, ResultModel.MILVANG, ResultModel.FIXED_DRAWS), (3, 2, 1)),
    draws=Chance(0.1, 0.5),
    half_point_byes=share_per_round(0.0, 1 / 15, absent=0.1),
    full_point_byes=share_per_round(0.0, 0.002, absent=0.5),
    zero_point_byes=share_per_round(0.0, 0.02, absent=0.2),
    withdrawals=share_per_round(0.0, 1 / 30, absent=0.1),
    late_entries=share_per_round(0.0, 0.1),
    absence_blocks=share_per_round(0.0, 0.03, absent=0.7),
    forfeits=share_per_round(1 / 100, 1 / 6, absent=0.0),
    double_forfeits=share_per_round(0.0, 0.02, absent=0.7),
    unrated_games=share_per_round(0.0, 0.02),
    unusual_results=share_per_round(0.0, 0.01),
    acceleration=WeightedChoice(_ALL_ACCELERATIONS, (14, 3, 1, 1, 1)),
    scoring=WeightedChoice(tuple(SCORINGS.values()), (12, 1, 1, 2, 1, 1)),
)
HARD = replace(
    MIXED,
    players=Span(6, 40),
    rounds=Span(7, 13),
    rating_ties=Chance(0.0, 0.3, 0.5),
    results=WeightedChoice(
        (ResultModel.FIDE_TABLE, ResultModel.FAVOURITE_WINS, ResultModel.ANYBODY_WINS, ResultModel.FIXED_DRAWS),
        (2, 1, 4, 1),
    ),
    upsets=Chance(0.0, 0.4, 0.7),
    absence_blocks=share_per_round(0.0, 0.2, absent=0.5),
    forbidden_groups=WeightedChoice((0, 1, 2), (6, 1, 1)),
)
"""Few players and many rounds: dense histories, conflicting colours, topscorers in final rounds, many floats."""
TINY = replace(MIXED, players=Span(2, 9), rounds=Span(1, 9))
HUGE = replace(
    ENDORSEMENT, players=Span(500, 3000), rounds=Span(7, 13), forbidden_groups=WeightedChoice((0, 1), (3, 1))
)

PROFILES: dict[str, Axes] = {
    "mixed": MIXED,
    "realistic": REALISTIC,
    "endorsement": ENDORSEMENT,
    "hard": HARD,
    "tiny": TINY,
    "huge": HUGE,
}
