"""Preferences and colours where they differ from the other systems (1.6.4, 5.2; A.5.d, E)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.bye_first import points_without_virtual
from reference_engines.definitions.colours import STEPS_BY_STRENGTH, ColourArticles, ColourStep, initial_colour
from reference_engines.definitions.player_states import ColourHistory, Preferences, Strength, preferences

if TYPE_CHECKING:
    from reference_engines.definitions.colours import Meetings
    from reference_engines.definitions.history import IntArray

_BLACK = -1


def preferences_with_beginners(colours: ColourHistory) -> Preferences:
    """Find the preferences; players without a game have a mild preference for Black (1.6.4; A.5.d)."""
    found = preferences(colours)
    none = found.strength == Strength.NONE
    return Preferences(
        colour=np.where(none, _BLACK, found.colour), strength=np.where(none, Strength.MILD, found.strength)
    )


def _decide_between_beginners(pairs: Meetings) -> IntArray:
    """Give two players without a game the initial colour by the higher ranked player's number (5.2.1; E.0)."""
    unplayed, rounds = pairs.players.unplayed, pairs.players.round_number - 1
    both = (unplayed[pairs.higher] == rounds) & (unplayed[pairs.lower] == rounds)
    return np.where(both, initial_colour(pairs), 0)


_INITIAL = next(step for step in STEPS_BY_STRENGTH if step.name == "initial")
STEPS = (
    ColourStep(
        _INITIAL.name,
        _decide_between_beginners,
        "of two who have yet to play, the higher ranked has the initial colour if odd",
    ),
    *(step for step in STEPS_BY_STRENGTH if step is not _INITIAL),
)
"""The last step always decides, as every player has a preference."""


def _rank_by_points(step: ColourStep) -> ColourStep:
    """Return a step that ranks players without virtual points (DUBOV-HIGHER-RANKED)."""

    def decide(pairs: Meetings) -> IntArray:
        points, column = points_without_virtual(pairs.history, pairs.players), pairs.players.column
        further = points[pairs.lower] - points[pairs.higher]
        reversed_ = (further > 0) | ((further == 0) & (column[pairs.lower] < column[pairs.higher]))
        higher, lower = np.where(reversed_, (pairs.lower, pairs.higher), (pairs.higher, pairs.lower))
        colour = step.decide(replace(pairs, higher=higher, lower=lower))
        return np.where(reversed_, -colour, colour)

    return replace(step, decide=decide)


_STEPS_BY_POINTS = {step.name: _rank_by_points(step) for step in STEPS if step.name in ("initial", "higher_ranked")}


def ranked_by_points(articles: ColourArticles) -> ColourArticles:
    """Return the rules of colour allocation that rank players without virtual points."""
    return replace(articles, steps=tuple(_STEPS_BY_POINTS.get(step.name, step) for step in articles.steps))


def articles_in_order(first: str, both: str, stronger: str, alternate: str, higher_ranked: str) -> ColourArticles:
    """Return the rules of colour allocation in the order of the text."""
    printed = ColourArticles(
        initial=first, both=both, stronger=stronger, alternate=alternate, higher_ranked=higher_ranked
    )
    return replace(printed, steps=STEPS)
