"""A suite put to a program: every question once, several at a time, whatever becomes of the program meanwhile."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from enum import Enum
from typing import TYPE_CHECKING

from checker.programs.folders import PREFIX
from checker.programs.process_run import end_all
from checker.programs.program import FailureKind, ProgramError, by_system
from checker.suite.questions import answer
from reference_engines.frame.results import NoLegalPairingError
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.programs.program import Program
    from checker.suite.questions import Question, Suite
    from reference_engines.frame.results import RoundPairing

SECONDS = 10.0
"""For one question, unless the user says otherwise: the events are very small."""
_FOLDER = re.compile(rf"\S*{PREFIX}[^/\s]*/")
"""Of one run, as programs name files in it: the same failure is to have the same words."""
_MOST_TIMED_OUT = 5
"""Questions for which a program may take too long; then no others are asked."""


class Mark(Enum):
    """What became of a question."""

    RIGHT = "right"
    WRONG = "wrong"
    UNANSWERED = "unanswered"
    """The program failed, does not do what is asked, or was not asked any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A question, and what a program made of it."""

    question: Question
    mark: Mark
    given: RoundPairing | None = None
    """None if it gives no pairing."""
    why: str = ""
    """How it failed, or what it says of a round that it cannot pair."""


def ask(
    suite: Suite, opened: Callable[[], Program], workers: int, see: Callable[[Marked], None] | None = None
) -> tuple[Marked, ...]:
    """
    Put all questions to a program, and return them marked, in their order.

    Each worker opens a program of its own; ``see`` is told of each answer as it comes.
    """
    asking = Asking(suite, opened)
    found: dict[str, Marked] = {}
    executor = ThreadPoolExecutor(max_workers=workers)
    try:
        under_way = [executor.submit(asking.put, question) for question in suite.questions]
        for done in as_completed(under_way):
            marked = done.result()
            found[marked.question.identifier] = marked
            if see is not None:
                see(marked)
    except BaseException:
        end_all()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        asking.close()
    return tuple(found[question.identifier] for question in suite.questions)


class Asking:
    """A suite, and the programs of the threads that ask: each opens one of its own when it asks first."""

    def __init__(self, suite: Suite, opened: Callable[[], Program]) -> None:
        """Take what is asked, and what opens the program."""
        self.suite = suite
        self._opened = opened
        self._lock = threading.Lock()
        self._own = threading.local()
        self._programs: list[Program] = []
        self._timed_out = 0

    def put(self, question: Question) -> Marked:
        """Put one question, and mark the answer; where too many took too long, it is not asked any more."""
        if self._timed_out >= _MOST_TIMED_OUT:
            why = f"not asked, because it took too long for {self._timed_out} others"
            return Marked(question=question, mark=Mark.UNANSWERED, why=why)
        try:
            given = self._program().pair(self.suite.event(question), question.round_number)
        except NoLegalPairingError as said:
            return Marked(question=question, mark=Mark.WRONG, why=f"it says that no pairing is legal ({said})")
        except ProgramError as failure:
            self._timed_out += failure.kind is FailureKind.TIMED_OUT
            return Marked(question=question, mark=Mark.UNANSWERED, why=_FOLDER.sub("", str(failure)))
        is_right = answer(given) == answer(question.pairing)
        return Marked(question=question, mark=Mark.RIGHT if is_right else Mark.WRONG, given=given)

    def _program(self) -> Program:
        program: Program | None = vars(self._own).get("program")
        if program is None:
            with self._lock:
                program = by_system(self._opened(), self.suite.system)
                self._programs.append(program)
            self._own.program = program
        return program

    def close(self) -> None:
        """Close the programs."""
        for program in self._programs:
            program.close()
