"""
Rarer misreadings of colour preferences as branches: tried in another order, or for one colour only.

Programs define a preference by branches of which the first that applies decides: a colour difference beyond one, one
colour twice in a row, a difference of one, a difference of zero. Only the second can apply together with another
branch, so that an order says which branches come before it. A branch that forgets a sign applies to one colour only.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reference_engines.definitions.player_states import ColourHistory, Preferences, Strength, colour_history
from reference_engines.misreadings.dutch.making import definitions, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


class _Branch(NamedTuple):
    words: str
    """The players to whom it applies."""
    strength: Strength
    surplus: Callable[[ColourHistory], IntArray]
    """The colour of which a player had too much, 0 where the branch does not apply."""


_WIDE = _Branch(
    "a colour difference beyond one",
    Strength.ABSOLUTE,
    lambda colours: np.where(np.abs(colours.difference) > 1, np.sign(colours.difference), 0),
)
_TWICE = _Branch("the same colour twice in a row", Strength.ABSOLUTE, lambda colours: colours.repeated)
_ONE = _Branch(
    "a colour difference of one",
    Strength.STRONG,
    lambda colours: np.where(np.abs(colours.difference) == 1, colours.difference, 0),
)
_ANY = _Branch("any colour difference", Strength.STRONG, lambda colours: np.sign(colours.difference))
_ONE_OF_LATEST = _Branch(
    "a colour difference of one, with the colour of the latest game,",
    Strength.STRONG,
    lambda colours: np.where(
        np.abs(colours.difference) == 1, colours.difference * (colours.difference == colours.latest), 0
    ),
)
_REST = _Branch("any other colour difference", Strength.MILD, lambda colours: np.sign(colours.difference))
_ZERO = _Branch(
    "a colour difference of zero",
    Strength.MILD,
    lambda colours: np.where(colours.difference == 0, colours.latest, 0),
)
_LATEST = _Branch("the colour of the latest game", Strength.MILD, lambda colours: colours.latest)
_AS_PRINTED = (_WIDE, _TWICE, _ANY, _LATEST)

_ORDERS: tuple[tuple[str, str, tuple[_Branch, ...]], ...] = (
    (
        "zero-first",
        "a colour difference of zero made a mild preference, also after the same colour twice in a row",
        (_WIDE, _ZERO, _TWICE, _ANY),
    ),
    (
        "one-first",
        "a colour difference of one made a strong preference, also after the same colour twice in a row",
        (_WIDE, _ONE, _TWICE, _ZERO),
    ),
    (
        "strong-of-latest-only",
        "a colour difference of one made a strong preference only for the other colour than that of the latest game",
        (_WIDE, _TWICE, _ONE_OF_LATEST, _REST, _LATEST),
    ),
    (
        "any-difference-first",
        "any colour difference made a strong preference, also after the same colour twice in a row",
        (_ANY, _TWICE, _ZERO),
    ),
    (
        "never-absolute",
        "no preference were absolute: any colour difference made a strong one, a difference of zero a mild one",
        (_ANY, _ZERO),
    ),
    (
        "latest-first",
        "no preference were more than mild, for the other colour than that of the latest game",
        (_LATEST,),
    ),
)
_COLOURS = ((1, "white", "White"), (-1, "black", "Black"))


def branch_misreadings(article: str) -> Iterator[Misreading]:
    """Yield branches in another order, and branches for players with too much of one colour only."""
    for name, sentence, branches in _ORDERS:
        decide = partial(_decide, branches=branches)
        yield misreading(f"preference-{name}", sentence, article, definitions(preferences=decide))
    for place, name in enumerate(("wide", "twice", "one", "zero")):
        branch = _AS_PRINTED[place]
        for colour, of_colour, words in _COLOURS:
            branches = (*_AS_PRINTED[:place], _limit_to_colour(branch, colour), *_AS_PRINTED[place + 1 :])
            yield misreading(
                f"preference-{name}-of-{of_colour}-only",
                f"{branch.words} {_MADE[place]} for players who had too much {words} only",
                article,
                definitions(preferences=partial(_decide, branches=branches)),
            )

    for number, words in ((2, "two games"), (3, "three games")):
        yield misreading(
            f"preference-from-{number}-games",
            f"players had no colour preference before they had {words}",
            article,
            definitions(colour_history=partial(_colours_from, number=number)),
        )


def _colours_from(colour: IntArray, *, number: int) -> ColourHistory:
    """Return colours that count only once a player has had so many games."""
    found = colour_history(colour)
    games = np.vstack([np.zeros((1, colour.shape[1]), dtype=np.int64), np.cumsum(colour != 0, axis=0)])
    latest, repeated, difference = (
        np.where(games < number, 0, values) for values in (found.latest, found.repeated, found.difference)
    )
    return ColourHistory(difference=difference, latest=latest, repeated=repeated)


_MADE = (
    "made an absolute preference",
    "made an absolute preference",
    "made a preference",
    "made a mild preference",
)


def _limit_to_colour(branch: _Branch, colour: int) -> _Branch:
    def surplus(colours: ColourHistory) -> IntArray:
        found = branch.surplus(colours)
        return np.where(found == colour, found, 0)

    return branch._replace(surplus=surplus)


def _decide(colours: ColourHistory, *, branches: tuple[_Branch, ...]) -> Preferences:
    """Return the preferences by the first branch that applies."""
    surplus, strength = np.zeros_like(colours.difference), np.zeros_like(colours.difference)
    for branch in branches:
        found = np.where(surplus == 0, branch.surplus(colours), 0)
        surplus, strength = surplus + found, np.where(found != 0, branch.strength, strength)
    return Preferences(colour=-surplus, strength=strength)


def preference_branches(text: DutchText) -> Iterator[Misreading]:
    """Yield the misread branches by the article on absolute preferences."""
    return branch_misreadings(text.definition_articles.absolute_preference)
