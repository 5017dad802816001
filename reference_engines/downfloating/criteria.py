"""
Criteria of brackets: the number that each pair and each downfloater of a candidate adds to a value.

The optimiser packs these numbers into matching costs, and the assessment adds them up for a given candidate: one rule,
used by both. The criteria here are shared by all systems that float players down; each system adds its own. Editions
number the criteria and order them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from reference_engines.frame.results import CriterionValue
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket, Candidate


class BracketContribution(NamedTuple):
    """The numbers that the pairs and downfloaters of a bracket add to a criterion's value."""

    # A named tuple, as every bracket makes a dozen: it is made in a fraction of a dataclass's time.

    bound: int
    """No candidate has a greater value (in any one level)."""
    pairs: IntArray | BoolArray | None = None
    """(places, places), symmetric; None if pairs add nothing."""
    floats: IntArray | BoolArray | None = None
    """(places,); None if downfloaters add nothing."""
    levels: tuple[int, ...] | None = None
    """Amounts for which numbers stand: n above 0 for ``levels[n - 1]``, 0 for none. The value is the list of amounts in
    descending order. None: the value is the sum of the numbers."""

    def value(self, candidate: Candidate) -> tuple[int, ...]:
        """Add up the candidate's value: one sum, or amounts in descending order."""
        numbers = [int(self.pairs[pair]) for pair in candidate.pairs] if self.pairs is not None else []
        if self.floats is not None:
            numbers += [int(self.floats[place]) for place in candidate.downfloaters]
        return add_up(numbers, self.levels)


def add_up(numbers: Sequence[int], levels: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the value that contributed numbers stand for: their sum, or the amounts of their levels."""
    if levels is None:
        return (sum(numbers),)
    return tuple(sorted((levels[number - 1] for number in numbers if number), reverse=True))


@dataclass(frozen=True, slots=True)
class Criterion:
    """A rule of quality: lower values are better."""

    name: str
    sentence: str
    contribution: Callable[[Bracket], BracketContribution | None]
    """None where the criterion's value is zero for every candidate of the bracket."""

    def value(self, bracket: Bracket, candidate: Candidate) -> tuple[int, ...]:
        """Return the value of a candidate."""
        contribution = self.contribution(bracket)
        return (0,) if contribution is None else contribution.value(candidate)


def index_levels(amounts: IntArray | BoolArray) -> tuple[IntArray, tuple[int, ...]]:
    """Replace amounts by 1 + their index among the distinct amounts above zero (0 stays 0), and list these."""
    levels = sorted(set(amounts.ravel().tolist()) - {0})
    if len(levels) == 1:
        return (amounts != 0).astype(np.int64), (levels[0],)
    return np.searchsorted([0, *levels], amounts), tuple(levels)


class AnyCriterion(Protocol):
    """A criterion of any system, by its name and sentence."""

    @property
    def name(self) -> str:
        """The name by meaning: ``colour_preference``."""
        ...

    @property
    def sentence(self) -> str:
        """The criterion in one sentence."""
        ...


CriterionT = TypeVar("CriterionT", bound=AnyCriterion)


@dataclass(frozen=True, slots=True)
class NumberedCriterion(Generic[CriterionT]):
    """A criterion as an edition prints it."""

    label: str
    article: str
    criterion: CriterionT

    def criterion_value(self, value: tuple[int, ...]) -> CriterionValue:
        """Return a value of the criterion with its label, article and sentence."""
        name, sentence = self.criterion.name, self.criterion.sentence
        return CriterionValue(label=self.label, article=self.article, name=name, sentence=sentence, value=value)


def _downfloaters(bracket: Bracket) -> BracketContribution:
    return BracketContribution(floats=np.ones(bracket.size, dtype=np.int64), bound=bracket.size)


def _downfloater_scores(bracket: Bracket) -> BracketContribution:
    # A score may be zero, so scores are shifted by one to distinguish them from "nothing", and shifted back.
    entries, levels = index_levels(bracket.score + 1)
    return BracketContribution(floats=entries, bound=bracket.size, levels=tuple(level - 1 for level in levels))


def _colour_preference(bracket: Bracket) -> BracketContribution:
    return BracketContribution(pairs=bracket.take_pairs(bracket.players.same_preference), bound=bracket.size // 2)


DOWNFLOATERS = Criterion("downfloaters", "number of players who leave the bracket unpaired", _downfloaters)
DOWNFLOATER_SCORES = Criterion("downfloater_scores", "scores of the downfloaters, highest first", _downfloater_scores)
COLOUR_PREFERENCE = Criterion("colour_preference", "players who miss their colour preference", _colour_preference)
FOLLOWING_BRACKET = Criterion(
    "following_bracket",
    "players left unpaired in the following bracket, then their scores, highest first",
    lambda _: None,
)
"""Evaluated by a search of the following bracket; see the procedure of the edition."""
