"""
One finding of a campaign with everything that shows it, so that it can be sent to a vendor or a committee.

Nothing is looked up that the store does not keep, or that seed and number do not bring back. The hash of the input and
the digest of the answer show whether they are the same as in the campaign.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker.anonymisation import anonymised
from checker.campaigns.configuration import Direction
from checker.campaigns.outcomes import ProgramFinding, ReducedEvent, Score, digest_of
from checker.campaigns.rows import EVENTS_WITH_INPUT, StoredExchange
from checker.campaigns.work import event_text
from checker.check import CheckOptions, check_event
from checker.errors import TaskError
from checker.findings import EventFinding, RoundFinding, VerificationStatus, gather
from checker.planting import with_last_round
from checker.programs.answers import pair_list, read_answer
from checker.programs.program import Program, ProgramError, Recipe
from checker.proofs import FindingVerifier
from checker.questions.explain import explain
from checker.questions.question import Question
from checker.reduction.situation import as_paired
from checker.standings.findings import StandingsFinding, StandingsVerdict
from checker.verdicts.phrases import as_an_answer
from checker.verdicts.team_events import cut_before_round, up_to
from checker.verdicts.verdict import Outcome
from reference_engines.frame.results import NoLegalPairingError, PairingError, RoundPairing
from reference_engines.frame.systems import engine_for, paired_by, resolve
from tournaments.frozen import FrozenStruct
from tournaments.model import NAMING_TIE_BREAKS
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.grouping import Group
    from checker.campaigns.store import KnownProgram, Store
    from checker.causes.causes_finding import CausesFinding
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event


_NOT_HERE = (
    "What the program was given is not here: it is kept of the smallest events, and the program cannot be reached to "
    "say how it reads."
)


class Dossier(FrozenStruct, frozen=True, kw_only=True):
    """The parts of a dossier on one finding."""

    finding: ProgramFinding
    group: Group | None = None
    """Findings with the same signature; None if no group has it."""
    program: KnownProgram
    recipe: Recipe | None
    system: str
    given: bytes | None
    """The input of the program; None where it had no input, or the input cannot be made again."""
    answer: bytes
    """As the program wrote it; of a pairing without people, the pairs alone."""
    ours: RoundPairing | None
    """The pairing of the round by the regulation; None for a rank order, or if no pairing is legal."""
    is_anonymous: bool = False
    remarks: tuple[str, ...] = ()
    """Remarks on the parts, a sentence each."""

    @property
    def round_number(self) -> int:
        """The round in question; 0 for the rank order."""
        return self.finding.round_number


class PairingDossier(Dossier, frozen=True, kw_only=True):
    """The dossier of a pairing."""

    before: Event
    """The event before the round; where a program has made the event, up to that round."""
    answered: RoundPairing | None
    """The pairing of the program; None if it said that no pairing is legal."""
    paired: Event | None
    """The event up to that round, as the program paired it; None where it gave no pairing."""
    checked: EventFinding | None
    """The verdict of a check of that event on the round."""
    reduced: ReducedEvent | None = None
    reduced_input: bytes | None = None
    """The reduced event as the program reads it, if there is one."""

    @property
    def sentence(self) -> str:
        """The finding in words."""
        rounds = self.checked.rounds if self.checked else ()
        if rounds and self.shows_it:
            return as_an_answer(rounds[0].sentence)
        if self.is_anonymous:  # what was said in the campaign names people
            return f"Round {self.round_number}: {self.finding.word}."
        return self.finding.sentence

    @property
    def shows_it(self) -> bool:
        """Whether a check of the event as the program paired it has the same verdict."""
        rounds = self.checked.rounds if self.checked else ()
        return any(entry.verdict.value == self.finding.word for entry in rounds)

    @property
    def proof(self) -> dict[str, Any] | None:
        """The proof of a confirmed finding, for `checker.verifier`; None for any other finding."""
        if self.paired is None or self.checked is None or not self.shows_it:
            return None
        (finding,) = self.checked.rounds
        if finding.verification is None or finding.verification.status is not VerificationStatus.CONFIRMED:
            return None
        return FindingVerifier(engine_for(self.system).open(self.paired)).prove(finding, with_optimum=True)


def dossier_of(
    store: Store, finding: ProgramFinding, program: Program | None, *, anonymous: bool = False
) -> PairingDossier:
    """
    Make the dossier of a finding; ``program`` is asked if the store does not keep the answer.

    Raise TaskError if the answer cannot be had, or the finding is not about a pairing.
    """
    number, index = finding.round_number, finding.event_number
    if not is_about_pairing(store, finding):
        raise TaskError("this finding is about what a checker says, or a rank order, and not about a pairing")
    known = store.programs[finding.program]
    if store.configuration.direction is Direction.GENERATE:
        return _dossier_of_generated_event(store, finding, known, anonymous=anonymous)
    rules = engine_for(store.configuration.system)
    event = store.event(index)
    games = rules.edition.file_rounds_per_round
    before = cut_before_round(event, number, games)
    kept, recipe = store.exchange(index, known.number, number), store.recipe(known.number)
    answer, answered = _answer(finding, kept, recipe, program, before, games)
    given, remarks = find_input(kept, program, before)
    if anonymous:
        event, before = anonymised(event), anonymised(before)
        answer = pair_list(answered).encode() if answered else b""
        given = _write_input(program, before)
        remarks = ["Names are replaced, so the input is not byte by byte what the program was given."]
        if given is None:
            remarks.append("The input without names is not here: the program cannot be reached to say how it reads.")
    paired = None if answered is None else _as_paired(event, before, answered, number, games)
    checked = None if paired is None else check_as_file(paired, rules.edition.key, number)
    dossier = PairingDossier(
        finding=finding,
        program=known,
        recipe=recipe,
        system=rules.edition.key,
        before=before,
        given=given,
        answer=answer,
        answered=answered,
        ours=pair_round(rules, before, number),
        paired=paired,
        checked=checked,
        is_anonymous=anonymous,
    )
    return replace(dossier, remarks=(*remarks, *_remarks(dossier)))


def keep_inputs(store: Store, number: int, search: CausesFinding, program: Program) -> None:
    """Keep the inputs of a program in the smallest events of each cause, where they were dropped for smaller events."""
    players = {outcome.index: outcome.players for outcome in store.outcomes()}
    for group in search.groups:
        events = sorted({int(one.event) for one in group.explained}, key=lambda index: (players[index], index))
        small = set(events[:EVENTS_WITH_INPUT])
        for one in group.explained:
            index = int(one.event)
            kept = store.exchange(index, number, one.round_number) if index in small else None
            if kept is None or kept.given is not None:
                continue
            games = engine_for(store.configuration.system).edition.file_rounds_per_round
            again = _write_input(program, cut_before_round(store.event(index), one.round_number, games))
            if again is not None and hashlib.sha256(again).hexdigest() == kept.given_sha256:
                store.keep_input(index, number, one.round_number, again)


def _remarks(dossier: PairingDossier) -> list[str]:
    remarks = []
    if dossier.answered is None:
        remarks.append("The program said that no legal pairing exists, so an event with its pairing does not exist.")
    elif not dossier.shows_it:
        remarks.append("A file cannot hold this answer as it was given, so a check of event.trf does not show it.")
    if dossier.recipe is None:
        remarks.append(
            "How the program was asked is not known: the store is of an earlier version, or these are files."
        )
    return remarks


def _answer(
    finding: ProgramFinding,
    stored: StoredExchange | None,
    recipe: Recipe | None,
    program: Program | None,
    before: Event,
    games: int,
) -> tuple[bytes, RoundPairing | None]:
    """Return the program's answer, in its words and as a pairing: as it was kept, or asked for again."""
    if stored is not None and stored.length == len(stored.answer) and (recipe is not None or not finding.answer_digest):
        pairing = None
        if finding.answer_digest and recipe is not None:
            try:
                pairing = read_answer(stored.answer, recipe.form, finding.round_number, games)
            except ProgramError as error:
                raise TaskError(f"the answer that the store keeps cannot be read: {error}") from error
        _require_same(finding.answer_digest, pairing)
        return stored.answer, pairing
    if program is None:
        raise TaskError(
            "the store does not keep the answer (it was made by an earlier version), and the program cannot be asked"
        )
    try:
        pairing = program.pair(before, finding.round_number)
    except NoLegalPairingError:
        pairing = None
    except ProgramError as error:
        raise TaskError(f"the store does not keep the answer, and the program failed: {error}") from error
    _require_same(finding.answer_digest, pairing)
    last = program.last_exchange
    return (last.answer if last else pair_list(pairing).encode() if pairing else b""), pairing


def _require_same(digest: str, pairing: RoundPairing | None) -> None:
    if digest != ("" if pairing is None else digest_of(pairing)):
        raise TaskError("the answer is another one than in the campaign")


def find_input(stored: StoredExchange | None, program: Program | None, before: Event) -> tuple[bytes | None, list[str]]:
    """Return the input of a program for an event, and remarks on it."""
    if stored is not None and stored.given is not None:
        if hashlib.sha256(stored.given).hexdigest() == stored.given_sha256:
            return stored.given, []
        return stored.given, ["The input is not the one of which the store keeps the hash."]
    again = _write_input(program, before)
    if again is None:
        return None, [_NOT_HERE]
    if stored is None:
        return again, ["The input was made again; the store keeps no hash to compare it with."]
    if hashlib.sha256(again).hexdigest() == stored.given_sha256:
        return again, ["The input was made again; its hash is that of the campaign."]
    return again, ["The input was made again, and is not byte by byte what the program was given."]


def _write_input(program: Program | None, before: Event) -> bytes | None:
    if program is None:
        return None
    try:
        return program.input_for(before)
    except ProgramError:
        return None


def _as_paired(event: Event, before: Event, pairing: RoundPairing, number: int, games: int) -> Event | None:
    """Record a pairing; return None if a paired player is not in the event."""
    try:
        if event.is_team_event:
            paired = with_last_round(up_to(event, number), pairing)
        else:
            paired = as_paired(before, pairing, games)
        paired = _unranked(paired)
        write_trf26(paired)
    except (UnwritableEventError, KeyError, ValueError):
        return None
    return paired


def _unranked(event: Event) -> Event:
    """Return the event without its list of tie-breaks: an unfinished event has no final ranks."""
    return replace(event, headers=tuple(header for header in event.headers if header[0] not in NAMING_TIE_BREAKS))


def check_as_file(event: Event, system: str, number: int) -> EventFinding:
    """Check a round of an event, or, for 0, the whole event with its rank order, as a file would hold it."""
    read = parse_event(write_trf26(event).encode(), source="event.trf", paired=paired_by(system)).event
    rounds = (number, number) if number else None
    options = CheckOptions(system=system, rounds=rounds, as_declared=True, verify=True)
    (finding,) = gather(list(check_event(read or event, options=options)))
    return finding


def pair_round(rules: Rules, event: Event, number: int) -> RoundPairing | None:
    """Return the pairing of a round by the regulation; None if no pairing is legal."""
    try:
        return rules.open(event).round(number).expected()
    except PairingError:
        return None


def _dossier_of_generated_event(
    store: Store, finding: ProgramFinding, known: KnownProgram, *, anonymous: bool
) -> PairingDossier:
    """Make the dossier of a round of an event that the program made itself."""
    number = finding.round_number
    text = store.file_of(finding.event_number, known.number)
    event = parse_event(text.encode(), source="event").event if text else None
    rules = resolve(event, store.configuration.system).engine if event else None
    if event is None or rules is None:
        raise TaskError(f"event {finding.event_number} was made by the program, and was not kept")
    kept = store.exchange(finding.event_number, known.number, 0)
    event = anonymised(event) if anonymous else event
    shortened = _first_rounds(event, rules.edition.rows(number).stop)
    checked = check_as_file(shortened, rules.edition.key, number)
    found = next((entry for entry in checked.rounds if isinstance(entry, RoundFinding)), None)
    dossier = PairingDossier(
        finding=finding,
        program=known,
        recipe=store.recipe(known.number),
        system=rules.edition.key,
        before=shortened,
        given=None,
        answer=b"" if anonymous or kept is None else kept.answer,
        answered=found.recorded if found else None,
        ours=found.expected if found else None,
        paired=shortened,
        checked=checked,
        is_anonymous=anonymous,
    )
    return replace(dossier, remarks=("The program made this event itself; it was given none.",))


def _first_rounds(event: Event, number: int) -> Event:
    if event.is_team_event:
        return _unranked(up_to(event, number))
    players = tuple(
        replace(
            player,
            rounds=player.rounds[:number],
            points=sum(map(event.scoring.points, player.rounds[:number])),
            rank=None,
        )
        for player in event.players
    )
    declared = event.rounds_declared or event.rounds_recorded
    return replace(
        _unranked(event),
        players=players,
        rounds_recorded=number,
        rounds_declared=declared,
        requested_byes=(),
        unexplained_blanks=(),
    )


EXPLAINED_UP_TO = 20
"""Participants of an event of which every board is explained; `pairproof explain` explains those of any."""
_SAYS = {
    Score.FALSE_ALARM: "Its checker objects to {where}, which is right.",
    Score.MISSED: "Its checker does not object to {where}, which is wrong.",
    Score.DISCREPANT: "The event that it made is wrong in {where}.",
}


class VerdictDossier(Dossier, frozen=True, kw_only=True):
    """The dossier of a verdict: a checker differs from Pairproof, or a generated event has a wrong rank order."""

    event: Event
    checked: EventFinding
    """The verdict of Pairproof on the round, or on the rank order."""
    why: tuple[str, ...] = ()
    """Of a right round: the reasons of the pairing, board by board; empty where there are too many boards."""

    @property
    def rounds(self) -> int:
        """The number of judged rounds of the event."""
        return self.event.rounds_recorded // engine_for(self.system).edition.file_rounds_per_round

    @property
    def sentence(self) -> str:
        """The finding in words."""
        where = f"round {self.round_number}" if self.round_number else "the rank order"
        return _SAYS[self.finding.score].format(where=where)

    @property
    def says(self) -> str:
        """The answer of the program's checker, shortened; empty without an answer, or where names are left out."""
        finding = self.finding
        return finding.sentence if finding.score is Score.FALSE_ALARM and not self.is_anonymous else ""

    @property
    def argument(self) -> str:
        """The verdict of Pairproof, and the reason."""
        return self._checked_finding.sentence if self._checked_finding else ""

    @property
    def shows_it(self) -> bool:
        """Whether the check of Pairproof confirms the finding against the program."""
        ours, score = self._checked_finding, self.finding.score
        if ours is None:
            return False
        if isinstance(ours, StandingsFinding):
            is_wrong, is_right = (ours.verdict is one for one in (StandingsVerdict.WRONG, StandingsVerdict.CONSISTENT))
        else:
            is_wrong, is_right = (ours.verdict.outcome is one for one in (Outcome.DISCREPANT, Outcome.CONSISTENT))
        return is_right if score is Score.FALSE_ALARM else is_wrong

    @property
    def _checked_finding(self) -> RoundFinding | StandingsFinding | None:
        if not self.round_number:
            return self.checked.header.standings
        return next((one for one in self.checked.rounds if one.round_number == self.round_number), None)


AnyDossier = PairingDossier | VerdictDossier


def is_about_pairing(store: Store, finding: ProgramFinding) -> bool:
    """Whether a finding is about a pairing, and not about the verdict of a checker, or a rank order."""
    return store.configuration.direction in (Direction.PAIR, Direction.GENERATE) and finding.round_number > 0


def verdict_dossier_of(
    store: Store, finding: ProgramFinding, program: Program | None, *, anonymous: bool = False
) -> VerdictDossier:
    """Make the dossier of a verdict; raise TaskError if its event cannot be made, or the finding does not count."""
    if finding.score not in _SAYS:
        raise TaskError(f"nothing is to be proved: {finding.score.value}")
    known, system = store.programs[finding.program], store.configuration.system
    event = _event(store, finding)
    if system == "auto":
        engine = resolve(event, system).engine
        if engine is None:
            raise TaskError(f"event {finding.event_number} declares no system")
        system = engine.edition.key
    kept = store.exchange(finding.event_number, known.number, 0)
    if store.configuration.direction is Direction.GENERATE:
        given, remarks = None, ["The program made this event itself; it was given none."]
    else:
        given, remarks = find_input(kept, program, event)
    event = anonymised(event) if anonymous else event
    dossier = VerdictDossier(
        finding=finding,
        program=known,
        recipe=store.recipe(known.number),
        system=system,
        event=event,
        given=given,
        answer=b"" if anonymous or kept is None else kept.answer,
        checked=check_as_file(event, system, finding.round_number),
        ours=pair_round(engine_for(system), event, finding.round_number) if finding.round_number else None,
        is_anonymous=anonymous,
    )
    if dossier.shows_it and finding.score is Score.FALSE_ALARM and finding.players <= EXPLAINED_UP_TO:
        dossier = replace(dossier, why=tuple(_why(dossier)))
    if kept is None:
        remarks.append("What the program said is not kept.")
    if not dossier.shows_it:
        remarks.append("A check of event.trf does not have the same finding.")
    return replace(dossier, remarks=tuple(remarks))


def _event(store: Store, finding: ProgramFinding) -> Event:
    """Return the event in question, as a file holds it."""
    if store.configuration.direction is Direction.GENERATE:
        text = store.file_of(finding.event_number, finding.program) or ""
    else:
        text = event_text(store.configuration, finding.event_number, finding.subject)
    event = parse_event(text.encode(), source="event.trf", paired=paired_by(store.configuration.system)).event
    if event is None:
        raise TaskError(f"event {finding.event_number} was not kept, or cannot be read again")
    return event


def _why(dossier: VerdictDossier) -> Iterator[str]:
    """Yield the reason for each board, and then for the bye."""
    if dossier.ours is None:
        return
    question = Question(prepared=engine_for(dossier.system).open(dossier.event), stage=dossier.round_number)
    bye = (dossier.ours.bye,) if dossier.ours.bye is not None else ()
    for tpn in (*(pair.white for pair in dossier.ours.pairs), *bye):
        found = explain(question, tpn)
        yield f"{found.sentence} {found.colour}".rstrip()
