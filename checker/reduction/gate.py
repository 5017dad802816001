"""
The gate of a reduction, which alone decides whether a candidate is taken.

A candidate is taken if its round shows the same discrepancy.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from dataclasses import field
from enum import Enum

from checker.check import CheckOptions, check_event
from checker.findings import RoundFinding, are_equal
from checker.programs.program import Program, ProgramError
from checker.reduction.situation import Matches, Situation, replayed
from checker.verdicts.comparison import judge_round
from checker.verdicts.interpretations import is_discrepant
from checker.verdicts.phrases import Roster
from checker.verdicts.round_case import RoundContext
from checker.verdicts.team_events import participants_of
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import NoLegalPairingError, PairingError, RoundPairing
from reference_engines.frame.rules import PreparedEvent, Rules
from tournaments.frozen import FrozenStruct
from tournaments.model import Event

Answers = Callable[[Situation], RoundPairing]
"""Return the pairing to be judged of a situation; raise NoLegalPairingError or ProgramError."""


NO_PAIRING = "no pairing given"
"""The deciding rule if a program denies that a pairing exists."""


class Keep(Enum):
    """The property that a reduced event keeps."""

    VERDICT = "verdict"
    CRITERION = "criterion"
    """The verdict and what decides: the criterion, or the step of generation, or the rule that is broken."""
    CAUSE = "cause"
    """The verdict and the cause: the first cause of the original event explains the reduced one, too."""


class DiscrepancyMark(FrozenStruct, frozen=True, kw_only=True):
    """The mark of a discrepancy; two with the same mark are the same."""

    verdict: Verdict
    decided_by: str = ""
    """Label or article of what decides; empty where it may change."""
    cause: str = ""
    """Identifier of the cause that explains it; empty where none is to be kept, or it does not."""

    def __str__(self) -> str:
        """``worse (C14)``."""
        told = ", ".join(filter(None, (self.decided_by, self.cause)))
        return f"{self.verdict.value} ({told})" if told else self.verdict.value


def involved(finding: RoundFinding) -> frozenset[int]:
    """Return the players whose opponents, colours or bye differ."""
    found = {tpn for violation in finding.argument.violations for tpn in violation.players}
    if finding.differences is not None:
        told = finding.differences
        pairs = (*told.recorded_only, *told.expected_only, *told.colours)
        found |= {tpn for pair in pairs for tpn in pair.players}
        if told.bye_differs:
            pairings = (finding.recorded, finding.expected)
            found |= {pairing.bye for pairing in pairings if pairing is not None and pairing.bye is not None}
    return frozenset(found)


class Fate(Enum):
    """The fate of a candidate."""

    TAKEN = "taken"
    KNOWN = "tried before"
    NOT_SIMPLER = "not simpler"
    UNPLAYABLE = "cannot be paired"
    """No pairing by the regulation, or earlier rounds that cannot be as the regulation pairs them."""
    FAILED = "the program fails"
    AGREES = "no discrepancy"
    OTHER = "another discrepancy"
    EXPLAINED = "a check explains it otherwise"
    """An undeclared fact explains it, such as another order of numbers."""
    ILLEGAL_HISTORY = "an earlier round is illegal"


class ShownDiscrepancy(FrozenStruct, frozen=True, kw_only=True):
    """A situation that shows a discrepancy."""

    situation: Situation
    mark: DiscrepancyMark
    sentence: str
    event: Event
    """The event with the round as it was paired; without that round if no pairing was given."""
    involved: frozenset[int] = frozenset()
    """TPNs of those whose opponents, colours or bye differ."""


def recorded_pairing_of(situation: Situation) -> RoundPairing:
    """Return the recorded pairing."""
    if situation.recorded is None:
        raise ValueError("no pairing is recorded, and no program can be asked")
    return situation.recorded


def answers_of_program(program: Program) -> Answers:
    """Return the answers of a program, asked each time."""

    def answer(situation: Situation) -> RoundPairing:
        return program.pair(situation.event, situation.round_number)

    return answer


class Terms(FrozenStruct, frozen=True, kw_only=True):
    """The terms of a reduction: rules, answers, kept property, legal history."""

    rules: Rules
    answers: Answers = recorded_pairing_of
    keep: Keep = Keep.CRITERION
    by_rules: bool = False
    """Whether every earlier round is to be as the regulation pairs it."""
    heeds_history: bool = True
    """Whether earlier rounds have to be legal; not if those of the original event are not."""
    cause: str = ""
    """Identifier of the cause that is to stay, for `Keep.CAUSE`."""


@dataclasses.dataclass
class Gate:
    """
    The gate of a reduction, which takes a simpler candidate that shows the same in a legal history.

    The one part of a reduction that changes: it holds the simplest so far.
    """

    terms: Terms
    most_questions: int
    present: ShownDiscrepancy
    questions: int = 0
    """How often the program was asked, or a pairing that was carried along was judged."""
    fates: Counter[Fate] = field(default_factory=Counter)
    others: dict[DiscrepancyMark, ShownDiscrepancy] = field(default_factory=dict)
    """Other discrepancies met on the way, the first of each."""
    _tried: set[tuple[Event, RoundPairing | None, Matches | None]] = field(default_factory=set)

    @property
    def is_spent(self) -> bool:
        """Whether the questions of the reduction are used up."""
        return self.questions >= self.most_questions

    def consider(self, candidate: Situation) -> bool:
        """Take the candidate if it qualifies; return whether it was taken."""
        fate = self.decide_fate(candidate)
        self.fates[fate] += 1
        return fate is Fate.TAKEN

    def decide_fate(self, candidate: Situation) -> Fate:
        """Return the fate of a candidate, and take it if it qualifies."""
        if not self._is_simpler(candidate):
            return Fate.NOT_SIMPLER
        if self.terms.by_rules:
            try:
                candidate = replayed(candidate, self.terms.rules)
            except PairingError:
                return Fate.UNPLAYABLE
        key = (candidate.before, candidate.recorded, candidate.matches)
        if key in self._tried or not self._is_simpler(candidate):
            return Fate.KNOWN if key in self._tried else Fate.NOT_SIMPLER
        self._tried.add(key)
        self.questions += 1
        return self._judge_candidate(candidate)

    def _is_simpler(self, candidate: Situation) -> bool:
        return candidate.simplicity < self.present.situation.simplicity

    def _judge_candidate(self, candidate: Situation) -> Fate:
        result = look(candidate, self.terms, self.present.mark)
        if not isinstance(result, ShownDiscrepancy):
            return result
        if result.mark != self.present.mark:
            self.others.setdefault(result.mark, result)
            return Fate.OTHER
        self.present = result
        return Fate.TAKEN


def look(candidate: Situation, terms: Terms, target: DiscrepancyMark | None = None) -> ShownDiscrepancy | Fate:
    """
    Return the discrepancy that a situation shows, or the reason why it shows none.

    If it shows the ``target``, a check of the whole event must agree: `check` heeds what a file does not declare.
    """
    number, prepared = candidate.round_number, terms.rules.open(candidate.event)
    try:
        expected = prepared.round(number).expected()
    except PairingError:
        return Fate.UNPLAYABLE
    try:
        answer = terms.answers(candidate)
    except NoLegalPairingError as error:
        return _discrepancy_of_denial(candidate, terms, str(error))
    except ProgramError:
        return Fate.FAILED
    if are_equal(answer, expected):
        return Fate.AGREES
    return _judge_answer(candidate, candidate.as_paired(answer), terms, target)


def _discrepancy_of_denial(candidate: Situation, terms: Terms, reason: str) -> ShownDiscrepancy | Fate:
    """Return the discrepancy of a program that denies a pairing which exists."""
    if terms.heeds_history and not _history_is_legal(terms.rules.open(candidate.event), terms):
        return Fate.ILLEGAL_HISTORY
    decided = NO_PAIRING if terms.keep is Keep.CRITERION else ""
    event = candidate.event
    cause = _find_kept_cause(candidate, event, terms)
    mark = DiscrepancyMark(verdict=Verdict.ILLEGAL, decided_by=decided, cause=cause)
    number = candidate.round_number
    sentence = f"Round {number}: it says that no legal pairing exists ({reason}), and there is one."
    return ShownDiscrepancy(situation=candidate, mark=mark, sentence=sentence, event=event)


def _judge_answer(
    candidate: Situation, event: Event, terms: Terms, target: DiscrepancyMark | None
) -> ShownDiscrepancy | Fate:
    number, prepared = candidate.round_number, terms.rules.open(event)
    finding = _finding(prepared, number)
    if not is_discrepant(finding):
        return Fate.AGREES
    if terms.heeds_history and not _history_is_legal(prepared, terms, number - 1):
        return Fate.ILLEGAL_HISTORY
    decided = finding.decided if terms.keep is Keep.CRITERION else ""
    mark = DiscrepancyMark(verdict=finding.verdict, decided_by=decided, cause=_find_kept_cause(candidate, event, terms))
    if mark == target and not _check_says(finding, event, terms):
        return Fate.EXPLAINED
    return ShownDiscrepancy(
        situation=candidate, mark=mark, sentence=finding.sentence, event=event, involved=involved(finding)
    )


def _finding(prepared: PreparedEvent, number: int) -> RoundFinding:
    event: Event = prepared.source
    roster = Roster({one.tpn: one.name for one in participants_of(event)})
    return judge_round(prepared, number, RoundContext(event=event.name, roster=roster))


def _check_says(finding: RoundFinding, event: Event, terms: Terms) -> bool:
    """Whether a check of the whole event gives the round the same verdict by the same rule."""
    options = CheckOptions(system=terms.rules.edition.key, hints=False)
    return any(
        entry.verdict is finding.verdict and entry.decided == finding.decided
        for entry in check_event(event, options=options)
        if isinstance(entry, RoundFinding) and entry.round_number == finding.round_number
    )


def _history_is_legal(prepared: PreparedEvent, terms: Terms, last: int | None = None) -> bool:
    """
    Whether every round up to the last one of the history (None: all recorded rounds) keeps the rules.

    With `Terms.by_rules`, whether each of them is as the regulation pairs it.
    """
    stages = prepared.recorded_rounds if last is None else range(1, last + 1)
    if terms.by_rules:
        return all(_finding(prepared, number).verdict.outcome is Outcome.CONSISTENT for number in stages)
    return not any(prepared.round(number).assess(prepared.round(number).posted).violations for number in stages)


def _find_kept_cause(candidate: Situation, event: Event, terms: Terms) -> str:
    """Return the kept cause if it explains the round; else, or without a kept cause, an empty text."""
    if not terms.cause:
        return ""
    from checker.reduction.same_cause import has_cause  # noqa: PLC0415 - start-up time; only where a cause is to stay

    return terms.cause if has_cause(terms.cause, candidate, event, terms.rules) else ""
