"""
The parts of the evidence: begun or continued, and turned into facts.

Each part is a campaign with a store of its own, and the suite a file of answers. The ledger of a bundle lies beside the
stores: the plan, the machine, why parts cannot be done, and how long each took. Facts are collected from the stores and
from generated events; nothing is asked of the program for them.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shlex
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic

from msgspec import convert, to_builtins

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.exercising import coverage_of_store
from checker.campaigns.explaining import spread
from checker.campaigns.grouping import CampaignSummary, ExamRow, is_unmade, program_summary
from checker.campaigns.outcomes import REFUSED, EventOutcome, Failure, ProgramFinding, Score
from checker.campaigns.store import KnownProgram, Store, create_store, open_store
from checker.causes.causes_finding import bracket_article
from checker.errors import TaskError
from checker.evidence import facts
from checker.programs.process_run import Limits
from checker.programs.program import (
    EventFeature,
    FailureKind,
    Program,
    ProgramError,
    ProgramQuestion,
    Recipe,
    hashes_of,
)
from checker.programs.smoke import find_missed_errors
from checker.programs.specs import open_program
from checker.suite.marks import SECONDS, AnswerMark, ArticleMarks, MarkedAnswer, mark_answers, tally_by_article
from checker.suite.questions import load_suite, suites
from random_tournaments.simulation import expected_score
from reference_engines.frame.results import RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.atomic_files import write_atomically
from tournaments.frozen import JsonStruct
from tournaments.model import Event, Result
from tournaments.trf.writing import UnwritableEventError, write_trf26

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


def store_of(folder: Path, part: facts.EvidencePart, plan: facts.Plan, program: Program) -> Store:
    """Open or create the store of a part; raise StoreError like `open_store` and `create_store`."""
    path, direction = store_path(folder, part), part.direction
    if direction is None:
        raise ValueError(f"{part} has no store")
    if path.exists():
        return open_store(path)
    events = plan.events_of(part)
    if isinstance(program, Sized):
        events = min(events, len(program))
    return create_store(path, plan.configuration(direction), [(0, events)], [program])


def replace_missing_events(store: Store, plan: facts.Plan, program: Program) -> int:
    """
    Plan another seed for each event that the program's generator did not make; return the number of seeds.

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


def answer_suite(folder: Path, plan: facts.Plan, workers: int, see: Callable[[MarkedAnswer], None]) -> None:
    """Put the remaining questions of the suite to a program, and keep each answer as it comes."""
    suite, path = load_suite(plan.system), store_path(folder, facts.EvidencePart.SUITE)
    asked = {one.question for one in read_kept_answers(folder, plan)}
    remaining = tuple(question for question in suite.questions if question.identifier not in asked)
    limits = Limits(seconds=plan.time_limit or SECONDS)
    threads = 1 if plan.spec.startswith(IN_PROCESS) else workers
    with path.open("a", encoding="utf-8") as stream:

        def keep(marked: MarkedAnswer) -> None:
            question = marked.question.identifier
            stream.write(
                suite_line(SuiteAnswer(question=question, mark=marked.mark, given=marked.given, why=marked.why))
            )
            stream.flush()
            see(marked)

        mark_answers(replace(suite, questions=remaining), lambda: open_program(plan.spec, limits), threads, keep)


def read_kept_answers(folder: Path, plan: facts.Plan) -> tuple[SuiteAnswer, ...]:
    """Return the recorded answers to the suite, in the order of the suite; raise TaskError like `read_suite`."""
    path = store_path(folder, facts.EvidencePart.SUITE)
    text = path.read_text("utf-8", "replace") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:  # we were killed while a line was written
        write_atomically(path, whole.encode())
    found = {one.question: one for one in read_suite(whole)}
    return tuple(found[one.identifier] for one in load_suite(plan.system).questions if one.identifier in found)


def is_answered(folder: Path, plan: facts.Plan) -> bool:
    """Whether every question of the suite was put."""
    return len(read_kept_answers(folder, plan)) == len(load_suite(plan.system).questions)


def suite_line(answer: SuiteAnswer) -> str:
    """Return the line in which an answer to the suite is kept."""
    return json.dumps(to_builtins(answer), separators=(",", ":")) + "\n"


def read_suite(text: str) -> tuple[SuiteAnswer, ...]:
    """Read the answers to the suite; raise TaskError for another kind of file."""
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
    """The reason why a part is not done."""

    part: facts.EvidencePart
    why: str


class Worked(JsonStruct, frozen=True, kw_only=True):
    """The time worked on a part."""

    part: facts.EvidencePart
    seconds: int


class Ledger(JsonStruct, frozen=True, kw_only=True):
    """The state that continuing needs, besides the stores."""

    plan: facts.Plan
    program: facts.ProgramFacts
    machine: facts.MachineFacts
    obstacles: tuple[Undone, ...] = ()
    worked: tuple[Worked, ...] = ()
    probe: facts.GeneratorProbe | None = None
    vendor: tuple[tuple[str, str], ...] = ()
    """The answers of the vendor, by the number of the question."""

    def why_not(self, part: facts.EvidencePart) -> str:
        """Return why a part cannot be done; empty if it can be done."""
        return next((one.why for one in self.obstacles if one.part is part), "")

    def seconds(self, part: facts.EvidencePart) -> int:
        """Return the time worked on a part."""
        return sum(one.seconds for one in self.worked if one.part is part)

    def with_worked(self, part: facts.EvidencePart, seconds: int) -> Ledger:
        """Return the ledger with more work on a part."""
        others = tuple(one for one in self.worked if one.part is not part)
        return replace(self, worked=(*others, Worked(part=part, seconds=self.seconds(part) + seconds)))


def store_path(folder: Path, part: facts.EvidencePart) -> Path:
    """Return the path of the store of a part, or of the answers to the suite."""
    return folder / WORK / (f"{part.value}.jsonl" if part is facts.EvidencePart.SUITE else f"{part.value}.sqlite")


def read_ledger(folder: Path) -> Ledger | None:
    """Return the ledger of a folder, None without a ledger; raise TaskError if it cannot be read."""
    path = folder / WORK / _NAME
    try:
        return convert(json.loads(path.read_text("utf-8")), Ledger)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise TaskError(f"{path} cannot be read ({error}); begin in another folder") from error


def write_ledger(folder: Path, ledger: Ledger) -> None:
    """Write the ledger, whole or not at all; raise TaskError if that fails."""
    path = folder / WORK / _NAME
    try:
        write_atomically(path, (json.dumps(to_builtins(ledger), indent=1) + "\n").encode())
    except OSError as error:
        raise TaskError(f"{path} cannot be written ({error.strerror or error})") from error


class Clock:
    """Enters the time worked on a part, at intervals and at the end."""

    def __init__(self, folder: Path, part: facts.EvidencePart) -> None:
        """Begin."""
        self._folder, self._part = folder, part
        self._since = monotonic()

    def see(self) -> None:
        """Enter the time worked, at intervals."""
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
def timed(folder: Path, part: facts.EvidencePart) -> Iterator[Clock]:
    """Measure the time of the work on a part, however the work ends."""
    clock = Clock(folder, part)
    try:
        yield clock
    finally:
        clock.enter()


def this_machine() -> facts.MachineFacts:
    """Describe this machine, without its name."""
    return facts.MachineFacts(
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


def hashed(files: tuple[tuple[str, str], ...]) -> tuple[facts.Hashed, ...]:
    """Return files without the folders in which they lie."""
    return tuple(facts.Hashed(name=Path(name).name, sha256=digest) for name, digest in files)


SAMPLED = 100
"""Events of ours at most of which the bundle has the hash, spread evenly."""
_STATUS = re.compile(r"(?:exit status|signal) \d+")
"""As `checker.programs.process_run` begins what it says of a program that failed."""
_NOBODY = KnownProgram(number=0, spec="", name="", version="", transport="")


def counts_of(outcomes: Sequence[EventOutcome], settings: Configuration, planned: int) -> facts.DirectionCounts:
    """Count the results of one direction."""
    found = program_summary(_NOBODY, list(outcomes), settings)
    judges = settings.direction in (Direction.JUDGE, Direction.EXAM)
    orders = sum(any(one.is_against and not one.round_number for one in outcome.findings) for outcome in outcomes)
    refused = sum(any(failure.kind == REFUSED for failure in outcome.failures) for outcome in outcomes)
    return facts.DirectionCounts(
        planned=planned,
        judged=len(outcomes),
        events=found.tally.checked.events,
        rounds=found.tally.checked.rounds,
        pairs=sum(outcome.pairs for outcome in outcomes),
        discrepant_events=found.tally.discrepancies.events,
        discrepant_rounds=found.tally.discrepancies.rounds,
        discrepant_pairs=None if judges and found.tally.discrepancies.events else found.tally.discrepancies.pairs,
        wrong_orders=orders,
        open_rounds=found.tally.open_rounds,
        unchecked=found.tally.not_checked + refused,
        failed_events=found.failed_events - found.unmade - refused,
        unmade=found.unmade,
        our_faults=found.tally.our_faults,
    )


def exam_of(outcomes: Sequence[EventOutcome], settings: Configuration) -> tuple[ExamRow, ...]:
    """Return the results of a checker for each kind of planted error."""
    return program_summary(_NOBODY, list(outcomes), settings).exam


def suite_of(answers: Iterable[SuiteAnswer], system: str) -> tuple[ArticleMarks, ...]:
    """Return the marks of a program for each article, of the questions that it was asked."""
    suite = load_suite(system)
    articles = {question.identifier: question.article for question in suite.questions}
    rows = tally_by_article(suite, ((articles.get(one.question, ""), one.mark) for one in answers))
    return tuple(row for row in rows if row.questions)


def kinds_of(part: facts.EvidencePart, summary: CampaignSummary) -> tuple[facts.Kind, ...]:
    """Return kinds of findings, with their class and the address of the report."""
    return tuple(
        facts.Kind(
            part=part,
            signature=group.signature,
            score=group.example.score.value,
            events=group.events,
            rounds=group.rounds,
            pairs=group.pairs,
            smallest=group.example.event_number,
            sentence=facts.strip_folders(group.example.sentence),
            against=group.example.is_against,
            classed=group.classed.value if group.classed else "",
            note=group.note,
            link=group.link,
        )
        for group in summary.groups
        if group.example.score is not Score.BOARD_ORDER
    )


def unmade_of(outcomes: Sequence[EventOutcome], settings: Configuration) -> tuple[facts.Unmade, ...]:
    """Return the failures of a generator that made no event; empty where no generator was asked."""
    failures: dict[str, list[tuple[EventOutcome, Failure]]] = defaultdict(list)
    for outcome in _events_not_made(outcomes, settings):
        failure = outcome.failures[0]
        failures[_how(failure)].append((outcome, failure))
    told = []
    for how, members in failures.items():
        outcome, failure = min(members, key=lambda one: one[0].index)
        detail = facts.strip_folders(failure.detail or failure.kind)
        told.append(facts.Unmade(how=how, seeds=len(members), first=outcome.index, detail=detail))
    return tuple(sorted(told, key=lambda one: (-one.seeds, one.how)))


def _events_not_made(outcomes: Sequence[EventOutcome], settings: Configuration) -> list[EventOutcome]:
    is_making = settings.direction is Direction.GENERATE
    return [outcome for outcome in outcomes if is_making and is_unmade(outcome, 0)]


def _how(failure: Failure) -> str:
    """Describe the failure of a generator by the status that it names first, or else by its kind."""
    status = _STATUS.match(failure.detail)
    return status[0] if status and failure.kind == FailureKind.CRASHED.value else failure.kind


def failures_of(
    part: facts.EvidencePart, outcomes: Sequence[EventOutcome], settings: Configuration
) -> tuple[facts.NotAnswered, ...]:
    """Return the kinds of failures to answer, most frequent first; a seed without an event is not a failure."""
    failures: dict[str, list[tuple[EventOutcome, Failure]]] = defaultdict(list)
    unmade = {outcome.index for outcome in _events_not_made(outcomes, settings)}
    for outcome in outcomes:
        for failure in outcome.failures:
            if outcome.index not in unmade:
                failures[failure.kind].append((outcome, failure))
    told = [_failure_kind(part, kind, members) for kind, members in failures.items()]
    return tuple(sorted(told, key=lambda one: (-one.questions, one.kind)))


def _failure_kind(
    part: facts.EvidencePart, kind: str, members: Sequence[tuple[EventOutcome, Failure]]
) -> facts.NotAnswered:
    outcome, failure = min(members, key=lambda one: (one[0].players, one[0].index, one[1].round_number))
    where = f"round {failure.round_number}: " if failure.round_number else ""
    return facts.NotAnswered(
        part=part,
        kind=kind,
        questions=len(members),
        events=len({one.index for one, _ in members}),
        smallest=outcome.index,
        detail=where + facts.strip_folders(failure.detail or failure.kind),
    )


def discrepancy_of(
    part: facts.EvidencePart, finding: ProgramFinding, dossier: str, no_dossier: str
) -> facts.Discrepancy:
    """Describe one discrepancy."""
    cause = finding.cause
    return facts.Discrepancy(
        part=part,
        event=finding.event_number,
        players=finding.players,
        round_number=finding.round_number,
        verdict=finding.word,
        decided=finding.decided,
        sentence=facts.strip_folders(finding.sentence)
        or f"{finding.where.capitalize()}: {finding.score.value} ({finding.word}).",
        signature=finding.signature,
        cause="" if cause is None else cause.first.sentence + bracket_article(cause.first.article),
        dossier=dossier,
        no_dossier=no_dossier,
    )


def drawn_of(store: Store | None) -> facts.Drawn:
    """Return the sizes of the events, the features that decided in them, and the hashes of a sample."""
    if store is None or not store.judged:
        return facts.Drawn(ranges=(), looked_at=0, decided=(), sample=())
    outcomes = list(store.outcomes())
    tested = coverage_of_store(store)
    decided = () if tested is None else tested.decided
    return facts.Drawn(
        ranges=tuple(_ranges(outcomes)),
        looked_at=tested.coverage.events if tested else 0,
        decided=tuple(
            facts.DecidedFacts(name=feature.name, meaning=feature.meaning or feature.kind.value, rounds=rounds)
            for feature, rounds in decided
        ),
        sample=tuple(sampled(store.configuration, [outcome.index for outcome in outcomes])),
    )


def _ranges(outcomes: Sequence[EventOutcome]) -> Iterator[facts.Range]:
    judged = [outcome for outcome in outcomes if outcome.rounds]
    for name, values in (
        ("players", [outcome.players for outcome in judged]),
        ("rounds", [outcome.rounds for outcome in judged]),
        ("pairs in an event", [outcome.pairs for outcome in judged]),
    ):
        if values:
            yield range_of(name, values)


def range_of(name: str, values: Sequence[int]) -> facts.Range:
    """Return the range of a quantity with at least one value."""
    return facts.Range(name=name, least=min(values), median=round(statistics.median(values)), most=max(values))


def sampled(settings: Configuration, events: Sequence[int]) -> Iterator[facts.SampledEvent]:
    """Make some of our events again, spread evenly, and yield their hashes."""
    batch = settings.batch()
    for index in spread(events, SAMPLED):
        text = write_trf26(batch.play(index).event)
        yield facts.SampledEvent(event=index, sha256=hashlib.sha256(text.encode()).hexdigest())


def edition_of(system: str) -> facts.EditionFacts:
    """Return the edition of the regulation by which the program was judged."""
    edition = engine_for(system).edition
    until = f" to {edition.in_force_until.isoformat()}" if edition.in_force_until else ""
    return facts.EditionFacts(
        key=edition.key,
        title=edition.title,
        source=edition.source,
        in_force=f"from {edition.in_force_from.isoformat()}{until}",
    )


def program_facts(program: Program) -> facts.ProgramFacts:
    """Return the identity of a program, its commands, and the hashes of the files that they name."""
    claims = program.claims
    recipes = {question: program.recipe(question) for question in ProgramQuestion}
    files = dict(one for recipe in recipes.values() if recipe is not None for one in hashes_of(recipe))
    return facts.ProgramFacts(
        name=program.identity.name,
        version=program.identity.version,
        pairs=_describe_command(recipes[ProgramQuestion.PAIR], does=claims.pairs),
        checks=_describe_command(recipes[ProgramQuestion.CHECK], does=claims.checks),
        generates=_describe_command(recipes[ProgramQuestion.GENERATE], does=claims.generates),
        standings=claims.standings,
        systems=claims.systems,
        files=hashed(tuple(sorted(files.items()))),
    )


def _describe_command(recipe: Recipe | None, *, does: bool) -> str:
    """Return the command without folders; ``yes`` for a program that is not a command."""
    if recipe is None or not does:
        return "yes" if does else ""
    return shlex.join(facts.strip_folders(word) for word in recipe.words)


def obstacles_of(program: Program, system: str) -> Iterator[Undone]:
    """Yield the parts that cannot be done, each with the reason."""
    claims, name = program.claims, program.identity.name
    if not claims.pairs:
        yield Undone(part=facts.EvidencePart.PAIR, why=f"{name} does not pair, as it says itself")
    if system not in suites():
        yield Undone(part=facts.EvidencePart.SUITE, why=f"{system} has no conformance suite")
    elif not claims.pairs:
        yield Undone(part=facts.EvidencePart.SUITE, why=f"{name} does not pair, as it says itself")
    if not claims.generates:
        yield Undone(part=facts.EvidencePart.GENERATE, why=f"{name} has no generator, as it says itself")
    if not claims.checks:
        for part in (facts.EvidencePart.EXAM, facts.EvidencePart.JUDGE):
            yield Undone(part=part, why=f"{name} has no checker, as it says itself")
    elif missed := find_missed_errors(program, system):
        why = f"its checker is wrong in the smoke test, about: {missed}; what it does not object to says nothing"
        yield Undone(part=facts.EvidencePart.JUDGE, why=why)


PROBED = 20
"""Events that a generator is asked for."""
_BANDS = ((0, 99), (100, 199), (200, 399), (400, 9999))
"""Differences of ratings that are looked at together."""
_SCORES = {Result.WIN: 2, Result.DRAW: 1, Result.LOSS: 0}
"""In half points, of games that were played and rated."""
_SEEDS = 1_000_000


def probed(program: Program, seed: int) -> facts.GeneratorProbe | None:
    """Have a generator make a few events with different seeds; None if no event is made."""
    if not program.claims.generates:
        return None
    events: list[Event] = []
    texts: list[str] = []
    for number in range(PROBED):
        try:
            event = program.generate(seed % _SEEDS + 1 + number)
            texts.append(write_trf26(event))
        except (ProgramError, UnwritableEventError):
            continue
        events.append(event)
    if not events:
        return None
    return facts.GeneratorProbe(
        events=len(events),
        different=len(set(texts)),
        ranges=tuple(_event_ranges(events)),
        features=tuple(_event_features(events)),
        bands=tuple(_event_bands(events)),
    )


def _event_ranges(events: Sequence[Event]) -> Iterator[facts.Range]:
    """Yield the ranges that the form asks about (Q24 to Q29)."""
    yield range_of("players", [len(event.players) for event in events])
    yield range_of("rounds", [event.rounds_recorded for event in events])
    yield range_of("rating", [player.rating or 0 for event in events for player in event.players])


_FEATURES: dict[str, Callable[[Event], bool]] = {
    **{
        feature.value: feature.occurs_in
        for feature in (
            EventFeature.FULL_POINT_BYES,
            EventFeature.HALF_POINT_BYES,
            EventFeature.ABSENCES,
            EventFeature.UNUSUAL_RESULTS,
            EventFeature.ACCELERATION,
        )
    },
    "forfeits": lambda event: any(one.result.is_forfeit for player in event.players for one in player.rounds),
    "tie-breaks": lambda event: event.names_tie_breaks,
}
"""The features of events about which the form asks (Q24)."""


def _event_features(events: Sequence[Event]) -> Iterator[tuple[str, int]]:
    """Yield the number of events in which each feature occurs."""
    return ((name, sum(map(occurs, events))) for name, occurs in _FEATURES.items())


def _event_bands(events: Iterable[Event]) -> Iterator[facts.Band]:
    """Yield the scores of higher rated players, with the difference of the ratings."""
    games: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
    for event in events:
        for difference, score in _scored(event):
            band = next((band for band in _BANDS if band[0] <= difference <= band[1]), None)
            if band is not None:
                games[band].append((expected_score(difference), score))
    for band in _BANDS:
        told = games[band]
        if told:
            yield facts.Band(
                least=band[0],
                most=band[1],
                games=len(told),
                expected=round(1000 * sum(expected for expected, _ in told) / len(told)),
                scored=round(1000 * sum(score for _, score in told) / (2 * len(told))),
            )


def _scored(event: Event) -> Iterator[tuple[int, int]]:
    """Yield the rating difference of each game, and the score of the higher rated player, in half points."""
    ratings = {player.tpn: player.rating for player in event.players if player.rating}
    for player in event.players:
        for entry in player.rounds:
            if entry.opponent not in ratings or player.tpn not in ratings or entry.result not in _SCORES:
                continue
            difference = ratings[player.tpn] - ratings[entry.opponent]
            if difference > 0 or (difference == 0 and player.tpn < entry.opponent):
                yield difference, _SCORES[entry.result]
