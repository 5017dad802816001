"""The parts are done, or gone on with: each is a campaign with a store of its own, and the suite a file of answers."""

from __future__ import annotations

import json
from collections.abc import Sized
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import convert, to_builtins

from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import is_unmade
from checker.campaigns.running import run_campaign
from checker.campaigns.store import Store, create_store, open_store
from checker.evidence.ledger import store_path
from checker.evidence.plan import EvidencePart
from checker.programs.process_run import Limits
from checker.programs.specs import open_program
from checker.suite.marks import SECONDS, AnswerMark, mark_answers
from checker.suite.questions import load_suite
from reference_engines.frame.results import RoundPairing
from tournaments.atomic_files import write_atomically
from tournaments.frozen import JsonStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from checker.campaigns.outcomes import EventOutcome
    from checker.evidence.plan import Plan
    from checker.programs.program import Program
    from checker.suite.marks import MarkedAnswer

_LEAST_SPARE = 10
"""Seeds that may make no event, however few events are asked for."""
IN_PROCESS = "callable:"
"""How programs are written that answer in this process, one question at a time."""


class AnswersError(Exception):
    """The answers to the suite cannot be read; the message says why."""


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
    """Return the answers to the suite that are there, in the order of the suite; AnswersError as `read_suite`."""
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
    """Read the answers to the suite; AnswersError if they are something else."""
    try:
        return tuple(convert(json.loads(line), SuiteAnswer) for line in text.splitlines())
    except ValueError as error:
        raise AnswersError(f"the answers to the suite cannot be read: {error}") from error
