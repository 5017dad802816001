"""
The Lim System, C.04.4.3: the texts of 1999 and of 2026.

A procedure that follows the text: scoregroups are paired from the top and from the bottom towards the median one, which
is paired last. Whether the remaining players can still be paired is a question of matching (`completion`).

* `edition`: the articles, the decisions of a round, and the open points
* 1, 2.2, 2.6, 3.5, 7.1 `walk`: the bye, the order of scoregroups, the median scoregroup
* 2.1, 3.10, 5.1 to 5.6, 6 `participants`: compatible players, floats and due colours before a round
* 2.3, 3.1 to 3.5, 3.9, 3.10, 4.4 `floaters`: the choice of floaters
* 2.4, 2.5, 3.6 to 3.8, 4, 5.2 `walk`: proposed pairings and exchanges
* 5, 7.2 `colours`: the colours of a pair
* `divergence`: the first decision that a posted pairing does not follow
* `event`, `rules`: an event under an edition, and its rounds
"""

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
