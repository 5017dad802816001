"""Many events at once: played by several processes, handed over in order, the same whoever plays them."""

from __future__ import annotations

from collections import deque
from enum import Enum
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from random_tournaments.workers import Workers
from reference_engines.acceleration import with_listed_points
from tournaments.frozen import dataclass
from tournaments.model import ScoringSystem
from tournaments.trf.writing import LineEnd, write_trf16, write_trf26, write_trfx

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from random_tournaments.batch_kinds import AnyBatch, AnyPlayed
    from random_tournaments.simulation import Pairer

    OpenPairer = Callable[[], Pairer]
    """Called once in each process that plays; None for the engine of the batch."""


_WORKER_DIED = "the process that played it died, twice"
_EVENTS_PER_TASK = 4
_EVENTS_AHEAD_PER_WORKER = 16


class OutputDialect(Enum):
    """In which form events are written."""

    TRF26 = "trf26"
    TRFX = "trfx"
    TRF16 = "trf16"


_WRITERS = {OutputDialect.TRF26: write_trf26, OutputDialect.TRFX: write_trfx, OutputDialect.TRF16: write_trf16}


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputFormat:
    """How events are written."""

    dialect: OutputDialect = OutputDialect.TRF26
    line_end: LineEnd = LineEnd.LF
    lists_points: bool = False
    """Whether the points of the Baku acceleration are listed also where a code could declare it (TRF26)."""

    def text(self, played: AnyPlayed) -> str:
        """
        Return an event as the text of its file.

        Where the dialect has no code that declares the Baku acceleration, its points are listed.
        """
        declared = self.dialect is OutputDialect.TRF26 and not self.lists_points
        event = played.event if declared else with_listed_points(played.event)
        return _WRITERS[self.dialect](event, line_end=self.line_end)

    def lost_data(self, played: AnyPlayed) -> tuple[str, ...]:
        """Return what the event's pairings depend on and the dialect has no record for."""
        if self.dialect is not OutputDialect.TRF16:
            return ()
        event = played.event
        present = {
            "forbidden pairs": bool(event.forbidden),
            "acceleration": bool(with_listed_points(event).virtual_points),
            "scoring": event.scoring != ScoringSystem(),
        }
        return tuple(what for what, is_there in present.items() if is_there)


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedEvent:
    """An event and the text of its file, or the reason why it could not be played."""

    index: int
    played: AnyPlayed | None = None
    text: str = ""
    failure: str = ""
    """What the pairer raised, in words; empty if the event was played."""


def generate(
    batch: AnyBatch,
    indices: Iterable[int],
    form: OutputFormat | None = None,
    *,
    workers: int = 1,
    open_pairer: OpenPairer | None = None,
) -> Generator[GeneratedEvent]:
    """
    Play the events of these indices and yield them in order.

    Whatever a pairer raises ends that event only. With several workers no more than a few events are played ahead of
    the consumer; closing the iterator ends the workers. A worker that dies costs nothing: what was under way is played
    again, event by event, and only one that kills its process a second time is given up.
    """
    form = form or OutputFormat()
    if workers <= 1:
        pairer = open_pairer() if open_pairer else None
        for index in indices:
            yield _generate_one(batch, index, form, pairer)
        return
    coming = iter(indices)
    ahead: deque[int] = deque()
    made: dict[int, GeneratedEvent | None] = {}
    with Workers(workers, partial(_open_worker, batch, form, open_pairer)) as processes:
        while True:
            while len(ahead) < workers * _EVENTS_AHEAD_PER_WORKER and (chunk := list(islice(coming, _EVENTS_PER_TASK))):
                processes.give(chunk)
                ahead += chunk
            if not ahead:
                return
            while ahead[0] not in made:
                made |= processes.take()
            index = ahead.popleft()
            yield made.pop(index) or GeneratedEvent(index=index, failure=_WORKER_DIED)


def _generate_one(batch: AnyBatch, index: int, form: OutputFormat, pairer: Pairer | None) -> GeneratedEvent:
    try:
        played = batch.play(index, pairer)
        return GeneratedEvent(index=index, played=played, text=form.text(played))
    except Exception as error:  # noqa: BLE001 - a failure is reported with its event, and the next one played
        return GeneratedEvent(index=index, failure=f"{type(error).__name__}: {error}")


def _open_worker(
    batch: AnyBatch, form: OutputFormat, open_pairer: OpenPairer | None
) -> Callable[[list[int]], list[GeneratedEvent]]:
    """Return what plays events, in the process that does."""
    pairer = open_pairer() if open_pairer else None
    return lambda indices: [_generate_one(batch, index, form, pairer) for index in indices]
