"""TOML texts: quoted, and decoded with the place of a mistake."""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import ValidationError, convert

if TYPE_CHECKING:
    from tournaments.frozen import JsonStruct

    StructT = TypeVar("StructT", bound=JsonStruct)

_PLACE = re.compile(r" ?\(at (?:line (\d+), column (\d+)|end of document)\)$")
_TABLE = re.compile(r"`\$\.(\w+)\[(\d+)\]")
"""In a message of msgspec: the key and the place, from 0, of the table with the mistake."""


class TomlSyntaxError(ValueError):
    """A text is not valid TOML; the message names the line, the column and the reason."""

    def __init__(self, place: str, reason: str) -> None:
        """Take the place, ``line 2, column 9``, and the reason."""
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


def decode_toml(text: str) -> dict[str, Any]:
    """Return the table of a TOML text; raise TomlSyntaxError if it is not valid."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        reason = _PLACE.sub("", str(error))
        if found is not None and found[1]:
            place = f"line {found[1]}, column {found[2]}"
        else:
            place = f"line {max(1, len(text.splitlines()))}"
        raise TomlSyntaxError(place, reason) from error


def quote_toml(text: str) -> str:
    """Return a basic string of TOML: JSON's, which has an escape for all that TOML must not hold but U+007F."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def decode_file(text: str, name: str, kind: type[StructT]) -> StructT:
    """Return the value of a file that belongs to Pairproof; raise ValueError with file, line and mistake."""
    try:
        return convert(decode_toml(text), kind)
    except TomlSyntaxError as error:
        raise ValueError(f"{name}, {error}") from error
    except ValidationError as error:
        table = _TABLE.search(str(error))
        line = f", line {table_lines(text, table[1])[int(table[2])]}" if table else ""
        raise ValueError(f"{name}{line}: {error}") from error


def table_lines(text: str, key: str) -> list[int]:
    """Return the lines in which the tables ``[[key]]`` begin."""
    return [number for number, line in enumerate(text.splitlines(), start=1) if line.startswith(f"[[{key}]]")]
