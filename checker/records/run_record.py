"""
A run written down as JSON lines: a header, an ``event`` line before the rounds of each event, a footer.

``editions`` lines, before the footer, record a comparison of editions; they are not part of the run's findings.

The record comes first and every report is made from it. A record without its footer is incomplete, and reading it
says so. The classes of the lines declare the form of a record.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from msgspec import ValidationError, convert, to_builtins

from checker import findings
from checker.known_findings.entries import KnownInRun
from checker.records.run import RunHeader, RunRecord
from checker.standings.findings import NO_STANDINGS, StandingsCounts
from checker.verdicts.consequence import judge_run
from checker.verdicts.edition_comparison import RoundOfEditions
from checker.verdicts.verdict import ExitStatus, Verdict
from tournaments.frozen import JsonStruct
from tournaments.regular_files import STANDARD_INPUT, read_bytes

FORMAT = "pairproof-run"
VERSION = 4
"""Rises when a reader of the version before could misunderstand a line, or not know what it says."""
_FORM = {"format": FORMAT, "format_version": VERSION}
_FIRST_WITH_ARGUMENT = 4
"""Before this version, the argument of a round stood among its other keys."""
_DERIVED_KEYS = ("criterion", "pairs", "discrepant_pairs")
"""Keys of a round that follow from the rest."""


_ANY_SIZE = 1 << 62
"""Bytes; a record may be larger than a tournament file."""


class RecordError(Exception):
    """The base of a record's errors; the message names line and fault."""


class InvalidRecordError(RecordError):
    """A line is not JSON, or does not have the form that it should have."""


class IncompleteRecordError(RecordError):
    """The record has no footer: the run was interrupted, and says nothing about later events."""


class RecordWriter:
    """
    Writes a run as it goes; the footer is written only at the end of the run.

    Use it as a context manager around the run.
    """

    def __init__(
        self, stream: TextIO, header: RunHeader, known_in: Callable[[findings.Tally], KnownInRun | None] | None = None
    ) -> None:
        """
        Write the header to the stream, which stays the caller's to close.

        ``known_in`` counts, at the end, the occurrences of a list of known findings, if there is a list.
        """
        self._stream = stream
        self._known_in = known_in
        self._tally = findings.RunningTally()
        self._write(header)

    def add(self, entry: findings.Entry) -> None:
        """Write an entry."""
        self._tally.add(entry)
        self._write(entry)
        self._stream.flush()

    def add_editions(self, compared: Iterable[RoundOfEditions]) -> None:
        """Write how the editions pair the rounds of an event, after everything that was found in it."""
        for line in compared:
            self._write(line)

    def _write(self, line: Line) -> None:
        self._stream.write(json.dumps(as_line(line), ensure_ascii=False, separators=(",", ":")) + "\n")

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the footer, unless the run was cut short."""
        if kind is None:
            result = self._tally.result()
            self._write(make_footer(result, self._known_in(result) if self._known_in else None))
        self._stream.flush()


class Footer(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="footer"):
    """The counts of a run; a record without a footer is incomplete."""

    events: int
    rounds: int
    pairs: int
    discrepancies: findings.Counts
    not_checked: int
    with_blanks: int = 0
    """Events that were judged, but leave players blank without an explanation."""
    contradictory: int = 0
    """Events whose fields contradict each other about the system."""
    undeclared: int = 0
    """Rounds that are right only under a fact that the file does not declare."""
    verdicts: dict[Verdict, int]
    readings: dict[str, int] | None = None
    """Rounds by the entries of the register on which their verdicts rest."""
    standings: StandingsCounts | None = None
    """Recorded rank orders; left out if no file has a rank order and names tie-breaks."""
    known_rounds: int = 0
    """Discrepant rounds that a list of known findings covers."""
    known: KnownInRun | None = None
    """The occurrences of a list of known findings, if a list was named."""
    exit_status: ExitStatus


def make_footer(result: findings.Tally, known: KnownInRun | None = None) -> Footer:
    """Return the last line of a record, with the occurrences of a list of known findings."""
    return Footer(
        events=result.checked.events,
        rounds=result.checked.rounds,
        pairs=result.checked.pairs,
        discrepancies=result.discrepancies,
        not_checked=result.not_checked,
        with_blanks=result.with_blanks,
        contradictory=result.contradictory,
        undeclared=result.undeclared,
        verdicts=dict(result.verdicts),
        readings=dict(result.readings) or None,
        standings=None if result.standings == NO_STANDINGS else result.standings,
        known_rounds=result.known.rounds,
        known=known,
        exit_status=judge_run(result, known).status,
    )


Line = RunHeader | findings.EventHeader | findings.RoundFinding | RoundOfEditions | Footer
LINES: dict[str, type[JsonStruct]] = {
    "header": RunHeader,
    "event": findings.EventHeader,
    "round": findings.RoundFinding,
    "editions": RoundOfEditions,
    "footer": Footer,
}
"""The lines of a record by their kind."""


def as_line(line: Line) -> dict[str, Any]:
    """Return a line of a record as a JSON object."""
    encoded: dict[str, Any] = to_builtins(line)
    return {"kind": encoded["kind"], **_FORM, **encoded} if isinstance(line, RunHeader) else encoded


def _upgrade_round(line: dict[str, Any]) -> dict[str, Any]:
    """Return a round of an earlier version in the present form: the argument is an object of its own."""
    argument = {key: line[key] for key in findings.Argument.__struct_fields__ if key in line}
    kept = {key: value for key, value in line.items() if key not in argument and key not in _DERIVED_KEYS}
    return kept | ({"argument": argument} if argument else {})


def read_record(path: Path) -> RunRecord:
    """
    Read a record back; ``-`` stands for standard input.

    Raise OSError if the file cannot be read, InvalidRecordError, naming the line, for anything that is not a record,
    and IncompleteRecordError for a record without footer.
    """
    return parse_record(path, read_record_text(path))


def read_record_text(path: Path) -> str:
    """Read the text of a record; raise OSError, or InvalidRecordError for other bytes than UTF-8 text."""
    is_input = str(path) == STANDARD_INPUT
    try:
        return (read_bytes(path, _ANY_SIZE) if is_input else path.read_bytes()).decode()
    except UnicodeDecodeError as error:
        raise InvalidRecordError(f"{path}: not UTF-8 text, so not the record of a run") from error


def parse_record(path: Path, text: str) -> RunRecord:
    """Read a record from the text of a file, which errors name; raise errors like ``read_record``."""
    lines = text.split("\n")
    if lines[-1]:
        raise IncompleteRecordError(f"{path}: the last line is cut off; the run was interrupted")
    parsed = [_parse(f"{path}, line {number}", text) for number, text in enumerate(lines[:-1], start=1)]
    if not parsed or parsed[0]["kind"] != "header":
        raise InvalidRecordError(f"{path}: the first line is not a header, so this is not the record of a run")
    if parsed[-1]["kind"] != "footer":
        raise IncompleteRecordError(f"{path}: the footer is missing; the run was cut short after {len(parsed)} lines")
    version = parsed[0].pop("format_version", None)
    if parsed[0].pop("format", None) != FORMAT or version not in range(1, VERSION + 1):
        raise InvalidRecordError(f"{path}, line 1: {FORMAT} in version 1 to {VERSION} is expected")
    if version < _FIRST_WITH_ARGUMENT:
        parsed = [_upgrade_round(line) if line["kind"] == "round" else line for line in parsed]
    header, *body, footer = [_decode(f"{path}, line {number}", line) for number, line in enumerate(parsed, start=1)]
    entries = [line for line in body if isinstance(line, (findings.EventHeader, findings.RoundFinding))]
    counted = findings.tally(entries)
    if not isinstance(header, RunHeader) or not isinstance(footer, Footer):
        raise TypeError("the kind of a line is the tag of its class")
    if footer != make_footer(counted, footer.known):
        raise InvalidRecordError(f"{path}, line {len(parsed)}: the footer does not count what the record holds")
    editions = tuple(line for line in body if isinstance(line, RoundOfEditions))
    events = _gathered(path, entries)
    return RunRecord(header=header, events=events, tally=counted, known=footer.known, editions=editions)


def combine_records(records: Sequence[RunRecord]) -> RunRecord:
    """
    Return the record of all events of several runs; InvalidRecordError if they cannot become one run.

    The header is that of the first run.
    """
    first, *others = records
    if not others:
        return first
    if any(record.known is not None for record in records):
        raise InvalidRecordError("a run with a list of known findings cannot be combined with other runs")
    system = first.header.system if len({record.header.system for record in records}) == 1 else "auto"
    events = tuple(event for record in records for event in record.events)
    editions = tuple(compared for record in records for compared in record.editions)
    header = replace(first.header, system=system)
    return RunRecord(
        header=header,
        events=events,
        tally=findings.tally(entry for event in events for entry in event.entries),
        editions=editions,
    )


def _parse(where: str, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidRecordError(f"{where}: not JSON ({error}); 'check FILE -o run.jsonl' writes a record") from error
    if not isinstance(line, dict) or "kind" not in line:
        raise InvalidRecordError(f"{where}: a JSON object with a kind is expected")
    return line


def _decode(where: str, line: dict[str, Any]) -> Line:
    kind = line["kind"]
    if kind not in LINES:
        raise InvalidRecordError(f"{where}: no line of kind {kind!r} is known here")
    try:
        return convert(line, Line)
    except ValidationError as error:
        message = f"{error}; check the files again, as the record is damaged or of another version"
        raise InvalidRecordError(f"{where}: {message}") from error


def _gathered(path: Path, entries: list[findings.Entry]) -> tuple[findings.EventFinding, ...]:
    try:
        return findings.gather(entries)
    except ValueError as error:
        raise InvalidRecordError(f"{path}: {error}") from error
