"""
Criteria of brackets: what each pair and each downfloater of a candidate adds to a value.

The optimiser packs these numbers into matching costs, and the assessment adds them up for a given candidate: one rule,
read by both. Here is what the systems share that float players down; each has criteria of its own besides. Editions
number the criteria and put them in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.brackets.bracket import Bracket, Candidate
    from reference_engines.history import BoolArray, IntArray


class BracketContribution(NamedTuple):
    """What the pairs and downfloaters of a bracket add to a criterion's value."""

    # A named tuple: there are a dozen for every bracket, and it is made in a fraction of the time.

    bound: int
    """No candidate has a greater value (in any one level)."""
    pairs: IntArray | BoolArray | None = None
    """(places, places), symmetric; None: nothing."""
    floats: IntArray | BoolArray | None = None
    """(places,) for a downfloater; None: nothing."""
    levels: tuple[int, ...] | None = None
    """None: the value is the sum. Else a pair or downfloater adds one to level ``entry - 1`` (0: nothing), and the
    value is the list of the levels' amounts in descending order."""

    def value(self, candidate: Candidate) -> tuple[int, ...]:
        """Add up the candidate's value: one sum, or amounts in descending order."""
        found = [int(self.pairs[pair]) for pair in candidate.pairs] if self.pairs is not None else []
        if self.floats is not None:
            found += [int(self.floats[place]) for place in candidate.downfloaters]
        if self.levels is None:
            return (sum(found),)
        return tuple(sorted((self.levels[entry - 1] for entry in found if entry), reverse=True))


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
    """Replace amounts by 1 + their index among the distinct amounts above zero, ascending (0 stays 0)."""
    levels = sorted(set(amounts.ravel().tolist()) - {0})
    if len(levels) == 1:
        return (amounts != 0).astype(np.int64), (levels[0],)
    return np.searchsorted([0, *levels], amounts), tuple(levels)


@dataclass(frozen=True, slots=True)
class NumberedCriterion:
    """A criterion as an edition prints it."""

    label: str
    article: str
    criterion: Criterion


def _downfloaters(bracket: Bracket) -> BracketContribution:
    return BracketContribution(floats=np.ones(bracket.size, dtype=np.int64), bound=bracket.size)


def _downfloater_scores(bracket: Bracket) -> BracketContribution:
    # Scores may be zero, so they are shifted by one to tell them from "nothing" and shifted back.
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
"""Needs a search of the following bracket; see the completion of the edition."""
