"""
Known or likely misreadings of the Dutch system, each as a change of the rules.

The module of its kind builds a misreading; this module lists the builders and finds the editions that a misreading
changes. Rarer misreadings vary the same parts further, and are tried where a likelier one explains some rounds only.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
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
    criteria,
    criteria_variations,
    definitions,
    families,
    float_conditions,
    float_scores,
    floats,
    grammar,
    names,
    orders,
    orders_first,
    preferences,
    ranks,
    unplayed,
    walks,
)
from reference_engines.misreadings.dutch.making import named, unnamed
from reference_engines.misreadings.dutch.names import is_known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Build = Callable[[DutchText], Iterable[Misreading]]

CRITERIA: tuple[Build, ...] = (
    criteria.left_out,
    named(families.family_scopes, names.FAMILIES),
    criteria.order_misreadings,
    criteria.edition_misreadings,
    named(grammar.aggregates, names.AGGREGATES),
    named(criteria_variations.reversed_criteria, names.REVERSED),
    named(grammar.scopes, names.SCOPES),
    criteria.misread_ones,
    named(families.repeated_floats, names.REPEATED_FLOATS),
    named(families.either_rounds, names.EITHER_ROUNDS),
    criteria.taken_over,
)
DEFINITIONS: tuple[Build, ...] = (
    definitions.played_rounds,
    named(byes.unplayed_games, names.UNPLAYED_GAMES),
    named(unplayed.points, names.POINTS),
    definitions.games_alone,
    ranks.rank,
    colour_histories.coloured_forfeits,
    named(colour_histories.remembered_colours, names.HISTORIES),
    preferences.colour_preferences,
    named(preferences.preference_values, names.STRONG_PREFERENCES),
    named(preferences.preference_values, names.MILD_PREFERENCES),
    named(definitions.topscorers, names.TOPSCORERS),
    definitions.other_topscorers,
    floats.floats,
    named(unplayed.floats_beside_2026, names.UNPLAYED_FLOATS),
    floats.floats_of_games,
    named(float_scores.rounds_of_scores, names.FLOAT_SCORES),
    named(unplayed.floats, names.SQUEEZED_FLOATS),
    named(floats.shifted_floats, names.SHIFTED_FLOATS),
    floats.third_for_second,
)
"""The builders of misread definitions, which later editions share with that of 2013."""
COLOURS: tuple[Build, ...] = (
    colours.left_out,
    colours.misread,
    named(colours.colour_claims, names.CLAIMS),
    named(colour_keys.compared_colours, names.COMPARED_COLOURS),
    named(colours.alternations, names.ALTERNATIONS),
    named(colour_keys.rank_wishes, names.WISHES),
    named(colours.colour_rules, names.LOWER_RANKED),
    named(colour_keys.initial_keys, names.INITIAL_COLOURS),
    named(colour_keys.ranks_in_colour_rules, names.HIGHER_RANKED),
    colour_histories.forgotten,
)
KINDS = {
    "Criteria": CRITERIA,
    "Definitions": DEFINITIONS,
    "The bye": byes.KINDS,
    "Acceleration": (
        acceleration.acceleration,
        named(acceleration.round_counts, names.ROUNDS),
    ),
    "Completion": completion.KINDS,
    "Order of generation": (
        orders.sets_of_mdps,
        orders.remainders,
        named(orders.exchanges, names.EXCHANGES),
        orders.transpositions,
        orders.left_open,
    ),
    "Colours": COLOURS,
}
"""The builders by the part of the rules that they change."""
GENERATED = (
    grammar.scopes,
    grammar.aggregates,
    grammar.float_rounds,
    floats.squeezed_floats,
    grammar.merged_neighbours,
    ranks.ranks,
    ranks.mdp_ranks,
    colour_histories.recent_colours,
    colours.colour_rules,
    unnamed(orders.exchanges, names.EXCHANGES),
    grammar.moves,
)
"""The builders of misreadings that the parts of an edition suggest, the closest to the text first."""

RARER = (
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
    walks.near_exchanges,
    walks.larger_s1,
    *completion.LOOK_AHEADS,
)
"""The builders of rarer misreadings, each of an article of its own; the conformance suite shows none of them."""
RARER_DEFINITIONS = (
    ranks.further_ranks,
    *ranks.KINDS,
    definitions.rounded_scores,
    floats.distant_floats,
    floats.kept_floats,
    colour_histories.histories,
    colour_histories.kept_colours,
    preferences.preference_branches,
    preferences.preference_values,
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
"""The builders of rarer misreadings of definitions, which every article reads."""


@lru_cache(maxsize=8)
def misreadings_of(text: DutchText) -> tuple[Misreading, ...]:
    """Return every misreading that changes these rules."""
    return tuple(chain.from_iterable(misreadings_of_kind(text, kind) for kind in KINDS))


@lru_cache(maxsize=8)
def generated_misreadings(text: DutchText) -> tuple[Misreading, ...]:
    """Return every misreading that is generated from the parts of these rules and has an effect."""
    equivalent = _equivalent(text)
    return tuple(one for one in _changing(text, GENERATED) if one.identifier not in equivalent)


def varied_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield the rarer misreadings of single articles."""
    return _unknown(text, RARER)


def varied_definitions(text: DutchText) -> Iterator[Misreading]:
    """Yield the rarer misreadings of definitions."""
    return _unknown(text, RARER_DEFINITIONS)


def _unknown(text: DutchText, builders: Iterable[Build]) -> Iterator[Misreading]:
    """Yield the misreadings that are not known under another identifier."""
    return (one for build in builders for one in build(text) if not is_known(one.identifier))


def misreadings_of_kind(text: DutchText, kind: str) -> tuple[Misreading, ...]:
    """Return the misreadings of a kind that have an effect in the edition."""
    equivalent = _equivalent(text)
    return tuple(one for one in _changing(text, KINDS[kind]) if one.identifier not in equivalent)


def ineffective_misreadings(text: DutchText) -> tuple[Misreading, ...]:
    """Return the misreadings that provably change no pairing in the edition."""
    equivalent = _equivalent(text)
    everything = _changing(text, (*chain.from_iterable(KINDS.values()), *GENERATED))
    return tuple(one for one in everything if one.identifier in equivalent)


def _changing(text: DutchText, builders: Iterable[Build]) -> Iterator[Misreading]:
    """Yield the misreadings whose rules are not those of the edition."""
    own: object = text
    return (one for build in builders for one in build(text) if one.rules(text) != own)


def _equivalent(text: DutchText) -> dict[str, str]:
    return EQUIVALENT.get(text.edition.follows or text.edition.key, {})


_DOWNFLOATS = (
    "every moved-down player receives a downfloat, paired or not, so that as many are counted whatever the candidate; "
    "the residents are the same"
)
_UPFLOATS = "but for the last bracket of 2017, whoever meets a player of another score is the opponent of an MDP"
_DIFFERENCES = (
    "residents who downfloat are counted before, and of moved-down players each score has as many in the limbo; so the "
    "lists differ where those of the limbo do, and in the same direction"
)
_BOTH_COLOURS = (
    "where two preferences can both be granted the stronger one is, too, and one alone is all that there is to grant"
)
_SETTLED_SCORES = "the number of downfloaters is settled, so those of the lowest score follow from the others"
_OWN_PAIRS = "every pair that the criterion counts has a moved-down player"
_OWN_FLOATS = "the criterion counts no other downfloaters"
_NEEDS_MDPS = "the criterion counts nothing in a bracket without moved-down players"
_FIRST = f"{_NEEDS_MDPS}, as the first bracket is"
_DOWNFLOATS_OF_MDPS = ("mdp-downfloat-again-scores-1", "mdp-downfloat-again-scores-2")
_OPPONENTS_OF_MDPS = (
    "mdp-opponent-upfloat-again-1",
    "mdp-opponent-upfloat-again-2",
    "mdp-opponent-upfloat-again-scores-1",
    "mdp-opponent-upfloat-again-scores-2",
)

EQUIVALENT: dict[str, dict[str, str]] = {
    "dutch-2026": {
        "bye-unplayed-games-above-following-bracket": (
            "[C9] counts where the one downfloater has the bye: whoever it is, [C5] has settled the score, and the "
            "following bracket is left the same players to pair"
        ),
        "byes-are-games": "[C2] leaves the bye to nobody who has had one",
        "colour-rule-stronger-before-both": _BOTH_COLOURS,
        "bye-to-lowest-score": "[C5] asks for just that",
        "pairing-score-difference-instead": (
            "with one score for all residents and a settled number of pairs, the differences follow from who downfloats"
        ),
        "downfloat-again-1-instead": _DOWNFLOATS,
        "downfloat-again-2-instead": _DOWNFLOATS,
        "upfloat-again-1-instead": _UPFLOATS,
        "upfloat-again-2-instead": _UPFLOATS,
        "downfloat-again-differences-1-instead": _DIFFERENCES,
        "downfloat-again-differences-2-instead": _DIFFERENCES,
        "upfloat-again-differences-1-instead": _UPFLOATS,
        "upfloat-again-differences-2-instead": _UPFLOATS,
        "downfloater-scores-floats-mdps": _SETTLED_SCORES,
        "downfloater-scores-heterogeneous": _SETTLED_SCORES,
        "downfloater-scores-not-first": f"{_SETTLED_SCORES}; the first bracket has one score",
        "downfloater-scores-not-last": "only the bye is left over in the last bracket, and [C5] has settled its score",
        "bye-unplayed-games-odd": "[C9] counts where all players of a bracket but one are paired, so that it is odd",
        "resident-downfloat-again-2-either-round": "[C14] has settled the floats of the previous round",
        "mdp-opponent-upfloat-again-2-either-round": "[C15] has settled the floats of the previous round",
        **{f"resident-downfloat-again-{back}-floats-residents": _OWN_FLOATS for back in (1, 2)},
        **{f"{name}-floats-mdps": _OWN_FLOATS for name in _DOWNFLOATS_OF_MDPS},
        **{f"{name}-pairs-mdps": _OWN_PAIRS for name in _OPPONENTS_OF_MDPS},
        **{f"{name}-heterogeneous": _NEEDS_MDPS for name in (*_DOWNFLOATS_OF_MDPS, *_OPPONENTS_OF_MDPS)},
        **{f"{name}-not-first": _FIRST for name in (*_DOWNFLOATS_OF_MDPS, *_OPPONENTS_OF_MDPS)},
    },
    "dutch-2017": {"colour-rule-stronger-before-both": _BOTH_COLOURS},
}
"""The reason why a misreading has no effect, by the key of the edition and the identifier."""
