"""The Double-Swiss System in force from 1 February 2026."""

from __future__ import annotations

from reference_engines import double_swiss
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
    printed,
)

DOUBLE_SWISS_2026 = DoubleRules(
    edition=double_swiss.DOUBLE_SWISS_2026,
    rules=printed(
        ("", "3.4.2", BYE_SCORE),
        ("", "3.4.3", BYE_UNPLAYED),
        ("C4", "2.3.1", UPFLOATERS),
        ("C5", "2.3.2", UPFLOATER_SCORES),
        ("C6", "2.3.3", FOLLOWING),
        ("C7", "2.3.4", UPFLOATERS_AGAIN),
        ("C8", "2.3.5", OPPONENTS_AGAIN),
    ),
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
