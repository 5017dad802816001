"""
Rarer misreadings of the order of criteria: several moved together, sorted otherwise, or all from one on missing.

A program weighs criteria one after the other, and what is in the wrong place there is often a block: both criteria on
floats of the previous round, all on colours. A walk that stops too early leaves out the criteria from one on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, index_levels
from reference_engines.dutch.criteria import (
    DOWNFLOAT_AGAIN,
    DOWNFLOAT_AGAIN_DIFFERENCES,
    PAIRING_SCORE_DIFFERENCE,
    POINT,
)
from reference_engines.misreadings.dutch.families import families_of, replace_counts
from reference_engines.misreadings.dutch.grammar import (
    BRACKETS,
    amounts_of,
    count_instead,
    counted_criteria,
    limit_to_brackets,
)
from reference_engines.misreadings.dutch.making import misreading, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

    Numbered = Sequence[NumberedBracketCriterion]


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
        return counted._replace(floats=None) if part == "floats" else counted._replace(pairs=None)

    return contribution
