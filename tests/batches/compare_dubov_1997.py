"""
The Dubov system of 1997: small situations by both engines, events played and checked, errors planted; print figures.

    PYTHONPATH=tests python -m batches.compare_dubov_1997 --situations 20000 --rounds 5000 --planted 500 --seed 1

Exit status 1 if the engines ever differ, a round is not agreed on, a hard rule is broken, or an error is not found.
"""

from __future__ import annotations

import sys

from batches.procedures import PLANTED, PLAYED, Compared, pair_by_readings, run
from support.dubov_1997 import draw_table, faults

from reference_engines.dubov_1997.edition import DEFAULT_READINGS, OTHER_READINGS
from reference_engines.dubov_1997.rules import pair_by_steps
from reference_engines.literal.dubov_1997 import pair_by_trying

_READINGS = (DEFAULT_READINGS, DEFAULT_READINGS, *(readings for _, readings in OTHER_READINGS))
"""A reading that prepares a table differently pairs it like the default reading."""
DUBOV_1997 = Compared(
    key="dubov-1997",
    pair_twice=pair_by_readings(draw_table, _READINGS, (pair_by_steps, pair_by_trying)),
    faults=faults,
    played=PLAYED,
    planted=PLANTED,
    register="DUBOV97-",
)

if __name__ == "__main__":
    sys.exit(run(DUBOV_1997, __doc__))
