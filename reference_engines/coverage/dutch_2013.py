"""The coverage of the text of 2013 by a round: colour rules and circumstances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.coverage import SystemCoverage
from reference_engines.coverage.dutch import WITHOUT_CRITERIA, floats_and_byes
from reference_engines.coverage.features import circumstance, colour_rule

if TYPE_CHECKING:
    from collections.abc import Collection

    from reference_engines.coverage.features import Feature
    from reference_engines.dutch_2013.rules import Round2013, Rules2013


class Coverage2013(SystemCoverage):
    """The coverage of the text of 2013 by rounds."""

    not_measured = ("Criteria and steps of the sequence are not measured: no part of a procedure can be left out.",)

    def features(self, rules: Rules2013) -> tuple[Feature, ...]:
        """Return colour rules and circumstances."""
        articles = rules.colour_articles
        colours = (colour_rule(article, articles.sentence(article)) for article in articles.numbers)
        return (*colours, *(circumstance(which) for which in WITHOUT_CRITERIA))

    def find_covered(self, paired_round: Round2013, features: Collection[Feature]) -> Collection[Feature]:
        """Return the colour rules and circumstances that a round covers."""
        games = [(min(game), max(game)) for game in paired_round.expected_by_position.games]
        articles = {paired_round.colours(pair).article for pair in games}
        pairs = np.array(games, dtype=np.int64).reshape(-1, 2)
        found = articles | {which.value for which in floats_and_byes(paired_round.participants, pairs)}
        return [feature for feature in features if feature.name in found]


COVERAGE = Coverage2013()
