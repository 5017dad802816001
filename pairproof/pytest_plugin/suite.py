"""The conformance suite as tests of pytest: one for each question, named by article and identifier."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from checker.known_findings.entries import KnownFinding, KnownInRun, KnownList
from checker.programs.program import Program
from checker.suite.marks import SECONDS, AnswerMark, KnownAnswers, MarkedAnswer, ProgramPool, against_list
from checker.suite.questions import SuiteError, SuiteQuestion, load_suite, suites, with_chosen_readings
from pairproof.pytest_plugin.files import describe_wrong_answer
from pairproof.pytest_plugin.options import ArgumentTest, NotAsExpectedError, Options
from reference_engines.frame.systems import engine_for
from reports.words import known_in_words, known_lines
from tournaments.readings import chosen_readings

_NODE = "pairproof-suite"


class SuiteTests:
    """Adds the questions to the tests that pytest has collected, and closes the program at the end."""

    def __init__(self, config: pytest.Config) -> None:
        """Read the program and the system; UsageError if the program is not given, or the suite does not exist."""
        self._options = Options.of(config)
        self._options.require_program()
        self._known = self._options.known_list(config)
        self._asking: ProgramPool | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Collect the questions, before other plugins deselect unrequested tests (``-k 2.4.9``)."""
        try:
            suite = load_suite(self._options.system or self._claimed())
        except SuiteError as error:
            raise pytest.UsageError(f"pairproof: {error}") from error
        if chosen_readings():
            suite = with_chosen_readings(suite)
        self._asking = ProgramPool(suite, self._opened)
        asked = _AnsweredQuestions(self._asking, self._options.require_program(), self._known)
        questions = Questions.from_parent(session, name=_NODE, nodeid=_NODE, asked=asked)
        report = session.config.hook.pytest_make_collect_report(collector=questions)
        session.config.hook.pytest_collectreport(report=report)
        items += report.result

    def _claimed(self) -> str:
        with closing(self._opened()) as program:
            return program.claims.first_system(suites())

    def _opened(self) -> Program:
        return self._options.opened(SECONDS)

    def pytest_sessionfinish(self) -> None:
        """Close the program."""
        if self._asking is not None:
            self._asking.close()


class _AnsweredQuestions:
    """The questions put so far, with their answers' known findings."""

    def __init__(self, asking: ProgramPool, program: str, known: KnownList | None) -> None:
        self.suite, self._asking, self.program, self._known = asking.suite, asking, program, known
        self._marked: list[MarkedAnswer] = []

    def put(self, question: SuiteQuestion) -> tuple[MarkedAnswer, KnownFinding | None]:
        """Put a question; return its mark, and the entry of the list that covers it."""
        marked = self._asking.put(question)
        self._marked.append(marked)
        return marked, self._against([marked]).by.get(question.identifier) if self._known else None

    @property
    def answers(self) -> tuple[MarkedAnswer, ...]:
        """The answers so far."""
        return tuple(self._marked)

    @property
    def is_whole(self) -> bool:
        """Whether every question was put, by this process."""
        return {one.question.identifier for one in self._marked} == {one.identifier for one in self.suite.questions}

    @property
    def run(self) -> KnownInRun:
        """The list of known findings after the run."""
        return self._against(self._marked).run

    @property
    def has_list(self) -> bool:
        """Whether a list of known findings is named."""
        return self._known is not None

    def _against(self, marked: list[MarkedAnswer]) -> KnownAnswers:
        return against_list(self.suite, self.program, marked, self._known or KnownList(source="", entries=()))


class Questions(pytest.Collector):
    """The questions of a suite."""

    def __init__(self, *, asked: _AnsweredQuestions, **about: Any) -> None:
        """Take the plugin that asks the questions."""
        super().__init__(**about)
        self._asked = asked

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each question, and a test for the list of known findings."""
        suite = self._asked.suite
        for question in suite.questions:
            named = self._named(f"{question.article}-{question.identifier}")
            yield QuestionTest.from_parent(self, **named, asked=self._asked, question=question)
        if self._asked.has_list:
            yield KnownTest.from_parent(self, **self._named("known"), asked=self._asked)

    def _named(self, parameter: str) -> dict[str, str]:
        """Name a test like a parametrized one, in full, or newer releases would not know it again (``--lf``)."""
        name = f"{self._asked.suite.system}[{parameter}]"
        return {"name": name, "nodeid": f"{self.nodeid}::{name}"}


class QuestionTest(ArgumentTest):
    """A question put to the program."""

    def __init__(self, *, asked: _AnsweredQuestions, question: SuiteQuestion, **about: Any) -> None:
        """Take the question, and its asker."""
        super().__init__(**about)
        self.asked, self._question = asked, question

    def runtest(self) -> None:
        """Ask the question."""
        marked, known = self.asked.put(self._question)
        if known is not None:
            pytest.xfail(known_in_words(known))
        if marked.mark is AnswerMark.NOT_ASKED:
            pytest.skip(marked.why)
        if marked.mark is AnswerMark.CONTESTED:
            pytest.skip("the right answer depends on a contested reading of the rules")
        if marked.mark is not AnswerMark.RIGHT:
            suite = self.asked.suite
            options = ["--pairproof-program", self.asked.program, "--pairproof-system", suite.system]
            options += [f"--pairproof-reading={reading}" for reading in chosen_readings()]
            again = f"Again: pytest --pairproof-suite {shlex.join([*options, '-k', self._question.identifier])}"
            words = describe_wrong_answer(suite, engine_for(suite.system), marked, self.asked.answers)
            raise NotAsExpectedError(f"{words}\n{again}")


class KnownTest(ArgumentTest):
    """The list of known findings: it fails as long as an entry is gone."""

    def __init__(self, *, asked: _AnsweredQuestions, **about: Any) -> None:
        """Take the asked questions."""
        super().__init__(**about)
        self.asked = asked

    def runtest(self) -> None:
        """Compare the list with the answers to all questions."""
        if not self.asked.is_whole:
            pytest.skip("not every question was asked before it, in this process")
        run = self.asked.run
        if run.is_stale:
            raise NotAsExpectedError("\n".join(known_lines(run)))
