"""The Dubov System: its editions, and how files name it."""

from __future__ import annotations

import datetime as dt

from reference_engines.edition import Edition, System

DUBOV_1997 = Edition(
    key="dubov-1997",
    title="Dubov Swiss Pairing System, 1997",
    source="FIDE Handbook, Dubov Swiss Pairing System, approved by the General Assembly of 1997",
    in_force_from=dt.date(1997, 1, 1),  # the text tells the year alone
    in_force_until=dt.date(2018, 12, 31),  # of the text that followed, the year of its approval is known
    rules="reference_engines.dubov_1997.rules:DUBOV",
)
LITERAL_1997 = DUBOV_1997.literal(
    "by trying everything (small fields)", "reference_engines.dubov_1997.rules:LITERAL_DUBOV"
)
SYSTEM = System(
    name="the Dubov System",
    editions=(DUBOV_1997,),
    variants=(LITERAL_1997,),
    code="FIDE_DUBOV",
    words=("dubov", "дубов"),
    without_engine="There are those of 1997, 2018 and 2026, and an engine for the first only",
)
