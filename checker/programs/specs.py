"""Programs by a user's words: a name or a description, and the program's place."""

from __future__ import annotations

import shlex
from dataclasses import fields, replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.errors import RequestError
from checker.programs.command import CommandProgram, executable
from checker.programs.description import Description, description_of, read_description
from checker.programs.functions_and_files import CallableProgram, FilesProgram
from checker.programs.process_run import Limits
from checker.programs.program import FailureKind, Program, ProgramError
from checker.programs.resident import ResidentProgram
from tournaments.regular_files import suggest_file
from tournaments.suggestion import suggest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


_SUFFIX = ".toml"
_ALIASES = {"bbp6": "bbppairings-6", "bbp5": "bbppairings-5"}


def open_program(spec: str, limits: Limits | None = None, settings: Sequence[str] = ()) -> Program:
    """
    Return the program that a text names.

    ``NAME`` or ``NAME=PROGRAM`` for one described with the product, ``FILE.toml`` or ``FILE.toml=PROGRAM`` for another,
    ``command:WORDS`` for one that pairs by these words, ``callable:module:function``, ``resident:COMMAND``,
    ``files:FOLDER``. PROGRAM may be several words (``python3 checker.py``). ``settings`` change a description, key by
    key (``limits.seconds=5``); the seconds of `limits` stand above both, and what else it has other than by default.

    Raise ProgramError or RequestError, which says what is wrong.
    """
    kind, colon, rest = spec.partition(":")
    if colon and kind in _OTHERS:
        if settings and kind != "resident":
            raise RequestError(f"{spec} has no description, so nothing can be set")
        return _OTHERS[kind](rest, _set_limits(limits, settings))
    if colon and kind == "command":
        description, program = _open_by_kind(rest, settings), ""
    else:
        named, _, program = spec.partition("=")
        description = described(named, settings)
    return CommandProgram(replace(description, limits=_overridden(description.limits, limits)), program)


def is_program_spec(text: str) -> bool:
    """Whether `open_program` reads a text as it is: a described program, a description, or a kind of adapter."""
    name, kind = text.partition("=")[0], text.partition(":")[0]
    is_described = _ALIASES.get(name.lower(), name.lower()) in names_of_descriptions()
    return is_described or name.endswith(_SUFFIX) or (":" in text and kind in (*_OTHERS, "command"))


def _overridden(described: Limits, requested: Limits | None) -> Limits:
    """Keep the requested seconds, and other limits unless they are merely the defaults."""
    if requested is None:
        return described
    usual = Limits()
    chosen = {
        limit.name: getattr(requested, limit.name)
        for limit in fields(Limits)
        if limit.name == "seconds" or getattr(requested, limit.name) != getattr(usual, limit.name)
    }
    return replace(described, **chosen)


_OTHERS: dict[str, Callable[[str, Limits | None], Program]] = {
    "callable": lambda place, _limits: CallableProgram(place),
    "resident": ResidentProgram,
    "files": lambda folder, _limits: FilesProgram(folder),
}


def _set_limits(limits: Limits | None, settings: Sequence[str]) -> Limits | None:
    """Limits are all that can be set of a resident program."""
    for setting in settings:
        if not setting.startswith("limits."):
            raise RequestError(f"'{setting}': of a resident program only limits can be set")
    return _overridden(description_of({"name": "resident"}, settings).limits, limits) if settings else limits


def _open_by_kind(text: str, settings: Sequence[str]) -> Description:
    """Describe a program by the words that have it pair: its answer is in ``{output}``, if that occurs, or printed."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise RequestError(f"command:{text}: {error}") from error
    table: dict[str, Any] = {"name": Path(words[0]).name if words else "command"}
    if words:
        read = "output" if any("{output}" in word for word in words) else "stdout"
        table["pair"] = {"command": [executable(words[0]), *words[1:]], "read": read}
    return description_of(table, settings)


def described(spec: str, settings: Sequence[str] = ()) -> Description:
    """Return a description by the name of one that comes with the product, or by its file."""
    if spec.endswith(_SUFFIX):
        try:
            text = Path(spec).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            remedy = f"; 'pairproof program new {spec}' writes a description{suggest_file(spec)}"
            raise ProgramError(FailureKind.NOT_STARTED, f"{spec}: {reason}{remedy}") from error
        try:
            return read_description(text, settings)
        except RequestError as error:
            raise RequestError(f"{spec}: {error}") from error
    known = names_of_descriptions()
    name = _ALIASES.get(spec.lower(), spec.lower())
    if name not in known:
        message = f"'{spec}' is not a program that is described here; known are {', '.join(known)}"
        raise RequestError(message + suggest(name, [*known, *_ALIASES]))
    text = (files("checker.programs") / "descriptions" / f"{name}{_SUFFIX}").read_text("utf-8")
    return read_description(text, settings)


def names_of_descriptions() -> list[str]:
    """List the programs that are described with the product."""
    folder = files("checker.programs") / "descriptions"
    return sorted(entry.name.removesuffix(_SUFFIX) for entry in folder.iterdir() if entry.name.endswith(_SUFFIX))


def pairer_of(spec: str, system: str = "") -> Callable[[Event, int], RoundPairing]:
    """
    Return a pairer that asks the program of this text (see `specs.open_program`) to pair by a system.

    It raises ProgramError if the program fails, or if its pairing is none of the players who are there: such an event
    cannot be played on. Any other pairing is taken as it is, right or wrong.
    """
    program = open_program(spec).with_system(system)

    def pair(event: Event, round_number: int) -> RoundPairing:
        pairing = program.pair(event, round_number)
        _require_everybody_once(event, pairing)
        return pairing

    return pair


def _require_everybody_once(event: Event, pairing: RoundPairing) -> None:
    away = {bye.tpn for bye in event.requested_byes}
    there = sorted(player.tpn for player in event.players if player.tpn not in away)
    named = sorted([tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)])
    if pairing.bye is not None:
        named = sorted([*named, pairing.bye])
    if named != there:
        odd = sorted(set(named) ^ set(there)) or sorted({tpn for tpn in named if named.count(tpn) > 1})
        listed = ", ".join(map(str, odd[:5]))
        raise ProgramError(FailureKind.GARBLED, f"not every present player is paired exactly once: look at {listed}")
