"""Further slips in floats: one of the two rounds before taken for another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.definitions.player_states import float_before
from reference_engines.misreadings.dutch.making import definitions, misreading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import History, IntArray
    from reference_engines.definitions.player_states import PlayerStates
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


def _three_for_two(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    return float_before(history, state, row, 3 if back == 2 and row > 2 else back)  # noqa: PLR2004 - rounds


def _one_for_two(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    del back
    return float_before(history, state, row, 1)


def _exchanged(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
    return float_before(history, state, row, 3 - back)


def wrong_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield other rounds in the place of those before."""
    article = text.definition_articles.played_float
    for identifier, sentence, found in (
        ("floats-three-for-two", "floats of two rounds before were those of three rounds before", _three_for_two),
        ("floats-one-for-two", "floats of two rounds before were those of the previous round", _one_for_two),
        ("floats-exchanged", "floats of the previous round and of two rounds before changed places", _exchanged),
    ):
        yield misreading(identifier, sentence, article, definitions(float_before=found))


KINDS = (wrong_rounds,)
