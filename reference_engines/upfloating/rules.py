"""The rules of an upfloating system: how an edition pairs and judges a round, and checks its own pairing."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from reference_engines.definitions.hard_rules import HardRules, RoundFacts, RuleReference, find_bye_bar, find_violations
from reference_engines.frame.results import (
    Assessment,
    BracketKind,
    Component,
    Diagnosis,
    FloatDirection,
    GenerationStep,
    SelectionRule,
)
from reference_engines.frame.round import ColourDecision, ExpectedPairing, Round
from reference_engines.frame.rules import PreparedEvent, Rules
from reference_engines.upfloating.assessment import assess
from reference_engines.upfloating.edition import UpfloatingEdition
from reference_engines.upfloating.participants import UpfloatingParticipants
from reference_engines.upfloating.search import BY_MATCHING, Search, pair_field
from reference_engines.upfloating.solver import read_pair_costs, read_upfloater_costs
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from reference_engines.frame.results import BracketAssessment, RoundPairing, Violation

    Failures = Iterator[tuple[Component, str]]


def diagnose(
    participants: UpfloatingParticipants, text: UpfloatingEdition, pairing: RoundPairing, own: RoundPairing
) -> Diagnosis:
    """Find the failed component if a complete and legal pairing is not worse than the engine's ``own``."""
    unpaired = list(participants.numbers)
    for ours, theirs in zip(assess(participants, text, own), assess(participants, text, pairing), strict=False):
        if _content(ours) != _content(theirs):
            step = _Step(participants=participants, text=text, unpaired=tuple(unpaired), ours=ours, theirs=theirs)
            return step.diagnose()
        gone = {*ours.downfloaters, *(tpn for pair in ours.pairs for tpn in pair)}
        unpaired = [tpn for tpn in unpaired if tpn not in gone]
    return Diagnosis(
        component=None, evidence="the pairing that it made is the recorded one, and was not what it gave out"
    )


def _content(step: BracketAssessment) -> object:
    return step.kind, step.upfloaters, step.downfloaters, set(step.pairs)


class _Step(FrozenStruct, frozen=True, kw_only=True):
    """The first step in which two pairings differ; its checks yield a failed component and the evidence."""

    participants: UpfloatingParticipants
    text: UpfloatingEdition
    unpaired: tuple[int, ...]
    """TPNs."""
    ours: BracketAssessment
    theirs: BracketAssessment

    def diagnose(self) -> Diagnosis:
        checks = {BracketKind.BYE: self._bye, BracketKind.UPFLOATERS: self._upfloaters, BracketKind.PAIRS: self._pairs}
        where = f"in the scoregroup of {points_text(self.ours.score)} points"
        for component, evidence in checks[self.ours.kind]():
            return Diagnosis(component=component, evidence=f"{where} {evidence}")
        verified = "the matchings are proven, and the costs of both say what the criteria say"
        return Diagnosis(component=None, evidence=f"{where} {verified}")

    def _bye(self) -> Failures:
        own, recorded = (([value.value for value in step.values], step.generation.key) for step in self._both)
        if recorded < own:
            (bye,) = self.theirs.downfloaters
            yield (
                Component.COMPLETION,
                f"the others are held not to be pairable without {self.participants.participant} {bye}, and are paired",
            )

    def _upfloaters(self) -> Failures:
        if self.ours.upfloaters and not self.theirs.upfloaters:
            yield (
                Component.COMPLETION,
                f"the {self.participants.participant}s are held not to be pairable with one another, and are paired so",
            )
        unpaired = self._positions(self.unpaired)
        for owner, step in zip(_OWNERS, self._both, strict=True):
            if not step.upfloaters:
                continue
            values = read_upfloater_costs(self.participants, self.text, unpaired, self._positions(step.upfloaters))
            if values is None:
                yield Component.COMPLETION, f"{owner} upfloaters are held not to leave a pairing of all others"
            else:
                yield from self._compare(f"{owner} upfloaters", step, values)

    def _pairs(self) -> Failures:
        for owner, step in zip(_OWNERS, self._both, strict=True):
            pairs = [(first, second) for first, second in map(self._positions, step.pairs)]
            values = read_pair_costs(self.participants, self.text, pairs)
            yield from self._compare(f"{owner} pairs", step, values)

    @property
    def _both(self) -> tuple[BracketAssessment, BracketAssessment]:
        return self.ours, self.theirs

    def _positions(self, numbers: Sequence[int]) -> list[int]:
        place = {tpn: position for position, tpn in enumerate(self.participants.numbers)}
        return [place[tpn] for tpn in numbers]

    def _compare(self, choice: str, step: BracketAssessment, unpacked: Sequence[tuple[int, ...]]) -> Failures:
        for value, number in zip(step.values, unpacked, strict=True):
            if value.value != number:
                yield (
                    Component.PACKING,
                    f"the costs of {choice} say {list(number)} of {value.name}, which is {list(value.value)}",
                )


_OWNERS = ("our own", "the recorded")


Pairs = tuple[tuple[int, int], ...]
"""Positions, in the order in which the brackets are paired."""


def sort_by_board(pairs: Pairs, participants: UpfloatingParticipants) -> Pairs:
    """Sort pairs for publication (C.04.2:3.6; D.9 before 2026): highest score, then sum of both, then smallest TPN."""

    def rank(pair: tuple[int, int]) -> tuple[int, int, int]:
        higher = min(pair)  # positions stand by score, then TPN
        score = participants.score
        return -int(score[higher]), -int(score[list(pair)].sum()), int(participants.tpn[higher])

    return tuple(sorted(pairs, key=rank))


@dataclass(frozen=True, kw_only=True)
class UpfloatingRules(UpfloatingEdition, Rules):
    """One edition at work."""

    search: Search = BY_MATCHING

    @property
    def hard(self) -> HardRules:
        """The rules that every pairing must keep."""
        complete = RuleReference(article=self.articles.complete)
        return HardRules(
            once=complete,
            bye_for_odd=complete,
            meeting=RuleReference(label="C1", article=self.articles.rematch),
            forbidden=RuleReference(),
            bye_again=RuleReference(label="C2", article=self.articles.bye_bar),
            participant=self.edition.participant,
        )


RulesT = TypeVar("RulesT", bound=UpfloatingRules)
EventT = TypeVar("EventT", bound=PreparedEvent)
UpfloatingT = TypeVar("UpfloatingT", bound=UpfloatingParticipants)


@dataclass(frozen=True, kw_only=True)
class UpfloatingRound(Round[RulesT, EventT, UpfloatingT, Pairs], Generic[RulesT, EventT, UpfloatingT]):
    """One round under an edition of such a system."""

    # --- what a system answers ----------------------------------------------------------------------------------------

    @abstractmethod
    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Give two positions their colours, with the readings on which they rest."""

    def colours_of_game(self, pair: tuple[int, int]) -> ColourDecision:
        """Give two positions their colours; the readings on which they rest may be left out."""
        return self.colours(pair)

    def contradicts_colours(self, pairing: RoundPairing) -> bool:
        """Whether the rules give a pair of a pairing other colours."""
        return any(self.colours_of_game((min(game), max(game))).white != game[0] for game in self.positions_of(pairing))

    @property
    @abstractmethod
    def facts(self) -> RoundFacts:
        """The facts of the round for which the hard rules ask."""

    @property
    @abstractmethod
    def apart(self) -> AbstractSet[frozenset[int]]:
        """The pairs of numbers that the organiser keeps apart in the round."""

    # --- pairing and judging ------------------------------------------------------------------------------------------

    def pair(self) -> ExpectedPairing[Pairs]:
        """Pair the round, boards in the order of publication."""
        search = BY_MATCHING if self.rules.following else self.rules.search
        pairs, bye = pair_field(self.participants, self.rules, search)
        decisions = [self.colours_of_game(pair) for pair in sort_by_board(pairs, self.participants)]
        return ExpectedPairing(
            games=tuple((decision.white, decision.black) for decision in decisions), bye=bye, trace=pairs
        )

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Judge a pairing by the hard rules, and if it keeps them, step by step."""
        violations = self.violations(pairing)
        brackets = () if violations else assess(self.participants, self.rules, pairing)
        return Assessment(pairing=pairing, violations=violations, brackets=brackets)

    def violations(self, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the hard rules that a pairing breaks."""
        return find_violations(self.rules.hard, self.facts, pairing)

    def bye_bar(self, number: int) -> Violation | None:
        """Return the rule that bars a participant from the bye ([C2])."""
        return find_bye_bar(self.rules.hard, self.facts, number)

    @property
    def bye_rule(self) -> SelectionRule:
        """The lowest score, most matches, the largest number (3.4; 2.1 before 2026)."""
        participant = self.rules.edition.participant
        who, whom = ("that", "which") if self.rules.edition.pairs_teams else ("who", "whom")
        return SelectionRule(
            article=self.rules.bye_criteria[0].article,
            sentence=f"the bye goes to the {participant} with the lowest score {who} may have it and without {whom} "
            "all others can be paired; of several, to the one with the most matches, then the largest number",
        )

    @property
    def floater_rule(self) -> SelectionRule:
        """The criteria of upfloaters."""
        first, participant = self.rules.upfloater_criteria[0], self.rules.edition.participant
        return SelectionRule(
            label=first.label,
            article=first.article,
            sentence=f"as few {participant}s as possible float up, from scores as near as possible; of several, the "
            "following scoregroup and earlier floats decide, and last the order of numbers",
        )

    def float_direction(self, _first: int, _second: int) -> FloatDirection:
        """Return up: a scoregroup is completed from below."""
        return FloatDirection.UP

    def find_failed_component(self, pairing: RoundPairing) -> Diagnosis:
        """Diagnose the first step in which the pairings differ."""
        return diagnose(self.participants, self.rules, pairing, self.expected())

    @property
    def order_articles(self) -> Mapping[GenerationStep, str]:
        """The articles that order byes, sets of upfloaters and pairings of a bracket."""
        articles = self.rules.articles
        return {
            GenerationStep.BYE: articles.bye_last,
            GenerationStep.UPFLOATERS: articles.sets,
            GenerationStep.IDENTIFIER: articles.identifiers,
        }
