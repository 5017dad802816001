"""Programs by what a user writes: a name or a description, and where the program is."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from checker.programs.command import CommandProgram
from checker.programs.description import DescriptionError, read_description
from checker.programs.others import CallableProgram, FilesProgram
from checker.programs.program import FailureKind, ProgramError
from checker.programs.resident import ResidentProgram

if TYPE_CHECKING:
    from checker.programs.description import Description
    from checker.programs.program import Program
    from checker.programs.running import Limits

_SUFFIX = ".toml"
_ALIASES = {"bbp6": "bbppairings-6", "bbp5": "bbppairings-5"}


def open_program(spec: str, limits: Limits | None = None) -> Program:
    """
    Return the program that a text names.

    ``NAME`` or ``NAME=PROGRAM`` for one described with the product, ``FILE.toml`` or ``FILE.toml=PROGRAM`` for another,
    ``callable:module:function``, ``resident:COMMAND``, ``files:FOLDER``. PROGRAM may be several words
    (``python3 checker.py``). Raise ProgramError or DescriptionError, which says what is wrong.
    """
    kind, colon, rest = spec.partition(":")
    if colon and kind == "callable":
        return CallableProgram(rest)
    if colon and kind == "resident":
        return ResidentProgram(rest, limits)
    if colon and kind == "files":
        return FilesProgram(rest)
    named, _, program = spec.partition("=")
    return CommandProgram(described(named), program)


def described(named: str) -> Description:
    """Return a description by the name of one that comes with the product, or by its file."""
    if named.endswith(_SUFFIX):
        try:
            text = Path(named).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ProgramError(FailureKind.NOT_STARTED, f"{named}: {error}") from error
        try:
            return read_description(text)
        except DescriptionError as error:
            raise DescriptionError(f"{named}: {error}") from error
    known = names_of_descriptions()
    name = _ALIASES.get(named.lower(), named.lower())
    if name not in known:
        raise DescriptionError(f"'{named}' is no program that is described here; there are {', '.join(known)}")
    return read_description((files("checker.programs") / "descriptions" / f"{name}{_SUFFIX}").read_text("utf-8"))


def names_of_descriptions() -> list[str]:
    """List the programs that are described with the product."""
    folder = files("checker.programs") / "descriptions"
    return sorted(entry.name.removesuffix(_SUFFIX) for entry in folder.iterdir() if entry.name.endswith(_SUFFIX))
