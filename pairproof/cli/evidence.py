"""``pairproof evidence``: what an endorsement asks for, in one folder that can be sent, and checked again."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.configuration import MOST_EVENTS
from checker.campaigns.running import ClusterError
from checker.campaigns.store import StoreError, StoreFailedError
from checker.evidence.asked import obstacles_of, program_facts
from checker.evidence.concluding import WHAT, concluded
from checker.evidence.ledger import (
    WORK,
    Ledger,
    LedgerError,
    Undone,
    read_ledger,
    this_machine,
    timed,
    write_ledger,
)
from checker.evidence.plan import ENDORSEMENT, EvidencePart, Plan, Procedure
from checker.evidence.probing import probed
from checker.evidence.working import AnswersError, answer_suite, is_answered, made_up_for, store_of, worked_on
from checker.programs.folders import NoRoomError
from checker.programs.program import claims_of, select_system
from checker.suite.questions import load_suite
from checker.verdicts.verdict import ExitStatus
from pairproof.bundling import write_bundle
from pairproof.cli.errors import CommandError
from pairproof.cli.program import PROGRAM_HELP, opened, require_systems
from pairproof.cli.progress import Countdown
from pairproof.cli.verify_evidence import add_verify_options, verify
from random_tournaments.batch_kinds import batch_kind
from random_tournaments.seeds import draw_seed
from random_tournaments.settings import SettingError
from reports.evidence import evidence_text

if TYPE_CHECKING:
    import argparse

    from checker.programs.program import Program

_DEFAULT_SYSTEM = "dutch-2026"
"""Of a program that does not say what it implements."""
_VERIFY = "verify"
_USAGE = """pairproof evidence PROGRAM -o DIR [options]
       pairproof evidence verify DIR [--program PROGRAM] [--all]"""
_EPILOG = """examples:
  pairproof evidence bbp6=./bbpPairings.exe -o evidence
  pairproof evidence mine.toml -o evidence --old-procedure
  pairproof evidence verify evidence

The same command goes on with what was interrupted, and writes the bundle anew when all is done, with the classes that
'pairproof campaign class DIR/work/pair.sqlite SIGNATURE CLASS --link LINK' has entered.

exit status:
  0  the bar is met in all three directions, and nothing is missing
  1  it is not met, or answers of the exam or the suite are wrong; verify: something does not match
  2  something is missing, such as a part that the program does not do, or events; verify: not everything was recomputed
  3  wrong usage
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options."""
    parser.usage, parser.epilog = _USAGE, _EPILOG
    parser.add_argument("words", nargs="+", metavar="PROGRAM", help=f"{PROGRAM_HELP}; or: verify DIR")
    parser.add_argument("-o", "--output", metavar="DIR", help="the folder of the bundle, new or to be continued")
    parser.add_argument("--events", type=int, metavar="N", help="events in each direction (as the procedure asks)")
    parser.add_argument(
        "--old-procedure",
        action="store_true",
        help=f"{Procedure.OLD.events:,} events (C.04.A), not {Procedure.NEW.events:,} (TEC Manual 3.9.4)",
    )
    parser.add_argument("--system", metavar="KEY", help="by which it is judged (else the first that it claims)")
    parser.add_argument("--seed", type=int, metavar="N", help="drawn and kept if not given")
    parser.add_argument("--axis", action="append", default=[], metavar="KEY=VALUE", help="narrow the events drawn")
    parser.add_argument("--time-limit", type=int, metavar="SECONDS", help="for each question to the program")
    parser.add_argument("--workers", type=int, metavar="N", help="processes that judge (one for each core)")
    parser.add_argument(
        "--as-it-is", action="store_true", help="write the bundle of what is done so far, and do nothing more"
    )
    parser.add_argument(
        "--anonymise", action="store_true", help="replace what names people in the events of its own generator"
    )
    add_verify_options(parser)


def run(options: argparse.Namespace) -> int:
    """Do what was asked for."""
    words = options.words
    if words[0] == _VERIFY:
        _require(len(words) == 2, "write: pairproof evidence verify DIR")  # noqa: PLR2004 - the word and the folder
        return verify(Path(words[1]), options)
    _require(len(words) == 1, f"one program at a time, not {len(words)}")
    _require(bool(options.output), "say where the bundle is to be: -o DIR")
    _require(options.workers is None or options.workers > 0, f"--workers is {options.workers}; at least 1 process")
    try:
        return _made(words[0], Path(options.output), options)
    except (StoreFailedError, NoRoomError, LedgerError, AnswersError, ClusterError) as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
    except StoreError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error


def _made(spec: str, folder: Path, options: argparse.Namespace) -> int:
    with closing(opened(spec)) as program:
        ledger = _begun_or_kept(spec, folder, options, program)
        if not options.as_it_is:
            try:
                for part in EvidencePart:
                    if not ledger.why_not(part):
                        _work(part, folder, ledger.plan, program, options.workers or os.cpu_count() or 1)
            except KeyboardInterrupt:
                sys.stderr.write("\nInterrupted; nothing is lost, and the same command continues.\n")
                raise
    facts = write_bundle(folder, anonymous=options.anonymise)
    sys.stdout.write(evidence_text(facts))
    sys.stdout.write(f"Read {folder / 'index.html'}; send {folder / 'evidence.zip'}\n")
    return concluded(facts).status


# --- the plan --------------------------------------------------------------------------------------------------------


def _begun_or_kept(spec: str, folder: Path, options: argparse.Namespace, program: Program) -> Ledger:
    kept = read_ledger(folder)
    if kept is not None:
        _require_same(kept, spec, options, program)
        return kept
    _require(not options.as_it_is, f"nothing was begun in {folder}")
    _require_free(folder)
    plan = _plan(spec, options, program)
    sys.stderr.write(f"seed {plan.seed}\n")
    program = select_system(program, plan.system)
    obstacles = tuple(obstacles_of(program, plan.system))
    _say(obstacles)
    ledger = Ledger(
        plan=plan,
        program=program_facts(program),
        machine=this_machine(),
        obstacles=obstacles,
        probe=probed(program, plan.seed),
    )
    try:
        (folder / WORK).mkdir(parents=True)
    except OSError as error:
        raise CommandError(f"cannot make {folder}: {error.strerror or error}", ExitStatus.USAGE) from error
    write_ledger(folder, ledger)
    return ledger


def _say(obstacles: tuple[Undone, ...]) -> None:
    for obstacle in obstacles:
        sys.stderr.write(f"{WHAT[obstacle.part]}: not done, because {obstacle.why}\n")


def _require_free(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(f"{folder} is there already, and holds no evidence; name a new folder", ExitStatus.USAGE)


def _plan(spec: str, options: argparse.Namespace, program: Program) -> Plan:
    procedure = Procedure.OLD if options.old_procedure else Procedure.NEW
    events = procedure.events if options.events is None else options.events
    _require(0 < events <= MOST_EVENTS, f"--events is {events}; at least 1 event, at most {MOST_EVENTS}")
    _require(options.seed is None or options.seed >= 0, f"--seed is {options.seed}; a seed is not negative")
    limit = options.time_limit
    _require(limit is None or limit > 0, f"--time-limit is {limit}; at least 1 second")
    for axis in options.axis:
        _require("=" in axis, f"--axis: '{axis}' is not KEY=VALUE")
    system = options.system or next(iter(claims_of(program).systems), _DEFAULT_SYSTEM)
    (system,) = require_systems([system])
    kind = batch_kind(system)
    plan = Plan(
        spec=spec,
        system=system,
        procedure=procedure,
        events=events,
        seed=draw_seed() if options.seed is None else options.seed,
        profile=ENDORSEMENT if ENDORSEMENT in kind.profiles else kind.default_profile,
        axes=_axes(options),
        time_limit=limit or 0,
    )
    direction = EvidencePart.PAIR.direction
    try:
        if direction is not None:
            plan.configuration(direction).batch()
    except SettingError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error
    return plan


def _axes(options: argparse.Namespace) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, _, value in (axis.partition("=") for axis in options.axis))


def _require_same(kept: Ledger, spec: str, options: argparse.Namespace, program: Program) -> None:
    """A bundle is of one program, one plan: what is said again must be what was said before."""
    plan, now = kept.plan, program_facts(select_system(program, kept.plan.system))
    _require(spec == plan.spec, f"{options.output} was begun with {plan.spec}, not with {spec}")
    said = f"{options.output} was begun with {kept.program.name} {kept.program.version or 'that told no version'}"
    _require(now.version == kept.program.version, f"{said}; here it is {now.version or 'one that tells none'}")
    _require(now.files == kept.program.files, f"{said}; its files have other hashes now: begin in another folder")
    for name, asked, was in (
        ("--events", options.events, plan.events),
        ("--system", options.system, plan.system),
        ("--seed", options.seed, plan.seed),
        ("--axis", _axes(options) or None, plan.axes),
        ("--time-limit", options.time_limit, plan.time_limit),
        ("--old-procedure", options.old_procedure or None, plan.procedure is Procedure.OLD),
    ):
        _require(asked is None or asked == was, f"{options.output} was begun with another {name} ({was})")


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise CommandError(message, ExitStatus.USAGE)


# --- the work --------------------------------------------------------------------------------------------------------


def _work(part: EvidencePart, folder: Path, plan: Plan, program: Program, workers: int) -> None:
    """Do what remains of a part."""
    if part is EvidencePart.SUITE:
        if not is_answered(folder, plan):
            with timed(folder, part), Countdown(len(load_suite(plan.system).questions), "questions") as countdown:
                answer_suite(folder, plan, workers, lambda _: countdown.see())
        return
    with store_of(folder, part, plan, program) as store:
        while remaining := (store.planned - store.judged) or made_up_for(store, plan, program):
            with (
                timed(folder, part) as clock,
                Countdown(remaining, f"events ({WHAT[part]})") as progress,
                closing(worked_on(store, workers)) as outcomes,
            ):
                for _ in outcomes:
                    progress.see()
                    clock.see()
