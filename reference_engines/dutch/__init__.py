"""
The FIDE (Dutch) System, C.04.3, in its editions of 2017 and 2026.

Articles are of 2026, and after a semicolon of 2017.

* 1.2 to 1.8 (A.2 to A.7), 5 (E) `players_round`, with `definitions.player_states` and `definitions.colours`
* 1.9, 2.2, 2.3 (A.9, C.4, C.7) `rounds`
* 2.4 (C.5 to C.19) `criteria`, numbered by `editions`
* 3 (B) `optimiser`
* 4 (D) `generation`
* `assessment` judges a given pairing, and `rules` checks the optimiser itself.
"""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition, System

DUTCH_2026 = Edition(
    key="dutch-2026",
    title="FIDE (Dutch) System, in force from 1 February 2026",
    source="FIDE Handbook C.04.3 (approved 28 October 2025)",
    in_force_from=dt.date(2026, 2, 1),
    in_force_until=None,
    rules="reference_engines.dutch.editions:DUTCH_2026",
    code="FIDE_DUTCH_2026",
    max_participants=9999,
)
DUTCH_2017 = Edition(
    key="dutch-2017",
    title="FIDE (Dutch) System, in force from 1 July 2017 to 31 January 2026",
    source="FIDE Handbook C.04.3 (approved at Baku 2016)",
    in_force_from=dt.date(2017, 7, 1),
    in_force_until=dt.date(2026, 1, 31),
    rules="reference_engines.dutch.editions:DUTCH_2017",
    code="FIDE_DUTCH_2017",
    max_participants=5000,
)
DUTCH_2013 = Edition(
    key="dutch-2013",
    title="FIDE (Dutch) System, text of 2013, in force until 30 June 2017",
    source="FIDE Handbook C.04.3.1 as annotated by M. Held (2013)",
    in_force_from=dt.date(2014, 1, 1),
    in_force_until=dt.date(2017, 6, 30),
    rules="reference_engines.dutch_2013.rules:DUTCH_2013",
)
_WALKED = "candidate by candidate (small brackets)"
LITERAL_2026 = DUTCH_2026.literal(_WALKED, "reference_engines.literal.dutch:LITERAL_2026")
LITERAL_2017 = DUTCH_2017.literal(_WALKED, "reference_engines.literal.dutch:LITERAL_2017")
SYSTEM = System(
    name="the FIDE (Dutch) System",
    editions=(DUTCH_2026, DUTCH_2017, DUTCH_2013),
    variants=(LITERAL_2026, LITERAL_2017),
    code="FIDE_DUTCH",
    # An edition that was replaced before it came into use; programs that name it mean the one in force.
    aliases=((2025, 2026),),
    words=("dutch", "olandes", "holandes", "hollandais", "hollandisch", "niederland", "голландск"),
)
