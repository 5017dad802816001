"""
The work of a campaign: its events judged by processes of this machine, or by a cluster, and the outcomes stored.

One event is judged as a function of configuration and index alone, wherever it is called. Programs are opened once in
each process that works, and asked event after event. Whatever goes wrong while an event is judged, in a program, its
adapter or an engine of ours, costs that question or that event and is kept with its reason.

A process that dies takes with it what it was judging: those events are judged again one by one, and one that kills its
process a second time is written down as not judged.
"""

from __future__ import annotations

import gc
import importlib
import random
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import field, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from checker import planting
from checker.campaigns.chosen import SelectedEvent
from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.exercising import counted_every, exercised_in
from checker.campaigns.outcomes import (
    CLEAN,
    NOT_JUDGED,
    REFUSED,
    EventOutcome,
    Exchanged,
    Failure,
    ProgramFinding,
    Score,
    digest_of,
    finding_of,
    finding_of_standings,
    no_pairing_found,
)
from checker.campaigns.store import Store, ValueRefusedError
from checker.causes.cause import find_differing_players
from checker.check import CheckOptions, check_event
from checker.errors import TaskError
from checker.findings import Differences, EventHeader, RoundFinding, compare_pairings
from checker.own_process import claim_process
from checker.programs.folders import NoRoomError, sweep
from checker.programs.process_run import Limits, adopt, end_all, end_daemons
from checker.programs.program import Program, ProgramError
from checker.programs.safe_text import escape_line
from checker.programs.specs import open_program
from checker.proofs import FindingVerifier
from checker.standings.findings import StandingsFinding
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import ReasonContext, RoundContext
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import Verdict
from random_tournaments.seeds import event_rng
from random_tournaments.settings import AnyPlayed
from random_tournaments.workers import OBJECTS_BETWEEN_COLLECTIONS, Workers
from reference_engines.frame.edition import Edition
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from reference_engines.frame.rules import PreparedEvent
from reference_engines.frame.systems import engine_for, paired_by
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import Event
from tournaments.readings import follow_readings
from tournaments.trf.writing import UnwritableEventError, write_trf26

Outcomes = Generator[list[EventOutcome]]

_SENTENCE = 600
_GREATEST_GENERATOR_SEED = 2**31 - 1
_DETAIL = 300
_SAID = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSource:
    """Inputs of an event that the campaign configuration does not determine."""

    counted_every: int = 0
    """Measure coverage on every nth event; 0 disables it."""
    chosen: Mapping[int, SelectedEvent] = field(default_factory=dict)
    """Events that are not drawn, by number."""

    def of(self, indices: Iterable[int]) -> EventSource:
        """Return the inputs of some of the events."""
        return replace(self, chosen={index: self.chosen[index] for index in indices if index in self.chosen})


class _EventTask(FrozenStruct, frozen=True, kw_only=True):
    """One event to be judged, with the programs that are asked about it."""

    settings: Configuration
    programs: tuple[Program, ...]
    index: int
    source: EventSource

    @property
    def is_counted(self) -> bool:
        """Whether the coverage of the event is measured."""
        every = self.source.counted_every
        return bool(every) and self.index % every == 0

    def exercised(self, event: Event, first: int = 1) -> tuple[tuple[str, int], ...] | None:
        """Return the coverage of an event from a round on, if the event is to be examined."""
        return exercised_in(event, self.settings.system, first) if self.is_counted else None


def judge_events(configuration: str, indices: Iterable[int], source: EventSource | None = None) -> list[EventOutcome]:
    """
    Judge events of a campaign; the configuration as JSON.

    An error costs the event at which it occurs. Only NoRoomError is raised: a full disk is not a program's failure, and
    the event can be judged when there is room again.
    """
    return [_judge_one(configuration, index, source or EventSource()) for index in indices]


def judge_timed_events(
    configuration: str, indices: Iterable[int], source: EventSource | None = None
) -> tuple[list[EventOutcome], float]:
    """Judge events in a process that has other work, too, as `judge_events` does; return the seconds as well."""
    start, thresholds = monotonic(), gc.get_threshold()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, *thresholds[1:])
    try:
        return judge_events(configuration, indices, source), monotonic() - start
    finally:
        gc.set_threshold(*thresholds)


def _judge_one(configuration: str, index: int, source: EventSource) -> EventOutcome:
    try:
        settings, programs = _opened(configuration)
        job = _EventTask(settings=settings, programs=programs, index=index, source=source)
        with follow_readings(settings.chosen_readings):
            return _JUDGES[settings.direction](job)
    except NoRoomError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told, and the campaign goes on
        return not_judged(configuration, index, _describe_error(error))


def not_judged(configuration: str, index: int, detail: str) -> EventOutcome:
    """Return the outcome of an event that could not be judged, without a known fault of the programs."""
    programs = len(Configuration.from_json(configuration).programs)
    failures = tuple(
        Failure(program=number, round_number=0, kind=NOT_JUDGED, detail=escape_line(detail, _DETAIL))
        for number in range(programs)
    )
    return EventOutcome(index=index, asked=(0,) * programs, failures=failures)


def _describe_error(error: BaseException) -> str:
    """Describe an error of Pairproof, and its place, for a report of it."""
    steps = traceback.extract_tb(error.__traceback__)
    where = f", {Path(steps[-1].filename).name} line {steps[-1].lineno}" if steps else ""
    try:
        said = escape_line(str(error), _SAID)
    except Exception:  # noqa: BLE001 - an error that cannot be put into words is told by its type
        said = ""
    return f"error in Pairproof: {type(error).__name__}: {said}{where}"


class _OpenPrograms(threading.local):
    """The open programs of one campaign; each thread has its own."""

    configuration = ""
    opened: tuple[Configuration, tuple[Program, ...]] | None = None


_at_hand = _OpenPrograms()


def _opened(configuration: str) -> tuple[Configuration, tuple[Program, ...]]:
    """Open the programs of a campaign, after removing the leftovers of killed processes."""
    if _at_hand.opened is None or _at_hand.configuration != configuration:
        close_programs()
        sweep()
        settings = Configuration.from_json(configuration)
        limits = Limits(seconds=settings.time_limit) if settings.time_limit else None
        _at_hand.opened = (
            settings,
            tuple(open_program(spec, limits).with_system(settings.system) for spec in settings.programs),
        )
        _at_hand.configuration = configuration
    return _at_hand.opened


def close_programs() -> None:
    """Close the programs that this thread has open."""
    if _at_hand.opened is not None:
        for program in _at_hand.opened[1]:
            program.close()
        _at_hand.opened = None


def _pair(job: _EventTask) -> EventOutcome:
    """Direction PAIR: every program pairs the rounds of our event, or of one that was chosen."""
    edition = engine_for(job.settings.system).edition
    event, expected = _to_be_paired(job, edition)
    rounds = job.settings.rounds_to_ask(event.rounds_recorded // edition.file_rounds_per_round)
    findings: list[ProgramFinding] = []
    failures: list[Failure] = []
    exchanges: list[Exchanged] = []
    for number, program in enumerate(job.programs):
        for round_number in rounds:
            with _collect_failure(failures, number, round_number):
                ours = expected(round_number)
                finding = _ask(program, number, event, round_number, edition, ours)
                if finding is not None:
                    findings.append(finding)
                    exchanges += () if finding.score is Score.BOARD_ORDER else _exchanged(program, number, round_number)
    return replace(
        _outcome(job.index, event, edition.file_rounds_per_round, rounds, findings, failures),
        asked=(len(rounds),) * len(job.programs),
        exchanges=tuple(exchanges),
        exercised=job.exercised(event, rounds.start),
    )


def _to_be_paired(job: _EventTask, edition: Edition) -> tuple[Event, Callable[[int], RoundPairing | None]]:
    """Return an event and a function that gives our pairing of a round; None for a round without a legal pairing."""
    chosen = job.source.chosen.get(job.index)
    if chosen is None:
        event = job.settings.batch().play(job.index).event
        return event, lambda number: planting.recorded_pairing(event, edition.rows(number).start + 1)
    event = chosen.event(paired_by(job.settings.system))
    prepared = engine_for(job.settings.system).open(event)
    return event, partial(_paired, prepared)


def _paired(prepared: PreparedEvent, round_number: int) -> RoundPairing | None:
    try:
        return prepared.round(round_number).expected()
    except NoLegalPairingError:
        return None


def _ask(
    program: Program, number: int, event: Event, round_number: int, edition: Edition, ours: RoundPairing | None
) -> ProgramFinding | None:
    """Ask for the pairing of a round; None if the program pairs as Pairproof does."""
    try:
        before = cut_before_round(event, round_number, edition.file_rounds_per_round)
        answer = program.pair(before, round_number)
    except NoLegalPairingError as error:
        if ours is None:
            return None
        return no_pairing_found(number, round_number, escape_line(str(error), _SAID))
    alike = ours is not None and compare_pairings(answer, ours) == Differences()
    boards = program.claims.boards
    if alike and not boards:
        return None
    prepared = engine_for(edition.key).open(event)
    found = judge_pairing(prepared, round_number, answer, _context(event, boards=boards))
    found = FindingVerifier(prepared, before).verify(found)
    if alike and found.verdict in (Verdict.AGREE, Verdict.NOTHING_TO_JUDGE):
        return None
    finding = finding_of(found, number, digest_of(answer)) or ProgramFinding(
        program=number,
        round_number=round_number,
        score=Score.OUR_FAULT,
        verdict=Verdict.REFERENCE_FAULT,
    )
    return finding if ours is None else replace(finding, parted=tuple(sorted(find_differing_players(answer, ours))))


def _context(event: Event, *, boards: bool) -> RoundContext:
    return RoundContext(event=event.name, board_order=boards, reason_context=ReasonContext.ANSWER)


def _exchanged(program: Program, number: int, round_number: int) -> tuple[Exchanged, ...]:
    """Return the last input and answer of the program, if they are known."""
    last = program.last_exchange
    return (Exchanged(program=number, round_number=round_number, exchange=last),) if last else ()


def _generate(job: _EventTask) -> EventOutcome:
    """Direction GENERATE: every program makes an event, and we check it."""
    settings, index = job.settings, job.index
    exchanges: list[Exchanged] = []
    exercised: Counter[str] = Counter()
    findings: list[ProgramFinding] = []
    failures: list[Failure] = []
    asked = [0] * len(job.programs)
    files: list[tuple[int, str]] = []
    players = rounds = pairs = 0
    for number, program in enumerate(job.programs):
        with _collect_failure(failures, number, 0):
            event = program.generate(_generator_seed(settings, program, index))
            found, new, refusal = check_generated(event, settings.system, number)
            if refusal:
                detail = escape_line(refusal, _SENTENCE)
                failures.append(Failure(program=number, round_number=0, kind=REFUSED, detail=detail))
            if new or refusal:
                files += _event_texts(event, number)
                exchanges += _exchanged(program, number, 0)
            findings += new
            exercised.update(dict(job.exercised(event) or ()))
            asked[number] = len(found)
            players, rounds = players + len(event.players), rounds + len(found)
            pairs += sum(entry.pairs for entry in found)
    return EventOutcome(
        index=index,
        players=players,
        rounds=rounds,
        pairs=pairs,
        asked=tuple(asked),
        findings=tuple(findings),
        failures=tuple(failures),
        files=tuple(files),
        exchanges=tuple(exchanges),
        exercised=tuple(sorted(exercised.items())) if job.is_counted else None,
    )


def _event_texts(event: Event, number: int) -> list[tuple[int, str]]:
    """Return the text of a program's event; none if a file cannot hold it."""
    try:
        return [(number, write_trf26(event))]
    except UnwritableEventError:
        return []


def _generator_seed(settings: Configuration, program: Program, index: int) -> int:
    """Return the number of the file, or a seed independent of the neighbouring events' seeds."""
    if program.transport.startswith("files:"):
        return index
    return event_rng(settings.seed, index).randint(1, _GREATEST_GENERATOR_SEED)


def check_generated(event: Event, system: str, number: int) -> tuple[list[RoundFinding], list[ProgramFinding], str]:
    """Check an event that a program made: its rounds, what is found against it, and why it is refused, if it is."""
    rounds: list[RoundFinding] = []
    standings: StandingsFinding | None = None
    refusal = ""
    for entry in check_event(event, options=CheckOptions(system=system, as_declared=True, verify=True)):
        if isinstance(entry, EventHeader):
            refusal, standings = entry.refusal or refusal, entry.standings
        else:
            rounds.append(entry)
    found = (*(finding_of(entry, number) for entry in rounds), finding_of_standings(standings, number))
    return rounds, [one for one in found if one is not None], refusal


def _judge(job: _EventTask) -> EventOutcome:
    """Direction JUDGE: every program's checker judges our event, in which every round is right."""
    played = job.settings.batch().play(job.index)
    return _examine(job, played.event, played, CLEAN, None)


def _exam(job: _EventTask) -> EventOutcome:
    """
    Direction EXAM: every program's checker judges our event, in every other event with a planted error.

    Of those between, every other one has a wrong rank order, if it names tie-breaks and a program judges them; the
    other programs are not asked about it.
    """
    settings, index = job.settings, job.index
    played = settings.batch().play(index)
    judging = [_is_turn_of_order(index) and program.claims.standings for program in job.programs]
    planted = plant_error(settings, played, standings=any(judging))
    if planted is None:
        return _examine(job, played.event, played, CLEAN, None)
    selected = judging if planted.round_number == planting.RANK_ORDER else None
    return _examine(job, planted.event, played, planted.error.value, planted.round_number, selected=selected)


def event_text(settings: Configuration, index: int, word: str = "") -> str:
    """
    Make an event of ours again, as TRF26; empty if the programs make the events.

    ``word`` is what was planted, where that depends on the programs: a wrong rank order.
    """
    if settings.direction is Direction.GENERATE:
        return ""
    played = settings.batch().play(index)
    planted = None
    if settings.direction is Direction.EXAM:
        planted = plant_error(settings, played, standings=word in WORDS_OF_STANDINGS)
    return write_trf26(planted.event if planted else played.event)


def _examine(
    job: _EventTask,
    event: Event,
    played: AnyPlayed,
    planted: str,
    wrong: int | None,
    *,
    selected: Sequence[bool] | None = None,
) -> EventOutcome:
    """
    Have programs' checkers judge an event whose answer is known.

    ``wrong`` is the round in which the error is, RANK_ORDER or None; ``selected`` says which programs are asked, if not
    all of them.
    """
    programs = job.programs
    findings: list[ProgramFinding] = []
    failures: list[Failure] = []
    exchanges: list[Exchanged] = []
    expected = frozenset() if wrong is None else frozenset({wrong})
    for number, program in enumerate(programs):
        if selected is not None and not selected[number]:
            continue
        with _collect_failure(failures, number, 0):
            answer = program.check(event)
            false_alarms, missed = answer.objections - expected, expected - answer.objections
            findings += [
                ProgramFinding(
                    program=number,
                    round_number=round_number,
                    score=score,
                    verdict=Verdict.NOTHING_TO_JUDGE,
                    subject=planted,
                    sentence=answer.excerpt if score is Score.FALSE_ALARM else "",
                )
                for score, rounds in ((Score.FALSE_ALARM, false_alarms), (Score.MISSED, missed))
                for round_number in sorted(rounds)
            ]
            if false_alarms or missed:
                exchanges += _exchanged(program, number, 0)
    games = played.plan.games
    judged = range(1, event.rounds_recorded // games + 1)
    return replace(
        _outcome(played.index, event, games, judged, findings, failures),
        asked=tuple(len(judged) if selected is None or selected[number] else 0 for number in range(len(programs))),
        planted=planted,
        exchanges=tuple(exchanges),
        exercised=job.exercised(played.event),
    )


def _outcome(
    index: int, event: Event, games: int, rounds: range, findings: list[ProgramFinding], failures: list[Failure]
) -> EventOutcome:
    """Combine the outcomes of the rounds of an event, each of which is several rounds of the file."""
    return EventOutcome(
        index=index,
        players=len(event.players),
        rounds=len(rounds),
        pairs=sum(len(planting.recorded_pairing(event, games * (number - 1) + 1).pairs) for number in rounds),
        findings=tuple(findings),
        failures=tuple(failures),
    )


@contextmanager
def _collect_failure(failures: list[Failure], number: int, round_number: int) -> Iterator[None]:
    """Add the failure of a program, or an error of Pairproof, to a list; the other questions are asked all the same."""
    try:
        yield
    except NoRoomError:
        raise
    except Exception as error:  # noqa: BLE001 - as above
        kind, detail = NOT_JUDGED, _describe_error(error)
        if isinstance(error, ProgramError):
            kind, detail = error.kind.value, error.detail
        detail = escape_line(detail, _DETAIL)
        failures.append(Failure(program=number, round_number=round_number, kind=kind, detail=detail))


_JUDGES: dict[Direction, Callable[[_EventTask], EventOutcome]] = {
    Direction.PAIR: _pair,
    Direction.GENERATE: _generate,
    Direction.JUDGE: _judge,
    Direction.EXAM: _exam,
}


WORDS_OF_STANDINGS = frozenset(error.value for error in planting.PlantedStandings)
_EVENTS_IN_A_ROW = 4
_WITH_WRONG_ORDER = 2
"""Of four events in a row, from 0, the one that may have a wrong rank order; the second and the last have a wrong
round."""


def plant_error(settings: Configuration, played: AnyPlayed, *, standings: bool) -> planting.PlantedEvent | None:
    """Plant the error of an exam, a wrong rank order only if a program judges ``standings``; None for a right event."""
    return (_wrong_order(settings, played) if standings else None) or _wrong_round(settings, played)


def _wrong_round(settings: Configuration, played: AnyPlayed) -> planting.PlantedEvent | None:
    """Plant an error of pairing in every other event that has a place for an error."""
    if played.index % 2 == 0:
        return None
    rng = _rng(settings, played)
    errors = list(planting.PlantedError)
    rng.shuffle(errors)
    for error in errors:
        chance = random.Random(rng.random())  # noqa: S311 - reproducible, not secret
        planted = planting.plant(played.event, error, chance, played.plan.games)
        if planted is not None:
            return replace(planted, event=planting.ranked_again(planted.event))
    return None


def _is_turn_of_order(index: int) -> bool:
    """Whether an event may have a wrong rank order."""
    return index % _EVENTS_IN_A_ROW == _WITH_WRONG_ORDER


def _wrong_order(settings: Configuration, played: AnyPlayed) -> planting.PlantedEvent | None:
    """Plant a wrong rank order in every second event without another error, and name tie-breaks."""
    if not _is_turn_of_order(played.index):
        return None
    rng = _rng(settings, played)
    errors = list(planting.PlantedStandings)
    rng.shuffle(errors)
    for error in errors:
        planted = planting.plant_standings(played.event, error, rng)
        if planted is not None:
            return planting.PlantedEvent(event=planted, error=error, round_number=planting.RANK_ORDER)
    return None


def _rng(settings: Configuration, played: AnyPlayed) -> random.Random:
    return event_rng(settings.seed, -1 - played.index)


_EVENTS_AT_A_TIME = 4
_CHUNKS_AHEAD = 3
_CHUNK_SECONDS = 1.0
"""How long a task of a cluster should last: to schedule one costs some milliseconds."""
_MAX_CHUNK_EVENTS = 100
_GROWTH = 4
"""How many times larger than the one before a task may be."""
_LEAST_SECONDS = 1e-6
_PATIENCE = 5
"""Seconds to wait for a scheduler."""
_WORKERLESS_SECONDS = 60
"""How long a cluster may be without workers: one that died is mostly started again."""
_LOOK_SECONDS = 5
"""How long to wait for a task, or for its result, before looking whether there are workers."""
_DIED = "the process that judged this event died, twice"


def run_campaign(store: Store, *, workers: int = 1, cluster: str = "") -> Generator[EventOutcome]:
    """
    Judge the remaining events of a campaign, writing each into the store before it is yielded.

    ``cluster`` is the address of a Dask scheduler (``tcp://...``); otherwise processes of this machine work, or this
    one for ``workers`` 0. Closing the iterator ends the work; what has been yielded is stored. Raise TaskError,
    StoreFailedError or NoRoomError, after which the campaign can be resumed.
    """
    indices = store.remaining()
    configuration = store.configuration.as_json()
    chosen = {index: event for index in indices if (event := store.chosen(index)) is not None}
    source = EventSource(counted_every=counted_every(store.planned), chosen=chosen)
    if cluster:
        work = _on_cluster(configuration, indices, source, cluster)
    elif workers:
        work = _locally(configuration, indices, source, workers)
    else:
        work = _here(configuration, indices, source)
    with closing(work):
        for outcomes in work:
            for outcome in outcomes:
                yield _stored(store, outcome)


def _stored(store: Store, outcome: EventOutcome) -> EventOutcome:
    """Write an event into the store; an event that the store cannot hold is kept as not judged, with the reason."""
    try:
        store.add([outcome])
    except ValueRefusedError as error:
        outcome = not_judged(store.configuration.as_json(), outcome.index, f"it cannot be stored: {error}")
        store.add([outcome])
    return outcome


def _here(configuration: str, indices: list[int], source: EventSource) -> Outcomes:
    try:
        for index in indices:
            yield judge_events(configuration, [index], source)
    finally:
        close_programs()


def _chunks(indices: list[int]) -> deque[list[int]]:
    return deque(indices[at : at + _EVENTS_AT_A_TIME] for at in range(0, len(indices), _EVENTS_AT_A_TIME))


def _locally(configuration: str, indices: list[int], source: EventSource, workers: int) -> Outcomes:
    """Judge with processes of this machine, and clean up after dead processes."""
    adopt()  # the daemons that programs of a killed worker leave behind
    waiting = _chunks(indices)
    try:
        with Workers(workers, partial(_judging, configuration, source), end_all) as processes:
            while waiting or processes.pending_tasks:
                while waiting and processes.pending_tasks < _CHUNKS_AHEAD * workers:
                    processes.give(waiting.popleft())
                found = processes.take().items()
                yield [outcome or not_judged(configuration, index, _DIED) for index, outcome in found]
    finally:
        end_daemons()
        sweep()


def _judging(configuration: str, source: EventSource) -> Callable[[list[int]], list[EventOutcome]]:
    claim_process()
    return partial(judge_events, configuration, source=source)


def _on_cluster(configuration: str, indices: list[int], source: EventSource, address: str) -> Outcomes:
    """Judge with the workers of a Dask cluster, which gives the work of a dead worker to another worker."""
    try:
        # An extra, of which most campaigns have no need; its functions are not typed.
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise TaskError("a cluster needs Dask: pip install distributed") from error
    try:
        client: Any = distributed.Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise TaskError(f"no scheduler at {address}: {error}") from error
    with closing(client):
        try:
            yield from _judge_on_cluster(distributed, client, configuration, indices, source)
        except TaskError:
            raise
        except Exception as error:
            raise TaskError(f"the cluster at {address} failed: {type(error).__name__}: {error}") from error


def _judge_on_cluster(
    distributed: Any, client: Any, configuration: str, indices: list[int], source: EventSource
) -> Outcomes:
    """
    Submit the events in chunks, whose size follows from the time of the latest chunks.

    A chunk that took too many workers along is judged again event by event, with nothing else under way: an event that
    ends them all the same is the one to blame, and alone is written down as not judged.
    """
    waiting, suspects = deque(indices), deque[list[int]]()
    pending: dict[Any, list[int]] = {}
    suspect = None
    size = _EVENTS_AT_A_TIME

    def submit(chunk: list[int]) -> Any:
        future = client.submit(judge_timed_events, configuration, chunk, source.of(chunk), pure=False, retries=2)
        pending[future] = chunk
        return future

    while waiting or suspects or pending:
        tasks = _CHUNKS_AHEAD * max(1, len(client.nthreads()))
        while waiting and len(pending) < tasks:
            number = min(size, -(-len(waiting) // tasks))
            submit([waiting.popleft() for _ in range(number)])
        if not pending:
            suspect = submit(suspects.popleft())
        done, result = _take(distributed, client, pending)
        chunk = pending.pop(done)
        if result is not None:
            outcomes, seconds = result
            size = chunk_size(len(chunk), seconds)
            yield outcomes
        elif done is suspect:
            yield [not_judged(configuration, index, _DIED) for index in chunk]
        else:
            suspects.extend([index] for index in chunk)


def chunk_size(events: int, seconds: float) -> int:
    """Return the number of events for the next task of a cluster, from the time of the task before."""
    most = min(_MAX_CHUNK_EVENTS, _GROWTH * events)
    return max(1, min(most, int(_CHUNK_SECONDS * events / max(seconds, _LEAST_SECONDS))))


def _take(distributed: Any, client: Any, pending: Iterable[Any]) -> tuple[Any, tuple[list[EventOutcome], float] | None]:
    """
    Return a finished task with its outcomes and their seconds; None if the task ended too many workers.

    Raise TaskError if the cluster has been without workers for too long. A result that was lost with its worker is
    waited for like one that is not there yet: it is computed again.
    """
    latest = monotonic() + _WORKERLESS_SECONDS
    done = None
    while True:
        try:
            ended = distributed.wait(list(pending), timeout=_LOOK_SECONDS, return_when="FIRST_COMPLETED").done
            done = next(iter(ended))
            return done, done.result(timeout=_LOOK_SECONDS)
        except distributed.KilledWorker:
            return done, None
        except TimeoutError as error:
            if client.nthreads():
                latest = monotonic() + _WORKERLESS_SECONDS
            elif monotonic() > latest:
                told = f"the cluster at {client.scheduler.address} has been without workers"
                raise TaskError(f"{told} for {_WORKERLESS_SECONDS} seconds") from error
