"""The rules of an edition and its misreadings at work on the event before a round."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from support.conformance.layouts import only_lays_out, same_field
from support.conformance.themes import THEMES
from support.variant_pairings import variant_pairings

from checker.check import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.programs.program import FailureKind, ProgramError
from checker.reduction.gate import Keep, ShownDiscrepancy, Terms, look
from checker.reduction.search import reduce
from checker.reduction.situation import Situation, as_paired, situation_of
from checker.suite.questions import comparable_answer
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import NoLegalPairingError, PairingError, UnsupportedEventError
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import generated_misreadings, misreadings_of
from tournaments import parse_event
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterable

    from support.conformance.themes import Theme

    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import PreparedEvent, Rules
    from reference_engines.frame.variants import Misreading
    from tournaments.model import Event

IN_NO_ORDER = "in-no-order"
"""In the identifiers of misreadings that take whatever is recorded, and so have no answer of their own."""
_MOST_QUESTIONS = 500
"""Of a reduction."""


def has_open_colours(prepared: PreparedEvent, number: int) -> bool:
    """Whether no rule gives some pair of a round its colours, so that the opposite ones are not a fault."""
    pairs = prepared.round(number).expected().pairs
    return any((rule := prepared.round(number).colour_rule(pair)) is not None and rule.is_open for pair in pairs)


@dataclass(frozen=True)
class Bench:
    """An edition, by key."""

    system: str
    leaving_out: str = ""
    """How the identifiers begin of misreadings and features that are not sought; nothing is left out if empty."""

    unlike: tuple[str, ...] = ()
    """Keys of editions from which the questions distinguish this one."""

    is_thorough: bool = False
    """Whether questions are made for themes, too, and for misreadings that are generated from the rules."""
    seeks_generated: bool = False
    """Whether questions are made for these misreadings alone: of systems other than the Dutch one, which has themes."""

    @cached_property
    def rules(self) -> Rules:
        """The edition."""
        return engine_for(self.system)

    @cached_property
    def literal(self) -> Rules | None:
        """Its literal twin, if there is one."""
        try:
            return engine_for(f"{self.system}/literal")
        except KeyError:
            return None

    @property
    def has_plain_rounds(self) -> bool:
        """Whether players are paired for one game: such rounds can be drawn and changed one by one."""
        edition = self.rules.edition
        return edition.file_rounds_per_round == 1 and not edition.pairs_teams

    def is_sought(self, name: str) -> bool:
        """Whether questions are made for a misreading or feature."""
        return not (self.leaving_out and name.startswith(self.leaving_out))

    @cached_property
    def misreadings(self) -> dict[str, Misreading]:
        """By identifier, in their order; not those that say what they do only of a recorded pairing."""
        known = {one.identifier: one for one in misreadings_of(self.rules) if self.is_sought(one.identifier)}
        listed = {name: one for name, one in known.items() if IN_NO_ORDER not in name}
        if not (self.is_thorough or self.seeks_generated):
            return listed
        return listed | {one.identifier: one for one in generated_misreadings(self.rules)}

    @cached_property
    def altered(self) -> dict[str, Rules]:
        """Rules of the misreadings, by identifier."""
        return {identifier: one.rules(self.rules) for identifier, one in self.misreadings.items()}

    @cached_property
    def other_editions(self) -> dict[str, Rules]:
        """Rules of the editions to be distinguished, by the name of their questions."""
        return {f"unlike {key}": engine_for(key) for key in self.unlike}

    def distinguishing_editions(self, prepared: PreparedEvent, among: Iterable[str]) -> list[str]:
        """Return the names, among the given ones, of the editions that pair the round differently."""
        right, names = comparable_answer(prepared.round(next_round_number(prepared)).expected()), []
        for name in among:
            other = paired(self.other_editions[name].open(prepared.source))
            names += [name] if other is not None and comparable_answer(other) != right else []
        return names

    @cached_property
    def themes(self) -> dict[str, Theme]:
        """The themes that are sought, by name."""
        return {one.name: one for one in THEMES} if self.is_thorough else {}

    def find_themes(self, prepared: PreparedEvent, among: Iterable[str]) -> list[str]:
        """Return the names, among the given ones, of the themes that the round has, with a misreading about them."""
        at = prepared.round(next_round_number(prepared))
        return [name for name in among if self.themes[name].holds(at) and self._shows_subject(prepared, name)]

    def _shows_subject(self, prepared: PreparedEvent, name: str) -> bool:
        """Whether a misreading about a theme shows."""
        theme = self.themes[name]
        subjects = (one for one in self.misreadings.values() if theme.is_subject(one.identifier, one.article))
        return any(self.wrong(prepared, [one.identifier]) for one in subjects)

    @cached_property
    def change_only_participants(self) -> frozenset[str]:
        """Misreadings that change only the participants, not how they are paired."""
        return frozenset(name for name, altered in self.altered.items() if only_lays_out(self.rules, altered))

    def open(self, before: Event) -> PreparedEvent | None:
        """Return the event at work under the rules; None if they refuse it, or the round cannot be paired."""
        try:
            prepared = self.rules.open(before)
        except UnsupportedEventError:
            return None
        return None if paired(prepared) is None else prepared

    def wrong(self, prepared: PreparedEvent, among: Iterable[str]) -> dict[str, RoundPairing | None]:
        """Return the wrong answers of misreadings; None for a misreading that finds no legal pairing."""
        before: Event = prepared.source
        number, laid = next_round_number(prepared), None
        right = comparable_answer(prepared.round(number).expected())
        answers: dict[str, RoundPairing | None] = {}
        for identifier in among:
            other_event = self.altered[identifier].prepare(before, prepared)
            if identifier in self.change_only_participants:
                laid = laid or prepared.round(number).participants
                if same_field(laid, other_event.round(number).participants):
                    continue
            try:
                other = other_event.round(number).expected()
            except NoLegalPairingError:
                answers[identifier] = None
                continue
            except PairingError:
                continue
            if comparable_answer(other) != right:
                answers[identifier] = other
        return answers

    def is_sound(self, prepared: PreparedEvent) -> bool:
        """Whether the history is legal, and the answer is a matter of no reading and that of the literal twin, too."""
        before: Event = prepared.source
        number = next_round_number(prepared)
        if self.faults(prepared):
            return False
        right = prepared.round(number).expected()
        if variant_pairings(prepared, number) or has_open_colours(prepared, number) or not self.is_right(before, right):
            return False
        return self.literal is None or self.is_literal(before, right) is not False

    def faults(self, prepared: PreparedEvent) -> int:
        """Count what earlier rounds violate."""
        return sum(
            len(prepared.round(stage).violations(prepared.round(stage).posted)) for stage in prepared.recorded_rounds
        )

    def is_literal(self, before: Event, right: RoundPairing) -> bool | None:
        """Whether the literal twin gives the same answer; None if it gives none, or the edition has no twin."""
        if self.literal is None:
            return None
        found = paired(self.literal.open(before))
        return None if found is None else comparable_answer(found) == comparable_answer(right)

    def is_right(self, before: Event, right: RoundPairing) -> bool:
        """Whether a check of the whole event, which doubts what is not declared, finds nothing in the round."""
        games = self.rules.edition.file_rounds_per_round
        found = check_event(as_paired(before, right, games), options=CheckOptions(system=self.system, hints=False))
        number = before.rounds_recorded // games + 1
        return [one.verdict for one in found if isinstance(one, RoundFinding) and one.round_number == number] == [
            Verdict.AGREE
        ]

    def reduced(self, before: Event, identifier: str, most_questions: int = _MOST_QUESTIONS) -> Event | None:
        """Return the smallest event found in which a misreading errs likewise; None if it does not err at all."""
        altered = self.altered[identifier]

        def answers(situation: Situation) -> RoundPairing:
            try:
                return altered.open(situation.event).round(situation.round_number).expected()
            except NoLegalPairingError:
                raise
            except PairingError as error:
                raise ProgramError(FailureKind.UNSUPPORTED, str(error)) from error

        terms = Terms(rules=self.rules, answers=answers, keep=Keep.CRITERION)
        first = look(self._situation(before), terms)
        if not isinstance(first, ShownDiscrepancy):
            return None
        reduction = reduce(first, terms, most_questions=most_questions)
        if reduction.was_interrupted:
            raise KeyboardInterrupt
        return reduction.smallest.situation.event

    def _situation(self, before: Event) -> Situation:
        if self.has_plain_rounds:
            return Situation(before=before)
        games = self.rules.edition.file_rounds_per_round
        return situation_of(before, before.rounds_recorded // games + 1, asks=True, games=games)


def next_round_number(prepared: PreparedEvent) -> int:
    """Return the number of the round that is to be paired next."""
    return prepared.recorded_rounds.stop


def paired(prepared: PreparedEvent) -> RoundPairing | None:
    """Return the pairing of the next round, if there is one."""
    try:
        return prepared.round(next_round_number(prepared)).expected()
    except PairingError:
        return None


def as_read(before: Event) -> tuple[str, Event] | None:
    """Return an event as its file tells it, and the file; None if a file cannot tell it."""
    try:
        text = write_trf26(before)
    except UnwritableEventError:
        return None
    event = parse_event(text).event
    return None if event is None else (text, event)
