"""
Rarer misreadings of earlier floats that concern floats of one direction alone: downfloats, or upfloats.

A program often keeps downfloats and upfloats apart, and gets one of them wrong: it looks in another round, or compares
other scores, for upfloats only.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain, product
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.misreadings.dutch.definition_variations import floats as distant_floats
from reference_engines.misreadings.dutch.float_conditions import combined_floats, floats_after_rounds
from reference_engines.misreadings.dutch.float_scores import rounds_of_scores, scores_of_one
from reference_engines.misreadings.dutch.floats import rounds_of_floats, wrong_rounds
from reference_engines.misreadings.dutch.grammar import squeezed_floats
from reference_engines.misreadings.dutch.kept_fields import kept_floats
from reference_engines.misreadings.dutch.making import misreading
from reference_engines.misreadings.dutch.memory import shifted_floats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import History, IntArray
    from reference_engines.definitions.player_states import PlayerStates
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    FloatBefore = Callable[[History, PlayerStates, int, int], IntArray]

_FAMILIES = (
    rounds_of_scores,
    scores_of_one,
    rounds_of_floats,
    wrong_rounds,
    shifted_floats,
    squeezed_floats,
    kept_floats,
    distant_floats,
    combined_floats,
    floats_after_rounds,
)
"""The misreadings of earlier floats that change nothing but the floats that are found."""
_DIRECTIONS = ((1, "downfloats"), (-1, "upfloats"))


def one_sided_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield misreadings of earlier floats for downfloats alone, and for upfloats alone."""
    whole = chain.from_iterable(make(text) for make in _FAMILIES)
    for one, (direction, noun) in product(whole, _DIRECTIONS):
        yield misreading(
            f"{one.identifier}-of-{noun}",
            f"for {noun} alone, {one.sentence}",
            one.article,
            partial(_limited, whole=one, direction=direction),
        )


def _limited(rules: Any, *, whole: Misreading, direction: int) -> Any:
    misread: Any = whole.rules(rules)
    floats = rules.definitions.float_before, misread.definitions.float_before
    found = partial(_mix_directions, floats=floats, direction=direction)
    return replace(rules, definitions=replace(rules.definitions, float_before=found))


def _mix_directions(
    history: History,
    state: PlayerStates,
    row: int,
    back: int,
    *,
    floats: tuple[FloatBefore, FloatBefore],
    direction: int,
) -> IntArray:
    """Return the floats of a direction by a misreading, and the other floats by the text where they leave room."""
    right, wrong = (found(history, state, row, back) for found in floats)
    return np.where(wrong == direction, wrong, np.where(right == direction, 0, right))
