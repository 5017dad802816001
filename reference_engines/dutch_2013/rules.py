"""The rules of the text of 2013 at work: how it pairs, judges and argues a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.assessment import facts_of
from reference_engines.dutch.course import DutchCourse, begun
from reference_engines.dutch.coverage import WITHOUT_CRITERIA, floats_and_byes
from reference_engines.dutch.publishing import changes, decided, published
from reference_engines.dutch_2013.assessment import assess
from reference_engines.dutch_2013.open_points import OTHERS
from reference_engines.dutch_2013.procedure import Round2013, pair_round
from reference_engines.dutch_2013.steps import StepKind
from reference_engines.dutch_2013.text import Text2013
from reference_engines.engine import Change, Rules
from reference_engines.features import circumstance, colour_rule
from reference_engines.field import Field
from reference_engines.hard_rules import broken
from reference_engines.open_points import follow_other_side, toggle_rules
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.contract import ColourDecision, Made
    from reference_engines.features import Feature
    from reference_engines.results import Assessment, Diagnosis, GenerationStep, RoundPairing, Violation
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class Rules2013(Text2013, Rules[DutchCourse, Field, Round2013]):
    """The Dutch system by the text of 2013."""

    def begin(self, event: Event, like: DutchCourse | None = None) -> DutchCourse:
        """Lay an event out under the definitions of the text."""
        return begun(event, self, like)

    def lay(self, course: DutchCourse, stage: int) -> Field:
        """Return the players to be paired in a round."""
        return course.field(stage)

    def pair(self, course: DutchCourse, field: Field) -> Made[Round2013]:
        """Pair a round by the procedure; raise BracketTooLargeError where it cannot be followed."""
        way = pair_round(field, self.readings)
        pairs = [pair for paired in way.brackets for pair in paired.pairing.pairs]
        return published(self, course, field, np.array(pairs, dtype=np.int64).reshape(-1, 2), way)

    def colours(
        self, course: DutchCourse, field: Field, pair: tuple[int, int], made: Made[Round2013] | None
    ) -> ColourDecision:
        """Give two their colours by the first rule that decides."""
        del made
        return decided(self, course, field, pair)

    def judge(
        self, course: DutchCourse, field: Field, pairing: RoundPairing, made: Made[Round2013] | None
    ) -> Assessment:
        """Judge a pairing by the hard rules, and bracket by bracket by the criteria."""
        return assess(self, course, field, pairing, made.way.brackets if made else ())

    def violations(self, course: DutchCourse, field: Field, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Hold a pairing against the hard rules alone."""
        return broken(self.hard, facts_of(self, course, field), pairing)

    def failed_part(self, course: DutchCourse, field: Field, pairing: RoundPairing, made: Made[Round2013]) -> Diagnosis:
        """Hold the packed costs and what was asked of the brackets against both pairings."""
        from reference_engines.dutch_2013.diagnosis import diagnosed  # noqa: PLC0415 - only a faulty engine needs it

        del course
        return diagnosed(self, field, pairing, made.way.brackets)

    def refuted(
        self, course: DutchCourse, field: Field, pairing: RoundPairing, made: Made[Round2013]
    ) -> Diagnosis | None:
        """Where the procedure turned back (C.12, C.13), see whether the other pairing shows that it need not have."""
        from reference_engines.dutch_2013.diagnosis import turned_back_in_vain  # noqa: PLC0415 - discrepancies only

        del course
        turns = (StepKind.BACKTRACKED, StepKind.JOINED)
        turned_back = any(step.kind in turns for step in made.way.steps)
        return turned_back_in_vain(self, field, pairing) if turned_back else None

    def order_article(self, step: GenerationStep) -> str:
        """Return the article that orders a step of generation."""
        return self.generation[step]

    def changes(self, course: DutchCourse, field: Field) -> Iterator[Change]:
        """Yield the open points, odd and even as printed, and other numbers of rounds where none is declared."""
        for identifier, readings in OTHERS:
            if readings.bye_is_no_opponent and not field.is_odd:
                continue  # DUTCH-2013-C1-LAST: nobody has the bye
            yield follow_other_side(identifier, rules=toggle_rules(readings))
        yield from changes(course, field)

    @property
    def features(self) -> tuple[Feature, ...]:
        """Colour rules and circumstances."""
        articles = self.colour_articles
        colours = (colour_rule(article, articles.sentence(article)) for article in articles.in_order)
        return (*colours, *(circumstance(which) for which in WITHOUT_CRITERIA))

    @property
    def not_measured(self) -> tuple[str, ...]:
        """What of a procedure cannot be left out."""
        return ("Criteria and steps of the sequence are not measured: no part of a procedure can be left out.",)

    def exercised(
        self, course: DutchCourse, field: Field, made: Made[Round2013], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return the colour rules and circumstances that the round exercises."""
        games = [(min(game), max(game)) for game in made.games]
        articles = {decided(self, course, field, pair).article for pair in games}
        pairs = np.array(games, dtype=np.int64).reshape(-1, 2)
        found = articles | {which.value for which in floats_and_byes(field, pairs)}
        return [feature for feature in wanted if feature.name in found]
