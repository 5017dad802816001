"""The rules of the Dutch system at work: how an edition pairs, judges and argues a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.course import DutchCourse, begun
from reference_engines.dutch.edition import DutchText
from reference_engines.dutch.paired import PairedRound
from reference_engines.dutch.publishing import changes, decided, published
from reference_engines.engine import Alteration, Change, Rules, is_of_games
from reference_engines.field import Field
from reference_engines.hard_rules import broken
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.brackets.bracket import Bracket, Brackets, Candidate
    from reference_engines.contract import ColourDecision, Made
    from reference_engines.features import Feature, Nearness
    from reference_engines.history import IntArray
    from reference_engines.results import Assessment, Diagnosis, GenerationStep, RoundPairing, Violation
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class DutchRules(DutchText, Rules[DutchCourse, Field, "Brackets"]):
    """One edition of C.04.3 at work."""

    # --- laying out and pairing ---------------------------------------------------------------------------------------

    def begin(self, event: Event, like: DutchCourse | None = None) -> DutchCourse:
        """Lay an event out under the definitions of the edition."""
        return begun(event, self, like, asks_for_the_record=self.order.asks_for_the_record)

    def lay(self, course: DutchCourse, stage: int) -> Field:
        """Return the players to be paired in a round."""
        return course.field(stage)

    def pair(self, course: DutchCourse, field: Field) -> Made[Brackets]:
        """Pair a round bracket by bracket, boards in the order of publication."""
        brackets = tuple(self.round_rules(field).brackets())
        pairs = [_in_field(bracket, candidate) for bracket, candidate in brackets if candidate.pairs]
        return published(self, course, field, np.concatenate([_NO_PAIRS, *pairs]), brackets)

    def asks_for(self, course: DutchCourse, field: Field, pairing: RoundPairing) -> bool:
        """Compare bracket by bracket, and only where all are equal the colours."""
        from reference_engines.dutch.assessment import candidate_of, partners  # noqa: PLC0415 - as in `judge`

        paired = [tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)]
        if sorted([*paired, *([] if pairing.bye is None else [pairing.bye])]) != sorted(field.numbers):
            return False
        partner, pairs = partners(field, pairing), [_NO_PAIRS]
        for bracket, candidate in self.round_rules(field).brackets():
            if candidate != candidate_of(bracket, partner):
                return False
            if candidate.pairs:
                pairs.append(_in_field(bracket, candidate))
        made = published(self, course, field, np.concatenate(pairs), ())
        numbers = field.numbers
        return is_of_games(pairing, {(numbers[white], numbers[black]) for white, black in made.games})

    def colours(
        self, course: DutchCourse, field: Field, pair: tuple[int, int], made: Made[Brackets] | None
    ) -> ColourDecision:
        """Give two their colours by the first rule that decides."""
        del made
        return decided(self, course, field, pair)

    # --- judging and arguing ------------------------------------------------------------------------------------------

    def judge(
        self, course: DutchCourse, field: Field, pairing: RoundPairing, made: Made[Brackets] | None
    ) -> Assessment:
        """Judge a pairing by the hard rules, and bracket by bracket by the criteria."""
        from reference_engines.dutch.assessment import assess  # noqa: PLC0415 - an assessment knows the rules

        return assess(self, course, field, pairing, made.way if made else ())

    def violations(self, course: DutchCourse, field: Field, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Hold a pairing against the hard rules alone."""
        from reference_engines.dutch.assessment import facts_of  # noqa: PLC0415 - likewise

        return broken(self.hard, facts_of(self, course, field), pairing)

    def failed_part(self, course: DutchCourse, field: Field, pairing: RoundPairing, made: Made[Brackets]) -> Diagnosis:
        """Pose the bracket in question again, and verify each part by itself."""
        from reference_engines.dutch.diagnosis import diagnosed  # noqa: PLC0415 - only a faulty engine needs it

        del course
        return diagnosed(self, field, pairing, made.way)

    def refuted(
        self, course: DutchCourse, field: Field, pairing: RoundPairing, made: Made[Brackets]
    ) -> Diagnosis | None:
        """Verify by a barrier that those cannot be paired whom the completion refuses."""
        del course, pairing
        refusals = self.round_rules(field).refusals(made.way)
        return next((found for refusal in refusals if (found := refusal.refuted()) is not None), None)

    def order_article(self, step: GenerationStep) -> str:
        """Return the article that orders a step of generation."""
        return self.generation[step]

    # --- what is open -------------------------------------------------------------------------------------------------

    def changes(self, course: DutchCourse, field: Field) -> Iterator[Change]:
        """Yield odd and even as printed, and other numbers of rounds where none is declared."""
        yield from changes(course, field)

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """What programs get wrong of the edition."""
        from reference_engines.dutch.alterations.every import alterations_of  # noqa: PLC0415 - only causes need it

        return alterations_of(self)

    # --- what is measured ---------------------------------------------------------------------------------------------

    @property
    def features(self) -> tuple[Feature, ...]:
        """Criteria, colour rules, steps and circumstances."""
        from reference_engines.dutch.coverage import features_of  # noqa: PLC0415 - only coverage needs it

        return features_of(self)

    def exercised(
        self, course: DutchCourse, field: Field, made: Made[Brackets], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return what the round exercises; a criterion that decides is found by leaving it out."""
        from reference_engines.dutch.coverage import exercised  # noqa: PLC0415 - only coverage needs it

        return exercised(PairedRound(text=self, course=course, field=field, brackets=made.way), wanted)

    def near(self, course: DutchCourse, field: Field, made: Made[Brackets], feature: Feature) -> Nearness:
        """Tell how near a criterion is to deciding the round."""
        from reference_engines.dutch.nearness import near  # noqa: PLC0415 - only seeking needs it

        return near(PairedRound(text=self, course=course, field=field, brackets=made.way), feature)


_NO_PAIRS: IntArray = np.empty((0, 2), dtype=np.int64)


def _in_field(bracket: Bracket, candidate: Candidate) -> IntArray:
    """Return the pairs of a candidate as (pairs, 2) positions in the field."""
    return bracket.positions[np.array(candidate.pairs, dtype=np.int64)]
