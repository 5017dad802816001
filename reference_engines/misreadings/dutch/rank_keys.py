"""
Rarer misreadings of the order of players with one score: further keys that come before the number (1.2.2; A.2.b).

A program that sorts a list of the round before anew keeps its order among equal scores; others look at floats, at
colours, or at rounds without a game.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import colour_history, preferences
from reference_engines.misreadings.dutch.grammar import rank_by
from reference_engines.misreadings.dutch.making import definitions, misreading
from reference_engines.misreadings.rounds import WITHOUT_A_GAME, floated_down, floated_up

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.definitions.player_states import Preferences, RoundStart
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds

    Key = Callable[[RoundStart], IntArray]

# --- keys of rounds --------------------------------------------------------------------------------------------------

_ROUNDS: tuple[tuple[str, str, Rounds], ...] = (
    *WITHOUT_A_GAME,
    ("downfloats", "a downfloat", floated_down),
    ("upfloats", "an upfloat", floated_up),
)
_WHEN: tuple[tuple[str, str, int | None, int], ...] = (
    ("lately", "in the previous round", 1, 1),
    ("before", "two rounds before", 2, 2),
    ("ever", "in any earlier round", None, 1),
)
"""Name, words, and the rounds back that are looked at: the farthest one, and the nearest one."""


def _had(before: RoundStart, *, is_meant: Rounds, farthest: int | None, nearest: int) -> IntArray:
    row = before.round_number - 1
    first = 0 if farthest is None else max(0, row - farthest)
    rounds: BoolArray = is_meant(before.history)[first : max(0, row - nearest + 1)]
    return np.asarray(rounds.any(axis=0), dtype=np.int64)


def ranks_by_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield orders that put players with a round of one kind behind the others, or in front of them."""
    for (name, words, is_meant), (suffix, when, farthest, nearest), (place, where, sign) in product(
        _ROUNDS, _WHEN, (("last", "behind", 1), ("first", "in front of", -1))
    ):
        key = partial(_had, is_meant=is_meant, farthest=farthest, nearest=nearest)
        yield misreading(
            f"ranked-{place}-by-{name}-{suffix}",
            f"players with {words} {when} were ranked {where} others of the same score",
            text.definition_articles.order,
            definitions(rank=rank_by(key, sign)),
        )


# --- keys of earlier scores ------------------------------------------------------------------------------------------


def _earlier_score(before: RoundStart) -> IntArray:
    return before.history.score[max(0, before.round_number - 2)]


def _order_of_rounds(before: RoundStart) -> IntArray:
    """Return the place in the order that begins with the numbers and is sorted by scores before every round."""
    scores = [-before.history.score[row] for row in range(1, before.round_number - 1)]
    return np.lexsort((np.arange(before.score.size), *scores)).argsort()


def _points_in_games(before: RoundStart) -> IntArray:
    history = before.history
    points = np.where(history.played, history.points, 0)[: before.round_number - 1]
    return np.asarray(points.sum(axis=0), dtype=np.int64)


def _preferences(before: RoundStart) -> Preferences:
    history, row = before.history, before.round_number - 1
    return preferences(colour_history(np.where(history.played, history.colour, 0)[:row]))


_KEYS: tuple[tuple[str, str, Key], ...] = (
    ("earlier-score", "were ranked by the score before the previous round", _earlier_score),
    ("order-of-rounds", "kept the order that they had in the round before", lambda before: -_order_of_rounds(before)),
    ("points-in-games", "were ranked by the points scored in games", _points_in_games),
    (
        "preference-strength",
        "were ranked by the strength of the colour preference",
        lambda before: _preferences(before).strength[-1],
    ),
    (
        "preference",
        "were ranked by the colour preference, White first",
        lambda before: _preferences(before).colour[-1],
    ),
)


def ranks_by_keys(text: DutchText) -> Iterator[Misreading]:
    """Yield orders of players with one score by further keys, the greatest first or the smallest first."""
    for (name, words, key), (suffix, way, sign) in product(_KEYS, (("", "", -1), ("-reversed", ", in reverse,", 1))):
        yield misreading(
            f"ranked-by-{name}{suffix}",
            f"players of one score {words}{way}".rstrip(","),
            text.definition_articles.order,
            definitions(rank=rank_by(key, sign)),
        )


KINDS = (ranks_by_rounds, ranks_by_keys)
