"""
The requirements of the text of 2013 as numbers: how far a pairing of a bracket falls short of each.

The procedure lowers them one at a time, the least important first, and starts the less important ones again whenever
a more important one is lowered (C.3, C.10, C.14). The pairing that it accepts is therefore one with the
lexicographically least shortfalls, in the order of `CRITERIA`. B.3 stands where DUTCH-2013-B3-ALL puts it.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion
from reference_engines.definitions.player_states import Strength
from reference_engines.dutch_2013.bracket import BracketPairing, ScoreBracket, Upfloats

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import IntArray

ONE_POINT = 10
"""Tenths."""


class Lowering(Enum):
    """The article that lowers a requirement."""

    PAIRS = "C.14"
    MOVED_DOWN = "C.14.b.2"
    SCORES = "B.3"
    UPFLOAT_BEFORE_LAST = "C.10.a"
    UPFLOAT_LAST = "C.10.b"
    DOWNFLOAT_BEFORE_LAST = "C.10.c"
    DOWNFLOAT_LAST = "C.10.d"
    COLOURS = "C.10.e"
    SEMI_ABSOLUTE = "C.10.f"
    TOPSCORERS = "C.10.g"


class Requirement(NumberedCriterion["ScoreBracket"], frozen=True):
    """A requirement of the text as a criterion, and the article that lowers it."""

    lowering: Lowering

    def value(self, bracket: ScoreBracket, pairing: BracketPairing) -> int:
        """Return the shortfall of a pairing from the requirement."""
        place = {position: index for index, position in enumerate(bracket.positions.tolist())}
        pairs = [(place[first], place[second]) for first, second in pairing.pairs]
        floaters = [place[position] for position in pairing.downfloaters if position in place]
        (number,) = self.criterion.value(bracket, pairs, floaters)
        return number


def _shortfall(bracket: ScoreBracket, *, pairs: IntArray | None = None, floats: IntArray | None = None) -> Contribution:
    """Return the numbers that each pair and each player left over adds, with the bound of their sum."""
    bound = 0 if pairs is None else int(pairs.max(initial=0)) * (bracket.size // 2)
    bound += 0 if floats is None else int(floats.max(initial=0)) * bracket.size
    return Contribution(bound=bound, pairs=pairs, floats=floats)


def _moved_down(bracket: ScoreBracket) -> Contribution | None:
    if not bracket.is_heterogeneous:
        return None
    upper = np.arange(bracket.size) < len(bracket.upper)
    return _shortfall(bracket, pairs=np.logical_and.outer(upper, upper).astype(np.int64), floats=upper.astype(np.int64))


def _left_over(bracket: ScoreBracket) -> Contribution:
    return _shortfall(bracket, floats=np.ones(bracket.size, dtype=np.int64))


def _floaters_scores(bracket: ScoreBracket) -> Contribution | None:
    """Compare from the highest score down: a digit for each score, the number of players left over there."""
    if bracket.is_last or bracket.readings.scores_in_lowest_only:
        return None
    scores, digit, players = np.unique(bracket.score, return_inverse=True, return_counts=True)
    worth = np.cumprod([1, *(players[:-1] + 1)])
    return _shortfall(bracket, floats=worth[digit]) if scores.size > 1 else None


def _b3_factor(bracket: ScoreBracket) -> Contribution | None:
    """Sum squared differences (D.4, DUTCH-2013-LSB); the bye is an opponent a point below the lowest player."""
    if bracket.readings.scores_in_lowest_only and not bracket.is_last:
        return None
    pairs = np.subtract.outer(bracket.score, bracket.score) ** 2
    floats = (bracket.score - bracket.score.min() + ONE_POINT) ** 2 if bracket.is_last else None
    return _shortfall(bracket, pairs=pairs, floats=floats) if pairs.any() else None


def _same_preference(bracket: ScoreBracket, least: Strength) -> IntArray:
    players, positions = bracket.players, bracket.positions
    wish = np.where(players.strength[positions] >= least, players.preference[positions], 0)
    return (np.equal.outer(wish, wish) & (wish != 0)).astype(np.int64)


def _topscorers(bracket: ScoreBracket) -> Contribution | None:
    if not bracket.players.has_topscorers:
        return None
    return _shortfall(bracket, pairs=_same_preference(bracket, Strength.ABSOLUTE))


def _is_odd_round(bracket: ScoreBracket) -> bool:
    return bracket.players.round_number % 2 == 1


def _semi_absolute(bracket: ScoreBracket) -> Contribution | None:
    if not _is_odd_round(bracket):
        return None
    both = _same_preference(bracket, Strength.STRONG) - _same_preference(bracket, Strength.ABSOLUTE)
    return _shortfall(bracket, pairs=both)


def _colours(bracket: ScoreBracket) -> Contribution:
    return _shortfall(bracket, pairs=_same_preference(bracket, Strength.MILD))


def _strong_colours(bracket: ScoreBracket) -> Contribution | None:
    """Count what Z counts (DUTCH-2013-Z)."""
    if _is_odd_round(bracket):
        return None
    return _shortfall(bracket, pairs=_same_preference(bracket, Strength.STRONG))


def _downfloats(rounds_back: int) -> Callable[[ScoreBracket], Contribution]:
    """Look at those who leave the bracket (DUTCH-2013-DOWNFLOATS)."""

    def contribution(bracket: ScoreBracket) -> Contribution:
        floated = bracket.players.floated[rounds_back - 1][bracket.positions]
        if not bracket.readings.downfloats_within:
            return _shortfall(bracket, floats=(floated == 1).astype(np.int64))
        higher = np.greater.outer(bracket.score, bracket.score) & (floated == 1)[:, None]
        return _shortfall(bracket, pairs=(higher | higher.T).astype(np.int64), floats=(floated == 1).astype(np.int64))

    return contribution


def _upfloats(rounds_back: int) -> Callable[[ScoreBracket], Contribution | None]:
    """Look at the lower of two scores, in any bracket that has more than one (DUTCH-2013-UPFLOATS)."""

    def contribution(bracket: ScoreBracket) -> Contribution | None:
        where = bracket.readings.upfloats
        if not bracket.upper or (where is not Upfloats.EVERYWHERE and not bracket.is_heterogeneous):
            return None
        floated = bracket.players.floated[rounds_back - 1][bracket.positions] == -1
        lower = np.greater.outer(bracket.score, bracket.score) & floated[None, :]
        if where is Upfloats.MDPS_PAIRED_FIRST:
            lower &= (np.arange(bracket.size) < len(bracket.upper))[:, None]
        return _shortfall(bracket, pairs=(lower | lower.T).astype(np.int64))

    return contribution


MOVED_DOWN = Requirement(
    "M1",
    "C.14.b.2",
    Criterion(
        "moved_down_players_not_paired_first",
        "moved-down players who are not paired with others of the bracket",
        _moved_down,
    ),
    Lowering.MOVED_DOWN,
)
LEFT_OVER = Requirement("P1", "C.14", Criterion("players_left_over", "players left over", _left_over), Lowering.PAIRS)
FLOATERS_SCORES = Requirement(
    "B3",
    "B.3",
    Criterion("downfloaters_scores", "players left over at each score, highest score first", _floaters_scores),
    Lowering.SCORES,
)
B3_FACTOR = Requirement(
    "D4", "D.4", Criterion("b3_factor", "sum of squared score differences, in hundredths", _b3_factor), Lowering.SCORES
)
RELAXED = (
    Requirement(
        "B2",
        "B.2",
        Criterion(
            "topscorers_absolute_preferences",
            "pairs with a topscorer in which both must have the same colour",
            _topscorers,
        ),
        Lowering.TOPSCORERS,
    ),
    Requirement(
        "A7d",
        "A.7.d",
        Criterion(
            "semi_absolute_preferences",
            "pairs with the same colour preference, one strong, none weaker, in an odd round",
            _semi_absolute,
        ),
        Lowering.SEMI_ABSOLUTE,
    ),
    Requirement(
        "B4",
        "B.4",
        Criterion("colour_preference", "pairs in which a colour preference is not granted (X)", _colours),
        Lowering.COLOURS,
    ),
    Requirement(
        "A7e",
        "A.7.e",
        Criterion(
            "strong_colour_preference",
            "pairs in which a strong colour preference is not granted, in an even round (Z)",
            _strong_colours,
        ),
        Lowering.COLOURS,
    ),
    Requirement(
        "B5d",
        "B.5",
        Criterion("downfloat_of_last_round", "players left over who downfloated in the last round", _downfloats(1)),
        Lowering.DOWNFLOAT_LAST,
    ),
    Requirement(
        "B6d",
        "B.6",
        Criterion("downfloat_two_rounds_before", "players left over who downfloated two rounds before", _downfloats(2)),
        Lowering.DOWNFLOAT_BEFORE_LAST,
    ),
    Requirement(
        "B5u",
        "B.5",
        Criterion("upfloat_of_last_round", "upfloaters who upfloated in the last round", _upfloats(1)),
        Lowering.UPFLOAT_LAST,
    ),
    Requirement(
        "B6u",
        "B.6",
        Criterion("upfloat_two_rounds_before", "upfloaters who upfloated two rounds before", _upfloats(2)),
        Lowering.UPFLOAT_BEFORE_LAST,
    ),
)
"""The requirements that C.10 lowers, most important first."""
CRITERIA = (MOVED_DOWN, LEFT_OVER, FLOATERS_SCORES, B3_FACTOR, *RELAXED)
