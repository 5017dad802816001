"""
Make the example event on which the editions of 2013, 2017 and 2026 part: a small one, found by trying seeds.

It is paired by the edition of 2026, and its players are invented. Run by hand,
``python examples/make_three_editions.py``; the result is kept.
"""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace
from pathlib import Path

from make import engine_pairs, with_names

from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from tournaments.trf.writing import write_trf26

FILE = Path(__file__).with_name("lighthouse_cup.trf")
SEED = 6414
"""Among 150 seeds for each of several sizes, one with a round that all three editions pair differently."""
PLAN = EventPlan(
    players=14,
    rounds=7,
    name="Lighthouse Cup",
    rates=Rates(half_point_bye=0.02, withdrawal=0.01, late_entry=0.02, forfeit=0.03, draw=0.35),
)


if __name__ == "__main__":
    rng = random.Random(SEED)  # noqa: S311 - reproducible, not secret
    event = with_names(play(PLAN, engine_pairs, rng), rng)
    start = dt.date(2026, 7, 4)
    event = replace(
        event, city="Roscoff", federation="FRA", start=start, end=start + dt.timedelta(days=PLAN.rounds - 1)
    )
    FILE.write_text(write_trf26(event), encoding="utf-8", newline="\n")
