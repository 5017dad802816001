"""The Burstein System: its editions, and how files name it."""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition, System

BURSTEIN_2026 = Edition(
    key="burstein-2026",
    title="Burstein System, in force from 1 February 2026",
    source="FIDE Handbook C.04.4.2 (approved 28 October 2025)",
    in_force_from=dt.date(2026, 2, 1),
    in_force_until=None,
    rules="reference_engines.burstein.editions:BURSTEIN_2026",
    code="FIDE_BURSTEIN",
)
BURSTEIN_2018 = Edition(
    key="burstein-2018",
    title="Burstein System, in force until 31 January 2026",
    source="FIDE Handbook C.04.4.2 (approved by the General Assembly of 2018)",
    in_force_from=dt.date(2019, 1, 1),  # the year of its approval is known alone
    in_force_until=dt.date(2026, 1, 31),
    rules="reference_engines.burstein.editions:BURSTEIN_2018",
    code="FIDE_BURSTEIN",
)
_ENUMERATED = "every pairing of a bracket looked at (small brackets)"
LITERAL_2026 = BURSTEIN_2026.literal(_ENUMERATED, "reference_engines.literal.burstein:LITERAL_2026")
LITERAL_2018 = BURSTEIN_2018.literal(_ENUMERATED, "reference_engines.literal.burstein:LITERAL_2018")
SYSTEM = System(
    name="the Burstein System",
    editions=(BURSTEIN_2026, BURSTEIN_2018),
    variants=(LITERAL_2026, LITERAL_2018),
    code="FIDE_BURSTEIN",
    words=("burstein", "бурштейн"),
)
