"""
The rules of an upfloating system: how an edition pairs and judges a round, and checks its own pairing.

Any pairing of a round is laid open step by step: the bye, the sets of upfloaters, the pairings of the brackets.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import ClassVar, Generic, TypeVar

import numpy as np

from reference_engines.definitions.hard_rules import HardRules, RoundFacts, RuleReference, find_bye_bar, find_violations
from reference_engines.frame.results import (
    EMPTY_GENERATION,
    Assessment,
    BracketAssessment,
    BracketKind,
    Component,
    Diagnosis,
    FloatDirection,
    Generation,
    GenerationStep,
    RoundPairing,
    SelectionRule,
    Violation,
)
from reference_engines.frame.rules import ColourDecision, ExpectedPairing, PreparedEvent, Round, Rules
from reference_engines.upfloating.edition import FOLLOWING, TopScoregroup, UpfloatingEdition
from reference_engines.upfloating.participants import UpfloatingParticipants
from reference_engines.upfloating.search import BY_MATCHING, Search, pair_field, pair_in_steps
from reference_engines.upfloating.solver import following_upfloaters, read_pair_costs, read_upfloater_costs
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.points import points_text

Failures = Iterator[tuple[Component, str]]


def assess(
    participants: UpfloatingParticipants, text: UpfloatingEdition, pairing: RoundPairing
) -> tuple[BracketAssessment, ...]:
    """
    Return the steps of a complete pairing, top bracket first.

    A bracket is two steps: its upfloaters are selected before anything is known of its pairs, so that the criteria
    and the order of sets come before the criteria of the pairs.
    """
    return _Walk(participants, text, pairing).steps()


class _Walk(FrozenStruct, frozen=True):
    participants: UpfloatingParticipants
    text: UpfloatingEdition
    pairing: RoundPairing

    def steps(self) -> tuple[BracketAssessment, ...]:
        place = {int(tpn): at for at, tpn in enumerate(self.participants.tpn)}
        pairs = [(place[pair.white], place[pair.black]) for pair in self.pairing.pairs]
        mate = dict(pairs) | {black: white for white, black in pairs}
        steps = []
        bye = None if self.pairing.bye is None else place[self.pairing.bye]
        if bye is not None:
            steps.append(self._bye(bye))
        unpaired = [position for position in range(self.participants.size) if position != bye]
        seats = self.text.seats(self.participants)
        while unpaired:
            residents, lower = self.participants.top(unpaired)
            inside = set(residents)
            upfloaters = sorted({mate[position] for position in residents} - inside)
            inside.update(upfloaters)
            unpaired = [position for position in lower if position not in inside]
            steps.append(self._selection(len(steps) + 1, residents, upfloaters, unpaired))
            pairs = [(at, mate[at]) for at in inside if seats[at] < seats[mate[at]]]
            steps.append(self._bracket(len(steps) + 1, residents, upfloaters, pairs))
        return tuple(steps)

    def _tpns(self, positions: Sequence[int]) -> tuple[int, ...]:
        return tuple(int(self.participants.tpn[position]) for position in positions)

    def _bye(self, bye: int) -> BracketAssessment:
        tpn = int(self.participants.tpn[bye])
        return BracketAssessment(
            number=1,
            kind=BracketKind.BYE,
            score=int(self.participants.score[bye]),
            mdps=(),
            residents=(),
            pairs=(),
            downfloaters=(tpn,),
            values=tuple(
                numbered.criterion_value(numbered.criterion.value(self.participants, (), (bye,)))
                for numbered in self.text.bye_criteria
            ),
            generation=_ordered((tpn,), GenerationStep.BYE, (-tpn,)),
        )

    def _selection(
        self, number: int, residents: list[int], upfloaters: list[int], rest: list[int]
    ) -> BracketAssessment:
        group = TopScoregroup(self.participants, tuple(residents))
        ahead = (following_upfloaters(self.participants, group.score, rest)[0],) if self.text.looks_ahead else ()
        chosen = self._tpns(upfloaters)
        return BracketAssessment(
            number=number,
            kind=BracketKind.UPFLOATERS,
            score=group.score,
            mdps=(),
            residents=self._tpns(residents),
            pairs=(),
            upfloaters=chosen,
            downfloaters=(),
            values=tuple(
                numbered.criterion_value(
                    ahead if numbered.criterion is FOLLOWING else numbered.criterion.value(group, (), upfloaters)
                )
                for numbered in self.text.upfloater_criteria
            ),
            generation=_ordered(chosen, GenerationStep.UPFLOATERS, chosen),
        )

    def _bracket(
        self, number: int, residents: list[int], upfloaters: list[int], pairs: list[tuple[int, int]]
    ) -> BracketAssessment:
        seats = self.text.seats(self.participants)
        ordered = sorted(pairs, key=lambda pair: int(seats[pair[0]]))
        members = self.participants.select(np.array([at for pair in ordered for at in pair]))
        places = [(place, place + 1) for place in range(0, 2 * len(ordered), 2)]
        in_order = (*(top for top, _ in ordered), *(bottom for _, bottom in ordered))
        identifier = self._tpns(in_order)
        return BracketAssessment(
            number=number,
            kind=BracketKind.PAIRS,
            score=int(self.participants.score[residents[0]]),
            mdps=(),
            residents=self._tpns(residents),
            pairs=tuple(
                (int(self.participants.tpn[top]), int(self.participants.tpn[bottom])) for top, bottom in ordered
            ),
            upfloaters=self._tpns(upfloaters),
            downfloaters=(),
            values=tuple(
                numbered.criterion_value(numbered.criterion.value(members, places, ()))
                for numbered in self.text.bracket_criteria
            ),
            generation=_ordered(identifier, GenerationStep.IDENTIFIER, tuple(int(seats[at]) for at in in_order)),
        )


def _ordered(sequence: tuple[int, ...], step: GenerationStep, key: tuple[int, ...]) -> Generation:
    """There are no S1 and S2 here: candidates are ordered by what identifies them."""
    return replace(EMPTY_GENERATION, sequence=sequence, step=step, key=(key,))


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

    stops_early: ClassVar[bool] = True

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
        pairs, bye = pair_field(self.participants, self.rules, self._search)
        decisions = [self.colours_of_game(pair) for pair in sort_by_board(pairs, self.participants)]
        return ExpectedPairing(
            games=tuple((decision.white, decision.black) for decision in decisions), bye=bye, trace=pairs
        )

    @property
    def _search(self) -> Search:
        return BY_MATCHING if self.rules.following else self.rules.search

    def would_pair_as(self, pairing: RoundPairing, doubted: Container[int] = ()) -> bool:
        """Compare the bye, then bracket by bracket."""
        return self.is_paired_in_steps(pairing, self._steps, self.participants.allowed, doubted)

    def _steps(self, _opponents: Mapping[int, int], _first: int) -> Iterator[Sequence[tuple[int, ...]]]:
        return pair_in_steps(self.participants, self.rules, self._search)

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
