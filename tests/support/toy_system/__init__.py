"""A system for tests: neighbours meet. What it takes to add one, from an empty folder."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from reference_engines.frame.edition import Edition, System

NEIGHBOURS = Edition(
    key="toy-2026",
    title="Neighbours",
    source="No text at all",
    in_force_from=dt.date(2026, 1, 1),
    in_force_until=None,
    rules="support.toy_system.rules:NEIGHBOURS",
)
MATCHES = replace(NEIGHBOURS, key="toy-matches-2026", file_rounds_per_round=2, rules="support.toy_system.rules:MATCHES")
SYSTEM = System(name="the system of neighbours", editions=(NEIGHBOURS, MATCHES), words=("neighbours",))
