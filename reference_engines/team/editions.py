"""The editions of the team system: what each prints, and in which order."""

from __future__ import annotations

from dataclasses import replace

from reference_engines import team
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
    printed,
)

_STEPS_TO_7 = tuple(f"4.3.{number}" for number in range(1, 8))

TEAM_DRAFT = TeamRules(
    edition=team.TEAM_DRAFT,
    rules=printed(
        ("", "2.1.2", BYE_SCORE),
        ("", "2.1.3", BYE_UNPLAYED),
        ("C4", "3.3.1", UPFLOATERS),
        ("C5", "3.3.2", UPFLOATER_SCORES),
        ("C6", "3.3.3", FOLLOWING),
        ("C7", "3.3.4", COLOUR),
        ("C8", "3.3.5", STRONG_COLOUR),
        ("C9", "3.3.6", CONSECUTIVE_FLOATS),
    ),
    articles=Articles(
        rematch="3.1.1", bye_bar="3.1.2", bye_last="2.1.4", sets="2.2.4", identifiers="2.3.3", complete="1.9.1"
    ),
    bye_bar=ByeBar.SCORED_A_WIN,
    colour_articles=_STEPS_TO_7,
)
TEAM_2024 = replace(
    TEAM_DRAFT,
    edition=team.TEAM_2024,
    colour_articles=(*_STEPS_TO_7, "4.3.8"),
)
TEAM_2026 = TeamRules(
    edition=team.TEAM_2026,
    rules=printed(
        ("", "3.4.2", BYE_SCORE),
        ("", "3.4.3", BYE_UNPLAYED),
        ("C4", "2.3.1", UPFLOATERS),
        ("C5", "2.3.2", UPFLOATER_SCORES),
        ("C6", "2.3.3", FOLLOWING),
        ("C7", "2.3.4", UPFLOATERS_AGAIN),
        ("C8", "2.3.5", COLOUR),
        ("C9", "2.3.6", STRONG_COLOUR),
        ("C10", "2.3.7", OPPONENTS_AGAIN),
    ),
    articles=Articles(
        rematch="2.1.1", bye_bar="2.1.2", bye_last="3.4.4", sets="3.5.4", identifiers="3.6.3", complete="3.3.1"
    ),
    bye_bar=ByeBar.LISTED,
    colour_articles=(*_STEPS_TO_7, "4.3.8", "4.3.9"),
)
