"""Many events at once: played by several processes, handed over in order, the same whoever plays them."""

from __future__ import annotations

import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING

from random_tournaments.processes import serve
from reference_engines.acceleration import with_listed_points
from tournaments.frozen import dataclass
from tournaments.model import ScoringSystem
from tournaments.trf.writing import LineEnd, write_trf16, write_trf26, write_trfx

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future

    from random_tournaments.kinds import AnyBatch, AnyPlayed
    from random_tournaments.playing import Pairer

    OpenPairer = Callable[[], Pairer]
    """Called once in each process that plays; None for the engine of the batch."""


_DIED = "the process that played it died, twice"
_EVENTS_AT_A_TIME = 4
_CHUNKS_AHEAD = 4


class Dialect(Enum):
    """In which form events are written."""

    TRF26 = "trf26"
    TRFX = "trfx"
    TRF16 = "trf16"


_WRITERS = {Dialect.TRF26: write_trf26, Dialect.TRFX: write_trfx, Dialect.TRF16: write_trf16}


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How events are written."""

    dialect: Dialect = Dialect.TRF26
    line_end: LineEnd = LineEnd.LF
    lists_points: bool = False
    """Whether the points of the Baku acceleration are listed also where a code could declare it (TRF26)."""

    def text(self, played: AnyPlayed) -> str:
        """
        Return an event as the text of its file.

        Where the dialect has no code that declares the Baku acceleration, its points are listed.
        """
        declared = self.dialect is Dialect.TRF26 and not self.lists_points
        event = played.event if declared else with_listed_points(played.event)
        return _WRITERS[self.dialect](event, line_end=self.line_end)

    def untold(self, played: AnyPlayed) -> tuple[str, ...]:
        """Return what the event's pairings depend on and the dialect has no record for."""
        if self.dialect is not Dialect.TRF16:
            return ()
        event = played.event
        present = {
            "forbidden pairs": bool(event.forbidden),
            "acceleration": bool(with_listed_points(event).virtual_points),
            "scoring": event.scoring != ScoringSystem(),
        }
        return tuple(what for what, is_there in present.items() if is_there)


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """An event and the text of its file, or the reason why it could not be played."""

    index: int
    played: AnyPlayed | None = None
    text: str = ""
    failure: str = ""
    """What the pairer raised, in words; empty if the event was played."""


def generate(
    batch: AnyBatch,
    indices: Iterable[int],
    form: Form | None = None,
    *,
    workers: int = 1,
    open_pairer: OpenPairer | None = None,
) -> Generator[Generated]:
    """
    Play the events of these indices and yield them in order.

    Whatever a pairer raises ends that event only. With several workers no more than a few events are played ahead of
    the consumer; closing the iterator ends the workers. A worker that dies costs nothing: what was under way is played
    again, event by event, and only one that kills its process a second time is given up.
    """
    form = form or Form()
    if workers <= 1:
        pairer = open_pairer() if open_pairer else None
        for index in indices:
            yield _generate_one(batch, index, form, pairer)
        return
    work = (batch, form, open_pairer)
    coming = iter(indices)
    while True:
        lost: list[int] = []
        yield from _with_pool(work, coming, workers, lost)
        if not lost:
            return
        alone = deque(lost)
        while alone:
            again: list[int] = []
            yield from _with_pool(work, _taken(alone), 1, again, at_a_time=1, ahead=1)
            yield from (Generated(index=index, failure=_DIED) for index in again)


def _taken(indices: deque[int]) -> Iterator[int]:
    while indices:
        yield indices.popleft()


def _with_pool(
    work: tuple[AnyBatch, Form, OpenPairer | None],
    indices: Iterator[int],
    workers: int,
    lost: list[int],
    *,
    at_a_time: int = _EVENTS_AT_A_TIME,
    ahead: int = _CHUNKS_AHEAD,
) -> Iterator[Generated]:
    """Play until all is done, or the pool breaks: then what was under way is told as lost."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=work)
    under_way: deque[tuple[list[int], Future[list[Generated]] | None]] = deque()
    try:
        while True:
            while len(under_way) < ahead * workers:
                chunk = list(islice(indices, at_a_time))
                if not chunk:
                    break
                under_way.append((chunk, _submitted(pool, chunk)))
            if not under_way:
                return
            made = _result(under_way[0][1])
            if made is None:
                lost += (index for chunk, _ in under_way for index in chunk)
                return
            under_way.popleft()
            yield from made
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, chunk: list[int]) -> Future[list[Generated]] | None:
    try:
        return pool.submit(_generate_chunk, chunk)
    except BrokenProcessPool:
        return None


def _result(future: Future[list[Generated]] | None) -> list[Generated] | None:
    """Return what a worker has made; None if it has died."""
    try:
        return future.result() if future else None
    except BrokenProcessPool:
        return None


def _generate_one(batch: AnyBatch, index: int, form: Form, pairer: Pairer | None) -> Generated:
    try:
        played = batch.play(index, pairer)
        return Generated(index=index, played=played, text=form.text(played))
    except Exception as error:  # noqa: BLE001 - a failure is reported with its event, and the next one played
        return Generated(index=index, failure=f"{type(error).__name__}: {error}")


# What a worker process was begun with.
_at_work: list[tuple[AnyBatch, Form, Pairer | None]] = []


def _begin(batch: AnyBatch, form: Form, open_pairer: OpenPairer | None) -> None:
    """Make a worker of this process, with what it needs."""
    serve()
    _at_work.append((batch, form, open_pairer() if open_pairer else None))


def _generate_chunk(indices: list[int]) -> list[Generated]:
    batch, form, pairer = _at_work[-1]
    return [_generate_one(batch, index, form, pairer) for index in indices]
