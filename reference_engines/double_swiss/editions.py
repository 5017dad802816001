"""The Double-Swiss System in force from 1 February 2026."""

from __future__ import annotations

from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.double_swiss import about
from reference_engines.double_swiss.rules import DoubleRules
from reference_engines.double_swiss.text import ColourStep
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

DOUBLE_SWISS_2026 = DoubleRules(
    edition=about.DOUBLE_SWISS_2026,
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
    bracket_criteria=(NumberedCriterion("C8", "2.3.5", OPPONENTS_AGAIN),),
    articles=Articles(
        rematch="2.1.1", bye_bar="2.1.2", bye_last="3.4.4", sets="3.5.4", identifiers="3.6.3", complete="3.3.1"
    ),
    steps=(
        ("4.3.1", ColourStep.BEGINNERS),
        ("4.3.2", ColourStep.WHITES),
        ("4.3.3", ColourStep.LATEST_DIFFERENCE),
        ("4.3.4", ColourStep.HIGHER_RANKED),
        ("4.3.5", ColourStep.OPPONENT),
    ),
)
