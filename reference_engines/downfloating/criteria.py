"""The criteria of brackets that all systems share that float players down; each system adds its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, index_levels, not_judged_alone

if TYPE_CHECKING:
    from typing import TypeAlias

    from reference_engines.definitions.criteria import NumberedCriterion
    from reference_engines.downfloating.bracket import Bracket

    BracketCriterion: TypeAlias = Criterion[Bracket]
    NumberedBracketCriterion: TypeAlias = NumberedCriterion[Bracket]


def _downfloaters(bracket: Bracket) -> Contribution:
    return Contribution(floats=np.ones(bracket.size, dtype=np.int64), bound=bracket.size)


def _downfloater_scores(bracket: Bracket) -> Contribution:
    # A score may be zero, so scores are shifted by one to distinguish them from "nothing", and shifted back.
    entries, levels = index_levels(bracket.score + 1)
    return Contribution(floats=entries, bound=bracket.size, levels=tuple(level - 1 for level in levels))


def _colour_preference(bracket: Bracket) -> Contribution | None:
    if not bracket.players.has_preferences:  # as in round 1: no matrix of thousands of players
        return None
    return Contribution(pairs=bracket.take_pairs(bracket.players.same_preference), bound=bracket.size // 2)


DOWNFLOATERS = Criterion("downfloaters", "number of players who leave the bracket unpaired", _downfloaters)
DOWNFLOATER_SCORES = Criterion("downfloater_scores", "scores of the downfloaters, highest first", _downfloater_scores)
COLOUR_PREFERENCE = Criterion("colour_preference", "players who miss their colour preference", _colour_preference)
FOLLOWING_BRACKET: BracketCriterion = Criterion(
    "following_bracket",
    "players left unpaired in the following bracket, then their scores, highest first",
    not_judged_alone,
)
"""Evaluated by a search of the following bracket; see the procedure of the edition."""
