"""
The Dubov System: small fields against plain enumeration, and events played, checked and counted; print figures.

    PYTHONPATH=tests python -m batches.compare_dubov --situations 20000 --rounds 5000 --planted 500 --seed 1

Fields are paired by both editions, by the readings that are taken and by others, and by each misreading. Exit status 1
if the two ever differ, a round is not agreed on, a hard rule is broken, or an error is not found.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from batches.procedures import Compared, run
from support.dubov import draw_dubov, faults

from random_tournaments.axes import Axes, Span
from reference_engines.dubov.round import pair_round
from reference_engines.dubov.rules import DUBOV_2018, DUBOV_2026, OTHER_READINGS
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.dubov import BY_TRYING
from reference_engines.misreadings import misreadings_of

if TYPE_CHECKING:
    import random

    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovPlayers

_ALTERED: tuple[DubovText, ...] = tuple(
    one.rules(text) for text in (DUBOV_2026, DUBOV_2018) for one in misreadings_of(text)
)
_READ_OTHERWISE: tuple[DubovText, ...] = tuple(rules(DUBOV_2026) for _, rules in OTHER_READINGS)
TEXTS = (*(DUBOV_2026, DUBOV_2018) * 20, *_READ_OTHERWISE, *_ALTERED)
"""About a third of the situations are paired by the editions as they are."""


def pair_twice(rng: random.Random, number: int) -> tuple[object, object]:
    """Pair a situation by matching and by looking at every set and every pairing of each bracket."""
    text, field = TEXTS[number % len(TEXTS)], draw_dubov(rng)
    return paired_brackets(text, field), paired_brackets(replace(text, search=BY_TRYING), field)


def paired_brackets(text: DubovText, field: DubovPlayers) -> tuple[object, ...] | None:
    """Return the player with the bye and every bracket's pairing; None if the round cannot be paired."""
    try:
        paired = pair_round(text, field)
    except NoLegalPairingError:
        return None
    brackets = ((one.bracket.residents, one.bracket.upfloaters, one.shifts, one.s1, one.t2) for one in paired.brackets)
    return paired.bye, tuple(brackets)


DUBOV = Compared(
    key="dubov-2026",
    pair_twice=pair_twice,
    faults=faults,
    played=Axes(players=Span(5, 60), rounds=Span(1, 13)),
    planted=Axes(players=Span(5, 40), rounds=Span(3, 11)),
    register="DUBOV-",
)

if __name__ == "__main__":
    sys.exit(run(DUBOV, __doc__))
