"""The FIDE (Dutch) System (C.04.3) in force from 1 February 2026, and from 1 July 2017 until then."""

from __future__ import annotations

from reference_engines import dutch
from reference_engines.definitions.colours import ColourArticles
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.player_states import ByeRule, FloatRule
from reference_engines.downfloating import bracket
from reference_engines.dutch import criteria
from reference_engines.dutch.edition import DefinitionArticles
from reference_engines.dutch.rounds import Round2017, Round2026
from reference_engines.dutch.rules import DutchRules
from reference_engines.frame.results import GenerationStep

DUTCH_2026 = DutchRules(
    edition=dutch.DUTCH_2026,
    procedure=Round2026,
    criteria=(
        NumberedCriterion("C5", "2.3.1", criteria.BYE_SCORE),
        NumberedCriterion("C6", "2.4.1", bracket.DOWNFLOATERS),
        NumberedCriterion("C7", "2.4.2", bracket.DOWNFLOATER_SCORES),
        NumberedCriterion("C8", "2.4.3", bracket.FOLLOWING_BRACKET),
        NumberedCriterion("C9", "2.4.4", criteria.BYE_UNPLAYED_GAMES),
        NumberedCriterion("C10", "2.4.5", criteria.TOPSCORER_COLOUR_DIFFERENCE),
        NumberedCriterion("C11", "2.4.6", criteria.TOPSCORER_THIRD_COLOUR),
        NumberedCriterion("C12", "2.4.7", bracket.COLOUR_PREFERENCE),
        NumberedCriterion("C13", "2.4.8", criteria.STRONG_COLOUR_PREFERENCE),
        NumberedCriterion("C14", "2.4.9", criteria.RESIDENT_DOWNFLOAT_AGAIN[1]),
        NumberedCriterion("C15", "2.4.10", criteria.MDP_OPPONENT_UPFLOAT_AGAIN[1]),
        NumberedCriterion("C16", "2.4.11", criteria.RESIDENT_DOWNFLOAT_AGAIN[2]),
        NumberedCriterion("C17", "2.4.12", criteria.MDP_OPPONENT_UPFLOAT_AGAIN[2]),
        NumberedCriterion("C18", "2.4.13", criteria.MDP_DOWNFLOAT_AGAIN_SCORES[1]),
        NumberedCriterion("C19", "2.4.14", criteria.MDP_OPPONENT_UPFLOAT_AGAIN_SCORES[1]),
        NumberedCriterion("C20", "2.4.15", criteria.MDP_DOWNFLOAT_AGAIN_SCORES[2]),
        NumberedCriterion("C21", "2.4.16", criteria.MDP_OPPONENT_UPFLOAT_AGAIN_SCORES[2]),
    ),
    floats=FloatRule.SCORING_WITHOUT_PLAYING,
    byes=ByeRule.WIN_WITHOUT_PLAYING,
    absolute_articles=("2.1.1", "2.1.2", "2.1.3"),
    completion_article="2.2.1",
    bye_article="2.3.1",
    definition_articles=DefinitionArticles(
        score="1.2.1",
        order="1.2.2",
        played_float="1.4.2",
        unplayed_float="1.4.3",
        absolute_preference="1.7.1",
        strong_preference="1.7.2",
        mild_preference="1.7.3",
        topscorers="1.8",
        squeezed_colours="C.04.2:3.4",
    ),
    colour_articles=ColourArticles(
        both="5.2.1", stronger="5.2.2", alternate="5.2.3", higher_ranked="5.2.4", initial="5.2.5"
    ),
    generation={
        GenerationStep.MDP_SET: "4.4.2",
        GenerationStep.MDP_TRANSPOSITION: "4.2.2",
        GenerationStep.EXCHANGE: "4.3.2",
        GenerationStep.TRANSPOSITION: "4.2.2",
    },
)


DUTCH_2017 = DutchRules(
    edition=dutch.DUTCH_2017,
    procedure=Round2017,
    criteria=(
        NumberedCriterion("C5", "C.5", bracket.DOWNFLOATERS),
        NumberedCriterion("C6", "C.6", criteria.PAIRING_SCORE_DIFFERENCE),
        NumberedCriterion("C7", "C.7", bracket.FOLLOWING_BRACKET),
        NumberedCriterion("C8", "C.8", criteria.TOPSCORER_COLOUR_DIFFERENCE),
        NumberedCriterion("C9", "C.9", criteria.TOPSCORER_THIRD_COLOUR),
        NumberedCriterion("C10", "C.10", bracket.COLOUR_PREFERENCE),
        NumberedCriterion("C11", "C.11", criteria.STRONG_COLOUR_PREFERENCE),
        NumberedCriterion("C12", "C.12", criteria.DOWNFLOAT_AGAIN[1]),
        NumberedCriterion("C13", "C.13", criteria.UPFLOAT_AGAIN[1]),
        NumberedCriterion("C14", "C.14", criteria.DOWNFLOAT_AGAIN[2]),
        NumberedCriterion("C15", "C.15", criteria.UPFLOAT_AGAIN[2]),
        NumberedCriterion("C16", "C.16", criteria.DOWNFLOAT_AGAIN_DIFFERENCES[1]),
        NumberedCriterion("C17", "C.17", criteria.UPFLOAT_AGAIN_DIFFERENCES[1]),
        NumberedCriterion("C18", "C.18", criteria.DOWNFLOAT_AGAIN_DIFFERENCES[2]),
        NumberedCriterion("C19", "C.19", criteria.UPFLOAT_AGAIN_DIFFERENCES[2]),
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
