"""Rarer misreadings of the bar from the bye in pairs: for a while, by several rounds, or by games, and for good."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support.events import event
from support.histories import after
from support.loops import require_items
from support.varied import misread_rules, varied

from reference_engines.definitions.history import read_history
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026

B, W, HALF = "B", "W", "-"


def _barred(rules: Any, *rounds: str) -> list[bool]:
    """Return whether player 1 may not receive the bye before each round; the player plays every other game of it."""
    history = read_history(after("".join(rounds), "".join(W if one == HALF else one for one in rounds)))
    return [bool(one) for one in rules.byes.barred_before_rounds(history)[:, 0]]


@pytest.mark.parametrize(
    ("identifier", "rounds", "expected"),
    [
        ("half-point-byes-bar-lately", (W, HALF, B, W), [False, False, True, False, False]),
        ("half-point-byes-bar-for-two-rounds", (W, HALF, B, W), [False, False, True, True, False]),
        ("half-point-byes-bar-twice", (HALF, B, HALF, W), [False, False, False, True, True]),
        ("unplayed-rounds-bar-thrice", (HALF, HALF, HALF), [False, False, False, True]),
        ("white-bars-lately", (W, B, B), [False, True, False, False]),
        ("absence-bars", (W, HALF, B, W), [False, False, True, True, True]),
        ("bye-not-before-2-games", (HALF, W, B), [False, False, True, False]),
    ],
)
def test_a_player_is_barred_for_a_while(identifier: str, rounds: tuple[str, ...], expected: list[bool]) -> None:
    """By the text nothing of that bars a player; rounds of other kinds bar nobody by the misreading either."""
    misread = misread_rules(identifier)
    none = [False] * (len(rounds) + 1)
    assert _barred(DUTCH_2026, *rounds) == none
    assert _barred(misread, *rounds) == expected != none
    assert _barred(misread, *(B * len(rounds))) == none


def test_rounds_that_bar_for_good_bar_still() -> None:
    """What the text bars is barred by every misreading that bars players for a while."""
    history = read_history(after(W, B))
    history.bye[0, 0] = True
    for rules in require_items((DUTCH_2026, DUTCH_2017, misread_rules("loss-bars-lately"))):
        assert rules.byes.barred_before_rounds(history)[:, 0].tolist() == [False, True]
        assert not np.any(rules.byes.barred_before_rounds(history)[:, 1])


@pytest.mark.parametrize("edition", ["dutch-2026", "dutch-2017", "dutch-2013"])
def test_a_win_by_forfeit_bars_also_where_absences_do(edition: str) -> None:
    """C.04.1:4 (2026), C.04.1.d (2017): a program that bars for absences, too, does not forget the rule itself."""
    history = read_history(event(["2w+", "1b-", "4w1", "3b0", "H"]))
    barred = misread_rules("absence-bars", edition).byes.barred_before_rounds(history)
    assert barred.tolist() == [[False] * 5, [True, False, False, False, True]]


def test_sentences_on_bars_name_what_bars() -> None:
    """Each is to be read after "as if"."""
    expected = {
        "half-point-byes-bar-for-two-rounds": "a half-point bye barred from the bye in the next two rounds",
        "forfeits-bar-twice": "a player could not receive the bye who had a forfeited game twice",
        "bye-not-before-1-games": "a player could not receive the bye before having had a game",
    }
    assert {name: varied(name).sentence for name in expected} == expected
