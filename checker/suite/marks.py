"""
The marks of a program on a suite: every question asked once, right and wrong by article, and the fitting misreadings.

Several questions are asked at a time, and a program that fails costs its own question only. A list of known findings
says which wrong answers fail nothing.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from enum import Enum

from checker.known_findings.entries import FindingKey, KnownFinding, KnownInRun, KnownList
from checker.programs.folders import PREFIX
from checker.programs.process_run import end_all_until
from checker.programs.program import FailureKind, Program, ProgramError
from checker.suite.questions import ListedMisreading, Suite, SuiteQuestion, comparable_answer
from checker.verdicts.consequence import Consequence, RunJudgement, judge, judge_list
from checker.verdicts.verdict import ExitStatus
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from reference_engines.readings import REGISTER
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.readings import ChosenReading

SECONDS = 10.0
"""For one question, unless the user says otherwise: the events are very small."""
_FOLDER = re.compile(rf"\S*{PREFIX}[^/\s]*/")
"""Of one run, as programs name files in it: the same failure is to have the same words."""
_MOST_TIMED_OUT = 5
"""Questions for which a program may take too long; then no others are asked."""
_INTERRUPTED = "the run was interrupted"
_HARSHEST_FIRST = (ExitStatus.DISCREPANCIES, ExitStatus.NOT_CHECKED)


class AnswerMark(Enum):
    """The mark of an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    UNANSWERED = "unanswered"
    """The program failed, or is not asked any more after too many failures."""
    CONTESTED = "contested"
    """The right answer depends on a reading of the register, so the answer counts neither as right nor as wrong."""
    NOT_ASKED = "not asked"
    """The description of the program says that it does not support such events, or the system."""
    NOT_ASKED_YET = "not asked yet"
    """The run was interrupted before the program answered."""

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer."""
        return self in (AnswerMark.RIGHT, AnswerMark.WRONG, AnswerMark.CONTESTED)


class MarkedAnswer(FrozenStruct, frozen=True, kw_only=True):
    """A question with a program's answer and its mark."""

    question: SuiteQuestion
    mark: AnswerMark
    given: RoundPairing | None = None
    """None if it gives no pairing."""
    why: str = ""
    """How it failed, or what it says of a round that it cannot pair."""

    @property
    def misreadings(self) -> tuple[str, ...]:
        """The misreadings that give the same wrong answer."""
        if self.mark is not AnswerMark.WRONG:
            return ()
        given = comparable_answer(self.given)
        return next((one.misreadings for one in self.question.wrong if comparable_answer(one.pairing) == given), ())


class ProgramAnswers(FrozenStruct, frozen=True, kw_only=True):
    """The answers of a program to a suite."""

    name: str
    version: str
    command: str
    """As the user names the program."""
    marked: tuple[MarkedAnswer, ...]

    @property
    def full_name(self) -> str:
        """Name and version: ``Gacrux 1.11.65``."""
        return f"{self.name} {self.version}".strip()


def mark_pairing(question: SuiteQuestion, pairing: RoundPairing | None) -> AnswerMark:
    """Return the mark of a pairing, or of the answer that no pairing is legal."""
    if question.contested:
        return AnswerMark.CONTESTED
    is_right = comparable_answer(pairing) == comparable_answer(question.pairing)
    return AnswerMark.RIGHT if is_right else AnswerMark.WRONG


def followed_side(answer: MarkedAnswer, reading: str) -> str:
    """Return the key of the side of a reading by which a program answers a contested question; empty for none."""
    given = comparable_answer(answer.given)
    sides = {one.side: one.pairing for one in answer.question.contested if one.reading == reading}
    sides[REGISTER.find(reading).default] = answer.question.pairing
    return next((key for key, pairing in sides.items() if comparable_answer(pairing) == given), "")


def mark_answers(
    suite: Suite,
    opened: Callable[[], Program],
    workers: int,
    see: Callable[[MarkedAnswer], None] | None = None,
    interrupted: threading.Event | None = None,
) -> tuple[MarkedAnswer, ...]:
    """
    Put all questions to a program, and return them marked, in their order.

    Each worker opens a program of its own; ``see`` is called with each answer as it comes. Once ``interrupted`` is
    set, no further question is asked, and an answer that fails is not the program's failure.
    """
    asking = ProgramPool(suite, opened, interrupted)
    answers: dict[str, MarkedAnswer] = {}
    executor = ThreadPoolExecutor(max_workers=workers)
    under_way: list[Future[MarkedAnswer]] = []
    try:
        under_way.extend(executor.submit(asking.put, question) for question in suite.questions)
        for done in as_completed(under_way):
            marked = done.result()
            answers[marked.question.identifier] = marked
            if see is not None:
                see(marked)
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        end_all_until(lambda: all(one.done() for one in under_way))
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        asking.close()
    return tuple(answers[question.identifier] for question in suite.questions)


def leave_unasked(suite: Suite, systems: Sequence[str]) -> tuple[MarkedAnswer, ...]:
    """Return the marks of a program that pairs by other systems than that of the suite."""
    why = f"it pairs by {', '.join(systems)}, not by {suite.system}"
    return tuple(MarkedAnswer(question=one, mark=AnswerMark.NOT_ASKED, why=why) for one in suite.questions)


class ProgramPool:
    """The programs that answer a suite: each thread opens a program for itself at its first question."""

    def __init__(self, suite: Suite, opened: Callable[[], Program], interrupted: threading.Event | None = None) -> None:
        """Take the suite, the function that opens the program, and the event that ends all questions."""
        self.suite = suite
        self._interrupted = interrupted or threading.Event()
        self._opened = opened
        self._lock = threading.Lock()
        self._own = threading.local()
        self._programs: list[Program] = []
        self._timed_out = 0

    def put(self, question: SuiteQuestion) -> MarkedAnswer:
        """Put one question, and mark the answer; after too many timeouts, ask nothing."""
        if self._timed_out >= _MOST_TIMED_OUT:
            why = f"not asked, because it took too long for {self._timed_out} others"
            return MarkedAnswer(question=question, mark=AnswerMark.UNANSWERED, why=why)
        if self._interrupted.is_set():
            return MarkedAnswer(question=question, mark=AnswerMark.NOT_ASKED_YET, why=_INTERRUPTED)
        try:
            given = self._program().pair(self.suite.event(question), question.round_number)
        except NoLegalPairingError as said:
            mark = mark_pairing(question, None)
            return MarkedAnswer(question=question, mark=mark, why=f"it says that no pairing is legal ({said})")
        except ProgramError as failure:
            if self._interrupted.is_set():
                return MarkedAnswer(question=question, mark=AnswerMark.NOT_ASKED_YET, why=_INTERRUPTED)
            self._timed_out += failure.kind is FailureKind.TIMED_OUT
            is_asked = failure.kind is not FailureKind.NOT_ASKED
            mark = AnswerMark.UNANSWERED if is_asked else AnswerMark.NOT_ASKED
            return MarkedAnswer(question=question, mark=mark, why=_FOLDER.sub("", str(failure)))
        return MarkedAnswer(question=question, mark=mark_pairing(question, given), given=given)

    def _program(self) -> Program:
        program: Program | None = vars(self._own).get("program")
        if program is None:
            with self._lock:
                program = self._opened().with_system(self.suite.system)
                self._programs.append(program)
            self._own.program = program
        return program

    def close(self) -> None:
        """Close the programs."""
        for program in self._programs:
            program.close()


class ArticleMarks(FrozenStruct, frozen=True, kw_only=True):
    """How a program fared with the questions of an article."""

    article: str
    title: str
    right: int
    wrong: int
    unanswered: int
    not_asked: int = 0
    contested: int = 0
    not_asked_yet: int = 0

    @property
    def questions(self) -> int:
        """The number of questions."""
        return self.right + self.wrong + self.unanswered + self.not_asked + self.contested + self.not_asked_yet


class Fit(FrozenStruct, frozen=True, kw_only=True):
    """A misreading that answers as the program does."""

    identifier: str
    misreading: ListedMisreading
    questions: frozenset[str]
    """Identifiers of the questions whose wrong answers are just what it answers."""
    told: int
    """Of them, those that no misreading named before it answers."""
    against: int
    """Wrong answers that it would have given otherwise."""

    @property
    def fits(self) -> int:
        """Number of wrong answers that equal its answers."""
        return len(self.questions)


def count_marks_by_article(suite: Suite, marked: Sequence[MarkedAnswer]) -> tuple[ArticleMarks, ...]:
    """Count the right, wrong and missing answers under each article."""
    return tally_by_article(suite, ((marked_answer.question.article, marked_answer.mark) for marked_answer in marked))


def tally_by_article(suite: Suite, marks: Iterable[tuple[str, AnswerMark]]) -> tuple[ArticleMarks, ...]:
    """Count marks, each with the article that its question is about; articles come in the order of the suite."""
    counts = Counter(marks)
    return tuple(
        ArticleMarks(article=article, title=title, **{mark.name.lower(): counts[article, mark] for mark in AnswerMark})
        for article, title in suite.articles.items()
    )


def find_fitting_misreadings(suite: Suite, marked: Sequence[MarkedAnswer]) -> tuple[Fit, ...]:
    """
    Return the misreadings that fit the wrong answers, the best first, until no answer is left to explain.

    The best misreading gives the most unexplained answers, less the wrong answers that speak against it. A misreading
    that would have answered a question wrongly which the program answered rightly is not named, nor is one with more
    wrong answers against it than for it.
    """
    wrong = [one for one in marked if one.mark is AnswerMark.WRONG]
    refuted = {name for one in marked if one.mark is AnswerMark.RIGHT for name in one.question.shown}
    fitting, against = {}, {}
    for name in suite.misreadings:
        if name not in refuted:
            as_it = {one.question.identifier for one in wrong if name in one.misreadings}
            shown = {one.question.identifier for one in wrong if name in one.question.shown}
            fitting[name], against[name] = frozenset(as_it), len(shown - as_it)
    left = frozenset[str]().union(*fitting.values())
    found = []
    while left:
        best = max(fitting, key=lambda name: (len(fitting[name] & left) - against[name], -against[name]))
        told = len(fitting[best] & left)
        if not told or len(fitting[best]) <= against[best]:
            break
        fit = Fit(
            identifier=best,
            misreading=suite.misreadings[best],
            questions=fitting[best],
            told=told,
            against=against[best],
        )
        found.append(fit)
        left -= fitting.pop(best)
    return tuple(found)


class KnownAnswers(FrozenStruct, frozen=True, kw_only=True):
    """The known wrong answers, and the state of the list."""

    by: Mapping[str, KnownFinding | None]
    """Of every wrong answer, by question, the entry that covers it; None for what is new."""
    run: KnownInRun


class SuiteRun(FrozenStruct, frozen=True, kw_only=True):
    """The answers of programs to a suite, with everything that a report of the answers says."""

    suite: Suite
    programs: tuple[ProgramAnswers, ...]
    command: str
    """The command that asks the questions again."""
    readings: tuple[ChosenReading, ...] = ()
    """The readings that were chosen."""
    version: str = __version__
    """The version of Pairproof that asked."""
    date: str = ""
    """The day as ISO 8601; empty in records of version 0.2."""
    machine: str = ""
    """The kind of the machine: ``Linux x86_64, 2 cores``."""
    known: KnownAnswers | None = None
    """The known wrong answers of the only program, if a list was named."""

    @property
    def only(self) -> ProgramAnswers | None:
        """The program, if there is a single program."""
        return self.programs[0] if len(self.programs) == 1 else None

    @property
    def status(self) -> ExitStatus:
        """The harshest status of a program: wrong answers before missing answers."""
        judgements = {judge_answers(program.marked, self.known).status for program in self.programs}
        return next((status for status in _HARSHEST_FIRST if status in judgements), ExitStatus.CONSISTENT)


def signature_of(suite: Suite, marked: MarkedAnswer) -> str:
    """Return the signature of a wrong answer for a list of known findings: ``dutch-2026 | 2.4.9 | 7f3a...``."""
    question = marked.question
    return f"{suite.system} | {question.article} | {question.identifier}"


def against_list(suite: Suite, program: str, marked: Sequence[MarkedAnswer], known: KnownList) -> KnownAnswers:
    """Match a program's answers with a list; an answer's cause is the misreading that gives the same answer."""
    wrong = [marked_answer for marked_answer in marked if marked_answer.mark is AnswerMark.WRONG]
    seen = [
        FindingKey(program=program, signature=signature_of(suite, one), causes=frozenset(one.misreadings))
        for one in wrong
    ]
    is_settled = bool(marked) and all(marked_answer.mark.is_answered for marked_answer in marked)
    return KnownAnswers(
        by={one.question.identifier: known.find(key) for one, key in zip(wrong, seen, strict=True)},
        run=known.in_run(seen, is_settled=is_settled),
    )


def judge_answers(marked: Sequence[MarkedAnswer], known: KnownAnswers | None = None) -> RunJudgement:
    """Judge a program's answers to a suite: a wrong answer fails unless it is known, and every question counts."""
    return judge(_reasons(marked, known))


def _reasons(marked: Sequence[MarkedAnswer], known: KnownAnswers | None) -> Iterator[tuple[Consequence, str]]:
    wrong = [one.question.identifier for one in marked if one.mark is AnswerMark.WRONG]
    new = sum(known is None or known.by[name] is None for name in wrong)
    unanswered = sum(one.mark is AnswerMark.UNANSWERED for one in marked)
    later = sum(one.mark is AnswerMark.NOT_ASKED_YET for one in marked)
    if new:
        yield Consequence.FAILED, f"{counted_noun(new, 'wrong answer')}."
    yield from judge_list(known.run if known else None)
    if unanswered or not any(one.mark.is_answered for one in marked):
        yield Consequence.ERROR, f"{counted_noun(unanswered, 'question')} not answered."
    if later:
        yield Consequence.ERROR, f"{counted_noun(later, 'question')} not asked yet."
