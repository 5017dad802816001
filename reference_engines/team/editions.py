"""The editions of the team system: what each prints, and in which order."""

from __future__ import annotations

from dataclasses import replace

from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.team import about
from reference_engines.team.edition import COLOUR, CONSECUTIVE_FLOATS, STRONG_COLOUR, ByeBar
from reference_engines.team.rules import TeamRules
from reference_engines.upfloating.text import (
    BYE_SCORE,
    BYE_UNPLAYED,
    FOLLOWING,
    OPPONENTS_AGAIN,
    UPFLOATER_SCORES,
    UPFLOATERS,
    UPFLOATERS_AGAIN,
    Articles,
)

_STEPS_TO_7 = tuple(f"4.3.{number}" for number in range(1, 8))

TEAM_DRAFT = TeamRules(
    edition=about.TEAM_DRAFT,
    bye_criteria=(
        NumberedCriterion("", "2.1.2", BYE_SCORE),
        NumberedCriterion("", "2.1.3", BYE_UNPLAYED),
    ),
    upfloater_criteria=(
        NumberedCriterion("C4", "3.3.1", UPFLOATERS),
        NumberedCriterion("C5", "3.3.2", UPFLOATER_SCORES),
        NumberedCriterion("C6", "3.3.3", FOLLOWING),
    ),
    bracket_criteria=(
        NumberedCriterion("C7", "3.3.4", COLOUR),
        NumberedCriterion("C8", "3.3.5", STRONG_COLOUR),
        NumberedCriterion("C9", "3.3.6", CONSECUTIVE_FLOATS),
    ),
    articles=Articles(
        rematch="3.1.1", bye_bar="3.1.2", bye_last="2.1.4", sets="2.2.4", identifiers="2.3.3", complete="1.9.1"
    ),
    bye_bar=ByeBar.SCORED_A_WIN,
    colour_articles=_STEPS_TO_7,
)
TEAM_2024 = replace(
    TEAM_DRAFT,
    edition=about.TEAM_2024,
    colour_articles=(*_STEPS_TO_7, "4.3.8"),
)
TEAM_2026 = TeamRules(
    edition=about.TEAM_2026,
    bye_criteria=(
        NumberedCriterion("", "3.4.2", BYE_SCORE),
        NumberedCriterion("", "3.4.3", BYE_UNPLAYED),
    ),
    upfloater_criteria=(
        NumberedCriterion("C4", "2.3.1", UPFLOATERS),
        NumberedCriterion("C5", "2.3.2", UPFLOATER_SCORES),
        NumberedCriterion("C6", "2.3.3", FOLLOWING),
        NumberedCriterion("C7", "2.3.4", UPFLOATERS_AGAIN),
    ),
    bracket_criteria=(
        NumberedCriterion("C8", "2.3.5", COLOUR),
        NumberedCriterion("C9", "2.3.6", STRONG_COLOUR),
        NumberedCriterion("C10", "2.3.7", OPPONENTS_AGAIN),
    ),
    articles=Articles(
        rematch="2.1.1", bye_bar="2.1.2", bye_last="3.4.4", sets="3.5.4", identifiers="3.6.3", complete="3.3.1"
    ),
    bye_bar=ByeBar.LISTED,
    colour_articles=(*_STEPS_TO_7, "4.3.8", "4.3.9"),
)
