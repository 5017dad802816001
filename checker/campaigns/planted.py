"""Which error is planted in which event of an exam: a function of configuration and event alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from checker.planted_errors.pairings import PlantedError, plant
from checker.planted_errors.rank_orders import RANK_ORDER, PlantedStandings, plant_standings, ranked_again
from random_tournaments.seeds import event_rng
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from checker.campaigns.configuration import Configuration
    from random_tournaments.batch_kinds import AnyPlayed
    from tournaments.model import Event

WORDS_OF_STANDINGS = frozenset(error.value for error in PlantedStandings)
_EVENTS_IN_A_ROW = 4
_WITH_WRONG_ORDER = 2
"""Of four events in a row, from 0, the one that may have a wrong rank order; the second and the last have a wrong
round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """An event with one error."""

    event: Event
    word: str
    """What is wrong."""
    round_number: int


def wrong_round(settings: Configuration, played: AnyPlayed) -> Planted | None:
    """Plant one of the errors of pairing for which there is a place, in every other event."""
    if played.index % 2 == 0:
        return None
    rng = _rng(settings, played)
    errors = list(PlantedError)
    rng.shuffle(errors)
    for error in errors:
        chance = random.Random(rng.random())  # noqa: S311 - reproducible, not secret
        planted = plant(played.event, error, chance, played.plan.games)
        if planted is not None:
            ranked = ranked_again(planted.event)
            return Planted(event=ranked, word=error.value, round_number=planted.round_number)
    return None


def is_turn_of_order(index: int) -> bool:
    """Whether an event may have a wrong rank order."""
    return index % _EVENTS_IN_A_ROW == _WITH_WRONG_ORDER


def wrong_order(settings: Configuration, played: AnyPlayed) -> Planted | None:
    """Plant a wrong rank order in every other event of those that have no other error, and name tie-breaks."""
    if not is_turn_of_order(played.index):
        return None
    rng = _rng(settings, played)
    errors = list(PlantedStandings)
    rng.shuffle(errors)
    for error in errors:
        planted = plant_standings(played.event, error, rng)
        if planted is not None:
            return Planted(event=planted, word=error.value, round_number=RANK_ORDER)
    return None


def _rng(settings: Configuration, played: AnyPlayed) -> random.Random:
    return event_rng(settings.seed, -1 - played.index)
