"""
Known findings: errors of a program that have been looked at, and need not fail a run again.

A list of them is matched with what a run has found. What an entry covers is *known*, what none covers is *new*. An
entry that covers nothing is *gone* and has to be taken off the list, so that the list cannot go stale.

A list is a TOML file, which people write and `campaign class` adds to. It consists of ``[[known]]`` tables with the
keys ``cause`` or ``signature``, ``reason``, ``link`` and ``since``. An error names the line, the faulty text, and the
remedy.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from typing import TYPE_CHECKING, Any

from checker.errors import RequestError
from tournaments.frozen import FrozenStruct, JsonStruct
from tournaments.regular_files import MEGABYTE, read_bytes
from tournaments.safe_text import escape_field
from tournaments.toml_text import TomlSyntaxError, decode_toml

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping
    from pathlib import Path


class KnownFinding(JsonStruct, frozen=True, kw_only=True):
    """An entry of a list: a cause or a signature, and why it is there."""

    reason: str
    cause: str = ""
    """Identifier of a cause, or of a misreading of the conformance suite (``c14-left-out``); empty: by signature."""
    signature: str = ""
    """As reports show it; without the program at its beginning it is known of every program."""
    link: str = ""
    """Where it is discussed."""
    since: str = ""
    """Since when it is known, as ISO 8601 (``2026-11-22``)."""
    line: int = 0
    """Where in the list it begins, from 1; 0 if it was not read from a file."""

    @property
    def name(self) -> str:
        """The cause, or the signature."""
        return self.cause or self.signature

    def covers(self, finding: FindingKey) -> bool:
        """Whether the entry covers a finding."""
        if self.cause:
            return self.cause in finding.causes
        return self.signature in (finding.signature, f"{finding.program} | {finding.signature}")


class FindingKey(FrozenStruct, frozen=True, kw_only=True):
    """A finding against a program, by the names that a list of known findings can use."""

    signature: str
    """Without the program."""
    program: str = ""
    """Empty where files are checked."""
    causes: frozenset[str] = frozenset()
    """Identifiers of what explains it."""
    event: Hashable = None
    """Tells its event from others; None where findings are not of events."""


class Occurrence(JsonStruct, frozen=True, kw_only=True):
    """An entry of a list, and how often it occurs."""

    entry: KnownFinding
    findings: int
    events: int = 0
    """Events of programs in which it does: where two programs do the same in an event, it counts twice. 0 where what
    was found is not of events."""


class KnownInRun(JsonStruct, frozen=True, kw_only=True):
    """A list of known findings, and its occurrences in a run."""

    source: str
    """The file."""
    occurring: tuple[Occurrence, ...]
    gone: tuple[KnownFinding, ...]
    """Entries of which nothing was found."""
    is_settled: bool
    """Whether everything was asked and answered, so that what was not found is not there."""

    @property
    def is_stale(self) -> bool:
        """Whether entries have to be taken off the list."""
        return bool(self.gone) and self.is_settled


class KnownList(FrozenStruct, frozen=True, kw_only=True):
    """A list, and the file that it stands in."""

    source: str
    entries: tuple[KnownFinding, ...]

    def find(self, finding: FindingKey) -> KnownFinding | None:
        """Return the first entry that covers a finding; None if it is new."""
        return next((entry for entry in self.entries if entry.covers(finding)), None)

    def in_run(
        self, findings: Iterable[FindingKey], uncounted: Iterable[FindingKey] = (), *, is_settled: bool
    ) -> KnownInRun:
        """
        Count the occurrences of the list in a run.

        A second entry that covers a finding is not gone, either, and an entry that covers an uncounted finding alone
        occurs, too.
        """
        findings, uncounted = tuple(findings), tuple(uncounted)
        occurring, gone = [], []
        for entry in self.entries:
            covered = [finding for finding in findings if entry.covers(finding)]
            events = {finding.event for finding in covered if finding.event is not None}
            if covered or any(map(entry.covers, uncounted)):
                occurring.append(Occurrence(entry=entry, findings=len(covered), events=len(events)))
            else:
                gone.append(entry)
        return KnownInRun(source=self.source, occurring=tuple(occurring), gone=tuple(gone), is_settled=is_settled)


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
