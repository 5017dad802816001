"""
Criteria of quality: the numbers that the pairs and floaters of a candidate add to a value, and labels of editions.

The optimiser packs these numbers into matching costs. The literal twin, the assessment, the explanation and the
coverage add them up for a given candidate: one rule, read by all. A criterion judges candidates of a *scope*: a
bracket, a scoregroup with its possible upfloaters, or all participants of a round. *Places* number the participants of
the scope.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from reference_engines.frame.results import CriterionValue
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from reference_engines.definitions.history import BoolArray, IntArray

ScopeT = TypeVar("ScopeT")


class Contribution(FrozenStruct, frozen=True):
    """The numbers that the pairs and floaters of a scope add to a criterion's value."""

    bound: int
    """No candidate has a greater value (in any one level)."""
    pairs: IntArray | BoolArray | None = None
    """(places, places), symmetric; None if pairs add nothing."""
    floats: IntArray | BoolArray | None = None
    """(places,) what each downfloater, upfloater or player with the bye adds; None if they add nothing."""
    levels: tuple[int, ...] | None = None
    """Amounts for which numbers stand: n above 0 for ``levels[n - 1]``, 0 for none. The value is the list of amounts in
    descending order. None: the value is the sum of the numbers."""

    def value(self, pairs: Iterable[tuple[int, int]], floaters: Iterable[int]) -> tuple[int, ...]:
        """Add up the value of a candidate: one sum, or amounts in descending order."""
        numbers = [] if self.pairs is None else [int(self.pairs[pair]) for pair in pairs]
        if self.floats is not None:
            numbers += [int(self.floats[place]) for place in floaters]
        if self.levels is None:
            return (sum(numbers),)
        return tuple(sorted((self.levels[number - 1] for number in numbers if number), reverse=True))

    def counts(self, pairs: Iterable[tuple[int, int]], floaters: Iterable[int]) -> bool:
        """Whether a candidate has a value above zero."""
        if self.pairs is not None and any(self.pairs[pair] for pair in pairs):
            return True
        return self.floats is not None and any(self.floats[place] for place in floaters)


class Criterion(FrozenStruct, Generic[ScopeT], frozen=True):
    """A rule of quality: lower values are better."""

    name: str
    sentence: str
    contribution: Callable[[ScopeT], Contribution | None]
    """None where the criterion's value is zero for every candidate of the scope."""

    def value(self, scope: ScopeT, pairs: Iterable[tuple[int, int]], floaters: Iterable[int]) -> tuple[int, ...]:
        """Return the value of a candidate, given by its pairs and floaters."""
        contribution = self.contribution(scope)
        return (0,) if contribution is None else contribution.value(pairs, floaters)


class NumberedCriterion(FrozenStruct, Generic[ScopeT], frozen=True):
    """A criterion as an edition prints it."""

    label: str
    article: str
    criterion: Criterion[ScopeT]

    def criterion_value(self, value: tuple[int, ...]) -> CriterionValue:
        """Return a value of the criterion with its label, article and sentence."""
        name, sentence = self.criterion.name, self.criterion.sentence
        return CriterionValue(label=self.label, article=self.article, name=name, sentence=sentence, value=value)


def index_levels(amounts: IntArray | BoolArray) -> tuple[IntArray, tuple[int, ...]]:
    """Replace amounts by 1 + their index among the distinct amounts above zero (0 stays 0), and list these."""
    levels = sorted(set(amounts.ravel().tolist()) - {0})
    if len(levels) == 1:
        return (amounts != 0).astype(np.int64), (levels[0],)
    return np.searchsorted([0, *levels], amounts), tuple(levels)


def not_judged_alone(_: object) -> None:
    """Contribute nothing: the procedure of the system evaluates the criterion by a search."""
