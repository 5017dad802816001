"""Rarer misreadings of criteria: added up though others stand between, ranked below others, or weighing pairs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.definitions.player_states import Strength
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE
from reference_engines.dutch.criteria import STRONG_COLOUR_PREFERENCE, TOPSCORER_CRITERIA
from reference_engines.misreadings.dutch.grammar import (
    amounts_of,
    count_instead,
    counted_criteria,
    limit_to_pairs,
    merge_criteria,
    merged_contribution,
    move_criterion,
)
from reference_engines.misreadings.dutch.making import misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


_KINDS = ("downfloat_again", "upfloat_again", "colour", "topscorer")
"""Parts of the names of criteria that count alike."""


def merged_kinds(text: DutchText) -> Iterator[Misreading]:
    """Yield two criteria of one kind that are added up, though others stand between them, by either article."""
    counted = counted_criteria(text)
    for kind in _KINDS:
        alike = [one for one in counted if kind in one.criterion.name]
        for upper, lower in combinations(alike, 2):
            if counted.index(lower) == counted.index(upper) + 1:
                continue  # neighbours are likelier
            criterion = replace(
                upper.criterion,
                name=f"{upper.criterion.name}_and_{lower.criterion.name}",
                contribution=merged_contribution(upper.criterion, lower.criterion),
            )
            for article in (upper.article, lower.article):
                yield misreading(
                    f"{criterion.name}-merged".replace("_", "-"),
                    f"{upper.label} and {lower.label} were added up",
                    article,
                    merge_criteria(upper.criterion, lower.criterion, criterion),
                )


def reversed_criteria(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion that prefers what it is to avoid, as by a wrong sign."""
    for one in counted_criteria(text):
        yield count_instead(one, "reversed", "preferred what it is to avoid", _reverse(one.criterion))


def _reverse(criterion: BracketCriterion) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        counted = amounts_of(criterion.contribution(bracket))
        if counted is None:
            return None
        parts = [part.astype(np.int64) for part in (counted.pairs, counted.floats) if part is not None]
        greatest = max(int(part.max(initial=0)) for part in parts)
        if not greatest:
            return None
        pairs, floats = (None if part is None else greatest - part.astype(np.int64) for part in counted[1:3])
        return Contribution(pairs=pairs, floats=floats, bound=greatest * bracket.size)

    return contribution


def moved_below(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion moved below another that is not its neighbour."""
    counted = counted_criteria(text)
    for at, upper in enumerate(counted):
        for lower in counted[at + 2 :]:
            yield misreading(
                f"{upper.criterion.name}-moved-below-{lower.criterion.name}".replace("_", "-"),
                f"{upper.label} ranked below {lower.label}",
                upper.article,
                move_criterion(upper.criterion, lower.criterion, is_below=True),
            )


def _weigh_by_strength(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return np.minimum.outer(strength, strength)


def _weigh_by_stronger(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return np.maximum.outer(strength, strength)


def _weigh_by_difference(bracket: Bracket, strength: IntArray) -> IntArray:
    del strength
    width = np.abs(bracket.take(bracket.players.colour_difference))
    return np.minimum.outer(width, width)


def _either_strong(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return (np.maximum.outer(strength, strength) >= Strength.STRONG).astype(np.int64)


def _neither_absolute(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return (np.maximum.outer(strength, strength) < Strength.ABSOLUTE).astype(np.int64)


def _either_absolute(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return (np.maximum.outer(strength, strength) == Strength.ABSOLUTE).astype(np.int64)


def _pair_has_one_score(bracket: Bracket, strength: IntArray) -> IntArray:
    del strength
    return np.equal.outer(bracket.score, bracket.score).astype(np.int64)


def _pair_has_two_scores(bracket: Bracket, strength: IntArray) -> IntArray:
    return 1 - _pair_has_one_score(bracket, strength)


_WEIGHTS: tuple[tuple[str, str, Callable[[Bracket, IntArray], IntArray]], ...] = (
    ("by_strength", "weighed a missed preference by its strength", _weigh_by_strength),
    ("by_stronger", "weighed a missed preference by the stronger one of the pair", _weigh_by_stronger),
    ("by_difference", "weighed a missed preference by the colour difference", _weigh_by_difference),
    ("either_strong", "counted pairs of which a player prefers the colour at least strongly", _either_strong),
    ("neither_absolute", "left pairs out of which a player has an absolute preference", _neither_absolute),
    ("either_absolute", "counted only pairs of which a player has an absolute preference", _either_absolute),
    ("of_one_score", "counted only pairs of one score", _pair_has_one_score),
    ("of_other_scores", "counted only pairs of different scores", _pair_has_two_scores),
)


def weights(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria on colours that weigh the pairs that they count, or count some of them."""
    for one in counted_criteria(text):
        if one.criterion in (COLOUR_PREFERENCE, STRONG_COLOUR_PREFERENCE):
            for name, sentence, weigh in _WEIGHTS:
                yield count_instead(one, name, sentence, _weighed(weigh))
            for colour, words in ((1, "White"), (-1, "Black")):
                prefer = _pairs_if(one.criterion, partial(_both_prefer, colour=colour))
                yield count_instead(one, f"of_{words.lower()}", f"counted preferences for {words} only", prefer)


def scopes(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria that, in brackets with moved-down players, count pairs of these alone."""
    for one in counted_criteria(text):
        yield count_instead(
            one,
            "pairs_mdps_if_any",
            "counted, in brackets with moved-down players, pairs of these only",
            _pairs_of_mdps_if_any(one.criterion),
        )


def _pairs_of_mdps_if_any(criterion: BracketCriterion) -> Callable[[Bracket], Contribution | None]:
    of_mdps = limit_to_pairs(criterion, are_mdps=True)
    return lambda bracket: of_mdps(bracket) if bracket.mdps else criterion.contribution(bracket)


def _weighed(weigh: Callable[[Bracket, IntArray], IntArray]) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        preference, strength = (bracket.take(one) for one in (bracket.players.preference, bracket.players.strength))
        alike = np.equal.outer(preference, preference) & (preference != 0)
        pairs = np.where(alike, weigh(bracket, strength), 0)
        return Contribution(pairs=pairs, bound=(bracket.size // 2) * max(1, int(pairs.max(initial=0))))

    return contribution


# --- topscorers -------------------------------------------------------------------------------------------------------


def topscorers(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria on topscorers that count a pair by the player who misses the preference, or by either alone."""
    for one in text.criteria:
        if one.criterion in TOPSCORER_CRITERIA:
            for name, sentence, is_meant in (
                ("of_misser", "counted topscorers alone, and not their opponents", _misses_as_topscorer),
                ("of_either", "counted pairs of which one player alone is a topscorer", _has_one_topscorer),
            ):
                yield count_instead(one, name, sentence, _pairs_if(one.criterion, is_meant))


def _misses_as_topscorer(bracket: Bracket) -> BoolArray:
    """Whether the player with the narrower colour difference is a topscorer; of equal ones, both."""
    difference, topscorer = bracket.take(bracket.players.colour_difference), _is_topscorer(bracket)
    less = np.less.outer(np.abs(difference), np.abs(difference))
    both_are = np.logical_and.outer(topscorer, topscorer)
    return np.asarray(np.where(less, topscorer[:, None], np.where(less.T, topscorer[None, :], both_are)))


def _both_prefer(bracket: Bracket, *, colour: int) -> BoolArray:
    prefers = bracket.take(bracket.players.preference) == colour
    return np.asarray(np.logical_and.outer(prefers, prefers))


def _has_one_topscorer(bracket: Bracket) -> BoolArray:
    topscorer = _is_topscorer(bracket)
    return np.asarray(np.not_equal.outer(topscorer, topscorer))


def _is_topscorer(bracket: Bracket) -> BoolArray:
    return np.asarray(bracket.players.topscorer[bracket.positions])


def _pairs_if(
    criterion: BracketCriterion, is_meant: Callable[[Bracket], BoolArray]
) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.pairs is None:
            return counted
        return counted._replace(pairs=np.where(is_meant(bracket), counted.pairs, 0))

    return contribution
