"""
A campaign run: its events handed to processes of this machine, or to a cluster, and what comes back put into the store.

A process that dies takes with it what it was judging: those events are judged again one by one, and one that kills its
process a second time is written down as not judged.
"""

from __future__ import annotations

import importlib
import multiprocessing
from collections import deque
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from typing import TYPE_CHECKING, Any

from checker.campaigns.store import ValueRefusedError
from checker.campaigns.work import close_programs, judge_events, not_judged
from checker.programs.folders import sweep
from checker.programs.running import end_all
from random_tournaments.processes import serve

if TYPE_CHECKING:
    from collections.abc import Generator
    from concurrent.futures import Future

    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.store import Store

    Outcomes = Generator[list[EventOutcome]]

_EVENTS_AT_A_TIME = 4
_CHUNKS_AHEAD = 3
_PATIENCE = 5
"""Seconds to wait for a scheduler."""
_DIED = "the process that judged this event died, twice"


class ClusterError(Exception):
    """The cluster cannot be used; the message says why."""


def run_campaign(store: Store, *, workers: int = 1, cluster: str = "") -> Generator[EventOutcome]:
    """
    Judge what remains of a campaign, writing each event into the store before it is yielded.

    ``cluster`` is the address of a Dask scheduler (``tcp://...``); otherwise processes of this machine work, or this
    one for ``workers`` 0. Closing the iterator ends the work; what has been yielded is stored. Raise ClusterError,
    StoreFailedError or NoRoomError, after which the campaign can be resumed.
    """
    indices = store.remaining()
    configuration = store.configuration.as_json()
    if cluster:
        work = _on_cluster(configuration, indices, cluster)
    else:
        work = _locally(configuration, indices, workers) if workers else _here(configuration, indices)
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


def _here(configuration: str, indices: list[int]) -> Outcomes:
    try:
        for index in indices:
            yield judge_events(configuration, [index])
    finally:
        close_programs()


def _chunks(indices: list[int]) -> deque[list[int]]:
    return deque(indices[at : at + _EVENTS_AT_A_TIME] for at in range(0, len(indices), _EVENTS_AT_A_TIME))


def _locally(configuration: str, indices: list[int], workers: int) -> Outcomes:
    """Judge with processes of this machine; a pool that breaks is replaced, and swept up after."""
    waiting = _chunks(indices)
    try:
        while waiting:
            lost: list[int] = []
            yield from _with_pool(configuration, waiting, workers, lost)
            alone = deque([index] for index in lost)
            while alone:
                fatal: list[int] = []
                yield from _with_pool(configuration, alone, 1, fatal, ahead=1)
                yield from ([not_judged(configuration, index, _DIED)] for index in fatal)
    finally:
        sweep()


def _with_pool(
    configuration: str, waiting: deque[list[int]], workers: int, lost: list[int], *, ahead: int = _CHUNKS_AHEAD
) -> Outcomes:
    """Judge until all is done, or the pool breaks: then what was under way is told as lost."""
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=serve, initargs=(end_all,))
    under_way: dict[Future[list[EventOutcome]], list[int]] = {}
    try:
        while waiting or under_way:
            while waiting and len(under_way) < ahead * workers:
                future = pool.submit(judge_events, configuration, waiting[0])
                under_way[future] = waiting.popleft()
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                outcomes = done.result()
                del under_way[done]
                yield outcomes
    except BrokenProcessPool:
        lost += sorted(index for chunk in under_way.values() for index in chunk)
    finally:
        if under_way:  # broken off: whoever is waiting for a program's answer need not wait any longer
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def _on_cluster(configuration: str, indices: list[int], address: str) -> Outcomes:
    """Judge with the workers of a Dask cluster, which gives the work of one that dies to another."""
    try:
        # An extra, of which most campaigns have no need; its functions are not typed.
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ClusterError("a cluster needs Dask: pip install 'pairproof[dask]'") from error
    try:
        client: Any = distributed.Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no scheduler at {address}: {error}") from error
    waiting = _chunks(indices)
    under_way: dict[Any, list[int]] = {}
    results = distributed.as_completed(with_results=False)
    try:
        while waiting or under_way:
            ahead = _CHUNKS_AHEAD * max(1, len(client.scheduler_info()["workers"]))
            while waiting and len(under_way) < ahead:
                future = client.submit(judge_events, configuration, waiting[0], pure=False, retries=2)
                under_way[future] = waiting.popleft()
                results.add(future)
            done = next(results)
            chunk = under_way.pop(done)
            try:
                outcomes = done.result()
            except distributed.KilledWorker:
                outcomes = [not_judged(configuration, index, _DIED) for index in chunk]
            except Exception as error:
                raise ClusterError(f"the cluster at {address} failed: {type(error).__name__}: {error}") from error
            yield outcomes
    finally:
        client.close()
