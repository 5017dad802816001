"""The Dubov System: its editions, and how files name it; that of 1997 is another procedure, in a folder of its own."""

from __future__ import annotations

import datetime as dt

from reference_engines.dubov_1997.about import DUBOV_1997, LITERAL_1997
from reference_engines.frame.edition import Edition, System

DUBOV_2026 = Edition(
    key="dubov-2026",
    title="Dubov System, in force from 1 February 2026",
    source="FIDE Handbook C.04.4.1 (approved 28 October 2025)",
    in_force_from=dt.date(2026, 2, 1),
    in_force_until=None,
    rules="reference_engines.dubov.editions:DUBOV_2026",
    code="FIDE_DUBOV",
)
DUBOV_2018 = Edition(
    key="dubov-2018",
    title="Dubov System, in force until 31 January 2026",
    source="FIDE Handbook C.04.4.1 (approved by the General Assembly of 2018), but for what DUBOV-TEXT-2018 names",
    in_force_from=dt.date(2019, 1, 1),  # the year of its approval is known alone
    in_force_until=dt.date(2026, 1, 31),
    rules="reference_engines.dubov.editions:DUBOV_2018",
    code="FIDE_DUBOV",
)
_ENUMERATED = "every set and every pairing looked at (small brackets)"
LITERAL_2026 = DUBOV_2026.literal(_ENUMERATED, "reference_engines.literal.dubov:LITERAL_2026")
LITERAL_2018 = DUBOV_2018.literal(_ENUMERATED, "reference_engines.literal.dubov:LITERAL_2018")
SYSTEM = System(
    name="the Dubov System",
    editions=(DUBOV_2026, DUBOV_2018, DUBOV_1997),
    variants=(LITERAL_2026, LITERAL_2018, LITERAL_1997),
    code="FIDE_DUBOV",
    words=("dubov", "дубов"),
)
