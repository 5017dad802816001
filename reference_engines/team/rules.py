"""The rules of the team system at work: how an edition pairs, judges and argues a field of teams."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from reference_engines.contract import Made
from reference_engines.course import undeclared_initial_colour
from reference_engines.engine import Alteration, Change, Rules
from reference_engines.features import SHARED, circumstance, colour_rule, decisive
from reference_engines.hard_rules import Facts, HardRules, Printed, broken
from reference_engines.results import Assessment, GenerationStep, Pair, RoundPairing, UnsupportedEventError
from reference_engines.team.assessment import assess
from reference_engines.team.colours import argued
from reference_engines.team.edition import TeamEdition
from reference_engines.team.field import TeamField
from reference_engines.team.leaving_out import criteria_that_can_be_left_out, is_decisive
from reference_engines.team.otherwise import Otherwise, note_of, rules_beyond
from reference_engines.team.search import BY_MATCHING, ByMatching, pair_field
from reference_engines.team.table import TeamTable
from tournaments.frozen import dataclass
from tournaments.model import Event
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.contract import ColourDecision
    from reference_engines.features import Feature
    from reference_engines.results import Diagnosis, Violation
    from reference_engines.team.search import Search
    from tournaments.teams.event import TeamEvent

    Pairs = tuple[tuple[int, int], ...]
    """Positions, in the order in which the brackets are paired."""


def _board_order(field: TeamField, pairs: Pairs) -> Pairs:
    """Sort pairs for publication (C.04.2:3.6; D.9 before 2026): highest score, then sum of both, then smallest TPN."""

    def rank(pair: tuple[int, int]) -> tuple[int, int, int]:
        higher = min(pair)  # positions stand by score, then TPN
        return -int(field.score[higher]), -int(field.score[list(pair)].sum()), int(field.tpn[higher])

    return tuple(sorted(pairs, key=rank))


def _read(rules: TeamRules, otherwise: Otherwise) -> TeamRules:
    return replace(rules, otherwise=rules.otherwise | {otherwise})


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRules(TeamEdition, Rules[TeamTable, TeamField, "Pairs"]):
    """One edition of C.04.6 at work."""

    search: Search = BY_MATCHING
    otherwise: frozenset[Otherwise] = frozenset()
    """Readings of the register that are not ours."""

    def begin(self, event: Event | TeamEvent, like: TeamTable | None = None) -> TeamTable:
        """Lay an event out: what a file tells, or teams as they are."""
        del like
        if isinstance(event, Event) and not event.is_team_event:
            raise UnsupportedEventError(f"{self.edition.key} pairs teams, and this is an event of individual players.")
        table = TeamTable(team_event(event) if isinstance(event, Event) else event, self)
        return table.read_otherwise(*self.otherwise) if self.otherwise else table

    def lay(self, course: TeamTable, stage: int) -> TeamField:
        """Return the teams to be paired in a round."""
        return course.field(stage)

    def pair(self, course: TeamTable, field: TeamField) -> Made[Pairs]:
        """Pair a round, boards in the order of publication."""
        pairs, bye = pair_field(field, self, ByMatching(self.otherwise) if self.otherwise else self.search)
        decisions = [argued(course, field, pair) for pair in _board_order(field, pairs)]
        return Made(games=tuple((one.white, one.black) for one in decisions), bye=bye, way=pairs)

    def colours(
        self, course: TeamTable, field: TeamField, pair: tuple[int, int], made: Made[Pairs] | None
    ) -> ColourDecision:
        """Follow 4.3, and tell the readings by whose other side the colours would be others."""
        del made
        return argued(course, field, pair, with_readings=True)

    def judge(self, course: TeamTable, field: TeamField, pairing: RoundPairing, made: Made[Pairs] | None) -> Assessment:
        """Judge a pairing by the hard rules, and if it keeps them, step by step."""
        del made
        found = broken(self._hard, self._facts(course, field), pairing)
        return Assessment(pairing=pairing, violations=found, brackets=() if found else assess(field, self, pairing))

    def violations(self, course: TeamTable, field: TeamField, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Hold a pairing against the hard rules alone."""
        return broken(self._hard, self._facts(course, field), pairing)

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

    def _facts(self, course: TeamTable, field: TeamField) -> Facts:
        stage = field.round_number
        apart = course.apart(stage)
        return Facts(
            present=frozenset(field.numbers),
            met=lambda one, other: course.met(one, stage).get(other) if one in course.by_number else None,
            apart=lambda one, other: frozenset((one, other)) in apart,
            barred=lambda number: course.why_no_bye(number, stage),
        )

    def failed_part(self, course: TeamTable, field: TeamField, pairing: RoundPairing, made: Made[Pairs]) -> Diagnosis:
        """Look at the step at which the two pairings part."""
        from reference_engines.team.diagnosis import diagnosed  # noqa: PLC0415 - only a faulty engine needs it

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

    def changes(self, course: TeamTable, field: TeamField) -> Iterator[Change]:
        """
        Yield readings that make the round another one, and what the file does not declare.

        Two that make the same of this round may part in another.
        """
        taken = field.content, rules_beyond(self.otherwise)
        for otherwise in course.open_readings:
            together = self.otherwise | {otherwise}
            start = course.read_otherwise(*together).field(field.round_number).content, rules_beyond(together)
            if otherwise not in self.otherwise and start != taken:
                yield Change(note=note_of((otherwise,)), rules=partial(_read, otherwise=otherwise))
        if field.round_number > 1:  # from the first round it is inferred as that has it
            yield from undeclared_initial_colour(course)

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """What programs get wrong of the criteria, and of who may have the bye."""
        from reference_engines.team.alterations import alterations_of  # noqa: PLC0415 - only causes need it

        return alterations_of(self)

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
        self, course: TeamTable, field: TeamField, made: Made[Pairs], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return the criteria that decide, and the rules that give pairs their colours."""
        criteria = {label for label, *_ in criteria_that_can_be_left_out(self)}
        asked = [feature for feature in wanted if feature.name in criteria]
        deciding = [feature for feature in asked if is_decisive(self, course, field, feature.label)]
        return (*deciding, *{colour_rule(argued(course, field, game).article) for game in made.games})
