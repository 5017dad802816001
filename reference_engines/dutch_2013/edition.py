"""The FIDE (Dutch) System in force until 30 June 2017 (C.04.3.1); DUTCH-2013-IN-FORCE, DUTCH-2013-E2."""

from __future__ import annotations

from reference_engines.colours import STEPS, STRONGER, ColourArticles
from reference_engines.dutch import about
from reference_engines.dutch_2013.rules import Rules2013
from reference_engines.results import GenerationStep
from reference_engines.standing import ByeRule, FloatRule

DUTCH_2013 = Rules2013(
    edition=about.DUTCH_2013,
    floats=FloatRule.SCORING_WITHOUT_PLAYING,
    byes=ByeRule.ANY_POINTS_WITHOUT_PLAYING,
    absolute_labels=("B1a", "B1b", "B2"),
    absolute_articles=("B.1.a", "B.1.b", "B.2"),
    colour_articles=ColourArticles(
        both="E.1",
        stronger="E.2",
        alternate="E.3",
        higher_ranked="E.4",
        initial="E.5",
        steps=tuple(STRONGER if step.name == STRONGER.name else step for step in STEPS),
    ),
    generation={
        GenerationStep.MDP_SET: "D.3",
        GenerationStep.MDP_TRANSPOSITION: "D.1",
        GenerationStep.EXCHANGE: "D.2",
        GenerationStep.TRANSPOSITION: "D.1",
    },
)
