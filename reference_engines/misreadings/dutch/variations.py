"""
Rarer misreadings of a rule, tried where a likelier misreading of it explains some rounds, but not all.

`grammar` changes each part of the rules in the ways that are likely. The modules that are listed here vary the same
parts further. The conformance suite shows none of these misreadings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.misreadings.dutch.acceleration import RARER as ACCELERATED_POINTS
from reference_engines.misreadings.dutch.byes import RARER_BARS as BARS
from reference_engines.misreadings.dutch.byes import bye_keys, unplayed_games
from reference_engines.misreadings.dutch.choices import KINDS as CHOICES
from reference_engines.misreadings.dutch.choices import SUBGROUPS, displacements
from reference_engines.misreadings.dutch.colour_conditions import (
    clash_scores,
    colour_counts,
    conditional_colour_rules,
    conditional_preferences,
)
from reference_engines.misreadings.dutch.colour_keys import KINDS as KEYS_OF_COLOURS
from reference_engines.misreadings.dutch.colour_keys import compared_colours
from reference_engines.misreadings.dutch.colour_rule_variations import (
    alternations,
    colour_claims,
    numbers,
    preferences_of_both,
    rank_wishes,
)
from reference_engines.misreadings.dutch.completion import LOOK_AHEADS, perfect_candidates
from reference_engines.misreadings.dutch.criteria_variations import (
    cut_ends,
    downfloat_differences,
    merged_kinds,
    missing_parts,
    moved_below,
    moved_blocks,
    reversed_criteria,
    scopes,
    sorted_floats,
    topscorers,
    weights,
)
from reference_engines.misreadings.dutch.definition_variations import floats, histories, ranks, rounded_scores
from reference_engines.misreadings.dutch.families import float_directions, repeated_floats, varied_families
from reference_engines.misreadings.dutch.float_conditions import KINDS as FLOATS_UNDER_CONDITIONS
from reference_engines.misreadings.dutch.float_scores import KINDS as SCORES_OF_FLOATS
from reference_engines.misreadings.dutch.kept_fields import kept_colours, kept_floats
from reference_engines.misreadings.dutch.memory import KINDS as LIMITS_OF_MEMORY
from reference_engines.misreadings.dutch.one_sided_floats import one_sided_floats
from reference_engines.misreadings.dutch.orders_first import (
    late_look_ahead,
    orders_first,
    players_in_turn,
    remainder_exchanges,
)
from reference_engines.misreadings.dutch.preference_values import preference_branches, preference_values
from reference_engines.misreadings.dutch.rank_keys import KINDS as RANK_KEYS
from reference_engines.misreadings.dutch.unplayed import COLOURS as COLOURS_OF_ROUNDS
from reference_engines.misreadings.dutch.unplayed import forfeits_as_games, unplayed
from reference_engines.misreadings.dutch.walks import LIMITED_WALKS as WALKS
from reference_engines.misreadings.dutch.walks import early_orders, few_opponents, mdp_pairings_first, near_opponents

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


_OF_ARTICLES = (
    merged_kinds,
    repeated_floats,
    topscorers,
    preferences_of_both,
    moved_below,
    reversed_criteria,
    scopes,
    weights,
    unplayed_games,
    bye_keys,
    colour_claims,
    alternations,
    *KEYS_OF_COLOURS,
    rank_wishes,
    numbers,
    compared_colours,
    conditional_colour_rules,
    conditional_preferences,
    colour_counts,
    clash_scores,
    varied_families,
    float_directions,
    missing_parts,
    downfloat_differences,
    moved_blocks,
    sorted_floats,
    early_orders,
    mdp_pairings_first,
    few_opponents,
    near_opponents,
    cut_ends,
    orders_first,
    late_look_ahead,
    *SUBGROUPS,
    perfect_candidates,
    displacements,
    players_in_turn,
    *WALKS,
    remainder_exchanges,
    *CHOICES,
    *LOOK_AHEADS,
)
"""Builders of misreadings, each of an article of its own."""
_OF_DEFINITIONS = (
    ranks,
    *RANK_KEYS,
    rounded_scores,
    floats,
    kept_floats,
    histories,
    kept_colours,
    preference_branches,
    preference_values,
    *COLOURS_OF_ROUNDS,
    unplayed,
    *BARS,
    forfeits_as_games,
    *SCORES_OF_FLOATS,
    *FLOATS_UNDER_CONDITIONS,
    *ACCELERATED_POINTS,
    *LIMITS_OF_MEMORY,
    one_sided_floats,
)
"""Builders of misread definitions, which every article reads."""


def varied_misreadings(text: DutchText, articles: Container[str] | None) -> Iterator[Misreading]:
    """Yield the rarer misreadings of some articles, or of all, and of the definitions that every article reads."""
    own: object = text
    for build in _OF_ARTICLES:
        meant = (one for one in build(text) if articles is None or one.article in articles)
        yield from (one for one in meant if one.rules(text) != own)
    for build in _OF_DEFINITIONS:
        yield from (one for one in build(text) if one.rules(text) != own)
