"""Systems that are a procedure, and no criteria: what can be exercised of each, as its package names it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reference_engines.clock import exercised as clock
from reference_engines.clock.session import ClockEngine, ClockSession
from reference_engines.dubov_1997 import exercised as dubov_1997
from reference_engines.dubov_1997.session import DubovEngine, DubovSession
from reference_engines.simple_swiss import exercised as simple_swiss
from reference_engines.simple_swiss.session import SimpleEngine, SimpleSession

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reference_engines.engine import Engine, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """What can be exercised of a procedure: names with their meanings, in the order of the text."""

    steps: Mapping[str, str]
    colours: Mapping[str, str]


def procedure_of(engine: Engine) -> Procedure | None:
    """Return what can be exercised of an engine's system; None if it is no procedure, or its package names nothing."""
    if isinstance(engine, ClockEngine):
        return Procedure(steps=clock.STEPS, colours=clock.COLOURS)
    if isinstance(engine, DubovEngine):
        return Procedure(steps=dubov_1997.STEPS, colours=dubov_1997.COLOURS)
    if isinstance(engine, SimpleEngine):
        return Procedure(steps=simple_swiss.STEPS, colours=simple_swiss.COLOURS)
    return None


def exercised(session: Session, round_number: int) -> frozenset[str] | None:
    """Return the names of what a round exercises; None if `procedure_of` knows nothing of the system."""
    if isinstance(session, ClockSession):
        return clock.exercised(session, round_number)
    if isinstance(session, DubovSession):
        return dubov_1997.exercised(session, round_number)
    return simple_swiss.exercised(session, round_number) if isinstance(session, SimpleSession) else None
