"""An edition of an upfloating system as data: criteria by meaning, numbered by the edition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from itertools import chain
from operator import attrgetter
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from reference_engines.definitions import criteria
from reference_engines.frame.edition import Edition
from reference_engines.upfloating.participants import UpfloatingParticipants
from tournaments.frozen import FrozenStruct, dataclass

OrderKey = Callable[[Any], NDArray[np.int64]]
"""The key of every participant of the system, by position; the lowest comes first."""
UpfloaterCriterion: TypeAlias = "criteria.Criterion[TopScoregroup]"


class TopScoregroup(FrozenStruct, frozen=True):
    """The top-scoregroup of a round to be completed with upfloaters."""

    participants: UpfloatingParticipants
    residents: tuple[int, ...]
    """Positions."""
    lowest: int = 0
    """The lowest score that an upfloater can have, in tenths."""

    @property
    def size(self) -> int:
        """Number of residents, each of whom one upfloater at most can meet."""
        return len(self.residents)

    @property
    def score(self) -> int:
        """Score of the residents, in tenths."""
        return int(self.participants.score[self.residents[0]])


def _bye(values: NDArray[np.int64]) -> criteria.Contribution:
    return criteria.Contribution(floats=values, bound=int(values.max(initial=0)))


def _bye_score(participants: UpfloatingParticipants) -> criteria.Contribution:
    return _bye(participants.score)


def _bye_points(participants: UpfloatingParticipants) -> criteria.Contribution:
    return _bye(participants.points)


def _bye_unplayed(participants: UpfloatingParticipants) -> criteria.Contribution:
    return _bye(participants.unplayed)


def _upfloaters(group: TopScoregroup) -> criteria.Contribution:
    return criteria.Contribution(floats=np.ones(group.participants.size, dtype=np.int64), bound=len(group.residents))


def _upfloater_scores(group: TopScoregroup) -> criteria.Contribution:
    score = group.participants.score
    entries, levels = criteria.index_levels(np.where(score >= group.lowest, np.maximum(group.score - score, 0), 0))
    return criteria.Contribution(floats=entries, bound=len(group.residents), levels=levels)


def _upfloaters_again(group: TopScoregroup) -> criteria.Contribution:
    return criteria.Contribution(floats=group.participants.floated, bound=len(group.residents))


def pair_contribution(numbers: NDArray[np.int64]) -> criteria.Contribution:
    """Return the contribution of the pairs of a bracket, from (members, members) numbers."""
    return criteria.Contribution(pairs=numbers, bound=int(numbers.max(initial=0)) * (len(numbers) // 2))


def _opponents_again(members: UpfloatingParticipants) -> criteria.Contribution:
    higher = members.score[:, None] > members.score[None, :]
    one_way = (higher & members.floated[:, None]).astype(np.int64)
    return pair_contribution(one_way + one_way.T)


def _largest_first(participants: UpfloatingParticipants) -> NDArray[np.int64]:
    return -participants.tpn


BYE_SCORE = criteria.Criterion("bye_score", "the bye goes to the lowest score", _bye_score)
BYE_POINTS = criteria.Criterion("bye_points", "the bye goes to the lowest score without virtual points", _bye_points)
"""The same by the other side of DOUBLE-BYE-SCORE and TEAM-BYE-SCORE."""
BYE_UNPLAYED = criteria.Criterion(
    "bye_rounds_without_match", "the bye goes to a participant with the most matches played", _bye_unplayed
)
UPFLOATERS = criteria.Criterion("upfloaters", "as few upfloaters as possible join the top-scoregroup", _upfloaters)
UPFLOATER_SCORES = criteria.Criterion(
    "score_differences", "the scores of upfloaters are as little below as possible", _upfloater_scores
)
FOLLOWING: UpfloaterCriterion = criteria.Criterion(
    "upfloaters_of_following_group",
    "as few as possible of the following scoregroup lack a partner in it",
    criteria.not_judged_alone,
)
"""Evaluated by a matching of the participants who are left."""
UPFLOATERS_AGAIN = criteria.Criterion(
    "upfloaters_floating_again", "as few upfloaters as possible floated in the round before", _upfloaters_again
)
OPPONENTS_AGAIN = criteria.Criterion(
    "upfloaters_opponents_floating_again",
    "as few opponents of upfloaters as possible floated in the round before",
    _opponents_again,
)


def settle_top_members(size: int) -> list[tuple[int, int, int]]:
    """Let each member in turn be the smaller one of its pair, if possible: the top members identify a pairing."""
    return [(place, place + 1, size) for place in range(size - 1)]


class Articles(FrozenStruct, frozen=True, kw_only=True):
    """Numbers of articles that an edition moved."""

    rematch: str
    bye_bar: str
    bye_last: str
    sets: str
    identifiers: str
    complete: str


class FollowingReading(Enum):
    """Another reading of [C6] in the register."""

    UNGRADED = "where every set fails it, it is passed over"
    LEFT = "the following scoregroup is the next one with a remaining participant"
    NOT_MET = "pairs of the following scoregroup count even if the round cannot be completed with them"


@dataclass(frozen=True, kw_only=True)
class UpfloatingEdition:
    """An edition of an upfloating system."""

    edition: Edition
    bye_criteria: tuple[criteria.NumberedCriterion[UpfloatingParticipants], ...]
    upfloater_criteria: tuple[criteria.NumberedCriterion[TopScoregroup], ...]
    bracket_criteria: tuple[criteria.NumberedCriterion[Any], ...]
    """Criteria on the members of a bracket as participants of the system."""
    articles: Articles
    following: frozenset[FollowingReading] = frozenset()
    """The other readings of [C6] that are followed."""
    completes: bool = True
    """Whether upfloaters are selected so that all others can still be paired ([C3])."""
    last_of_bye: OrderKey = _largest_first
    """The order of participants who are equal by all criteria of the bye."""
    order_of_set: OrderKey = attrgetter("tpn")
    """The order of potential upfloaters of one score, by which sets are sorted."""
    seats: OrderKey = attrgetter("tpn")
    """The order of the members of a bracket, by which pairings are identified."""

    settle_pairing: Callable[[int], list[tuple[int, int, int]]] = settle_top_members
    """The decisions that lead to the first pairing of a bracket, from its size: see `matching.first_best`."""

    @property
    def quality_criteria(self) -> tuple[criteria.NumberedCriterion[Any], ...]:
        """The criteria of upfloaters and brackets, as numbered."""
        return (*self.upfloater_criteria, *self.bracket_criteria)

    def bye_key(self, participants: UpfloatingParticipants, position: int) -> tuple[int, ...]:
        """Return the key by which a position has the bye: the values of the criteria, then `last_of_bye`."""
        values = [numbered.criterion.value(participants, (), (position,)) for numbered in self.bye_criteria]
        return (*chain.from_iterable(values), int(self.last_of_bye(participants)[position]))

    @property
    def bye_criteria_by_points(self) -> tuple[criteria.NumberedCriterion[UpfloatingParticipants], ...]:
        """The criteria by which virtual points do not count in the choice of the bye."""
        return tuple(
            replace(numbered, criterion=BYE_POINTS) if numbered.criterion is BYE_SCORE else numbered
            for numbered in self.bye_criteria
        )

    @property
    def looks_ahead(self) -> bool:
        """Whether upfloaters are selected with an eye on the following scoregroup."""
        return any(numbered.criterion is FOLLOWING for numbered in self.upfloater_criteria)

    @property
    def scores_choose_upfloaters(self) -> bool:
        """Whether upfloaters are to have the highest scores that are possible ([C5]) before anything else."""
        first = [numbered.criterion for numbered in self.upfloater_criteria[:2]]
        return UPFLOATER_SCORES in first and set(first) <= {UPFLOATERS, UPFLOATER_SCORES}

    def without(self, criterion: criteria.Criterion[Any]) -> Self:
        """Return the edition without a criterion of upfloaters or brackets."""
        return replace(
            self,
            upfloater_criteria=tuple(one for one in self.upfloater_criteria if one.criterion is not criterion),
            bracket_criteria=tuple(one for one in self.bracket_criteria if one.criterion is not criterion),
        )
