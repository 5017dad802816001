"""The conformance suite as tests of pytest: one for each question, named by article and identifier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from checker.programs.program import claims_of
from checker.suite.asking import SECONDS, Asking, Mark
from checker.suite.questions import SuiteError, load, suites
from pairproof.answer_text import about_question
from pairproof.pytest_options import Options
from reference_engines.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.programs.program import Program
    from checker.suite.questions import Question

_DEFAULT_SYSTEM = "dutch-2026"
_NODE = "pairproof-suite"


class WrongAnswerError(Exception):
    """A question was not answered, or not rightly; the message is the argument."""


class SuiteTests:
    """Adds the questions to what pytest has collected, and closes the program at the end."""

    def __init__(self, config: pytest.Config) -> None:
        """Read whom to ask, and by what; UsageError if that is not said, or there is no such suite."""
        self._options = Options.of(config)
        self._options.require_program()
        self._asking: Asking | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Collect the questions, before others deselect what was not asked for (``-k 2.4.9``)."""
        try:
            suite = load(self._options.system or self._claimed())
        except SuiteError as error:
            raise pytest.UsageError(f"pairproof: {error}") from error
        self._asking = Asking(suite, self._opened)
        questions = Questions.from_parent(session, name=_NODE, nodeid=_NODE, asking=self._asking)
        report = session.config.hook.pytest_make_collect_report(collector=questions)
        session.config.hook.pytest_collectreport(report=report)
        items += report.result

    def _claimed(self) -> str:
        program = self._opened()
        try:
            claimed = (key for key in claims_of(program).systems if key in suites())
            return next(claimed, _DEFAULT_SYSTEM)
        finally:
            program.close()

    def _opened(self) -> Program:
        return self._options.opened(SECONDS)

    def pytest_sessionfinish(self) -> None:
        """Close the program."""
        if self._asking is not None:
            self._asking.close()


class Questions(pytest.Collector):
    """The questions of a suite."""

    def __init__(self, *, asking: Asking, **about: Any) -> None:
        """Take what asks them."""
        super().__init__(**about)
        self._asking = asking

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each."""
        suite = self._asking.suite
        for question in suite.questions:
            name = f"{suite.system}[{question.article}-{question.identifier}]"
            yield QuestionTest.from_parent(self, name=name, asking=self._asking, question=question)


class QuestionTest(pytest.Item):
    """A question put to the program."""

    def __init__(self, *, asking: Asking, question: Question, **about: Any) -> None:
        """Take the question, and what asks it."""
        super().__init__(**about)
        self._asking, self._question = asking, question

    def runtest(self) -> None:
        """Ask."""
        suite, marked = self._asking.suite, self._asking.put(self._question)
        if marked.mark is not Mark.RIGHT:
            raise WrongAnswerError(about_question(suite, engine_for(suite.system), marked))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any, **__: Any) -> Any:
        """Tell the argument, without a trace of ours."""
        if isinstance(excinfo.value, WrongAnswerError):
            again = f"Again: pytest --pairproof-suite -k {self._question.identifier}"
            return f"{excinfo.value}\n{again}"
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Name the test in the heading of its failure."""
        return self.path, None, self.name
