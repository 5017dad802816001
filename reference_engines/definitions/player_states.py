"""
The state of every player before each round, for all rounds of an event at once.

The shared definitions of the FIDE Swiss systems: colour difference and preference (C.04.3:1.6, 1.7; A.6), floats by
edition (1.4; A.4), eligibility for the pairing-allocated bye by edition (C.04.1:4; C.04.1.d), topscorers (1.8; A.7).
Arrays have one row per round (state *before* that round) and one column per player.
"""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from operator import attrgetter, or_
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines.definitions.acceleration import virtual_points
from reference_engines.definitions.history import NOBODY
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from tournaments.model import Event, ForbiddenGroup

    Rounds = Callable[[History], BoolArray]
    """Returns (rounds, players) whether a round of a player is meant."""


class Strength(IntEnum):
    """How strong a colour preference is (1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


NONE, MILD, STRONG, ABSOLUTE = map(int, Strength)


class Scores(FrozenStruct, frozen=True):
    """Scores by which two opponents can be compared: (rounds, players) before each round, in tenths."""

    pairing: IntArray
    """With the virtual points of the round."""
    points: IntArray
    """Without virtual points."""
    after: IntArray
    """Without virtual points, after the round."""


def over_the_board(history: History) -> BoolArray:
    """Return the rounds with a game; a forfeited game does not count (C.04.2:3.4, 3.5)."""
    return history.played


class FloatRule(FrozenStruct, frozen=True):
    """The rounds that give a float."""

    unplayed: Rounds
    """Rounds without a game that are a downfloat."""
    compared: Callable[[Scores], IntArray] = attrgetter("pairing")
    """The score by which two opponents differ (1.4.2; A.4.b)."""
    games: Rounds = over_the_board
    """Rounds in which two players played each other."""

    SCORING_WITHOUT_PLAYING: ClassVar[FloatRule]
    """2026: the pairing-allocated bye, and any round that scores more than a loss without playing (1.4.3)."""
    ANY_ROUND_NOT_PLAYED: ClassVar[FloatRule]
    """2017: every round in which the player does not play, for any reason (A.4.b)."""


def happened_before(flags: BoolArray) -> BoolArray:
    """Return (rounds + 1, players) whether something happened in any earlier round."""
    return _sum_before_rounds(flags) > 0


class ByeRule(FrozenStruct, frozen=True):
    """The rule that bars players from the pairing-allocated bye."""

    bars: Rounds
    """Rounds that bar a player from the bye ever after."""
    barred: Callable[[BoolArray], BoolArray] = happened_before
    """(rounds + 1, players) whether a player is barred before each round, from the rounds that bar."""
    also_barred: Callable[[History], BoolArray] | None = None
    """(rounds + 1, players) whether a player is barred for another reason; no edition has any."""

    WIN_WITHOUT_PLAYING: ClassVar[ByeRule]
    """2026: the bye, or a win's points in a round without playing (C.04.1:4)."""
    BYE_OR_FORFEIT_WIN: ClassVar[ByeRule]
    """2017: the bye, or a win by forfeit (C.04.1.d); a requested full-point bye does not bar (DUTCH-2017-R9)."""
    ANY_POINTS_WITHOUT_PLAYING: ClassVar[ByeRule]
    """2013: the bye, or points in a round without playing (C.04.1.d, C.04.3.1:B.1.b)."""

    def barred_before_rounds(self, history: History) -> BoolArray:
        """Return (rounds + 1, players) whether a player is barred before each round."""
        barred = self.barred(self.bars(history))
        return barred if self.also_barred is None else barred | self.also_barred(history)


FloatRule.SCORING_WITHOUT_PLAYING = FloatRule(lambda history: history.bye | (history.points > history.scoring.loss))
FloatRule.ANY_ROUND_NOT_PLAYED = FloatRule(lambda history: np.ones_like(history.played))
ByeRule.WIN_WITHOUT_PLAYING = ByeRule(
    lambda history: history.bye | (~history.played & (history.points >= history.scoring.win))
)
ByeRule.BYE_OR_FORFEIT_WIN = ByeRule(lambda history: history.bye | history.forfeit_win)
ByeRule.ANY_POINTS_WITHOUT_PLAYING = ByeRule(lambda history: history.bye | (~history.played & (history.points > 0)))


class ColourHistory(FrozenStruct, frozen=True, kw_only=True):
    """(rounds, players) the colours of the games before each round."""

    difference: IntArray
    """Games with White less games with Black."""
    latest: IntArray
    """Colour of the latest game, 0 if there is none."""
    repeated: IntArray
    """Colour of the latest game if the game before had that colour, too, else 0."""


COLOUR_FIGURES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("latest", "for the colour of the latest game", ("latest",)),
    ("repeated", "for the same colour twice in a row", ("repeated",)),
    ("difference", "for the colour difference", ("difference",)),
    ("latest-and-repeated", "for the colours of the latest two games", ("latest", "repeated")),
)
"""Name, words, and fields of a colour history that can be misread without the other fields."""


class Preferences(FrozenStruct, frozen=True, kw_only=True):
    """(rounds, players) the colour preferred before each round, and the strength of the preference."""

    colour: IntArray
    strength: IntArray


def colour_history(colour: IntArray) -> ColourHistory:
    """Sum up the colours of each round, 0 where no game counts: unplayed rounds are squeezed out (C.04.2:3.4)."""
    rounds, players = colour.shape
    # Row 0 of each array stands for the time before the first game.
    game, coloured, as_before = np.zeros((3, rounds + 1, players), dtype=np.int64)
    rows = np.where(colour != 0, np.arange(1, rounds + 1)[:, None], 0)
    np.maximum.accumulate(rows, axis=0, out=game[1:])
    coloured[1:] = colour
    latest = coloured[game, np.arange(players)]
    as_before[1:] = np.where(colour == latest[:-1], colour, 0)
    repeated = as_before[game, np.arange(players)]
    return ColourHistory(difference=_sum_before_rounds(colour), latest=latest, repeated=repeated)


def preferences(colours: ColourHistory) -> Preferences:
    """Find absolute, strong and mild preferences (1.7; A.6)."""
    difference, latest, repeated = colours.difference, colours.latest, colours.repeated
    absolute_by_difference = np.abs(difference) > 1
    # A difference beyond one and two equal latest colours can ask for opposite colours only after three games of
    # one colour in a row; the wider imbalance then decides (DUTCH-COLOUR-CONFLICT).
    return Preferences(
        colour=np.where(
            absolute_by_difference,
            -np.sign(difference),
            np.where(repeated != 0, -repeated, np.where(difference != 0, -np.sign(difference), -latest)),
        ),
        strength=np.where(
            absolute_by_difference | (repeated != 0),
            ABSOLUTE,
            np.where(difference != 0, STRONG, np.where(latest != 0, MILD, NONE)),
        ),
    )


class RoundStart(FrozenStruct, frozen=True, kw_only=True):
    """The facts that determine the topscorers before a round."""

    event: Event
    history: History
    round_number: int
    score: IntArray
    """(players,) pairing score in tenths."""

    @property
    def is_final(self) -> bool:
        """Whether the round is declared the last one."""
        return self.round_number == self.event.rounds_declared

    @property
    def maximum(self) -> int:
        """A win in every round so far (DUTCH-TOPSCORER-MAXIMUM)."""
        return self.history.scoring.win * (self.round_number - 1)

    @property
    def points(self) -> IntArray:
        """(players,) score without virtual points."""
        return self.history.score[self.round_number - 1]


def topscorers(before: RoundStart) -> BoolArray:
    """Find the topscorers (1.8; A.7): over half of the maximum possible score, in the final round only."""
    if not before.is_final:
        return np.zeros(before.score.size, dtype=np.bool_)
    return 2 * before.score > before.maximum


def topscorers_by_points(before: RoundStart) -> BoolArray:
    """Find the topscorers by the score without virtual points (DUTCH-TOPSCORER-MAXIMUM)."""
    return topscorers(replace(before, score=before.points))


def rank_by_number(before: RoundStart) -> IntArray:
    """Rank players of one score by TPN (1.2.2; A.2.b)."""
    return np.arange(before.score.size)


def remember_all(met: BoolArray) -> BoolArray:
    """Return all earlier rounds in which players met: two who met never meet again (2.1.1; C.1)."""
    return met


def score_of_results(history: History) -> IntArray:
    """Return the points before each round, and after the last."""
    return history.score


def float_before(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    """Return (players,) the float received ``back`` rounds before a row: +1 down, -1 up, 0 none."""
    del history
    if row < back:
        return np.zeros(state.score.shape[1], dtype=np.int64)
    return state.float_[row - back]


class Definitions(FrozenStruct, frozen=True, kw_only=True):
    """The definitions by which a record is read; editions share them unless they state their own."""

    met: Rounds = over_the_board
    """Rounds in which a player met the opponent (2.1.1; C.1)."""
    remembered: Callable[[BoolArray], BoolArray] = remember_all
    """From (earlier rounds, players) in which players met: the meetings that keep two apart."""
    coloured: Rounds = over_the_board
    """Rounds that count for colours (C.04.2:3.4)."""
    games: Rounds = over_the_board
    """Rounds that are not unplayed games (2.4.4 [C9])."""
    colour_history: Callable[[IntArray], ColourHistory] = colour_history
    colours_of_rounds: Callable[[History, IntArray], ColourHistory] | None = None
    """The colour history by the kinds of the rounds, too; None: by the colours alone, as in every edition."""
    preferences: Callable[[ColourHistory], Preferences] = preferences
    score: Callable[[History], IntArray] = score_of_results
    """(rounds + 1, players) points in tenths before each round, without virtual ones."""
    virtual_points: Callable[[Event, History, int], IntArray] = virtual_points
    """See `reference_engines.definitions.acceleration.virtual_points`."""
    topscorers: Callable[[RoundStart], BoolArray] = topscorers
    clash_excused: Callable[[BoolArray, BoolArray], BoolArray] = or_
    """Whether equal absolute preferences may meet, by whether each player is a topscorer (2.1.3; C.3)."""
    clashing_scores: Callable[[IntArray], BoolArray] | None = None
    """(players, players) whether equal absolute preferences keep two players apart, by their scores; None: always."""
    further_clashes: Callable[[IntArray], BoolArray] | None = None
    """(players, players) who may not meet either, from their strengths, if they prefer the same colour; no edition has
    any."""
    float_before: Callable[[History, PlayerStates, int, int], IntArray] = float_before
    rank: Callable[[RoundStart], IntArray] = rank_by_number
    """(players,) the order of players of one score; the smallest comes first."""
    forbidden_groups: Callable[[Event], tuple[ForbiddenGroup, ...]] = attrgetter("forbidden")
    """The groups of players whom the organiser forbids to meet."""

    def colours_before_rounds(self, history: History) -> ColourHistory:
        """Return the colours that count before each round."""
        colour = np.where(self.coloured(history), history.colour, 0)
        if self.colours_of_rounds is not None:
            return self.colours_of_rounds(history, colour)
        return self.colour_history(colour)


AS_WRITTEN = Definitions()


class PlayerStates(FrozenStruct, frozen=True, kw_only=True):
    """The state before every round, from the first to the one after the last recorded."""

    score: IntArray
    """(rounds, players) pairing score in tenths: points so far and virtual points of the round."""
    colour_difference: IntArray
    """(rounds, players) games with White less games with Black."""
    preference: IntArray
    """(rounds, players) colour preferred: +1 White, -1 Black, 0 none."""
    strength: IntArray
    """(rounds, players) Strength of the preference."""
    repeated: IntArray
    """(rounds, players) the colour of the two latest games if they were equal, else 0."""
    played: IntArray
    """(rounds, players) games played so far."""
    bye_allowed: BoolArray
    """(rounds, players) whether the pairing-allocated bye may be given."""
    float_: IntArray
    """(recorded rounds, players) float received in that round: +1 down, -1 up, 0 none."""
    arrived: BoolArray
    """(recorded rounds, players) whether the player has been taken into account in that round or before."""


def derive_player_states(
    event: Event, history: History, floats: FloatRule, byes: ByeRule, definitions: Definitions = AS_WRITTEN
) -> PlayerStates:
    """Derive the state before every round under the rules of an edition."""
    rounds = history.rounds + 1
    points = definitions.score(history)
    score = points + definitions.virtual_points(event, history, rounds)
    colours = definitions.colours_before_rounds(history)
    preferred = definitions.preferences(colours)
    return PlayerStates(
        score=score,
        colour_difference=colours.difference,
        preference=preferred.colour,
        strength=preferred.strength,
        repeated=colours.repeated,
        played=_sum_before_rounds(definitions.games(history)),
        bye_allowed=~byes.barred_before_rounds(history),
        float_=_floats(history, Scores(score[:-1], points[:-1], points[1:]), floats),
        arrived=np.logical_or.accumulate(history.paired, axis=0),
    )


def _sum_before_rounds(flags: BoolArray | IntArray) -> IntArray:
    """Return the cumulative sums before each round: one row more than rounds."""
    sums = np.zeros((flags.shape[0] + 1, flags.shape[1]), dtype=np.int64)
    np.cumsum(flags, axis=0, out=sums[1:])
    return sums


def _floats(history: History, scores: Scores, rule: FloatRule) -> IntArray:
    """Return the floats of the recorded rounds by the scores before each round (1.4.2, A.4.b)."""
    before = rule.compared(scores)
    opponent = np.where(history.opponent == NOBODY, 0, history.opponent)
    opponents_score = np.take_along_axis(before, opponent, axis=1) if history.rounds else before
    return np.where(rule.games(history), np.sign(before - opponents_score), rule.unplayed(history).astype(np.int64))
