from __future__ import annotations

import random
from collections import Counter

import pytest

from random_tournaments.games import WHITE_ADVANTAGE, chances, draw_outcome
from random_tournaments.plan import EventPlan, Rates, UpsetModel
from tournaments.model import Result

GAMES = 4000


def outcomes(rates: Rates, upsets: UpsetModel = UpsetModel.ANYBODY_WINS) -> Counter[tuple[Result, Result]]:
    """Draw many games between two players."""
    plan = EventPlan(players=2, rounds=1, rates=rates, upsets=upsets)
    rng = random.Random(41)
    return Counter(draw_outcome(2000, 1900, plan, rng) for _ in range(GAMES))


@pytest.mark.parametrize("upsets", UpsetModel)
@pytest.mark.parametrize("difference", [-1000, -150, -WHITE_ADVANTAGE, 0, 150, 1000])
@pytest.mark.parametrize("draw_share", [0.0, 0.4, 1.0])
def test_chances_are_chances(upsets: UpsetModel, difference: int, draw_share: float) -> None:
    """Neither a win nor a draw nor a loss has a negative chance."""
    white = chances(2000 + difference, 2000, upsets, draw_share)
    assert white.win >= 0.0
    assert white.draw >= 0.0
    assert white.win + white.draw <= 1.0


def test_expected_scores_follow_the_rating_difference() -> None:
    """White's expected score is one half where Black is better by the advantage of the move, and grows from there."""
    scores = []
    for difference in (-500, -400, -200, -WHITE_ADVANTAGE, 0, 200):
        white = chances(2000 + difference, 2000, UpsetModel.RATINGS, 0.3)
        scores.append(white.win + white.draw / 2)
    assert scores[3] == pytest.approx(0.5)
    assert scores[:5] == sorted(scores[:5])
    assert scores[5] == pytest.approx(1 / (1 + 10 ** (-235 / 400)))


def test_differences_beyond_400_points_count_as_400() -> None:
    """As in the rating regulations."""
    assert chances(2800, 1200, UpsetModel.RATINGS, 0.2) == chances(2400, 1200, UpsetModel.RATINGS, 0.2)


def test_the_favourite_wins_where_the_plan_says_so() -> None:
    """Whatever the share of draws."""
    assert set(outcomes(Rates(draw=0.9), UpsetModel.FAVOURITE_WINS)) == {(Result.WIN, Result.LOSS)}


@pytest.mark.parametrize(
    ("rates", "result", "share"),
    [
        (Rates(draw=0.35), Result.DRAW, 0.35),
        (Rates(draw=0.0), Result.DRAW, 0.0),
        (Rates(forfeit=0.2), Result.FORFEIT_WIN, 0.1),
        (Rates(double_forfeit=0.2), Result.FORFEIT_LOSS, 0.2),
        (Rates(unrated=0.5, draw=1.0), Result.UNRATED_DRAW, 0.5),
    ],
)
def test_rates_of_games_are_respected(rates: Rates, result: Result, share: float) -> None:
    """Counted for White, within four standard deviations."""
    found = sum(count for (white, _), count in outcomes(rates).items() if white is result) / GAMES
    assert found == pytest.approx(share, abs=4 * (share * (1 - share) / GAMES) ** 0.5)


def test_both_sides_of_a_game_agree() -> None:
    """A win beside a loss, a draw beside a draw; forfeits beside forfeits; nobody wins an unusual game."""
    everything = Rates(draw=0.3, forfeit=0.2, double_forfeit=0.1, unrated=0.3, unusual=0.2)
    assert set(outcomes(everything)) == {
        (Result.WIN, Result.LOSS),
        (Result.DRAW, Result.DRAW),
        (Result.LOSS, Result.WIN),
        (Result.UNRATED_WIN, Result.UNRATED_LOSS),
        (Result.UNRATED_DRAW, Result.UNRATED_DRAW),
        (Result.UNRATED_LOSS, Result.UNRATED_WIN),
        (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
        (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
        (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
        (Result.LOSS, Result.LOSS),
        (Result.DRAW, Result.LOSS),
        (Result.LOSS, Result.DRAW),
    }
