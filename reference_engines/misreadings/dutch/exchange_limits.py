"""
Misreadings of S1 and S2 in homogeneous brackets: exchanges near their border alone, and an odd player in S1.

A program may look for exchanges among the few last players of S1 and the few first players of S2 only. And it may give
the odd player of a bracket to S1, so that the last player of S1 floats down unless a criterion asks for another one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.grammar import counted_criteria
from reference_engines.misreadings.dutch.making import misreading
from reference_engines.misreadings.dutch.walks import insert_criteria

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from reference_engines.downfloating.bracket import Bracket, BracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules


def _exchanged_beyond(bracket: Bracket, *, number: int) -> Contribution | None:
    """Count exchanged players of a homogeneous bracket who are farther from the border between S1 and S2."""
    if bracket.mdps:
        return None
    border, place = bracket.size // 2, np.arange(bracket.size)
    is_far_in_s1 = place < border - number
    is_far_in_s2 = place >= border + number
    # Of two players of S1 the lower ranked one was exchanged, of two of S2 the higher ranked one: the nearer ones.
    pairs = np.logical_and.outer(is_far_in_s1, is_far_in_s1) | np.logical_and.outer(is_far_in_s2, is_far_in_s2)
    return Contribution(pairs=pairs, floats=is_far_in_s1.astype(np.int64), bound=bracket.size)


_WITHIN = (
    (1, "only the last player of S1 and the first of S2"),
    (2, "only the two last players of S1 and the two first of S2"),
    (3, "only the three last players of S1 and the three first of S2"),
)


def near_exchanges(text: DutchText) -> Iterator[Misreading]:
    """Yield exchanges of the players next to the border between S1 and S2 alone, before a criterion is looked at."""
    article = text.generation[GenerationStep.EXCHANGE]
    for (number, words), (at, one) in product(_WITHIN, enumerate(counted_criteria(text))):
        criterion: BracketCriterion = Criterion(
            f"exchanges_beyond_{number}",
            "number of exchanged players far from the border between S1 and S2",
            partial(_exchanged_beyond, number=number),
        )
        before = f", before {one.label} was looked at" if at else ""
        yield misreading(
            f"exchanges-within-{number}-before-{one.criterion.name}".replace("_", "-"),
            f"{words} were exchanged{before}",
            article,
            insert_criteria((criterion,), one, article),
        )


def _other_floater(bracket: Bracket) -> Contribution | None:
    """Count a downfloater of an odd homogeneous bracket who is not in the middle of it."""
    if bracket.mdps or bracket.size % 2 == 0:
        return None
    return Contribution(floats=(np.arange(bracket.size) != bracket.size // 2).astype(np.int64), bound=bracket.size)


_OTHER_FLOATER: BracketCriterion = Criterion(
    "floater_beside_the_middle", "downfloaters of an odd bracket other than the player in the middle", _other_floater
)
ARTICLES = {"4.2.2": "3.2.2", "D.1": "B.2"}
"""The article on S1 and S2 by that on transpositions, in each edition."""


def larger_s1(text: DutchText) -> Iterator[Misreading]:
    """Yield that the odd player of a homogeneous bracket belongs to S1, and floats down unless a criterion decides."""
    article = ARTICLES[text.generation[GenerationStep.TRANSPOSITION]]
    yield misreading(
        "s1-has-the-odd-player",
        "in a homogeneous bracket with an odd number of players S1 had one player more than S2, who then floats down",
        article,
        _append(NumberedCriterion(_OTHER_FLOATER.name, article, _OTHER_FLOATER)),
    )


def _append(numbered: Any) -> ChangeRules:
    return lambda rules: replace(rules, criteria=(*rules.criteria, numbered))


KINDS = (near_exchanges, larger_s1)
