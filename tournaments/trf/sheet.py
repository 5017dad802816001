"""
The lines of a text by kind: player rows, known records by code, declarations, and lines kept verbatim.

This module recognises the kind of each line, but does not interpret its content. Bytes are decoded with all encodings
and line ends. Columns are counted in characters, so decoding keeps the number of characters of a line.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable

from msgspec import Struct, field

from tournaments.frozen import FrozenStruct
from tournaments.problems import ProblemCode, ProblemLog, shorten

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
_NATIONAL_RATING = r"[A-Z]{3} [ 0-9]{3}[0-9]( |$)"
_DIGIT_RULER = r"[\s0-9]*(123456789|\s1 {9}2)[\s0-9]*|[0-9]{20,}"
_FIELD_RULER = r"([A-Z])\1\1 .*"
_CODE = r"[0-9A-Z]{3}(\s|$)"
"""Patterns of lines that most files do not have, so that they are compiled where one is needed."""


class Record(FrozenStruct, frozen=True, order=True):
    """A line of the text with its number, from 1."""

    line: int
    text: str


class TrfSheet(Struct):
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
    elif re.fullmatch(_DIGIT_RULER, text) or re.fullmatch(_FIELD_RULER, text):
        return
    else:
        sheet.kept_lines.append(record)
        _report_unknown(record, sheet, log)
        return
    sheet.recognised += 1


def _report_unknown(record: Record, sheet: TrfSheet, log: ProblemLog) -> None:
    text = record.text
    if re.match(_NATIONAL_RATING, text):
        return
    at = (record.line, 1)
    if re.match(_CODE, text):
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


_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]"
"""Control characters other than tab and line feed, and further line ends of some programs."""
_WINDOWS_1252 = "cp1252"
_SAMPLE = 4096


def decode(data: bytes, log: ProblemLog) -> str:
    """Decode bytes as UTF-8 with or without mark, UTF-16, or else Windows-1252 (Latin-1)."""
    encoding = _utf16_encoding(data)
    if encoding:
        log.add(ProblemCode.ENCODING_UTF16, "the text is encoded in UTF-16", "save it as UTF-8", at=(None, None))
        return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _decode_8_bit(data, error.start, log)


def _utf16_encoding(data: bytes) -> str:
    """Recognise UTF-16 by its mark, or by NUL in every second byte of the beginning; empty for other encodings."""
    if data.startswith(_UTF16_MARKS):
        return "utf-16"
    sample = data[:_SAMPLE]
    half = len(sample) // 2
    if half and sample[1::2].count(0) > half * 3 // 4 and not sample[0::2].count(0):
        return "utf-16-le"
    if half and sample[0::2].count(0) > half * 3 // 4 and not sample[1::2].count(0):
        return "utf-16-be"
    return ""


def _decode_8_bit(data: bytes, fault: int, log: ProblemLog) -> str:
    before = data[:fault].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line = before.count(b"\n") + 1
    column = fault - max(data.rfind(b"\n", 0, fault), data.rfind(b"\r", 0, fault))
    log.add(
        ProblemCode.ENCODING_GUESSED,
        f"byte 0x{data[fault]:02X} is not UTF-8; the text was read as Windows-1252",
        "check the accented letters and save the file as UTF-8",
        at=(line, column),
        found=f"\\x{data[fault]:02x}",
    )
    try:
        return data.decode(_WINDOWS_1252)
    except UnicodeDecodeError:
        return data.decode("latin-1")


def split_lines(text: str, log: ProblemLog) -> list[str]:
    """Return the lines without line ends (CR, LF or both) and without white space at their ends."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [line.rstrip() for line in text.split("\n")]
    if all(map(str.isprintable, lines)) or not re.search(_CONTROL, text):
        return lines
    return [_replace_control_characters(line, number, log) for number, line in enumerate(lines, start=1)]


def _replace_control_characters(line: str, number: int, log: ProblemLog) -> str:
    fault = re.search(_CONTROL, line)
    if fault is None:
        return line
    log.add(
        ProblemCode.CONTROL_CHARACTER,
        f"control character U+{ord(fault.group()):04X} was read as a blank",
        "remove it",
        at=(number, fault.start() + 1),
        found=repr(fault.group())[1:-1],
    )
    return re.sub(_CONTROL, " ", line).rstrip()
