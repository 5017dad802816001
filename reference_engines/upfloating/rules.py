"""The rules of an upfloating system at work: how an edition pairs and judges a round."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from reference_engines.definitions.hard_rules import (
    HardRules,
    RoundFacts,
    RuleReference,
    find_bye_bar,
    find_violations,
)
from reference_engines.frame.results import Assessment, FloatDirection, GenerationStep, SelectionRule
from reference_engines.frame.round import ColourDecision, ExpectedPairing, Round
from reference_engines.frame.rules import PreparedEvent, Rules
from reference_engines.upfloating.assessment import assess
from reference_engines.upfloating.edition import UpfloatingEdition
from reference_engines.upfloating.participants import UpfloatingParticipants
from reference_engines.upfloating.search import BY_MATCHING, pair_field
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from reference_engines.frame.results import Diagnosis, RoundPairing, Violation
    from reference_engines.upfloating.search import Search

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
        from reference_engines.upfloating.diagnosis import diagnose  # noqa: PLC0415 - only a faulty engine needs it

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
