"""Parallel generation of events by several processes; the events come in order and do not depend on the processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import partial
from itertools import islice

from random_tournaments.settings import AnyBatch, AnyPlayed
from random_tournaments.simulation import Pairer
from random_tournaments.workers import Workers
from reference_engines.definitions.acceleration import with_listed_points
from tournaments.frozen import FrozenStruct
from tournaments.model import Dialect, ScoringSystem
from tournaments.trf.writing import LineEnd, write_event

OpenPairer = Callable[[], Pairer]
"""Opens a pairer, once in each worker process; None for the engine of the batch."""


_WORKER_DIED = "the worker process of the event died twice"
_EVENTS_PER_TASK = 4
_EVENTS_AHEAD_PER_WORKER = 16


class OutputFormat(FrozenStruct, frozen=True, kw_only=True):
    """The format in which events are written."""

    dialect: Dialect = Dialect.TRF26
    line_end: LineEnd = LineEnd.LF
    lists_points: bool = False
    """Whether the points of the Baku acceleration are listed even if a code can declare them (TRF26)."""

    def text(self, played: AnyPlayed) -> str:
        """
        Return an event as the text of its file.

        A dialect without a code for the Baku acceleration lists its points.
        """
        declared = self.dialect is Dialect.TRF26 and not self.lists_points
        event = played.event if declared else with_listed_points(played.event)
        return write_event(event, self.dialect, line_end=self.line_end)

    def lost_data(self, played: AnyPlayed) -> tuple[str, ...]:
        """Return the names of data that determine pairings but have no record in the dialect."""
        if self.dialect is not Dialect.TRF16:
            return ()
        event = played.event
        present = {
            "forbidden pairs": bool(event.forbidden),
            "acceleration": bool(with_listed_points(event).virtual_points),
            "scoring": event.scoring != ScoringSystem(),
        }
        return tuple(name for name, is_present in present.items() if is_present)


class GeneratedEvent(FrozenStruct, frozen=True, kw_only=True):
    """A generated event and the text of its file, or the reason why it could not be played."""

    index: int
    played: AnyPlayed | None = None
    text: str = ""
    failure: str = ""
    """The exception of the pairer as text; empty if the event was played."""


def generate(
    batch: AnyBatch,
    indices: Iterable[int],
    form: OutputFormat | None = None,
    *,
    workers: int = 1,
    open_pairer: OpenPairer | None = None,
) -> Generator[GeneratedEvent]:
    """
    Play the events with some indices and yield them in order.

    An exception of a pairer ends only its event. Several workers play a limited number of events ahead of the consumer.
    Closing the iterator ends the workers. If a worker dies, its events are played again one by one, and an event is
    given up only if it kills its process a second time.
    """
    form = form or OutputFormat()
    if workers <= 1:
        pairer = open_pairer() if open_pairer else None
        for index in indices:
            yield _generate_one(batch, index, form, pairer)
        return
    remaining = iter(indices)
    ahead: deque[int] = deque()
    generated: dict[int, GeneratedEvent | None] = {}
    with Workers(workers, partial(_open_worker, batch, form, open_pairer)) as processes:
        while True:
            while len(ahead) < workers * _EVENTS_AHEAD_PER_WORKER and (
                chunk := list(islice(remaining, _EVENTS_PER_TASK))
            ):
                processes.give(chunk)
                ahead += chunk
            if not ahead:
                return
            while ahead[0] not in generated:
                generated |= processes.take()
            index = ahead.popleft()
            yield generated.pop(index) or GeneratedEvent(index=index, failure=_WORKER_DIED)


def _generate_one(batch: AnyBatch, index: int, form: OutputFormat, pairer: Pairer | None) -> GeneratedEvent:
    try:
        played = batch.play(index, pairer)
        return GeneratedEvent(index=index, played=played, text=form.text(played))
    except Exception as error:  # noqa: BLE001 - a failure is reported with its event
        return GeneratedEvent(index=index, failure=f"{type(error).__name__}: {error}")


def _open_worker(
    batch: AnyBatch, form: OutputFormat, open_pairer: OpenPairer | None
) -> Callable[[list[int]], list[GeneratedEvent]]:
    """Return a function that plays events in a worker process."""
    pairer = open_pairer() if open_pairer else None
    return lambda indices: [_generate_one(batch, index, form, pairer) for index in indices]
