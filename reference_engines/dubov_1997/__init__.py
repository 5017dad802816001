"""
The Dubov system as approved in 1997: groups of one score, columns of White and Black, and floaters one by one.

* `edition`: the edition, the articles and their open points
* 1, 2.3 to 2.5 `participants`: ARO, due colours, limits of colours and transfers before a round
* 3, 5 `colours`: the colours of a pair
* 4, 5, 6.4, 7.1, 7.2, 8 `walk`: the bye, the first round, floaters and transfers, score group by score group
* 6.2 to 6.4 `walk`: the rows of a group, and its floaters; with 6.2, 7.3, 7.4, 8.1, the orders of players
* `participants`, `entries`: the decisions of a round, and the first one that a posted pairing does not follow
* `participants`, `rules`: an event under the edition, and its rounds
"""

from __future__ import annotations

import datetime as dt

from reference_engines.frame.edition import Edition

DUBOV_1997 = Edition(
    key="dubov-1997",
    title="Dubov Swiss Pairing System, 1997",
    source="FIDE Handbook, Dubov Swiss Pairing System, approved by the General Assembly of 1997",
    in_force_from=dt.date(1997, 1, 1),  # the text tells the year alone
    in_force_until=dt.date(2018, 12, 31),  # of the text that followed, the year of its approval is known
    rules="reference_engines.dubov_1997.rules:DUBOV",
)
LITERAL_1997 = DUBOV_1997.literal(
    "by trying everything (small fields)", "reference_engines.literal.dubov_1997:LITERAL_DUBOV"
)
