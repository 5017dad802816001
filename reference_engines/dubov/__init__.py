"""
The Dubov System (C.04.4.1), editions of 2018 and 2026: players with low rated opponents so far meet high rated players.

A scoregroup is completed by *upfloaters* from lower scoregroups, and no player floats down. *ARO* is the average rating
of opponents. A bracket has the subgroups *G1*, who seek White, and *G2*, who seek Black; *shifters* change the
subgroup. *S1* is G1 sorted by ARO, *T2* the order of G2 in which it meets S1. The system of 1997 of that name is
another procedure (`reference_engines.dubov_1997`).

Articles are of 2026, and after a semicolon of 2018: `participants` 1.3, 1.7, 1.8, 3.2 (A.3, A.6, A.7, B.1);
`definitions.player_states` 1.4, 1.5 (A.4); `definitions.history` 1.2 (A.2); `colours` 1.6, 5.2 (A.5, E); `edition` 2.3
(C.5 to C.10); `definitions.bye_first` 3.1 (B.0); `round` 1.9, 3 (A.8, B); `edition` 4 (D), the order of sets and
transpositions; `round` finds the choices of a bracket.
"""

from __future__ import annotations

import datetime as dt

from reference_engines.dubov_1997 import DUBOV_1997, LITERAL_1997
from reference_engines.frame.edition import Edition, System

DUBOV_2026 = Edition(
    key="dubov-2026",
    title="Dubov System, in force from 1 February 2026",
    source="FIDE Handbook C.04.4.1 (approved 28 October 2025)",
    in_force_from=dt.date(2026, 2, 1),
    in_force_until=None,
    rules="reference_engines.dubov.rules:DUBOV_2026",
    code="FIDE_DUBOV",
)
DUBOV_2018 = Edition(
    key="dubov-2018",
    title="Dubov System, in force until 31 January 2026",
    source="FIDE Handbook C.04.4.1 (approved by the General Assembly of 2018), but for what DUBOV-TEXT-2018 names",
    in_force_from=dt.date(2019, 1, 1),  # the year of its approval is known alone
    in_force_until=dt.date(2026, 1, 31),
    rules="reference_engines.dubov.rules:DUBOV_2018",
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
