"""
Parallel generation of events by several processes; the events come in order and do not depend on the processes.

The manifest of a batch is a header with seed, system and axes, a line for each event, and a footer, as JSON lines.
"""

from __future__ import annotations

import dataclasses
import json
from collections import deque
from collections.abc import Callable, Generator, Iterable
from enum import Enum
from functools import partial
from itertools import islice
from typing import Any

from random_tournaments.plan import EventPlan
from random_tournaments.settings import AnyBatch, AnyPlayed, batch_kind
from random_tournaments.simulation import Pairer
from random_tournaments.teams.axes import TeamPlan
from random_tournaments.workers import Workers
from reference_engines.definitions.acceleration import with_listed_points
from standings.codes import TieBreakCode
from tournaments import __version__
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


FORMAT = "pairproof-batch"
VERSION = 1


def header_line(batch: AnyBatch, **settings: Any) -> str:
    """Return the header; ``settings`` are further settings of the batch."""
    kind = batch_kind(batch.system)
    return _line(
        kind="header",
        format=FORMAT,
        format_version=VERSION,
        program="pairproof",
        version=__version__,
        seed=batch.seed,
        system=batch.system,
        axes={key: kind.describe(field, getattr(batch.axes, field)) for key, field in kind.keys.items()},
        **settings,
    )


def event_line(plan: EventPlan | TeamPlan | None, **facts: Any) -> str:
    """Return the line of an event: facts about the event, and the values of its plan."""
    return _line(kind="event", **facts, drawn=plan_values(plan) if plan else {})


def footer_line(events: int, rounds: int, ended_early: int) -> str:
    """Return the last line."""
    return _line(kind="footer", events=events, rounds=rounds, ended_early=ended_early)


def plan_values(plan: EventPlan | TeamPlan) -> dict[str, Any]:
    """Return the drawn values of a plan as JSON values, without zero and empty values."""
    plain: dict[str, Any] = _json_value(plan)
    return plain


def _json_value(value: Any) -> Any:
    if isinstance(value, TieBreakCode):
        return value.text
    if dataclasses.is_dataclass(value):
        parts = {part.name: _json_value(getattr(value, part.name)) for part in dataclasses.fields(value)}
        return {name: part for name, part in parts.items() if part not in (0, "", [], {}, None)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_json_value(part) for part in value]
    return round(value, 6) if isinstance(value, float) else value


def _line(**parts: Any) -> str:
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":")) + "\n"
