"""What an edition of such a system consists of: criteria by meaning, numbered by each edition."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from reference_engines.frame.edition import Edition
    from reference_engines.upfloating.field import UpfloatingField

    Costs = Callable[[Any], NDArray[np.int64]]
    """From the participants of the system."""


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
    worth: Costs | None = None
    """For a criterion of the bye: by position, what the choice is worth; less is better."""


def _opponents_floats(participants: UpfloatingField) -> NDArray[np.int64]:
    higher = participants.score[:, None] > participants.score[None, :]
    one_way = (higher & participants.floated[:, None]).astype(np.int64)
    return one_way + one_way.T


def _largest_first(participants: UpfloatingField) -> NDArray[np.int64]:
    return -participants.tpn


BYE_SCORE = Criterion(
    name="bye_score", sentence="the bye goes to the lowest score", stage=Stage.BYE, worth=attrgetter("score")
)
BYE_POINTS = Criterion(
    name="bye_points",
    sentence="the bye goes to the lowest score without virtual points",
    stage=Stage.BYE,
    worth=attrgetter("points"),
)
"""The same by the other side of DOUBLE-BYE-SCORE and TEAM-BYE-SCORE."""
BYE_UNPLAYED = Criterion(
    name="bye_rounds_without_match",
    sentence="the bye goes to whoever played most matches",
    stage=Stage.BYE,
    worth=attrgetter("unplayed"),
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
    sentence="as few as possible of the following scoregroup lack a partner in it",
    stage=Stage.UPFLOATERS,
)
UPFLOATERS_AGAIN = Criterion(
    name="upfloaters_floating_again",
    sentence="as few upfloaters as possible floated in the round before",
    stage=Stage.UPFLOATERS,
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


def printed(*rows: tuple[str, str, Criterion]) -> tuple[Rule, ...]:
    """Return the rules of an edition from label, article and criterion."""
    return tuple(Rule(label=label, article=article, criterion=criterion) for label, article, criterion in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Articles:
    """Numbers of articles that an edition moved."""

    rematch: str
    bye_bar: str
    bye_last: str
    sets: str
    identifiers: str
    complete: str


class FollowingRead(Enum):
    """What [C6] may mean otherwise, by readings of the register."""

    UNGRADED = "where every set fails it, it is passed over"
    LEFT = "the following scoregroup is the next one of which somebody is left"
    NOT_MET = "pairs of the following scoregroup count even if the round cannot be completed with them"


@dataclass(frozen=True, kw_only=True)
class UpfloatingText:
    """An edition of such a system."""

    edition: Edition
    rules: tuple[Rule, ...]
    """In order of priority within each stage."""
    articles: Articles
    following: frozenset[FollowingRead] = frozenset()
    """How [C6] is read otherwise."""
    completes: bool = True
    """Whether upfloaters are selected so that all others can still be paired ([C3])."""
    last_of_bye: Costs = _largest_first
    """By position, the order of those who are equal in all else for the bye."""
    order_of_set: Costs = attrgetter("tpn")
    """The same of potential upfloaters of one score, by which sets are sorted."""
    seats: Costs = attrgetter("tpn")
    """The same of the members of a bracket, by which pairings are identified."""

    def bye_keys(self, participants: UpfloatingField) -> list[NDArray[np.int64]]:
        """Return by position what the bye goes by, the least first, before `last_of_bye`."""
        return [rule.criterion.worth(participants) for rule in self.at(Stage.BYE) if rule.criterion.worth]

    def bye_key(self, participants: UpfloatingField, at: int) -> tuple[int, ...]:
        """Return all that the bye goes by, for one position."""
        return tuple(int(key[at]) for key in (*self.bye_keys(participants), self.last_of_bye(participants)))

    @property
    def rules_by_points_of_bye(self) -> tuple[Rule, ...]:
        """The rules by which virtual points do not count in the choice of the bye."""
        return tuple(
            replace(rule, criterion=BYE_POINTS) if rule.criterion is BYE_SCORE else rule for rule in self.rules
        )

    @property
    def looks_ahead(self) -> bool:
        """Whether upfloaters are selected with an eye on the following scoregroup."""
        return any(rule.criterion is FOLLOWING for rule in self.rules)

    @property
    def scores_choose_upfloaters(self) -> bool:
        """Whether upfloaters are to have the highest scores that are possible ([C5])."""
        return any(rule.criterion is UPFLOATER_SCORES for rule in self.rules)

    @property
    def floats_choose_upfloaters(self) -> bool:
        """Whether floats of the round before count where upfloaters are selected."""
        return any(rule.criterion is UPFLOATERS_AGAIN for rule in self.rules)

    def at(self, stage: Stage) -> tuple[Rule, ...]:
        """Return the rules of a stage."""
        return tuple(rule for rule in self.rules if rule.criterion.stage is stage)

    def bracket_costs(self, participants: UpfloatingField) -> list[NDArray[np.int64]]:
        """Return the costs of the bracket's criteria, most important first, by two positions."""
        return [rule.criterion.costs(participants) for rule in self.at(Stage.BRACKET) if rule.criterion.costs]
