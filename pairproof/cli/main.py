"""
The command line: words and the options of the project become a request, and the request has an exit status.

Exit status: 0 all consistent, 1 discrepancies found, 2 something could not be checked (or there was nothing to
check), 3 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import gc
import io
import os
import re
import sys
from contextlib import nullcontext, redirect_stderr
from dataclasses import fields
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from checker.own_process import claim_process, limit_numpy_threads
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.examples import add_examples
from pairproof.cli.habits import replace_old_spellings, translate
from pairproof.cli.options import add_option, add_reading_option, add_second_opinion_option, html_file, number_type
from pairproof.ctrl_c import raise_at_ctrl_c
from reports.streams import Detail, escape_streams, write_error
from tournaments import __version__
from tournaments.suggestion import nearest, suggest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from tournaments.unfinished_games import UnfinishedGames


_DESCRIPTION = "Decides whether a chess pairing program pairs by the rules, and says which article decides."
_EPILOG = """exit status:
  0  everything was checked and is consistent
  1  discrepancies found
  2  something could not be checked, or there was nothing to check
  3  wrong usage

also understood, as with JaVaFo and bbpPairings:
  pairproof FILE -c [ROUND]    pairproof -check FILE    pairproof FILE -p [OUT]
  pairproof [MODEL] -g [CONFIG|SEED] -o OUT [-s SEED]
"""


_UNMEASURED = partial(argparse.RawDescriptionHelpFormatter, width=80)
"""Formatter that does not measure the terminal, which takes time; help uses another formatter."""


class _Parser(argparse.ArgumentParser):
    """Ends in our exit status for wrong usage, after a line with the fault; knows no abbreviated options."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        """Read a text like a negative number as a value, so that the option can reject it with its own message."""
        fixed = {"allow_abbrev": False, "formatter_class": _UNMEASURED, "argument_default": argparse.SUPPRESS}
        super().__init__(*arguments, **(settings | fixed))
        self._negative_number_matcher = re.compile(r"-\d.*")
        self._is_parsing = False
        self.set_defaults(parser=self)

    @property
    def actions(self) -> list[argparse._SubParsersAction[_Parser]]:
        """The actions of the command, such as ``run`` and ``report``."""
        kind = argparse._SubParsersAction  # noqa: SLF001 - the library has no public name for it
        return [action for action in self._actions if isinstance(action, kind)]

    @property
    def all_options(self) -> tuple[str, ...]:
        """All options, in every spelling."""
        return tuple(self._option_string_actions)

    @property
    def current_options(self) -> tuple[str, ...]:
        """The options that are not old spellings of other ones."""
        from pairproof.cli.formats import is_old_option  # noqa: PLC0415 - only for mistakes

        return tuple(name for name, action in self._option_string_actions.items() if not is_old_option(action))

    def parse_known_args(  # type: ignore[override]  # the overloads of the library say no more
        self, args: Any = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the options of a command before the rest, so that an optional argument can stand after an option."""
        if self.actions or self._is_parsing:
            return super().parse_known_args(args, namespace)
        self._is_parsing, usage = True, self.usage
        if not any("h" in word for word in args if word.startswith("-")):
            self.usage = self.prog  # or the library would format the usage, which only -h and --help show
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_parsing, self.usage = False, usage

    def format_help(self) -> str:
        """Return the help, as wide as the terminal and with lines as they were written."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        return super().format_help()

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not a choice, and suggest the nearest one."""
        if action.choices is not None and value not in action.choices:
            choices = [str(choice) for choice in action.choices]
            message = f"invalid choice: {value!r} (choose from {', '.join(map(repr, choices))})"
            raise argparse.ArgumentError(action, message + suggest(str(value), choices))

    def error(self, message: str) -> NoReturn:
        message = re.sub(r"invalid int value: ('.*')", r"\1 is not a whole number; write one such as 12", message)
        self.exit(ExitStatus.USAGE, f"{self.prog}: {message}\nTry '{self.prog} --help'.\n")


class _Version(argparse.Action):
    """Shows the version; the action of argparse would keep silent about a full disk."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        sys.stdout.write(f"pairproof {__version__}\n")
        parser.exit(ExitStatus.CONSISTENT)


class _ShellCompletion(argparse.Action):
    """Writes the completion script of a shell."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, values: Any, __: object = None) -> None:
        try:
            import shtab  # noqa: PLC0415 - only for this option
        except ImportError as error:
            message = "completion needs the package shtab: pip install shtab"
            raise CommandError(message, ExitStatus.NOT_CHECKED) from error
        sys.stdout.write(f"{shtab.complete(_parser((), has_all=True), values)}\n")
        parser.exit(ExitStatus.CONSISTENT)


def _rounds(text: str) -> tuple[int, int]:
    """Read ``3`` or ``1-5``."""
    first, dash, last = text.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a round or a range of rounds; write 3 or 1-5")
    rounds = int(first), int(last or first)
    if rounds[0] > rounds[1]:
        raise argparse.ArgumentTypeError(f"'{text}': the earlier round comes first; write {last}-{first}")
    if not rounds[0]:
        raise argparse.ArgumentTypeError(f"'{text}': rounds count from 1")
    return rounds


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _LONGEST:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time limit; write a number of seconds, such as 30 or 0.5")
    return seconds


def _unfinished_games(text: str) -> UnfinishedGames:
    if text not in _UNFINISHED:
        choices = ", ".join(map(repr, _UNFINISHED))
        raise argparse.ArgumentTypeError(f"invalid choice: {text!r} (choose from {choices})")
    from tournaments.unfinished_games import UnfinishedGames  # noqa: PLC0415 - loads the model of events

    return UnfinishedGames(text)


def _parser(arguments: Sequence[str], *, has_all: bool = False) -> _Parser:
    """Build the parser, with the options of the named command only unless it has all: all of them take time."""
    parser = _Parser(
        prog="pairproof",
        usage="pairproof COMMAND [options]",
        description=f"{_DESCRIPTION}\n\n{_command_groups()}",
        epilog=add_examples(_EPILOG, ""),
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    parser.add_argument(
        "--completion",
        action=_ShellCompletion,
        choices=_SHELLS,
        metavar="SHELL",
        help=f"write the completion script of a shell ({', '.join(_SHELLS)}) and exit",
    )
    shown = {} if has_all else {"help": argparse.SUPPRESS}  # in the help, the groups show the commands
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, prog="pairproof", **shown)
    named = next((argument for argument in arguments if not argument.startswith("-")), "")
    for name in [named] if named in _COMMANDS else _COMMANDS:
        _add_command(commands, name, described=has_all or name == named)
    return parser


def _command_groups() -> str:
    """Return the commands with their summaries, group by group."""
    lines = []
    for group, names in _GROUPS.items():
        lines += [f"{group}:", *(f"  {name:<12}{_summary(name)}" for name in names), ""]
    return "\n".join(lines).rstrip()


def _summary(name: str) -> str:
    return _HERE[name][0] if name in _HERE else _IN_MODULES[name][1]


def _add_command(commands: argparse._SubParsersAction[_Parser], name: str, *, described: bool) -> None:
    command = commands.add_parser(name, help=_summary(name), description=_summary(name))
    if not described:
        return
    if name in _HERE:
        add_arguments = _HERE[name][1]
    else:
        module, _, function = _IN_MODULES[name][0].partition(":")
        add_arguments = getattr(import_module(module), function or "add_arguments")
    add_arguments(command)
    command.epilog = add_examples(command.epilog, name)
    for actions in command.actions:
        for action, parser in actions.choices.items():
            parser.epilog = add_examples(parser.epilog, f"{name} {action}")
            _add_detail(parser)
    if not command.actions:
        _add_detail(command)


def _add_detail(command: argparse.ArgumentParser) -> None:
    """Describe how much the command tells."""
    choice = command.add_mutually_exclusive_group()
    for letter, name, detail, text in (
        ("-q", "--quiet", Detail.VERDICT, "tell only the verdict and errors: no notes, no progress, no evidence"),
        ("-v", "--verbose", Detail.FULL, "tell all evidence, and the texts of the articles that decide"),
    ):
        choice.add_argument(letter, name, dest="detail", action="store_const", const=detail, help=text)


def _add_check(check: argparse.ArgumentParser) -> None:
    check.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="tournament report file (TRF06, TRF16, TRF(x), TRF26); a directory stands for those in it",
    )
    add_option(check, "system")
    check.add_argument(
        "--rounds",
        type=_rounds,
        metavar="1-5",
        help="only this round, or these rounds; of matches of several games, these matches",
    )
    add_reading_option(check)
    _add_outputs(check)
    add_option(check, "expected")
    add_option(check, "anonymise")
    check.add_argument(
        "--as-declared",
        action="store_true",
        help="judge by what the file declares alone: no edition, acceleration or setting is assumed because the games "
        "support it",
    )
    check.add_argument(
        "--verify",
        action="store_true",
        help="put every finding of the Dutch system to the independent verifier; a finding that it does not confirm is "
        "a fault of ours",
    )
    add_second_opinion_option(check)
    check.add_argument(
        "--compare-editions",
        action="store_true",
        help="also say in which rounds the editions of the system part, and by which articles",
    )
    check.add_argument(
        "--time-limit",
        type=_seconds,
        metavar="SECONDS",
        help="give up on an event after this time, with its reading (else after 8 seconds of processor time); where "
        "there are no interval timers (Windows), the clock is looked at between rounds only",
    )
    processes = "processes that check many files (one for each core)"
    add_option(check, "workers", processes, type=number_type("processes"))
    _add_max_size(check)


def _add_outputs(check: argparse.ArgumentParser) -> None:
    from pairproof.cli.formats import ALL_FORMATS, OLD_OPTIONS_OF_RESULTS, Format, add_output_option  # noqa: PLC0415 - only for check

    old = {"--report": Format.HTML, "--json": Format.RECORD} | OLD_OPTIONS_OF_RESULTS
    add_output_option(check, ALL_FORMATS, old)
    check.add_argument(
        "--sheet", type=html_file, metavar="OUT.html", help="write the result as one sheet of A4, to be posted"
    )


def _add_pair(pair: argparse.ArgumentParser) -> None:
    pair.add_argument("file", metavar="FILE")
    add_option(pair, "system")
    add_reading_option(pair)
    pair.add_argument("-o", "--output", metavar="OUT", help="where to write the list of pairs (else standard output)")
    pair.add_argument(
        "--unfinished",
        type=_unfinished_games,
        metavar=f"{{{','.join(_UNFINISHED)}}}",
        help="how games without a result count: as draws (C.04.2:3.1), or as lost by both; where there are any and it "
        "is not said, nothing is paired",
    )
    _add_max_size(pair)


def _add_lint(lint: argparse.ArgumentParser) -> None:
    lint.add_argument("files", nargs="+", metavar="FILE", help="a directory stands for the tournament files in it")
    _add_max_size(lint)


def _add_systems(systems: argparse.ArgumentParser) -> None:
    systems.add_argument("system", nargs="?", metavar="KEY", help="only this edition")
    systems.add_argument(
        "--articles", action="store_true", help="its articles in our words, and where each is followed"
    )
    from pairproof.cli.formats import Format, add_output_option  # noqa: PLC0415 - only for systems

    add_output_option(systems, (Format.JSON,), {"--json": Format.JSON}, old_names_file=False)


def _add_max_size(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--max-size",
        type=number_type("megabytes"),
        metavar="MB",
        help="refuse larger files before they are read (64 unless given)",
    )


@escape_streams()
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; no traceback is shown."""
    _refuse_second_run()
    arguments = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        claim_process()
        limit_numpy_threads()
        _leave_untranslated()
    _never_fail_on_names()
    try:
        try:
            if not arguments:
                return _show_commands()
            return _run(_parse(_modernise(translate(arguments) or arguments)))
        finally:
            sys.stdout.flush()
            if argv is None:
                gc.freeze()  # a program that ends need not look for garbage among all that it loaded
    except KeyboardInterrupt:
        write_error("\npairproof: interrupted")
        return ExitStatus.INTERRUPTED
    except CommandError as error:
        write_error(f"pairproof: {error}")
        return error.status
    except BrokenPipeError:
        write_error("pairproof: stopped, because the output is no longer being read")
    except ChildProcessError as error:
        write_error(f"pairproof: {error}")
    except OSError as error:
        write_error(f"pairproof: {error.filename or 'cannot write output'}: {error.strerror or error}")
    except Exception as error:  # noqa: BLE001 - the last resort: whatever it is, it is told in words
        _tell(error, arguments)
    _forget_unwritten_output()
    return ExitStatus.NOT_CHECKED


def _refuse_second_run() -> None:
    """End a worker process that begins by running the script that started it; the first process says what to do."""
    processes = sys.modules.get("multiprocessing.process")
    if processes is not None and getattr(processes.current_process(), "_inheriting", False):
        raise SystemExit(ExitStatus.USAGE)


def _leave_untranslated() -> None:
    """Let argparse look for no translations of its few words: that takes longer than reading a file."""
    argparse._ = str  # type: ignore[attr-defined]  # the library has no public name for it


def _show_commands() -> int:
    """Print the commands with three examples, a screenful; nothing was asked for, so nothing is right."""
    sys.stdout.write(f"{_DESCRIPTION}\n\n{add_examples(_command_groups(), '')}")
    return ExitStatus.USAGE


def _modernise(arguments: Sequence[str]) -> list[str]:
    """Replace old names of commands and options, with a hint on standard error."""
    replaced, hints = replace_old_spellings(arguments)
    for hint in hints:
        write_error(f"pairproof: {hint}")
    return replaced


def _tell(error: Exception, arguments: Sequence[str]) -> None:
    """Report an unforeseen error, or that this system cannot run external programs."""
    if isinstance(error, ModuleNotFoundError) and error.name in _NOT_ON_WINDOWS:
        write_error(
            "pairproof: this command runs external programs within limits, by means that this system does not have "
            f"('{error.name}'); use it on Linux or macOS"
        )
        return
    from pairproof.cli import unforeseen_errors  # noqa: PLC0415 - never needed, it is hoped

    unforeseen_errors.tell(error, arguments)


def _forget_unwritten_output() -> None:
    """Prevent a second error when the interpreter closes standard output."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = _parser(arguments)
    if arguments and not arguments[0].startswith("-") and arguments[0] not in _COMMANDS:
        parser.error(_describe_unknown_command(arguments[0]))
    options, unknown = parser.parse_known_args(_with_project_options(parser, arguments))
    if unknown:
        command_parser: _Parser = getattr(options, "parser", parser)
        likely = suggest(unknown[0].partition("=")[0], command_parser.current_options)
        command_parser.error(f"unrecognized arguments: {' '.join(unknown)}{likely}")
    return options


def _with_project_options(parser: _Parser, arguments: list[str]) -> list[str]:
    """Insert the options of the project after the words of the command, so that options of the command line win."""
    if not arguments or arguments[0] not in _COMMANDS:
        return arguments
    words, command = 1, parser.actions[0].choices[arguments[0]]
    if command.actions and arguments[1:2] and arguments[1] in command.actions[0].choices:
        words, command = 2, command.actions[0].choices[arguments[1]]
    options = read_project_options(" ".join(arguments[:words]), command.all_options)
    return [*arguments[:words], *options, *arguments[words:]]


def _describe_unknown_command(word: str) -> str:
    if os.path.exists(word):  # noqa: PTH110 - no need to load pathlib for one question
        return f"'{word}' is not a command; to check a file, write: pairproof check {word}"
    likely = suggest(word, _COMMANDS)
    return f"'{word}' is neither a command nor a file{likely or '; commands are ' + ', '.join(_COMMANDS)}"


def _never_fail_on_names() -> None:
    """Print characters that the terminal cannot encode as escapes; leave closed streams alone."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - stays open to the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


_HERE: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "check": ("judge every recorded round of the events in the files", _add_check),
    "pair": ("pair the next round of an event", _add_pair),
    "lint": ("say what is wrong with files, or suspect in them", _add_lint),
    "systems": ("list the systems and editions that can be applied", _add_systems),
}
"""Commands of `commands`: what they do, and their options."""
_IN_MODULES = {
    "report": (
        "pairproof.cli.report",
        "make the reports of a check or suite from its record, without a new check",
    ),
    "causes": (
        "pairproof.cli.causes",
        "say what would make discrepant rounds right: a fact, the record, or another rule",
    ),
    "campaign": ("pairproof.cli.campaign", "run programs through thousands of events, and tell what they did"),
    "exam": ("pairproof.cli.campaign:add_exam_arguments", "find out whether programs' checkers see planted errors"),
    "program": ("pairproof.cli.program", "say what a pairing program can do, and whether it sees planted errors"),
    "standings": (
        "pairproof.cli.standings",
        "rank order and tie-breaks by C.07, and what a player's values are made of",
    ),
    "explain": (
        "pairproof.cli.questions:add_explain_arguments",
        "say why this opponent, colour, float or bye, and why not another",
    ),
    "why-not": ("pairproof.cli.questions:add_why_not_arguments", "say why two do not meet, and what it would cost"),
    "what-if": (
        "pairproof.cli.questions:add_what_if_arguments",
        "say what a round would be if something were otherwise",
    ),
    "readings": (
        "pairproof.cli.readings",
        "show where a regulation can be read in two ways, and which reading is taken",
    ),
    "reduce": ("pairproof.cli.reduce", "find the smallest event that still shows a discrepancy"),
    "suite": (
        "pairproof.cli.suite",
        "put the conformance suite of an edition to a program: which articles it gets wrong",
    ),
    "endorse": (
        "pairproof.cli.endorse",
        "do what an endorsement asks for, with an answer to each question; and check such a folder",
    ),
    "accelerate": (
        "pairproof.cli.event_files:add_accelerate_arguments",
        "split a starting list into virtual groups, for any system",
    ),
    "anonymise": (
        "pairproof.cli.event_files:add_anonymise_arguments",
        "replace what names people in an event, so that it can be sent to strangers",
    ),
    "serve": ("pairproof.cli.serve", "the same as pages in the browser, on this machine only"),
    "generate": ("pairproof.cli.generate", "play random events that abide by the rules, and write them"),
}
"""Commands in modules of their own, loaded when named; ``add_arguments(parser)``, or the function behind a colon, sets
their request and function."""
_UNFINISHED = ("draw", "loss")
"""The values of `tournaments.unfinished_games.UnfinishedGames`, which loads the model of events."""
_LONGEST = 10_000_000.0
"""Seconds; what timers of every system can be set to."""
_NOT_ON_WINDOWS = ("fcntl", "resource")
"""Modules of the library by which programs are run within limits."""
_SHELLS = ("bash", "zsh", "fish")
_GROUPS = {
    "check an event": ("check", "report", "pair", "standings", "lint"),
    "ask": ("explain", "why-not", "what-if", "causes", "reduce"),
    "test a program": ("program", "suite", "campaign", "exam", "endorse"),
    "files and rules": ("generate", "anonymise", "accelerate", "systems", "readings"),
    "pages": ("serve",),
}
_COMMANDS = tuple(name for names in _GROUPS.values() for name in names)


def _run(options: argparse.Namespace) -> int:
    if not hasattr(options, "run"):
        from pairproof.cli import commands  # noqa: PLC0415 - '--help' and wrong usage need no engine

        options.run = getattr(commands, options.command)
        options.request = commands.CheckRequest if options.command == "check" else None
    readings = vars(options).get("readings", ())
    is_quiet = vars(options).get("detail") is Detail.VERDICT
    with redirect_stderr(io.StringIO()) if is_quiet else nullcontext():  # an error is raised, and told by `main`
        if not readings:
            return _call(options)
        from tournaments.readings import follow_readings  # noqa: PLC0415 - start-up time; few choose a reading

        with follow_readings(readings):
            return _call(options)


def _call(options: argparse.Namespace) -> int:
    """Call the function of a command with the request of a command line; where it names no request, with its values."""
    request, values = vars(options).get("request"), values_of(options)
    raise_at_ctrl_c()  # until now, while modules are loaded, a library could have swallowed what it raises
    status: int = options.run(request(**values)) if request else options.run(**values)
    return status


def values_of(options: argparse.Namespace) -> dict[str, Any]:
    """
    Return the values of a command line for the fields of its request, or for the arguments of its function.

    Each option has the name of a field or argument. The parser leaves out an option that is not given, so that the
    field or argument has its default.
    """
    given, request = vars(options), vars(options).get("request")
    code = getattr(options.run, "__wrapped__", options.run).__code__
    names = [entry.name for entry in fields(request)] if request else code.co_varnames[: code.co_kwonlyargcount]
    return {name: _freeze(given[name]) for name in names if name in given}


def _freeze(value: object) -> object:
    """Return a tuple for a list, whose values may be lists, too."""
    return tuple(map(_freeze, value)) if isinstance(value, list) else value


FILES = ("pairproof.toml", "pyproject.toml")
"""In the current folder; the first that has options is read."""


def read_project_options(command: str, known: Collection[str]) -> list[str]:
    """
    Return the options that the project of the current folder gives to a command.

    A key is the name of an option without its hyphens. Keys at the top are for every command that has the option; keys
    in a table with the name of the command, such as ``["campaign run"]``, are for this command only. Raise CommandError
    for a file that cannot be read, a value that is not a text, a number, a list or a boolean, an unknown option of the
    command, a key that resembles one and is an option of no command, and a table that is not named for a command.
    """
    file, table = _read_table()
    for key, value in table.items():
        if isinstance(value, dict):
            _require_command(file, key)
        else:
            _require_option(file, key, known)
    common = {key: value for key, value in table.items() if not isinstance(value, dict) and f"--{key}" in known}
    own = table.get(command, {})
    for key in own:
        if f"--{key}" not in known:
            raise CommandError(f"{file}: '{key}' is not an option of 'pairproof {command}'", ExitStatus.USAGE)
    return [word for key, value in (common | own).items() for word in _words(file, key, value)]


def _require_command(file: str, name: str) -> None:
    if name.partition(" ")[0] not in _COMMANDS:
        message = f"{file}: the table '{name}' is not named for a command{suggest(name, _COMMANDS)}"
        raise CommandError(message, ExitStatus.USAGE)


def _require_option(file: str, key: str, known: Collection[str]) -> None:
    """Refuse a misspelt key; keys unlike all options of the command are for other commands, which take time to load."""
    if f"--{key}" in known or not nearest(f"--{key}", known):
        return
    commands = _parser((), has_all=True).actions[0].choices.values()
    parsers = [
        *commands,
        *(action for command in commands for part in command.actions for action in part.choices.values()),
    ]
    if not any(f"--{key}" in parser.all_options for parser in parsers):
        likely = suggest(key, (option.removeprefix("--") for option in known))
        raise CommandError(f"{file}: '{key}' is not an option of any command{likely}", ExitStatus.USAGE)


def _read_table() -> tuple[str, Mapping[str, Any]]:
    """Return the name of the file with options, and its table; an empty table if there is no such file."""
    for file in FILES:
        if not os.path.isfile(file):  # noqa: PTH113 - start-up time: most folders have no such file
            continue
        try:
            with open(file, encoding="utf-8") as stream:  # noqa: PTH123 - likewise
                text = stream.read()
        except UnicodeDecodeError as error:
            raise CommandError(f"{file} is not valid TOML: {error}", ExitStatus.USAGE) from error
        if file != FILES[0] and not _may_have_options(text):
            continue
        from tournaments.toml_text import TomlSyntaxError, decode_toml  # noqa: PLC0415 - likewise

        try:
            table = decode_toml(text)
        except TomlSyntaxError as error:
            raise CommandError(f"{file} is not valid TOML: {error}", ExitStatus.USAGE) from error
        if file == FILES[0]:
            return file, table
        tool = table.get("tool", {})
        options = tool.get("pairproof", {}) if isinstance(tool, dict) else {}
        if not isinstance(options, dict):
            raise CommandError(f"{file}: 'tool.pairproof' is not a table of options", ExitStatus.USAGE)
        return file, options
    return "", {}


def _may_have_options(text: str) -> bool:
    """Whether a pyproject.toml may have the table ``tool.pairproof``; most have not, and decoding one takes time."""
    keys = text.translate(_BLANKS_AND_QUOTES)
    return "pairproof" in keys and any(beginning in keys for beginning in ("tool.pairproof", "[tool]", "tool="))


_BLANKS_AND_QUOTES = str.maketrans("", "", " \t'\"")


def _words(file: str, key: str, value: object) -> Iterator[str]:
    """Yield an option with its value as words of the command line; a list gives the option several times."""
    if isinstance(value, bool):
        yield from (f"--{key}",) if value else ()
    elif isinstance(value, str | int | float):
        yield f"--{key}={value}"
    elif isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
        yield from (f"--{key}={one}" for one in value)
    else:
        raise CommandError(f"{file}: {key} is neither a text nor a number, a list or a boolean", ExitStatus.USAGE)


if __name__ == "__main__":
    sys.exit(main())
