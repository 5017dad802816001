"""
Misreadings of the Dutch system of 2013 (C.04.3.1): those of its definitions, of the bye and of colours.

The later editions share these rules, so that the same builders make them. The procedure of 2013 is not data, so that
its criteria and its order of candidates cannot be misread here.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from reference_engines.dutch.edition import DefinitionArticles
from reference_engines.misreadings.dutch import (
    COLOURS,
    DEFINITIONS,
    RARER_DEFINITIONS,
    byes,
    colour_conditions,
    colour_histories,
    colour_keys,
    colours,
    floats,
    ranks,
)
from reference_engines.misreadings.dutch.families import forfeits
from reference_engines.misreadings.dutch.names import is_known
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.definitions.colours import ColourArticles
    from reference_engines.definitions.player_states import ByeRule, Definitions, FloatRule
    from reference_engines.dutch_2013.rules import Rules2013
    from reference_engines.frame.variants import Misreading

    Build = Callable[[Any], Iterable[Misreading]]

_ARTICLES = DefinitionArticles(
    score="A.2",
    order="A.2",
    played_float="A.4",
    unplayed_float="A.4",
    absolute_preference="A.7.a",
    strong_preference="A.7.b",
    mild_preference="A.7.c",
    topscorers="A.10",
    squeezed_colours="F.3",
)


@dataclass(frozen=True, kw_only=True)
class SharedText:
    """The parts of the text that the builders of the later editions read."""

    absolute_articles: tuple[str, ...]
    colour_articles: ColourArticles
    definition_articles: DefinitionArticles = _ARTICLES
    criteria: tuple[()] = ()
    """The criteria of 2013 are those of another procedure."""
    floats: FloatRule
    byes: ByeRule
    definitions: Definitions


def misreadings_of(text: Rules2013) -> tuple[Misreading, ...]:
    """Return the known misreadings of meetings, scores, ranks, preferences, floats, colours and the bye."""
    return tuple(
        _build(
            text,
            (*DEFINITIONS, byes.bar_misreadings, *COLOURS),
        )
    )


def generated_misreadings(text: Rules2013) -> tuple[Misreading, ...]:
    """Return the misreadings that the definitions and the rules on colours suggest."""
    makers = (floats.squeezed_floats, ranks.ranks, colour_histories.recent_colours, colours.colour_rules)
    return tuple(_build(text, makers))


def varied_misreadings(text: Rules2013) -> tuple[Misreading, ...]:
    """Return rarer misreadings of the definitions and the rules on colours."""
    makers = (
        forfeits,
        colours.colour_claims,
        colours.alternations,
        *colour_keys.KINDS,
        colours.by_round,
        colour_keys.compared_colours,
        colour_conditions.conditional_colour_rules,
        colour_conditions.conditional_preferences,
        *RARER_DEFINITIONS,
    )
    return tuple(one for one in _build(text, makers) if not is_known(one.identifier))


def _build(text: Rules2013, makers: Iterable[Build]) -> Iterator[Misreading]:
    """Yield the misreadings that change the rules, each once."""
    shared = SharedText(
        absolute_articles=text.absolute_articles,
        colour_articles=text.colour_articles,
        floats=text.floats,
        byes=text.byes,
        definitions=text.definitions,
    )
    own: object = text
    known: set[str] = set()
    for one in chain.from_iterable(make(shared) for make in makers):
        if one.identifier not in known and _rules_by(one, text) not in (None, own):
            known.add(one.identifier)
            yield one


def _rules_by(misreading: Misreading, text: Rules2013) -> object:
    """Return the misread rules; None if the text has no such part."""
    try:
        return misreading.rules(text)
    except TypeError:
        return None
