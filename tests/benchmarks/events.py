"""Events to measure with: played forward by our own engine, the same for a seed, written once per prepared."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from reference_engines.frame.systems import engine_for
from tournaments import write_trfx

if TYPE_CHECKING:
    from tournaments.model import Event

SEED = 2026
RATES = Rates(half_point_bye=0.005, zero_point_bye=0.01, forfeit=0.005, withdrawal=0.001)
CODES = {"dutch-2026": "FIDE_DUTCH_2026", "dutch-2017": "FIDE_DUTCH_2017"}


@cache
def event_of(edition: str, players: int, rounds: int) -> Event:
    """Play an event of that size by the edition."""
    plan = EventPlan(players=players, rounds=rounds, rates=RATES, system_code=CODES[edition])
    engine = engine_for(edition)
    return play(plan, lambda event, number: engine.open(event).round(number).expected(), random.Random(SEED + players))


@cache
def text_of(edition: str, players: int, rounds: int) -> str:
    """Return the event as a file that every engine reads."""
    return write_trfx(event_of(edition, players, rounds))
