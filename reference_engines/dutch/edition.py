"""An edition of the Dutch system: its ordered criteria, and which of the shared definitions it uses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.dutch.criteria import Criterion
from reference_engines.dutch.optimiser import Objective

if TYPE_CHECKING:
    from reference_engines.colours import ColourArticles
    from reference_engines.engine import Edition
    from reference_engines.results import GenerationStep
    from reference_engines.standing import ByeRule, FloatRule

BYE_SCORE = Criterion(
    name="bye_score",
    sentence="score of the player who receives the pairing-allocated bye",
    contribution=lambda _: None,
)
"""Settled for the round before the first bracket; see the completion of the edition."""
FOLLOWING_BRACKET = Criterion(
    name="following_bracket",
    sentence="players left unpaired in the following bracket, then their scores, highest first",
    contribution=lambda _: None,
)
"""Needs a search of the following bracket; see the completion of the edition."""


@dataclass(frozen=True, slots=True)
class NumberedCriterion:
    """A criterion as an edition prints it."""

    label: str
    article: str
    criterion: Criterion


@dataclass(frozen=True, kw_only=True)
class DutchEdition:
    """What one edition of C.04.3 consists of."""

    edition: Edition
    criteria: tuple[NumberedCriterion, ...]
    """In descending priority, without the absolute ones."""
    floats: FloatRule
    byes: ByeRule
    absolute_articles: tuple[str, str, str]
    """Articles of C1 to C3."""
    colours: ColourArticles
    generation: dict[GenerationStep, str]
    """Articles of the sequential generation."""

    @cached_property
    def objective(self) -> Objective:
        """The criteria that a bracket is optimised by, around the look-ahead."""
        criteria = [numbered.criterion for numbered in self.criteria if numbered.criterion is not BYE_SCORE]
        cut = criteria.index(FOLLOWING_BRACKET)
        return Objective(before=tuple(criteria[:cut]), after=tuple(criteria[cut + 1 :]))
