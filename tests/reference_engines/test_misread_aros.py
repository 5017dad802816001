"""Misread AROs in pairs: where a misreading differs from the text, and next to it where it does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from support.events import event
from support.varied import misread_rules

from reference_engines.definitions.history import read_history
from reference_engines.dubov.participants import aro_before
from reference_engines.dubov.rules import DUBOV_2026

RATINGS = [2400, 2000, 1700, 1500]
ROWS = ["2w1 3b= 4w1", "1b0 U 3w1", "4w1 1w= 2b0", "3b0 - 1b0"]
"""2 has the bye of round 2, for which 4 is away."""
BY_TEXT = [1733, 2050, 1967, 2050]


def _rule(identifier: str) -> Any:
    return misread_rules(identifier, "dubov-2026").aro


def _aros(rule: Any, rows: list[str] | None = None, ratings: list[int] | None = None) -> list[int]:
    played = event(rows or ROWS)
    rated = zip(played.players, ratings or RATINGS, strict=True)
    played = replace(played, players=tuple(replace(player, rating=rating) for player, rating in rated))
    history = read_history(played)
    return aro_before(played, history, history.rounds + 1, rule).tolist()


def test_aros_by_the_text() -> None:
    """The averages of the opponents of all games."""
    assert _aros(DUBOV_2026.aro) == BY_TEXT


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("aro-allocated-byes-count-zero", [1733, 1367, 1967, 2050]),
        ("aro-unplayed-pairings-count-zero", [1733, 1367, 1967, 2050]),
        ("aro-allocated-byes-count-own", [1733, 2033, 1967, 2050]),
        ("aro-away-rounds-count-lowest", [1733, 2050, 1967, 1867]),
        ("aro-unplayed-rounds-count-average", [1733, 2000, 1967, 2000]),
        ("aro-of-opponents-beaten", [1750, 1700, 1500, 0]),
        ("aro-without-opponents-drawn-with", [1750, 2050, 1750, 2050]),
        ("aro-of-opponents-ahead", [0, 2400, 2200, 2050]),
        ("aro-without-opponents-rated-lower", [0, 2400, 2200, 2050]),
        ("aro-of-opponents-met-with-black", [1700, 2400, 2000, 2050]),
        ("aro-limited-400", [2000, 2050, 1867, 1800]),
        ("aro-limited-above-400", [1733, 2050, 1867, 1800]),
        ("aro-limited-below-400", [2000, 2050, 1967, 2050]),
        ("aro-as-performance", [2000, 2050, 1967, 1650]),
        ("aro-with-own-rating", [1900, 2033, 1900, 1867]),
        ("aro-cut-lowest", [1850, 2400, 2200, 2400]),
        ("aro-cut-both", [1700, 2050, 2000, 2050]),
        ("aro-highest-alone", [2000, 2400, 2400, 2400]),
        ("aro-median", [1700, 2050, 2000, 2050]),
        ("aro-to-hundreds", [17, 21, 20, 21]),
        ("aro-by-one-more", [1300, 1366, 1475, 1366]),
    ],
)
def test_an_aro_is_misread(identifier: str, expected: list[int]) -> None:
    """Of some players it is that of the text."""
    assert _aros(_rule(identifier)) == expected


def test_only_opponents_who_are_there_count() -> None:
    """4 is away in round 3; before round 2 all are there."""
    rows = ["2w1 4b= 3w1", "1b0 3w1 U", "4w1 2b0 1b0", "3b0 1w= -"]
    played = event(rows)
    rated = zip(played.players, RATINGS, strict=True)
    played = replace(played, players=tuple(replace(player, rating=rating) for player, rating in rated))
    history, rule = read_history(played), _rule("aro-of-opponents-present")
    own, misread = (aro_before(played, history, 3, one).tolist() for one in (DUBOV_2026.aro, rule))
    assert own == [1750, 2050, 1750, 2050]
    assert misread == [2000, 2050, 2000, 2050]
    assert aro_before(played, history, 2, rule).tolist() == aro_before(played, history, 2, DUBOV_2026.aro).tolist()


def test_opponents_of_games_lost_by_forfeit_count() -> None:
    """And those of a double forfeit, if these are meant."""
    rows = ["2w+ 3b-", "1b- 4w1", "4w1 1w-", "3b0 2b0"]
    assert _aros(DUBOV_2026.aro, rows) == [0, 1500, 1500, 1850]
    assert _aros(_rule("aro-with-opponents-of-forfeit-losses"), rows) == [1700, 1950, 1950, 1850]
    assert _aros(_rule("aro-with-opponents-of-double-forfeits"), rows) == [1700, 1500, 1950, 1850]


def test_a_player_without_a_game_has_another_aro() -> None:
    """The ARO of all others stays."""
    rows = ["2w1", "1b0", "U", "-"]
    assert _aros(DUBOV_2026.aro, rows) == [2000, 2400, 0, 0]
    assert _aros(_rule("aro-of-beginners-own"), rows) == [2000, 2400, 1700, 1500]
    assert _aros(_rule("aro-of-beginners-average"), rows) == [2000, 2400, 1900, 1900]


@pytest.mark.parametrize(
    ("identifier", "total", "expected"),
    [
        ("aro-half-down", (4001, 4003, 4004), (2000, 2001, 2002)),
        ("aro-half-to-even", (4001, 4003, 4004), (2000, 2002, 2002)),
        ("aro-to-fives", (4004, 4006, 4010), (400, 401, 401)),
    ],
)
def test_averages_of_two_are_rounded_otherwise(
    identifier: str, total: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    """The text rounds a half upwards; averages are only compared, so they may be counted in fives."""
    number = np.full(len(total), 2)
    assert tuple(_rule(identifier).average(np.array(total), number, 9).tolist()) == expected
    by_text = tuple((one + 1) // 2 for one in total)
    assert tuple(DUBOV_2026.aro.average(np.array(total), number, 9).tolist()) == by_text != expected
