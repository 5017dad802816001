"""The Clock system: its edition, and how files name it."""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition, System

CLOCK_2012 = Edition(
    key="clock-2012",
    title="Clock System (Italian-Swiss), proposal of 2012",
    source="FIDE Systems of Pairings and Programs Commission, meeting in Istanbul 2012, annex on the Clock System",
    in_force_from=dt.date(2012, 1, 1),
    in_force_until=None,
    rules="reference_engines.clock.rules:CLOCK",
)
LITERAL_2012 = CLOCK_2012.literal("state by state (small fields)", "reference_engines.literal.clock:LITERAL_CLOCK")
SYSTEM = System(
    name="the Clock System",
    editions=(CLOCK_2012,),
    variants=(LITERAL_2012,),
    words=(" clock ", "italian swiss", "italo swiss", "italo svizzer", "italosvizzer"),
    whatever_the_date=True,
)
