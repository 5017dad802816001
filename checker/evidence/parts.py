"""The parts of an evidence bundle, collected from the stores of their campaigns: facts, files and dossiers."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.anonymisation import anonymised
from checker.campaigns.dossier import Dossier, Proof
from checker.campaigns.dossier_requests import CompleteDossier, DossierRequest, complete_dossier
from checker.campaigns.explaining import search_causes
from checker.campaigns.grouping import CampaignSummary, summarise
from checker.campaigns.smallest_events import affordable_questions, complete_inputs, open_campaign_program
from checker.campaigns.store import Store, open_store
from checker.errors import TaskError
from checker.evidence import collecting
from checker.evidence.bundle import ANSWERS, FORMAT, FORMAT_VERSION, OWN_EVENTS, product_sha256
from checker.evidence.facts import EvidencePart, Facts, PartFacts, State, strip_folders, strip_people
from checker.evidence.working import Ledger, is_answered, read_kept_answers, read_ledger, store_path, suite_line
from checker.programs.answers import read_answer
from checker.programs.program import Program, ProgramError
from reference_engines.frame.systems import file_rounds_per_round
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from checker.campaigns.outcomes import EventOutcome, ProgramFinding
    from checker.campaigns.rows import StoredRecipe
    from checker.evidence.facts import Discrepancy, Drawn, Kind, NotAnswered, Plan

    ListedDiscrepancy = tuple[Discrepancy, CompleteDossier | None]
    """A discrepancy that the bundle lists, and its dossier; None if that could not be made: the fact says why."""

MAX_DOSSIERS = 25
"""Dossiers of a direction; more than the bar allows, so that a program that meets it has a dossier of each finding."""


def list_discrepancies(
    part: EvidencePart,
    store: Store,
    summary: CampaignSummary,
    request: DossierRequest,
    note: Callable[[str], None],
) -> Iterator[ListedDiscrepancy]:
    """Yield the discrepancies of a part, each with its dossier, which names no folder of this machine."""
    selected = _select_findings([one for one in summary.findings if one.is_against])
    with open_campaign_program(store, 0) as program:
        for place, finding in enumerate(selected, start=1):
            note(f"dossiers: {place} of {len(selected)}")
            number = finding.round_number
            where = f"round-{number}" if number else "rank-order"
            name = f"dossiers/{part.value}-{finding.event_number}-{where}"
            try:
                dossier = _make(store, summary, finding, program, request, note)
            except TaskError as error:
                yield collecting.discrepancy_of(part, finding, "", str(error)), None
            else:
                yield collecting.discrepancy_of(part, finding, name, ""), dossier


def _make(
    store: Store,
    summary: CampaignSummary,
    finding: ProgramFinding,
    program: Program | None,
    request: DossierRequest,
    note: Callable[[str], None],
) -> CompleteDossier:
    request = replace(request, questions=affordable_questions(store, finding, program))
    dossier = complete_dossier(store, summary, finding, program, request, note)
    content = dossier.content
    return replace(dossier, content=_portable(content) if isinstance(content, Dossier) else _portable_proof(content))


def _select_findings(findings: list[ProgramFinding]) -> list[ProgramFinding]:
    """Return all findings; of too many, the smallest of each cause or kind, and then the smallest of the rest."""
    if len(findings) <= MAX_DOSSIERS:
        return findings
    by_size = sorted(findings, key=lambda one: one.size)
    first = {one.key: one for one in reversed(by_size)}
    places = {id(one) for one in first.values()}
    rest = [one for one in by_size if id(one) not in places]
    chosen = [*sorted(first.values(), key=lambda one: one.size), *rest][:MAX_DOSSIERS]
    return sorted(chosen, key=lambda one: (one.event_number, one.round_number))


def _portable(dossier: Dossier) -> Dossier:
    """Remove the folders of this machine from a dossier."""
    return replace(dossier, recipe=_recipe(dossier.recipe), program=replace(dossier.program, spec="", transport=""))


def _portable_proof(proof: Proof) -> Proof:
    """Remove the folders of this machine from a proof; a checker may repeat them in its answer."""
    said = proof.answer.decode("utf-8", "surrogateescape")
    cleaned = strip_folders(said)
    remarks = () if cleaned == said else ("Folders of files are left out of what the program wrote.",)
    finding = proof.finding
    return replace(
        proof,
        finding=replace(finding, sentence=strip_folders(finding.sentence)),
        recipe=_recipe(proof.recipe),
        program=replace(proof.program, spec="", transport=""),
        answer=cleaned.encode("utf-8", "surrogateescape"),
        remarks=(*proof.remarks, *remarks),
    )


def _recipe(stored: StoredRecipe | None) -> StoredRecipe | None:
    if stored is None:
        return None
    words = tuple(map(strip_folders, stored.recipe.words))
    files = tuple((strip_folders(name), digest) for name, digest in stored.files)
    return replace(stored, recipe=replace(stored.recipe, words=words), files=files)


_MAX_OWN_EVENTS = 200
"""Events with findings, made by the program's generator, that the bundle holds."""


class CollectedPart(FrozenStruct, frozen=True, kw_only=True):
    """A part of the evidence, before its record and its dossiers are rendered."""

    facts: PartFacts
    files: dict[str, bytes]
    """Files of the bundle that need no rendering."""
    summary: CampaignSummary | None = None
    """The campaign of which the record tells; None for the suite, and for a part that is not begun."""
    kinds: tuple[Kind, ...] = ()
    discrepancies: tuple[ListedDiscrepancy, ...] = ()
    failures: tuple[NotAnswered, ...] = ()


def collect_evidence(
    folder: Path, note: Callable[[str], None], *, anonymous: bool = False
) -> tuple[Facts, tuple[CollectedPart, ...]]:
    """
    Collect the facts and the parts of the evidence of a folder; raise TaskError if it holds none.

    With ``anonymous`` the names of people in the events of the program's generator are replaced; the people of our own
    events are invented.
    """
    ledger = read_ledger(folder)
    if ledger is None:
        raise TaskError(f"{folder} holds no evidence")
    parts = tuple(_PartCollector(part, folder, ledger, note, anonymous).collect() for part in EvidencePart)
    facts = Facts(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        pairproof=__version__,
        product_sha256=product_sha256(),
        plan=replace(ledger.plan, spec=strip_folders(ledger.plan.spec)),
        program=ledger.program,
        edition=collecting.edition_of(ledger.plan.system),
        machine=ledger.machine,
        parts=tuple(part.facts for part in parts),
        drawn=_describe_drawn_events(folder),
        kinds=tuple(kind for part in parts for kind in part.kinds),
        discrepancies=tuple(fact for part in parts for fact, _ in part.discrepancies),
        failures=tuple(failure for part in parts for failure in part.failures),
        probe=ledger.probe,
        vendor=ledger.vendor,
        is_anonymous=anonymous,
    )
    return facts, parts


class _PartCollector:
    """Collects a part from its store."""

    def __init__(
        self, part: EvidencePart, folder: Path, ledger: Ledger, note: Callable[[str], None], anonymous: bool
    ) -> None:
        self._part, self._folder, self._ledger, self._note = part, folder, ledger, note
        self._anonymous = anonymous and part is EvidencePart.GENERATE

    def collect(self) -> CollectedPart:
        """Return the part as far as it is done."""
        part, ledger = self._part, self._ledger
        why, path = ledger.why_not(part), store_path(self._folder, part)
        known = PartFacts(part=part, state=State.UNFINISHED, seconds=ledger.seconds(part))
        if why:
            return CollectedPart(facts=replace(known, state=State.NOT_DONE, why=why), files={})
        if not path.exists():
            return CollectedPart(facts=replace(known, why="nothing is done yet"), files={})
        known = replace(known, record=f"records/{part.value}.jsonl")
        if part is EvidencePart.SUITE:
            return _collect_suite(known, self._folder, ledger.plan)
        with open_store(path) as store:
            collected = self._collect_campaign(known, store)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        return replace(collected, facts=replace(collected.facts, store_sha256=digest))

    def _collect_campaign(self, known: PartFacts, store: Store) -> CollectedPart:
        """Collect counts, findings and dossiers from a store."""
        part, note = known.part, self._note
        note(f"summing up: {part.value}")
        summary = summarise(store, search_causes(store, note))
        complete_inputs(store, dict(summary.searches))
        summary = strip_people(summary) if self._anonymous else summary
        outcomes = summary.outcomes
        files = {ANSWERS: _answer_lines(store, outcomes)} if part is EvidencePart.PAIR else {}
        files |= dict(self._own_events(store, outcomes)) if part is EvidencePart.GENERATE else {}
        discrepancies: tuple[ListedDiscrepancy, ...] = ()
        if part.has_bar or part is EvidencePart.EXAM:
            request = DossierRequest(is_anonymous=self._anonymous)
            discrepancies = tuple(list_discrepancies(part, store, summary, request, note))
        facts = replace(
            known,
            state=State.DONE if summary.is_complete else State.UNFINISHED,
            counts=collecting.counts_of(outcomes, store.configuration, summary.planned),
            exam=collecting.exam_of(outcomes, store.configuration) if part is EvidencePart.EXAM else (),
            unmade=collecting.unmade_of(outcomes, store.configuration),
        )
        return CollectedPart(
            facts=facts,
            files=files,
            summary=summary,
            kinds=collecting.kinds_of(part, summary) if part.has_bar else (),
            discrepancies=discrepancies,
            failures=collecting.failures_of(part, outcomes, store.configuration),
        )

    def _own_events(self, store: Store, outcomes: Sequence[EventOutcome]) -> Iterator[tuple[str, bytes]]:
        """Yield the events with findings that the program's generator made, by file name."""
        for outcome in [one for one in outcomes if one.findings or one.failures][:_MAX_OWN_EVENTS]:
            text = store.file_of(outcome.index, 0)
            event = parse_event(text.encode(), source="own event").event if text and self._anonymous else None
            text = write_trf26(anonymised(event)) if event else "" if self._anonymous else text
            if text:
                yield f"{OWN_EVENTS}/{outcome.index:06d}.trf", text.encode()


def _describe_drawn_events(folder: Path) -> Drawn:
    """Return the facts on our events, from the store of a part that keeps them as they were drawn."""
    for part in (EvidencePart.PAIR, EvidencePart.JUDGE):
        path = store_path(folder, part)
        if path.exists():
            with open_store(path) as store:
                return collecting.drawn_of(store)
    return collecting.drawn_of(None)


def _collect_suite(known: PartFacts, folder: Path, plan: Plan) -> CollectedPart:
    """Collect the answers to the conformance suite."""
    answers = [replace(one, why=strip_folders(one.why)) for one in read_kept_answers(folder, plan)]
    is_done = is_answered(folder, plan)
    facts = replace(
        known,
        state=State.DONE if is_done else State.UNFINISHED,
        why="" if is_done else f"asked so far: {counted_noun(len(answers), 'question')}",
        suite=collecting.suite_of(answers, plan.system),
    )
    return CollectedPart(facts=facts, files={known.record: "".join(map(suite_line, answers)).encode()})


def _answer_lines(store: Store, outcomes: Sequence[EventOutcome]) -> bytes:
    """Return a line for each answer with a finding: the pairing, and the hash of the input of the program."""
    recipe, lines, games = store.recipe(0), [], file_rounds_per_round(store.configuration.system)
    for outcome in outcomes:
        for finding in outcome.findings:
            kept = store.exchange(outcome.index, 0, finding.round_number)
            if kept is None or recipe is None or not finding.answer_digest:
                continue
            try:
                given = read_answer(kept.answer, recipe.recipe.form, finding.round_number, games)
            except ProgramError:  # cut short, being too long to be kept
                continue
            line = {"event": outcome.index, "round": finding.round_number, "given_sha256": kept.given_sha256}
            pairs = [[pair.white, pair.black] for pair in given.pairs]
            lines.append(json.dumps(line | {"pairs": pairs, "bye": given.bye}, separators=(",", ":")))
    return "".join(f"{line}\n" for line in lines).encode()
