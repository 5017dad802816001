"""
A campaign run: its events handed to processes of this machine, or to a cluster, and what comes back put into the store.

A process that dies takes with it what it was judging: those events are judged again one by one, and one that kills its
process a second time is written down as a failure of the programs.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from typing import TYPE_CHECKING, Any

from checker.campaigns.configuration import Configuration
from checker.campaigns.outcomes import EventOutcome, Failure
from checker.campaigns.work import judge_events
from checker.programs.program import FailureKind
from checker.programs.running import end_all

if TYPE_CHECKING:
    from collections.abc import Generator
    from concurrent.futures import Future

    from checker.campaigns.store import Store

    Outcomes = Generator[list[EventOutcome]]

_EVENTS_AT_A_TIME = 4
_CHUNKS_AHEAD = 3
_WATCH_EVERY = 0.5
_PATIENCE = 5
"""Seconds to wait for a scheduler."""


class ClusterError(Exception):
    """The cluster cannot be used; the message says why."""


def run_campaign(store: Store, *, workers: int = 1, cluster: str = "") -> Generator[EventOutcome]:
    """
    Judge what remains of a campaign, writing each event into the store before it is yielded.

    ``cluster`` is the address of a Dask scheduler (``tcp://...``); otherwise processes of this machine work, or this
    one for ``workers`` 0. Closing the iterator ends the work; what has been yielded is stored. Raise ClusterError.
    """
    indices = store.remaining()
    configuration = store.configuration.as_json()
    if cluster:
        work = _on_cluster(configuration, indices, cluster)
    else:
        work = _locally(configuration, indices, workers) if workers else _here(configuration, indices)
    with closing(work):
        for outcomes in work:
            store.add(outcomes)
            yield from outcomes


def _here(configuration: str, indices: list[int]) -> Outcomes:
    for index in indices:
        yield judge_events(configuration, [index])


def _chunks(indices: list[int]) -> deque[list[int]]:
    return deque(indices[at : at + _EVENTS_AT_A_TIME] for at in range(0, len(indices), _EVENTS_AT_A_TIME))


def _locally(configuration: str, indices: list[int], workers: int) -> Outcomes:
    """Judge with processes of this machine; a pool that breaks is replaced."""
    waiting = _chunks(indices)
    while waiting:
        lost: list[int] = []
        yield from _with_pool(configuration, waiting, workers, lost)
        alone = deque([index] for index in lost)
        while alone:
            fatal: list[int] = []
            yield from _with_pool(configuration, alone, 1, fatal, ahead=1)
            yield from ([_not_judged(configuration, index)] for index in fatal)


def _not_judged(configuration: str, index: int) -> EventOutcome:
    """Say of an event that it cannot be judged."""
    detail = "the process that judged this event died, twice"
    programs = len(Configuration.from_json(configuration).programs)
    failures = tuple(
        Failure(program=number, round_number=0, kind=FailureKind.CRASHED.value, detail=detail)
        for number in range(programs)
    )
    return EventOutcome(index=index, asked=(0,) * programs, failures=failures)


def _with_pool(
    configuration: str, waiting: deque[list[int]], workers: int, lost: list[int], *, ahead: int = _CHUNKS_AHEAD
) -> Outcomes:
    """Judge until all is done, or the pool breaks: then what was under way is told as lost."""
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(os.getpid(),))
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


def _begin(parent: int) -> None:
    """Leave Ctrl-C to the process that asked for the work, and end with it, whatever becomes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _give_up)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """End this process when its parent has gone."""
    while os.getppid() == parent:
        time.sleep(_WATCH_EVERY)
    _give_up()


def _give_up(*_: object) -> None:
    """End this process, and the programs that it has started."""
    end_all()
    os._exit(1)


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
                outcomes = [_not_judged(configuration, index) for index in chunk]
            except Exception as error:
                raise ClusterError(f"the cluster at {address} failed: {type(error).__name__}: {error}") from error
            yield outcomes
    finally:
        client.close()
