"""The smallest event that shows a cause of a campaign, or a kind of finding without a cause; and dossiers with it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import replace
from enum import Enum

from msgspec import convert, to_builtins

from checker.anonymisation import anonymised
from checker.campaigns.configuration import Direction
from checker.campaigns.dossier import (
    AnyDossier,
    PairingDossier,
    dossier_of,
    is_about_pairing,
    keep_inputs,
    verdict_dossier_of,
)
from checker.campaigns.explaining import search_hint, summarise_recorded
from checker.campaigns.grouping import CampaignSummary
from checker.campaigns.outcomes import ProgramFinding, ReducedEvent, Score
from checker.campaigns.store import Store, StoreFailedError
from checker.causes.causes_finding import CausesFinding
from checker.check import CheckOptions, check_event
from checker.errors import RequestError, TaskError
from checker.findings import EventFinding, gather
from checker.programs.process_run import Limits
from checker.programs.program import Program, ProgramError
from checker.programs.specs import open_program
from checker.reduction.features import matters, rank_matters
from checker.reduction.gate import Keep, Terms
from checker.reduction.passes import FRESH
from checker.reduction.search import MOST_QUESTIONS, PreparedReduction, prepare_reduction, reduce
from checker.verdicts.consequence import Consequence, RunJudgement, judge
from checker.verdicts.team_events import cut_before_round
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import engine_for, paired_by
from tournaments.frozen import FrozenStruct
from tournaments.model import Event
from tournaments.problems import UnreadableEventError
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import UnwritableEventError, write_trf26

_REDUCED = frozenset({Score.DISCREPANT})
_MATTERS_TOLD = 4


def load_reduction(store: Store, finding: ProgramFinding) -> ReducedEvent | None:
    """Return the stored reduced event of a finding; None without a stored event."""
    kept = store.reduced(finding.program, finding.key)
    if kept is None:
        return None
    try:
        return convert(json.loads(kept), ReducedEvent)
    except ValueError as error:
        raise StoreFailedError(f"a reduced event that the store keeps cannot be read: {error}") from error


def reduced_event(
    store: Store, finding: ProgramFinding, program: Program | None, most_questions: int = MOST_QUESTIONS
) -> ReducedEvent:
    """
    Return the reduced event of a finding: the stored event, or else a new one, which is then stored.

    The program is asked about every candidate; without one, its answer is carried along. Raise TaskError.
    """
    kept = load_reduction(store, finding)
    if kept is not None:
        return kept
    beginning = _prepare(store, finding, program)
    reduction = reduce(beginning.shown, beginning.terms, most_questions=most_questions)
    smallest = reduction.smallest
    told = rank_matters(list(matters(smallest, beginning.terms)))
    try:
        text = write_trf26(smallest.event)
    except UnwritableEventError as error:
        raise TaskError(f"the reduced event cannot be written: {error}") from error
    reduced = ReducedEvent(
        text=text,
        event=finding.event_number,
        round_number=smallest.situation.round_number,
        system=beginning.terms.rules.edition.key,
        players=smallest.situation.simplicity.players,
        mark=str(smallest.mark),
        sentence=smallest.sentence,
        keeps_cause=bool(smallest.mark.cause),
        asked=program is not None,
        is_fresh=reduction.passes[FRESH][1] > 0,
        questions=reduction.questions,
        is_finished=reduction.is_finished,
        matters=tuple(map(str, told[:_MATTERS_TOLD])),
    )
    if not reduction.was_interrupted:
        store.keep_reduced(finding.program, finding.key, json.dumps(to_builtins(reduced)))
    return reduced


def _prepare(store: Store, finding: ProgramFinding, program: Program | None) -> PreparedReduction:
    """Judge the unchanged event, and keep a cause that explains the discrepancy by itself."""
    if finding.score not in _REDUCED:
        raise TaskError("only discrepant rounds are reduced")
    number = finding.round_number
    try:
        dossier = dossier_of(store, finding, program)
        is_asked = program is not None and store.configuration.direction is Direction.PAIR
        event = dossier.before if is_asked else dossier.paired
        if event is None:
            raise TaskError("no event can hold the answer, and the program cannot be asked")
        rules = engine_for(dossier.system)
        asked = program if is_asked else None
        if finding.cause is not None:
            try:
                return prepare_reduction(event, number, Terms(rules=rules, keep=Keep.CAUSE), asked, finding.cause.first)
            except TaskError:
                pass  # then what decides is kept
        return prepare_reduction(event, number, Terms(rules=rules), asked)
    except (UnreadableEventError, PairingError) as error:
        raise TaskError(str(error)) from error


def checked_again(reduced: ReducedEvent) -> EventFinding | None:
    """Check the last round of a reduced event; None if the event does not record the round."""
    event = parse_event(reduced.text.encode(), source="reduced.trf", paired=paired_by(reduced.system)).event
    number = reduced.round_number
    if event is None or event.rounds_recorded < engine_for(reduced.system).edition.rows(number).stop:
        return None
    options = CheckOptions(system=reduced.system, rounds=(number, number), as_declared=True)
    (finding,) = gather(list(check_event(event, options=options)))
    return finding


MAX_QUESTIONS = 600
"""Questions to a program about the candidates of one reduction."""
_MIN_QUESTIONS = 30
_MAX_REDUCED_OF_PROGRAM = 12
"""Causes and kinds of findings of a program that get a reduced event."""
_REDUCTION_SECONDS = 20.0


@contextmanager
def open_campaign_program(store: Store, number: int) -> Iterator[Program | None]:
    """Open a program of a campaign; None for a missing program, or for another version than in the campaign."""
    known = store.programs[number]
    limit = store.configuration.time_limit
    try:
        opened = open_program(known.spec, Limits(seconds=limit) if limit else None)
        program = opened.with_system(store.configuration.system)
    except (ProgramError, RequestError):
        program = None
    with closing(program) if program is not None else nullcontext():
        yield program if program is not None and program.identity.version == known.version else None


def complete_inputs(store: Store, searches: Mapping[int, CausesFinding]) -> None:
    """Keep the inputs of programs in the smallest events of each cause, where the campaign did not keep them."""
    if store.configuration.direction is not Direction.PAIR:
        return
    for number, search in searches.items():
        if search.groups:
            with open_campaign_program(store, number) as program:
                if program is not None:
                    keep_inputs(store, number, search, program)


def reduce_smallest_events(
    store: Store,
    summary: CampaignSummary,
    note: Callable[[str], None],
    only: Collection[tuple[int, str]] | None = None,
) -> dict[tuple[int, str], ReducedEvent]:
    """
    Return a reduced event for each cause, and for each kind of finding that no cause explains.

    ``only`` limits them, by program and key. The store keeps each event for the next call. A slow program is asked
    fewer questions, so that no reduction takes much longer than `_REDUCTION_SECONDS`.
    """
    reductions: dict[tuple[int, str], ReducedEvent] = {}
    for number in range(len(summary.programs)):
        wanted = _smallest_findings(summary, number, only)[:_MAX_REDUCED_OF_PROGRAM]
        if not wanted:
            continue
        with open_campaign_program(store, number) as program:
            for place, finding in enumerate(wanted, start=1):
                note(f"reducing events: {place} of {len(wanted)}")
                with suppress(TaskError):
                    questions = affordable_questions(store, finding, program)
                    reductions[number, finding.key] = reduced_event(store, finding, program, questions)
    return reductions


def read_reductions(store: Store, summary: CampaignSummary) -> dict[tuple[int, str], ReducedEvent]:
    """Return the reduced events that the store keeps, by program, and by cause or signature."""
    reductions: dict[tuple[int, str], ReducedEvent] = {}
    for number in range(len(summary.programs)):
        for finding in _smallest_findings(summary, number):
            kept = load_reduction(store, finding)
            if kept is not None:
                reductions[number, finding.key] = kept
    return reductions


def _smallest_findings(
    summary: CampaignSummary, number: int, only: Collection[tuple[int, str]] | None = None
) -> list[ProgramFinding]:
    """Return the smallest discrepant round of each cause, and of each kind of finding that no cause explains."""
    smallest: dict[str, ProgramFinding] = {}
    for finding in summary.findings:
        if finding.program == number and finding.score is Score.DISCREPANT:
            smallest[finding.key] = min(finding, smallest.get(finding.key, finding), key=lambda one: one.size)
    keys = [row.cause.first.identifier for row in summary.causes] + [group.signature for group in summary.groups]
    wanted = [key for key in dict.fromkeys(keys) if only is None or (number, key) in only]
    return [smallest[key] for key in wanted if key in smallest]


def affordable_questions(store: Store, finding: ProgramFinding, program: Program | None) -> int:
    """Return the number of questions that fit into `_REDUCTION_SECONDS`, by the time of the first answer."""
    if program is None or store.configuration.direction is not Direction.PAIR:
        return MAX_QUESTIONS
    number = finding.round_number
    games = engine_for(store.configuration.system).edition.file_rounds_per_round
    before = cut_before_round(store.event(finding.event_number), number, games)
    start = time.monotonic()
    with suppress(ProgramError, PairingError):
        program.pair(before, number)
    seconds = max(time.monotonic() - start, 1e-3)
    return max(_MIN_QUESTIONS, min(MAX_QUESTIONS, int(_REDUCTION_SECONDS / seconds)))


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


def judge_dossier(dossier: AnyDossier) -> RunJudgement:
    """Return the judgement on a dossier, which is in doubt unless a check of its event shows the finding."""
    has_no_answer = isinstance(dossier, PairingDossier) and dossier.answered is None
    doubt = (Consequence.ERROR, "A check of the event does not have the same finding.")
    return judge([] if dossier.shows_it or has_no_answer else [doubt])


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


def _list_names(request: DossierRequest, findings: list[ProgramFinding]) -> str:
    """Return the message on an unknown name, with the names of causes and kinds of findings."""
    names = list(dict.fromkeys(finding.key for finding in findings))
    if not names:
        return f"nothing was found by the name of '{request.name}': there are none of this program and round"
    listed = "\n  ".join(names[:_LISTED])
    more = f"\n  and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"nothing was found by the name of '{request.name}'; there are:\n  {listed}{more}"


def answer_dossier_request(store: Store, request: DossierRequest, note: Callable[[str], None]) -> AnyDossier:
    """Make the dossier of a request; raise RequestError for an unknown finding, TaskError if it has no dossier."""
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
) -> AnyDossier:
    """Return the dossier of a finding; that of a pairing has its reduced event. Raise TaskError."""
    group = next((one for one in summary.groups if one.signature == finding.signature), None)
    if not is_about_pairing(store, finding):
        return replace(verdict_dossier_of(store, finding, program, anonymous=request.is_anonymous), group=group)
    dossier = dossier_of(store, finding, program, anonymous=request.is_anonymous)
    reduced, remark = _reduction(store, finding, program, request, note)
    if reduced is not None and request.is_anonymous:
        reduced = replace(reduced, text=write_trf26(anonymised(_parse_reduced(reduced))))
    remarks = (*dossier.remarks, remark) if remark else dossier.remarks
    reduced_input = _input_of_reduced(reduced, program)
    return replace(dossier, group=group, reduced=reduced, reduced_input=reduced_input, remarks=remarks)


def _reduction(
    store: Store, finding: ProgramFinding, program: Program | None, request: DossierRequest, note: Callable[[str], None]
) -> tuple[ReducedEvent | None, str]:
    """Return the reduced event, or None with the reason; the reason is empty if no reduction is wanted."""
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
    """Return the reduced event before its last round in the program's input form; None if the form is unknown."""
    if reduced is None or program is None:
        return None
    event, number, edition = _parse_reduced(reduced), reduced.round_number, engine_for(reduced.system).edition
    is_paired = event.rounds_recorded >= edition.rows(number).stop
    try:
        return program.input_for(cut_before_round(event, number, edition.file_rounds_per_round) if is_paired else event)
    except ProgramError:
        return None
