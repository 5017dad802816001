"""TOML texts, decoded with the place of a syntax error."""

from __future__ import annotations

import re
import tomllib
from typing import Any

_PLACE = re.compile(r" ?\(at (?:line (\d+), column (\d+)|end of document)\)$")


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
