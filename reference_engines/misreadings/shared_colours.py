"""Rarer misreadings of colours and meetings that Dubov and Burstein share with the Dutch system."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from reference_engines.definitions.player_states import Strength
from reference_engines.misreadings.dutch import preference_values
from reference_engines.misreadings.dutch.colour_conditions import conditional_colour_rules
from reference_engines.misreadings.dutch.colour_histories import history_misreadings, recent_colour_misreadings
from reference_engines.misreadings.dutch.colour_keys import compared_colours, rank_wishes
from reference_engines.misreadings.dutch.colours import alternations, colour_claims, colour_rules
from reference_engines.misreadings.dutch.families import forfeit_misreadings, played_or
from reference_engines.misreadings.dutch.kept_fields import kept_colour_misreadings
from reference_engines.misreadings.dutch.making import definitions, misreading
from reference_engines.misreadings.dutch.preference_values import branch_misreadings
from reference_engines.misreadings.dutch.unplayed import counted_rounds, points
from reference_engines.misreadings.rounds import WITHOUT_A_GAME
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.colours import ColourArticles
    from reference_engines.definitions.player_states import ColourHistory, Preferences
    from reference_engines.frame.variants import Misreading


def colour_step_misreadings(text: Any) -> Iterator[Misreading]:
    """Yield other rules on colours, and other places of them."""
    yield from (one for one in colour_rules(text) if not one.identifier.endswith("-reversed"))
    yield from colour_claims(text)
    yield from alternations(text)
    yield from rank_wishes(text)
    yield from conditional_colour_rules(text)
    yield from compared_colours(text)


class _SharedArticles(FrozenStruct, frozen=True, kw_only=True):
    """The articles of the definitions that the shared misreadings name."""

    squeezed_colours: str
    score: str


class SharedTerms(FrozenStruct, frozen=True, kw_only=True):
    """The terms of an edition that the misreadings of the Dutch system read."""

    definition_articles: _SharedArticles
    colour_articles: ColourArticles | None = None


def point_misreadings(score: str) -> Iterator[Misreading]:
    """Yield other points of rounds without a game; the article is on scoregroups."""
    terms: Any = SharedTerms(definition_articles=_SharedArticles(squeezed_colours="", score=score))
    return points(terms)


def record_misreadings(
    colour_articles: ColourArticles, colours: str, score: str, own: Callable[[ColourHistory], Preferences]
) -> Iterator[Misreading]:
    """
    Yield other colours, points and games that a record gives, and other preferences that follow from it.

    ``colours`` and ``score`` are the articles on colour preferences and on scoregroups.
    """
    articles = _SharedArticles(squeezed_colours=colours, score=score)
    terms: Any = SharedTerms(definition_articles=articles, colour_articles=colour_articles)
    yield from counted_rounds(terms)
    yield from point_misreadings(score)
    by_strength = dict.fromkeys(Strength, colours)
    yield from preference_values.strength_misreadings(by_strength, own)
    yield from preference_values.colour_misreadings(by_strength, own)
    yield from preference_values.game_misreadings(colours)
    for name, words, is_meant in WITHOUT_A_GAME:
        yield misreading(
            f"{name}-are-games",
            f"{words} counted as a game of a player",
            colours,
            definitions(games=partial(played_or, is_meant)),
        )


def colour_misreadings(text: Any, article: str) -> Iterator[Misreading]:
    """Yield other rules on colours, and other games that count for colours and meetings; the article defines these."""
    yield from colour_step_misreadings(text)
    yield from recent_colour_misreadings(article)
    yield from history_misreadings(article)
    yield from kept_colour_misreadings(article)
    yield from branch_misreadings(article)
    yield from forfeit_misreadings(text.absolute_articles[0], article)
