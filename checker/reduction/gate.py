"""The gate: every candidate passes it, and nothing else decides whether one is taken."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from checker.checking import CheckOptions, RoundSelection, check_event
from checker.comparison import compare
from checker.findings import Differences, EventHeader, RoundFinding
from checker.programs.program import ProgramError
from checker.reduction.by_rules import ReplayError, replayed
from checker.reduction.discrepancy import (
    NO_PAIRING,
    Discrepancy,
    Keep,
    Mark,
    decided_by,
    involved,
    is_discrepant,
)
from checker.reduction.simplicity import simplicity_of
from checker.reduction.situation import as_paired
from checker.verdicts import Outcome, Verdict
from reference_engines.results import NoLegalPairingError, PairingError

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.programs.program import Program
    from checker.reduction.situation import Situation
    from reference_engines.engine import AnyRules
    from reference_engines.results import RoundPairing
    from tournaments.model import Event

    Answers = Callable[[Situation], RoundPairing]
    """Return the pairing to be judged of a situation; raise NoLegalPairingError or ProgramError."""


class Fate(Enum):
    """What became of a candidate."""

    TAKEN = "taken"
    KNOWN = "tried before"
    NOT_SIMPLER = "not simpler"
    UNPLAYABLE = "cannot be paired"
    """By the regulation, or not at all where earlier rounds are to be as the regulation pairs them."""
    FAILED = "the program fails"
    AGREES = "no discrepancy"
    OTHER = "another discrepancy"
    ILLEGAL_HISTORY = "an earlier round is illegal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A situation that shows a discrepancy."""

    situation: Situation
    discrepancy: Discrepancy


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a reduction keeps."""

    rules: AnyRules
    keep: Keep = Keep.CRITERION
    by_rules: bool = False
    """Whether every earlier round is to be as the regulation pairs it."""
    heeds_history: bool = True
    """Whether earlier rounds have to be legal; not where those of the event at hand are not."""
    cause_of: Callable[[Event, int, AnyRules], str] | None = None
    """Returns the identifier of the first cause of a discrepant round; needed for `Keep.CAUSE`."""


def carried_along(situation: Situation) -> RoundPairing:
    """Return the recorded pairing."""
    if situation.recorded is None:
        raise ValueError("no pairing is recorded, and there is no program to be asked")
    return situation.recorded


def asked_of(program: Program) -> Answers:
    """Return what asks a program each time."""

    def answer(situation: Situation) -> RoundPairing:
        return program.pair(situation.before, situation.round_number)

    return answer


@dataclass
class Gate:
    """
    Takes a candidate if it is simpler than the present one and shows the same in a legal history.

    The one part of a reduction that changes: it holds the simplest so far.
    """

    terms: Terms
    answers: Answers
    most_questions: int
    present: Shown
    questions: int = 0
    """How often the program was asked, or a pairing that was carried along was judged."""
    fates: Counter[Fate] = field(default_factory=Counter)
    others: dict[Mark, Shown] = field(default_factory=dict)
    """Other discrepancies met on the way, the first of each."""
    _seen: set[tuple[Event, RoundPairing | None]] = field(default_factory=set)

    @property
    def is_spent(self) -> bool:
        """Whether no question may be asked any more."""
        return self.questions >= self.most_questions

    def consider(self, candidate: Situation) -> bool:
        """Whether the candidate is taken; it is the present one then."""
        fate = self.fate_of(candidate)
        self.fates[fate] += 1
        return fate is Fate.TAKEN

    def fate_of(self, candidate: Situation) -> Fate:
        """Tell what becomes of a candidate, and take it if it is to be taken."""
        if not self._is_simpler(candidate):
            return Fate.NOT_SIMPLER
        if self.terms.by_rules:
            try:
                candidate = replayed(candidate, self.terms.rules)
            except ReplayError:
                return Fate.UNPLAYABLE
        key = (candidate.before, candidate.recorded)
        if key in self._seen or not self._is_simpler(candidate):
            return Fate.KNOWN if key in self._seen else Fate.NOT_SIMPLER
        self._seen.add(key)
        self.questions += 1
        return self._asked(candidate)

    def _is_simpler(self, candidate: Situation) -> bool:
        return simplicity_of(candidate.before) < simplicity_of(self.present.situation.before)

    def _asked(self, candidate: Situation) -> Fate:
        found = look(candidate, self.terms, self.answers)
        if not isinstance(found, Shown):
            return found
        if found.discrepancy.mark != self.present.discrepancy.mark:
            self.others.setdefault(found.discrepancy.mark, found)
            return Fate.OTHER
        self.present = found
        return Fate.TAKEN


def look(candidate: Situation, terms: Terms, answers: Answers) -> Shown | Fate:
    """Return what a situation shows, or why it shows nothing."""
    number, rules = candidate.round_number, terms.rules
    try:
        expected = rules.open(candidate.before).pair(number)
    except PairingError:
        return Fate.UNPLAYABLE
    try:
        answer = answers(candidate)
    except NoLegalPairingError as error:
        return _without_pairing(candidate, terms, str(error))
    except ProgramError:
        return Fate.FAILED
    if compare(answer, expected) == Differences():
        return Fate.AGREES
    return _judged(candidate, as_paired(candidate.before, answer), terms)


def _without_pairing(candidate: Situation, terms: Terms, said: str) -> Shown | Fate:
    """A program says that there is no pairing, and there is one."""
    if terms.heeds_history and not history_is_legal(candidate.before, candidate.before.rounds_recorded, terms):
        return Fate.ILLEGAL_HISTORY
    mark = Mark(verdict=Verdict.ILLEGAL, decided_by=NO_PAIRING if terms.keep is not Keep.VERDICT else "")
    number = candidate.round_number
    sentence = f"Round {number}: it says that no legal pairing exists ({said}), and there is one."
    discrepancy = Discrepancy(mark=mark, sentence=sentence, event=candidate.before, involved=frozenset())
    return Shown(situation=candidate, discrepancy=discrepancy)


def _judged(candidate: Situation, event: Event, terms: Terms) -> Shown | Fate:
    number = candidate.round_number
    finding = finding_of(event, number, terms.rules)
    if finding is None or not is_discrepant(finding):
        return Fate.AGREES
    if terms.heeds_history and not history_is_legal(event, number - 1, terms):
        return Fate.ILLEGAL_HISTORY
    decided = "" if terms.keep is Keep.VERDICT else decided_by(finding)
    cause = terms.cause_of(event, number, terms.rules) if terms.keep is Keep.CAUSE and terms.cause_of else ""
    discrepancy = Discrepancy(
        mark=Mark(verdict=finding.verdict, decided_by=decided, cause=cause),
        sentence=finding.sentence,
        event=event,
        involved=involved(finding),
    )
    return Shown(situation=candidate, discrepancy=discrepancy)


def finding_of(event: Event, number: int, rules: AnyRules) -> RoundFinding | None:
    """Return what a check says of a round; None if it refuses the event."""
    options = CheckOptions(system=rules.edition.key, rounds=RoundSelection(number, number))
    found = [entry for entry in check_event(event, options=options) if not isinstance(entry, EventHeader)]
    return found[0] if found else None


def history_is_legal(event: Event, last: int, terms: Terms) -> bool:
    """
    Whether no round up to the last one that counts as history breaks a rule.

    With `Terms.by_rules`, whether each of them is as the regulation pairs it.
    """
    if not last:
        return True
    options = CheckOptions(system=terms.rules.edition.key, rounds=RoundSelection(1, last))
    for entry in check_event(event, options=options):
        if isinstance(entry, EventHeader):
            if entry.refusal:
                return False
        elif entry.violations or (terms.by_rules and entry.verdict.outcome is not Outcome.CONSISTENT):
            return False
    return True
