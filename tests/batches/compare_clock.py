"""
The Clock system: small situations against the literal walk, and events played, checked and counted; print figures.

    PYTHONPATH=tests python -m batches.compare_clock --situations 20000 --rounds 5000 --planted 1000 --seed 1

Exit status 1 if the engines ever differ, a round is not agreed on, a hard rule is broken, or an error is not found.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from batches.procedures import Compared, run
from support.clock import draw_table, faults

from random_tournaments.axes import Axes, Span
from reference_engines.clock.edition import DEFAULT_READINGS, OTHER_READINGS
from reference_engines.clock.round_table import make_picks
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.clock import pair_by_movements

if TYPE_CHECKING:
    import random

    from reference_engines.clock.edition import ClockReadings
    from reference_engines.clock.round_table import ClockTable

    Pairs = tuple[tuple[int, int], ...]

_OF_THE_WALK = [readings for name, readings in OTHER_READINGS if name in ("CLOCK-BYE-PICKS", "CLOCK-RESTART")]
_READINGS = (DEFAULT_READINGS, DEFAULT_READINGS, *_OF_THE_WALK)
"""Most situations are paired by the readings that are taken, some by others."""


def pair_twice(rng: random.Random, number: int) -> tuple[Pairs | None, Pairs | None]:
    """Pair a situation by the engine and by the literal walk."""
    table, readings = draw_table(rng), _READINGS[number % len(_READINGS)]
    return picked(table, readings), literally(table, readings)


def picked(table: ClockTable, readings: ClockReadings) -> Pairs | None:
    """Pairs in the order of their picks; None if there are none."""
    try:
        return tuple((pick.picker, pick.picked) for pick in make_picks(table, readings))
    except NoLegalPairingError:
        return None


def literally(table: ClockTable, readings: ClockReadings) -> Pairs | None:
    """Pairs as the literal walk stores them; None if there are none."""
    try:
        return pair_by_movements(table, readings)
    except NoLegalPairingError:
        return None


CLOCK = Compared(
    key="clock-2012",
    pair_twice=pair_twice,
    faults=faults,
    played=Axes(players=Span(5, 60), rounds=Span(1, 59)),
    planted=Axes(players=Span(5, 60), rounds=Span(2, 15)),
    register="CLOCK-",
)

if __name__ == "__main__":
    sys.exit(run(CLOCK, __doc__))
