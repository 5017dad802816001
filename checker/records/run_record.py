"""
A run written down as JSON lines: a header, an ``event`` line before the rounds of each event, a footer.

``editions`` lines, before the footer, record a comparison of editions; they are not part of the run's findings.

The record comes first and every report is made from it. A record without its footer is incomplete, and reading it
says so. The form of every line is laid down in ``schemas/record.json``.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Self, TextIO, cast

from checker.findings import (
    Counts,
    EventHeader,
    RoundFinding,
    RunHeader,
    RunningTally,
    RunRecord,
    Tally,
    ended,
    gather,
    tally,
)
from checker.known_findings.entries import KnownInRun
from checker.records.codec import DecodingError, decode, encode
from checker.standings.findings import StandingsCounts
from checker.verdicts.edition_comparison import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

    from checker.findings import Entry, EventFinding
    from checker.verdicts.edition_comparison import EventOfEditions

FORMAT = "pairproof-run"
VERSION = 2
"""Rises when a reader of the version before could misunderstand a line, or not know what it says."""
READABLE = (1, VERSION)
"""Versions that can be read."""


class RecordError(Exception):
    """The base of what can be wrong with a record; the message names line and fault."""


class InvalidRecordError(RecordError):
    """A line is not JSON, or does not have the form that it should have."""


class IncompleteRecordError(RecordError):
    """The record has no footer: the run was interrupted, and says nothing about what it did not reach."""


class RecordWriter:
    """
    Writes a run as it goes; the footer is written only if the run comes to its end.

    Use it as a context manager around the run.
    """

    def __init__(
        self, stream: TextIO, header: RunHeader, known_in: Callable[[Tally], KnownInRun] | None = None
    ) -> None:
        """
        Write the header to the stream, which stays the caller's to close.

        ``known_in`` says, at the end, what became of a list of known findings, if there is one.
        """
        self._stream = stream
        self._known_in = known_in
        self._tally = RunningTally()
        self._write({"kind": "header", "format": FORMAT, "format_version": VERSION} | _object(header))

    def add(self, entry: Entry) -> None:
        """Write one more entry."""
        self._tally.add(entry)
        self._write(line_of(entry))
        self._stream.flush()

    def add_editions(self, event: str, compared: EventOfEditions) -> None:
        """Write how the editions pair an event, after everything that was found in it."""
        for line in lines_of(event, compared):
            self._write(line)

    def _write(self, line: dict[str, Any]) -> None:
        self._stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the footer, unless the run was cut short."""
        if kind is None:
            result = self._tally.result()
            self._write(footer_of(result, self._known_in(result) if self._known_in else None))
        self._stream.flush()


def _object(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", encode(value))


def line_of(entry: Entry) -> dict[str, Any]:
    """Return the line that records an entry."""
    encoded = _object(entry)
    if isinstance(entry, EventHeader):
        return {"kind": "event", **encoded}
    decided = entry.deciding_criterion
    summary = {
        "kind": "round",
        "event": entry.event,
        "round": encoded.pop("round_number"),
        "verdict": entry.verdict.value,
        "criterion": decided.label if decided else None,
        "pairs": entry.pairs,
        "discrepant_pairs": entry.discrepant_pairs,
    }
    return summary | encoded


def footer_of(result: Tally, known: KnownInRun | None = None) -> dict[str, Any]:
    """Return the last line of a record, with what became of a list of known findings."""
    doubtful = {
        name: number for name in ("with_blanks", "contradictory", "undeclared") if (number := getattr(result, name))
    }
    return {
        "kind": "footer",
        **_counts(result.checked),
        "discrepancies": _counts(result.discrepancies),
        "not_checked": result.not_checked,
        **doubtful,
        "verdicts": {verdict.value: number for verdict, number in result.verdicts},
        **({"readings": dict(result.readings)} if result.readings else {}),
        **_standings(result.standings),
        **({"known_rounds": result.known_rounds} if result.known_rounds else {}),
        **({"known": encode(known)} if known is not None else {}),
        "exit_status": int(ended(result, known)),
    }


def _standings(counts: StandingsCounts) -> dict[str, Any]:
    """Return the count of rank orders; nothing, if no file has one."""
    if counts == StandingsCounts():
        return {}
    return {"standings": {name: number for name, number in asdict(counts).items() if number or name != "known"}}


def _counts(counts: Counts) -> dict[str, int]:
    return {"events": counts.events, "rounds": counts.rounds, "pairs": counts.pairs}


def schema() -> dict[str, Any]:
    """Return the JSON schema of a record's line."""
    from importlib.resources import files  # noqa: PLC0415 - start-up time; nobody else needs it

    loaded: dict[str, Any] = json.loads(files("checker").joinpath("schemas", "record.json").read_text("utf-8"))
    return loaded


def read_record(path: Path) -> RunRecord:
    """
    Read a record back.

    Raise OSError if the file cannot be read, InvalidRecordError, naming the line, for anything that is not a record,
    and IncompleteRecordError for a record without footer.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise InvalidRecordError(f"{path}: not UTF-8 text, so not the record of a run") from error
    if lines[-1]:
        raise IncompleteRecordError(f"{path}: the last line is cut off; the run was interrupted")
    parsed = [_parse(path, number, text) for number, text in enumerate(lines[:-1], start=1)]
    if not parsed or parsed[0]["kind"] != "header":
        raise InvalidRecordError(f"{path}: the first line is not a header, so this is not the record of a run")
    if parsed[-1]["kind"] != "footer":
        raise IncompleteRecordError(f"{path}: the footer is missing; the run was cut short after {len(parsed)} lines")
    header = _header(path, parsed[0])
    body = enumerate(parsed[1:-1], start=2)
    entries = [_entry(path, number, line) for number, line in body if line["kind"] != "editions"]
    counted = tally(entries)
    known = _decoded(path, len(parsed), KnownInRun, parsed[-1]["known"]) if "known" in parsed[-1] else None
    if parsed[-1] != footer_of(counted, known):
        raise InvalidRecordError(f"{path}, line {len(parsed)}: the footer does not count what the record holds")
    return RunRecord(header=header, events=_gathered(path, entries), tally=counted, known=known)


def _parse(path: Path, number: int, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidRecordError(f"{path}, line {number}: not JSON ({error})") from error
    if not isinstance(line, dict) or "kind" not in line:
        raise InvalidRecordError(f"{path}, line {number}: a JSON object with a kind is expected")
    return line


def _header(path: Path, line: dict[str, Any]) -> RunHeader:
    if line.get("format") != FORMAT or line.get("format_version") not in READABLE:
        raise InvalidRecordError(f"{path}, line 1: {FORMAT} in version {' or '.join(map(str, READABLE))} is expected")
    header: RunHeader = _decoded(path, 1, RunHeader, _without(line, "kind", "format", "format_version"))
    return header


def _entry(path: Path, number: int, line: dict[str, Any]) -> Entry:
    if line["kind"] == "event":
        header: EventHeader = _decoded(path, number, EventHeader, _without(line, "kind"))
        return header
    if line["kind"] != "round":
        raise InvalidRecordError(f"{path}, line {number}: no line of kind {line['kind']!r} is known here")
    fields = _without(line, "kind", "criterion", "pairs", "discrepant_pairs", "round")
    finding: RoundFinding = _decoded(path, number, RoundFinding, fields | {"round_number": line.get("round")})
    return finding


def _without(line: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name not in names}


def _decoded(path: Path, number: int, kind: type, fields: dict[str, Any]) -> Any:
    try:
        return decode(kind, fields)
    except DecodingError as error:
        raise InvalidRecordError(f"{path}, line {number}: {error}") from error


def _gathered(path: Path, entries: list[Entry]) -> tuple[EventFinding, ...]:
    try:
        return gather(entries)
    except ValueError as error:
        raise InvalidRecordError(f"{path}: {error}") from error
