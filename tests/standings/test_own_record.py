"""Article 7, the pairing number, and Koya: what a participant's own row gives."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import event
from support.tie_breaks import explained, ranks, values

from standings.rules import EDITION_2026, TieBreakRules
from standings.values import CutReason
from tournaments.model import ScoringSystem

RULES = TieBreakRules(edition=EDITION_2026)
ROWS = [
    "2w1 3b1 U 4w+ F H Z 5b-",
    "1b0 - - - - - - -",
    "- 1w0 - - - - - -",
    "- - - 1b- - - - -",
    "- - - - - - - 1w+",
]
"""Player 1: won with White and with Black, a bye of each kind, a forfeit won and one lost with Black."""


@pytest.mark.parametrize(
    ("code", "value"),
    [("WIN", "5"), ("WON", "2"), ("BPG", "1"), ("BWG", "1"), ("REP", "5"), ("PS", "31.5"), ("STD", "5.5")],
)
def test_each_counts_its_rounds(code: str, value: str) -> None:
    """7.1 to 7.7."""
    assert values(ROWS, code)[0] == value


def test_a_bye_is_a_win_only_if_it_gives_as_much() -> None:
    """7.1, with a pairing-allocated bye of half a point."""
    half = ScoringSystem(pairing_allocated_bye=5)

    assert values(event(["2w1 U", "1b0 Z"]), "WIN")[0] == "2"
    assert values(event(["2w1 U", "1b0 Z"], scoring=half), "WIN")[0] == "1"


def test_games_of_less_than_one_move_are_games_won() -> None:
    """7.2, 7.4."""
    assert values(["2bW", "1wL"], "WON") == ["1", "0"]
    assert values(["2bW", "1wL"], "BWG") == ["1", "0"]


def test_cuts_of_the_progressive_score_leave_out_the_first_rounds() -> None:
    """14.1: the score after round 1."""
    rows = ["2w1 3w= U", "1b0 - -", "- 1b= -"]

    assert [values(rows, code)[0] for code in ("PS", "PS/C1", "PS/C2")] == ["5.0", "4.0", "2.5"]
    assert [part.cut for part in explained(rows, "PS/C1", 1).contributions] == [CutReason.FIRST_ROUNDS, None, None]


@pytest.mark.parametrize(
    ("row", "opponent", "value"),
    [
        ("2w1", "1b0", "1.0"),
        ("2w=", "1b=", "0.5"),
        ("2w0", "1b1", "0.0"),
        ("2w0", "1b0", "0.5"),
        ("2w=", "1b0", "1.0"),
        ("2w-", "1b-", "0.5"),
        ("2w+", "1b-", "1.0"),
        ("U", "-", "1.0"),
        ("H", "-", "0.5"),
        ("Z", "-", "0.0"),
    ],
)
def test_standard_points_compare_with_the_scheduled_opponent(row: str, opponent: str, value: str) -> None:
    """7.7; without one, with a draw's points."""
    assert values([row, opponent], "STD")[0] == value


def test_standard_points_compare_with_a_draw_by_the_other_reading() -> None:
    """Reading C07-STD: a double forfeit and a game that both lost give nothing."""
    other = replace(RULES, standard_points_by_opponent=False)

    assert values(["2w- 2w0 2b=", "1b- 1b0 1w0"], "STD", other) == ["0.5", "0.0"]
    assert values(["2w- 2w0 2b=", "1b- 1b0 1w0"], "STD", RULES) == ["2.0", "1.0"]


def test_the_lower_pairing_number_comes_first_and_with_r_the_higher() -> None:
    """7.8."""
    assert ranks(["-", "-", "-"], "TPN") == [1, 2, 3]
    assert ranks(["-", "-", "-"], "TPN/R") == [3, 2, 1]


KOYA_ROWS = ["2w1 3w= 4b+ 5w1", "1b0 3b1 5w0 4w1", "4w0 1b= - -", "3b1 5b- 1w- 2b0", "- 4w+ 2b1 1b0"]
"""Of four points 2 has 2.0, 3 has 0.5, 4 has 1.0, 5 has 2.0."""


@pytest.mark.parametrize(("code", "value"), [("KS", "2.0"), ("KS/L-2", "3.0"), ("KS/L-3", "3.5"), ("KS/L+1", "0.0")])
def test_koya_counts_points_against_those_with_half_of_the_possible_score(code: str, value: str) -> None:
    """9.2, 14.5: the limit moves by half points; a forfeit win counts where the opponent does."""
    assert values(KOYA_ROWS, code)[0] == value


def test_koya_in_an_odd_round_robin_counts_the_rounds_one_could_be_paired_in() -> None:
    """Reading C07-KOYA-MAXIMUM: two games each in three rounds, so that 1.0 is half."""
    rows = ["2w1 3w1 -", "1b0 - 3w1", "- 1b0 2b0"]

    assert values(rows, "KS", replace(RULES, pre_determined=True)) == ["1.0", "0.0", "0.0"]
    assert values(rows, "KS", RULES) == ["0.0", "0.0", "0.0"]


def test_an_explanation_of_koya_says_who_counts_and_from_which_score_on() -> None:
    """With the limit in words."""
    explanation = explained(KOYA_ROWS, "KS", 1)

    assert explanation.note == "opponents with 2.0 points or more count"
    assert [part.cut for part in explanation.contributions] == [
        None,
        CutReason.BELOW_LIMIT,
        CutReason.BELOW_LIMIT,
        None,
    ]


def test_forfeit_wins_in_a_round_robin_are_not_won_over_the_board_unless_read_otherwise() -> None:
    """Reading C07-OVER-THE-BOARD."""
    rows = ["2b+ 3w1 -", "1w- - 3b1", "- 1b0 2w0"]
    rules = replace(RULES, pre_determined=True)
    other = replace(rules, counts_forfeits_over_the_board=True)

    assert [values(rows, code, rules)[0] for code in ("WON", "BWG", "BPG")] == ["1", "0", "0"]
    assert [values(rows, code, other)[0] for code in ("WON", "BWG", "BPG")] == ["2", "1", "1"]
