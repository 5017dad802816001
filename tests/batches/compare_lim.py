"""
The Lim System: small events by the engine and by its literal twin; events played and checked, errors planted.

    PYTHONPATH=tests python -m batches.compare_lim --situations 30000 --rounds 5000 --planted 500 --seed 1

Situation 7 of seed 1 is the same whenever it is drawn. Two in three are next rounds of events paired by no procedure,
one in three is a round of an event that the engine has played. One in five is paired as a maxi-tournament; half follow
the readings taken, the others one of the other sides in its turn. Exit status 1 if the engines ever differ, a round is
not agreed on, a hard rule is broken, or an error is not found.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from batches.procedures import PLANTED, PLAYED, Compared, run
from support.agreement import games_of, paired
from support.lim import faults
from support.lim_events import draw_lim_event

from random_tournaments.axes import Axes, Chance, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.lim.edition import DEFAULT_READINGS, OTHER_READINGS
from reference_engines.lim.rules import LIM_2026, LimRules
from reference_engines.literal.lim.rules import LITERAL_LIM

if TYPE_CHECKING:
    import random

    from tournaments.model import Event

_SMALL = Axes(
    players=Span(4, 14),
    rounds=Span(3, 11),
    rating_ties=Chance(0.0, 0.5),
    unrated_players=Chance(0.0, 0.2),
    lowest_rating=Span(1500, 2350),
)


@cache
def _play(key: str, index: int) -> Event:
    return Batch(system=key, seed=7, axes=_SMALL).play(index).event


def pair_twice(rng: random.Random, number: int) -> tuple[object, object]:
    """Draw a round, and pair it by the engine and by the twin."""
    is_maxi = rng.random() < 0.2
    readings = DEFAULT_READINGS if number % 2 else OTHER_READINGS[number // 2 % len(OTHER_READINGS)][1]
    if rng.random() < 1 / 3:
        event = _play("lim-2026/maxi" if is_maxi else "lim-2026", number)
        round_number = rng.randint(1, event.rounds_recorded + 1)
    else:
        event = draw_lim_event(rng)
        round_number = event.rounds_recorded + 1
    engine, twin = (replace(rules, readings=readings, is_maxi=is_maxi) for rules in (LIM_2026, LITERAL_LIM))
    return _pair(engine, event, round_number), _pair(twin, event, round_number)


def _pair(rules: LimRules, event: Event, round_number: int) -> object:
    """Return games and bye; None if not all players can be paired."""
    found = paired(rules, event, round_number)
    return None if found == NoLegalPairingError.__name__ else games_of(found)


LIM = Compared(
    key="lim-2026",
    pair_twice=pair_twice,
    faults=faults,
    played=PLAYED,
    planted=PLANTED,
    register="LIM-",
)

if __name__ == "__main__":
    sys.exit(run(LIM, __doc__))
