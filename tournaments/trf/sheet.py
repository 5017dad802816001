"""
The lines of a text sorted by kind: player rows, known records by code, declarations, and lines kept as they are.

Nothing is interpreted here except what a line is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tournaments.problems import ProblemCode, excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.problems import Findings

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
"""Records for people to read, which say nothing that others do not say."""
_TRF26_CODES = KEPT_CODES.union(_HEADERS_OF_2026, _RECORDS_OF_2026)
"""Not 142, which programs wrote years before."""
_NATIONAL_RATING = re.compile(r"[A-Z]{3} [ 0-9]{3}[0-9]( |$)")
_DIGIT_RULER = re.compile(r"[\s0-9]*(123456789|\s1 {9}2)[\s0-9]*|[0-9]{20,}")
_FIELD_RULER = re.compile(r"([A-Z])\1\1 .*")
_CODE = re.compile(r"[0-9A-Z]{3}(\s|$)")


class Record(NamedTuple):
    """A line of the text with its number, from 1."""

    line: int
    text: str


@dataclass(slots=True)
class Sheet:
    """All lines of a text by kind, in their order."""

    rows: list[Record] = field(default_factory=list)
    """001 records."""
    records: dict[str, list[Record]] = field(default_factory=dict)
    """Known records by code."""
    declarations: list[str] = field(default_factory=list)
    kept: list[Record] = field(default_factory=list)
    """Lines that the model keeps as they are."""
    recognised: int = 0
    """Lines that are records of the format."""
    unrecognised: list[Record] = field(default_factory=list)
    """Those of the kept lines that do not even begin with the code of a record."""

    def all(self, *codes: str) -> list[Record]:
        """Return the records with these codes in the order of the text."""
        return sorted(record for code in codes for record in self.records.get(code, ()))

    def text(self, code: str) -> str:
        """Return what the first record of that code says that says anything, without blanks around it."""
        texts = (record.text[3:].strip() for record in self.records.get(code, ()))
        return next((text for text in texts if text), "")

    @property
    def is_mostly_something_else(self) -> bool:
        """Whether more lines begin with no code than are records: a text about such files, say, and no such file."""
        return len(self.unrecognised) > self.recognised

    @property
    def has_trf26_records(self) -> bool:
        """Whether a record occurs that only TRF26 has."""
        return not _TRF26_CODES.isdisjoint(self.records)

    @property
    def has_engine_records(self) -> bool:
        """Whether an alphabetic record of TRF(x) occurs."""
        return any(code[0] in "XB" for code in self.records)


def sort_lines(lines: Iterable[str], findings: Findings) -> Sheet:
    """Tell what every line is."""
    sheet = Sheet()
    for number, line in enumerate(lines, start=1):
        if line:
            _sort_line(sheet, Record(number, line), findings)
    return sheet


def _sort_line(sheet: Sheet, record: Record, findings: Findings) -> None:
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
            sheet.kept.append(record)
    elif _DIGIT_RULER.fullmatch(text) or _FIELD_RULER.fullmatch(text):
        return
    else:
        sheet.kept.append(record)
        _report_unknown(record, sheet, findings)
        return
    sheet.recognised += 1


def _report_unknown(record: Record, sheet: Sheet, findings: Findings) -> None:
    text = record.text
    if _NATIONAL_RATING.match(text):
        return
    at = (record.line, 1)
    if _CODE.match(text):
        findings.add(
            ProblemCode.UNKNOWN_RECORD,
            f"record {text[:3]!r} is not known; it was kept as it is",
            "check its code",
            at=at,
            found=text,
        )
        return
    sheet.unrecognised.append(record)
    findings.add(
        ProblemCode.UNRECOGNISED_LINE,
        f"no record begins with {excerpt(text[:4])!r}; the line was kept as it is",
        "begin a comment with ###",
        at=at,
        found=text,
    )
