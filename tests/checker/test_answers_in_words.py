"""What is said of a program's answer: it is the program's, nobody has recorded it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.campaigns import HERE, configuration

from checker.campaigns.work import judge_events
from checker.sentences import as_an_answer


@pytest.mark.parametrize(
    ("recorded", "answered"),
    [
        ("the recorded pairing is illegal.", "the program's pairing is illegal."),
        ("2 in the recorded pairing, 0 in the expected one.", "2 in the program's pairing, 0 in the regulation's."),
        ("yet the recorded one breaks no absolute rule.", "yet the program's breaks no absolute rule."),
        ("Recorded: A - B. Expected: A - C.", "The program: A - B. The regulation: A - C."),
        ("A - B is recorded; B should have White.", "A - B is what the program paired; B should have White."),
        ("A - B is recorded. Article 5.2.1: so.", "A - B is what the program paired. Article 5.2.1: so."),
        (
            "The pairing-allocated bye is recorded for A (1) and expected for nobody.",
            "The pairing-allocated bye is given by the program to A (1), by the regulation to nobody.",
        ),
        ("It pairs as recorded, and that is illegal.", "It pairs as the program does, and that is illegal."),
        ("The last recorded round is the final one.", "The last recorded round is the final one."),
    ],
)
def test_a_sentence_on_a_record_is_said_of_an_answer(recorded: str, answered: str) -> None:
    """Rounds before are recorded all the same."""
    assert as_an_answer(recorded) == answered


@pytest.mark.parametrize(
    "program",
    ["callable:support.reduction:without_c12", f"{HERE}:reversing", f"{HERE}:stammering", f"{HERE}:despairing"],
)
def test_findings_of_a_campaign_speak_of_the_programs_answer(program: str) -> None:
    """Whatever the verdict."""
    settings = replace(configuration(program), axes=(("players", "8..10"), ("rounds", "3..4")))
    sentences = [
        finding.sentence for outcome in judge_events(settings.as_json(), (0, 1, 5)) for finding in outcome.findings
    ]
    assert sentences
    assert not [sentence for sentence in sentences if "ecorded" in sentence or "xpected" in sentence]
