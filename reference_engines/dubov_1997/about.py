"""The Dubov System of 1997 as an edition; `reference_engines.dubov.about` names it with the later editions."""

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
