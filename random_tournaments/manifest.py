"""
The manifest of a batch, as JSON lines: a header with seed, system and axes, a line for each event, a footer.

It is written line by line as the events are generated. A manifest without a footer belongs to an interrupted batch.
"""

from __future__ import annotations

import dataclasses
import json
from enum import Enum
from typing import TYPE_CHECKING, Any

from random_tournaments.batch_kinds import batch_kind
from standings.codes import TieBreakCode
from tournaments import __version__

if TYPE_CHECKING:
    from random_tournaments.batch_kinds import AnyBatch
    from random_tournaments.plan import EventPlan
    from random_tournaments.teams.plan import TeamPlan

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
