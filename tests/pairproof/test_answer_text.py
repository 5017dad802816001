"""The sentence on a wrong answer to the suite, in every system."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.loops import require_items

from checker.suite.marks import AnswerMark, MarkedAnswer
from checker.suite.questions import SuiteQuestion, comparable_answer, load_suite, suites
from pairproof.pytest_plugin.files import describe_wrong_answer
from reference_engines.frame.results import Pair
from reference_engines.frame.systems import engine_for

FEW = 3
"""Questions of each system that are looked at."""


def wrongly_answered(question: SuiteQuestion) -> MarkedAnswer:
    """Return a question with the answer of a misreading; where none is known, with one game turned round."""
    first, *others = question.pairing.pairs
    turned = replace(question.pairing, pairs=(Pair(first.black, first.white), *others))
    given = next((wrong.pairing for wrong in question.wrong if wrong.pairing is not None), turned)
    return MarkedAnswer(question=question, mark=AnswerMark.WRONG, given=given)


@pytest.mark.parametrize("system", suites())
def test_a_wrong_answer_of_any_suite_is_argued(system: str) -> None:
    """By its article, the verdict with an article in it, both answers, a misreading and the file."""
    suite, rules = load_suite(system), engine_for(system)
    for one in require_items(map(wrongly_answered, suite.questions[:FEW])):
        assert comparable_answer(one.given) != comparable_answer(one.question.pairing)
        head, verdict, why, *rest = describe_wrong_answer(suite, rules, one).splitlines()
        assert head.startswith(f"{system}, {one.question.article} (")
        assert verdict.startswith("[")
        assert f" Round {one.question.round_number}: " in verdict
        assert why.startswith("Why: ")
        assert why.endswith(").")
        assert any(line.split() == ["answered", "correct"] for line in rest)
        assert any(line.startswith("A program that pairs as if ") for line in rest) == bool(one.question.wrong)
        assert rest[-1].endswith(one.question.file)


def test_the_manual_quotes_the_output() -> None:
    """Word for word, but for the breaks of its lines."""
    suite = load_suite("dutch-2026")
    question = next(one for one in suite.questions if one.identifier == "cf9f14a9")
    pair_without_c14 = question.answer_of("resident-downfloat-again-1-left-out")
    marked = MarkedAnswer(question=question, mark=AnswerMark.WRONG, given=pair_without_c14)
    said = describe_wrong_answer(suite, engine_for("dutch-2026"), marked).splitlines()[:-1]
    page = (Path(__file__).parents[2] / "docs" / "ci.md").read_text("utf-8")
    assert " ".join(" ".join(said).split()) in " ".join(page.split())
