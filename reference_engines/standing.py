"""
What every player brings to the round to be paired, for all rounds of an event at once.

The shared definitions of the FIDE Swiss systems: colour difference and preference (C.04.3:1.6, 1.7; A.6), floats by
edition (1.4; A.4), eligibility for the pairing-allocated bye by edition (C.04.1:4; C.04.1.d), topscorers (1.8; A.7).
Arrays have one row per round (state *before* that round) and one column per player.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.acceleration import virtual_points
from reference_engines.history import NOBODY
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.history import BoolArray, History, IntArray
    from tournaments.model import Event


class Strength(IntEnum):
    """How strong a colour preference is (1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class FloatRule(Enum):
    """Which unplayed rounds count as a downfloat."""

    SCORING_WITHOUT_PLAYING = "2026"
    """The pairing-allocated bye, and any round that scores more than a loss without playing (1.4.3)."""
    ANY_ROUND_NOT_PLAYED = "2017"
    """Every round in which the player does not play, for whatever reason (A.4.b)."""


class ByeRule(Enum):
    """Who may not receive the pairing-allocated bye."""

    WIN_WITHOUT_PLAYING = "2026"
    """Whoever had one, or scored a win's points in a round without playing (C.04.1:4)."""
    BYE_OR_FORFEIT_WIN = "2017"
    """Whoever had one, or won by forfeit (C.04.1.d); a requested full-point bye does not bar (DUTCH-2017-R9)."""
    ANY_POINTS_WITHOUT_PLAYING = "2013"
    """Whoever had one, or scored anything in a round without playing (C.04.1.d, C.04.3.1:B.1.b)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
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


def standing(event: Event, history: History, floats: FloatRule, byes: ByeRule) -> Standing:
    """Derive the state before every round under the rules of an edition."""
    rounds = history.rounds + 1
    score = history.score + virtual_points(event, history, rounds)
    colours = _Colours.of(history)
    return Standing(
        score=score,
        colour_difference=colours.difference,
        preference=colours.preference,
        strength=colours.strength,
        repeated=colours.repeated,
        played=_before_each_round(history.played),
        bye_allowed=_before_each_round(bars_from_bye(history, byes)) == 0,
        float_=_floats(history, score, floats),
        arrived=np.logical_or.accumulate(history.paired, axis=0),
    )


def _before_each_round(flags: BoolArray | IntArray) -> IntArray:
    """Cumulative sums before each round: one row more than rounds."""
    start = np.zeros((1, flags.shape[1]), dtype=np.int64)
    return np.vstack([start, np.cumsum(flags, axis=0, dtype=np.int64)])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Colours:
    difference: IntArray
    preference: IntArray
    strength: IntArray
    repeated: IntArray

    @classmethod
    def of(cls, history: History) -> _Colours:
        """Only games that were played count (C.04.2:3.4)."""
        colour = np.where(history.played, history.colour, 0)
        difference = _before_each_round(colour)
        latest, repeated = _latest_colours(colour)
        absolute_by_difference = np.abs(difference) > 1
        # A difference beyond one and two equal latest colours can ask for opposite colours only after three games of
        # one colour in a row; the wider imbalance then decides (DUTCH-COLOUR-CONFLICT).
        preference = np.where(
            absolute_by_difference,
            -np.sign(difference),
            np.where(repeated != 0, -repeated, np.where(difference != 0, -np.sign(difference), -latest)),
        )
        strength = np.where(
            absolute_by_difference | (repeated != 0),
            Strength.ABSOLUTE,
            np.where(difference != 0, Strength.STRONG, np.where(latest != 0, Strength.MILD, Strength.NONE)),
        )
        return cls(difference=difference, preference=preference, strength=strength, repeated=repeated)


def _latest_colours(colour: IntArray) -> tuple[IntArray, IntArray]:
    """Return, before each round, the colour of the latest game, and the same where the one before it was equal."""
    rounds, players = colour.shape
    latest = np.zeros((rounds + 1, players), dtype=np.int64)
    repeated = np.zeros((rounds + 1, players), dtype=np.int64)
    for row in range(rounds):
        now = colour[row]
        played = now != 0
        latest[row + 1] = np.where(played, now, latest[row])
        repeated[row + 1] = np.where(played, np.where(now == latest[row], now, 0), repeated[row])
    return latest, repeated


def bars_from_bye(history: History, rule: ByeRule) -> BoolArray:
    """Return (rounds, players) whether what happened in the round keeps the player from the bye ever after."""
    if rule is ByeRule.WIN_WITHOUT_PLAYING:
        barring = ~history.played & (history.points >= history.scoring.win)
    elif rule is ByeRule.ANY_POINTS_WITHOUT_PLAYING:
        barring = ~history.played & (history.points > 0)
    else:
        barring = history.forfeit_win
    return history.bye | barring


def _floats(history: History, score: IntArray, rule: FloatRule) -> IntArray:
    """Floats of the recorded rounds, judged by the pairing scores before each of them (1.4.2, A.4.b)."""
    before = score[:-1]
    opponent = np.where(history.opponent == NOBODY, 0, history.opponent)
    opponents_score = np.take_along_axis(before, opponent, axis=1) if history.rounds else before
    if rule is FloatRule.SCORING_WITHOUT_PLAYING:
        unplayed = history.bye | (history.points > history.scoring.loss)
    else:
        unplayed = np.ones_like(history.played)
    return np.where(history.played, np.sign(before - opponents_score), unplayed.astype(np.int64))
