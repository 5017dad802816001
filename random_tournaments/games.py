"""
The outcome of a game: won, drawn or lost by the ratings, forfeited, or with an unusual result.

Chances come from a table or from decimal arithmetic, so they are the same on every machine.
"""

from __future__ import annotations

from bisect import bisect_left
from decimal import Context, Decimal
from functools import cache
from typing import TYPE_CHECKING, Protocol

from random_tournaments.plan import ResultModel
from tournaments.frozen import dataclass
from tournaments.model import Result

if TYPE_CHECKING:
    import random

    from random_tournaments.plan import Rates

MAX_DIFFERENCE = 400
"""The largest difference that counts (FIDE rating regulations, B.02:8.3.1)."""
_TABLE = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391,
)  # fmt: skip
"""Greatest difference for an expected score of 0.50, 0.51, ... of the higher rated player (B.02:8.1.2)."""

_WHITE_WINS = (Result.WIN, Result.LOSS)
_DRAWN = (Result.DRAW, Result.DRAW)
_BLACK_WINS = (Result.LOSS, Result.WIN)
_UNRATED = {
    Result.WIN: Result.UNRATED_WIN,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.LOSS: Result.UNRATED_LOSS,
}
UNUSUAL_OUTCOMES = ((Result.LOSS, Result.LOSS), (Result.DRAW, Result.LOSS), (Result.LOSS, Result.DRAW))
ONE_ABSENT_OUTCOMES = ((Result.FORFEIT_WIN, Result.FORFEIT_LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN))
_DECIMAL = Context(prec=25)
_LEVEL = 2000
BOTH_ABSENT_OUTCOME = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)


class ResultPlan(Protocol):
    """The part of an event's plan that determines results."""

    @property
    def rates(self) -> Rates:
        """Rates of unusual results."""
        ...

    @property
    def results(self) -> ResultModel:
        """The model by which ratings determine results."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """White's chances in a game that is played."""

    win: float
    draw: float


def expected_score(difference: int) -> float:
    """Return the expected score for a rating difference to the opponent, by FIDE's table."""
    higher = 0.5 + bisect_left(_TABLE, min(abs(difference), MAX_DIFFERENCE)) / 100
    return higher if difference >= 0 else 1.0 - higher


def compute_chances(white_rating: int, black_rating: int, model: ResultModel, draw_share: float) -> Chances:
    """
    Return White's chances.

    Wins and half of the draws add up to the expected score. By the FIDE table, the share of draws is ``draw_share``
    between equal players and vanishes as the expected score approaches 0 or 1. Fixed draws are as frequent as the
    expected score permits.
    """
    difference = white_rating - black_rating
    if model is ResultModel.MILVANG:
        return _milvang_chances(difference, (white_rating + black_rating) // 2)
    if model is ResultModel.FAVOURITE_WINS and difference:
        return Chances(win=float(difference > 0), draw=0.0)
    by_rating = model in (ResultModel.FIDE_TABLE, ResultModel.FIXED_DRAWS)
    expected = expected_score(difference) if by_rating else 0.5
    share = draw_share if model is ResultModel.FIXED_DRAWS else 4 * draw_share * expected * (1 - expected)
    draw = min(share, 2 * expected, 2 * (1 - expected))
    return Chances(win=expected - draw / 2, draw=draw)


@cache
def _milvang_chances(difference: int, level: int) -> Chances:
    """
    Return the chances by the logistic curves of Otto Milvang's model.

    The curve of White's wins is shifted by 96 points at level 2000, the curve of Black's wins by 150. Both shifts grow
    with the level, so stronger players draw more games.
    """
    win = _logistic_chance(-difference, level - _LEVEL, _WHITE_SHIFT)
    loss = _logistic_chance(difference, level - _LEVEL, _BLACK_SHIFT)
    return Chances(win=win, draw=max(0.0, 1.0 - win - loss))


def _logistic_chance(difference: int, above_level: int, shift: _Shift) -> float:
    """Return 1 / (1 + 10 ** (points / 370)), with integer powers; points are the difference plus the shift."""
    shift_power = _DECIMAL.multiply(shift.power_at_level, _DECIMAL.power(shift.power_per_point, above_level))
    odds = _DECIMAL.multiply(_DECIMAL.power(_BY_POINT, difference), shift_power)
    return float(_DECIMAL.divide(1, _DECIMAL.add(1, odds)))


def _tenfold(points: str) -> Decimal:
    """Return 10 ** (points / 370)."""
    return _DECIMAL.power(10, _DECIMAL.divide(Decimal(points), 370))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shift:
    """The shift of a curve as powers of ten: at level 2000, and for each point above that level."""

    power_at_level: Decimal
    power_per_point: Decimal


_BY_POINT = _tenfold("1")
_WHITE_SHIFT = _Shift(power_at_level=_tenfold("96"), power_per_point=_tenfold("0.0986"))
_BLACK_SHIFT = _Shift(power_at_level=_tenfold("150"), power_per_point=_tenfold("0.157"))


def draw_outcome(white_rating: int, black_rating: int, plan: ResultPlan, rng: random.Random) -> tuple[Result, Result]:
    """Draw the results of White and Black in a game that may be forfeited."""
    return draw_forfeit(plan.rates, rng) or draw_played(white_rating, black_rating, plan, rng)


def draw_played(white_rating: int, black_rating: int, plan: ResultPlan, rng: random.Random) -> tuple[Result, Result]:
    """Draw the results of White and Black in a game that is played."""
    if rng.random() < plan.rates.unusual:
        return rng.choice(UNUSUAL_OUTCOMES)
    outcome = _draw_result(compute_chances(white_rating, black_rating, plan.results, plan.rates.draw), rng)
    if plan.rates.upset and rng.random() < plan.rates.upset:
        outcome = outcome[1], outcome[0]
    if rng.random() < plan.rates.unrated:
        return as_unrated(outcome)
    return outcome


def as_unrated(outcome: tuple[Result, Result]) -> tuple[Result, Result]:
    """Return the results as results of an unrated game."""
    return _UNRATED[outcome[0]], _UNRATED[outcome[1]]


def draw_forfeit(rates: Rates, rng: random.Random) -> tuple[Result, Result] | None:
    """Draw a forfeit by one player or both; None if they play."""
    drawn = rng.random()
    if drawn < rates.double_forfeit:
        return BOTH_ABSENT_OUTCOME
    if drawn < rates.double_forfeit + rates.forfeit:
        return rng.choice(ONE_ABSENT_OUTCOMES)
    return None


def _draw_result(white: Chances, rng: random.Random) -> tuple[Result, Result]:
    drawn = rng.random()
    if drawn < white.win:
        return _WHITE_WINS
    return _DRAWN if drawn < white.win + white.draw else _BLACK_WINS
