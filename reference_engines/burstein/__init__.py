"""
The Burstein System (C.04.4.2), editions of 2018 and 2026: an Index of the opposition ranks the players.

The *Index* measures the opposition, and players are *ranked* by it. A *BSN* is a place in that order within a bracket.
A *floater* leaves a bracket unpaired for the following bracket.

Articles are of 2026, and after a semicolon of 2018: `definitions.player_states` 1.2 to 1.5 (A.3, A.4), which are those
of the FIDE (Dutch) System; `seeding` 1.6 (A.5), the first rounds, paired by that system; `participants`
1.7, 1.8 (A.6, A.7); `edition` 2.3 (C.5 to C.8); `definitions.bye_first` 3.1 (B.0); `round` 1.9, 3 (A.8, B);
`edition` 4.3 (D.1), the order of opponents; `rules` 5.2 (E), colours; `round` finds the best candidate of a bracket.
"""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition, System

BURSTEIN_2026 = Edition(
    key="burstein-2026",
    title="Burstein System, in force from 1 February 2026",
    source="FIDE Handbook C.04.4.2 (approved 28 October 2025)",
    in_force_from=dt.date(2026, 2, 1),
    in_force_until=None,
    rules="reference_engines.burstein.rules:BURSTEIN_2026",
    code="FIDE_BURSTEIN",
)
BURSTEIN_2018 = Edition(
    key="burstein-2018",
    title="Burstein System, in force until 31 January 2026",
    source="FIDE Handbook C.04.4.2 (approved by the General Assembly of 2018)",
    in_force_from=dt.date(2019, 1, 1),  # the year of its approval is known alone
    in_force_until=dt.date(2026, 1, 31),
    rules="reference_engines.burstein.rules:BURSTEIN_2018",
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
