"""The average rating of opponents (1.7; A.6)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import over_the_board
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import History, IntArray
    from reference_engines.definitions.player_states import Rounds
    from tournaments.model import Event

    Average = Callable[[IntArray, IntArray, int], IntArray]
    """From sums, numbers of opponents (above zero) and the greatest possible number: averages to be compared."""


def round_to_nearest(total: IntArray, number: IntArray, _greatest: int) -> IntArray:
    """Round the average to the nearest whole number, a half upwards (1.7.1; A.6)."""
    return (2 * total + number) // (2 * number)


def round_down(total: IntArray, number: IntArray, _greatest: int) -> IntArray:
    """Round the average down to a whole number: no edition does."""
    return total // number


def scale_exactly(total: IntArray, number: IntArray, greatest: int) -> IntArray:
    """Scale the average to a whole number without rounding: no edition does."""
    return total * (math.lcm(*range(1, greatest + 1)) // number)


@dataclass(frozen=True, slots=True, kw_only=True)
class AroRule:
    """The rules of the ARO of a player."""

    games: Rounds = over_the_board
    """The rounds whose opponents count."""
    unrated_count: bool = True
    """Whether an opponent without a rating counts, with a rating of 0 (DUBOV-UNRATED)."""
    average: Average = round_to_nearest


def aro_before(event: Event, history: History, round_number: int, rule: AroRule) -> IntArray:
    """Return (players,) the ARO before a round by column; 0 without a game (1.7.3; A.6)."""
    rating = np.array([player.rating or 0 for player in event.players], dtype=np.int64)
    rows = slice(0, round_number - 1)
    opponent = history.opponent[rows]
    counts = rule.games(history)[rows]
    if not rule.unrated_count:
        counts = counts & (rating[opponent] > 0)
    total = np.where(counts, rating[opponent], 0).sum(axis=0)
    number = counts.sum(axis=0)
    return np.where(number > 0, rule.average(total, np.maximum(number, 1), max(round_number - 1, 1)), 0)
