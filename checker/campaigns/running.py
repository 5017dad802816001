"""
A campaign run: its events judged by processes of this machine, or by a cluster, and the outcomes put into the store.

A process that dies takes with it what it was judging: those events are judged again one by one, and one that kills its
process a second time is written down as not judged.
"""

from __future__ import annotations

import importlib
from collections import deque
from contextlib import closing
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from checker.campaigns.exercising import counted_every
from checker.campaigns.store import Store, ValueRefusedError
from checker.campaigns.work import EventSource, close_programs, judge_events, judge_timed_events, not_judged
from checker.errors import TaskError
from checker.own_process import claim_process
from checker.programs.folders import sweep
from checker.programs.process_run import adopt, end_all, end_daemons
from random_tournaments.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from checker.campaigns.outcomes import EventOutcome

    Outcomes = Generator[list[EventOutcome]]

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
    besides = EventSource(counted_every=counted_every(store.planned), chosen=chosen)
    if cluster:
        work = _on_cluster(configuration, indices, besides, cluster)
    elif workers:
        work = _locally(configuration, indices, besides, workers)
    else:
        work = _here(configuration, indices, besides)
    with closing(work):
        for outcomes in work:
            for outcome in outcomes:
                yield _stored(store, outcome)


def _stored(store: Store, outcome: EventOutcome) -> EventOutcome:
    """Write an event into the store; one that it cannot hold is kept as not judged, with the reason."""
    try:
        store.add([outcome])
    except ValueRefusedError as error:
        outcome = not_judged(store.configuration.as_json(), outcome.index, f"it cannot be stored: {error}")
        store.add([outcome])
    return outcome


def _here(configuration: str, indices: list[int], besides: EventSource) -> Outcomes:
    try:
        for index in indices:
            yield judge_events(configuration, [index], besides)
    finally:
        close_programs()


def _chunks(indices: list[int]) -> deque[list[int]]:
    return deque(indices[at : at + _EVENTS_AT_A_TIME] for at in range(0, len(indices), _EVENTS_AT_A_TIME))


def _locally(configuration: str, indices: list[int], besides: EventSource, workers: int) -> Outcomes:
    """Judge with processes of this machine, and clean up after processes that die."""
    adopt()  # the daemons that programs of a killed worker leave behind
    waiting = _chunks(indices)
    try:
        with Workers(workers, partial(_judging, configuration, besides), end_all) as processes:
            while waiting or processes.pending_tasks:
                while waiting and processes.pending_tasks < _CHUNKS_AHEAD * workers:
                    processes.give(waiting.popleft())
                found = processes.take().items()
                yield [outcome or not_judged(configuration, index, _DIED) for index, outcome in found]
    finally:
        end_daemons()
        sweep()


def _judging(configuration: str, besides: EventSource) -> Callable[[list[int]], list[EventOutcome]]:
    claim_process()
    return partial(judge_events, configuration, besides=besides)


def _on_cluster(configuration: str, indices: list[int], besides: EventSource, address: str) -> Outcomes:
    """Judge with the workers of a Dask cluster, which gives the work of one that dies to another."""
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
            yield from _judge_on_cluster(distributed, client, configuration, indices, besides)
        except TaskError:
            raise
        except Exception as error:
            raise TaskError(f"the cluster at {address} failed: {type(error).__name__}: {error}") from error


def _judge_on_cluster(
    distributed: Any, client: Any, configuration: str, indices: list[int], besides: EventSource
) -> Outcomes:
    """
    Submit the events in chunks, as large as the time of the latest ones lets them be.

    A chunk that took too many workers along is judged again event by event, with nothing else under way: an event that
    ends them all the same is the one to blame, and alone is written down as not judged.
    """
    waiting, suspects = deque(indices), deque[list[int]]()
    pending: dict[Any, list[int]] = {}
    suspect = None
    size = _EVENTS_AT_A_TIME

    def submit(chunk: list[int]) -> Any:
        future = client.submit(judge_timed_events, configuration, chunk, besides.of(chunk), pure=False, retries=2)
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
    """Return how many events the next task of a cluster should judge after one that took that long for its events."""
    most = min(_MAX_CHUNK_EVENTS, _GROWTH * events)
    return max(1, min(most, int(_CHUNK_SECONDS * events / max(seconds, _LEAST_SECONDS))))


def _take(distributed: Any, client: Any, pending: Iterable[Any]) -> tuple[Any, tuple[list[EventOutcome], float] | None]:
    """
    Return a task that is done, with its outcomes and their seconds; None if it took too many workers along.

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
