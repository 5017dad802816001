"""Requests for the dossier of a finding of a campaign, and the dossier with its reduced event."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from checker.anonymisation import anonymised
from checker.campaigns.dossier import Dossier, Proof, dossier_of, is_proof, proof_of
from checker.campaigns.explaining import search_hint, summarise_recorded
from checker.campaigns.outcomes import ProgramFinding, ReducedEvent, Score
from checker.campaigns.smallest_events import MAX_QUESTIONS, load_reduction, open_campaign_program, reduced_event
from checker.errors import RequestError, TaskError
from checker.programs.program import Program, ProgramError
from checker.verdicts.consequence import Consequence, RunJudgement, judge
from checker.verdicts.positions import cut_before_round
from reference_engines.frame.systems import engine_for, paired_by
from tournaments.frozen import FrozenStruct
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.campaigns.grouping import CampaignSummary, Group
    from checker.campaigns.store import Store
    from tournaments.model import Event


_LISTED = 20
"""Names that are listed where a name is unknown."""


class ReductionSource(Enum):
    """The source of the smallest event that shows the same finding."""

    STORE_OR_SEARCH = "the store, or else a search"
    STORE = "the store alone"
    NONE = "the dossier has no reduced event"


class DossierRequest(FrozenStruct, frozen=True, kw_only=True):
    """The finding to show, and how to make its dossier."""

    name: str = ""
    """Identifier of a cause, beginning of a signature, or number of an event."""
    program: int | None = None
    round_number: int | None = None
    is_anonymous: bool = False
    """Whether to replace everything that names people."""
    reduction: ReductionSource = ReductionSource.STORE_OR_SEARCH
    questions: int = MAX_QUESTIONS
    """Limit of questions to the program for the reduction."""
    starts_program: bool = True
    """Whether the program may be started for data that the store does not keep."""


class CompleteDossier(FrozenStruct, frozen=True, kw_only=True):
    """The dossier of a pairing with its reduced event, or the proof of a checker's verdict."""

    content: Dossier | Proof
    group: Group | None
    """Findings with the same signature; None if no group has it."""
    reduced_input: bytes | None = None
    """The reduced event as the program reads it, if there is one."""

    @property
    def judgement(self) -> RunJudgement:
        """The judgement on the dossier, which is in doubt unless a check of its event shows the finding."""
        has_no_answer = isinstance(self.content, Dossier) and self.content.answered is None
        doubt = (Consequence.ERROR, "A check of the event does not have the same finding.")
        return judge([] if self.content.shows_it or has_no_answer else [doubt])


def find_finding(summary: CampaignSummary, request: DossierRequest) -> ProgramFinding:
    """Return the requested finding with the smallest event, in its first round; RequestError if none fits."""
    found = [
        finding
        for finding in summary.findings
        if finding.score is not Score.BOARD_ORDER
        and request.program in (None, finding.program)
        and request.round_number in (None, finding.round_number)
    ]
    fitting = [finding for finding in found if _is_meant(finding, request.name)]
    if not fitting:
        raise RequestError(_list_names(request, found))
    return min(fitting, key=lambda finding: finding.size)


def _is_meant(finding: ProgramFinding, name: str) -> bool:
    if name.isascii() and name.isdecimal():
        return finding.event_number == int(name[:20])
    if any(member.identifier == name for cause in finding.causes for member in cause.members):
        return True
    return finding.signature.startswith(name)


def _list_names(request: DossierRequest, found: list[ProgramFinding]) -> str:
    """Return the message on an unknown name, with the names of causes and kinds of findings."""
    names = list(dict.fromkeys(finding.key for finding in found))
    if not names:
        return f"nothing was found by the name of '{request.name}': there are none of this program and round"
    listed = "\n  ".join(names[:_LISTED])
    more = f"\n  and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"nothing was found by the name of '{request.name}'; there are:\n  {listed}{more}"


def answer_dossier_request(store: Store, request: DossierRequest, note: Callable[[str], None]) -> CompleteDossier:
    """Make the dossier of a request; RequestError if there is no such finding, TaskError if it has none."""
    summary = summarise_recorded(store)
    try:
        finding = find_finding(summary, request)
    except RequestError as error:
        raise RequestError(f"{error}\n{search_hint(store, summary.unsearched)}".rstrip()) from error
    number = finding.program
    with open_campaign_program(store, number) if request.starts_program else nullcontext() as program:
        return complete_dossier(store, summary, finding, program, request, note)


def complete_dossier(
    store: Store,
    summary: CampaignSummary,
    finding: ProgramFinding,
    program: Program | None,
    request: DossierRequest,
    note: Callable[[str], None],
) -> CompleteDossier:
    """Return the dossier of a finding with its reduced event, or its proof; raise TaskError."""
    group = next((one for one in summary.groups if one.signature == finding.signature), None)
    if is_proof(store, finding):
        return CompleteDossier(content=proof_of(store, finding, program, anonymous=request.is_anonymous), group=group)
    dossier = dossier_of(store, finding, program, anonymous=request.is_anonymous)
    reduced, remark = _reduction(store, finding, program, request, note)
    if reduced is not None and request.is_anonymous:
        reduced = replace(reduced, text=write_trf26(anonymised(_parse_reduced(reduced))))
    remarks = (*dossier.remarks, remark) if remark else dossier.remarks
    return CompleteDossier(
        content=replace(dossier, reduced=reduced, remarks=remarks),
        group=group,
        reduced_input=_input_of_reduced(reduced, program),
    )


def _reduction(
    store: Store, finding: ProgramFinding, program: Program | None, request: DossierRequest, note: Callable[[str], None]
) -> tuple[ReducedEvent | None, str]:
    """Return the reduced event, or None with a remark why there is none; the remark is empty if none is wanted."""
    if request.reduction is ReductionSource.NONE:
        return None, ""
    if request.reduction is ReductionSource.STORE:
        return load_reduction(store, finding), ""
    note("reducing the event")
    try:
        return reduced_event(store, finding, program, request.questions), ""
    except TaskError as error:
        return None, f"The event is not reduced: {error}."


def _parse_reduced(reduced: ReducedEvent) -> Event:
    event = parse_event(reduced.text.encode(), source="reduced.trf", paired=paired_by(reduced.system)).event
    if event is None:
        raise TaskError("the reduced event that the store keeps cannot be read")
    return event


def _input_of_reduced(reduced: ReducedEvent | None, program: Program | None) -> bytes | None:
    """Return the reduced event before its last round as the program reads it; None if that is unknown."""
    if reduced is None or program is None:
        return None
    event, number, edition = _parse_reduced(reduced), reduced.round_number, engine_for(reduced.system).edition
    is_paired = event.rounds_recorded >= edition.rows(number).stop
    try:
        return program.input_for(cut_before_round(event, number, edition.file_rounds_per_round) if is_paired else event)
    except ProgramError:
        return None
