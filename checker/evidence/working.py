"""
The parts are done, or gone on with: each is a campaign with a store of its own, and the suite a file of answers.

The ledger of a bundle lies beside the stores: the plan, the machine, why parts cannot be done, and how long each took.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Generator, Iterator, Sized
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import convert, to_builtins

from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import is_unmade
from checker.campaigns.running import run_campaign
from checker.campaigns.store import Store, create_store, open_store
from checker.errors import TaskError
from checker.evidence.facts import EvidencePart, GeneratorProbe, Hashed, MachineFacts, Plan, ProgramFacts
from checker.programs.process_run import Limits
from checker.programs.specs import open_program
from checker.suite.marks import SECONDS, AnswerMark, MarkedAnswer, mark_answers
from checker.suite.questions import load_suite
from reference_engines.frame.results import RoundPairing
from tournaments.atomic_files import write_atomically
from tournaments.frozen import JsonStruct

if TYPE_CHECKING:
    from checker.campaigns.outcomes import EventOutcome
    from checker.programs.program import Program


_LEAST_SPARE = 10
"""Seeds that may make no event, however few events are asked for."""
IN_PROCESS = "callable:"
"""How programs are written that answer in this process, one question at a time."""


class SuiteAnswer(JsonStruct, frozen=True, kw_only=True):
    """The answer to a question of the suite, and its mark."""

    question: str
    """Its identifier."""
    mark: AnswerMark
    given: RoundPairing | None = None
    why: str = ""


def store_of(folder: Path, part: EvidencePart, plan: Plan, program: Program) -> Store:
    """Open the store of a part, or begin it; StoreError as `open_store` and `create_store` raise it."""
    path, direction = store_path(folder, part), part.direction
    if direction is None:
        raise ValueError(f"{part} has no store")
    if path.exists():
        return open_store(path)
    events = plan.events_of(part)
    if isinstance(program, Sized):
        events = min(events, len(program))
    return create_store(path, plan.configuration(direction), [(0, events)], [program])


def replace_missing_events(store: Store, plan: Plan, program: Program) -> int:
    """
    Plan as many seeds more as events are missing because the program's generator made none; return how many.

    In all at most a tenth more than events are asked for, so that a generator that makes none comes to an end.
    """
    if store.configuration.direction is not Direction.GENERATE or isinstance(program, Sized):
        return 0
    unmade = sum(is_unmade(outcome, 0) for outcome in store.outcomes())
    missing = plan.events - (store.judged - unmade)
    spare = plan.events + max(_LEAST_SPARE, plan.events // 10) - store.planned
    more = max(0, min(missing, spare))
    if more:
        store.plan_more(more)
    return more


def worked_on(store: Store, workers: int) -> Generator[EventOutcome]:
    """Judge the remaining events, as `run_campaign` does."""
    with closing(run_campaign(store, workers=workers)) as outcomes:
        yield from outcomes


def answer_suite(folder: Path, plan: Plan, workers: int, see: Callable[[MarkedAnswer], None]) -> None:
    """Put the remaining questions of the suite to a program, and keep each answer as it comes."""
    suite, path = load_suite(plan.system), store_path(folder, EvidencePart.SUITE)
    asked = {one.question for one in read_kept_answers(folder, plan)}
    remaining = tuple(question for question in suite.questions if question.identifier not in asked)
    limits = Limits(seconds=plan.time_limit or SECONDS)
    threads = 1 if plan.spec.startswith(IN_PROCESS) else workers
    with path.open("a", encoding="utf-8") as stream:

        def keep(marked: MarkedAnswer) -> None:
            stream.write(suite_line(_suite_answer(marked)))
            stream.flush()
            see(marked)

        mark_answers(replace(suite, questions=remaining), lambda: open_program(plan.spec, limits), threads, keep)


def read_kept_answers(folder: Path, plan: Plan) -> tuple[SuiteAnswer, ...]:
    """Return the answers to the suite that are there, in the order of the suite; TaskError as `read_suite`."""
    path = store_path(folder, EvidencePart.SUITE)
    text = path.read_text("utf-8", "replace") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:  # we were killed while a line was written
        write_atomically(path, whole.encode())
    found = {one.question: one for one in read_suite(whole)}
    return tuple(found[one.identifier] for one in load_suite(plan.system).questions if one.identifier in found)


def is_answered(folder: Path, plan: Plan) -> bool:
    """Whether every question of the suite was put."""
    return len(read_kept_answers(folder, plan)) == len(load_suite(plan.system).questions)


def _suite_answer(marked: MarkedAnswer) -> SuiteAnswer:
    return SuiteAnswer(question=marked.question.identifier, mark=marked.mark, given=marked.given, why=marked.why)


def suite_line(answer: SuiteAnswer) -> str:
    """Return the line in which an answer to the suite is kept."""
    return json.dumps(to_builtins(answer), separators=(",", ":")) + "\n"


def read_suite(text: str) -> tuple[SuiteAnswer, ...]:
    """Read the answers to the suite; TaskError if they are something else."""
    try:
        return tuple(convert(json.loads(line), SuiteAnswer) for line in text.splitlines())
    except ValueError as error:
        raise TaskError(f"the answers to the suite cannot be read: {error}") from error


WORK = "work"
"""Folder within that of the bundle, which is not sent."""
_NAME = "ledger.json"
_SECONDS_BETWEEN = 20.0
"""After which the time worked is entered, in case that we are killed."""


class Undone(JsonStruct, frozen=True, kw_only=True):
    """Why a part is not done."""

    part: EvidencePart
    why: str


class Worked(JsonStruct, frozen=True, kw_only=True):
    """How long was worked on a part."""

    part: EvidencePart
    seconds: int


class Ledger(JsonStruct, frozen=True, kw_only=True):
    """The state that is needed to go on, besides the stores."""

    plan: Plan
    program: ProgramFacts
    machine: MachineFacts
    obstacles: tuple[Undone, ...] = ()
    worked: tuple[Worked, ...] = ()
    probe: GeneratorProbe | None = None
    vendor: tuple[tuple[str, str], ...] = ()
    """What the vendor answers, by the number of the question."""

    def why_not(self, part: EvidencePart) -> str:
        """Say why a part cannot be done; empty if it can."""
        return next((one.why for one in self.obstacles if one.part is part), "")

    def seconds(self, part: EvidencePart) -> int:
        """Return the time worked on a part."""
        return sum(one.seconds for one in self.worked if one.part is part)

    def with_worked(self, part: EvidencePart, seconds: int) -> Ledger:
        """Return the ledger with more work on a part."""
        others = tuple(one for one in self.worked if one.part is not part)
        return replace(self, worked=(*others, Worked(part=part, seconds=self.seconds(part) + seconds)))


def store_path(folder: Path, part: EvidencePart) -> Path:
    """Return the path of the store of a part, or of the answers to the suite."""
    return folder / WORK / (f"{part.value}.jsonl" if part is EvidencePart.SUITE else f"{part.value}.sqlite")


def read_ledger(folder: Path) -> Ledger | None:
    """Return the ledger of a folder, None if there is none; TaskError if it cannot be read."""
    path = folder / WORK / _NAME
    try:
        return convert(json.loads(path.read_text("utf-8")), Ledger)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise TaskError(f"{path} cannot be read ({error}); begin in another folder") from error


def write_ledger(folder: Path, ledger: Ledger) -> None:
    """Write the ledger, whole or not at all; TaskError if it cannot be."""
    path = folder / WORK / _NAME
    try:
        write_atomically(path, (json.dumps(to_builtins(ledger), indent=1) + "\n").encode())
    except OSError as error:
        raise TaskError(f"{path} cannot be written ({error.strerror or error})") from error


class Clock:
    """Enters how long was worked on a part, now and then and at the end."""

    def __init__(self, folder: Path, part: EvidencePart) -> None:
        """Begin."""
        self._folder, self._part = folder, part
        self._since = monotonic()

    def see(self) -> None:
        """Enter the time if it is time to."""
        if monotonic() - self._since >= _SECONDS_BETWEEN:
            self.enter()

    def enter(self) -> None:
        """Enter the time since it was entered last, in whole seconds."""
        seconds = round(monotonic() - self._since)
        ledger = read_ledger(self._folder)
        if ledger is not None:
            write_ledger(self._folder, ledger.with_worked(self._part, seconds))
            self._since += seconds


@contextmanager
def timed(folder: Path, part: EvidencePart) -> Iterator[Clock]:
    """Measure the work on a part, whatever ends it."""
    clock = Clock(folder, part)
    try:
        yield clock
    finally:
        clock.enter()


def this_machine() -> MachineFacts:
    """Describe this machine, without its name."""
    return MachineFacts(
        kind=platform.machine(),
        processor=_processor(),
        cores=os.cpu_count() or 1,
        system=platform.system(),
        python=platform.python_version(),
    )


def _processor() -> str:
    """Return the model of the processor, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "")


def hashed(files: tuple[tuple[str, str], ...]) -> tuple[Hashed, ...]:
    """Return files without the folders in which they lie."""
    return tuple(Hashed(name=Path(name).name, sha256=digest) for name, digest in files)
