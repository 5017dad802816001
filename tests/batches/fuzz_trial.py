"""One input of the fuzzer: checked as the command line checks it, told, recorded, and the outcome named."""

from __future__ import annotations

import io
import json
import re
import signal
import traceback
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.check import CheckOptions, check_file
from checker.findings import EventHeader, RoundFinding, gather, tally
from checker.records.run import RunHeader, make_record
from checker.records.run_record import as_line
from checker.verdicts.consequence import judge_run
from checker.verdicts.verdict import ExitStatus, Verdict
from pairproof import api
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import paired_by
from reports.html import render_html
from reports.text import event_lines, printer, summary_lines
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.findings import Entry

_HOUSE = Path(__file__).parents[2]


class Kind(Enum):
    """How an input ended."""

    AGREES = "agrees"
    DISCREPANT = "discrepant"
    UNREADABLE = "unreadable"
    NOT_CHECKED = "not-checked"
    TIME_OUT = "time-out"
    ESCAPE = "escape"
    """Something was raised."""
    CRASH = "crash"
    """Our engine failed, and the verdict says so."""
    OUR_FAULT = "reference-fault"
    EMPTY_PASS = "empty-pass"  # noqa: S105 - a pass, not a password
    """Consistent, and not a single pair was judged."""
    UNLIKE = "unlike"
    """Two runs differ."""


BAD = (Kind.TIME_OUT, Kind.ESCAPE, Kind.CRASH, Kind.OUR_FAULT, Kind.EMPTY_PASS, Kind.UNLIKE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """How an input ended, and why."""

    kind: Kind
    cause: str = ""
    """Inputs that fail for the same cause have the same sentence."""
    lines: tuple[dict[str, Any], ...] = field(default=(), repr=False)
    """The lines of the record."""


class _TimeLimit(BaseException):
    """The time is over; no engine takes it for a failure of its own."""


@dataclass(frozen=True, slots=True)
class Seconds:
    """A limit of this process's own time, so that a busy machine makes no difference."""

    seconds: float

    @contextmanager
    def limit(self) -> Iterator[None]:
        """Raise within, when the time is over."""

        def stop(*_: object) -> None:
            raise _TimeLimit

        before = signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)


def outcome_of(path: Path, key: str, seconds: Seconds, *, thoroughly: bool) -> Trial:
    """Check a file by a system, tell and record what was found; thoroughly: pair the next round, and make the page."""
    try:
        with seconds.limit():
            entries = list(check_file(path, CheckOptions(system=key)))
            lines = _tell_and_record(entries)
            if thoroughly:
                _pair(path, key)
                _render(entries)
    except _TimeLimit:
        return Trial(kind=Kind.TIME_OUT, cause=f"{key}: no end in {seconds.seconds:g} seconds")
    except Exception as error:  # noqa: BLE001 - whatever is raised is what is looked for
        return Trial(kind=Kind.ESCAPE, cause=_where(error))
    kind, cause = _kind(entries)
    return Trial(kind=kind, cause=cause, lines=lines)


def _tell_and_record(entries: Sequence[Entry]) -> tuple[dict[str, Any], ...]:
    """Print and record the entries; raise if that fails."""
    said = io.StringIO()
    show = printer(said)
    for line in (
        *(line for finding in gather(entries) for line in event_lines(finding)),
        *summary_lines(tally(entries)),
    ):
        show(line)
    said.getvalue().encode()
    lines = tuple(as_line(entry) for entry in entries)
    json.dumps(lines, ensure_ascii=False).encode()
    return lines


def _pair(path: Path, key: str) -> None:
    """Pair the next round, where the file can be read; that there may be no pairing is an answer."""
    event = read_event(path, paired=paired_by(key)).event
    if event is None:
        return
    try:
        api.pair(event, key)
    except PairingError:
        return


def _render(entries: Sequence[Entry]) -> None:
    record = make_record(RunHeader(program="fuzz", version="1"), entries)
    render_html(record).encode()


def _where(error: Exception) -> str:
    """Name an exception and our function that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if _is_ours(Path(frame.filename))]
    last = (ours or frames)[-1]
    place = f"{Path(last.filename).stem}.{last.name}, line {last.lineno}"
    return f"{type(error).__name__}: {_general(str(error))} in {place}"


def _is_ours(path: Path) -> bool:
    return path.is_relative_to(_HOUSE) and ".venv" not in path.parts


def _general(sentence: str) -> str:
    """Leave numbers and names out of a sentence, so that the same cause has the same words."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|\d+", "#", sentence)[:120]


def is_empty_pass(status: ExitStatus, pairs: int) -> bool:
    """Whether a run ends as if all were well, and not a single pair was judged."""
    return status is ExitStatus.CONSISTENT and not pairs


def _kind(entries: Sequence[Entry]) -> tuple[Kind, str]:
    headers = [entry for entry in entries if isinstance(entry, EventHeader)]
    rounds = [entry for entry in entries if isinstance(entry, RoundFinding)]
    applied = next((header.edition.key for header in headers if header.edition), "")
    for header in headers:
        if header.verdict is Verdict.CRASH:
            return Kind.CRASH, f"{applied}: {_general(header.refusal)}"
    for entry in rounds:
        if entry.verdict in (Verdict.CRASH, Verdict.REFERENCE_FAULT):
            kind = Kind.CRASH if entry.verdict is Verdict.CRASH else Kind.OUR_FAULT
            return kind, f"{applied}: {_general(entry.sentence)}"
    result = tally(entries)
    if is_empty_pass(judge_run(result).status, result.checked.pairs):
        return Kind.EMPTY_PASS, f"{applied}: a pass without a pair"
    if judge_run(result).status is ExitStatus.CONSISTENT:
        return Kind.AGREES, ""
    if judge_run(result).status is ExitStatus.DISCREPANCIES:
        return Kind.DISCREPANT, ""
    unreadable = any(header.verdict is Verdict.UNREADABLE for header in headers)
    return (Kind.UNREADABLE if unreadable else Kind.NOT_CHECKED), ""
