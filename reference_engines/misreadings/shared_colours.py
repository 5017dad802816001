"""Rarer misreadings of colours and meetings that Dubov and Burstein share with the Dutch system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engines.misreadings.dutch.colour_conditions import conditional_colour_rules
from reference_engines.misreadings.dutch.colour_rule_variations import alternations, colour_claims, rank_wishes
from reference_engines.misreadings.dutch.definition_variations import history_misreadings
from reference_engines.misreadings.dutch.families import forfeit_misreadings
from reference_engines.misreadings.dutch.grammar import colour_rules, recent_colour_misreadings
from reference_engines.misreadings.dutch.kept_fields import kept_colour_misreadings
from reference_engines.misreadings.dutch.preference_branches import branch_misreadings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.variants import Misreading


def colour_step_misreadings(text: Any) -> Iterator[Misreading]:
    """Yield other rules on colours, and other places of them."""
    yield from (one for one in colour_rules(text) if not one.identifier.endswith("-reversed"))
    yield from colour_claims(text)
    yield from alternations(text)
    yield from rank_wishes(text)
    yield from conditional_colour_rules(text)


def colour_misreadings(text: Any, article: str) -> Iterator[Misreading]:
    """Yield other rules on colours, and other games that count for colours and meetings; the article defines these."""
    yield from colour_step_misreadings(text)
    yield from recent_colour_misreadings(article)
    yield from history_misreadings(article)
    yield from kept_colour_misreadings(article)
    yield from branch_misreadings(article)
    yield from forfeit_misreadings(text.absolute_articles[0], article)
