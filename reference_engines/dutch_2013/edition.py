"""The FIDE (Dutch) System in force until 30 June 2017 (C.04.3.1); DUTCH-2013-IN-FORCE, DUTCH-2013-E2."""

from __future__ import annotations

import datetime as dt

from reference_engines.colours import ColourArticles
from reference_engines.dutch.edition import DutchEdition
from reference_engines.engine import Edition
from reference_engines.results import GenerationStep
from reference_engines.standing import ByeRule, FloatRule

DUTCH_2013 = DutchEdition(
    edition=Edition(
        key="dutch-2013",
        title="FIDE (Dutch) System, text of 2013, in force until 30 June 2017",
        source="FIDE Handbook C.04.3.1 as annotated by M. Held (2013)",
        in_force_from=dt.date(2014, 1, 1),
        in_force_until=dt.date(2017, 6, 30),
    ),
    criteria=(),
    floats=FloatRule.SCORING_WITHOUT_PLAYING,
    byes=ByeRule.ANY_POINTS_WITHOUT_PLAYING,
    absolute_articles=("B.1.a", "B.1.b", "B.2"),
    colours=ColourArticles(
        both="E.1",
        stronger="E.2",
        alternate="E.3",
        higher_ranked="E.4",
        initial="E.5",
        compares_differences=False,
    ),
    generation={
        GenerationStep.MDP_SET: "D.3",
        GenerationStep.MDP_TRANSPOSITION: "D.1",
        GenerationStep.EXCHANGE: "D.2",
        GenerationStep.TRANSPOSITION: "D.1",
    },
)
