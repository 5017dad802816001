"""
``pairproof endorse``: all that an endorsement asks for, in one folder that can be sent, and checked again.

``pairproof endorse verify`` compares such a folder with its recomputed facts.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from checker.archives import pack_folder, write_folder
from checker.campaigns.configuration import MOST_EVENTS
from checker.campaigns.store import StoreError, StoreFailedError
from checker.campaigns.work import run_campaign
from checker.errors import TaskError
from checker.evidence import bundle, collecting, recomputing
from checker.evidence.answering import QUESTIONS, WHAT, concluded
from checker.evidence.bundle import CollectedPart, collect_evidence
from checker.evidence.collecting import obstacles_of, probed, program_facts
from checker.evidence.facts import ENDORSEMENT, EndorsementProcedure, EvidencePart, Facts, Plan
from checker.programs.folders import NoRoomError
from checker.programs.program import Program
from checker.suite.questions import load_suite
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors, require
from pairproof.cli.inputs import find_edition, require_seed, require_workers, split_axes
from pairproof.cli.options import add_option
from pairproof.cli.program import PROGRAM_HELP, opened
from pairproof.cli.progress import Countdown, StatusLine
from random_tournaments.seeds import draw_seed
from random_tournaments.settings import SettingError, batch_kind
from reports.dossier import dossier_files
from reports.evidence import bundle_of, evidence_text, record_of
from tournaments import __version__
from tournaments.atomic_files import write_atomically
from tournaments.frozen import FrozenStruct
from tournaments.safe_text import escape_line

_VERIFY = "verify"
_USAGE = """pairproof endorse PROGRAM -o DIR [options]
       pairproof endorse verify DIR [--program PROGRAM] [--all]"""
_EPILOG = """
The same command goes on with what was interrupted, and writes the bundle anew when all is done, with the classes that
'pairproof campaign class DIR/work/pair.sqlite SIGNATURE CLASS --link LINK' has entered.

exit status:
  0  the bar is met in all three directions, and nothing is missing
  1  it is not met, or answers of the exam or the suite are wrong; verify: something does not match
  2  something is missing, such as a part that the program does not do, or events; verify: not everything was recomputed
  3  wrong usage
"""


class EndorseRequest(FrozenStruct, frozen=True, kw_only=True):
    """A bundle of evidence to make, to continue, or to verify."""

    words: tuple[str, ...]
    """The program; or ``verify`` and the folder of a bundle."""
    output: str | None = None
    events: int | None = None
    """Events in each direction; None for the number that the procedure asks for."""
    old_procedure: bool = False
    system: str | None = None
    seed: int | None = None
    axes: tuple[str, ...] = ()
    """``KEY=VALUE`` each."""
    time_limit: int | None = None
    workers: int | None = None
    as_it_is: bool = False
    """Whether to write the bundle of the work done so far."""
    anonymous: bool = False
    answers: tuple[str, ...] = ()
    """The answers of the vendor to questions of the form, ``Q16=TEXT`` each."""
    program: str | None = None
    """A program to ask again when a bundle is verified."""
    verifies_all: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.usage, parser.epilog = _USAGE, _EPILOG
    parser.set_defaults(request=EndorseRequest, run=run)
    parser.add_argument("words", nargs="+", metavar="PROGRAM", help=f"{PROGRAM_HELP}; or: verify DIR")
    parser.add_argument("-o", "--output", metavar="DIR", help="the folder of the bundle, new or to be continued")
    add_option(parser, "events", "events in each direction")
    parser.add_argument(
        "--old-procedure",
        action="store_true",
        help=f"{EndorsementProcedure.OLD.events:,} events (C.04.A), not {EndorsementProcedure.NEW.events:,} "
        "(TEC Manual 3.9.4)",
    )
    add_option(parser, "system", "by which it is judged (else the first that it claims)")
    add_option(parser, "seed", "drawn and kept if not given")
    add_option(parser, "axis", "narrow the events drawn")
    parser.add_argument("--time-limit", type=int, metavar="SECONDS", help="for each question to the program")
    add_option(parser, "workers", "processes that judge (one for each core)")
    parser.add_argument(
        "--as-it-is", action="store_true", help="write the bundle of what is done so far, and do nothing more"
    )
    add_option(parser, "anonymise", "replace what names people in the events of its own generator")
    parser.add_argument(
        "--answer",
        dest="answers",
        action="append",
        metavar="Q16=TEXT",
        help="the vendor's own answer to a question of the form; the page shows it beside ours",
    )
    add_verify_options(parser)


def run(request: EndorseRequest) -> int:
    """Make, continue or render the bundle."""
    words = request.words
    if words[0] == _VERIFY:
        require(len(words) == 2, "write: pairproof endorse verify DIR")  # noqa: PLR2004 - the word and the folder
        return verify(Path(words[1]), program=request.program, samples=None if request.verifies_all else SAMPLED)
    require(len(words) == 1, f"one program at a time, not {len(words)}")
    require(request.output, "say where the bundle is to be: -o DIR")
    require_workers(request.workers)
    with convert_errors(usage=StoreError, not_checked=(StoreFailedError, NoRoomError, TaskError)):
        return _make_bundle(words[0], Path(request.output or ""), request)


def _make_bundle(spec: str, folder: Path, request: EndorseRequest) -> int:
    with closing(opened(spec)) as program:
        vendor = dict(_split_answer(answer) for answer in request.answers)
        ledger = _open_ledger(spec, folder, request, program)
        if vendor:
            ledger = replace(ledger, vendor=tuple((dict(ledger.vendor) | vendor).items()))
            collecting.write_ledger(folder, ledger)
        if not request.as_it_is:
            try:
                for part in EvidencePart:
                    if not ledger.why_not(part):
                        _work(part, folder, ledger.plan, program, request.workers or os.cpu_count() or 1)
            except KeyboardInterrupt:
                sys.stderr.write("\nInterrupted; nothing is lost, and the same command continues.\n")
                raise
    facts = _write_bundle(folder, anonymous=request.anonymous)
    sys.stdout.write(evidence_text(facts))
    sys.stdout.write(f"Read {folder / 'index.html'}; send {folder / 'evidence.zip'}\n")
    return concluded(facts).status


# --- the plan --------------------------------------------------------------------------------------------------------


def _open_ledger(spec: str, folder: Path, request: EndorseRequest, program: Program) -> collecting.Ledger:
    kept = collecting.read_ledger(folder)
    if kept is not None:
        _require_same(kept, spec, request, program)
        return kept
    require(not request.as_it_is, f"nothing was begun in {folder}")
    _require_free(folder)
    plan = _plan(spec, request, program)
    sys.stderr.write(f"seed {plan.seed}\n")
    program = program.with_system(plan.system)
    obstacles = tuple(obstacles_of(program, plan.system))
    _say(obstacles)
    ledger = collecting.Ledger(
        plan=plan,
        program=program_facts(program),
        machine=collecting.this_machine(),
        obstacles=obstacles,
        probe=probed(program, plan.seed),
    )
    with convert_errors(usage=OSError, about=f"cannot make {folder}"):
        (folder / collecting.WORK).mkdir(parents=True)
    collecting.write_ledger(folder, ledger)
    return ledger


def _split_answer(answer: str) -> tuple[str, str]:
    """Return the number of the question and the vendor's answer to it."""
    name, _, text = answer.partition("=")
    remedy = f"write {QUESTIONS[0]}=TEXT; questions are {QUESTIONS[0]} to {QUESTIONS[-1]}"
    require(name in QUESTIONS and bool(text.strip()), f"--answer {answer}: {remedy}")
    return name, text.strip()


def _say(obstacles: tuple[collecting.Undone, ...]) -> None:
    for obstacle in obstacles:
        sys.stderr.write(f"{WHAT[obstacle.part]}: not done, because {obstacle.why}\n")


def _require_free(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(f"{folder} is there already, and holds no evidence; name a new folder", ExitStatus.USAGE)


def _plan(spec: str, request: EndorseRequest, program: Program) -> Plan:
    procedure = EndorsementProcedure.OLD if request.old_procedure else EndorsementProcedure.NEW
    events = procedure.events if request.events is None else request.events
    require(0 < events <= MOST_EVENTS, f"--events is {events}; at least 1 event, at most {MOST_EVENTS}")
    require_seed(request.seed)
    limit = request.time_limit
    require(limit is None or limit > 0, f"--time-limit is {limit}; at least 1 second")
    axes = split_axes(request.axes)
    system = find_edition(request.system or program.claims.first_system()).key
    kind = batch_kind(system)
    plan = Plan(
        spec=spec,
        system=system,
        procedure=procedure,
        events=events,
        seed=draw_seed() if request.seed is None else request.seed,
        profile=ENDORSEMENT if ENDORSEMENT in kind.profiles else kind.default_profile,
        axes=axes,
        time_limit=limit or 0,
    )
    direction = EvidencePart.PAIR.direction
    with convert_errors(usage=SettingError):
        if direction is not None:
            plan.configuration(direction).batch()
    return plan


def _require_same(ledger: collecting.Ledger, spec: str, request: EndorseRequest, program: Program) -> None:
    """Require the program and the options with which the bundle was begun."""
    plan, now = ledger.plan, program_facts(program.with_system(ledger.plan.system))
    require(spec == plan.spec, f"{request.output} was begun with {plan.spec}, not with {spec}")
    said = f"{request.output} was begun with {ledger.program.name} {ledger.program.version or 'that told no version'}"
    require(now.version == ledger.program.version, f"{said}; here it is {now.version or 'one that tells none'}")
    require(now.files == ledger.program.files, f"{said}; its files have other hashes now: begin in another folder")
    for name, asked, was in (
        ("--events", request.events, plan.events),
        ("--system", request.system, plan.system),
        ("--seed", request.seed, plan.seed),
        ("--axis", split_axes(request.axes) or None, plan.axes),
        ("--time-limit", request.time_limit, plan.time_limit),
        ("--old-procedure", request.old_procedure or None, plan.procedure is EndorsementProcedure.OLD),
    ):
        require(asked is None or asked == was, f"{request.output} was begun with another {name} ({was})")


# --- the work --------------------------------------------------------------------------------------------------------


def _work(part: EvidencePart, folder: Path, plan: Plan, program: Program, workers: int) -> None:
    """Do the remaining work of a part."""
    if part is EvidencePart.SUITE:
        if not collecting.is_answered(folder, plan):
            with (
                collecting.timed(folder, part),
                Countdown(len(load_suite(plan.system).questions), "questions") as countdown,
            ):
                collecting.answer_suite(folder, plan, workers, lambda _: countdown.see())
        return
    with collecting.store_of(folder, part, plan, program) as store:
        while remaining := (store.planned - store.judged) or collecting.replace_missing_events(store, plan, program):
            with (
                collecting.timed(folder, part) as clock,
                Countdown(remaining, f"events ({WHAT[part]})") as progress,
                closing(run_campaign(store, workers=workers)) as outcomes,
            ):
                for _ in outcomes:
                    progress.see()
                    clock.see()


# --- the bundle -------------------------------------------------------------------------------------------------------


def _write_bundle(folder: Path, *, anonymous: bool) -> Facts:
    """Write all files of the bundle into the folder, and return the facts; raise CommandError if that fails."""
    with StatusLine() as status_line:
        facts, parts = collect_evidence(folder, status_line.note, anonymous=anonymous)
        status_line.note("writing the bundle")
        files = {name: content for part in parts for name, content in _part_files(part).items()}
        _write_files(folder, bundle_of(facts, files))
    return facts


def _part_files(part: CollectedPart) -> dict[str, bytes]:
    """Return record, dossiers and collected files of a part, by file name."""
    files: dict[str, bytes] = {}
    if part.summary is not None:
        record = record_of(part.summary, __version__)
        files[part.facts.record] = record.encode("utf-8", "backslashreplace")
    files |= part.files
    for fact, dossier in part.discrepancies:
        if dossier is not None:
            files |= {f"{fact.dossier}/{name}": content for name, content in dossier_files(dossier).items()}
    return files


def _write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files of a bundle, and remove the files of an earlier bundle that this bundle does not have."""
    try:
        for old in _earlier_files(folder):
            if old not in files:
                (folder / old).unlink(missing_ok=True)
        write_folder(folder, files)
        write_atomically(folder / bundle.ZIP, pack_folder("evidence", files))
    except OSError as error:
        message = (
            f"{folder} could not be written ({error.strerror or error}); make room, and run the same command again"
        )
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error


def _earlier_files(folder: Path) -> list[str]:
    """Return the files within the folder that the list of hashes of an earlier bundle names."""
    path = folder / bundle.SUMS
    if not path.is_file():
        return []
    named = (line[66:] for line in path.read_text("utf-8", "replace").splitlines())
    return [name for name in named if name and bundle.is_within(name)]


SAMPLED = 20
"""Events and answers of each part that are recomputed, spread evenly, unless all are asked for."""


_CONCLUSIONS = {
    ExitStatus.CONSISTENT: "Everything that was recomputed matches.",
    ExitStatus.DISCREPANCIES: "The bundle differs from what was recomputed.",
    ExitStatus.NOT_CHECKED: "What was recomputed matches; not everything could be.",
}


def add_verify_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options of the check."""
    parser.add_argument("--program", metavar="PROGRAM", help=f"verify: ask it again ({PROGRAM_HELP})")
    parser.add_argument(
        "--all",
        dest="verifies_all",
        action="store_true",
        help=f"verify: recompute all events and answers, not {SAMPLED} of each part",
    )


def verify(folder: Path, *, program: str | None, samples: int | None) -> int:
    """Compare a bundle with its recomputed facts, and print the differences."""
    require((folder / bundle.FACTS).is_file(), f"{folder} holds no bundle: there is no {bundle.FACTS}")
    found = []
    for one in _compared(folder, program, samples):
        found.append(one)
        sys.stdout.write(escape_line(f"{one.match.value:<14}  {one.subject}: {one.result}") + "\n")
    status = recomputing.judge_bundle(found).status
    sys.stdout.write(f"{_CONCLUSIONS[status]}\n")
    return status


def _compared(folder: Path, spec: str | None, samples: int | None) -> Iterator[recomputing.Compared]:
    yield recomputing.hashes_compared(folder)
    try:
        facts = bundle.read_facts(folder)
        find_edition(facts.plan.system)
    except (TaskError, CommandError) as error:
        yield recomputing.Compared(subject="facts", match=recomputing.Match.OTHER, result=str(error))
        return
    yield _product(facts)
    yield _pages(folder, facts)
    yield from recomputing.proofs_compared(folder)
    yield from recomputing.records_compared(folder, facts)
    with StatusLine() as status_line:
        work = recomputing.Recomputing(folder=folder, facts=facts, most=samples, see=status_line.note)
        try:
            yield from recomputing.recomputed(work)
            if spec:
                with closing(opened(spec)) as program:
                    yield from recomputing.ask_again(work, program.with_system(facts.plan.system))
        except SettingError as error:
            yield recomputing.Compared(subject="plan", match=recomputing.Match.OTHER, result=str(error))


def _product(facts: Facts) -> recomputing.Compared:
    """Compare the version of Pairproof that made the bundle: another version may draw other events."""
    if facts.product_sha256 == bundle.product_sha256():
        return recomputing.Compared(
            subject="Pairproof", match=recomputing.Match.SAME, result=f"version {__version__}, built alike"
        )
    said = (
        f"made by version {facts.pairproof}, here is {__version__}, built otherwise: what follows may differ for that"
    )
    return recomputing.Compared(subject="Pairproof", match=recomputing.Match.NOT_DONE, result=said)


def _pages(folder: Path, facts: Facts) -> recomputing.Compared:
    """Make the pages again from the facts."""
    made, differences = bundle_of(facts, {}), []
    for name in (bundle.PAGE, bundle.README, bundle.SCRIPT):
        try:
            if bundle.read_bytes(folder, name) != made[name]:
                differences.append(f"{name} says something else than {bundle.FACTS}")
        except TaskError as error:
            differences.append(str(error))
    if differences and facts.product_sha256 != bundle.product_sha256():
        return recomputing.Compared(
            subject="pages", match=recomputing.Match.NOT_DONE, result="they were made by another Pairproof"
        )
    return recomputing.compared("pages", differences, f"{bundle.PAGE}, {bundle.README}, {bundle.SCRIPT}")
