"""The Dubov System in force from 1 February 2026, and the one before (DUBOV-TEXT-2018)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from reference_engines import dubov
from reference_engines.definitions.bye_first import ByeKey
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import ByeRule, Definitions, FloatRule
from reference_engines.dubov.colours import articles_in_order, preferences_with_beginners
from reference_engines.dubov.criteria import (
    COLOUR_PREFERENCE,
    MAXIMUM_UPFLOATERS,
    SCORE_DIFFERENCES,
    TIMES_UPFLOATED,
    UPFLOATED_BEFORE,
    UPFLOATERS,
)
from reference_engines.dubov.edition import BracketStep
from reference_engines.dubov.matching import DubovMatching
from reference_engines.dubov.participants import AroRule
from reference_engines.dubov.rules import DubovRules
from reference_engines.frame.results import GenerationStep

UPFLOATS = FloatRule(
    unplayed=lambda history: np.zeros_like(history.played),
    games=lambda history: history.opponent != NOBODY,
)
"""A player with an opponent of a higher score was upfloated, whether they played or not (DUBOV-UPFLOAT-FORFEIT)."""
DEFINITIONS = Definitions(
    preferences=preferences_with_beginners, topscorers=lambda before: np.zeros(before.score.size, dtype=np.bool_)
)

DUBOV_2026 = DubovRules(
    edition=dubov.DUBOV_2026,
    floats=UPFLOATS,
    byes=ByeRule.WIN_WITHOUT_PLAYING,
    definitions=DEFINITIONS,
    absolute_articles=("2.1.1", "2.1.2", "2.1.3"),
    completion_article="2.2.1",
    definition_articles=("1.7.1", "1.8.2"),
    absolute_preference_article="1.6.1",
    preference_article="1.6.4",
    bye_order=((ByeKey.SCORE, "3.1.3"), (ByeKey.UNPLAYED_GAMES, "3.1.4"), (ByeKey.RANKING, "3.1.5")),
    aro=AroRule(),
    criteria=(
        NumberedCriterion("C5", "2.3.1", UPFLOATERS),
        NumberedCriterion("C6", "2.3.2", SCORE_DIFFERENCES),
        NumberedCriterion("C7", "2.3.3", COLOUR_PREFERENCE),
        NumberedCriterion("C8", "2.3.4", MAXIMUM_UPFLOATERS),
        NumberedCriterion("C9", "2.3.5", TIMES_UPFLOATED),
        NumberedCriterion("C10", "2.3.6", UPFLOATED_BEFORE),
    ),
    step_articles={
        BracketStep.FIRST_SHIFT: "3.2.4.1",
        BracketStep.SECOND_SHIFT: "3.2.4.2",
        BracketStep.ARO: "3.2.5",
        BracketStep.MIDDLE: "4.3.3",
    },
    generation={
        GenerationStep.BYE: "3.1.5",
        GenerationStep.UPFLOATERS: "4.2",
        GenerationStep.SHIFTERS: "4.3",
        GenerationStep.TRANSPOSITION: "4.4",
    },
    colour_articles=articles_in_order("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"),
    search=DubovMatching(),
)
DUBOV_2018 = replace(
    DUBOV_2026,
    edition=dubov.DUBOV_2018,
    byes=ByeRule.BYE_OR_FORFEIT_WIN,
    absolute_articles=("C.1", "C.2", "C.3"),
    completion_article="C.4",
    definition_articles=("A.6", "A.7"),
    absolute_preference_article="A.5.a",
    preference_article="A.5.d",
    bye_order=((ByeKey.SCORE, "B.0.c"), (ByeKey.UNPLAYED_GAMES, "B.0.d"), (ByeKey.RANKING, "B.0.e")),
    criteria=tuple(replace(one, article=one.label.replace("C", "C.")) for one in DUBOV_2026.criteria),
    step_articles={
        BracketStep.FIRST_SHIFT: "B.1",
        BracketStep.SECOND_SHIFT: "B.1",
        BracketStep.ARO: "B.1",
        BracketStep.MIDDLE: "D.2.b",
    },
    generation={
        GenerationStep.BYE: "B.0.e",
        GenerationStep.UPFLOATERS: "D.1",
        GenerationStep.SHIFTERS: "D.2",
        GenerationStep.TRANSPOSITION: "D.3",
    },
    colour_articles=articles_in_order("E.0", "E.1", "E.2", "E.3", "E.4"),
)
