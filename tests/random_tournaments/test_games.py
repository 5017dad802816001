from __future__ import annotations

import random
from collections import Counter

import pytest

from random_tournaments.axes import REALISTIC
from random_tournaments.plan import EventPlan, Rates, ResultModel
from random_tournaments.random_plans import draw_plan
from random_tournaments.simulation import compute_chances, draw_outcome, draw_played, expected_score
from tournaments.model import Result

GAMES = 4000


def outcomes(rates: Rates, model: ResultModel = ResultModel.ANYBODY_WINS) -> Counter[tuple[Result, Result]]:
    """Draw many games between two players."""
    plan = EventPlan(players=2, rounds=1, rates=rates, results=model)
    rng = random.Random(41)
    return Counter(draw_outcome(2000, 1900, plan, rng) for _ in range(GAMES))


@pytest.mark.parametrize("model", ResultModel)
@pytest.mark.parametrize("difference", [-1000, -150, -1, 0, 1, 150, 1000])
@pytest.mark.parametrize("draw_share", [0.0, 0.4, 1.0])
def test_chances_are_chances(model: ResultModel, difference: int, draw_share: float) -> None:
    """Neither a win nor a draw nor a loss has a negative chance."""
    white = compute_chances(2000 + difference, 2000, model, draw_share)
    assert white.win >= 0.0
    assert white.draw >= 0.0
    assert white.win + white.draw <= 1.0


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        *[(0, 0.5), (3, 0.5), (4, 0.51), (10, 0.51), (11, 0.52), (-3, 0.5), (-4, 0.49), (162, 0.71), (163, 0.72)],
        *[(374, 0.90), (375, 0.91), (391, 0.91), (392, 0.92), (400, 0.92), (401, 0.92), (1500, 0.92), (-900, 0.08)],
    ],
)
def test_expected_scores_follow_the_table(difference: int, expected: float) -> None:
    """At both ends of an interval, and no further than 400 points."""
    assert expected_score(difference) == pytest.approx(expected)


def test_win_and_half_of_the_draws_make_up_the_expected_score() -> None:
    """With Black as with White: the table knows no advantage of the first move."""
    for model in (ResultModel.FIDE_TABLE, ResultModel.FIXED_DRAWS):
        for difference in (-700, -120, 0, 60, 391):
            white = compute_chances(2000 + difference, 2000, model, 0.35)
            assert white.win + white.draw / 2 == pytest.approx(expected_score(difference))


def test_fixed_draws_stay_while_draws_by_the_table_vanish() -> None:
    """Between players 300 points apart."""
    assert compute_chances(2300, 2000, ResultModel.FIXED_DRAWS, 0.25).draw == pytest.approx(0.25)
    assert compute_chances(2300, 2000, ResultModel.FIDE_TABLE, 0.25).draw == pytest.approx(0.25 * 4 * 0.85 * 0.15)


def test_the_model_of_milvang_knows_level_and_first_move() -> None:
    """Between equals White wins more often than Black; the stronger both are, the more draws."""
    weak, strong = (compute_chances(level, level, ResultModel.MILVANG, 0.0) for level in (1600, 2600))
    assert strong.draw > weak.draw > 0.2
    for white in (weak, strong):
        assert white.win > 1 - white.win - white.draw
    equal = compute_chances(2000, 2000, ResultModel.MILVANG, 0.0)
    assert equal.win == pytest.approx(1 / (1 + 10 ** (96 / 370)))
    assert 1 - equal.win - equal.draw == pytest.approx(1 / (1 + 10 ** (150 / 370)))


DRAWS_BY_LEVEL = {1200: 0.08, 1500: 0.14, 1800: 0.20, 2100: 0.27, 2400: 0.33}
"""Measured share of draws by the mean rating of two players, in events over the board."""
DIFFERENCES = (45, 87, 116, 139, 157, 178, 206, 240, 291, 392)
"""The 5th, 15th, ... 95th percentile of the rating difference in the same games."""


def test_the_realistic_profile_has_the_scores_and_draws_of_real_events() -> None:
    """Of 20,000 games, White scores 53.4 % (1.3 % more or less); draws at each level are within 2.5 % (4 errors)."""
    seed = 41
    rng = random.Random(seed)
    drawn = {level: Counter[Result]() for level in DRAWS_BY_LEVEL}
    plans = [draw_plan(rng, REALISTIC) for _ in range(10)]
    for number in range(400):
        for level, results in drawn.items():
            for difference in DIFFERENCES:
                to_white = difference if number % 2 else -difference
                white, black = level + to_white // 2, level - to_white // 2
                results[draw_played(white, black, plans[number % 10], rng)[0]] += 1
    total = sum(drawn.values(), Counter())
    assert total.total() == 20_000
    white_score = (total[Result.WIN] + total[Result.DRAW] / 2) / total.total()
    assert white_score == pytest.approx(0.534, abs=0.013)
    shares = {level: results[Result.DRAW] / results.total() for level, results in drawn.items()}
    assert shares == pytest.approx(DRAWS_BY_LEVEL, abs=0.025)


def test_draws_vanish_between_weak_players_and_white_keeps_the_advantage() -> None:
    """At level 830 the draws of equals end, and not at level 831; below, the curves stay as they are."""
    last, first = (compute_chances(level, level, ResultModel.BAYESELO, 0.0) for level in (830, 831))
    assert last.draw == pytest.approx(0.0)
    assert 0.0 < first.draw < 0.001
    assert last.win == pytest.approx(1 / (1 + 10 ** (-28 / 400)))
    assert compute_chances(500, 500, ResultModel.BAYESELO, 0.0) == last


@pytest.mark.parametrize("model", [ResultModel.FIDE_TABLE, ResultModel.FIXED_DRAWS, ResultModel.MILVANG])
@pytest.mark.parametrize("difference", [-350, -120, 0, 60, 200])
def test_many_games_come_out_as_the_model_says(model: ResultModel, difference: int) -> None:
    """Share of draws and expected score of 100,000 games each lie within four standard errors of the model's."""
    games = 100_000
    plan = EventPlan(players=2, rounds=1, rates=Rates(draw=0.3), results=model)
    rng = random.Random(1978)
    drawn = Counter(draw_outcome(2000 + difference, 2000, plan, rng)[0] for _ in range(games))
    white = compute_chances(2000 + difference, 2000, model, 0.3)
    expected = white.win + white.draw / 2
    assert drawn[Result.DRAW] / games == pytest.approx(white.draw, abs=4 * (0.25 / games) ** 0.5)
    scored = (drawn[Result.WIN] + drawn[Result.DRAW] / 2) / games
    assert scored == pytest.approx(expected, abs=4 * (0.25 / games) ** 0.5)


def test_upsets_turn_results_round() -> None:
    """The favourite wins all games but the share of upsets."""
    lost = outcomes(Rates(upset=0.2), ResultModel.FAVOURITE_WINS)[Result.LOSS, Result.WIN]
    assert lost / GAMES == pytest.approx(0.2, abs=0.03)


def test_the_favourite_wins_where_the_plan_says_so() -> None:
    """The share of draws does not matter."""
    assert set(outcomes(Rates(draw=0.9), ResultModel.FAVOURITE_WINS)) == {(Result.WIN, Result.LOSS)}


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
    """A win beside a loss, a draw beside a draw; forfeits beside forfeits; an unusual game has no winner."""
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
