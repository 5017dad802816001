"""
A finding that is not about a pairing, with everything that shows it.

Either a program's checker differs from Pairproof about an event, or a program's generator has made an event with a
wrong rank order. The proof is the event, the question and the answer, and the check of Pairproof.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.anonymisation import anonymised
from checker.campaigns.configuration import Direction
from checker.campaigns.dossier import DossierError, check_as_file, find_input, pair_round
from checker.campaigns.outcomes import Score
from checker.campaigns.work import event_text
from checker.questions.explain import explain
from checker.questions.question import Question
from checker.standings.findings import StandingsFinding, StandingsVerdict
from checker.verdicts.verdict import Outcome
from reference_engines.frame.systems import engine_for, paired_by, resolve
from tournaments.frozen import dataclass
from tournaments.trf.reading import parse_event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.kept import StoredRecipe
    from checker.campaigns.outcomes import ProgramFinding
    from checker.campaigns.store import KnownProgram, Store
    from checker.findings import EventFinding, RoundFinding
    from checker.programs.program import Program
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

EXPLAINED_UP_TO = 20
"""Participants of an event of which every board is explained; `pairproof explain` explains those of any."""
_SAYS = {
    Score.FALSE_ALARM: "Its checker objects to {where}, which is right.",
    Score.MISSED: "Its checker does not object to {where}, which is wrong.",
    Score.DISCREPANT: "The event that it made is wrong in {where}.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The parts of a proof of one finding."""

    finding: ProgramFinding
    program: KnownProgram
    recipe: StoredRecipe | None
    system: str
    event: Event
    given: bytes | None
    """The input of the program; None where it had no input, or the input cannot be made again."""
    answer: bytes
    """As the program wrote it."""
    checked: EventFinding
    """The verdict of Pairproof on the round, or on the rank order."""
    ours: RoundPairing | None
    """The pairing of the round by the regulation; None for a rank order."""
    why: tuple[str, ...] = ()
    """Of a right round: the reasons of the pairing, board by board; empty where there are too many boards."""
    is_anonymous: bool = False
    remarks: tuple[str, ...] = ()
    """Remarks on the parts, a sentence each."""

    @property
    def round_number(self) -> int:
        """The round in question; 0 for the rank order."""
        return self.finding.round_number

    @property
    def rounds(self) -> int:
        """How many rounds the event has, as they are judged."""
        return self.event.rounds_recorded // engine_for(self.system).edition.file_rounds_per_round

    @property
    def sentence(self) -> str:
        """The finding in words."""
        where = f"round {self.round_number}" if self.round_number else "the rank order"
        return _SAYS[self.finding.score].format(where=where)

    @property
    def says(self) -> str:
        """The answer of its checker, cut short; empty where it has no answer, or names are to be left out."""
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


def is_proof(store: Store, finding: ProgramFinding) -> bool:
    """Whether a finding is proved so, and not by a dossier of a pairing."""
    makes_pairings = store.configuration.direction in (Direction.PAIR, Direction.GENERATE)
    return not makes_pairings or not finding.round_number


def proof_of(store: Store, finding: ProgramFinding, program: Program | None, *, anonymous: bool = False) -> Proof:
    """Make the proof of a finding; DossierError if its event cannot be made, or it counts for nothing."""
    if finding.score not in _SAYS:
        raise DossierError(f"nothing is to be proved: {finding.score.value}")
    known, system = store.programs[finding.program], store.configuration.system
    event = _event(store, finding)
    if system == "auto":
        engine = resolve(event, system).engine
        if engine is None:
            raise DossierError(f"event {finding.event_number} declares no system")
        system = engine.edition.key
    kept = store.exchange(finding.event_number, known.number, 0)
    if store.configuration.direction is Direction.GENERATE:
        given, remarks = None, ["The program made this event itself; it was given none."]
    else:
        given, remarks = find_input(kept, program, event)
    event = anonymised(event) if anonymous else event
    proof = Proof(
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
    if proof.shows_it and finding.score is Score.FALSE_ALARM and finding.players <= EXPLAINED_UP_TO:
        proof = replace(proof, why=tuple(_why(proof)))
    if kept is None:
        remarks.append("What the program said is not kept.")
    if not proof.shows_it:
        remarks.append("A check of event.trf does not have the same finding.")
    return replace(proof, remarks=tuple(remarks))


def _event(store: Store, finding: ProgramFinding) -> Event:
    """Return the event in question, as a file holds it."""
    if store.configuration.direction is Direction.GENERATE:
        text = store.file_of(finding.event_number, finding.program) or ""
    else:
        text = event_text(store.configuration, finding.event_number, finding.subject)
    event = parse_event(text.encode(), source="event.trf", paired=paired_by(store.configuration.system)).event
    if event is None:
        raise DossierError(f"event {finding.event_number} was not kept, or cannot be read again")
    return event


def _why(proof: Proof) -> Iterator[str]:
    """Yield, for each board, and then for the bye, why it is as it is."""
    if proof.ours is None:
        return
    question = Question(prepared=engine_for(proof.system).open(proof.event), stage=proof.round_number)
    bye = (proof.ours.bye,) if proof.ours.bye is not None else ()
    for tpn in (*(pair.white for pair in proof.ours.pairs), *bye):
        found = explain(question, tpn)
        yield f"{found.sentence} {found.colour}".rstrip()
