"""
The players of a round by rank (1.7, 1.8; A.6, A.7), and a bracket of them.

The Index by which players are ranked has Buchholz first, then Sonneborn-Berger, from the rounds so far. It differs from
the tie-break of C.07: rounds without a game have a rule of their own, and virtual points do not count.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Self

import numpy as np

from reference_engines.definitions.acceleration import virtual_points
from reference_engines.definitions.bye_first import ByeFirstPlayers
from reference_engines.definitions.player_states import over_the_board
from reference_engines.downfloating.bracket import Bracket
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import Event, Result
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import Rounds
    from reference_engines.definitions.players import Players

    RoundScores = Callable[[History, IntArray, int], IntArray]
    """From the history, (players,) scores and the row of the round: (rounds before, players) scores."""
    from reference_engines.downfloating.bracket import AnyArray


class Method(Enum):
    """A measure of opposition (1.7.1; A.6.a)."""

    BUCHHOLZ = "sum of the opponents' scores"
    SONNEBORN_BERGER = "sum of the opponents' scores, each times the points earned against that opponent"


class Series(Enum):
    """The zero-point byes that count as draws in the Index of opponents (1.7.2; A.6.b.1, exception)."""

    UP_TO_THE_ROUND_TO_BE_PAIRED = "consecutive ones, if the player is not there now either"
    UP_TO_THE_LAST_ROUND = "consecutive ones up to the latest round played"
    BEFORE_THE_LAST_ROUND = "those before the latest round played, of consecutive ones up to it"
    NONE = "none"


def present_scores(history: History, score: IntArray, row: int) -> IntArray:
    """Return the score that each opponent has now; an absent opponent has no column, and no game counts."""
    return score[history.opponent[:row]]


def own_present_score(history: History, score: IntArray, row: int) -> IntArray:
    """Return the score that the player has now: a round without a game is a game against oneself (1.7.2; A.6.b)."""
    return np.broadcast_to(score, (row, history.players))


def no_score(history: History, score: IntArray, row: int) -> IntArray:
    """Return no score in any round: no edition does."""
    del score
    return np.zeros((row, history.players), dtype=np.int64)


def add_up(scores: IntArray) -> IntArray:
    """Add up (rounds, players) scores."""
    return np.asarray(scores.sum(axis=0), dtype=np.int64)


def as_multiplied(products: IntArray) -> IntArray:
    """Return the products of points and scores."""
    return products


class Opposition(FrozenStruct, frozen=True, kw_only=True):
    """The record of an event before a round, and the values of the Index of every player."""

    event: Event
    history: History
    row: int
    """Row of the round."""
    buchholz: IntArray
    sonneborn_berger: IntArray


def round_to_be_paired(number: int, _seeding_rounds: int) -> int:
    """Return the round itself as the one before which the Index is found."""
    return number


class IndexRules(FrozenStruct, frozen=True, kw_only=True):
    """The rules of the Index."""

    methods: tuple[Method, ...] = (Method.BUCHHOLZ, Method.SONNEBORN_BERGER)
    """A later method breaks the ties of the methods before it."""
    series: Series = Series.UP_TO_THE_ROUND_TO_BE_PAIRED
    games: Rounds = over_the_board
    """Rounds in which two players played each other."""
    opponents_scores: RoundScores = present_scores
    """The score that an opponent adds, from the scores that players have as opponents."""
    unplayed_scores: RoundScores = own_present_score
    """The score that a round without a game adds, from the scores of all players (1.7.2; A.6.b)."""
    product: Callable[[IntArray], IntArray] = as_multiplied
    """From the products that Sonneborn-Berger adds up, in hundredths, those that count."""
    earned: Callable[[History], IntArray] = attrgetter("points")
    """(rounds, players) the points by which Sonneborn-Berger multiplies a score."""
    total: Callable[[IntArray], IntArray] = add_up
    """From (rounds, players) numbers to the value of each player."""
    of_sonneborn_berger: IndexRules | None = None
    """The rules by which Sonneborn-Berger is found; None: the same ones."""
    keys: Callable[[Opposition], tuple[IntArray, ...]] | None = None
    """The values by which players are ranked, the most important first, largest first; None: those of `methods`."""
    round_of_index: Callable[[int, int], int] = round_to_be_paired
    """The round before which the Index is found, from the round to be paired and the number of seeding rounds."""
    largest_number_first: bool = False
    """Whether the largest TPN ranks first of players with one Index; no edition asks for it."""
    forfeits_in_series: bool = False
    """Whether a game lost by forfeit belongs to a series, like a zero-point bye."""
    with_virtual_points: bool = False


class Index(FrozenStruct, frozen=True, kw_only=True):
    """The Index of every player, by column, before a round."""

    buchholz: IntArray
    """(players,) in tenths."""
    sonneborn_berger: IntArray
    """(players,) in hundredths."""
    order: IntArray
    """Columns by rank (1.8; A.7), the highest first; scores play no part."""


def index_before(event: Event, history: History, round_number: int, rules: IndexRules) -> Index:
    """Return the Index before a round, from 1."""
    row = round_number - 1
    buchholz = rules.total(_scores_against(event, history, row, rules))
    own = rules.of_sonneborn_berger or rules
    products = own.product(own.earned(history)[:row] * _scores_against(event, history, row, own))
    sonneborn_berger = own.total(products)
    values = {Method.BUCHHOLZ: buchholz, Method.SONNEBORN_BERGER: sonneborn_berger}
    place = np.arange(history.players)
    ranked_by = [values[method] for method in rules.methods]
    if rules.keys is not None:
        opposition = Opposition(
            event=event, history=history, row=row, buchholz=buchholz, sonneborn_berger=sonneborn_berger
        )
        ranked_by = list(rules.keys(opposition))
    keys = [-place if rules.largest_number_first else place, *(-value for value in reversed(ranked_by))]
    return Index(buchholz=buchholz, sonneborn_berger=sonneborn_berger, order=np.lexsort(keys))


def _scores_against(event: Event, history: History, row: int, rules: IndexRules) -> IntArray:
    """Return (rounds, players) the score of the opponent in each round, or what counts in its place."""
    score = history.score[row]
    if rules.with_virtual_points:
        score = score + virtual_points(event, history, row + 1)[row]
    for_opponents = score + history.scoring.white_draw * _length_of_series(event, history, row, rules)
    return np.where(
        rules.games(history)[:row],
        rules.opponents_scores(history, for_opponents, row),
        rules.unplayed_scores(history, score, row),
    )


def _length_of_series(event: Event, history: History, row: int, rules: IndexRules) -> IntArray:
    """Return by column how many zero-point byes in a row a player has had up to the current round (BURSTEIN-ABSENT)."""
    if rules.series is Series.NONE:
        return np.zeros(history.players, dtype=np.int64)
    byes = ~history.paired & (history.points == 0)
    missing = _is_in_series(history, rules)[:row][::-1]
    length = np.logical_and.accumulate(missing, axis=0).sum(axis=0)
    if rules.series is Series.UP_TO_THE_LAST_ROUND:
        return length
    if rules.series is Series.BEFORE_THE_LAST_ROUND:
        return np.maximum(length - 1, 0)
    away = byes[row] if row < history.rounds else _announced(event, history, row + 1)
    return np.where(away, length, 0)


def _is_in_series(history: History, rules: IndexRules) -> BoolArray:
    """(rounds, players) whether the round belongs to a series (BURSTEIN-ABSENT-FORFEIT)."""
    nothing = ~history.played & ~history.bye & (history.points == 0)
    return nothing if rules.forfeits_in_series else nothing & ~history.paired


def _announced(event: Event, history: History, round_number: int) -> BoolArray:
    """Return by column whether the player has asked for a zero-point bye in a coming round."""
    away = {
        bye.tpn
        for bye in event.requested_byes
        if bye.round_number == round_number and bye.result is Result.ZERO_POINT_BYE
    }
    return np.array([tpn in away for tpn in history.tpn.tolist()], dtype=np.bool_)


@dataclass(frozen=True, kw_only=True)
class RankedPlayers(ByeFirstPlayers):
    """The players of a round by position: descending score, then rank."""

    rank: IntArray
    """Place in the order of 1.8 (A.7), from 0; the lower the place, the higher ranked."""
    buchholz: IntArray
    sonneborn_berger: IntArray
    """The Index (1.7; A.6), in tenths and in hundredths."""

    @property
    def ranking(self) -> IntArray:
        """The ranks."""
        return self.rank

    @property
    def opposition(self) -> IntArray:
        """Buchholz."""
        return self.buchholz

    def without(self, position: int) -> RankedPlayers:
        """Return the players without a player."""
        return self.select(np.delete(np.arange(self.players.size), position))

    def select(self, positions: IntArray) -> RankedPlayers:
        """Return some of the players in another order, in which scores descend."""
        return RankedPlayers(
            players=self.players.select(positions),
            rank=self.rank[positions],
            buchholz=self.buchholz[positions],
            sonneborn_berger=self.sonneborn_berger[positions],
            bye_score=self.bye_score[positions],
            unplayed=self.unplayed[positions],
        )

    def describe_index(self, position: int) -> str:
        """Describe the Index of a player."""
        buchholz = points_text(int(self.buchholz[position]))
        return f"Buchholz {buchholz}, Sonneborn-Berger {int(self.sonneborn_berger[position]) / 100:g}"

    def describe_index_difference(self, first: int, second: int) -> str:
        """``by Buchholz, 7.5 against 6.0``, or ``by number``: by what two players differ in rank; empty if unclear."""
        is_first_higher = self.rank[first] < self.rank[second]
        for method, values, unit in (
            ("Buchholz", self.buchholz, 10),
            ("Sonneborn-Berger", self.sonneborn_berger, 100),
        ):
            own, other = int(values[first]), int(values[second])
            if own != other:
                decides = (own > other) == is_first_higher
                return f"by {method}, {own / unit:g} against {other / unit:g}" if decides else ""
        return "by number"

    def scoregroups(self) -> Iterator[RankedBracket]:
        """Yield the scoregroups from the top as brackets without incoming floaters (1.2.1; A.2)."""
        for first, last, next_last in self.players.bounds:
            yield RankedBracket(
                players=self.players, rank=self.rank, mdps=(), first=first, last=last, next_last=next_last
            )


class RankedBracket(Bracket, frozen=True, kw_only=True, dict=True):
    """
    A bracket in which incoming floaters (``mdps``) and residents are ranked together, and may all meet each other.

    Places are by BSN (4.1; D): scores play no part.
    """

    rank: IntArray
    """By position, as in `RankedPlayers`."""

    def with_players(self, players: Players) -> Self:
        """Return the bracket with other values of the same players; without the player who has the bye."""
        position = {column: place for place, column in enumerate(players.column.tolist())}
        return replace(self, players=players.select(np.array([position[at] for at in self.players.column.tolist()])))

    @cached_property
    def positions(self) -> IntArray:
        """Position of every place among the players of the round."""
        members = np.concatenate([np.array(self.mdps, dtype=np.int64), np.arange(self.first, self.last)])
        return members[np.argsort(self.rank[members])]

    def take(self, values: IntArray) -> IntArray:
        """Select the values of the places from an array by position."""
        return values[self.positions]

    def take_pairs(self, matrix: AnyArray) -> AnyArray:
        """Select the values of pairs of places from a matrix by position."""
        return matrix[self.positions[:, None], self.positions]

    @cached_property
    def allowed(self) -> BoolArray:
        """(places, places) whether two players may meet."""
        return self.take_pairs(self.players.allowed).astype(np.bool_)
