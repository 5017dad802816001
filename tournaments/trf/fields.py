"""Parsers of single fields: numbers, tenths of a point, dates, in all spellings of files, and of rows of numbers."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tournaments.model import Sex

if TYPE_CHECKING:
    from tournaments.problems import ProblemCode, ProblemLog
    from tournaments.trf.sheet import Record


_TENTHS = re.compile(r"([+-]?)([0-9]{0,5})(?:[.,]([0-9]?)0*)?")
_NUMBERED_DATE = re.compile(r"([0-9]{1,4})\s*[-./]\s*([0-9]{1,2})\s*[-./]\s*([0-9]{1,4})")
_NAMED_DATE = r"([A-Za-z]{3})[a-z]*\.? ([0-9]{1,2}),? ([0-9]{4})"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_BIRTH = re.compile(r"([0-9]{4})(?:\s*[-./]\s*([0-9]{0,2})\s*[-./]\s*([0-9]{0,2}))?")
_CENTURY = 2000
_YEAR_DIGITS = 4

_SEX = {"m": Sex.MALE, "M": Sex.MALE, "w": Sex.FEMALE, "W": Sex.FEMALE, "f": Sex.FEMALE, "F": Sex.FEMALE}
_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "gf": "WGM",
    "wm": "WIM",
    "mf": "WIM",
    "wf": "WFM",
    "ff": "WFM",
    "wc": "WCM",
    "cf": "WCM",
}
"""Short forms of titles that older programs write in lower case."""


@lru_cache(maxsize=4096)
def tenths(text: str) -> int | None:
    """Read a number of points with at most one significant decimal, in tenths; None for other text."""
    match = _TENTHS.fullmatch(text.strip())
    if match is None:
        return None
    sign, whole, decimal = match.groups()
    if not whole and not decimal:
        return None
    value = 10 * int(whole or 0) + int(decimal or 0)
    return -value if sign == "-" else value


@lru_cache(maxsize=4096)
def number(text: str, max_value: int = 9999) -> int | None:
    """Read a whole number from 0 to ``max_value``, with or without blanks around it; None for other text."""
    text = text.strip()
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(max_value)) + 8:
        return None
    value = int(text)
    return value if value <= max_value else None


def sex(text: str) -> Sex | None:
    """Read m, w, or f in upper or lower case; None for other text."""
    return _SEX.get(text)


def title(text: str) -> str:
    """Return the title as in FIDE's lists, or an unknown title verbatim."""
    text = text.strip()
    return _TITLES.get(text, text)


def fide_id(text: str) -> str:
    """Return the FIDE number without blanks; empty for zero, which means no number."""
    text = text.strip()
    return text if text.strip("0") else ""


def birth(text: str) -> str:
    """Return ``YYYY/MM/DD`` with 00 for an unknown month or day, or the text if it is not a date."""
    text = text.strip()
    match = _BIRTH.fullmatch(text)
    if match is None:
        return "" if not text.strip("./- 0") else text
    year, month, day = match.groups()
    if year == "0000":
        return ""
    return f"{year}/{int(month or 0):02d}/{int(day or 0):02d}"


def date(text: str) -> tuple[dt.date | None, bool]:
    """
    Read a date in all spellings that occur in files; return the date, and whether it is ambiguous.

    ``2024/11/23``, ``2012-02-06``, ``28. 07. 2005``, ``Feb 20, 2021``. A year of two digits comes first, as in record
    132 (``10.09.13`` is 2010), unless only the reverse order gives a date.
    """
    text = text.strip()
    named = re.fullmatch(_NAMED_DATE, text) if text[:1].isalpha() else None
    if named:
        month = named.group(1).lower()
        return (
            (_day(int(named.group(3)), _MONTHS.index(month) + 1, int(named.group(2))), False)
            if (month in _MONTHS)
            else (None, False)
        )
    match = _NUMBERED_DATE.fullmatch(text)
    if match is None:
        return None, False
    first, second, third = match.groups()
    if len(first) == _YEAR_DIGITS:
        return _day(int(first), int(second), int(third)), False
    if len(third) == _YEAR_DIGITS:
        return _day(int(third), int(second), int(first)) or _day(int(third), int(first), int(second)), False
    year_first = _day(_CENTURY + int(first), int(second), int(third))
    year_last = _day(_CENTURY + int(third), int(second), int(first))
    return year_first or year_last, year_first is not None and year_last not in (None, year_first)


def _day(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


_NUMBER_WIDTH = 4


class TrfRecordError(Exception):
    """A record cannot be read; the reader catches the error and reports it."""

    def __init__(self, column: int, found: str, message: str) -> None:
        """Hold the column (from 1), the faulty piece, and a sentence."""
        super().__init__(message)
        self.column = column
        self.found = found

    def report(self, code: ProblemCode, record: Record, remedy: str, log: ProblemLog) -> None:
        """Add the fault to the log of problems."""
        log.add(code, f"{record.text[:3]}: {self}", remedy, at=(record.line, self.column), found=self.found)


def fixed_numbers(text: str, start: int) -> list[int]:
    """
    Read numbers of four columns with a blank between them, from a column counted from 0.

    Blank or zero columns are skipped. Raise TrfRecordError for any other text, and for a tab.
    """
    return [value for value in fixed_places(text, start) if value]


def fixed_places(text: str, start: int, *, width: int = _NUMBER_WIDTH) -> list[int | None]:
    """Read numbers as ``fixed_numbers`` does, but return None for blank or zero columns."""
    refuse_tabs(text)
    numbers: list[int | None] = []
    for column in range(start, len(text), width + 1):
        piece = text[column : column + width]
        separator = text[column + width : column + width + 1]
        value = number(piece) if piece.strip() else 0
        if value is None or separator.strip():
            faulty = text[column : column + width + 1].strip()
            raise TrfRecordError(
                column + 1, faulty, f"{faulty!r} is not a number in columns {column + 1}-{column + width}"
            )
        numbers.append(value or None)
    return numbers


def free_numbers(text: str) -> list[int]:
    """Read numbers that blanks or tabs separate, after the code of the record; raise TrfRecordError for other text."""
    numbers = []
    for word in text[3:].split():
        value = number(word)
        if not value:
            raise TrfRecordError(text.index(word, 3) + 1, word, f"{word[:20]!r} is not a player's number")
        numbers.append(value)
    return numbers


def fixed_number(text: str, start: int, end: int, field_name: str) -> int | None:
    """Read one number in columns from 0; return None for blank columns, raise TrfRecordError for other text."""
    piece = text[start:end].strip()
    if not piece:
        return None
    value = number(piece)
    if value is None:
        raise TrfRecordError(start + 1, piece, f"{piece!r} is not a valid {field_name}")
    return value


def fixed_tenths(text: str, start: int, end: int, field_name: str) -> int | None:
    """Read points in columns from 0; return None for blank columns, raise TrfRecordError for other text."""
    piece = text[start:end].strip()
    if not piece:
        return None
    value = tenths(piece)
    if value is None:
        raise TrfRecordError(start + 1, piece, f"{piece!r} is not a valid {field_name}")
    return value


def require_blanks(text: str, *columns: int) -> None:
    """Raise TrfRecordError if one of the columns, from 0, is not blank."""
    refuse_tabs(text)
    for column in columns:
        if text[column : column + 1].strip():
            raise TrfRecordError(
                column + 1, text[column], f"{text[column]!r} stands in column {column + 1}, which must be blank"
            )


def refuse_tabs(text: str) -> None:
    """Raise TrfRecordError for a tab among fixed columns."""
    if "\t" in text:
        raise TrfRecordError(text.index("\t") + 1, "\\t", "a tab stands among fixed columns")
