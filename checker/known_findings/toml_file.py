"""
Lists of known findings as TOML files, which people write and `campaign class` adds to.

A list consists of ``[[known]]`` tables with the keys ``cause`` or ``signature``, ``reason``, ``link`` and ``since``. An
error names the line, the faulty text, and the remedy.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from typing import TYPE_CHECKING, Any

from checker.errors import RequestError
from checker.known_findings.entries import KnownFinding, KnownList
from tournaments.regular_files import MEGABYTE, read_bytes
from tournaments.safe_text import escape_field
from tournaments.toml_text import TomlSyntaxError, decode_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

TABLE = "known"
_NAMES = ("cause", "signature")
_KEYS = (*_NAMES, "reason", "link", "since")
_HEADER = re.compile(rf"\s*\[\[\s*{TABLE}\s*\]\]")
_HEAD = "# Known findings: docs/known.md says what each key means.\n"


def read_known(path: Path | str) -> KnownList:
    """Read a list; raise RequestError if it cannot be read, or is none."""
    source = str(path)
    try:
        text = read_bytes(path, MEGABYTE).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        said = "it is not UTF-8" if isinstance(error, UnicodeError) else getattr(error, "strerror", None) or error
        raise RequestError(f"{source} cannot be read as a list of known findings: {said}") from error
    return KnownList(source=source, entries=parse_known(text, source))


def parse_known(text: str, source: str) -> tuple[KnownFinding, ...]:
    """Return the entries of a text; ``source`` is its name in errors. Raise RequestError."""
    try:
        table = decode_toml(text)
    except TomlSyntaxError as error:
        message = f"this is not TOML ({error.reason}); texts are written in quotation marks"
        raise RequestError(f"{source}, {error.place}: {message}") from error
    for key in table:
        if key != TABLE:
            message = f"found '{escape_field(key)}'; a list of known findings consists of [[{TABLE}]] tables"
            raise RequestError(f"{source}, line {_line_of(text, key)}: {message}")
    told = table.get(TABLE, [])
    if not isinstance(told, list) or not all(isinstance(one, dict) for one in told):
        message = f"found '{TABLE}' as a single value; write a table [[{TABLE}]] for each finding"
        raise RequestError(f"{source}, line {_line_of(text, TABLE)}: {message}")
    entries = [_KnownTable(text, source, place, one).entry() for place, one in enumerate(told)]
    _require_different(entries, source)
    return tuple(entries)


def _line_of(text: str, key: str, first: int = 1) -> int:
    """Return the line on which a key or table stands, from a first line on; that line itself if it is not found."""
    pattern = re.compile(rf"""\s*(\[\[?\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""")
    lines = text.splitlines()
    return next((number for number in range(first, len(lines) + 1) if pattern.match(lines[number - 1])), first)


class _KnownTable:
    """A table of the list, with where it stands."""

    def __init__(self, text: str, source: str, place: int, told: Mapping[str, Any]) -> None:
        self._text, self._source, self._told = text, source, told
        headers = [number for number, line in enumerate(text.splitlines(), start=1) if _HEADER.match(line)]
        self._line = headers[place] if place < len(headers) else _line_of(text, TABLE)

    def entry(self) -> KnownFinding:
        for key in self._told:
            if key not in _KEYS:
                raise self._error(f"found the key '{escape_field(key)}'; there are {', '.join(_KEYS)}", key)
        named = [key for key in _NAMES if key in self._told]
        if len(named) != 1:
            both = "both cause and signature" if named else "neither cause nor signature"
            raise self._error(f"found {both}; write the one by which the finding is known")
        if "reason" not in self._told:
            raise self._error('found no reason; write why the finding is known: reason = "..."')
        name = named[0]
        return KnownFinding(
            reason=self._words("reason"),
            cause=self._words("cause") if name == "cause" else "",
            signature=self._words("signature") if name == "signature" else "",
            link=self._words("link") if "link" in self._told else "",
            since=self._date() if "since" in self._told else "",
            line=self._line,
        )

    def _words(self, key: str) -> str:
        value = self._told[key]
        if not isinstance(value, str) or not value.strip():
            raise self._error(f"found {key} = {escape_field(repr(value))}; write a text in quotation marks", key)
        return " ".join(value.split())

    def _date(self) -> str:
        value = self._told["since"]
        if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
            return value.isoformat()
        try:
            return dt.date.fromisoformat(value).isoformat()
        except (TypeError, ValueError):
            message = f"found since = {escape_field(str(value))}; write a date: since = 2026-11-22"
            raise self._error(message, "since") from None

    def _error(self, message: str, key: str = "") -> RequestError:
        line = _line_of(self._text, key, self._line) if key else self._line
        return RequestError(f"{self._source}, line {line}: {message}")


def _require_different(entries: Iterable[KnownFinding], source: str) -> None:
    before: dict[str, KnownFinding] = {}
    for entry in entries:
        first = before.setdefault(entry.name, entry)
        if first is not entry:
            message = f"'{escape_field(entry.name)}' is in line {first.line} already; remove one of them"
            raise RequestError(f"{source}, line {entry.line}: {message}")


def as_toml(entry: KnownFinding) -> str:
    """Return an entry as a table of the list."""
    named = ("cause", entry.cause) if entry.cause else ("signature", entry.signature)
    told = (named, ("reason", entry.reason), ("link", entry.link))
    lines = [f"[[{TABLE}]]", *(f"{key} = {_quoted(value)}" for key, value in told if value)]
    if entry.since:
        lines.append(f"since = {entry.since}")
    return "\n".join((*lines, ""))


def _quoted(text: str) -> str:
    """Return a basic string of TOML: JSON's, which has an escape for all that TOML must not hold but U+007F."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def add_known(path: Path, entries: Iterable[KnownFinding]) -> tuple[KnownFinding, ...]:
    """
    Write entries to the end of a list, which is made if there is none, and return the entries that were new to it.

    The text of the file stays unchanged. Raise RequestError for a file that is not a list, OSError if it cannot be
    written.
    """
    known = {entry.name for entry in read_known(path).entries} if path.exists() else set()
    new = tuple(entry for entry in entries if entry.name not in known)
    if new:
        before = "" if path.exists() else _HEAD
        with path.open("a", encoding="utf-8", errors="replace") as stream:
            stream.write(before + "".join(f"\n{as_toml(entry)}" for entry in new))
    return new
