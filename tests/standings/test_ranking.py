"""The rank order: group after group, code after code (4.2), and the notes on a list of codes."""

from __future__ import annotations

import pytest
from support.tie_breaks import explained, ranks, standings_of

from standings.codes import parse_code
from standings.values import Column, format_decimal

ROWS = ["2w1 3w1", "1b0 4w1", "4w1 1b0", "3b0 2b0"]


def test_each_code_separates_only_players_still_tied() -> None:
    """Points come first; WIN then separates no players, and the number separates 2 and 3."""
    assert ranks(ROWS, "PTS") == [1, 2, 2, 4]
    assert ranks(ROWS, "PTS,WIN,TPN") == [1, 2, 3, 4]
    assert ranks(ROWS, "PTS,TPN/R") == [1, 3, 2, 4]


def test_points_count_where_they_stand_in_the_list() -> None:
    """Record 212 may put them anywhere: 1 has more points, 2 more games with Black."""
    rows = ["2w1 U", "1b0 3b1", "- 2w0"]

    assert ranks(rows, "PTS,BPG") == [1, 2, 3]
    assert ranks(rows, "BPG,PTS") == [2, 1, 3]


def test_players_tied_to_the_end_share_a_rank_and_a_group() -> None:
    """Lower numbers first in the group."""
    ranked = standings_of(ROWS, "PTS,WIN")

    assert ranked.groups == ((1,), (2, 3), (4,))
    assert ranked.first_difference(2, 3) is None
    assert ranked.first_difference(1, 2) == 0


def test_the_code_that_separates_two_players_is_known() -> None:
    """Index 1 of the list."""
    assert standings_of(ROWS, "PTS,TPN").first_difference(2, 3) == 1
    assert standings_of(ROWS, "PTS,TPN").tied_before(1, 2) == (2, 3)
    assert standings_of(ROWS, "PTS,TPN").tied_before(0, 2) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("OTHER_COIN", "defined by the organiser"),
        ("XYZ", "not a code of MTB26"),
        ("BH/X1", "has a modifier"),
        ("EDE", "is for teams"),
        ("BH:MP", "is for teams"),
    ],
)
def test_a_code_that_cannot_be_computed_ends_the_list_there(code: str, reason: str) -> None:
    """The codes before it are applied, the codes after it are not."""
    ranked = standings_of(ROWS, f"PTS,{code},TPN")

    assert ranked.obstacle is not None
    assert ranked.obstacle.code == parse_code(code)
    assert reason in ranked.obstacle.reason
    assert list(ranked.ranks.values()) == [1, 2, 2, 4]


def test_an_empty_list_leaves_all_players_tied() -> None:
    """Everybody is first."""
    assert ranks(ROWS, "") == [1, 1, 1, 1]


def test_players_without_a_game_are_ranked_too() -> None:
    """Without averages and performances, and with nothing but dummies."""
    rows = ["2w1 3w1", "1b0 -", "- 1b0", "- -"]

    assert ranks(rows, "PTS,AOB,BH/C1,TPN") == [1, 2, 3, 4]
    assert ranks(["Z"], "PTS,AOB,BH/C1,DE,TPN") == [1]


@pytest.mark.parametrize(
    ("number", "scale", "decimals", "text"),
    [
        (95, 10, 1, "9.5"),
        (5, 1000, 2, "0.01"),
        (4, 1000, 2, "0.00"),
        (-5, 10, 1, "-0.5"),
        (-305, 10, 0, "-30"),
        (7, 1, 0, "7"),
    ],
)
def test_decimals_are_written_with_halves_rounded_up(number: int, scale: int, decimals: int, text: str) -> None:
    """Below nought, too: -30.5 is -30."""
    assert format_decimal(number, scale, decimals) == text


def test_players_without_a_value_rank_after_all_with_one() -> None:
    """Whether the higher or the lower is better."""
    for ascending in (False, True):
        column = Column(code=parse_code("ARO"), numbers=(None, -5, 5), ascending=ascending)
        assert max(column.sort_keys()) == column.sort_keys()[0] > sorted(column.sort_keys())[1]


def test_a_value_is_the_sum_of_its_parts_that_are_not_cut() -> None:
    """For every code that is a sum."""
    rows = ["2w1 3w1 H 4b-", "1b0 U 4w1 3w=", "4b= 1b0 F 2b=", "3w= Z 2b0 1w+"]

    for code in ("PTS", "WIN", "WON", "REP", "STD", "PS/C1", "BH/C1", "BH/M1", "SB/C1", "SB/P", "FB/C1", "KS"):
        for tpn in (1, 2, 3, 4):
            explanation = explained(rows, code, tpn)
            left = sum(part.amount for part in explanation.contributions if part.cut is None)
            assert float(explanation.value) == left / explanation.scale, (code, tpn)


def test_an_explanation_names_the_articles_of_the_tie_break_and_its_modifiers() -> None:
    """8.1 and 14.1."""
    assert explained(ROWS, "BH/C1", 1).article == "8.1, 14.1"
    assert explained(ROWS, "BH/M2", 1).article == "8.1, 14.4"
    assert explained(ROWS, "KS/L+1", 1).article == "9.2, 14.5"
    assert explained(ROWS, "DE", 1).article == "6"


def test_an_average_is_explained_by_what_it_is_the_average_of() -> None:
    """The Buchholz of each opponent, in tenths."""
    explanation = explained(ROWS, "AOB", 1)

    assert [(part.opponent, part.figure) for part in explanation.contributions] == [(2, 20), (3, 20)]
    assert (explanation.value, explanation.note) == ("2.00", "the average of these")
