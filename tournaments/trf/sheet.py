"""
The lines of a text by kind: player rows, known records by code, declarations, and lines kept verbatim.

This module recognises the kind of each line, but does not interpret its content.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tournaments.problems import ProblemCode, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.problems import ProblemLog

_HEADERS_OF_2026 = ("152", "162", "172", "182", "192", "202", "212", "222", "352", "362")
HEADER_CODES = (
    *("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132"),
    "142",
    *_HEADERS_OF_2026,
)
"""Records of the tournament section, in the order in which they are written."""
_RECORDS_OF_2026 = ("240", "250", "260", "299", "300", "310", "320", "330")
_RECORDS_OF_ENGINES = ("XXR", "XXC", "XXZ", "XXS", "XXA", "XXP", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")
INTERPRETED_CODES = frozenset(("013", *_RECORDS_OF_2026, *_RECORDS_OF_ENGINES))
KEPT_CODES = frozenset(("801", "802"))
"""Records for human readers, which repeat the content of other records."""
_TRF26_CODES = KEPT_CODES.union(_HEADERS_OF_2026, _RECORDS_OF_2026)
"""Codes that only TRF26 has; 142 is missing, since programs wrote it years earlier."""
_NATIONAL_RATING = re.compile(r"[A-Z]{3} [ 0-9]{3}[0-9]( |$)")
_DIGIT_RULER = re.compile(r"[\s0-9]*(123456789|\s1 {9}2)[\s0-9]*|[0-9]{20,}")
_FIELD_RULER = re.compile(r"([A-Z])\1\1 .*")
_CODE = re.compile(r"[0-9A-Z]{3}(\s|$)")


class Record(NamedTuple):
    """A line of the text with its number, from 1."""

    line: int
    text: str


@dataclass(slots=True)
class TrfSheet:
    """All lines of a text by kind, in their order."""

    rows: list[Record] = field(default_factory=list)
    """001 records."""
    records: dict[str, list[Record]] = field(default_factory=dict)
    """Known records by code."""
    declarations: list[str] = field(default_factory=list)
    kept_lines: list[Record] = field(default_factory=list)
    """Lines that the model keeps verbatim."""
    recognised: int = 0
    """Lines that are records of the format."""
    unrecognised: list[Record] = field(default_factory=list)
    """The kept lines that do not begin with the code of a record."""

    def all(self, *codes: str) -> list[Record]:
        """Return the records with these codes in the order of the text."""
        return sorted(record for code in codes for record in self.records.get(code, ()))

    def text(self, code: str) -> str:
        """Return the text of the first record with a code that is not blank, without blanks around it."""
        texts = (record.text[3:].strip() for record in self.records.get(code, ()))
        return next((text for text in texts if text), "")

    @property
    def is_mostly_something_else(self) -> bool:
        """Whether fewer lines are records than lines without a record code, as in a text about such files."""
        return len(self.unrecognised) > self.recognised

    @property
    def has_trf26_records(self) -> bool:
        """Whether a record occurs that only TRF26 has."""
        return not _TRF26_CODES.isdisjoint(self.records)

    @property
    def has_engine_records(self) -> bool:
        """Whether an alphabetic record of TRF(x) occurs."""
        return any(code[0] in "XB" for code in self.records)


def sort_lines(lines: Iterable[str], log: ProblemLog) -> TrfSheet:
    """Sort the lines of a text by kind."""
    sheet = TrfSheet()
    for number, line in enumerate(lines, start=1):
        if line:
            _add_line(sheet, Record(number, line), log)
    return sheet


def _add_line(sheet: TrfSheet, record: Record, log: ProblemLog) -> None:
    text = record.text
    code = text[:3]
    separated = text[3:4] in ("", " ", "\t")
    if code == "001":
        sheet.rows.append(record)
    elif code == "###":
        sheet.declarations.append(text[3:].strip())
    elif separated and (code in HEADER_CODES or code in INTERPRETED_CODES or code in KEPT_CODES):
        sheet.records.setdefault(code, []).append(record)
        if code in KEPT_CODES:
            sheet.kept_lines.append(record)
    elif _DIGIT_RULER.fullmatch(text) or _FIELD_RULER.fullmatch(text):
        return
    else:
        sheet.kept_lines.append(record)
        _report_unknown(record, sheet, log)
        return
    sheet.recognised += 1


def _report_unknown(record: Record, sheet: TrfSheet, log: ProblemLog) -> None:
    text = record.text
    if _NATIONAL_RATING.match(text):
        return
    at = (record.line, 1)
    if _CODE.match(text):
        log.add(
            ProblemCode.UNKNOWN_RECORD,
            f"record {text[:3]!r} is not known; it was kept verbatim",
            "check its code",
            at=at,
            found=text,
        )
        return
    sheet.unrecognised.append(record)
    log.add(
        ProblemCode.UNRECOGNISED_LINE,
        f"no record begins with {shorten(text[:4])!r}; the line was kept verbatim",
        "begin a comment with ###",
        at=at,
        found=text,
    )
