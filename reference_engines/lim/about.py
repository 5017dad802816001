"""The Lim System: its editions, and how files name it."""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition, System

LIM_2026 = Edition(
    key="lim-2026",
    title="Lim System, 2026",
    source="FIDE Handbook, C.04.4.3, effective from 1 February 2026",
    in_force_from=dt.date(2026, 2, 1),
    in_force_until=None,
    rules="reference_engines.lim.rules:LIM_2026",
)
LIM_1999 = Edition(
    key="lim-1999",
    title="Lim System, 1999",
    source="FIDE Handbook, C.04.4.3, as amended by the Executive Board of 1999, effective till 31 January 2026",
    in_force_from=dt.date(1999, 1, 1),  # the text tells the year alone
    in_force_until=dt.date(2026, 1, 31),
    rules="reference_engines.lim.rules:LIM_1999",
)
_MAXI = "a maxi-tournament"
MAXI_2026 = LIM_2026.option("maxi", _MAXI, "reference_engines.lim.rules:MAXI_2026")
MAXI_1999 = LIM_1999.option("maxi", _MAXI, "reference_engines.lim.rules:MAXI_1999")
LITERAL_2026 = LIM_2026.literal(
    "by trying everything (small fields)", "reference_engines.literal.lim.rules:LITERAL_LIM"
)
SYSTEM = System(
    name="the Lim System",
    editions=(LIM_2026, LIM_1999),
    variants=(MAXI_2026, MAXI_1999, LITERAL_2026),
    words=(" lim ",),
)
