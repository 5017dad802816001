"""
The Double-Swiss System (C.04.5), in force from 1 February 2026: matches of two games between players.

* Preface, 1.6, 4.4 `matches`: two rounds of the file as a match
* 1.2 to 1.4 `upfloating.participants`: the players of a round by score, and the bye
* 1.5, 2.1 `text`: floats, bars from the bye, the players of a round, and the steps of 4.3 as data
* 2, 3 `rules`, with `upfloating`: criteria and procedure
* 4 `rules`: the colours that matches gave, and the initial-colour
* `rules`: the other sides of readings
"""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition, System

DOUBLE_SWISS_2026 = Edition(
    key="double-swiss-2026",
    title="Double-Swiss System, in force from 1 February 2026",
    source="FIDE Handbook C.04.5, approved 28 October 2025",
    in_force_from=dt.date(2026, 2, 1),
    in_force_until=None,
    file_rounds_per_round=2,
    rules="reference_engines.double_swiss.rules:DOUBLE_SWISS_2026",
    code="FIDE_DOUBLESWISS",
)
LITERAL_2026 = DOUBLE_SWISS_2026.literal(
    "set by set (small events)", "reference_engines.literal.upfloating:LITERAL_DOUBLE_SWISS_2026"
)
SYSTEM = System(
    name="the Double-Swiss System",
    editions=(DOUBLE_SWISS_2026,),
    variants=(LITERAL_2026,),
    code="FIDE_DOUBLESWISS",
    words=("double swiss", "doubleswiss"),
)
