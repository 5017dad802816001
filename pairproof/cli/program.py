"""``pairproof program``: what is described with the product, and what a program can really do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from checker.planted_errors.rank_orders import RANK_ORDER
from checker.programs.description import DescriptionError
from checker.programs.folders import NoRoomError, sweep
from checker.programs.program import ProgramError, claims_of
from checker.programs.smoke import judge_smoke, smoke
from checker.programs.specs import described, names_of_descriptions, open_program
from checker.verdicts.verdict import ExitStatus
from pairproof.api import systems as all_systems
from pairproof.cli.errors import CommandError, unknown_system_message
from tournaments.frozen import dataclass
from tournaments.safe_text import escape_field, escape_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from checker.programs.program import Program
    from checker.programs.smoke import CheckingTrial, GeneratingTrial, PairingTrial, SmokeReport

PROGRAM_HELP = (
    "NAME or NAME=PATH of a described program, FILE.toml[=PATH], command:WORDS, callable:module:function, "
    "resident:COMMAND, files:FOLDER"
)
SETTING_HELP = (
    "change the description, key by key: limits.seconds=5, input.dialect=trf16, 'check.command=me -c {input}'"
)
_EPILOG = """exit status:
  0 all that it does is right
  1  it pairs otherwise, misses a planted error, objects to what is right, or generates what is wrong
  2  it could not be tried, or failed
  3  wrong usage
"""


@dataclass(frozen=True, kw_only=True)
class SmokeRequest:
    """A program to try on a few small events."""

    program: str
    systems: tuple[str, ...] = ()
    """Systems to try; none for the systems that the program claims."""
    settings: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class InfoRequest:
    """A program to describe."""

    program: str | None = None
    """None for a list of the described programs."""
    settings: tuple[str, ...] = ()


_MARKS = {True: "yes", False: "NO"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options."""
    parser.epilog = _EPILOG
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    smoke = actions.add_parser("smoke", help="try a program on a few small events, some with planted errors")
    smoke.add_argument("program", metavar="PROGRAM", help=PROGRAM_HELP)
    smoke.add_argument(
        "--system", dest="systems", action="append", metavar="KEY", help="try this system (else those that it claims)"
    )
    info = actions.add_parser("info", help="say how a program is asked; without PROGRAM, list what is described")
    info.add_argument("program", metavar="PROGRAM", nargs="?", help=PROGRAM_HELP)
    smoke.set_defaults(request=SmokeRequest, run=_smoke)
    info.set_defaults(request=InfoRequest, run=_info)
    for action in (smoke, info):
        action.add_argument("--set", action="append", metavar="KEY=VALUE", dest="settings", help=SETTING_HELP)


def opened(spec: str, settings: Sequence[str] = ()) -> Program:
    """Open a program, after sweeping up what killed ones have left, or say as wrong usage why it cannot be."""
    try:
        sweep()
        return open_program(spec, settings=settings)
    except (DescriptionError, ProgramError) as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error
    except NoRoomError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error


def require_systems(keys: Sequence[str] | None, *, of_players: bool = False) -> tuple[str, ...]:
    """Return the systems asked for; wrong usage if there is no such system, or it pairs teams where none can be."""
    known = {edition.key: edition for edition in all_systems()}
    for key in keys or ():
        if key not in known:
            raise CommandError(unknown_system_message(key, known), ExitStatus.USAGE)
        if of_players and known[key].pairs_teams:
            raise CommandError(f"{key} pairs teams, and programs are tried on events of players", ExitStatus.USAGE)
    return tuple(keys or ())


def _info(request: InfoRequest) -> int:
    if request.program is None:
        for name in names_of_descriptions():
            description = described(name)
            does = [what for what in ("pair", "check", "generate") if getattr(description, what) is not None]
            sys.stdout.write(f"{name:<15}  {', '.join(description.systems):<12}  {', '.join(does)}\n")
        return ExitStatus.CONSISTENT
    program = opened(request.program, request.settings)
    try:
        claims, identity = claims_of(program), program.identity
        said = {
            "pairs": claims.pairs,
            "checks": claims.checks,
            "judges rank orders": claims.standings,
            "generates": claims.generates,
        }
        sys.stdout.write(
            f"{escape_field(identity.name)}, version {escape_field(identity.version) or 'unknown'}\n"
            f"  {escape_line(program.transport)}\n"
            f"  says that it {', '.join(what for what, is_said in said.items() if is_said) or 'does nothing'}\n"
            f"  by {', '.join(claims.systems) or 'no system that it names'}\n"
            f"  does not support: {', '.join(feature.value for feature in claims.unsupported) or 'nothing named'}\n"
        )
    finally:
        program.close()
    return ExitStatus.CONSISTENT


def _smoke(request: SmokeRequest) -> int:
    systems = require_systems(request.systems, of_players=True)
    program = opened(request.program, request.settings)
    try:
        report = smoke(program, systems)
    except NoRoomError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
    finally:
        program.close()
    _tell(report)
    return judge_smoke(report).status


def _tell(report: SmokeReport) -> None:
    write = sys.stdout.write
    name, version = escape_field(report.identity.name), escape_field(report.identity.version)
    write(f"{name}, version {version or 'unknown'}\n  {escape_line(report.transport)}\n")
    if report.does_pair:
        write("Pairing (rounds as the regulation asks):\n")
        for trial in report.pairings:
            _tell_pairing(trial)
        _tell_editions(report)
    else:
        write("It does not pair.\n")
    if report.has_checker:
        write("Checking (does it object to the wrong round, and to no other?):\n")
        for check in report.checks:
            _tell_check(check)
        write("It may be used as a checker.\n" if report.can_check else _REFUSED)
    else:
        write("It has no checker.\n")
    if report.has_generator:
        write("Generating (rounds as the regulation asks):\n")
        for generated in report.generated:
            _tell_generated(generated)
    else:
        write("It has no generator.\n")


_REFUSED = "REFUSED AS A CHECKER: it does not see what it must, or objects to what is right.\n"


def _tell_pairing(trial: PairingTrial) -> None:
    sys.stdout.write(f"  {trial.system:<12}  {trial.trial.value:<28}  {trial.agreed} of {trial.rounds}\n")
    if trial.failure:
        sys.stdout.write(f"    {escape_line(trial.failure, 300)}\n")


def _tell_editions(report: SmokeReport) -> None:
    for followed in report.editions:
        what = "follows" if followed.agreed == followed.answered else "differs from"
        sys.stdout.write(f"  {what} {followed.system}: {followed.agreed} of {followed.answered} answers\n")


def _tell_check(check: CheckingTrial) -> None:
    what = check.error.value if check.error else "a clean event"
    where = f"round {check.wrong_round}" if check.wrong_round else ""
    sys.stdout.write(f"  {what:<20}  {where:<8}  {_MARKS[check.is_right]}")
    if check.failure:
        sys.stdout.write(f"  ({escape_field(check.failure)})")
    elif not check.is_right:
        objected = ["rank order" if number == RANK_ORDER else str(number) for number in sorted(check.found)]
        sys.stdout.write(f"  (objected to: {', '.join(objected) or 'none'})")
    sys.stdout.write("\n")


def _tell_generated(trial: GeneratingTrial) -> None:
    what = f"({escape_field(trial.failure)})" if trial.failure else f"{trial.agreed} of {trial.rounds}"
    sys.stdout.write(f"  seed {trial.seed:<7}  {trial.system:<28}  {what}\n")
