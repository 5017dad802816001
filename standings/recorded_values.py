"""
Values of tie-breaks that a program exported beside an event (CSV), compared with those of C.07.

The heading has a column of starting numbers (``TPN``, ``SNo``, ``No.``...) and columns of values under their codes
(``BH/C1``; of teams also ``MP`` and ``GP``), or under ``TB1``, ``TB2``... in the order of the list. Commas, semicolons
or tabs part the cells. Values have a point or a comma, or halves as a fraction; they are compared to as many decimals
as are written.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from standings.codes import POINTS, Support, TieBreak, parse_code, replace_modifiers
from standings.columns import format_decimal
from standings.methods import ENCOUNTERS, compute_column
from tournaments.frozen import dataclass
from tournaments.model import PrimaryScore

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standings.codes import TieBreakCode
    from standings.ranking import Standings

_NUMBERS = frozenset({"TPN", "SNO", "NO", "STARTNO", "STNO", "STARTNUMBER", "ID", "CID"})
_POINTS = frozenset({"PTS", "POINTS", "SCORE"})
_TEAM_SCORES = {score.value: replace_modifiers(POINTS, score=score) for score in PrimaryScore}
"""Columns of match points and of game points."""
_NUMBERED_HEADING = re.compile(r"TB(\d{1,2})")
_DELIMITERS = ";\t,"
_FRACTIONS = str.maketrans({"½": "|5", "¼": "|25", "¾": "|75"})
_VALUE = re.compile(r"(?P<sign>-?)(?P<whole>\d*)(?:[.,|](?P<decimals>\d+))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedValue:
    """One value, as it is written."""

    line: int
    """Of the file, from 1."""
    tpn: int
    code: TieBreakCode
    text: str
    number: int
    """The value times 10 to the power of the decimals."""
    decimals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedValues:
    """What a file of values holds."""

    values: tuple[RecordedValue, ...]
    remarks: tuple[str, ...]
    """What was not read, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A recorded value that is not the one of C.07."""

    recorded: RecordedValue
    value: str
    """By C.07; ``-`` for none."""


class UnreadableValuesError(ValueError):
    """A file of values cannot be read at all; the message says why and what to do."""


def parse_values(text: str, listed: Sequence[TieBreakCode]) -> RecordedValues:
    """
    Read a file of values; ``listed`` is the list by which the event is ranked, for columns without a code.

    Raise UnreadableValuesError for a text without a heading that names starting numbers and a tie-break.
    """
    lines = [(number, line) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1) if line.strip()]
    for at, (_, line) in enumerate(lines):
        delimiter = max(_DELIMITERS, key=line.count)
        heading = [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]
        numbers = next((place for place, cell in enumerate(heading) if _normalise(cell) in _NUMBERS), None)
        codes = {
            place: code
            for place, cell in enumerate(heading)
            if (code := _parse_heading(cell, listed)) and place != numbers
        }
        if numbers is not None and codes:
            rows = ((number, next(csv.reader([row], delimiter=delimiter))) for number, row in lines[at + 1 :])
            return _parse_rows(rows, numbers, codes)
    raise UnreadableValuesError(
        "no line is a heading with a column of starting numbers (TPN, SNo, No.) and one of a tie-break (BH/C1, TB1)"
    )


def _normalise(cell: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", cell.upper())


def _parse_heading(cell: str, listed: Sequence[TieBreakCode]) -> TieBreakCode | None:
    """Return the code that a heading names, None for one that names something else."""
    in_order = _NUMBERED_HEADING.fullmatch(_normalise(cell))
    if in_order:
        others = [code for code in listed if code != POINTS]
        place = int(in_order[1])
        return others[place - 1] if 1 <= place <= len(others) else None
    if _normalise(cell) in _POINTS:
        return POINTS
    if _normalise(cell) in _TEAM_SCORES:
        return _TEAM_SCORES[_normalise(cell)]
    code = parse_code(cell)
    return code if code.support is Support.DEFINED and code.base is not TieBreak.PAIRING_NUMBER else None


def _parse_rows(rows: Iterator[tuple[int, list[str]]], numbers: int, codes: dict[int, TieBreakCode]) -> RecordedValues:
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
                found = RecordedValue(line=line, tpn=int(tpn), code=code, text=cell, number=number, decimals=decimals)
                values.append(found)
            elif cell not in ("", "-"):
                remarks.append(f"line {line}, {code}: {cell!r} is not a number; it was left out")
    return RecordedValues(values=tuple(values), remarks=tuple(remarks))


def _parse_value(cell: str) -> tuple[int, int] | None:
    """Read ``12.5``, ``12,50``, ``12½``: the number times 10 to the power of its decimals, and these."""
    match = _VALUE.fullmatch(cell.replace(" ", "").translate(_FRACTIONS))
    if match is None or not (match["whole"] or match["decimals"]):
        return None
    decimals = match["decimals"] or ""
    number = int(f"{match['whole'] or '0'}{decimals}")
    return -number if match["sign"] else number, len(decimals)


def compare_values(recorded: RecordedValues, standings: Standings) -> tuple[tuple[Disagreement, ...], int]:
    """
    Compare recorded values with those of the codes that were applied.

    Return what disagrees, and how many values were compared; players and codes that are not there are passed over.
    """
    columns = {column.code: column for column in reversed(standings.columns)}
    if standings.competition.teams is not None:
        columns |= {code: compute_column(standings.competition, code) for code in _TEAM_SCORES.values()}
    places = standings.field.places
    found, compared = [], 0
    for value in recorded.values:
        column = columns.get(value.code)
        if column is None or column.code.base in ENCOUNTERS or column.texts or value.tpn not in places:
            continue
        compared += 1
        place = places[value.tpn]
        number = column.numbers[place]
        if number is None or not _matches_written_value(number, column.scale, value):
            found.append(Disagreement(recorded=value, value=column.text(place)))
    return tuple(found), compared


def _matches_written_value(number: int, scale: int, value: RecordedValue) -> bool:
    """Whether a value, rounded or cut to the decimals that are written, is the one that is written."""
    unit = 10**value.decimals
    rounded = format_decimal(number, scale, value.decimals)
    cut = number * unit // scale
    return value.number in (int(rounded.replace(".", "")), cut)
