from __future__ import annotations

import dataclasses
import random
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items

from random_tournaments.axes import PLAIN, SCORINGS, STANDARD, Axes, Chance, Frequency, Per, Span, WeightedChoice
from random_tournaments.plan import Acceleration, EventPlan, Quota, Rates, ResultModel
from random_tournaments.random_plans import draw_plan
from random_tournaments.ratings import Ratings
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable


RATES_OF_HALF = {field.name for field in dataclasses.fields(Rates)} - {"absence_block", "upset"}
"""Rates that at least four events in ten have."""


@pytest.fixture(scope="module")
def plans() -> list[EventPlan]:
    """A batch of plans with the ranges left out."""
    rng = random.Random(20260201)
    return [draw_plan(rng) for _ in range(2000)]


def test_equal_generator_states_draw_equal_plans() -> None:
    """A seed stands for one plan."""
    assert draw_plan(random.Random(7)) == draw_plan(random.Random(7))
    assert draw_plan(random.Random(7)) != draw_plan(random.Random(8))


def test_sizes_stay_within_the_ranges_and_reach_their_ends(plans: list[EventPlan]) -> None:
    """Both ends belong to a range; no field plays more rounds than it can without meeting twice."""
    assert {min(plan.players for plan in plans), max(plan.players for plan in plans)} == {5, 130}
    assert {plan.rounds for plan in plans} == set(range(4, 14))
    assert all(plan.rounds <= plan.players - 1 + plan.players % 2 for plan in plans)


def test_fixed_axes_are_obeyed() -> None:
    """A range of one number fixes the axis."""
    rng = random.Random(3)
    axes = Axes(players=Span(9, 9), rounds=Span(5, 5), scoring=WeightedChoice((SCORINGS["half-bye"],)))
    for _ in range(50):
        plan = draw_plan(rng, axes)
        assert (plan.players, plan.rounds, plan.scoring) == (9, 5, SCORINGS["half-bye"])


def test_fields_too_small_for_the_rounds_are_not_drawn() -> None:
    """Eleven rounds need eleven players; an even field of ten can play nine."""
    rng = random.Random(4)
    sizes = {draw_plan(rng, Axes(players=Span(8, 13), rounds=Span(11, 11))).players for _ in range(200)}
    assert sizes == {11, 12, 13}


def test_nothing_goes_wrong_on_plain_axes() -> None:
    """The plain axes are the start of other programs' configurations, and have no misfortunes."""
    rng = random.Random(5)
    for _ in range(50):
        assert draw_plan(rng, PLAIN).rates == Rates(draw=0.3)


@pytest.mark.parametrize(
    ("frequency", "rate", "quota"),
    [
        (Frequency(share=Chance(0.25, 0.25)), 0.25, Quota()),
        (Frequency(share=Chance(0.25, 0.25), per=Per.EVENT), 0.0, Quota(in_event=5)),
        (Frequency(number=Span(3, 3)), 0.0, Quota(each_round=3)),
        (Frequency(number=Span(3, 3), per=Per.EVENT), 0.0, Quota(in_event=3)),
    ],
)
def test_a_misfortune_is_asked_for_by_share_or_number(frequency: Frequency, rate: float, quota: Quota) -> None:
    """Per round or per event; a share of the event is a share of its twenty players."""
    plan = draw_plan(random.Random(1), dataclasses.replace(PLAIN, players=Span(20, 20), half_point_byes=frequency))
    assert (plan.rates.half_point_bye, plan.quotas.half_point_bye) == (rate, quota)


@pytest.mark.parametrize(
    ("axis", "least"),
    [
        (lambda plan: plan.players % 2, 0.4),
        (lambda plan: plan.rounds % 2, 0.4),
        (lambda plan: plan.players < 16, 0.3),
        (lambda plan: plan.players > 60, 0.1),
        (lambda plan: plan.initial_colour is Colour.BLACK, 0.45),
        (lambda plan: plan.scoring != STANDARD, 0.3),
        (lambda plan: plan.acceleration is Acceleration.BAKU, 0.1),
        (lambda plan: plan.acceleration is Acceleration.LISTED, 0.05),
        (lambda plan: plan.results is ResultModel.FAVOURITE_WINS, 0.05),
        (lambda plan: plan.results is ResultModel.ANYBODY_WINS, 0.2),
        (lambda plan: plan.forbidden_groups, 0.15),
        (lambda plan: plan.acceleration in (Acceleration.VIRTUAL_3, Acceleration.VIRTUAL_5), 0.05),
        (lambda plan: plan.results is ResultModel.MILVANG, 0.1),
        (lambda plan: plan.tie_breaks, 0.5),
        (lambda plan: plan.rates.absence_block, 0.2),
        *[(lambda plan, name=name: getattr(plan.rates, name), 0.4) for name in RATES_OF_HALF],
    ],
)
def test_every_axis_varies_within_a_batch(plans: list[EventPlan], axis: object, least: float) -> None:
    """A property that a batch holds constant is not tested: each property occurs at a stated share."""
    share = sum(bool(axis(plan)) for plan in plans) / len(plans)  # type: ignore[operator]  # a predicate
    assert share >= least


def test_baku_acceleration_is_drawn_only_where_its_premise_holds(plans: list[EventPlan]) -> None:
    """C.04.7:1.1: a win is worth two draws, and a loss nothing."""
    for plan in require_items(plan for plan in plans if plan.acceleration is Acceleration.BAKU):
        assert plan.scoring.white_win == 2 * plan.scoring.white_draw
        assert plan.scoring.white_loss == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": 1}, "players is 1; an event has at least 2"),
        ({"rounds": 0}, "rounds is 0; an event has at least 1"),
        ({"ratings": Ratings(listed=(2000, 1000))}, "2 ratings are listed for 8 players"),
        ({"forbidden_groups": (2, 9)}, "a group has 2 to 8 players"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(change: dict[str, object], message: str) -> None:
    """The message names the key and what is permitted."""
    with pytest.raises(ValueError, match=message):
        EventPlan(**({"players": 8, "rounds": 5} | change))  # type: ignore[arg-type]  # one of several types


@pytest.mark.parametrize("rate", [-0.1, 1.1])
def test_a_rate_that_is_not_a_probability_is_refused(rate: float) -> None:
    """Rates are from 0 to 1."""
    with pytest.raises(ValueError, match=r"forfeit is .*; a rate is from 0 to 1"):
        Rates(forfeit=rate)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lowest": 2000, "highest": 1000}, r"ratings are 2000\.\.1000"),
        ({"ties": 1.5}, r"ties is 1\.5; a share is from 0 to 1"),
        ({"groups": 0}, "groups 0: none is negative"),
    ],
)
def test_ratings_that_cannot_be_drawn_are_refused(change: dict[str, object], message: str) -> None:
    """The message names the value."""
    with pytest.raises(ValueError, match=message):
        Ratings(**change)  # type: ignore[arg-type]  # one of several types


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda: Span(10, 4), r"10\.\.4 contains nothing"),
        (lambda: Chance(0.5, 1.5), r"a chance is from 0 to 1"),
        (lambda: Quota(each_round=-1), "neither is below 0"),
        (lambda: WeightedChoice(()), "at least one value"),
        (lambda: Axes(players=Span(4, 8), rounds=Span(12, 12)), r"rounds is 12, and 8 players can meet in 7 rounds"),
        (lambda: Axes(players=Span(4, 8), listed_ratings=(2000,)), "1 ratings are listed, and players is 4..8"),
        (lambda: Axes(lowest_rating=Span(2700, 2800)), "above the end of highest-rating, 2600"),
    ],
)
def test_axes_that_contradict_themselves_are_refused(change: Callable[[], object], message: str) -> None:
    """The message names the axis and what is permitted."""
    with pytest.raises(ValueError, match=message):
        change()
