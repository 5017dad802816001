"""Generated misreadings of the criteria of the Burstein System: other brackets, players, amounts, and look-ahead."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.downfloating.bracket import COLOUR_PREFERENCE, DOWNFLOATERS, FOLLOWING_BRACKET
from reference_engines.misreadings.dutch.colour_conditions import colour_counts
from reference_engines.misreadings.dutch.criteria_variations import weights
from reference_engines.misreadings.dutch.families import replace_counts
from reference_engines.misreadings.dutch.grammar import (
    AGGREGATES,
    BRACKETS,
    aggregate_amounts,
    count_instead,
    limit_to_brackets,
    merged_contribution,
)
from reference_engines.misreadings.dutch.making import misreading, parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.burstein.edition import BursteinText
    from reference_engines.definitions.criteria import Contribution
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion
    from reference_engines.frame.variants import Misreading


def generated_criteria(text: BursteinText) -> Iterator[Misreading]:
    """Yield criteria of some brackets or players only, of other amounts, merged ones, and other look-aheads."""
    shared: Any = text
    seen = set[str]()
    for one in (*_scopes(text), *weights(shared), *colour_counts(shared), *_merged(text), *_look_ahead(text)):
        if one.identifier not in seen and "topscorer" not in one.identifier:  # this system knows no topscorers
            seen.add(one.identifier)
            yield one


def _scopes(text: BursteinText) -> Iterator[Misreading]:
    counted = [one for one in text.criteria if one.criterion not in (DOWNFLOATERS, FOLLOWING_BRACKET)]
    for one in counted:
        alike = [other.criterion for other in counted if other.label == one.label]
        for name, sentence, is_meant in BRACKETS if one.criterion is alike[0] else ():
            change = replace_counts({criterion: limit_to_brackets(criterion, is_meant) for criterion in alike})
            misread = count_instead(one, name, sentence, limit_to_brackets(one.criterion, is_meant))
            yield misreading(misread.identifier, misread.sentence, misread.article, change)
        if one.criterion is COLOUR_PREFERENCE:
            for name, words, is_meant_floater in _PAIRS:
                count = partial(_pairs_of, criterion=one.criterion, floaters=is_meant_floater)
                yield count_instead(one, f"pairs_{name}", f"counted {words}", count)
                twice = partial(_twice, criterion=one.criterion, floaters=is_meant_floater)
                yield count_instead(one, f"twice_{name}", f"counted {words.removesuffix(' only')} twice", twice)
        elif one.criterion is alike[-1]:
            for name, sentence, aggregate in AGGREGATES:
                yield count_instead(one, name, sentence, aggregate_amounts(one.criterion, aggregate))


_PAIRS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("residents", "pairs of residents only", (0,)),
    ("floaters", "pairs with an incoming floater only", (1, 2)),
    ("one-floater", "pairs of an incoming floater and a resident only", (1,)),
)
"""Name, words, and the numbers of incoming floaters in the pairs that count."""


def _pairs_of(bracket: Bracket, *, criterion: BracketCriterion, floaters: tuple[int, ...]) -> Contribution | None:
    counted = criterion.contribution(bracket)
    if counted is None or counted.pairs is None:
        return counted
    incoming = np.isin(bracket.positions, bracket.mdps).astype(np.int64)
    is_meant = np.isin(np.add.outer(incoming, incoming), floaters)
    return counted._replace(pairs=np.where(is_meant, counted.pairs, 0))


def _twice(bracket: Bracket, *, criterion: BracketCriterion, floaters: tuple[int, ...]) -> Contribution | None:
    counted, again = criterion.contribution(bracket), _pairs_of(bracket, criterion=criterion, floaters=floaters)
    if counted is None or counted.pairs is None or again is None or again.pairs is None:
        return counted
    return counted._replace(pairs=counted.pairs.astype(np.int64) + again.pairs, bound=2 * counted.bound)


def _merged(text: BursteinText) -> Iterator[Misreading]:
    counted = [one for one in text.criteria if one.criterion not in (DOWNFLOATERS, FOLLOWING_BRACKET)]
    for upper, lower in pairwise(counted):
        if upper.label == lower.label:
            continue
        merged = count_instead(
            upper,
            f"and_{lower.criterion.name}",
            f"and {lower.label} were added up",
            merged_contribution(upper.criterion, lower.criterion),
        )
        yield misreading(
            merged.identifier,
            merged.sentence,
            merged.article,
            partial(_leave_out_after, change=merged.rules, left_out=lower.criterion),
        )


def _leave_out_after(rules: Any, *, change: Any, left_out: BracketCriterion) -> Any:
    changed = change(rules)
    return parts(criteria=tuple(one for one in changed.criteria if one.criterion is not left_out))(changed)


def _look_ahead(text: BursteinText) -> Iterator[Misreading]:
    article = next((one.article for one in text.criteria if one.criterion is FOLLOWING_BRACKET), "")
    for labels, words in ((("C5",), "the number of floaters"), (("C6",), "the scores of floaters")):
        if article:
            yield misreading(
                f"look-ahead-by-{labels[0]}-alone".lower(),
                f"C7 looked at {labels[0]} alone in the following bracket, {words}",
                article,
                parts(looks_ahead_by=labels),
            )
