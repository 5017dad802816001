"""
Rarer misreadings of criteria: added up, weighed, or ranked otherwise, alone or as a block.

A program weighs criteria one after the other, and what is in the wrong place there is often a block: both criteria on
floats of the previous round, all on colours. A walk that stops too early leaves out the criteria from one on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise, permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, index_levels
from reference_engines.definitions.player_states import Strength
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE
from reference_engines.dutch.criteria import (
    DOWNFLOAT_AGAIN,
    DOWNFLOAT_AGAIN_DIFFERENCES,
    PAIRING_SCORE_DIFFERENCE,
    POINT,
    STRONG_COLOUR_PREFERENCE,
    TOPSCORER_CRITERIA,
)
from reference_engines.misreadings.dutch.families import families_of, replace_counts
from reference_engines.misreadings.dutch.grammar import (
    BRACKETS,
    amounts_of,
    both_prefer,
    count_instead,
    counted_criteria,
    keep_pairs,
    limit_to_brackets,
    limit_to_pairs,
    merge_criteria,
    merged_contribution,
    move_criterion,
)
from reference_engines.misreadings.dutch.making import misreading, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

    Numbered = Sequence[NumberedBracketCriterion]


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
        pairs = None if counted.pairs is None else greatest - counted.pairs.astype(np.int64)
        floats = None if counted.floats is None else greatest - counted.floats.astype(np.int64)
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


_WEIGHTS: tuple[tuple[str, str, Callable[[Bracket, IntArray], IntArray]], ...] = (
    ("by_strength", "weighed a missed preference by its strength", _weigh_by_strength),
    ("by_stronger", "weighed a missed preference by the stronger one of the pair", _weigh_by_stronger),
    ("by_difference", "weighed a missed preference by the colour difference", _weigh_by_difference),
    ("either_strong", "counted pairs of which a player prefers the colour at least strongly", _either_strong),
)


def _has_absolute(bracket: Bracket, *, are_meant: bool) -> BoolArray:
    is_absolute = bracket.take(bracket.players.strength) == Strength.ABSOLUTE
    return np.asarray(np.logical_or.outer(is_absolute, is_absolute) == are_meant)


_OF_ABSOLUTE: tuple[tuple[str, str, bool], ...] = (
    ("neither_absolute", "left pairs out of which a player has an absolute preference", False),
    ("either_absolute", "counted only pairs of which a player has an absolute preference", True),
)
"""Name, words, and whether the pairs that the criterion counts are those with an absolute preference."""


def weights(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria on colours that weigh the pairs that they count, or count some of them."""
    for one in counted_criteria(text):
        if one.criterion in (COLOUR_PREFERENCE, STRONG_COLOUR_PREFERENCE):
            for name, sentence, weigh in _WEIGHTS:
                yield count_instead(one, name, sentence, _weighed(weigh))
            for name, sentence, are_meant in _OF_ABSOLUTE:
                has_absolute = partial(_has_absolute, are_meant=are_meant)
                yield count_instead(one, name, sentence, keep_pairs(one.criterion, has_absolute))
            for colour, words in ((1, "White"), (-1, "Black")):
                prefer = keep_pairs(one.criterion, partial(both_prefer, colour=colour))
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
                yield count_instead(one, name, sentence, keep_pairs(one.criterion, is_meant))


def _misses_as_topscorer(bracket: Bracket) -> BoolArray:
    """Whether the player with the narrower colour difference is a topscorer; of equal ones, both."""
    difference, topscorer = bracket.take(bracket.players.colour_difference), _is_topscorer(bracket)
    less = np.less.outer(np.abs(difference), np.abs(difference))
    both_are = np.logical_and.outer(topscorer, topscorer)
    return np.asarray(np.where(less, topscorer[:, None], np.where(less.T, topscorer[None, :], both_are)))


def _has_one_topscorer(bracket: Bracket) -> BoolArray:
    topscorer = _is_topscorer(bracket)
    return np.asarray(np.not_equal.outer(topscorer, topscorer))


def _is_topscorer(bracket: Bracket) -> BoolArray:
    return np.asarray(bracket.players.topscorer[bracket.positions])


def moved_blocks(text: DutchText) -> Iterator[Misreading]:
    """Yield two neighbours, or a family of criteria, ranked just above a criterion, or just below it."""
    counted = counted_criteria(text)
    seen = {_order_of(text.criteria), *_orders_of_single_moves(text)}
    for is_below in (False, True):
        for name, words, block in _blocks(text):
            first, last = counted.index(block[0]), counted.index(block[-1])
            passed = counted[first + 1 :] if is_below else counted[:last][::-1]
            for other in [one for one in passed if one not in block]:
                order = _order_of(_moved(text.criteria, block, other, is_below=is_below))
                if order in seen:
                    continue
                seen.add(order)
                where = "below" if is_below else "above"
                for article in dict.fromkeys(one.article for one in (*block, other)):
                    yield misreading(
                        f"{name}-moved-{where}-{other.criterion.name}".replace("_", "-"),
                        f"{words} ranked {where} {other.label}",
                        article,
                        _reorder(block, other, is_below=is_below),
                    )


def _orders_of_single_moves(text: DutchText) -> Iterator[tuple[str, ...]]:
    counted = counted_criteria(text)
    for one, other in permutations(counted, 2):
        for is_below in (False, True):
            yield _order_of(_moved(text.criteria, (one,), other, is_below=is_below))


def _blocks(text: DutchText) -> Iterator[tuple[str, str, Numbered]]:
    """Yield the name of each block, its words, and its criteria in their order."""
    for upper, lower in pairwise(counted_criteria(text)):
        name = f"{upper.criterion.name}-and-{lower.criterion.name}"
        yield name, f"{upper.label} and {lower.label}", (upper, lower)
    for name, words, family in families_of(text):
        yield f"criteria-on-{name}", f"the criteria {words}", family


def _order_of(criteria: Numbered) -> tuple[str, ...]:
    return tuple(one.label for one in criteria)


def _moved(
    criteria: Numbered, block: Numbered, neighbour: NumberedBracketCriterion, *, is_below: bool
) -> tuple[NumberedBracketCriterion, ...]:
    kept = [one for one in criteria if one not in block]
    place = kept.index(neighbour) + is_below
    return (*kept[:place], *block, *kept[place:])


def _reorder(block: Numbered, neighbour: NumberedBracketCriterion, *, is_below: bool) -> ChangeRules:
    def change(rules: Any) -> Any:
        if not {*block, neighbour} <= {*rules.criteria}:
            return rules
        return replace(rules, criteria=_moved(rules.criteria, block, neighbour, is_below=is_below))

    return change


# --- criteria on floats in another order ------------------------------------------------------------------------------


def _is_upfloat(numbered: NumberedBracketCriterion) -> bool:
    return "upfloat" in numbered.criterion.name


def _is_of_scores(numbered: NumberedBracketCriterion) -> bool:
    return numbered.criterion.name[:-2].endswith(("scores", "differences"))


def _back(numbered: NumberedBracketCriterion) -> int:
    return int(numbered.criterion.name[-1])


_SORTINGS: tuple[tuple[str, str, Callable[[NumberedBracketCriterion], tuple[int, ...]]], ...] = (
    (
        "upfloats-first",
        "each criterion on upfloats ranked above the one on downfloats",
        lambda one: (_is_of_scores(one), _back(one), not _is_upfloat(one)),
    ),
    (
        "two-rounds-before-first",
        "floats of two rounds before ranked above those of the previous round",
        lambda one: (_is_of_scores(one), -_back(one), _is_upfloat(one)),
    ),
    (
        "downfloats-of-both-rounds-first",
        "downfloats of both rounds ranked above upfloats, first by numbers, then by scores",
        lambda one: (_is_of_scores(one), _is_upfloat(one), _back(one)),
    ),
    (
        "backwards",
        "the criteria on repeated floats ranked from the last to the first",
        lambda one: (not _is_of_scores(one), -_back(one), not _is_upfloat(one)),
    ),
)


def sorted_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield the criteria on repeated floats in other orders, in their places."""
    floats = [one for one in text.criteria if "float_again" in one.criterion.name]
    for name, words, key in _SORTINGS:
        ordered = sorted(floats, key=key)
        for article in dict.fromkeys(one.article for one in floats) if ordered != floats else ():
            yield misreading(
                f"criteria-on-floats-{name}",
                words,
                article,
                _replace_in_places(floats, ordered),
            )


def _replace_in_places(floats: Numbered, ordered: Numbered) -> ChangeRules:
    swaps = {one.label: other for one, other in zip(floats, ordered, strict=True)}

    def change(rules: Any) -> Any:
        if not {*floats} <= {*rules.criteria}:
            return rules
        return replace(rules, criteria=tuple(swaps.get(one.label, one) for one in rules.criteria))

    return change


# --- criteria from one on left out ------------------------------------------------------------------------------------

_ENDS = ("homogeneous", "heterogeneous", "last", "not_last")


def cut_ends(text: DutchText) -> Iterator[Misreading]:
    """Yield all criteria from one on left out, everywhere or in brackets of one kind."""
    counted = counted_criteria(text)
    for at, one in enumerate(counted[:-1]):
        left_out = [other.criterion for other in counted[at:]]
        words = f"the criteria from {one.label} on"
        name = f"from-{one.criterion.name}-on".replace("_", "-")
        yield misreading(f"{name}-left-out", f"{words} were left out", one.article, without(*left_out))
        for scope, sentence, is_meant in BRACKETS:
            if scope in _ENDS:
                counts = {criterion: limit_to_brackets(criterion, is_meant) for criterion in left_out}
                yield misreading(
                    f"{name}-{scope}".replace("_", "-"), f"{words} {sentence}", one.article, replace_counts(counts)
                )


# --- lists of which a part is missing ---------------------------------------------------------------------------------


_OF_PAIRS_AND_FLOATERS = (
    PAIRING_SCORE_DIFFERENCE,
    *DOWNFLOAT_AGAIN.values(),
    *DOWNFLOAT_AGAIN_DIFFERENCES.values(),
)


def missing_parts(text: DutchText) -> Iterator[Misreading]:
    """Yield lists of score differences without the pairs, or without the downfloaters (2017)."""
    for one in counted_criteria(text):
        if one.criterion in _OF_PAIRS_AND_FLOATERS:
            for name, words, part in (
                ("of_pairs", "pairs only, not downfloaters", "floats"),
                ("of_floats", "downfloaters only, not pairs", "pairs"),
            ):
                yield count_instead(one, name, f"counted {words}", _without(one.criterion, part))


_REFERENCES: tuple[tuple[str, str, Callable[[Bracket], int]], ...] = (
    ("lowest", "the lowest score of the bracket", lambda bracket: int(bracket.score[-1])),
    (
        "half_less",
        "half a point less than the lowest score of the bracket",
        lambda bracket: int(bracket.score[-1]) - POINT // 2,
    ),
    (
        "two_less",
        "two points less than the lowest score of the bracket",
        lambda bracket: int(bracket.score[-1]) - 2 * POINT,
    ),
    ("zero", "zero", lambda _: 0),
    (
        "following",
        "the score of the following scoregroup",
        lambda bracket: bracket.players.scores[min(bracket.last, bracket.players.size - 1)],
    ),
)
"""Name, words, and the score from which the difference of a downfloater is counted."""


def downfloat_differences(text: DutchText) -> Iterator[Misreading]:
    """Yield lists in which the score differences of downfloaters are counted from another score (2017)."""
    for one in counted_criteria(text):
        own, again = one.criterion, _AGAIN.get(one.criterion)
        if own is PAIRING_SCORE_DIFFERENCE or again is not None:
            for name, words, reference in _REFERENCES:
                yield count_instead(
                    one,
                    f"from_{name}",
                    f"took the score differences of downfloaters from {words}",
                    partial(_count_from, criterion=own, reference=reference, again=again),
                )


_AGAIN = {DOWNFLOAT_AGAIN_DIFFERENCES[back]: DOWNFLOAT_AGAIN[back] for back in DOWNFLOAT_AGAIN_DIFFERENCES}
"""The criterion that tells which downfloaters of another criterion are counted."""


def _count_from(
    bracket: Bracket,
    *,
    criterion: BracketCriterion,
    reference: Callable[[Bracket], int],
    again: BracketCriterion | None,
) -> Contribution | None:
    counted = amounts_of(criterion.contribution(bracket))
    if counted is None:
        return None
    floats = np.maximum(bracket.score - reference(bracket), 0)
    if again is not None:
        floaters = again.contribution(bracket)
        is_meant = np.zeros(bracket.size) if floaters is None or floaters.floats is None else floaters.floats
        floats = np.where(is_meant, floats, 0)
    pairs = np.zeros((bracket.size, bracket.size), dtype=np.int64) if counted.pairs is None else counted.pairs
    entries, levels = index_levels(np.vstack([pairs, floats[None, :]]))
    return Contribution(pairs=entries[:-1], floats=entries[-1], bound=bracket.size, levels=levels)


def _without(criterion: BracketCriterion, part: str) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None:
            return None
        return replace(counted, floats=None) if part == "floats" else replace(counted, pairs=None)

    return contribution
