"""``pairproof program``: the programs described with the product, and a trial of a program's real abilities."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from checker.errors import RequestError
from checker.planting import RANK_ORDER
from checker.programs.command import absolute, executable
from checker.programs.folders import NoRoomError, sweep
from checker.programs.program import AnswerForm, Program, ProgramError
from checker.programs.smoke import (
    CheckingTrial,
    GeneratingTrial,
    PairingTrial,
    ProgramDraft,
    SmokeReport,
    find_forms,
    judge_smoke,
    smoke,
)
from checker.programs.specs import described, names_of_descriptions, open_program
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors, require
from pairproof.cli.inputs import find_edition
from pairproof.cli.options import add_option
from reference_engines.frame.systems import DEFAULT_SYSTEM
from tournaments.frozen import FrozenStruct
from tournaments.model import WRITTEN_DIALECTS, Dialect
from tournaments.safe_text import escape_field, escape_line

PROGRAM_HELP = (
    "NAME or NAME=PATH of a described program, FILE.toml[=PATH], command:WORDS, callable:module:function, "
    "resident:COMMAND, files:FOLDER"
)
_EPILOG = """exit status:
  0 all that it does is right
  1  it pairs otherwise, misses a planted error, objects to what is right, or generates what is wrong
  2  it could not be tried, or failed
  3  wrong usage
"""


class NewRequest(FrozenStruct, frozen=True, kw_only=True):
    """A description to be written."""

    file: str
    pair: str | None = None
    """The command that pairs; None: the user is asked."""
    check: str | None = None
    name: str | None = None
    """None for the name of the file."""
    systems: tuple[str, ...] = ()
    dialect: str | None = None
    """None for the first format that the program understands."""
    answer: str | None = None
    untried: bool = False


_MARKS = {True: "yes", False: "NO"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options."""
    parser.epilog = _EPILOG
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    smoke = actions.add_parser("smoke", help="try a program on a few small events, some with planted errors")
    smoke.add_argument("program", metavar="PROGRAM", help=PROGRAM_HELP)
    several = {"dest": "systems", "action": "append"}
    add_option(smoke, "system", "try this system (else those that it claims)", **several)
    info = actions.add_parser("info", help="say how a program is asked; without PROGRAM, list what is described")
    info.add_argument("program", metavar="PROGRAM", nargs="?", help=PROGRAM_HELP)
    new = actions.add_parser("new", help="write a commented description for a program, and try it")
    new.add_argument("file", metavar="FILE.toml", help="the description to be written")
    new.add_argument("--pair", metavar="COMMAND", help="the command that pairs the next round of {input} into {output}")
    new.add_argument("--check", metavar="COMMAND", help="the command that checks {input}")
    new.add_argument("--name", help="the program's name (else that of the file)")
    add_option(new, "system", "a system that it implements (dutch-2026)", **several)
    new.add_argument(
        "--dialect", choices=[dialect.value for dialect in WRITTEN_DIALECTS], help="the format that it reads"
    )
    new.add_argument(
        "--answer-form", dest="answer", choices=[form.value for form in AnswerForm], help="the form in which it answers"
    )
    new.add_argument("--no-trial", dest="untried", action="store_true", help="write the description without a trial")
    new.set_defaults(request=NewRequest, run=_new)
    smoke.set_defaults(run=_smoke)
    info.set_defaults(run=_info)
    for action in (smoke, info):
        add_option(action, "set")


def opened(spec: str, settings: Sequence[str] = ()) -> Program:
    """Open a program, after removing leftovers of killed ones; a failure is wrong usage."""
    with convert_errors(usage=(RequestError, ProgramError), not_checked=NoRoomError):
        sweep()
        return open_program(spec, settings=settings)


def _info(*, program: str | None = None, settings: tuple[str, ...] = ()) -> int:
    """Describe a program, or list the described programs."""
    if program is None:
        for name in names_of_descriptions():
            description = described(name)
            does = [what for what in ("pair", "check", "generate") if getattr(description, what) is not None]
            sys.stdout.write(f"{name:<15}  {', '.join(description.systems):<12}  {', '.join(does)}\n")
        return ExitStatus.CONSISTENT
    with closing(opened(program, settings)) as asked:
        claims, identity = asked.claims, asked.identity
        said = {
            "pairs": claims.pairs,
            "checks": claims.checks,
            "judges rank orders": claims.standings,
            "generates": claims.generates,
        }
        sys.stdout.write(
            f"{escape_field(identity.name)}, version {escape_field(identity.version) or 'unknown'}\n"
            f"  {escape_line(asked.transport)}\n"
            f"  says that it {', '.join(what for what, is_said in said.items() if is_said) or 'does nothing'}\n"
            f"  by {', '.join(claims.systems) or 'no system that it names'}\n"
            f"  does not support: {', '.join(feature.value for feature in claims.unsupported) or 'nothing named'}\n"
        )
    return ExitStatus.CONSISTENT


def _new(request: NewRequest) -> int:
    """Write a description in the forms that the program understands, and say what to do next."""
    path = Path(request.file)
    require(path.suffix == ".toml", f"{path}: the name of a description ends in .toml")
    if path.exists():
        raise CommandError(f"{path} exists already, and is not overwritten; choose another name", ExitStatus.USAGE)
    draft = ProgramDraft(
        name=request.name or path.stem,
        pair=_read_command("--pair", request.pair or _ask_for_command()),
        check=_read_command("--check", request.check) if request.check else (),
        systems=tuple(find_edition(key).key for key in request.systems) or (DEFAULT_SYSTEM,),
        dialect=Dialect(request.dialect or Dialect.TRF26),
        answer=AnswerForm(request.answer or AnswerForm.PAIRS),
    )
    draft, failure = (draft, "") if request.untried else _try_draft(draft, request)
    with convert_errors(not_checked=OSError, about=f"{path}"):
        path.write_text(draft.write(), "utf-8")
    sys.stdout.write(f"Wrote {path}.\n")
    if failure:
        sys.stdout.write(
            f"The program gave no answer that can be read: {escape_line(failure, 300)}\n"
            f"It may answer by {_READABLE_ANSWERS}.\n"
            f"Change the program, or its command in [pair], and try it: pairproof program smoke {path}\n"
        )
        return ExitStatus.NOT_CHECKED
    if not request.untried:
        sys.stdout.write(f"The program answered: it reads {draft.dialect.value}, and writes {_FORMS[draft.answer]}.\n")
    sys.stdout.write(
        "Next:\n"
        f"  pairproof program smoke {path}          does it pair, check and generate as it should?\n"
        f"  pairproof suite {path}                  which articles does it get wrong?\n"
        f"  pairproof campaign run {path} -n 100    how often, and why?\n"
    )
    return ExitStatus.CONSISTENT


_FORMS = {
    AnswerForm.PAIRS: "a list of pairs",
    AnswerForm.TRF: "the event with the round added",
    AnswerForm.JSON: "JSON",
}
_READABLE_ANSWERS = (
    "a list of pairs (their number, then White and Black of each pair on a line, the bye with 0), by the event "
    'with the round added, or by JSON ({"pairs": [[1, 8], [9, 2]], "bye": 5})'
)


def _ask_for_command() -> str:
    """Ask for the command that pairs; wrong usage without a terminal."""
    if sys.stdin.isatty():
        sys.stdout.write("The command that pairs the next round. Write {input} for the file that it reads, and\n")
        sys.stdout.write("{output} for the file that it writes; leave {output} out if it prints its answer.\n")
        if command := input("Command: ").strip():
            return command
    raise CommandError(
        "say how the program pairs: --pair 'mine {input} {output}', or --pair 'mine {input}' if it prints its answer",
        ExitStatus.USAGE,
    )


def _read_command(option: str, text: str) -> tuple[str, ...]:
    with convert_errors(usage=ValueError, about=f"{option} {text}"):
        words = tuple(shlex.split(text))
    require(
        any("{input}" in word for word in words), f"{option} '{text}': write {{input}} where the event's file belongs"
    )
    try:
        return (executable(words[0]), *map(absolute, words[1:]))
    except ProgramError as error:
        raise CommandError(f"{option}: there is no program {words[0]}; write its path", ExitStatus.USAGE) from error


def _try_draft(draft: ProgramDraft, request: NewRequest) -> tuple[ProgramDraft, str]:
    """Ask the program by the draft, in the forms that the user leaves open."""
    with convert_errors(usage=RequestError, not_checked=NoRoomError):
        sweep()
        return find_forms(
            draft,
            Dialect(request.dialect) if request.dialect else None,
            AnswerForm(request.answer) if request.answer else None,
        )


def _smoke(*, program: str, systems: tuple[str, ...] = (), settings: tuple[str, ...] = ()) -> int:
    """Try a program by the named systems, or else by the systems that it claims."""
    for key in systems:
        find_edition(key)
    with convert_errors(not_checked=NoRoomError), closing(opened(program, settings)) as asked:
        report = smoke(asked, systems)
    write_smoke_report(report)
    return judge_smoke(report).status


def write_smoke_report(report: SmokeReport) -> None:
    """Write a smoke test to standard output."""
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
    sys.stdout.write(f"  {trial.system:<12}  {trial.trial.value:<28}  {_describe_rounds(trial)}\n")
    if trial.failure:
        sys.stdout.write(f"    {escape_line(trial.failure, 300)}\n")


def _describe_rounds(trial: PairingTrial) -> str:
    """Return the number of right rounds; what the program does not support is not asked, and is never wrong."""
    if not trial.unsupported:
        return f"{trial.agreed} of {trial.rounds}"
    return f"{trial.agreed} of {trial.answered}, the others not asked" if trial.answered else "not asked"


def _tell_editions(report: SmokeReport) -> None:
    for system, agreed, answered in report.editions:
        what = "follows" if agreed == answered else "differs from"
        sys.stdout.write(f"  {what} {system}: {agreed} of {answered} answers are right\n")


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
