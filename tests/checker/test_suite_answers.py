"""A program's answers to a suite: right, wrong and unanswered, and the misreadings that fit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.reduction import SYSTEM, program

from checker.programs.program import FailureKind, Identity, Program, ProgramError
from checker.suite.marks import AnswerMark, MarkedAnswer, count_marks_by_article, find_fitting_misreadings, mark_answers
from checker.suite.questions import Suite, load_suite

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


@pytest.fixture(scope="module")
def suite() -> Suite:
    """The questions in which C14 decides, and as many others."""
    whole = load_suite(SYSTEM)
    counted = [question for question in whole.questions if not question.contested]
    with_it = [question for question in counted if "resident-downfloat-again-1-left-out" in question.shown]
    without = [question for question in counted if question not in with_it]
    return replace(whole, questions=(*with_it[:6], *without[:: max(1, len(without) // 12)]))


def test_a_faulty_program_errs_where_its_misreading_shows(suite: Suite) -> None:
    """And nowhere else; the misreading is the first that fits, and fits everything."""
    marked = mark_answers(suite, lambda: program("pair_without_c14"), workers=1)
    wrong = [one for one in marked if one.mark is AnswerMark.WRONG]
    shown = [one for one in suite.questions if "resident-downfloat-again-1-left-out" in one.shown]
    assert [one.question for one in wrong] == shown
    fit, *_ = find_fitting_misreadings(suite, marked)
    assert (fit.identifier, fit.fits, fit.told, fit.against) == (
        "resident-downfloat-again-1-left-out",
        len(wrong),
        len(wrong),
        0,
    )


def test_a_misreading_that_a_right_answer_refutes_is_not_named(suite: Suite) -> None:
    """However many wrong answers it fits."""
    name = "resident-downfloat-again-1-left-out"
    shown = [one for one in suite.questions if name in one.shown]
    marked = [MarkedAnswer(question=one, mark=AnswerMark.WRONG, given=one.answer_of(name)) for one in shown]
    first, *others = marked
    right = replace(first, mark=AnswerMark.RIGHT, given=first.question.pairing)
    assert name in {fit.identifier for fit in find_fitting_misreadings(suite, marked)}
    assert name not in {fit.identifier for fit in find_fitting_misreadings(suite, (right, *others))}


def test_right_answers_fit_no_misreading(suite: Suite) -> None:
    """Where all is right, nothing is looked for."""
    marked = tuple(MarkedAnswer(question=one, mark=AnswerMark.RIGHT, given=one.pairing) for one in suite.questions)
    assert find_fitting_misreadings(suite, marked) == ()
    assert all(not (one.wrong or one.unanswered) for one in count_marks_by_article(suite, marked))


def test_answers_are_counted_by_the_article_of_their_question(suite: Suite) -> None:
    """Each once."""
    first, second, *others = suite.questions
    marked = (
        MarkedAnswer(question=first, mark=AnswerMark.WRONG),
        MarkedAnswer(question=second, mark=AnswerMark.UNANSWERED),
        *(MarkedAnswer(question=one, mark=AnswerMark.RIGHT, given=one.pairing) for one in others),
    )
    counted = count_marks_by_article(suite, marked)
    assert sum(one.questions for one in counted) == len(suite.questions)
    assert {one.article for one in counted if one.wrong} == {first.article}
    assert {one.article for one in counted if one.unanswered} == {second.article}


def test_no_pairing_is_a_wrong_answer(suite: Suite) -> None:
    """There is one."""
    marked = mark_answers(suite, lambda: program("despairing"), workers=1)
    assert {one.mark for one in marked} == {AnswerMark.WRONG}
    assert marked[0].why == "it says that no pairing is legal (no player can play)"
    assert sum(fit.told for fit in find_fitting_misreadings(suite, marked)) < len(
        marked
    )  # no misreading refuses every round


class _Failing(Program):
    """A program that fails in one way, and counts how often it is asked."""

    identity = Identity(name="failing")
    transport = "none"

    def __init__(self, kind: FailureKind) -> None:
        self.kind, self.asked, self.closed = kind, 0, 0

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        del event, round_number
        self.asked += 1
        raise ProgramError(self.kind, "it fails")

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize(("kind", "is_given_up"), [(FailureKind.TIMED_OUT, True), (FailureKind.CRASHED, False)])
def test_a_program_that_hangs_is_given_up(suite: Suite, kind: FailureKind, *, is_given_up: bool) -> None:
    """After five questions; a program that merely crashes is asked all of them."""
    failing = _Failing(kind)
    marked = mark_answers(suite, lambda: failing, workers=1)  # type: ignore[arg-type, return-value]  # no check, no generate
    assert {one.mark for one in marked} == {AnswerMark.UNANSWERED}
    assert failing.asked == (5 if is_given_up else len(suite.questions))
    assert marked[-1].why.startswith("not asked") is is_given_up
    assert failing.closed == 1
