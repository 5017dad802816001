"""
What a text is as a whole: a file of another program, two events in one file, or the beginning of a file.

Each has one cause and would be told in dozens of lines if every record were looked at by itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tournaments.problems import Findings, ProblemCode

if TYPE_CHECKING:
    from tournaments.model import Event
    from tournaments.trf.sheet import Sheet

_SAMPLE = 4096
"""Bytes in which it shows what a file is."""
_FEWEST_MISSING = 2
"""Opponents without a row; one may be a slip of the pen."""
_FEWEST_REPEATED = 3
"""Numbers that come a second time in a row."""
_OF_MISSING_ROWS = frozenset(
    (
        ProblemCode.OPPONENT_UNKNOWN,
        ProblemCode.OPPONENT_ONE_SIDED,
        ProblemCode.TEAM_PLAYER_UNKNOWN,
        ProblemCode.BYE_PLAYER_UNKNOWN,
        ProblemCode.PLAYERS_MISCOUNTED,
        ProblemCode.POINTS_MISMATCH,
        ProblemCode.BLANK_UNEXPLAINED,
        ProblemCode.NUMBER_GAP,
    )
)
"""What is found where the rest of a file is missing."""
_IN_GENERAL = "export the event as TRF16 or TRF26 from the pairing program"


class Foreign(NamedTuple):
    """Another kind of file."""

    what: str
    remedy: str


_BY_BYTES = (
    (
        re.compile(rb"PK\x03\x04"),
        Foreign(
            "an Excel file (xlsx) or another ZIP archive",
            "Swiss-Manager exports the event in menu Other as 'FIDE-Data-Export TRF16'; a table alone is not enough",
        ),
    ),
    (re.compile(rb"\xd0\xcf\x11\xe0"), Foreign("an old Office file (xls, doc)", _IN_GENERAL)),
    (re.compile(rb"%PDF"), Foreign("a PDF", _IN_GENERAL)),
    (re.compile(rb'\[(Event|Site|Date) "'), Foreign("a file of games (PGN)", _IN_GENERAL)),
    (
        re.compile(rb"(<\?xml|<)[^\0]*vega", re.IGNORECASE | re.DOTALL),
        Foreign(
            "Vega's XML",
            "Vega writes TRF from menu Rating Report, and a .trfx into the event's folder with every round",
        ),
    ),
    (
        re.compile(rb"(<!doctype html|<html|<\?xml[^>]*>\s*<!doctype html)", re.IGNORECASE),
        Foreign(
            "a web page (HTML)",
            "chess-results.com shows events of Swiss-Manager; its menu Other exports them as 'FIDE-Data-Export TRF16'",
        ),
    ),
    (re.compile(rb"<\?xml|<[A-Za-z]+[ >]"), Foreign("an XML file", _IN_GENERAL)),
    (
        re.compile(rb"\{\s*\""),
        Foreign(
            "a JSON file", "SwissSys writes TRF from Utilities, Ratings reports, FIDE; lichess offers TRF beside it"
        ),
    ),
)
"""By how a file begins."""
_TUNX = Foreign(
    "a tournament file of Swiss-Manager (TUNX)",
    "open it there and export it in menu Other as 'FIDE-Data-Export TRF16'",
)


def foreign_file(data: bytes | str, source: str) -> Foreign | None:
    """Return what a file is that is no Tournament Report File; None if nothing else is recognised."""
    sample = data[:_SAMPLE]
    head = sample if isinstance(sample, bytes) else sample.encode("utf-8", errors="replace")
    if b"\0" in head and re.search(r"\.tun[a-z]?$", source, re.IGNORECASE):
        return _TUNX
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((foreign for pattern, foreign in _BY_BYTES if pattern.match(head)), None)


def second_event(sheet: Sheet) -> int | None:
    """Return the line in which a second event seems to begin; None if there is one only."""
    if not sheet.rows:
        return None
    seen: dict[str, int] = {}
    repeated = []
    for record in sheet.rows:
        number = record.text[4:8].strip()
        if number in seen:
            repeated.append(record.line)
        else:
            seen[number] = record.line
    if len(repeated) < _FEWEST_REPEATED:
        return None
    last_before = max(record.line for record in sheet.rows if record.line < repeated[0])
    headers = [record.line for records in sheet.records.values() for record in records]
    return min((line for line in headers if last_before < line < repeated[0]), default=repeated[0])


def with_one_cause(event: Event, sheet: Sheet, findings: Findings) -> Findings:
    """Return the findings; where they all come of it, that the file ends too early, in one line."""
    if not findings.has(ProblemCode.OPPONENT_UNKNOWN):
        return findings
    numbers = {player.tpn for player in event.players}
    met = {entry.opponent for player in event.players for entry in player.rounds if entry.opponent is not None}
    missing = sorted(met - numbers)
    if len(missing) < _FEWEST_MISSING or not _is_cut_off(event, missing):
        return findings
    last = event.rows[-1] if event.rows else max(numbers)
    message = f"the file seems to end too early, after player {last}: {len(missing)} opponents have no row"
    cut = findings.without(_OF_MISSING_ROWS)
    cut.add(
        ProblemCode.FILE_CUT_OFF,
        message,
        "export the event again, and copy the whole file",
        at=(sheet.rows[-1].line, 1),
    )
    return cut


def _is_cut_off(event: Event, missing: list[int]) -> bool:
    """Whether the rows that are missing are the last ones: by what 062 counts, or because the rows are in order."""
    counted = next((text for code, text in event.headers if code == "062"), "")
    numbers = [int(text) for text in re.findall(r"[0-9]{1,6}", counted)]
    if any(number >= len(event.players) + len(missing) for number in numbers):
        return True
    return not event.rows and missing[0] > max(player.tpn for player in event.players)
