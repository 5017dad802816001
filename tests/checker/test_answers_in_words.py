"""Sentences on a program's answer call it the program's, not the recorded pairing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.campaigns import HERE, configuration

from checker.campaigns.work import judge_events
from checker.verdicts.phrases import as_an_answer


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
