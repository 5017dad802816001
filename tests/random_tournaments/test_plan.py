from __future__ import annotations

import dataclasses
import random

import pytest

from random_tournaments.drawing import SCORINGS, Ranges, draw_plan
from random_tournaments.plan import Acceleration, EventPlan, Rates, UpsetModel
from tournaments.model import Colour


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
    """Both ends belong to a range."""
    assert {min(plan.players for plan in plans), max(plan.players for plan in plans)} == {4, 130}
    assert {plan.rounds for plan in plans} == set(range(4, 14))


def test_narrow_ranges_are_obeyed() -> None:
    """A range of one number fixes the axis."""
    rng = random.Random(3)
    ranges = Ranges(players=(9, 9), rounds=(5, 5), scorings=SCORINGS[1:2], system_code="FIDE_DUTCH_2017")
    for _ in range(50):
        plan = draw_plan(rng, ranges)
        assert (plan.players, plan.rounds, plan.scoring) == (9, 5, SCORINGS[1])
        assert plan.system_code == "FIDE_DUTCH_2017"


@pytest.mark.parametrize(
    ("axis", "least"),
    [
        (lambda plan: plan.players % 2, 0.4),
        (lambda plan: plan.rounds % 2, 0.4),
        (lambda plan: plan.players < 16, 0.3),
        (lambda plan: plan.players > 60, 0.1),
        (lambda plan: plan.initial_colour is Colour.BLACK, 0.45),
        (lambda plan: plan.scoring != SCORINGS[0], 0.3),
        (lambda plan: plan.acceleration is Acceleration.BAKU, 0.1),
        (lambda plan: plan.acceleration is Acceleration.LISTED, 0.05),
        (lambda plan: plan.upsets is UpsetModel.FAVOURITE_WINS, 0.05),
        (lambda plan: plan.upsets is UpsetModel.ANYBODY_WINS, 0.2),
        (lambda plan: plan.forbidden_groups, 0.15),
        *[(lambda plan, name=field.name: getattr(plan.rates, name), 0.4) for field in dataclasses.fields(Rates)],
    ],
)
def test_every_axis_varies_within_a_batch(plans: list[EventPlan], axis: object, least: float) -> None:
    """What a batch holds constant nobody tests: each property is met at a stated share."""
    share = sum(bool(axis(plan)) for plan in plans) / len(plans)  # type: ignore[operator]  # a predicate
    assert share >= least


def test_baku_acceleration_is_drawn_only_where_its_premise_holds(plans: list[EventPlan]) -> None:
    """C.04.7:1.1: a win is worth two draws, and a loss nothing."""
    for plan in plans:
        if plan.acceleration is Acceleration.BAKU:
            assert plan.scoring.white_win == 2 * plan.scoring.white_draw
            assert plan.scoring.white_loss == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": 1}, "players is 1; an event has at least 2"),
        ({"rounds": 0}, "rounds is 0; an event has at least 1"),
        ({"ratings": (2000, 1000)}, r"ratings are \(2000, 1000\)"),
        ({"forbidden_groups": (2, 9)}, "a group has 2 to 8 players"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(change: dict[str, object], said: str) -> None:
    """The message names the key and what is permitted."""
    with pytest.raises(ValueError, match=said):
        EventPlan(**({"players": 8, "rounds": 5} | change))  # type: ignore[arg-type]  # one of several types


@pytest.mark.parametrize("rate", [-0.1, 1.1])
def test_a_rate_that_is_no_chance_is_refused(rate: float) -> None:
    """Rates are from 0 to 1."""
    with pytest.raises(ValueError, match=r"forfeit is .*; a rate is from 0 to 1"):
        Rates(forfeit=rate)


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        ({"players": (10, 4)}, r"players is 10\.\.4"),
        ({"rounds": (0, 4)}, r"rounds is 0\.\.4"),
        ({"scorings": ()}, "scorings is empty"),
    ],
)
def test_ranges_that_contain_nothing_are_refused(ranges: dict[str, object], said: str) -> None:
    """The message names the range."""
    with pytest.raises(ValueError, match=said):
        Ranges(**ranges)  # type: ignore[arg-type]  # one of several types
