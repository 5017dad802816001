"""Values that a program exported beside an event, compared with those of C.07."""

from __future__ import annotations

import pytest
from support.tie_breaks import standings_of

from standings.codes import parse_list
from standings.rank_comparison import UnreadableValuesError, compare_values, parse_values

ROWS = ["2w1 3w1", "1b0 4w1", "4w1 1b0", "3b0 2b="]
LIST = "PTS,BH,SB,AOB,DE"
VALUES = (("2.0", "2.0", "2.00"), ("1.0", "2.5", "0.50"), ("1.0", "2.5", "0.50"), ("0.5", "2.0", "0.50"))
"""PTS, BH and SB of the four."""


def compared(text: str, codes: str = LIST) -> tuple[list[tuple[int, str, str]], int]:
    """Return (TPN, code, value by C.07) of what disagrees, and how many values were compared."""
    recorded, _ = parse_values(text, parse_list(codes))
    found, number = compare_values(recorded, standings_of(ROWS, codes))
    return [(one.recorded.tpn, one.recorded.code.text, one.value) for one in found], number


def test_the_values_of_the_test_are_those_of_the_rows() -> None:
    """So that what follows rests on something."""
    ranked = standings_of(ROWS, LIST)

    assert tuple(tuple(ranked.value(index, tpn) for index in range(3)) for tpn in (1, 2, 3, 4)) == VALUES


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_values_under_their_codes_are_compared(delimiter: str) -> None:
    """One is wrong: BH of 3."""
    lines = ["TPN|Name|PTS|BH", "1|Anna|2|2", "2|Bo|1|2.5", "3|Gus|1.0|3.5", "4|Eva|0.5|2.0"]
    text = "\n".join(line.replace("|", delimiter) for line in lines)

    assert compared(text) == ([(3, "BH", "2.5")], 8)


def test_columns_without_a_code_are_those_of_the_list_in_order() -> None:
    """As results servers export them, with decimal commas and a heading before the heading."""
    text = "Final ranking\n\nRk.;SNo;Name;Pts.;TB1;TB2\n1;1;Anna;2,0;2,0;2,00\n2;2;Bo;1,0;2,5;0,75\n"

    assert compared(text) == ([(2, "SB", "0.50")], 6)


def test_halves_may_be_fractions() -> None:
    """In all their spellings."""
    assert compared("No.;BH\n2;2½\n3;2,5\n4;2\n") == ([], 3)
    assert compared("No.;Pts\n4;½\n") == ([], 1)


def test_values_are_compared_to_as_many_decimals_as_are_written() -> None:
    """AOB of 1 is 2.5; of 2 it is 2.0; rounded or cut both are right."""
    assert compared("TPN,AOB\n1,2\n2,2.00\n") == ([], 2)
    assert compared("TPN,AOB\n1,3\n2,2.01\n") == ([(2, "AOB", "2.00")], 2)
    assert compared("TPN,AOB\n1,4\n") == ([(1, "AOB", "2.50")], 1)


def test_values_without_a_counterpart_are_not_compared() -> None:
    """Players, codes that are not in the list, empty cells, direct encounter."""
    assert compared("TPN,BH,KS,DE\n9,1,1,1\n1,,1,1\n2,-,1,1\n") == ([], 0)


def test_unreadable_entries_are_remarked() -> None:
    """With its line."""
    recorded, remarks = parse_values("TPN,BH\nx,1\n1,one\n2,2.5\n", parse_list(LIST))

    assert [value.tpn for value in recorded] == [2]
    assert remarks == (
        "line 2: 'x' is not a starting number; the line was left out",
        "line 3, BH: 'one' is not a number; it was left out",
    )


@pytest.mark.parametrize("text", ["", "nothing\nhere", "TPN,Name\n1,Anna\n", "BH,SB\n1,2\n"])
def test_a_text_without_a_heading_is_refused(text: str) -> None:
    """Neither numbers nor values."""
    with pytest.raises(UnreadableValuesError, match="heading"):
        parse_values(text, parse_list(LIST))


def test_a_value_where_there_is_none_disagrees() -> None:
    """The average of no opponents does not exist."""
    recorded, _ = parse_values("TPN,AOB\n1,0.00\n", parse_list("AOB"))
    found, _ = compare_values(recorded, standings_of(["Z"], "AOB"))

    assert [one.value for one in found] == ["-"]
