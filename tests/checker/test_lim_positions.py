"""Rounds in which an engine written from the text alone paired otherwise than an earlier Lim engine of this project."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.check import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.verdicts.verdict import Verdict
from tournaments.trf.reading import read_event

FOLDER = Path(__file__).parents[1] / "data" / "lim"
LAST_ROUNDS = ("byes_r9", "fifteen_players_r9", "nine_players_r6", "eleven_players_r5", "ten_players_r5")


def judge_position(name: str) -> RoundFinding:
    """Check the round in the name of a file, and that round alone."""
    event = read_event(FOLDER / f"{name}.trf").event
    assert event is not None
    number = int(name.removesuffix("_right").rpartition("_r")[2])
    options = CheckOptions(system="lim-2026/maxi" if name.startswith("maxi") else "lim-2026", rounds=(number, number))
    (found,) = (entry for entry in check_event(event, options=options) if isinstance(entry, RoundFinding))
    assert found.round_number == number
    return found


def expected_verdict(name: str) -> tuple[Verdict, tuple[str, ...]]:
    """Return the verdict, and the entries of the register on which it rests."""
    found = judge_position(name)
    return found.verdict, found.rests_on


@pytest.mark.parametrize("name", LAST_ROUNDS)
def test_6_limits_hold_in_the_last_round_between_different_scores(name: str) -> None:
    """The recorded round broke them for two with different scores, although other pairs keep them all."""
    assert expected_verdict(f"last_round_{name}_right") == (Verdict.AGREE, ())
    assert expected_verdict(f"last_round_{name}") == (Verdict.AMBIGUOUS_RULE, ("LIM-LAST-ROUND",))


def test_6_limits_lifted_for_all_players_may_be_kept_pair_by_pair() -> None:
    """Both pairings break 5.1.2 for a player of 4.5 points: against #20 of 5 points, or against #5 of 4 points."""
    assert expected_verdict("last_round_in_turn_r10") == (Verdict.AMBIGUOUS_RULE, ("LIM-LAST-ROUND",))
    in_turn = (Verdict.AMBIGUOUS_RULE, ("LIM-LAST-ROUND", "LIM-LIMITS-IN-TURN"))
    assert expected_verdict("last_round_in_turn_r10_right") == in_turn


@pytest.mark.parametrize(("name", "floater", "instead"), [("of_three_r8", "005", "001"), ("of_two_r10", "010", "006")])
def test_3_3_types_are_those_of_all_who_leave_together(name: str, floater: str, instead: str) -> None:
    """The only opponent below belongs to the floater with the higher score, even if residents leave, too."""
    assert expected_verdict(f"floaters_{name}_right") == (Verdict.AGREE, ())
    found = judge_position(f"floaters_{name}")
    assert (found.verdict, found.rests_on) == (Verdict.LATER_IN_ORDER, ())
    assert f"so Player {floater} floats down: Player {floater} is the lowest ranked" in found.sentence
    assert f"Instead, Player {instead} floats" in found.sentence
    assert found.sentence.endswith("(4.4).")


@pytest.mark.parametrize("name", ["maxi_downward_r3", "maxi_upwards_r2"])
def test_3_2_3_a_third_player_does_not_float_in_a_maxi_tournament(name: str) -> None:
    """Neither the player with the colour, nor the one who would float otherwise, nor the lowest numbered one."""
    assert expected_verdict(name)[0] is Verdict.LATER_IN_ORDER


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("median_colours_r6", "LIM-MEDIAN-COLOURS"),
        ("higher_ranked_r7", "LIM-HIGHER-RANKED"),
        ("spared_r4", "LIM-SPARED"),
    ],
)
def test_a_reading_missing_in_the_register_is_not_called_wrong(name: str, entry: str) -> None:
    """The round is right by the other side of one entry."""
    assert expected_verdict(f"other_{name}") == (Verdict.AMBIGUOUS_RULE, (entry,))
