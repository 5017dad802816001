"""
Faults of a whole file: another format, two events in one file, or a file that ends too early.

Such a fault has one cause, but record by record it would give dozens of problems.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tournaments.problems import ProblemCode, ProblemLog

if TYPE_CHECKING:
    from tournaments.model import Event
    from tournaments.trf.sheet import TrfSheet

_SAMPLE = 4096
"""The number of bytes that show the format of a file."""
_MIN_MISSING_OPPONENTS = 2
"""The smallest number of opponents without a row; a single one may be a typing error."""
_MIN_REPEATED_NUMBERS = 3
"""The smallest number of repeated player numbers."""
_CONSEQUENCES_OF_MISSING_ROWS = frozenset(
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
"""The problems that follow from missing rows at the end of a file."""
_GENERAL_REMEDY = "export the event as TRF16 or TRF26 from the pairing program"


class ForeignFormat(NamedTuple):
    """A format other than the Tournament Report File."""

    description: str
    remedy: str


_FORMATS = (
    (
        re.compile(rb"PK\x03\x04"),
        ForeignFormat(
            "an Excel file (xlsx) or another ZIP archive",
            "Swiss-Manager exports the event in menu Other as 'FIDE-Data-Export TRF16'; a table alone is not enough",
        ),
    ),
    (re.compile(rb"\xd0\xcf\x11\xe0"), ForeignFormat("an old Office file (xls, doc)", _GENERAL_REMEDY)),
    (re.compile(rb"%PDF"), ForeignFormat("a PDF", _GENERAL_REMEDY)),
    (re.compile(rb'\[(Event|Site|Date) "'), ForeignFormat("a file of games (PGN)", _GENERAL_REMEDY)),
    (
        re.compile(rb"(<\?xml|<)[^\0]*vega", re.IGNORECASE | re.DOTALL),
        ForeignFormat(
            "Vega's XML",
            "Vega writes TRF from menu Rating Report, and a .trfx into the event's folder with every round",
        ),
    ),
    (
        re.compile(rb"(<!doctype html|<html|<\?xml[^>]*>\s*<!doctype html)", re.IGNORECASE),
        ForeignFormat(
            "a web page (HTML)",
            "chess-results.com shows events of Swiss-Manager; its menu Other exports them as 'FIDE-Data-Export TRF16'",
        ),
    ),
    (re.compile(rb"<\?xml|<[A-Za-z]+[ >]"), ForeignFormat("an XML file", _GENERAL_REMEDY)),
    (
        re.compile(rb"\{\s*\""),
        ForeignFormat(
            "a JSON file", "SwissSys writes TRF from Utilities, Ratings reports, FIDE; lichess offers TRF beside it"
        ),
    ),
)
"""The formats, with patterns for the beginning of a file."""
_TUNX = ForeignFormat(
    "a tournament file of Swiss-Manager (TUNX)",
    "open it there and export it in menu Other as 'FIDE-Data-Export TRF16'",
)


def recognise_foreign_format(data: bytes | str, source: str) -> ForeignFormat | None:
    """Return the format of a file that is not a Tournament Report File; None if no other format is recognised."""
    sample = data[:_SAMPLE]
    head = sample if isinstance(sample, bytes) else sample.encode("utf-8", errors="replace")
    if b"\0" in head and re.search(r"\.tun[a-z]?$", source, re.IGNORECASE):
        return _TUNX
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((foreign for pattern, foreign in _FORMATS if pattern.match(head)), None)


def find_second_event(sheet: TrfSheet) -> int | None:
    """Return the line in which a second event seems to begin; None if the file has only one event."""
    if not sheet.rows:
        return None
    lines: dict[str, int] = {}
    repeated = []
    for record in sheet.rows:
        number = record.text[4:8].strip()
        if number in lines:
            repeated.append(record.line)
        else:
            lines[number] = record.line
    if len(repeated) < _MIN_REPEATED_NUMBERS:
        return None
    last_before = max(record.line for record in sheet.rows if record.line < repeated[0])
    headers = [record.line for records in sheet.records.values() for record in records]
    return min((line for line in headers if last_before < line < repeated[0]), default=repeated[0])


def merge_cut_off_problems(event: Event, sheet: TrfSheet, log: ProblemLog) -> ProblemLog:
    """Return the problems; if the file ends too early, one problem replaces all consequences of the missing rows."""
    if not log.has(ProblemCode.OPPONENT_UNKNOWN):
        return log
    numbers = {player.tpn for player in event.players}
    met = {entry.opponent for player in event.players for entry in player.rounds if entry.opponent is not None}
    missing = sorted(met - numbers)
    if len(missing) < _MIN_MISSING_OPPONENTS or not _is_cut_off(event, missing):
        return log
    last = event.rows[-1] if event.rows else max(numbers)
    message = f"the file seems to end too early, after player {last}: {len(missing)} opponents have no row"
    cut_log = log.remove(_CONSEQUENCES_OF_MISSING_ROWS)
    cut_log.add(
        ProblemCode.FILE_CUT_OFF,
        message,
        "export the event again, and copy the whole file",
        at=(sheet.rows[-1].line, 1),
    )
    return cut_log


def _is_cut_off(event: Event, missing: list[int]) -> bool:
    """Whether the missing rows are the last rows: by the count of 062, or because the rows are in order."""
    counted = next((text for code, text in event.headers if code == "062"), "")
    numbers = [int(text) for text in re.findall(r"[0-9]{1,6}", counted)]
    if any(number >= len(event.players) + len(missing) for number in numbers):
        return True
    return not event.rows and missing[0] > max(player.tpn for player in event.players)
