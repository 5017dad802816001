"""The bundle of evidence written: facts collected from the stores, every file, and the zip that can be sent."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.store import open_store
from checker.evidence.bundle import ANSWERS, FORMAT, FORMAT_VERSION, SUMS, ZIP, is_within
from checker.evidence.collecting import (
    counts_of,
    drawn_of,
    edition_of,
    exam_of,
    failures_of,
    kinds_of,
    suite_of,
    summed_up,
)
from checker.evidence.facts import Facts, PartFacts, State
from checker.evidence.ledger import LedgerError, read_ledger, store_path
from checker.evidence.nameless import without_folders
from checker.evidence.plan import EvidencePart
from checker.evidence.working import is_answered, kept_answers, suite_line
from checker.programs.answers import read_answer
from checker.programs.program import ProgramError
from checker.verdicts import ExitStatus
from pairproof.dossiers import complete_inputs
from pairproof.errors import CommandError
from pairproof.evidence_dossiers import dossiers_of
from pairproof.product import product_sha256
from pairproof.progress import Noting
from reports.evidence import bundle_of, record_of, zipped
from tournaments import __version__
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.store import Store
    from checker.evidence.facts import Discrepancy, Drawn, FailureKind, Kind
    from checker.evidence.ledger import Ledger
    from checker.evidence.plan import Plan

_OWN_EVENTS = 200
"""Events of a generator, with findings, that the bundle holds at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taken:
    """What was taken from a store."""

    facts: PartFacts
    files: dict[str, bytes]
    kinds: tuple[Kind, ...] = ()
    discrepancies: tuple[Discrepancy, ...] = ()
    drawn: Drawn | None = None
    failures: tuple[FailureKind, ...] = ()


def write_bundle(folder: Path) -> Facts:
    """Write everything that is sent into the folder, and return the facts; CommandError if it cannot be written."""
    ledger = read_ledger(folder)
    if ledger is None:
        raise LedgerError(f"{folder} holds no evidence")
    with Noting() as noting:
        taken = [_taken(part, folder, ledger, noting) for part in EvidencePart]
        noting.note("writing the bundle")
        drawn = [one.drawn for one in taken if one.drawn is not None]
        facts = Facts(
            format=FORMAT,
            format_version=FORMAT_VERSION,
            pairproof=__version__,
            product_sha256=product_sha256(),
            plan=replace(ledger.plan, spec=without_folders(ledger.plan.spec)),
            program=ledger.program,
            edition=edition_of(ledger.plan.system),
            machine=ledger.machine,
            parts=tuple(one.facts for one in taken),
            drawn=drawn[0] if drawn else drawn_of(None),
            kinds=tuple(kind for one in taken for kind in one.kinds),
            discrepancies=tuple(found for one in taken for found in one.discrepancies),
            failures=tuple(failure for one in taken for failure in one.failures),
            probe=ledger.probe,
        )
        files = bundle_of(facts, {name: content for one in taken for name, content in one.files.items()})
        _write(folder, files)
    return facts


def _taken(part: EvidencePart, folder: Path, ledger: Ledger, noting: Noting) -> _Taken:
    why, path = ledger.why_not(part), store_path(folder, part)
    known = PartFacts(part=part, state=State.UNFINISHED, seconds=ledger.seconds(part))
    if why:
        return _Taken(facts=replace(known, state=State.NOT_DONE, why=why), files={})
    if not path.exists():
        return _Taken(facts=replace(known, why="nothing is done yet"), files={})
    known = replace(known, record=f"records/{part.value}.jsonl")
    if part is EvidencePart.SUITE:
        return _from_suite(known, folder, ledger.plan)
    with open_store(path) as store:
        found = _from_store(known, store, noting)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return replace(found, facts=replace(found.facts, store_sha256=digest))


def _from_suite(known: PartFacts, folder: Path, plan: Plan) -> _Taken:
    """Take the answers to the suite."""
    answers = [replace(one, why=without_folders(one.why)) for one in kept_answers(folder, plan)]
    is_done = is_answered(folder, plan)
    facts = replace(
        known,
        state=State.DONE if is_done else State.UNFINISHED,
        why="" if is_done else f"{len(answers)} questions were put",
        suite=suite_of(answers, plan.system),
    )
    return _Taken(facts=facts, files={known.record: "".join(map(suite_line, answers)).encode()})


def _from_store(known: PartFacts, store: Store, noting: Noting) -> _Taken:
    """Take counts, findings, dossiers and the record from the store of a part."""
    part, settings = known.part, store.configuration
    noting.note(f"summing up: {part.value}")
    outcomes, summary = list(store.outcomes()), summed_up(store, noting.note)
    complete_inputs(store, dict(summary.searches))
    files = {known.record: record_of(summary, outcomes, __version__).encode("utf-8", "backslashreplace")}
    files |= {ANSWERS: _answers(store, outcomes)} if part is EvidencePart.PAIR else {}
    files |= dict(_own_events(store, outcomes)) if part is EvidencePart.GENERATE else {}
    discrepancies: tuple[Discrepancy, ...] = ()
    if part.has_bar:
        dossiers, discrepancies = dossiers_of(part, store, summary, outcomes, noting)
        files |= dossiers
    facts = replace(
        known,
        state=State.DONE if summary.is_complete else State.UNFINISHED,
        counts=counts_of(outcomes, settings, summary.planned),
        exam=exam_of(outcomes, settings) if part is EvidencePart.EXAM else (),
    )
    drawn = drawn_of(store) if part in (EvidencePart.PAIR, EvidencePart.JUDGE) else None
    kinds = kinds_of(part, summary) if part.has_bar else ()
    return _Taken(
        facts=facts,
        files=files,
        kinds=kinds,
        discrepancies=discrepancies,
        drawn=drawn,
        failures=failures_of(part, outcomes),
    )


def _answers(store: Store, outcomes: list[EventOutcome]) -> bytes:
    """Return the answers in which something was found, a line each, as pairings with the hash of what was given."""
    recipe, lines = store.recipe(0), []
    for outcome in outcomes:
        for finding in outcome.findings:
            kept = store.exchange(outcome.index, 0, finding.round_number)
            if kept is None or recipe is None or not finding.answer:
                continue
            try:
                given = read_answer(kept.answer, recipe.recipe.form, finding.round_number)
            except ProgramError:  # cut short, being too long to be kept
                continue
            told = {"event": outcome.index, "round": finding.round_number, "given_sha256": kept.given_sha256}
            pairs = [[pair.white, pair.black] for pair in given.pairs]
            lines.append(json.dumps(told | {"pairs": pairs, "bye": given.bye}, separators=(",", ":")))
    return "".join(f"{line}\n" for line in lines).encode()


def _own_events(store: Store, outcomes: list[EventOutcome]) -> Iterator[tuple[str, bytes]]:
    """Yield events that the program's generator made, and in which something was found."""
    for outcome in [one for one in outcomes if one.findings or one.failures][:_OWN_EVENTS]:
        text = store.file_of(outcome.index, 0)
        if text:
            yield f"own-events/{outcome.index:06d}.trf", text.encode()


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files of a bundle, and remove those of an earlier one that are not in it."""
    try:
        for old in _of_before(folder):
            if old not in files:
                (folder / old).unlink(missing_ok=True)
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            if name.endswith(".sh"):
                path.chmod(0o755)
        (folder / ZIP).write_bytes(zipped(files))
    except OSError as error:
        message = f"{folder} could not be written whole ({error.strerror or error}); make room, then the same again"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error


def _of_before(folder: Path) -> list[str]:
    """Return the files that the hashes of an earlier bundle name, as far as they lie within the folder."""
    path = folder / SUMS
    if not path.is_file():
        return []
    named = (line[66:] for line in path.read_text("utf-8", "replace").splitlines())
    return [name for name in named if name and is_within(name)]
