"""The simple Swiss: the order of asking, its limits, the colours, and the verdict on other pairings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from support.agreement import paired
from support.events import event
from support.generated import generated_events
from support.loops import require_items

from reference_engines.frame.results import Pair
from reference_engines.frame.systems import engine_for
from reference_engines.literal.simple_swiss import LITERAL_SIMPLE
from reference_engines.simple_swiss.colours import first_round_colours
from reference_engines.simple_swiss.edition import (
    ALTERNATING,
    ALTERNATING_OLYMPIAD,
    BASIC,
    DEFAULT_READINGS,
    DUTCH,
    OLYMPIAD,
    LimitStage,
    SimpleOptions,
)
from reference_engines.simple_swiss.rules import SIMPLE
from reference_engines.simple_swiss.walk import opponents_order, turns_with_bye

if TYPE_CHECKING:
    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event

ROUNDS_UP = replace(DEFAULT_READINGS, odd_middle_rounded_up=True)
LEFT_OVER = replace(DEFAULT_READINGS, bye_left_over=True)
BY_PAIR = replace(DEFAULT_READINGS, limits_by_pair=True)


def opened(of: Event, options: SimpleOptions = DEFAULT_READINGS) -> PreparedEvent:
    """Prepare an event with options."""
    return replace(SIMPLE, options=options).open(of)


@pytest.mark.parametrize(
    ("players", "options", "order"),
    [
        (6, DEFAULT_READINGS, [4, 5, 6, 3, 2]),
        (8, DEFAULT_READINGS, [5, 6, 7, 8, 4, 3, 2]),
        (6, ALTERNATING, [4, 3, 5, 2, 6]),
        (8, ALTERNATING, [5, 4, 6, 3, 7, 2, 8]),
        (2, DEFAULT_READINGS, [2]),
        (2, ALTERNATING, [2]),
        (5, DEFAULT_READINGS, [3, 4, 5, 2]),
        (5, ROUNDS_UP, [4, 5, 3, 2]),
        (1, DEFAULT_READINGS, []),
    ],
)
def test_the_first_player_asks_from_the_middle(players: int, options: SimpleOptions, order: list[int]) -> None:
    """Down to the last and then upwards, or outwards; an odd group's middle is half of it, rounded down."""
    assert opponents_order(range(1, players + 1), options) == order


@pytest.mark.parametrize("pairs", range(1, 30))
def test_first_round_colours_alternate_and_turn_in_the_middle(pairs: int) -> None:
    """
    The first player has Black, and so has the last of the upper half, whether the number of pairs is odd or even.

    The colours are the same in neighbouring pairs at most once, in the middle.
    """
    higher = [first_round_colours((0, 1), place, pairs).white == 0 for place in range(1, pairs + 1)]
    assert not higher[0]
    assert not higher[-1]
    turned = ["turn in the middle" in first_round_colours((0, 1), place, pairs).why for place in range(1, pairs + 1)]
    assert turned == [pairs % 2 == 0 and place > pairs // 2 for place in range(1, pairs + 1)]
    same = [place for place, (one, other) in enumerate(pairwise(higher), start=1) if one == other]
    assert same == ([pairs // 2] if pairs % 2 == 0 else [])


def test_the_first_round_of_eight_and_of_six_players() -> None:
    """Even number of pairs: B W W B for the upper half; odd: B W B."""
    of_eight = [first_round_colours((0, 1), place, 4).white == 0 for place in range(1, 5)]
    of_six = [first_round_colours((0, 1), place, 3).white == 0 for place in range(1, 4)]
    assert of_eight == [False, True, True, False]
    assert of_six == [False, True, False]
    pairing = SIMPLE.open(event([""] * 8)).round(1).expected()
    assert pairing.pairs == (Pair(5, 1), Pair(2, 6), Pair(3, 7), Pair(8, 4))


def test_limits_of_colours_are_lifted_in_stages() -> None:
    """First the rule on colours running, then that on their difference; the Olympiad lifts both at once."""
    stages: Counter[LimitStage] = Counter()
    olympiad: Counter[LimitStage] = Counter()
    for played in generated_events("simple"):
        for number in range(1, played.rounds_recorded + 1):
            prepared = opened(played)
            table = prepared.round(number).participants
            bye = prepared.round(number).expected().bye
            place = None if bye is None else table.players.tpn.tolist().index(bye)
            for counted, options in ((stages, DEFAULT_READINGS), (olympiad, OLYMPIAD)):
                for ask in turns_with_bye(table, options, place):
                    counted[ask.stage] += 1
                    assert ask.taken is None or table.within(ask.stage)[ask.player, ask.taken]
    assert set(stages) >= {LimitStage.BOTH, LimitStage.DIFFERENCE}
    assert set(olympiad) == {LimitStage.BOTH, LimitStage.NONE}
    assert stages[LimitStage.BOTH] > stages[LimitStage.DIFFERENCE]


@pytest.mark.parametrize(
    "options",
    [DEFAULT_READINGS, ALTERNATING, OLYMPIAD, ALTERNATING_OLYMPIAD, DUTCH, BASIC, ROUNDS_UP, LEFT_OVER, BY_PAIR],
)
def test_asking_one_by_one_comes_to_the_same(options: SimpleOptions) -> None:
    """The literal engine, which searches in another way, on every round of small events."""
    for played in require_items(generated_events("simple-small")):
        for number in require_items(range(1, played.rounds_recorded + 2)):
            one, other = (replace(rules, options=options) for rules in (SIMPLE, LITERAL_SIMPLE))
            assert paired(one, played, number) == paired(other, played, number)


def test_two_hundred_players_are_paired() -> None:
    """By every option."""
    (played,) = generated_events("simple-large")
    assert played.rounds_recorded == 3
    last = engine_for("simple-2018").open(played).round(3)
    assert set(last.expected().pairs) == set(last.posted.pairs)
    for key in ("simple-2018/alternating", "simple-2018/olympiad"):
        assert len(engine_for(key).open(played).round(3).expected().pairs) == 100


def test_options_combine() -> None:
    """Both are taken by a key of their own; each differs from the other two."""
    both = engine_for("simple-2018/alternating/olympiad")
    assert both.options == ALTERNATING_OLYMPIAD  # type: ignore[attr-defined]  # of these rules
    assert (ALTERNATING_OLYMPIAD.outwards, ALTERNATING_OLYMPIAD.stages) == (True, OLYMPIAD.stages)
    assert (
        both.edition.title == f"{SIMPLE.edition.title}, asking outwards from the middle, limits of colours all or none"
    )
