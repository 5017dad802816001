"""
Misreadings by which a figure of the whole candidate stands in for the order of transpositions.

A program that finds its pairing by weights cannot compare opponents one by one as easily as it adds up how far each of
them is from the first one. So it takes the candidate that moves fewest players, or moves them least.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.generation import Displacement
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.making import misreading, order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


def _moved(places: IntArray) -> IntArray:
    return np.asarray(places > 0, dtype=np.int64)


def _far(places: IntArray) -> IntArray:
    return places


def _squared(places: IntArray) -> IntArray:
    return places * places


_FIGURES: tuple[tuple[str, str, Callable[[IntArray], IntArray]], ...] = (
    ("moved", "the transposition with the fewest moved opponents", _moved),
    ("sum", "the transposition that moves opponents by the fewest places in all", _far),
    ("squares", "the transposition with the least sum of squares of the places by which opponents move", _squared),
)
_SCOPES: tuple[tuple[str, str, Displacement], ...] = (
    ("", "", Displacement(of_pair=_far)),
    ("-mdps", ", for moved-down players and for the others", Displacement(of_pair=_far, of_mdps=True)),
    ("-whole", ", whatever the exchange", Displacement(of_pair=_far, before_exchanges=True)),
    (
        "-whole-mdps",
        ", whatever the exchange, for moved-down players and for the others",
        Displacement(of_pair=_far, before_exchanges=True, of_mdps=True),
    ),
    ("-homogeneous", " in homogeneous brackets", Displacement(of_pair=_far, of_remainders=False)),
    (
        "-whole-homogeneous",
        " in homogeneous brackets, whatever the exchange",
        Displacement(of_pair=_far, before_exchanges=True, of_remainders=False),
    ),
)
"""Name, words, and where the figure counts."""


def displacements(text: DutchText) -> Iterator[Misreading]:
    """Yield figures that outrank the order of transpositions."""
    article = text.generation[GenerationStep.TRANSPOSITION]
    for (name, words, of_pair), (scope, where, counted) in product(_FIGURES, _SCOPES):
        figure = replace(counted, of_pair=of_pair)
        yield misreading(
            f"transposition-by-{name}{scope}", f"{words} came first{where}", article, order(displacement=figure)
        )
