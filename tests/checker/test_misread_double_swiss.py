"""Misread steps, floats, orders and byes of the Double-Swiss System in pairs: where they differ, and where not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from support.double_swiss import double_field, format_pairing, paired
from support.matches_of_two_games import played

from reference_engines.double_swiss.rules import DOUBLE_SWISS_2026
from reference_engines.double_swiss.text import MatchColourStep
from reference_engines.misreadings import varied_misreadings
from reference_engines.upfloating.search import pair_field

EVENT = played(rounds=8, players=9)


@cache
def _misread(identifier: str) -> Any:
    listed = varied_misreadings(DOUBLE_SWISS_2026)
    return next(one for one in listed if one.identifier == identifier).rules(DOUBLE_SWISS_2026)


def test_a_step_gives_the_opposite_colours() -> None:
    """To pairs which it decides, and to no others."""
    own, misread = (rules.open(EVENT).round(4) for rules in (DOUBLE_SWISS_2026, _misread("whites-reversed")))
    decided = {"4.3.2": 0, "": 0}
    size = own.participants.size
    for pair in ((first, second) for first in range(size) for second in range(first + 1, size)):
        by_text, opposite = own.colours(pair), misread.colours(pair)
        is_meant = by_text.article == "4.3.2"
        decided["4.3.2" if is_meant else ""] += 1
        assert (opposite.white != by_text.white) is is_meant
    assert all(decided.values())


def test_a_step_moves_before_another_one() -> None:
    """All others stay in their order."""
    steps = [step for _, step in _misread("latest-difference-before-whites").steps]
    printed = [step for _, step in DOUBLE_SWISS_2026.steps]
    assert steps[:3] == [MatchColourStep.BEGINNERS, MatchColourStep.LATEST_DIFFERENCE, MatchColourStep.WHITES]
    assert steps[3:] == printed[3:]


@pytest.mark.parametrize(
    ("name", "floaters"),
    [
        ("upwards", [True, False, False, False]),
        ("downwards", [False, True, False, False]),
        ("two-before", [False, False, True, False]),
        ("of-two-rounds", [True, True, True, False]),
    ],
)
def test_other_floats_make_a_floater(name: str, floaters: list[bool]) -> None:
    """Of players who floated up or down in the round before, up two rounds before, and never."""
    floats = np.array([-1, 1, 0, 0]), np.array([0, 0, -1, 0])
    assert _misread(f"floaters-{name}").floated(floats).tolist() == floaters
    assert DOUBLE_SWISS_2026.floated(floats).tolist() == [True, True, False, False]


def test_floats_do_not_count_in_the_last_three_rounds() -> None:
    """Of seven; by the text in the last one alone."""
    counting = _misread("floats-not-in-last-three").floats_count
    assert [number for number in range(1, 8) if counting(number, 7)] == [1, 2, 3, 4]
    assert [number for number in range(1, 8) if DOUBLE_SWISS_2026.floats_count(number, 7)] == [1, 2, 3, 4, 5, 6]
    assert counting(7, None)


def test_players_are_sorted_by_another_key() -> None:
    """2 has missed a match and so floats up after 3; with as many matches the number decides."""
    field = double_field({1: 2, 2: 1, 3: 1, 4: 0})
    field = replace(field, unplayed=np.array([0, 1, 0, 0]))
    rules = _misread("sets-by-most-matches")
    assert paired(field) == "1-2 3-4"
    assert format_pairing(field, *pair_field(field, rules, rules.search)) == "1-3 2-4"
    even = replace(field, unplayed=np.zeros(4, dtype=np.int64))
    assert format_pairing(even, *pair_field(even, rules, rules.search)) == "1-2 3-4"


def test_the_bye_goes_to_the_player_with_the_fewest_matches() -> None:
    """Of two without points, to the one who missed a match; by the text to the other one."""
    field = replace(double_field({1: 2, 2: 0, 3: 0}), unplayed=np.array([0, 1, 0]))
    rules = _misread("bye-by-fewest-matches-1")
    byes = [text.search.choose_bye(field, text) for text in (DOUBLE_SWISS_2026, rules)]
    assert [field.numbers[at] for at in byes if at is not None] == [3, 2]


def test_points_of_rounds_without_a_match_are_worth_something_else() -> None:
    """The bye, in the rounds after it; the scores of all others stay."""
    own, misread = (rules.open(EVENT) for rules in (DOUBLE_SWISS_2026, _misread("allocated-byes-worth-nothing")))
    had_bye = own.history.bye.cumsum(axis=0) > 0
    differs = own.player_states.score[1:] != misread.player_states.score[1:]
    assert had_bye.any()
    assert (differs == had_bye).all()


def test_the_higher_ranked_player_has_another_score() -> None:
    """2 has more points than 1; with equal points the smaller number ranks first, by any of these."""
    field = double_field({1: 0, 2: 1, 3: 1})
    pair, level = tuple(map(field.numbers.index, (1, 2))), tuple(map(field.numbers.index, (2, 3)))
    ranked = {
        name: [field.numbers[rules.higher_ranked(field, one)] for one in (pair, level)]
        for name, rules in (
            ("text", DOUBLE_SWISS_2026),
            *((name, _misread(f"higher-ranked-by-{name}")) for name in ("number-alone", "lowest-score")),
        )
    }
    assert ranked == {"text": [2, 2], "number-alone": [1, 2], "lowest-score": [1, 2]}
