"""``pairproof campaign show``: one finding of a campaign, on the screen or as a folder that can be sent."""

from __future__ import annotations

import sys
import time
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import field, replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from checker.anonymisation import anonymised
from checker.campaigns.configuration import Direction
from checker.campaigns.dossier import DossierError, dossier_of, keep_inputs
from checker.campaigns.explaining import causes_of, explains
from checker.campaigns.grouping import summarise
from checker.campaigns.outcomes import Score
from checker.campaigns.proof import is_proof, proof_of
from checker.campaigns.reducing import NotReducedError, kept_reduction, reduced_event
from checker.campaigns.subjects import Asked, SubjectError, find_subject, subjects
from checker.programs.description import DescriptionError
from checker.programs.exchange import Exchanging
from checker.programs.process_run import Limits
from checker.programs.program import ProgramError, select_system
from checker.programs.smoke import cut_before_round
from checker.programs.specs import open_program
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.progress import Noting
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import engine_for, paired_by
from reports.dossier import dossier_files
from reports.proof import proof_files
from reports.streams import data_stream
from tournaments.atomic_files import write_atomically
from tournaments.frozen import dataclass
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Collection, Iterator, Mapping

    from checker.campaigns.dossier import Dossier
    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.proof import Proof
    from checker.campaigns.reduced_event import ReducedEvent
    from checker.campaigns.store import Store
    from checker.campaigns.subjects import Subject
    from checker.causes.causes_finding import CausesFinding
    from checker.programs.program import Program
    from tournaments.model import Event

QUESTIONS = 600
"""Asked of a program at most to reduce an event for a dossier."""


def add_show_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.add_argument("store", metavar="STORE")
    parser.add_argument(
        "subject", metavar="CAUSE|EVENT", help="a cause, the beginning of a signature, or the number of an event"
    )
    parser.add_argument("-o", "--output", metavar="DIR", help="the folder to be made (else it is told on the screen)")
    parser.add_argument("--program", type=int, metavar="N", help="of which program, from 0")
    parser.add_argument("--round", type=int, metavar="R", help="of which round")
    parser.add_argument(
        "--anonymise", action="store_true", help="replace what names people, as 'pairproof anonymise' does"
    )
    parser.add_argument("--no-reduce", action="store_true", help="without the smallest event that shows the same")


class Reduction(Enum):
    """Where the smallest event that shows the same is to come from."""

    MADE = "made, if the store keeps none"
    KEPT = "the store alone"
    NONE = "it is left out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """How a dossier is made."""

    is_anonymous: bool = False
    reduction: Reduction = Reduction.MADE
    questions: int = QUESTIONS
    """That the program is asked at most to reduce the event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which dossier is to be made, and how."""

    asked: Asked
    making: Making = field(default_factory=Making)
    starts_program: bool = True
    """Whether the program may be started: for what the store does not keep."""


def show(options: argparse.Namespace, store: Store) -> int:
    """Write the dossier of what is asked for, or tell it."""
    folder = Path(options.output) if options.output else None
    if folder is not None:
        _require_free(folder)
    wanted = Wanted(
        asked=Asked(name=options.subject, program=options.program, round_number=options.round),
        making=Making(
            is_anonymous=options.anonymise, reduction=Reduction.NONE if options.no_reduce else Reduction.MADE
        ),
    )
    with Noting() as noting:
        found = made(store, wanted, noting.note)
    if folder is None:
        data_stream().write(found.files["README.txt"].decode())
    else:
        _write(folder, found.files)
        sys.stdout.write(f"{len(found.files)} files in {folder}; begin with README.txt\n")
    return ExitStatus.CONSISTENT if found.is_whole else ExitStatus.NOT_CHECKED


def searches_of(store: Store, note: Callable[[str], None]) -> dict[int, CausesFinding]:
    """Look for the causes of what each program was found to do, or take what the store keeps of it."""
    if not explains(store.configuration.direction):
        return {}
    return {program.number: causes_of(store, program.number, note) for program in store.programs}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A dossier that was made, of a pairing or of what a checker says."""

    subject: Subject
    program: str
    """Its name."""
    sentence: str
    """What is found."""
    is_whole: bool
    """Whether a check of its event comes to the same, or there is none to be checked."""
    files: dict[str, bytes]


def made(store: Store, wanted: Wanted, note: Callable[[str], None]) -> Shown:
    """Make a dossier, and its files by their names; CommandError if there is none."""
    summary = summarise(store, searches_of(store, note))
    try:
        subject = find_subject(summary, list(store.outcomes()), wanted.asked)
    except SubjectError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error
    group = next((one for one in summary.groups if one.signature == subject.signature), None)
    with reached(store, subject.finding.program) if wanted.starts_program else nullcontext() as program:
        try:
            if is_proof(store, subject):
                proof = proof_of(store, subject, program, anonymous=wanted.making.is_anonymous)
                return _shown(proof, proof_files(proof, group), is_whole=proof.shows_it)
            dossier, given = whole_dossier(store, subject, program, wanted.making, note)
        except DossierError as error:
            raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
        is_whole = dossier.shows_it or dossier.answered is None
        return _shown(dossier, dossier_files(dossier, group, given), is_whole=is_whole)


def _shown(of: Dossier | Proof, files: dict[str, bytes], *, is_whole: bool) -> Shown:
    return Shown(subject=of.subject, program=of.program.name, sentence=of.sentence, is_whole=is_whole, files=files)


def whole_dossier(
    store: Store, subject: Subject, program: Program | None, how: Making, note: Callable[[str], None]
) -> tuple[Dossier, bytes | None]:
    """Return the dossier of a subject with its reduced event, and that event as the program reads it."""
    dossier = dossier_of(store, subject, program, anonymous=how.is_anonymous)
    reduced, remark = _reduced(store, subject, program, how, note)
    if reduced is not None and how.is_anonymous:
        reduced = replace(reduced, text=write_trf26(anonymised(_event_of(reduced))))
    remarks = (*dossier.remarks, remark) if remark else dossier.remarks
    return replace(dossier, reduced=reduced, remarks=remarks), _given_reduced(reduced, program)


def _reduced(
    store: Store, subject: Subject, program: Program | None, how: Making, note: Callable[[str], None]
) -> tuple[ReducedEvent | None, str]:
    """Return the reduced event of a subject, if there is to be one, or why there is none."""
    if how.reduction is Reduction.NONE:
        return None, ""
    if how.reduction is Reduction.KEPT:
        return kept_reduction(store, subject), ""
    note("reducing the event")
    try:
        return reduced_event(store, subject, program, how.questions), ""
    except NotReducedError as error:
        return None, f"The event is not reduced: {error}."


def _event_of(reduced: ReducedEvent) -> Event:
    event = parse_event(reduced.text.encode(), source="reduced.trf", paired=paired_by(reduced.system)).event
    if event is None:
        raise CommandError("the reduced event that the store keeps cannot be read", ExitStatus.NOT_CHECKED)
    return event


def _given_reduced(reduced: ReducedEvent | None, program: Program | None) -> bytes | None:
    """Return the reduced event before its last round as the program reads it; None if nobody can say how it does."""
    if reduced is None or not isinstance(program, Exchanging):
        return None
    event, number, edition = _event_of(reduced), reduced.round_number, engine_for(reduced.system).edition
    is_paired = event.rounds_recorded >= edition.rows(number).stop
    try:
        return program.input_for(cut_before_round(event, number, edition.file_rounds_per_round) if is_paired else event)
    except ProgramError:
        return None


@contextmanager
def reached(store: Store, number: int) -> Iterator[Program | None]:
    """Open a program of a campaign, if it is there and of the version of the campaign; else None."""
    known = store.programs[number]
    limit = store.configuration.time_limit
    try:
        opened = open_program(known.spec, Limits(seconds=limit) if limit else None)
        program = select_system(opened, store.configuration.system)
    except (ProgramError, DescriptionError):
        program = None
    with closing(program) if program is not None else nullcontext():
        yield program if program is not None and program.identity.version == known.version else None


def _require_free(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(f"{folder} is there already; name a new folder, or an empty one", ExitStatus.USAGE)
    if not folder.parent.is_dir():
        raise CommandError(f"cannot make {folder}: there is no directory {folder.parent}", ExitStatus.USAGE)


def _write(folder: Path, files: dict[str, bytes]) -> None:
    is_new = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            write_atomically(folder / name, content)
        script = folder / "reproduce.sh"
        if script.is_file():
            script.chmod(0o755)
    except OSError as error:
        _remove(folder, files, is_new=is_new)
        message = f"{folder} could not be written whole: {error.strerror or error}"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error


def _remove(folder: Path, files: Collection[str], *, is_new: bool) -> None:
    """Leave nothing of a dossier that could not be written whole."""
    with suppress(OSError):
        for name in files:
            (folder / name).unlink(missing_ok=True)
        if is_new:
            folder.rmdir()


# --- for the page of a campaign --------------------------------------------------------------------------------------

_REDUCED_OF_A_PROGRAM = 12
"""Causes and findings alike of which the page shows a reduced event."""
_SECONDS_OF_A_REDUCTION = 20.0
_FEWEST_QUESTIONS = 30


def complete_inputs(store: Store, searches: Mapping[int, CausesFinding]) -> None:
    """Keep what programs were given in the smallest events of each cause, as far as it was not kept when they were."""
    if store.configuration.direction is not Direction.PAIR:
        return
    for number, search in searches.items():
        if search.groups:
            with reached(store, number) as program:
                if program is not None:
                    keep_inputs(store, number, search, program)


def reductions_of(
    store: Store, summary: CampaignSummary, noting: Noting, only: Collection[tuple[int, str]] | None = None
) -> dict[tuple[int, str], ReducedEvent]:
    """
    Return a reduced event for each cause, and for findings alike that no cause explains, as far as there are some.

    ``only`` names those that are wanted, by program and key.

    They are made once and kept; a slow program is asked less often, so that none takes much longer than
    `_SECONDS_OF_A_REDUCTION`.
    """
    found: dict[tuple[int, str], ReducedEvent] = {}
    for number in range(len(summary.programs)):
        smallest = _smallest_of_each(summary, list(store.outcomes()), number, only)
        wanted = smallest[:_REDUCED_OF_A_PROGRAM]
        if not wanted:
            continue
        with reached(store, number) as program:
            for place, subject in enumerate(wanted, start=1):
                noting.note(f"reducing events: {place} of {len(wanted)}")
                with suppress(NotReducedError):
                    questions = affordable(store, subject, program)
                    found[number, subject.key] = reduced_event(store, subject, program, questions)
    return found


def kept_reductions(store: Store, summary: CampaignSummary) -> dict[tuple[int, str], ReducedEvent]:
    """Return the reduced events that the store keeps, by program, and by cause or signature."""
    outcomes = list(store.outcomes())
    found: dict[tuple[int, str], ReducedEvent] = {}
    for number in range(len(summary.programs)):
        for subject in _smallest_of_each(summary, outcomes, number):
            kept = kept_reduction(store, subject)
            if kept is not None:
                found[number, subject.key] = kept
    return found


def _smallest_of_each(
    summary: CampaignSummary,
    outcomes: list[EventOutcome],
    number: int,
    only: Collection[tuple[int, str]] | None = None,
) -> list[Subject]:
    smallest: dict[str, Subject] = {}
    for subject in subjects(summary, outcomes):
        if subject.finding.program == number and subject.finding.score is Score.DISCREPANT:
            known = smallest.get(subject.key)
            if known is None or subject.size < known.size:
                smallest[subject.key] = subject
    in_order = [row.cause.first.identifier for row in summary.causes] + [group.signature for group in summary.groups]
    is_wanted = [key for key in dict.fromkeys(in_order) if only is None or (number, key) in only]
    return [smallest[key] for key in is_wanted if key in smallest]


def affordable(store: Store, subject: Subject, program: Program | None) -> int:
    """Return how many questions a program answers in the time, by how long it takes for the first."""
    if program is None or store.configuration.direction is not Direction.PAIR:
        return QUESTIONS
    number = subject.finding.round_number
    games = engine_for(store.configuration.system).edition.file_rounds_per_round
    before = cut_before_round(store.event(subject.event), number, games)
    begun = time.monotonic()
    with suppress(ProgramError, PairingError):
        program.pair(before, number)
    seconds = max(time.monotonic() - begun, 1e-3)
    return max(_FEWEST_QUESTIONS, min(QUESTIONS, int(_SECONDS_OF_A_REDUCTION / seconds)))
