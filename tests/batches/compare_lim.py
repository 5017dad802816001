"""
The Lim System: small situations by both engines, events played and checked, errors planted; print figures.

    PYTHONPATH=tests python -m batches.compare_lim --situations 20000 --rounds 5000 --planted 500 --seed 1

Exit status 1 if the engines ever differ, a round is not agreed on, a hard rule is broken, or an error is not found.
"""

from __future__ import annotations

import sys

from batches.procedures import PLANTED, PLAYED, Compared, by_readings, run
from support.lim import draw_table, faults

from reference_engines.lim.edition import OTHERS, TAKEN
from reference_engines.lim.literal import walked
from reference_engines.lim.rules import stepped

_READINGS = (TAKEN, TAKEN, *(readings for _, readings in OTHERS))
"""Those that lay a table out otherwise pair it as the reading taken does."""
LIM = Compared(
    key="lim-2026",
    pair_twice=by_readings(draw_table, _READINGS, (stepped, walked)),
    faults=faults,
    played=PLAYED,
    planted=PLANTED,
    register="LIM-",
)

if __name__ == "__main__":
    sys.exit(run(LIM, __doc__))
