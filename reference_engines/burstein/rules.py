"""The rules of the Burstein System at work: how an edition pairs, judges and argues a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.burstein.course import BursteinCourse, begun, ranked
from reference_engines.burstein.edition import BursteinText
from reference_engines.burstein.field import RankedField
from reference_engines.burstein.round import Way, pair_round
from reference_engines.colours import allocate
from reference_engines.contract import ColourDecision, Made
from reference_engines.engine import AnyRules, Rules
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from reference_engines.engine import Alteration, Change
    from reference_engines.features import Feature
    from reference_engines.results import Assessment, GenerationStep, RoundPairing
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class BursteinRules(BursteinText, Rules[BursteinCourse, RankedField, Way]):
    """One edition of C.04.4.2 at work."""

    # --- laying out and pairing ---------------------------------------------------------------------------------------

    def begin(self, event: Event, like: BursteinCourse | None = None) -> BursteinCourse:
        """Lay an event out, for its seeding rounds too."""
        return begun(event, self, like)

    def of_stage(self, course: BursteinCourse, stage: int) -> AnyRules:
        """Return the rules of the Dutch system for a seeding round (1.6; A.5), these for any other."""
        return self.seeding if stage <= course.seeding_rounds else self

    def lay(self, course: BursteinCourse, stage: int) -> RankedField:
        """Return the players to be paired in a round, as they are ranked."""
        return ranked(course, self, stage)

    def pair(self, course: BursteinCourse, field: RankedField) -> Made[Way]:
        """Pair a round, boards in the order of publication (C.04.2:3.6)."""
        way = pair_round(self, field)
        pairs = [
            (way.position(int(bracket.positions[one])), way.position(int(bracket.positions[other])))
            for bracket, candidate in way.brackets
            for one, other in candidate.pairs
        ]
        decisions = [self.colours(course, field, pair, None) for pair in sorted(pairs, key=_board_order(field))]
        return Made(games=tuple((one.white, one.black) for one in decisions), bye=way.bye, way=way)

    def colours(
        self, course: BursteinCourse, field: RankedField, pair: tuple[int, int], made: Made[Way] | None
    ) -> ColourDecision:
        """Give two their colours by the first rule that decides (5.2; E)."""
        del made
        players, articles = field.players, self.colour_articles
        one, other = field.higher_first(*pair)
        if self.beginners_by_score and not players.preference[[one, other]].any():
            one, other = sorted(pair, key=lambda at: (-int(players.score[at]), int(players.column[at])))
        allocation = allocate(
            players, course.history, np.array([(one, other)], dtype=np.int64), course.initial_colour, articles
        )
        white, black = (one, other) if allocation.colour[0] == 1 else (other, one)
        article = allocation.article[0]
        return ColourDecision(white=white, black=black, article=article, why=articles.sentence(article))

    # --- judging and arguing ------------------------------------------------------------------------------------------

    def judge(
        self, course: BursteinCourse, field: RankedField, pairing: RoundPairing, made: Made[Way] | None
    ) -> Assessment:
        """Judge a pairing by the hard rules, then step by step: the bye, and each bracket by the criteria."""
        from reference_engines.burstein.assessment import assess  # noqa: PLC0415 - only a difference needs it

        del made
        return assess(self, course, field, pairing)

    def order_article(self, step: GenerationStep) -> str:
        """Return the article that orders the pairings of a bracket."""
        del step
        return self.opponents_article

    # --- what is open, and what goes wrong ----------------------------------------------------------------------------

    def changes(self, course: BursteinCourse, field: RankedField) -> Iterator[Change]:
        """Yield the open points of which the other side can be followed."""
        from reference_engines.burstein.open_points import changes  # noqa: PLC0415 - it knows the editions

        return changes(self, course, field)

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """What programs get wrong, in seeding rounds and in the others."""
        from reference_engines.burstein.alterations import alterations_of  # noqa: PLC0415 - few runs need it

        return alterations_of(self)

    # --- what is measured ---------------------------------------------------------------------------------------------

    @property
    def features(self) -> tuple[Feature, ...]:
        """Criteria, colour rules and circumstances; then those of seeding rounds."""
        from reference_engines.burstein.coverage import features_of  # noqa: PLC0415 - only coverage needs it

        return features_of(self)

    def exercised(
        self, course: BursteinCourse, field: RankedField, made: Made[Way], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return what the round exercises; a rule that decides is found by leaving it out."""
        from reference_engines.burstein.coverage import exercised  # noqa: PLC0415 - only coverage needs it

        return exercised(self, self, course, field, made, wanted)


def _board_order(field: RankedField) -> Callable[[tuple[int, int]], tuple[int, int, int]]:
    """Return the key for publication: higher score of the two, sum of both scores, smaller TPN."""
    score, column = field.players.score.tolist(), field.players.column.tolist()

    def key(pair: tuple[int, int]) -> tuple[int, int, int]:
        first = min(pair, key=lambda at: (-score[at], column[at]))
        return -score[first], -sum(score[at] for at in pair), column[first]

    return key
