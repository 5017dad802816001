"""Sentences on a program's answer call it the program's, not the recorded pairing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.campaigns import HERE, configuration
from support.events import event
from support.findings import round_findings

from checker.campaigns.work import judge_events
from checker.verdicts.phrases import as_an_answer
from checker.verdicts.verdict import Verdict
from tournaments.model import Colour, DeclaredSystem


@pytest.mark.parametrize(
    ("recorded", "answered"),
    [
        ("the recorded pairing is right if so.", "the program's pairing is right if so."),
        ("yet the recorded one breaks no absolute rule.", "yet the program's breaks no absolute rule."),
        (
            "As posted, 2 players miss it; by the rules, none.",
            "In the program's answer, 2 players miss it; by the rules, none.",
        ),
        (
            "One game is wrong. Posted: A-B. Correct: A-C.",
            "One game is wrong. The program's answer: A-B. Correct: A-C.",
        ),
        ("It pairs as recorded, and that is illegal.", "It pairs as the program does, and that is illegal."),
        ("The last recorded round is the final one.", "The last recorded round is the final one."),
    ],
)
def test_a_sentence_on_a_record_is_reworded_for_an_answer(recorded: str, answered: str) -> None:
    """Rounds before are recorded all the same."""
    assert as_an_answer(recorded) == answered


@pytest.mark.parametrize(
    "program",
    ["callable:support.reduction:pair_without_c12", f"{HERE}:reversing", f"{HERE}:stammering", f"{HERE}:despairing"],
)
def test_findings_of_a_campaign_speak_of_the_programs_answer(program: str) -> None:
    """With every verdict."""
    settings = replace(configuration(program), axes=(("players", "8..10"), ("rounds", "3..4")))
    sentences = [
        finding.sentence for outcome in judge_events(settings.as_json(), (0, 1, 5)) for finding in outcome.findings
    ]
    assert sentences
    assert not [sentence for sentence in sentences if "ecorded" in sentence or "xpected" in sentence]


VIRTUAL = "Points include virtual points."


@pytest.mark.parametrize(
    ("code", "rows", "says_so"),
    [
        ("FIDE_DUTCH_2026_BAKU", ["4w=", "3b=", "2w=", "1b=", "7w=", "8b=", "5b=", "6w="], True),
        ("FIDE_DUTCH_2026", ["6w=", "5b=", "7w=", "8b=", "2w=", "1b=", "3b=", "4w="], False),
        ("FIDE_DUTCH_2026_BAKU", ["3b=", "4w=", "1w=", "2b=", "7w=", "8b=", "5b=", "6w="], False),
    ],
)
def test_points_with_virtual_points_are_called_so(code: str, rows: list[str], says_so: bool) -> None:
    """A reader counts no point before round 1; where no points are named, in wrong colours, nothing is said."""
    played = event(rows, system=DeclaredSystem(code=code), initial_colour=Colour.WHITE, rounds_declared=4)
    (finding,) = round_findings(played, "dutch-2026")
    assert finding.verdict is (Verdict.LATER_IN_ORDER if rows[0] != "3b=" else Verdict.COLOURS)
    assert finding.answer.endswith(VIRTUAL) is (VIRTUAL in finding.sentence) is says_so


def test_a_bye_that_counts_as_a_float_is_called_a_bye() -> None:
    """C14: 6, with 1 and 3 on 1 point, had the bye in round 1; 1 and 3 met in round 2, and 6 left their group."""
    played = event(["4b1 3w=", "Z 6w=", "5w1 1b=", "1w0 5b=", "3b0 4w=", "U 2b="], rounds_declared=3)
    last = round_findings(played, "dutch-2026")[-1]
    assert (last.criterion, last.reason) == (
        "C14",
        (
            "Player 6 had the pairing-allocated bye in round 1, which counts as a downfloat; Player 3 did not float "
            "and should leave the 1-point group."
        ),
    )


def test_a_dubov_upfloater_from_further_below_is_named() -> None:
    """C6: 5 alone has 1 point, 4 has half a point, and 7 none."""
    played = event(["4w= 2b=", "5b0 1w=", "7w1 Z", "1b= 6w=", "2w1 7b=", "Z 4b=", "3b0 5w="], rounds_declared=5)
    last = round_findings(played, "dubov-2026")[-1]
    assert (last.criterion, last.reason) == (
        "C6",
        (
            "As posted, Player 7 (0 points) floats up into the 1-point group; Player 4 (½ point) "
            "should. The players who float up should have as many points as possible."
        ),
    )
