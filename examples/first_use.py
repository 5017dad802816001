"""
Pairproof as a library: check an event, ask about a pair, pair a round of the conformance suite.

    python examples/first_use.py

It needs nothing but what is installed, and is type-checked strictly; every wheel of a release is tried with it.
"""

from __future__ import annotations

from pathlib import Path

import pairproof
from checker.suite.questions import load_suite

EVENT = Path(__file__).with_name("harbour_open.trf")


def wrong_rounds(path: Path) -> list[int]:
    """Return the rounds of an event that the regulation would pair otherwise, and print why."""
    run = pairproof.check(path)
    rounds: list[int] = []
    for event in run.events:
        for finding in event.discrepant_rounds:
            print(finding.sentence)
            rounds.append(finding.round_number)
    return rounds


def answered(edition: str) -> int:
    """Count the questions of a suite that are answered right; here by Pairproof itself."""
    suite = load_suite(edition)
    right = 0
    for question in suite.questions:
        pairing = pairproof.pair(suite.event(question), edition)
        right += set(pairing.pairs) == set(question.pairing.pairs)
    return right


if __name__ == "__main__":
    assert wrong_rounds(EVENT) == [6]
    questions = len(load_suite("dutch-2026").questions)
    assert answered("dutch-2026") == questions
    print(f"pairproof {pairproof.__version__} answers {questions} questions rightly")
