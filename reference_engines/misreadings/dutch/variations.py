"""
Rarer misreadings of a rule, tried where a likelier misreading of it explains some rounds, but not all.

`grammar` changes each part of the rules in the ways that are likely. The modules that are listed here vary the same
parts further. The conformance suite shows none of these misreadings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.misreadings.dutch import (
    acceleration,
    byes,
    choices,
    colour_conditions,
    colour_histories,
    colour_keys,
    colours,
    completion,
    criteria_variations,
    definitions,
    exchange_limits,
    families,
    float_conditions,
    float_scores,
    floats,
    orders_first,
    preference_values,
    preferences,
    ranks,
    unplayed,
    walks,
)
from reference_engines.misreadings.dutch.names import is_known

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import Build


_OF_ARTICLES = (
    criteria_variations.merged_kinds,
    families.repeated_floats,
    criteria_variations.topscorers,
    criteria_variations.moved_below,
    criteria_variations.reversed_criteria,
    criteria_variations.scopes,
    criteria_variations.weights,
    byes.unplayed_games,
    byes.bye_keys,
    colours.colour_claims,
    colours.alternations,
    *colour_keys.KINDS,
    colours.by_round,
    colour_keys.compared_colours,
    colour_conditions.conditional_colour_rules,
    colour_conditions.conditional_preferences,
    colour_conditions.colour_counts,
    colour_conditions.clash_scores,
    families.varied_families,
    families.float_directions,
    criteria_variations.missing_parts,
    criteria_variations.downfloat_differences,
    criteria_variations.moved_blocks,
    criteria_variations.sorted_floats,
    walks.early_orders,
    walks.mdp_pairings_first,
    walks.few_opponents,
    walks.near_opponents,
    criteria_variations.cut_ends,
    orders_first.orders_first,
    orders_first.late_look_ahead,
    *choices.SUBGROUPS,
    completion.perfect_candidates,
    choices.displacements,
    orders_first.players_in_turn,
    *walks.LIMITED_WALKS,
    orders_first.remainder_exchanges,
    *choices.KINDS,
    *exchange_limits.KINDS,
    *completion.LOOK_AHEADS,
)
"""Builders of misreadings, each of an article of its own."""
OF_DEFINITIONS = (
    ranks.further_ranks,
    *ranks.KINDS,
    definitions.rounded_scores,
    floats.distant_floats,
    floats.kept_floats,
    colour_histories.histories,
    colour_histories.kept_colours,
    preference_values.preference_branches,
    preference_values.preference_values,
    *unplayed.COLOURS,
    unplayed.unplayed,
    *byes.RARER_BARS,
    unplayed.forfeits_as_games,
    *float_scores.KINDS,
    *float_conditions.KINDS,
    *acceleration.RARER,
    definitions.meetings,
    floats.shifted_floats,
    floats.floats_of_some_games,
    ranks.entries,
    colour_histories.remembered_colours,
    preferences.more_preferences,
    preferences.clashes,
    acceleration.points_of_winners,
    definitions.topscorers,
    float_conditions.one_sided_floats,
)
"""Builders of misread definitions, which every article reads."""


def varied_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield the rarer misreadings of single articles."""
    return _build(text, _OF_ARTICLES)


def varied_definitions(text: DutchText) -> Iterator[Misreading]:
    """Yield the rarer misreadings of definitions."""
    return _build(text, OF_DEFINITIONS)


def _build(text: DutchText, builders: Iterable[Build]) -> Iterator[Misreading]:
    """Leave out what is known under another identifier."""
    return (one for build in builders for one in build(text) if not is_known(one.identifier))
