"""
The parts of an evidence bundle, collected from the stores of their campaigns: facts, files and dossiers.

The files of a bundle have their names here. They are read again as strictly as files from elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from msgspec import convert

from checker.anonymisation import anonymised
from checker.campaigns import smallest_events
from checker.campaigns.dossier import AnyDossier, VerdictDossier
from checker.campaigns.explaining import search_causes
from checker.campaigns.grouping import CampaignSummary, summarise
from checker.campaigns.outcomes import EventOutcome, Failure, ProgramFinding
from checker.campaigns.rows import FINDING_KEYS, finding_of_row
from checker.campaigns.store import Store, open_store
from checker.errors import TaskError
from checker.evidence import collecting
from checker.evidence.collecting import Ledger, is_answered, read_kept_answers, read_ledger, store_path, suite_line
from checker.evidence.facts import EvidencePart, Facts, PartFacts, State, strip_folders, strip_people
from checker.programs.answers import pairing_of, read_answer
from checker.programs.program import Program, ProgramError
from reference_engines import _kernel
from reference_engines.frame.systems import file_rounds_per_round
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from importlib.resources.abc import Traversable

    from checker.evidence.facts import Discrepancy, Drawn, Kind, NotAnswered, Plan
    from checker.programs.program import Recipe
    from reference_engines.frame.results import RoundPairing

    ListedDiscrepancy = tuple[Discrepancy, AnyDossier | None]
    """A discrepancy that the bundle lists, and its dossier; None if that could not be made: the fact says why."""

FORMAT, FORMAT_VERSION = "pairproof-evidence", 1
PAGE, FACTS, README, SCRIPT, SUMS = "index.html", "evidence.json", "README.txt", "verify.sh", "SHA256SUMS"
ANSWERS = "records/answers.jsonl"
OWN_EVENTS = "own-events"
ZIP = "evidence.zip"
"""Beside the others, and holding them."""


def is_within(name: str) -> bool:
    """Whether a name leads to a file in the folder, and not out of the folder."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name


_ROOMS = ("tournaments", "standings", "reference_engines", "random_tournaments", "checker", "reports", "pairproof")
_SUFFIXES = (".py", ".json", ".toml", ".j2", ".css")


@cache
def product_sha256() -> str:
    """Return the hash of the names and contents of all files of Pairproof, and of its kernel."""
    found = hashlib.sha256()
    for room in _ROOMS:
        for name, content in sorted(_contents(files(room), room)):
            found.update(f"{name} {len(content)}\n".encode() + content)
    found.update(Path(_kernel.__file__).read_bytes())
    return found.hexdigest()


def _contents(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _contents(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(_SUFFIXES):
            yield f"{path}/{entry.name}", entry.read_bytes()


_LARGEST = 1_000_000_000
"""Bytes of a file that is read."""


def read_bytes(folder: Path, name: str) -> bytes:
    """Return the content of a file of a bundle; raise TaskError for a missing file, or a file outside of the bundle."""
    path = folder / name
    if not is_within(name) or path.is_symlink() or not path.is_file():
        raise TaskError(f"file {name} is missing")
    if path.stat().st_size > _LARGEST:
        raise TaskError(f"{name} is larger than {_LARGEST:,} bytes")
    return path.read_bytes()


def read_text(folder: Path, name: str) -> str:
    """Return the text of a file of a bundle; raise TaskError like `read_bytes`, or for other bytes than UTF-8 text."""
    try:
        return read_bytes(folder, name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise TaskError(f"{name} is not UTF-8") from error


def read_facts(folder: Path) -> Facts:
    """Return the facts of a bundle."""
    try:
        told = json.loads(read_text(folder, FACTS))
        if not isinstance(told, dict) or (told.get("format"), told.get("format_version")) != (FORMAT, FORMAT_VERSION):
            raise TaskError(f"{FACTS} is not of {FORMAT}, version {FORMAT_VERSION}")
        return convert(told, Facts)
    except (ValueError, RecursionError) as error:
        raise TaskError(f"{FACTS} cannot be read: {error}") from error


def read_record(folder: Path, name: str) -> tuple[EventOutcome, ...]:
    """Return the events of a record; raise TaskError for a record without footer, or another kind of line."""
    lines = [_object(line, name) for line in read_text(folder, name).splitlines()]
    if not lines or lines[-1].get("kind") != "footer":
        raise TaskError(f"{name} has no footer, so it is incomplete")
    try:
        return tuple(_outcome(line) for line in lines if line.get("kind") == "event")
    except (KeyError, TypeError, ValueError) as error:
        raise TaskError(f"{name} cannot be read: {type(error).__name__}: {error}") from error


def read_answers(folder: Path) -> dict[tuple[int, int], RoundPairing]:
    """Return the answers of a bundle in which something was found, by event and round."""
    found = {}
    for line in read_text(folder, ANSWERS).splitlines():
        told = _object(line, ANSWERS)
        try:
            found[int(told["event"]), int(told["round"])] = pairing_of(told, told["round"])
        except (KeyError, TypeError, ValueError, ProgramError) as error:
            raise TaskError(f"{ANSWERS} cannot be read: {error}") from error
    return found


def _object(line: str, name: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TaskError(f"{name} cannot be read: {error}") from error
    if not isinstance(told, dict):
        raise TaskError(f"{name} has a line that is not an object")
    return told


def _finding(line: dict[str, Any], programs: int) -> ProgramFinding:
    """Return a finding with the keys of a store."""
    line = line | {"parted": ",".join(map(str, line.get("parted", ())))}
    return finding_of_row([line[key] for key in FINDING_KEYS], "findings", programs)


def _outcome(row: dict[str, Any]) -> EventOutcome:
    return EventOutcome(
        index=convert(row["event"], int),
        players=convert(row["players"], int),
        rounds=convert(row["rounds"], int),
        pairs=convert(row["pairs"], int),
        asked=convert(row["asked"], tuple[int, ...]),
        planted=convert(row["planted"], str),
        findings=tuple(_finding(one, len(row["asked"])) for one in row["findings"]),
        failures=tuple(convert(one, Failure) for one in row["failures"]),
    )


MAX_DOSSIERS = 25
"""Dossiers of a direction; more than the bar allows, so that a program that meets it has a dossier of each finding."""


def list_discrepancies(
    part: EvidencePart,
    store: Store,
    summary: CampaignSummary,
    request: smallest_events.DossierRequest,
    note: Callable[[str], None],
) -> Iterator[ListedDiscrepancy]:
    """Yield the discrepancies of a part, each with its dossier, which names no folder of this machine."""
    selected = _select_findings([one for one in summary.findings if one.is_against])
    with smallest_events.open_campaign_program(store, 0) as program:
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
    request: smallest_events.DossierRequest,
    note: Callable[[str], None],
) -> AnyDossier:
    request = replace(request, questions=smallest_events.affordable_questions(store, finding, program))
    return _portable(smallest_events.complete_dossier(store, summary, finding, program, request, note))


def _select_findings(findings: list[ProgramFinding]) -> list[ProgramFinding]:
    """Return all findings; of too many, first the smallest of each cause or kind, then the smallest of the rest."""
    if len(findings) <= MAX_DOSSIERS:
        return findings
    by_size = sorted(findings, key=lambda one: one.size)
    first = {one.key: one for one in reversed(by_size)}
    places = {id(one) for one in first.values()}
    rest = [one for one in by_size if id(one) not in places]
    chosen = [*sorted(first.values(), key=lambda one: one.size), *rest][:MAX_DOSSIERS]
    return sorted(chosen, key=lambda one: (one.event_number, one.round_number))


def _portable(dossier: AnyDossier) -> AnyDossier:
    """Remove the folders of this machine from a dossier; a checker may repeat them in its answer."""
    recipe, program = _recipe(dossier.recipe), replace(dossier.program, spec="", transport="")
    dossier = replace(dossier, recipe=recipe, program=program)
    if not isinstance(dossier, VerdictDossier):
        return dossier
    said = dossier.answer.decode("utf-8", "surrogateescape")
    cleaned = strip_folders(said)
    remarks = () if cleaned == said else ("Folders of files are left out of what the program wrote.",)
    return replace(
        dossier,
        finding=replace(dossier.finding, sentence=strip_folders(dossier.finding.sentence)),
        answer=cleaned.encode("utf-8", "surrogateescape"),
        remarks=(*dossier.remarks, *remarks),
    )


def _recipe(stored: Recipe | None) -> Recipe | None:
    if stored is None:
        return None
    words = tuple(map(strip_folders, stored.words))
    files = tuple((strip_folders(name), digest) for name, digest in stored.files)
    return replace(stored, words=words, files=files)


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
    parts = tuple(_collect_part(part, folder, ledger, note, anonymous=anonymous) for part in EvidencePart)
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


def _collect_part(
    part: EvidencePart, folder: Path, ledger: Ledger, note: Callable[[str], None], *, anonymous: bool
) -> CollectedPart:
    """Return the part as far as it is done."""
    why, path = ledger.why_not(part), store_path(folder, part)
    known = PartFacts(part=part, state=State.UNFINISHED, seconds=ledger.seconds(part))
    if why:
        return CollectedPart(facts=replace(known, state=State.NOT_DONE, why=why), files={})
    if not path.exists():
        return CollectedPart(facts=replace(known, why="nothing is done yet"), files={})
    known = replace(known, record=f"records/{part.value}.jsonl")
    if part is EvidencePart.SUITE:
        return _collect_suite(known, folder, ledger.plan)
    with open_store(path) as store:
        collected = _collect_campaign(known, store, note, anonymous=anonymous and part is EvidencePart.GENERATE)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return replace(collected, facts=replace(collected.facts, store_sha256=digest))


def _collect_campaign(known: PartFacts, store: Store, note: Callable[[str], None], *, anonymous: bool) -> CollectedPart:
    """Collect counts, findings and dossiers from a store."""
    part = known.part
    note(f"summing up: {part.value}")
    summary = summarise(store, search_causes(store, note))
    smallest_events.complete_inputs(store, dict(summary.searches))
    summary = strip_people(summary) if anonymous else summary
    outcomes = summary.outcomes
    files = {ANSWERS: _answer_lines(store, outcomes)} if part is EvidencePart.PAIR else {}
    if part is EvidencePart.GENERATE:
        files |= dict(_own_events(store, outcomes, anonymous=anonymous))
    discrepancies: tuple[ListedDiscrepancy, ...] = ()
    if part.has_bar or part is EvidencePart.EXAM:
        request = smallest_events.DossierRequest(is_anonymous=anonymous)
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


def _own_events(store: Store, outcomes: Sequence[EventOutcome], *, anonymous: bool) -> Iterator[tuple[str, bytes]]:
    """Yield the events with findings that the program's generator made, by file name."""
    for outcome in [one for one in outcomes if one.findings or one.failures][:_MAX_OWN_EVENTS]:
        text = store.file_of(outcome.index, 0)
        event = parse_event(text.encode(), source="own event").event if text and anonymous else None
        text = write_trf26(anonymised(event)) if event else "" if anonymous else text
        if text:
            yield f"{OWN_EVENTS}/{outcome.index:06d}.trf", text.encode()


def _describe_drawn_events(folder: Path) -> Drawn:
    """Return the facts on our events, from the store of a part that keeps the drawn events."""
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
                given = read_answer(kept.answer, recipe.form, finding.round_number, games)
            except ProgramError:  # cut short, being too long to be kept
                continue
            line = {"event": outcome.index, "round": finding.round_number, "given_sha256": kept.given_sha256}
            pairs = [[pair.white, pair.black] for pair in given.pairs]
            lines.append(json.dumps(line | {"pairs": pairs, "bye": given.bye}, separators=(",", ":")))
    return "".join(f"{line}\n" for line in lines).encode()
