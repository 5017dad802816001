"""
The outcome of a game: won, drawn or lost by the ratings, forfeited, or with an unusual result.

Chances come from a table or from decimal arithmetic, so they are the same on every machine.
"""

from __future__ import annotations

from bisect import bisect_left
from decimal import Context, Decimal
from functools import cache
from typing import TYPE_CHECKING

from random_tournaments.plan import EventPlan, Rates, ResultModel
from tournaments.frozen import FrozenStruct
from tournaments.model import Result

if TYPE_CHECKING:
    import random

    from random_tournaments.teams.plan import TeamPlan

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


class Chances(FrozenStruct, frozen=True, kw_only=True):
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
    if model in _CURVES:
        return _logistic_chances(model, difference, (white_rating + black_rating) // 2)
    if model is ResultModel.FAVOURITE_WINS and difference:
        return Chances(win=float(difference > 0), draw=0.0)
    by_rating = model in (ResultModel.FIDE_TABLE, ResultModel.FIXED_DRAWS)
    expected = expected_score(difference) if by_rating else 0.5
    share = draw_share if model is ResultModel.FIXED_DRAWS else 4 * draw_share * expected * (1 - expected)
    draw = min(share, 2 * expected, 2 * (1 - expected))
    return Chances(win=expected - draw / 2, draw=draw)


@cache
def _logistic_chances(model: ResultModel, difference: int, level: int) -> Chances:
    """Return the chances by two logistic curves: White's wins and Black's wins; all other games are drawn."""
    white, black, lowest_level = _CURVES[model]
    above_level = max(level, lowest_level) - _LEVEL
    win = white.chance(-difference, above_level)
    loss = black.chance(difference, above_level)
    return Chances(win=win, draw=max(0.0, 1.0 - win - loss))


class _Curve:
    """A logistic curve: 1 / (1 + 10 ** (points / scale)), where points are a rating difference plus a shift."""

    def __init__(self, scale: int, *, shift: str, shift_per_point: str) -> None:
        """Take the shift at level 2000 and its growth for each point above that level, as decimal numbers."""
        by_point, at_level, by_level = (
            _DECIMAL.power(10, _DECIMAL.divide(Decimal(points), scale)) for points in ("1", shift, shift_per_point)
        )
        # Differences and levels recur from game to game, and powers take the time.
        self._by_difference = cache(lambda difference: _DECIMAL.power(by_point, difference))
        self._by_level = cache(lambda above: _DECIMAL.multiply(at_level, _DECIMAL.power(by_level, above)))

    def chance(self, difference: int, above_level: int) -> float:
        """Return the chance of a win, with integer powers."""
        odds = _DECIMAL.multiply(self._by_difference(difference), self._by_level(above_level))
        return float(_DECIMAL.divide(1, _DECIMAL.add(1, odds)))


_CURVES = {
    ResultModel.MILVANG: (
        _Curve(370, shift="96", shift_per_point="0.0986"),
        _Curve(370, shift="150", shift_per_point="0.157"),
        0,
    ),
    ResultModel.BAYESELO: (
        _Curve(400, shift="89", shift_per_point="0.1"),
        _Curve(400, shift="145", shift_per_point="0.1"),
        830,
    ),
}
"""
The curves of White's wins and of Black's wins, and the level at which the draws of equal players vanish: the curves of
lower levels are the same.

Milvang's curves, and the curves of BayesElo: f(points) = 1 / (1 + 10 ** (points / 400)), White wins by
f(draws - advantage - difference) and Black by f(draws + advantage + difference).

BayesElo (Rémi Coulom, 2005, https://www.remi-coulom.fr/Bayesian-Elo) has an advantage of 32.8 points and draws of 97.3
points as its defaults. "draws" grows linearly with the mean rating, as Edmund fitted it to 394,860 games of engines
(TalkChess, "Advantage for White; Bayeselo", 3 March 2012: 0.096 per point). In events over the board, equal players of
2000 draw more often than engines of that level. The values here are fitted to 4,350 games of 21 such events: an
advantage of 28 points, draws of 117 points at level 2000, and 0.1 more per point of the mean rating.
"""


def draw_outcome(
    white_rating: int, black_rating: int, plan: EventPlan | TeamPlan, rng: random.Random
) -> tuple[Result, Result]:
    """Draw the results of White and Black in a game that may be forfeited."""
    return draw_forfeit(plan.rates, rng) or draw_played(white_rating, black_rating, plan, rng)


def draw_played(
    white_rating: int, black_rating: int, plan: EventPlan | TeamPlan, rng: random.Random
) -> tuple[Result, Result]:
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
