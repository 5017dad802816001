"""The gate: every candidate passes it, and nothing else decides whether one is taken."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING

from checker.check import CheckOptions, check_event
from checker.findings import Differences, RoundFinding
from checker.programs.program import ProgramError
from checker.reduction.discrepancy import (
    NO_PAIRING,
    Discrepancy,
    Keep,
    Mark,
    decided_by,
    involved,
    is_discrepant,
)
from checker.reduction.situation import ReplayError, replayed
from checker.verdicts.comparison import RoundContext, compare, judge_round
from checker.verdicts.phrases import Roster
from checker.verdicts.team_events import team_participants
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import NoLegalPairingError, PairingError
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.programs.program import Program
    from checker.reduction.matches import Matches
    from checker.reduction.situation import Situation
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import PreparedEvent, Rules
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
    EXPLAINED = "a check explains it otherwise"
    """By a fact that the file does not declare, such as another order of numbers."""
    ILLEGAL_HISTORY = "an earlier round is illegal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A situation that shows a discrepancy."""

    situation: Situation
    discrepancy: Discrepancy


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a reduction keeps."""

    rules: Rules
    keep: Keep = Keep.CRITERION
    by_rules: bool = False
    """Whether every earlier round is to be as the regulation pairs it."""
    heeds_history: bool = True
    """Whether earlier rounds have to be legal; not where those of the event at hand are not."""
    cause: str = ""
    """Identifier of the cause that is to stay, for `Keep.CAUSE`."""


def carried_along(situation: Situation) -> RoundPairing:
    """Return the recorded pairing."""
    if situation.recorded is None:
        raise ValueError("no pairing is recorded, and there is no program to be asked")
    return situation.recorded


def asked_of(program: Program) -> Answers:
    """Return what asks a program each time."""

    def answer(situation: Situation) -> RoundPairing:
        return program.pair(situation.event, situation.round_number)

    return answer


@dataclasses.dataclass
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
    _seen: set[tuple[Event, RoundPairing | None, Matches | None]] = field(default_factory=set)

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
        key = (candidate.before, candidate.recorded, candidate.matches)
        if key in self._seen or not self._is_simpler(candidate):
            return Fate.KNOWN if key in self._seen else Fate.NOT_SIMPLER
        self._seen.add(key)
        self.questions += 1
        return self._asked(candidate)

    def _is_simpler(self, candidate: Situation) -> bool:
        return candidate.simplicity < self.present.situation.simplicity

    def _asked(self, candidate: Situation) -> Fate:
        found = look(candidate, self.terms, self.answers, self.present.discrepancy.mark)
        if not isinstance(found, Shown):
            return found
        if found.discrepancy.mark != self.present.discrepancy.mark:
            self.others.setdefault(found.discrepancy.mark, found)
            return Fate.OTHER
        self.present = found
        return Fate.TAKEN


def look(candidate: Situation, terms: Terms, answers: Answers, wanted: Mark | None = None) -> Shown | Fate:
    """
    Return what a situation shows, or why it shows nothing.

    Where it shows what is ``wanted``, a check of the whole event must say so, too: `check` heeds what a file does not
    declare.
    """
    number, prepared = candidate.round_number, terms.rules.open(candidate.event)
    try:
        expected = prepared.round(number).expected()
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
    return _judged(candidate, candidate.as_paired(answer), terms, wanted)


def _without_pairing(candidate: Situation, terms: Terms, said: str) -> Shown | Fate:
    """A program says that there is no pairing, and there is one."""
    if terms.heeds_history and not _history_is_legal(terms.rules.open(candidate.event), terms):
        return Fate.ILLEGAL_HISTORY
    decided = NO_PAIRING if terms.keep is Keep.CRITERION else ""
    event = candidate.event
    cause = _kept_cause(candidate, event, terms)
    mark = Mark(verdict=Verdict.ILLEGAL, decided_by=decided, cause=cause)
    number = candidate.round_number
    sentence = f"Round {number}: it says that no legal pairing exists ({said}), and there is one."
    discrepancy = Discrepancy(mark=mark, sentence=sentence, event=event, involved=frozenset())
    return Shown(situation=candidate, discrepancy=discrepancy)


def _judged(candidate: Situation, event: Event, terms: Terms, wanted: Mark | None) -> Shown | Fate:
    number, prepared = candidate.round_number, terms.rules.open(event)
    finding = _finding(prepared, number)
    if not is_discrepant(finding):
        return Fate.AGREES
    if terms.heeds_history and not _history_is_legal(prepared, terms, number - 1):
        return Fate.ILLEGAL_HISTORY
    decided = decided_by(finding) if terms.keep is Keep.CRITERION else ""
    mark = Mark(verdict=finding.verdict, decided_by=decided, cause=_kept_cause(candidate, event, terms))
    if mark == wanted and not _check_says(finding, event, terms):
        return Fate.EXPLAINED
    discrepancy = Discrepancy(mark=mark, sentence=finding.sentence, event=event, involved=involved(finding))
    return Shown(situation=candidate, discrepancy=discrepancy)


def _finding(prepared: PreparedEvent, number: int) -> RoundFinding:
    event: Event = prepared.source
    people = team_participants(event) if event.is_team_event else event.players
    roster = Roster({one.tpn: one.name for one in people})
    return judge_round(prepared, number, RoundContext(event=event.name, roster=roster))


def _check_says(finding: RoundFinding, event: Event, terms: Terms) -> bool:
    """Whether a check of the whole event comes to the same verdict on the round, and by the same."""
    options = CheckOptions(system=terms.rules.edition.key, hints=False)
    return any(
        entry.verdict is finding.verdict and decided_by(entry) == decided_by(finding)
        for entry in check_event(event, options=options)
        if isinstance(entry, RoundFinding) and entry.round_number == finding.round_number
    )


def _history_is_legal(prepared: PreparedEvent, terms: Terms, last: int | None = None) -> bool:
    """
    Whether no round up to the last one that counts as history (None: all that are recorded) breaks a rule.

    With `Terms.by_rules`, whether each of them is as the regulation pairs it.
    """
    stages = prepared.recorded_rounds if last is None else range(1, last + 1)
    if terms.by_rules:
        return all(_finding(prepared, number).verdict.outcome is Outcome.CONSISTENT for number in stages)
    return not any(prepared.round(number).assess(prepared.round(number).posted).violations for number in stages)


def _kept_cause(candidate: Situation, event: Event, terms: Terms) -> str:
    """Return the cause that is to stay, if it explains the round; empty if not, and where none is to stay."""
    if not terms.cause:
        return ""
    from checker.reduction.same_cause import has_cause  # noqa: PLC0415 - start-up time; only where a cause is to stay

    return terms.cause if has_cause(terms.cause, candidate, event, terms.rules) else ""
