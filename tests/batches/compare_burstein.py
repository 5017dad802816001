"""
The Burstein System: small fields against plain enumeration, and events played, checked and counted; print figures.

    PYTHONPATH=tests python -m batches.compare_burstein --situations 20000 --rounds 5000 --planted 500 --seed 1

Fields are paired by both editions, by the readings that are taken and by others, and by each misreading. Exit status 1
if the two ever differ, a round is not agreed on, a hard rule is broken, or an error is not found.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from batches.procedures import Compared, run
from support.burstein import draw_ranked, faults

from random_tournaments.axes import Axes, Span
from reference_engines.burstein.round import pair_round
from reference_engines.burstein.rules import BURSTEIN_2018, BURSTEIN_2026, OTHER_READINGS
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.burstein import BY_TRYING
from reference_engines.literal.dutch.sequence import TooLongWalkError
from reference_engines.misreadings import misreadings_of

if TYPE_CHECKING:
    import random

    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.participants import RankedPlayers
    from reference_engines.burstein.round import BursteinTrace

_ALTERED: tuple[BursteinText, ...] = tuple(
    one.rules(text) for text in (BURSTEIN_2026, BURSTEIN_2018) for one in misreadings_of(text)
)
_READ_OTHERWISE: tuple[BursteinText, ...] = tuple(rules(BURSTEIN_2026) for _, rules in OTHER_READINGS)
TEXTS = (*(BURSTEIN_2026, BURSTEIN_2018) * 20, *_READ_OTHERWISE, *_ALTERED)
"""About a third of the situations are paired by the editions as they are."""


def pair_twice(rng: random.Random, number: int) -> tuple[BursteinTrace | None, BursteinTrace | None]:
    """Pair a situation by matching and by looking at every pairing of each bracket; one too long to walk is redrawn."""
    text = TEXTS[number % len(TEXTS)]
    while True:
        field = draw_ranked(rng)
        try:
            literally = paired_brackets(replace(text, search=BY_TRYING), field)
        except TooLongWalkError:
            continue
        return paired_brackets(text, field), literally


def paired_brackets(text: BursteinText, field: RankedPlayers) -> tuple[object, ...] | None:
    """Return the player with the bye and every bracket's pairing; None if the round cannot be paired."""
    try:
        paired = pair_round(text, field)
    except NoLegalPairingError:
        return None
    return paired.bye, tuple((bracket.mdps, candidate) for bracket, candidate in paired.brackets)


BURSTEIN = Compared(
    key="burstein-2026",
    pair_twice=pair_twice,
    faults=faults,
    played=Axes(players=Span(4, 60), rounds=Span(1, 13)),
    planted=Axes(players=Span(5, 40), rounds=Span(4, 11)),
    register="BURSTEIN-",
)

if __name__ == "__main__":
    sys.exit(run(BURSTEIN, __doc__))
