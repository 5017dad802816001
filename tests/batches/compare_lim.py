"""
The Lim System: small situations by both engines, events played and checked, errors planted; print figures.

    PYTHONPATH=tests python -m batches.compare_lim --situations 20000 --rounds 5000 --planted 500 --seed 1

Exit status 1 if the engines ever differ, a round is not agreed on, a hard rule is broken, or an error is not found.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from batches.procedures import Compared, run
from support.lim import draw_table, faults

from random_tournaments.axes import Axes, Chance, Span
from reference_engines.lim.edition import OTHERS, TAKEN
from reference_engines.lim.literal import walked
from reference_engines.lim.rules import stepped
from reference_engines.results import NoLegalPairingError

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from reference_engines.lim.edition import Readings
    from reference_engines.lim.table import Table

    Pairs = tuple[tuple[tuple[int, int], ...], int | None]

_READINGS = (TAKEN, TAKEN, *(readings for _, readings in OTHERS))
"""Each in its turn; those that lay a table out otherwise pair it as the reading taken does."""
_TIES = Chance(0.0, 0.5)


def pair_twice(rng: random.Random, number: int) -> tuple[Pairs | None, Pairs | None]:
    """Pair a situation by the engine and by trying everything."""
    table, readings = draw_table(rng), _READINGS[number % len(_READINGS)]
    return paired(stepped, table, readings), paired(walked, table, readings)


def paired(procedure: Callable[[Table, Readings], Pairs], table: Table, readings: Readings) -> Pairs | None:
    """Pair a table; None if there is no complete pairing."""
    try:
        return procedure(table, readings)
    except NoLegalPairingError:
        return None


LIM = Compared(
    key="lim-2026",
    pair_twice=pair_twice,
    faults=faults,
    played=Axes(players=Span(5, 60), rounds=Span(1, 59), rating_ties=_TIES, unrated_players=Chance(0.0, 0.2, 0.5)),
    planted=Axes(players=Span(5, 60), rounds=Span(2, 11), rating_ties=_TIES),
    register="LIM-",
)

if __name__ == "__main__":
    sys.exit(run(LIM, __doc__))
