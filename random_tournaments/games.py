"""How one game ends: won, drawn or lost by the ratings, or not played, or played oddly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from random_tournaments.plan import UpsetModel
from tournaments.model import Result

if TYPE_CHECKING:
    import random

    from random_tournaments.plan import EventPlan, Rates

WHITE_ADVANTAGE = 35
"""In rating points."""
_GREATEST_DIFFERENCE = 400
"""Greater differences count as this much (FIDE rating regulations, B.02)."""

_WHITE_WINS = (Result.WIN, Result.LOSS)
_DRAWN = (Result.DRAW, Result.DRAW)
_BLACK_WINS = (Result.LOSS, Result.WIN)
_UNRATED = {
    Result.WIN: Result.UNRATED_WIN,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.LOSS: Result.UNRATED_LOSS,
}
_UNUSUAL = ((Result.LOSS, Result.LOSS), (Result.DRAW, Result.LOSS), (Result.LOSS, Result.DRAW))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """Of White, in a game that is played."""

    win: float
    draw: float


def chances(white_rating: int, black_rating: int, upsets: UpsetModel, draw_share: float) -> Chances:
    """
    Return White's chances.

    Win and half of the draws make up the expected score; draws are ``draw_share`` between equals and vanish as the
    expected score approaches 0 or 1.
    """
    expected = _expected_score(white_rating, black_rating, upsets)
    draw = min(4 * draw_share * expected * (1 - expected), 2 * expected, 2 * (1 - expected))
    return Chances(win=expected - draw / 2, draw=draw)


def _expected_score(white_rating: int, black_rating: int, upsets: UpsetModel) -> float:
    if upsets is UpsetModel.ANYBODY_WINS or (upsets is UpsetModel.FAVOURITE_WINS and white_rating == black_rating):
        return 0.5
    if upsets is UpsetModel.FAVOURITE_WINS:
        return float(white_rating > black_rating)
    difference = white_rating + WHITE_ADVANTAGE - black_rating
    difference = max(-_GREATEST_DIFFERENCE, min(_GREATEST_DIFFERENCE, difference))
    odds: float = 10.0 ** (difference / _GREATEST_DIFFERENCE)
    return odds / (1.0 + odds)


def draw_outcome(white_rating: int, black_rating: int, plan: EventPlan, rng: random.Random) -> tuple[Result, Result]:
    """Draw what the game gave White and Black."""
    unplayed = _draw_forfeit(plan.rates, rng)
    if unplayed is not None:
        return unplayed
    if rng.random() < plan.rates.unusual:
        return rng.choice(_UNUSUAL)
    outcome = _draw_result(chances(white_rating, black_rating, plan.upsets, plan.rates.draw), rng)
    if rng.random() < plan.rates.unrated:
        return _UNRATED[outcome[0]], _UNRATED[outcome[1]]
    return outcome


def _draw_forfeit(rates: Rates, rng: random.Random) -> tuple[Result, Result] | None:
    drawn = rng.random()
    if drawn < rates.double_forfeit:
        return Result.FORFEIT_LOSS, Result.FORFEIT_LOSS
    if drawn < rates.double_forfeit + rates.forfeit:
        return rng.choice(((Result.FORFEIT_WIN, Result.FORFEIT_LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN)))
    return None


def _draw_result(white: Chances, rng: random.Random) -> tuple[Result, Result]:
    drawn = rng.random()
    if drawn < white.win:
        return _WHITE_WINS
    return _DRAWN if drawn < white.win + white.draw else _BLACK_WINS
