"""The rules of such a system at work: how an edition pairs, judges and argues a field."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, TypeVar

from reference_engines.contract import Made
from reference_engines.engine import CourseT, Rules
from reference_engines.features import SHARED, circumstance, colour_rule, decisive
from reference_engines.hard_rules import Facts, HardRules, Printed, broken
from reference_engines.results import Assessment, GenerationStep, Pair, RoundPairing
from reference_engines.upfloating.assessment import assess
from reference_engines.upfloating.field import UpfloatingField
from reference_engines.upfloating.leaving_out import criteria_that_can_be_left_out, is_decisive
from reference_engines.upfloating.search import BY_MATCHING, pair_field
from reference_engines.upfloating.text import UpfloatingText
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet

    from reference_engines.contract import ColourDecision
    from reference_engines.features import Feature
    from reference_engines.results import Diagnosis, Violation
    from reference_engines.upfloating.search import Search

Pairs = tuple[tuple[int, int], ...]
"""Positions, in the order in which the brackets are paired."""
UpfloatingT = TypeVar("UpfloatingT", bound=UpfloatingField)


def board_order(field: UpfloatingField, pairs: Pairs) -> Pairs:
    """Sort pairs for publication (C.04.2:3.6; D.9 before 2026): highest score, then sum of both, then smallest TPN."""

    def rank(pair: tuple[int, int]) -> tuple[int, int, int]:
        higher = min(pair)  # positions stand by score, then TPN
        return -int(field.score[higher]), -int(field.score[list(pair)].sum()), int(field.tpn[higher])

    return tuple(sorted(pairs, key=rank))


@dataclass(frozen=True, kw_only=True)
class UpfloatingRules(UpfloatingText, Rules[CourseT, UpfloatingT, Pairs]):
    """One edition at work."""

    search: Search = BY_MATCHING

    # --- what a system says -------------------------------------------------------------------------------------------

    @abstractmethod
    def decided(self, course: CourseT, field: UpfloatingT, pair: tuple[int, int]) -> ColourDecision:
        """Give two positions their colours, without the readings on which they rest."""

    @abstractmethod
    def facts(self, course: CourseT, field: UpfloatingT) -> Facts:
        """Return what the hard rules ask of a round."""

    @abstractmethod
    def apart(self, course: CourseT, field: UpfloatingT) -> AbstractSet[frozenset[int]]:
        """Return the pairs of numbers whom the organiser keeps apart in a round."""

    # --- pairing and judging ------------------------------------------------------------------------------------------

    def pair(self, course: CourseT, field: UpfloatingT) -> Made[Pairs]:
        """Pair a round, boards in the order of publication."""
        pairs, bye = pair_field(field, self, BY_MATCHING if self.following else self.search)
        decisions = [self.decided(course, field, pair) for pair in board_order(field, pairs)]
        return Made(games=tuple((one.white, one.black) for one in decisions), bye=bye, way=pairs)

    def judge(self, course: CourseT, field: UpfloatingT, pairing: RoundPairing, made: Made[Pairs] | None) -> Assessment:
        """Judge a pairing by the hard rules, and if it keeps them, step by step."""
        del made
        found = self.violations(course, field, pairing)
        return Assessment(pairing=pairing, violations=found, brackets=() if found else assess(field, self, pairing))

    def violations(self, course: CourseT, field: UpfloatingT, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Hold a pairing against the hard rules alone."""
        return broken(self._hard, self.facts(course, field), pairing)

    @property
    def _hard(self) -> HardRules:
        complete = Printed(article=self.articles.complete)
        return HardRules(
            once=complete,
            bye_for_odd=complete,
            meeting=Printed(label="C1", article=self.articles.rematch),
            kept_apart=Printed(),
            bye_again=Printed(label="C2", article=self.articles.bye_bar),
            participant=self.edition.participant,
        )

    def failed_part(self, course: CourseT, field: UpfloatingT, pairing: RoundPairing, made: Made[Pairs]) -> Diagnosis:
        """Look at the step at which the two pairings part."""
        from reference_engines.upfloating.diagnosis import diagnosed  # noqa: PLC0415 - only a faulty engine needs it

        del course
        numbers = field.numbers
        own = RoundPairing(
            pairs=tuple(Pair(numbers[white], numbers[black]) for white, black in made.games),
            bye=None if made.bye is None else numbers[made.bye],
        )
        return diagnosed(field, self, pairing, own)

    def order_article(self, step: GenerationStep) -> str:
        """Return the article that orders the candidates of a step."""
        articles = {GenerationStep.BYE: self.articles.bye_last, GenerationStep.UPFLOATERS: self.articles.sets}
        return articles.get(step, self.articles.identifiers)

    # --- what is measured ---------------------------------------------------------------------------------------------

    @property
    def features(self) -> tuple[Feature, ...]:
        """Criteria and circumstances; colour rules are met with."""
        criteria = criteria_that_can_be_left_out(self)
        return (*(decisive(*criterion) for criterion in criteria), *(circumstance(which) for which in SHARED))

    @property
    def not_measured(self) -> tuple[str, ...]:
        """What is left out."""
        return (
            "[C3] to [C5], the choice of the bye and the order of candidates are not measured.",
            "A colour rule that never decided is not listed.",
        )

    def exercised(
        self, course: CourseT, field: UpfloatingT, made: Made[Pairs], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return the criteria that decide, and the rules that give pairs their colours."""
        criteria = {label for label, *_ in criteria_that_can_be_left_out(self)}
        asked = [feature for feature in wanted if feature.name in criteria]
        apart = self.apart(course, field)
        deciding = [feature for feature in asked if is_decisive(self, field, feature.label, apart)]
        return (*deciding, *{colour_rule(self.decided(course, field, game).article) for game in made.games})
