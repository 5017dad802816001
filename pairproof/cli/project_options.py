"""Options that a project always gives: the table ``[tool.pairproof]`` of ``pyproject.toml``, or ``pairproof.toml``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

FILES = ("pairproof.toml", "pyproject.toml")
"""In the current folder; the first that has options is read."""


def read_project_options(command: str, known: Collection[str]) -> list[str]:
    """
    Return the options that the project of the current folder gives to a command.

    A key is the name of an option without its hyphens. Keys at the top are for every command that has the option; keys
    in a table with the name of the command, such as ``["campaign run"]``, are for this command only. Raise CommandError
    for a file that cannot be read, a value that is not a text, a number, a list or a boolean, and an unknown option of
    the command.
    """
    file, table = _read_table()
    common = {key: value for key, value in table.items() if not isinstance(value, dict) and f"--{key}" in known}
    own = table.get(command, {})
    for key in own:
        if f"--{key}" not in known:
            raise CommandError(f"{file}: '{key}' is not an option of 'pairproof {command}'", ExitStatus.USAGE)
    return [word for key, value in (common | own).items() for word in _words(file, key, value)]


def _read_table() -> tuple[str, Mapping[str, Any]]:
    """Return the name of the file with options, and its table; an empty table if there is no such file."""
    for file in FILES:
        if not os.path.isfile(file):  # noqa: PTH113 - start-up time: most folders have no such file
            continue
        from tournaments.toml_text import TomlSyntaxError, decode_toml  # noqa: PLC0415 - start-up time

        try:
            with open(file, encoding="utf-8") as stream:  # noqa: PTH123 - likewise
                text = stream.read()
            if file != FILES[0] and "[tool.pairproof" not in text:
                continue
            table = decode_toml(text)
        except (TomlSyntaxError, UnicodeDecodeError) as error:
            raise CommandError(f"{file} is not valid TOML: {error}", ExitStatus.USAGE) from error
        return file, table if file == FILES[0] else table.get("tool", {}).get("pairproof", {})
    return "", {}


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
