"""What the editions of the team system consist of: criteria by meaning, numbered by each edition."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from reference_engines.edition import Edition
    from reference_engines.team.field import TeamField

    Costs = Callable[[TeamField], NDArray[np.int64]]


class Stage(Enum):
    """Where a criterion is applied."""

    BYE = "bye"
    UPFLOATERS = "upfloaters"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A criterion by its meaning."""

    name: str
    sentence: str
    stage: Stage
    costs: Costs | None = None
    """For a criterion of the bracket: by two positions, what their meeting adds to the value."""


def _colour(field: TeamField) -> NDArray[np.int64]:
    """Two teams that want the same colour leave one preference unfulfilled; any others, none (4.3.2, 4.3.3)."""
    return (field.preference[:, None] * field.preference[None, :] > 0).astype(np.int64)


def _strong_colour(field: TeamField) -> NDArray[np.int64]:
    """Of two that want the same colour, a strong preference is left unfulfilled only if both are strong (4.3.4)."""
    return _colour(field) * (field.strong[:, None] & field.strong[None, :])


def _consecutive_floats(field: TeamField) -> NDArray[np.int64]:
    cross = (field.score[:, None] != field.score[None, :]).astype(np.int64)
    return cross * (field.floated[:, None].astype(np.int64) + field.floated[None, :])


def _opponents_floats(field: TeamField) -> NDArray[np.int64]:
    higher = field.score[:, None] > field.score[None, :]
    one_way = (higher & field.floated[:, None]).astype(np.int64)
    return one_way + one_way.T


BYE_SCORE = Criterion(name="bye_score", sentence="the bye goes to the lowest score", stage=Stage.BYE)
BYE_UNPLAYED = Criterion(
    name="bye_rounds_without_match", sentence="the bye goes to who played most matches", stage=Stage.BYE
)
UPFLOATERS = Criterion(
    name="upfloaters", sentence="as few upfloaters as possible join the top-scoregroup", stage=Stage.UPFLOATERS
)
UPFLOATER_SCORES = Criterion(
    name="score_differences",
    sentence="the scores of upfloaters are as little below as possible",
    stage=Stage.UPFLOATERS,
)
FOLLOWING = Criterion(
    name="upfloaters_of_following_group",
    sentence="as few teams as possible of the following scoregroup lack a partner in it",
    stage=Stage.UPFLOATERS,
)
UPFLOATERS_AGAIN = Criterion(
    name="upfloaters_floating_again",
    sentence="as few upfloaters as possible floated in the round before",
    stage=Stage.UPFLOATERS,
)
COLOUR = Criterion(
    name="colour_preference",
    sentence="as few teams as possible miss their colour preference",
    stage=Stage.BRACKET,
    costs=_colour,
)
STRONG_COLOUR = Criterion(
    name="strong_colour_preference",
    sentence="as few teams as possible miss a strong colour preference (Type B)",
    stage=Stage.BRACKET,
    costs=_strong_colour,
)
CONSECUTIVE_FLOATS = Criterion(
    name="consecutive_floats",
    sentence="as few teams as possible float in consecutive rounds",
    stage=Stage.BRACKET,
    costs=_consecutive_floats,
)
OPPONENTS_AGAIN = Criterion(
    name="upfloaters_opponents_floating_again",
    sentence="as few opponents of upfloaters as possible floated in the round before",
    stage=Stage.BRACKET,
    costs=_opponents_floats,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A criterion as an edition prints it."""

    label: str
    article: str
    criterion: Criterion


class ByeBar(Enum):
    """Who may not have the bye ([C2])."""

    SCORED_A_WIN = "a bye before, or a win's points in a round without playing"
    LISTED = "a bye before, a match won by forfeit, or a full-point bye"


@dataclass(frozen=True, slots=True, kw_only=True)
class Articles:
    """Numbers of articles that an edition moved."""

    rematch: str
    bye_bar: str
    bye_last: str
    sets: str
    identifiers: str
    complete: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEdition:
    """An edition of the team system."""

    edition: Edition
    rules: tuple[Rule, ...]
    """In order of priority within each stage."""
    articles: Articles
    bye_bar: ByeBar
    colour_articles: tuple[str, ...]
    """The steps of 4.3 that it prints."""

    @property
    def floats_choose_upfloaters(self) -> bool:
        """Whether floats of the round before count where upfloaters are selected."""
        return any(rule.criterion is UPFLOATERS_AGAIN for rule in self.rules)

    @property
    def names_following(self) -> bool:
        """Whether [C6] says what it asks of the following scoregroup, as 2026 does; before, its teams are counted."""
        return self.floats_choose_upfloaters

    def at(self, stage: Stage) -> tuple[Rule, ...]:
        """Return the rules of a stage."""
        return tuple(rule for rule in self.rules if rule.criterion.stage is stage)

    def bracket_costs(self, field: TeamField) -> list[NDArray[np.int64]]:
        """Return the costs of the bracket's criteria, most important first, by two positions."""
        return [rule.criterion.costs(field) for rule in self.at(Stage.BRACKET) if rule.criterion.costs]
