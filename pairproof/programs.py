"""``pairproof program``: what is described with the product, and what a program can really do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from checker.verdicts import ExitStatus
from pairproof.errors import CommandError

if TYPE_CHECKING:
    import argparse

    from checker.programs.program import Program
    from checker.programs.smoke import CheckingTrial, SmokeReport

PROGRAM_HELP = "NAME[=PATH] as described, FILE.toml[=PATH], callable:module:function, resident:COMMAND, files:FOLDER"
_MARKS = {True: "yes", False: "NO"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    smoke = actions.add_parser("smoke", help="try a program on a few small events, some with planted errors")
    smoke.add_argument("program", metavar="PROGRAM", help=PROGRAM_HELP)
    smoke.add_argument(
        "--system", action="append", metavar="KEY", help="try this system (else those of its description)"
    )
    info = actions.add_parser("info", help="say how a program is asked; without PROGRAM, list what is described")
    info.add_argument("program", metavar="PROGRAM", nargs="?", help=PROGRAM_HELP)


def run(options: argparse.Namespace) -> int:
    """Do what was asked for."""
    if options.action == "info":
        return _info(options.program)
    return _smoke(options.program, options.system)


def opened(spec: str) -> Program:
    """Open a program, or say as wrong usage why it cannot be."""
    from checker.programs.description import DescriptionError  # noqa: PLC0415 - start-up time
    from checker.programs.opening import open_program  # noqa: PLC0415
    from checker.programs.program import ProgramError  # noqa: PLC0415

    try:
        return open_program(spec)
    except (DescriptionError, ProgramError) as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error


def systems_of(spec: str, asked: list[str] | None) -> tuple[str, ...]:
    """Return the systems to be tried: those asked for, else those of the description, else the newest."""
    from checker.programs.opening import described  # noqa: PLC0415 - start-up time
    from pairproof import api  # noqa: PLC0415

    known = [edition.key for edition in api.systems()]
    for key in asked or ():
        if key not in known:
            raise CommandError(f"no system '{key}'; there are: {', '.join(known)}", ExitStatus.USAGE)
    if asked:
        return tuple(asked)
    is_described = not spec.startswith(("callable:", "resident:", "files:"))
    return (is_described and described(spec.partition("=")[0]).systems) or ("dutch-2026",)


def _info(spec: str | None) -> int:
    from checker.programs.opening import described, names_of_descriptions  # noqa: PLC0415 - start-up time

    if spec is None:
        for name in names_of_descriptions():
            description = described(name)
            does = [what for what in ("pair", "check", "generate") if getattr(description, what) is not None]
            sys.stdout.write(f"{name:<15}  {', '.join(description.systems):<12}  {', '.join(does)}\n")
        return ExitStatus.CONSISTENT
    program = opened(spec)
    version = f", version {program.identity.version}" if program.identity.version else ", version unknown"
    sys.stdout.write(f"{program.identity.name}{version}\n{program.transport}\n")
    program.close()
    return ExitStatus.CONSISTENT


def _smoke(spec: str, asked: list[str] | None) -> int:
    """Exit status: 0 all right, 1 it pairs otherwise or misses errors, 2 it could not be tried."""
    from checker.programs.smoke import smoke  # noqa: PLC0415 - start-up time

    program = opened(spec)
    try:
        report = smoke(program, systems_of(spec, asked))
    finally:
        program.close()
    _tell(report)
    if all(trial.failure for trial in report.pairings) and not report.has_checker:
        return ExitStatus.NOT_CHECKED
    all_agree = all(trial.unsupported or trial.agreed == trial.rounds for trial in report.pairings)
    return (
        ExitStatus.CONSISTENT
        if all_agree and (report.can_check or not report.has_checker)
        else ExitStatus.DISCREPANCIES
    )


def _tell(report: SmokeReport) -> None:
    write = sys.stdout.write
    write(f"{report.identity.name} {report.identity.version}".rstrip() + f"\n  {report.transport}\n")
    write("Pairing (rounds as the regulation asks):\n")
    for trial in report.pairings:
        what = "does not pair" if trial.unsupported else f"{trial.agreed} of {trial.rounds}"
        write(f"  {trial.system:<12}  {trial.trial.value:<28}  {what}\n")
        if trial.failure and not trial.unsupported:
            write(f"    {trial.failure[:300]}\n")
    if not report.has_checker:
        write("It has no checker.\n")
        return
    write("Checking (does it object to the wrong round, and to no other?):\n")
    for check in report.checks:
        _tell_check(check)
    verdict = (
        "It may be used as a checker." if report.can_check else "REFUSED AS A CHECKER: it does not see what it must."
    )
    write(f"{verdict}\n")


def _tell_check(check: CheckingTrial) -> None:
    what = check.error.value if check.error else "a clean event"
    where = f"round {check.wrong_round}" if check.wrong_round else ""
    sys.stdout.write(f"  {what:<20}  {where:<8}  {_MARKS[check.is_right]}")
    if check.failure:
        sys.stdout.write(f"  ({check.failure[:200]})")
    elif not check.is_right:
        objected = ", ".join(map(str, sorted(check.found))) or "none"
        sys.stdout.write(f"  (objected to: {objected})")
    sys.stdout.write("\n")
