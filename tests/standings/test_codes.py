"""The grammar of tie-break codes (MTB26)."""

from __future__ import annotations

import pytest

from standings.codes import POINTS, Support, TieBreak, parse_code, parse_list, parse_tie_breaks
from tournaments.model import PrimaryScore


def test_a_code_of_teams_is_read_with_its_score_and_modifiers() -> None:
    """The longest example of the format description."""
    code = parse_code("BH:MP/C1/P")

    assert (code.tie_break, code.score, code.low, code.high, code.played) == (
        TieBreak.BUCHHOLZ,
        PrimaryScore.MATCH_POINTS,
        1,
        0,
        True,
    )


@pytest.mark.parametrize("base", TieBreak)
def test_every_tie_break_of_the_table_is_known_by_its_code_in_any_case(base: TieBreak) -> None:
    """Codes are case-insensitive."""
    assert parse_code(base.value.lower()).tie_break is base
    assert parse_code(base.value.upper()).support is Support.DEFINED


@pytest.mark.parametrize(
    ("text", "low", "high"), [("BH/C1", 1, 0), ("BH/C2", 2, 0), ("BH/M1", 1, 1), ("ARO/M2", 2, 2), ("PS/C12", 12, 0)]
)
def test_cuts_and_medians_take_any_number(text: str, low: int, high: int) -> None:
    """A median cuts as many at both ends."""
    assert (parse_code(text).low, parse_code(text).high) == (low, high)


@pytest.mark.parametrize(("text", "limit"), [("KS", 0), ("KS/L+1", 1), ("KS/L-3", -3), ("KS/L2", 2)])
def test_the_limit_of_koya_is_in_half_points(text: str, limit: int) -> None:
    """Without a sign it is raised (C07-KOYA-LIMIT)."""
    assert parse_code(text).limit == limit


def test_fore_reversed_and_divisor_are_read() -> None:
    """/F, /R, /K."""
    assert parse_code("AOB/F").fore
    assert parse_code("RTNG/R").reverse
    assert parse_code("SSSC/K4").divisor == 4


@pytest.mark.parametrize(
    "text", ["BH/C0", "BH/X", "BH/C", "DE/C1", "SB/M1", "BH/C1/C2", "BH/C1/M1", "WIN/R", "KS/L50", "BH:XP", "BH/"]
)
def test_a_modifier_that_the_table_does_not_have_is_a_value_and_not_an_error(text: str) -> None:
    """The base is known all the same."""
    code = parse_code(text)

    assert code.support is Support.MODIFIER_UNKNOWN
    assert code.tie_break is parse_code(text[:2] if text[:3] != "WIN" else "WIN").tie_break


def test_self_defined_and_unknown_codes_are_distinguished() -> None:
    """OTHER_ is the organiser's own; anything else is a slip, or of another program."""
    assert parse_code("OTHER_COIN").support is Support.SELF_DEFINED
    assert parse_code("XYZ").support is Support.UNKNOWN
    assert parse_code("OTHER_COIN").tie_break is None


def test_the_name_of_2023_of_rounds_elected_to_play_is_read() -> None:
    """GE became REP in August 2024, with the same count."""
    assert parse_code("GE").tie_break is TieBreak.ROUNDS_ELECTED_TO_PLAY


def test_record_202_puts_points_first_and_record_212_wherever_they_stand() -> None:
    """202 "a,b" is 212 "PTS,a,b"; 212 may place PTS elsewhere."""
    assert parse_tie_breaks("BH, SB") == parse_list("PTS,BH,SB")
    assert parse_tie_breaks("PTS,BH") == parse_list("PTS,BH")
    assert parse_list("WIN,PTS")[1] == POINTS
    assert parse_tie_breaks("") == (POINTS,)


def test_a_code_is_written_as_it_was_read_in_capitals() -> None:
    """With the spelling of the one code that has small letters."""
    assert str(parse_code(" bh/c1 ")) == "BH/C1"
    assert str(parse_code("MPVGP")) == "MPvGP"
