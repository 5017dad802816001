"""Preferences and colours where they differ from those of the other systems (1.6.4, 5.2; A.5.d, E)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.bye_first import points_without_virtual
from reference_engines.colours import STEPS_BY_STRENGTH, ColourArticles, ColourStep, initial_colour
from reference_engines.standing import Preferences, Strength, preferences

if TYPE_CHECKING:
    from reference_engines.colours import Meetings
    from reference_engines.history import IntArray
    from reference_engines.standing import ColourHistory

_BLACK = -1


def preferences_of_all(colours: ColourHistory) -> Preferences:
    """Find the preferences; those who have played no game have a mild one for Black (1.6.4; A.5.d)."""
    found = preferences(colours)
    none = found.strength == Strength.NONE
    return Preferences(
        colour=np.where(none, _BLACK, found.colour), strength=np.where(none, Strength.MILD, found.strength)
    )


def _of_beginners(pairs: Meetings) -> IntArray:
    """Give the initial colour to the higher ranked of two who have yet to play, if the number is odd (5.2.1; E.0)."""
    unplayed, rounds = pairs.players.unplayed, pairs.players.round_number - 1
    both = (unplayed[pairs.one] == rounds) & (unplayed[pairs.other] == rounds)
    return np.where(both, initial_colour(pairs), 0)


_INITIAL = next(step for step in STEPS_BY_STRENGTH if step.name == "initial")
STEPS = (
    ColourStep(
        _INITIAL.name, _of_beginners, "of two who have yet to play, the higher ranked has the initial colour if odd"
    ),
    *(step for step in STEPS_BY_STRENGTH if step is not _INITIAL),
)
"""Everybody has a preference, so that the last one always decides."""


def _of_higher_points(step: ColourStep) -> ColourStep:
    """Return a step in which virtual points do not make the higher ranked player (DUBOV-HIGHER-RANKED)."""

    def decide(pairs: Meetings) -> IntArray:
        points, column = points_without_virtual(pairs.history, pairs.players), pairs.players.column
        further = points[pairs.other] - points[pairs.one]
        reversed_ = (further > 0) | ((further == 0) & (column[pairs.other] < column[pairs.one]))
        one, other = np.where(reversed_, (pairs.other, pairs.one), (pairs.one, pairs.other))
        colour = step.decide(replace(pairs, one=one, other=other))
        return np.where(reversed_, -colour, colour)

    return replace(step, decide=decide)


_BY_POINTS = {step.name: _of_higher_points(step) for step in STEPS if step.name in ("initial", "higher_ranked")}


def ranked_by_points(articles: ColourArticles) -> ColourArticles:
    """Return the rules of colour allocation in which the higher ranked player has more points without virtual ones."""
    return replace(articles, steps=tuple(_BY_POINTS.get(step.name, step) for step in articles.steps))


def articles_in_order(first: str, both: str, stronger: str, alternate: str, higher_ranked: str) -> ColourArticles:
    """Return the rules of colour allocation as they are printed, in this order."""
    printed = ColourArticles(
        initial=first, both=both, stronger=stronger, alternate=alternate, higher_ranked=higher_ranked
    )
    return replace(printed, steps=STEPS)
