"""The criteria that only the Burstein System has, and the objective that its criteria form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, index_levels
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.definitions.history import BoolArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion


@dataclass(frozen=True, slots=True, kw_only=True)
class BursteinObjective:
    """The criteria by which a bracket is paired, most important first."""

    before: tuple[BracketCriterion, ...]
    """The criteria before the look-ahead, which also judge the following bracket."""
    looks_ahead: bool
    after: tuple[BracketCriterion, ...]

    @property
    def following_objective(self) -> BursteinObjective:
        """The objective that the following bracket should meet (C7)."""
        return BursteinObjective(before=self.before, looks_ahead=False, after=())


def _incoming(bracket: Bracket) -> BoolArray:
    """(places,) whether the player is an incoming floater."""
    return np.isin(bracket.positions, bracket.mdps)


def _incoming_floaters(bracket: Bracket) -> Contribution | None:
    return Contribution(floats=_incoming(bracket), bound=bracket.size) if bracket.mdps else None


def _incoming_floater_scores(bracket: Bracket) -> Contribution | None:
    if not bracket.mdps:
        return None
    entries, levels = index_levels(np.where(_incoming(bracket), bracket.score + 1, 0))
    return Contribution(floats=entries, bound=bracket.size, levels=tuple(level - 1 for level in levels))


def _floater_scores_upwards(bracket: Bracket) -> Contribution:
    lowest_first = int(bracket.score.max()) - bracket.score
    entries, levels = index_levels(lowest_first + 1)
    return Contribution(floats=entries, bound=bracket.size, levels=tuple(level - 1 for level in levels))


INCOMING_FLOATERS = Criterion(
    "incoming_floaters", "floaters from above who are not paired here either", _incoming_floaters
)
INCOMING_FLOATER_SCORES = Criterion(
    "incoming_floater_scores",
    "scores of the floaters from above who are not paired here either, highest first",
    _incoming_floater_scores,
)
FLOATER_SCORES_UPWARDS = Criterion(
    "floater_score_distances",
    "by how much the scores of the floaters lie below the highest one",
    _floater_scores_upwards,
)
"""No criterion of any edition: it prefers the opposite of what C6 prefers."""
