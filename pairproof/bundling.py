"""The bundle of evidence written: facts collected from the stores, every file, and the zip that can be sent."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.anonymisation import anonymised
from checker.campaigns.grouping import summarise
from checker.campaigns.store import open_store
from checker.evidence.bundle import ANSWERS, FORMAT, FORMAT_VERSION, OWN_EVENTS, SUMS, ZIP, is_within
from checker.evidence.collecting import (
    counts_of,
    drawn_of,
    edition_of,
    exam_of,
    failures_of,
    kinds_of,
    suite_of,
    unmade_of,
)
from checker.evidence.facts import Facts, PartFacts, State
from checker.evidence.ledger import LedgerError, read_ledger, store_path
from checker.evidence.nameless import summary_without_people, without_folders, without_people
from checker.evidence.plan import EvidencePart
from checker.evidence.working import is_answered, kept_answers, suite_line
from checker.programs.answers import read_answer
from checker.programs.program import ProgramError
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.campaign_report import found_causes
from pairproof.cli.campaign_show import complete_inputs
from pairproof.cli.errors import CommandError
from pairproof.cli.progress import Noting
from pairproof.evidence_dossiers import Dossiers
from pairproof.product import product_sha256
from reference_engines.frame.systems import file_rounds_per_round
from reports.evidence import bundle_of, record_of, zipped
from tournaments import __version__
from tournaments.atomic_files import write_atomically
from tournaments.frozen import dataclass
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.store import Store
    from checker.evidence.facts import Discrepancy, Drawn, Kind, NotAnswered
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
    failures: tuple[NotAnswered, ...] = ()


def write_bundle(folder: Path, *, anonymous: bool = False) -> Facts:
    """
    Write everything that is sent into the folder, and return the facts; CommandError if it cannot be written.

    If it is to be ``anonymous``, what names people in the events of the program's generator is replaced; of our own
    events all people are invented.
    """
    ledger = read_ledger(folder)
    if ledger is None:
        raise LedgerError(f"{folder} holds no evidence")
    with Noting() as noting:
        taken = [_Taking(part, folder, ledger, noting, anonymous).taken() for part in EvidencePart]
        noting.note("writing the bundle")
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
            drawn=_drawn(folder),
            kinds=tuple(kind for one in taken for kind in one.kinds),
            discrepancies=tuple(found for one in taken for found in one.discrepancies),
            failures=tuple(failure for one in taken for failure in one.failures),
            probe=ledger.probe,
            is_anonymous=anonymous,
        )
        files = bundle_of(facts, {name: content for one in taken for name, content in one.files.items()})
        _write(folder, files)
    return facts


class _Taking:
    """A part being taken out of its store."""

    def __init__(self, part: EvidencePart, folder: Path, ledger: Ledger, noting: Noting, anonymous: bool) -> None:
        self._part, self._folder, self._ledger, self._noting = part, folder, ledger, noting
        self._anonymous = anonymous and part is EvidencePart.GENERATE

    def taken(self) -> _Taken:
        """Return what there is of the part."""
        part, ledger = self._part, self._ledger
        why, path = ledger.why_not(part), store_path(self._folder, part)
        known = PartFacts(part=part, state=State.UNFINISHED, seconds=ledger.seconds(part))
        if why:
            return _Taken(facts=replace(known, state=State.NOT_DONE, why=why), files={})
        if not path.exists():
            return _Taken(facts=replace(known, why="nothing is done yet"), files={})
        known = replace(known, record=f"records/{part.value}.jsonl")
        if part is EvidencePart.SUITE:
            return _from_suite(known, self._folder, ledger.plan)
        with open_store(path) as store:
            found = self._from_store(known, store)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        return replace(found, facts=replace(found.facts, store_sha256=digest))

    def _from_store(self, known: PartFacts, store: Store) -> _Taken:
        """Take counts, findings, dossiers and the record from a store."""
        part, noting = known.part, self._noting
        noting.note(f"summing up: {part.value}")
        outcomes, summary = list(store.outcomes()), summarise(store, found_causes(store, noting.note))
        complete_inputs(store, dict(summary.searches))
        if self._anonymous:
            outcomes, summary = list(map(without_people, outcomes)), summary_without_people(summary)
        files = {known.record: record_of(summary, outcomes, __version__).encode("utf-8", "backslashreplace")}
        files |= {ANSWERS: _answers(store, outcomes)} if part is EvidencePart.PAIR else {}
        files |= dict(self._own_events(store, outcomes)) if part is EvidencePart.GENERATE else {}
        discrepancies: tuple[Discrepancy, ...] = ()
        if part.has_bar or part is EvidencePart.EXAM:
            dossiers = Dossiers(part, store, summary, noting, is_anonymous=self._anonymous)
            discrepancies = dossiers.of(outcomes)
            files |= dossiers.files
        facts = replace(
            known,
            state=State.DONE if summary.is_complete else State.UNFINISHED,
            counts=counts_of(outcomes, store.configuration, summary.planned),
            exam=exam_of(outcomes, store.configuration) if part is EvidencePart.EXAM else (),
            unmade=unmade_of(outcomes, store.configuration),
        )
        kinds = kinds_of(part, summary) if part.has_bar else ()
        failures = failures_of(part, outcomes, store.configuration)
        return _Taken(facts=facts, files=files, kinds=kinds, discrepancies=discrepancies, failures=failures)

    def _own_events(self, store: Store, outcomes: list[EventOutcome]) -> Iterator[tuple[str, bytes]]:
        """Yield events that the program's generator made, and in which something was found."""
        for outcome in [one for one in outcomes if one.findings or one.failures][:_OWN_EVENTS]:
            text = store.file_of(outcome.index, 0)
            event = parse_event(text.encode(), source="own event").event if text and self._anonymous else None
            text = write_trf26(anonymised(event)) if event else "" if self._anonymous else text
            if text:
                yield f"{OWN_EVENTS}/{outcome.index:06d}.trf", text.encode()


def _drawn(folder: Path) -> Drawn:
    """Return what our events were, by the store of a part in which they are as they were drawn."""
    for part in (EvidencePart.PAIR, EvidencePart.JUDGE):
        path = store_path(folder, part)
        if path.exists():
            with open_store(path) as store:
                return drawn_of(store)
    return drawn_of(None)


def _from_suite(known: PartFacts, folder: Path, plan: Plan) -> _Taken:
    """Take the answers to the suite."""
    answers = [replace(one, why=without_folders(one.why)) for one in kept_answers(folder, plan)]
    is_done = is_answered(folder, plan)
    facts = replace(
        known,
        state=State.DONE if is_done else State.UNFINISHED,
        why="" if is_done else f"{len(answers)} questions were asked",
        suite=suite_of(answers, plan.system),
    )
    return _Taken(facts=facts, files={known.record: "".join(map(suite_line, answers)).encode()})


def _answers(store: Store, outcomes: list[EventOutcome]) -> bytes:
    """Return the answers in which something was found, a line each, as pairings with the hash of what was given."""
    recipe, lines, games = store.recipe(0), [], file_rounds_per_round(store.configuration.system)
    for outcome in outcomes:
        for finding in outcome.findings:
            kept = store.exchange(outcome.index, 0, finding.round_number)
            if kept is None or recipe is None or not finding.answer:
                continue
            try:
                given = read_answer(kept.answer, recipe.recipe.form, finding.round_number, games)
            except ProgramError:  # cut short, being too long to be kept
                continue
            told = {"event": outcome.index, "round": finding.round_number, "given_sha256": kept.given_sha256}
            pairs = [[pair.white, pair.black] for pair in given.pairs]
            lines.append(json.dumps(told | {"pairs": pairs, "bye": given.bye}, separators=(",", ":")))
    return "".join(f"{line}\n" for line in lines).encode()


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files of a bundle, and remove those of an earlier one that are not in it."""
    try:
        for old in _of_before(folder):
            if old not in files:
                (folder / old).unlink(missing_ok=True)
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content)
            if name.endswith(".sh"):
                path.chmod(0o755)
        write_atomically(folder / ZIP, zipped(files))
    except OSError as error:
        message = (
            f"{folder} could not be written ({error.strerror or error}); make room, and run the same command again"
        )
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error


def _of_before(folder: Path) -> list[str]:
    """Return the files that the hashes of an earlier bundle name, as far as they lie within the folder."""
    path = folder / SUMS
    if not path.is_file():
        return []
    named = (line[66:] for line in path.read_text("utf-8", "replace").splitlines())
    return [name for name in named if name and is_within(name)]
