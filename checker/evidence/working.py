"""The parts are done, or gone on with: each is a campaign with a store of its own, and the suite a file of answers."""

from __future__ import annotations

import json
from collections.abc import Sized
from contextlib import closing
from typing import TYPE_CHECKING

from checker.campaigns.running import run_campaign
from checker.campaigns.store import Store, create_store, open_store
from checker.codec import DecodingError, decode, encode
from checker.evidence.ledger import store_path
from checker.programs.running import Limits
from checker.programs.specs import open_program
from checker.suite.asking import SECONDS, Mark, ask
from checker.suite.questions import load
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from pathlib import Path

    from checker.campaigns.outcomes import EventOutcome
    from checker.evidence.plan import EvidencePart, Plan
    from checker.programs.program import Program
    from checker.suite.asking import Marked
    from reference_engines.results import RoundPairing

IN_PROCESS = "callable:"
"""How programs are written that answer in this process, one question at a time."""


class AnswersError(Exception):
    """The answers to the suite cannot be read; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteAnswer:
    """What became of a question of the suite."""

    question: str
    """Its identifier."""
    mark: Mark
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


def worked_on(store: Store, workers: int) -> Generator[EventOutcome]:
    """Judge what remains, as `run_campaign` does."""
    with closing(run_campaign(store, workers=workers)) as outcomes:
        yield from outcomes


def answer_suite(folder: Path, part: EvidencePart, plan: Plan, workers: int, see: Callable[[Marked], None]) -> None:
    """Put the suite to a program, and keep its answers: all of them, or none if it is interrupted."""
    suite = load(plan.system)
    limits = Limits(seconds=plan.time_limit or SECONDS)
    threads = 1 if plan.spec.startswith(IN_PROCESS) else workers
    marked = ask(suite, lambda: open_program(plan.spec, limits), threads, see)
    path = store_path(folder, part)
    written = path.with_name(path.name + ".part")
    written.write_text("".join(f"{line}\n" for line in suite_record(map(_kept, marked))), "utf-8")
    written.replace(path)


def _kept(one: Marked) -> SuiteAnswer:
    return SuiteAnswer(question=one.question.identifier, mark=one.mark, given=one.given, why=one.why)


def suite_record(answers: Iterable[SuiteAnswer]) -> list[str]:
    """Return the lines in which answers to the suite are kept."""
    return [json.dumps(encode(one), separators=(",", ":")) for one in answers]


def read_suite(text: str) -> tuple[SuiteAnswer, ...]:
    """Read the answers to the suite; AnswersError if they are something else."""
    try:
        return tuple(decode(SuiteAnswer, json.loads(line)) for line in text.splitlines())
    except (ValueError, DecodingError) as error:
        raise AnswersError(f"the answers to the suite cannot be read: {error}") from error
