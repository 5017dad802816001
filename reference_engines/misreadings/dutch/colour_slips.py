"""Further slips in colours: what a round without a game leaves of those before it, and whose number decides."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.colours import ColourStep, Meetings
from reference_engines.definitions.player_states import ColourHistory, colour_history
from reference_engines.misreadings.dutch.making import definitions, misreading, step_instead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


def _forgotten(colour: IntArray) -> ColourHistory:
    """Look at the round before alone, and at the one before that where it had the same colour."""
    found = colour_history(colour)
    latest, repeated = np.zeros_like(found.latest), np.zeros_like(found.repeated)
    latest[1:] = colour
    repeated[2:] = np.where(colour[1:] == colour[:-1], colour[1:], 0)
    return replace(found, latest=latest, repeated=repeated)


def forgotten(text: DutchText) -> Iterator[Misreading]:
    """Yield that a round without a game ends what is remembered of colours, but for their difference."""
    yield misreading(
        "colours-before-a-gap-forgotten",
        "after a round without a game no colour before it counted, but in the colour difference",
        text.definition_articles.squeezed_colours,
        definitions(colour_history=_forgotten),
    )


def _lower_number(pairs: Meetings) -> IntArray:
    """Give the higher ranked player the initial colour if the number of the other one is odd."""
    return np.where(pairs.players.odd_number[pairs.lower], pairs.initial, -pairs.initial)


def _to_lower_ranked(pairs: Meetings) -> IntArray:
    return -_lower_number(pairs)


def number_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield other players whose number gives the initial colour."""
    articles = text.colour_articles
    printed = dict(zip((step.name for step in articles.steps), articles.numbers, strict=True))
    for identifier, sentence, step in (
        (
            "initial-colour-by-lower-ranked",
            "the number of the lower ranked player gave the higher ranked one the initial colour",
            ColourStep("initial", _lower_number, "the number of the lower ranked player is odd"),
        ),
        (
            "initial-colour-to-lower-ranked",
            "the lower ranked player had the initial colour if their number is odd",
            ColourStep("initial", _to_lower_ranked, "the lower ranked player has an odd number"),
        ),
    ):
        if article := printed.get(step.name):
            yield misreading(identifier, f"by {article} {sentence}", article, step_instead(step.name, step))


KINDS = (forgotten, number_misreadings)
