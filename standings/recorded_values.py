"""
Comparison of tie-break values that a program exported as CSV with the values of C.07.

The heading names a column of starting numbers (``TPN``, ``SNo``, ``No.``...) and columns of values: by code (``BH/C1``;
for teams also ``MP`` and ``GP``), or as ``TB1``, ``TB2``... in the order of the list. Commas, semicolons or tabs
separate the cells. Values have a decimal point, a decimal comma or a fraction. They are compared to the decimals that
are written.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from standings.codes import POINTS, Support, TieBreak, TieBreakCode, parse_code, replace_modifiers
from standings.columns import format_decimal
from standings.methods import ENCOUNTERS, compute_column
from tournaments.frozen import FrozenStruct
from tournaments.model import PrimaryScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from standings.ranking import Standings

_NUMBERS = frozenset({"TPN", "SNO", "NO", "STARTNO", "STNO", "STARTNUMBER", "ID", "CID"})
_POINTS = frozenset({"PTS", "POINTS", "SCORE"})
_TEAM_SCORES = {score.value: replace_modifiers(POINTS, score=score) for score in PrimaryScore}
"""Columns of match points and of game points."""
_NUMBERED_HEADING = re.compile(r"TB(\d{1,2})")
_DELIMITERS = ";\t,"
_FRACTIONS = str.maketrans({"½": "|5", "¼": "|25", "¾": "|75"})
_VALUE = re.compile(r"(?P<sign>-?)(?P<whole>\d*)(?:[.,|](?P<decimals>\d+))?")


class RecordedValue(FrozenStruct, frozen=True, kw_only=True):
    """One value as the file writes it."""

    line: int
    """The line of the file, from 1."""
    tpn: int
    code: TieBreakCode
    text: str
    number: int
    """The value times 10 to the power of the decimals."""
    decimals: int


class Disagreement(FrozenStruct, frozen=True, kw_only=True):
    """A recorded value that differs from the value of C.07."""

    recorded: RecordedValue
    value: str
    """The value of C.07; ``-`` if it has none."""


class UnreadableValuesError(ValueError):
    """A file of values cannot be read; the message says why and what to do."""


def parse_values(text: str, listed_codes: Sequence[TieBreakCode]) -> tuple[tuple[RecordedValue, ...], tuple[str, ...]]:
    """
    Read a file of values; ``listed_codes`` is the list of the event, to which headings such as ``TB1`` refer.

    Raise UnreadableValuesError if no heading names starting numbers and a tie-break.
    """
    lines = [(number, line) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1) if line.strip()]
    for at, (_, line) in enumerate(lines):
        delimiter = max(_DELIMITERS, key=line.count)
        heading = [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]
        numbers = next((place for place, cell in enumerate(heading) if _normalise(cell) in _NUMBERS), None)
        codes = {
            place: code
            for place, cell in enumerate(heading)
            if (code := _parse_heading(cell, listed_codes)) and place != numbers
        }
        if numbers is not None and codes:
            rows = ((number, next(csv.reader([row], delimiter=delimiter))) for number, row in lines[at + 1 :])
            return _parse_rows(rows, numbers, codes)
    raise UnreadableValuesError(
        "no line is a heading with a column of starting numbers (TPN, SNo, No.) and a tie-break (BH/C1, TB1)"
    )


def _normalise(cell: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", cell.upper())


def _parse_heading(cell: str, listed_codes: Sequence[TieBreakCode]) -> TieBreakCode | None:
    """Return the code that a cell of the heading names; None if it does not name a code."""
    in_order = _NUMBERED_HEADING.fullmatch(_normalise(cell))
    if in_order:
        numbered_codes = [code for code in listed_codes if code != POINTS]
        place = int(in_order[1])
        return numbered_codes[place - 1] if 1 <= place <= len(numbered_codes) else None
    if _normalise(cell) in _POINTS:
        return POINTS
    if _normalise(cell) in _TEAM_SCORES:
        return _TEAM_SCORES[_normalise(cell)]
    code = parse_code(cell)
    return code if code.support is Support.DEFINED and code.tie_break is not TieBreak.PAIRING_NUMBER else None


def _parse_rows(
    rows: Iterator[tuple[int, list[str]]], numbers: int, codes: dict[int, TieBreakCode]
) -> tuple[tuple[RecordedValue, ...], tuple[str, ...]]:
    values: list[RecordedValue] = []
    remarks: list[str] = []
    for line, cells in rows:
        tpn = cells[numbers].strip() if numbers < len(cells) else ""
        if not tpn.isdecimal():
            remarks.append(f"line {line}: {tpn or 'nothing'!r} is not a starting number; the line was left out")
            continue
        for place, code in codes.items():
            cell = cells[place].strip() if place < len(cells) else ""
            value = _parse_value(cell)
            if value is not None:
                number, decimals = value
                recorded = RecordedValue(
                    line=line, tpn=int(tpn), code=code, text=cell, number=number, decimals=decimals
                )
                values.append(recorded)
            elif cell not in ("", "-"):
                remarks.append(f"line {line}, {code}: {cell!r} is not a number; it was left out")
    return tuple(values), tuple(remarks)


def _parse_value(cell: str) -> tuple[int, int] | None:
    """Read ``12.5``, ``12,50`` or ``12½``; return the value times a power of 10, and the number of decimals."""
    match = _VALUE.fullmatch(cell.replace(" ", "").translate(_FRACTIONS))
    if match is None or not (match["whole"] or match["decimals"]):
        return None
    decimals = match["decimals"] or ""
    number = int(f"{match['whole'] or '0'}{decimals}")
    return -number if match["sign"] else number, len(decimals)


def compare_values(recorded: Iterable[RecordedValue], standings: Standings) -> tuple[tuple[Disagreement, ...], int]:
    """
    Compare recorded values with the values of the codes that were applied.

    Return the values that differ, and the number of compared values. Values of unknown players or codes are skipped.
    """
    columns = {column.code: column for column in reversed(standings.columns)}
    if standings.competition.teams is not None:
        columns |= {code: compute_column(standings.competition, code) for code in _TEAM_SCORES.values()}
    places = standings.table.places
    disagreements, compared = [], 0
    for value in recorded:
        column = columns.get(value.code)
        if column is None or column.code.tie_break in ENCOUNTERS or column.texts or value.tpn not in places:
            continue
        compared += 1
        place = places[value.tpn]
        number = column.numbers[place]
        if number is None or not _matches_written_value(number, column.scale, value):
            disagreements.append(Disagreement(recorded=value, value=column.text(place)))
    return tuple(disagreements), compared


def _matches_written_value(number: int, scale: int, value: RecordedValue) -> bool:
    """Whether the written value is the computed value, rounded or cut to the decimals that are written."""
    unit = 10**value.decimals
    rounded = format_decimal(number, scale, value.decimals)
    cut = number * unit // scale
    return value.number in (int(rounded.replace(".", "")), cut)
