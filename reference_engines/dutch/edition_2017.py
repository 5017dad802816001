"""The FIDE (Dutch) System in force from 1 July 2017 to 31 January 2026 (C.04.3)."""

from __future__ import annotations

from reference_engines import dutch
from reference_engines.definitions.colours import ColourArticles
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.player_states import ByeRule, FloatRule
from reference_engines.downfloating.criteria import COLOUR_PREFERENCE, DOWNFLOATERS, FOLLOWING_BRACKET
from reference_engines.dutch.criteria import (
    DOWNFLOAT_AGAIN,
    DOWNFLOAT_AGAIN_DIFFERENCES,
    PAIRING_SCORE_DIFFERENCE,
    STRONG_COLOUR_PREFERENCE,
    TOPSCORER_COLOUR_DIFFERENCE,
    TOPSCORER_THIRD_COLOUR,
    UPFLOAT_AGAIN,
    UPFLOAT_AGAIN_DIFFERENCES,
)
from reference_engines.dutch.edition import DefinitionArticles
from reference_engines.dutch.round_2017 import Round2017
from reference_engines.dutch.rules import DutchRules
from reference_engines.frame.results import GenerationStep

DUTCH_2017 = DutchRules(
    edition=dutch.DUTCH_2017,
    procedure=Round2017,
    criteria=(
        NumberedCriterion("C5", "C.5", DOWNFLOATERS),
        NumberedCriterion("C6", "C.6", PAIRING_SCORE_DIFFERENCE),
        NumberedCriterion("C7", "C.7", FOLLOWING_BRACKET),
        NumberedCriterion("C8", "C.8", TOPSCORER_COLOUR_DIFFERENCE),
        NumberedCriterion("C9", "C.9", TOPSCORER_THIRD_COLOUR),
        NumberedCriterion("C10", "C.10", COLOUR_PREFERENCE),
        NumberedCriterion("C11", "C.11", STRONG_COLOUR_PREFERENCE),
        NumberedCriterion("C12", "C.12", DOWNFLOAT_AGAIN[1]),
        NumberedCriterion("C13", "C.13", UPFLOAT_AGAIN[1]),
        NumberedCriterion("C14", "C.14", DOWNFLOAT_AGAIN[2]),
        NumberedCriterion("C15", "C.15", UPFLOAT_AGAIN[2]),
        NumberedCriterion("C16", "C.16", DOWNFLOAT_AGAIN_DIFFERENCES[1]),
        NumberedCriterion("C17", "C.17", UPFLOAT_AGAIN_DIFFERENCES[1]),
        NumberedCriterion("C18", "C.18", DOWNFLOAT_AGAIN_DIFFERENCES[2]),
        NumberedCriterion("C19", "C.19", UPFLOAT_AGAIN_DIFFERENCES[2]),
    ),
    floats=FloatRule.ANY_ROUND_NOT_PLAYED,
    byes=ByeRule.BYE_OR_FORFEIT_WIN,
    absolute_articles=("C.1", "C.2", "C.3"),
    completion_article="C.4",
    bye_article="A.9",
    definition_articles=DefinitionArticles(
        score="A.2.a",
        order="A.2.b",
        played_float="A.4.b",
        unplayed_float="A.4.b",
        absolute_preference="A.6.a",
        strong_preference="A.6.b",
        mild_preference="A.6.c",
        topscorers="A.7",
        squeezed_colours="C.04.2.D.5",
    ),
    colour_articles=ColourArticles(both="E.1", stronger="E.2", alternate="E.3", higher_ranked="E.4", initial="E.5"),
    generation={
        GenerationStep.MDP_SET: "D.3",
        GenerationStep.MDP_TRANSPOSITION: "D.1",
        GenerationStep.EXCHANGE: "D.2",
        GenerationStep.TRANSPOSITION: "D.1",
    },
)
