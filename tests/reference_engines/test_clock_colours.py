"""Appendix B of the Clock system, step by step."""

from __future__ import annotations

import pytest
from support.events import event
from support.loops import require_items

from reference_engines.clock.edition import DEFAULT_READINGS, ClockReadings
from reference_engines.clock.rules import CLOCK, decide_colours
from reference_engines.frame.results import Pair
from tournaments.model import Colour, Event

ENGINE = CLOCK


def after(first: str, second: str, **declared: object) -> Event:
    """
    Make an event in which players 1 and 2 have these histories, without having met.

    A history has a letter for each round, ``w``, ``b``, or ``-`` for none, with points drawn; opponents are 3, 4, 5...
    """
    rounds = len(first)
    rows = [_row(first, 3), _row(second, 3 + rounds)]
    turned = {"w": "b", "b": "w"}
    for owner, history in enumerate((first, second), start=1):
        for row, letter in enumerate(history):
            words = ["-"] * rounds
            if letter != "-":
                words[row] = f"{owner}{turned[letter]}="
            rows.append(" ".join(words))
    return event(rows, rounds_declared=rounds + 5, initial_colour=Colour.WHITE, **declared)


def _row(history: str, first: int) -> str:
    words = [f"{opponent}{letter}=" if letter != "-" else "H" for opponent, letter in enumerate(history, start=first)]
    return " ".join(words)


def ruling(played: Event) -> tuple[int, str]:
    """Return the player with White when 1 and 2 meet in the next round, and the step that decides."""
    rule = ENGINE.open(played).round(played.rounds_recorded + 1).colour_rule(Pair(1, 2))
    assert rule is not None
    white = next(tpn for tpn in (1, 2) if f"player {tpn} has White" in rule.sentence)
    return white, rule.article.removeprefix("Appendix B ")


@pytest.mark.parametrize(
    ("first", "second", "white", "step"),
    [
        ("wbb", "bwb", 1, "(absolute preference)"),  # twice in a row
        ("bww", "bwb", 2, "(absolute preference)"),
        ("bwb", "wbb", 2, "(absolute preference)"),
        ("b-b", "bwb", 1, "(absolute preference)"),  # a difference of two
        ("b-wb", "-bww", 1, "(absolute preference)"),
        ("wbb", "bww", 1, "(absolute preference)"),  # two opposite ones: CLOCK-OPPOSITE-ABSOLUTE
        ("wwbwwbb", "bbwbbww", 1, "(absolute preference)"),
        ("w", "b", 2, "(difference)"),
        ("w", "-", 2, "(difference)"),
        ("-", "b", 2, "(difference)"),
        ("wbw", "wb-", 2, "(difference)"),
        ("wb", "bw", 1, "(colour history)"),  # latest different: Black
        ("bw", "wb", 2, "(colour history)"),
        ("bwwb", "wbwb", 2, "(colour history)"),
        ("bwwbwb", "wwbbwb", 2, "(colour history)"),  # the fourth game from the end
        ("wwbbwb", "bwwbwb", 1, "(colour history)"),
        ("bw--", "--wb", 2, "(colour history)"),  # unplayed games are discarded
        ("wb--", "-wb-", 2, "(lower pairing number)"),  # 1 had Black in the last game and has it again
        ("wbwb", "wb--", 2, "(lower pairing number)"),  # no colour is no different one: CLOCK-SHORT-HISTORY
        ("wb--", "wbwb", 2, "(lower pairing number)"),
        ("--", "wb", 1, "(lower pairing number)"),  # without a game, the colour of the grid: CLOCK-NO-COLOUR
        ("wb", "--", 2, "(lower pairing number)"),
    ],
)
def test_the_first_step_that_decides(first: str, second: str, white: int, step: str) -> None:
    """By the histories of the two."""
    assert ruling(after(first, second)) == (white, step)


def test_equal_histories_go_by_points() -> None:
    """White for the player with less."""
    assert ruling(event(["3w1", "4w=", "1b0", "2b="])) == (2, "(points)")
    assert ruling(event(["3w=", "4w1", "1b=", "2b0"])) == (1, "(points)")


def test_equal_points_go_by_the_lower_pairing_number() -> None:
    """It has the same colour again."""
    assert ruling(event(["3w=", "4w=", "1b=", "2b="])) == (1, "(lower pairing number)")
    assert ruling(event(["3b=", "4b=", "1w=", "2w="])) == (2, "(lower pairing number)")


def test_the_pairing_number_counts_not_the_rank() -> None:
    """Of ten, rank 6 has pairing number 2 and rank 2 pairing number 5: 6 has Black again, 2 White."""
    rows = ["-", "3b=", "2w=", "-", "-", "7b=", "6w=", "-", "-", "-"]
    prepared = ENGINE.open(event(rows, initial_colour=Colour.WHITE))
    rule = prepared.round(2).colour_rule(Pair(2, 6))
    assert rule is not None
    assert rule.sentence.startswith("player 2 has White")
    assert rule.article == "Appendix B (lower pairing number)"


@pytest.mark.parametrize(
    ("first", "second", "readings", "white"),
    [
        ("wwbwwbb", "bbwbbww", ClockReadings(opposite_preferences_granted=False), 2),
        ("wwbwwbb", "bbwbbww", DEFAULT_READINGS, 1),
        ("wbwb", "wb--", ClockReadings(missing_game_differs=True), 1),
        ("wbwb", "wb--", DEFAULT_READINGS, 2),
        ("bwbw", "bw--", ClockReadings(missing_game_differs=True), 2),
        ("bwbw", "bw--", DEFAULT_READINGS, 1),
        ("bww", "bwb", ClockReadings(opposite_preferences_granted=False), 2),  # one alone is granted by either reading
        ("bwb", "bww", ClockReadings(opposite_preferences_granted=False), 1),
    ],
)
def test_the_other_readings(first: str, second: str, readings: ClockReadings, white: int) -> None:
    """CLOCK-OPPOSITE-ABSOLUTE and CLOCK-SHORT-HISTORY can be followed either way."""
    played = after(first, second)
    table = CLOCK.open(played).round(played.rounds_recorded + 1).participants
    seats = [table.tpn.index(tpn) for tpn in (1, 2)]
    assert table.tpn[decide_colours(table, readings, *seats).white] == white


def test_without_a_game_the_grid_decides() -> None:
    """CLOCK-NO-COLOUR: two who come in the second round; rank 1 has the master colour."""
    for master in require_items(Colour):
        played = event(["-", "-", "4w=", "3b="], initial_colour=master)
        white = 1 if master is Colour.WHITE else 2
        assert ruling(played) == (white, "(lower pairing number)")


def test_a_pair_that_the_grid_did_not_foresee_goes_by_the_lower_number() -> None:
    """CLOCK-FIRST-ROUND: of six, 4 is away, and 1 meets 3; 6 meets 2, and 5 has the bye."""
    away = event([""] * 6, initial_colour=Colour.WHITE)
    rows = ["3w=", "6b=", "1b=", "-", "U", "2w="]
    for played in (away, event(rows, initial_colour=Colour.WHITE)):
        prepared = ENGINE.open(played)
        rule = prepared.round(1).colour_rule(Pair(3, 1))
        assert rule is not None
        assert (rule.article, rule.sentence[:18]) == ("Appendix B (first round)", "player 1 has White")
    paired = ENGINE.open(event(rows, initial_colour=Colour.WHITE)).round(1).expected()
    assert [(pair.white, pair.black) for pair in paired.pairs] == [(1, 3), (6, 2)]
    assert paired.bye == 5


def test_forfeited_games_leave_no_colour() -> None:
    """Neither does the bye: only what was played counts."""
    played = event(["3w+ 5b=", "4b= U", "1b- -", "2w= -", "- 1w="])
    assert ruling(played) == (2, "(lower pairing number)")
