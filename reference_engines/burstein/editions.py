"""The Burstein System in force from 1 February 2026, and the one before."""

from __future__ import annotations

from reference_engines import burstein
from reference_engines.burstein.criteria import INCOMING_FLOATER_SCORES, INCOMING_FLOATERS
from reference_engines.burstein.edition import half_at_most_four
from reference_engines.burstein.index import IndexRules
from reference_engines.burstein.matching import BursteinMatching
from reference_engines.burstein.rules import BursteinRules
from reference_engines.burstein.seeding import SeedingRules
from reference_engines.definitions.bye_first import ByeKey
from reference_engines.definitions.colours import STEPS_BY_STRENGTH, ColourArticles
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.player_states import ByeRule
from reference_engines.downfloating.criteria import (
    COLOUR_PREFERENCE,
    DOWNFLOATER_SCORES,
    DOWNFLOATERS,
    FOLLOWING_BRACKET,
)
from reference_engines.dutch.edition_2017 import DUTCH_2017
from reference_engines.dutch.edition_2026 import DUTCH_2026

BURSTEIN_2026 = BursteinRules(
    edition=burstein.BURSTEIN_2026,
    seeding=SeedingRules.of(DUTCH_2026, half_at_most_four),
    seeding_article="1.6.2",
    absolute_articles=("2.1.1", "2.1.2", "2.1.3", "2.2.1"),
    byes=ByeRule.WIN_WITHOUT_PLAYING,
    index=IndexRules(),
    bye_order=((ByeKey.SCORE, "3.1.3"), (ByeKey.UNPLAYED_GAMES, "3.1.4"), (ByeKey.RANKING, "3.1.5")),
    index_article="1.7",
    ranking_article="1.8",
    criteria=(
        NumberedCriterion("C5", "2.3.1", DOWNFLOATERS),
        NumberedCriterion("C6", "2.3.2", DOWNFLOATER_SCORES),
        NumberedCriterion("C7", "2.3.3", FOLLOWING_BRACKET),
        NumberedCriterion("C8", "2.3.4", COLOUR_PREFERENCE),
    ),
    opponents_article="4.3",
    colour_articles=ColourArticles(
        initial="5.2.1",
        both="5.2.2",
        stronger="5.2.3",
        alternate="5.2.4",
        higher_ranked="5.2.5",
        steps=STEPS_BY_STRENGTH,
    ),
    search=BursteinMatching(),
)
BURSTEIN_2018 = BursteinRules(
    edition=burstein.BURSTEIN_2018,
    seeding=SeedingRules.of(DUTCH_2017, half_at_most_four),
    seeding_article="A.5",
    absolute_articles=("C.1", "C.2", "C.3", "C.4"),
    byes=ByeRule.BYE_OR_FORFEIT_WIN,
    index=IndexRules(),
    bye_order=((ByeKey.SCORE, "B.0.c"), (ByeKey.UNPLAYED_GAMES, "B.0.d"), (ByeKey.RANKING, "B.0.e")),
    index_article="A.6",
    ranking_article="A.7",
    criteria=(
        NumberedCriterion("C5", "C.5", DOWNFLOATERS),
        NumberedCriterion("C6", "C.6", INCOMING_FLOATERS),
        NumberedCriterion("C6", "C.6", INCOMING_FLOATER_SCORES),
        NumberedCriterion("C7", "C.7", FOLLOWING_BRACKET),
        NumberedCriterion("C8", "C.8", COLOUR_PREFERENCE),
    ),
    opponents_article="D.1",
    colour_articles=ColourArticles(
        initial="E.0",
        both="E.1",
        stronger="E.2",
        alternate="E.3",
        higher_ranked="E.4",
        steps=STEPS_BY_STRENGTH,
    ),
    search=BursteinMatching(),
)
"""C6 in two numbers: how many floaters from above are paired, then their scores."""
