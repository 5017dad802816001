"""Parsers of single fields: numbers, tenths of a point, dates, in all spellings that occur in files."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache

from tournaments.model import Sex

_TENTHS = re.compile(r"([+-]?)([0-9]{0,5})(?:[.,]([0-9]?)0*)?")
_NUMBERED_DATE = re.compile(r"([0-9]{1,4})\s*[-./]\s*([0-9]{1,2})\s*[-./]\s*([0-9]{1,4})")
_NAMED_DATE = re.compile(r"([A-Za-z]{3})[a-z]*\.? ([0-9]{1,2}),? ([0-9]{4})")
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
    named = _NAMED_DATE.fullmatch(text)
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
