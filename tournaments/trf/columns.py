"""Lists of numbers in records: in fixed columns, as in TRF26, or free, as in JaVaFo's records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.trf import fields

if TYPE_CHECKING:
    from tournaments.problems import Findings, ProblemCode
    from tournaments.trf.sheet import Record

_NUMBER_WIDTH = 4


class RecordError(Exception):
    """A record cannot be read; carries what to report, and never leaves the reader."""

    def __init__(self, column: int, found: str, message: str) -> None:
        """Keep the column (from 1), the piece at fault, and a sentence."""
        super().__init__(message)
        self.column = column
        self.found = found

    def report(self, code: ProblemCode, record: Record, remedy: str, findings: Findings) -> None:
        """Hand the fault to the findings."""
        findings.add(code, f"{record.text[:3]}: {self}", remedy, at=(record.line, self.column), found=self.found)


def fixed_numbers(text: str, start: int) -> list[int]:
    """
    Read numbers of four columns with a blank between them, from a column counted from 0.

    Blank or zero columns are passed over. RecordError for anything else, and for a tab.
    """
    return [value for value in fixed_places(text, start) if value]


def fixed_places(text: str, start: int, *, width: int = _NUMBER_WIDTH) -> list[int | None]:
    """Read numbers as in ``fixed_numbers`` where their places count: None for blank or zero columns."""
    refuse_tabs(text)
    numbers: list[int | None] = []
    for column in range(start, len(text), width + 1):
        piece = text[column : column + width]
        separator = text[column + width : column + width + 1]
        value = fields.number(piece) if piece.strip() else 0
        if value is None or separator.strip():
            found = text[column : column + width + 1].strip()
            raise RecordError(column + 1, found, f"{found!r} is not a number in columns {column + 1}-{column + width}")
        numbers.append(value or None)
    return numbers


def free_numbers(text: str) -> list[int]:
    """Read numbers that blanks or tabs separate, after the code of the record; RecordError for anything else."""
    numbers = []
    for word in text[3:].split():
        value = fields.number(word)
        if not value:
            raise RecordError(text.index(word, 3) + 1, word, f"{word[:20]!r} is not a player's number")
        numbers.append(value)
    return numbers


def fixed_number(text: str, start: int, end: int, what: str) -> int | None:
    """Read one number in columns from 0; None if they are blank, RecordError if they hold something else."""
    piece = text[start:end].strip()
    if not piece:
        return None
    value = fields.number(piece)
    if value is None:
        raise RecordError(start + 1, piece, f"{piece!r} is not a valid {what}")
    return value


def fixed_tenths(text: str, start: int, end: int, what: str) -> int | None:
    """Read points in columns from 0; None if they are blank, RecordError if they hold something else."""
    piece = text[start:end].strip()
    if not piece:
        return None
    value = fields.tenths(piece)
    if value is None:
        raise RecordError(start + 1, piece, f"{piece!r} is not a valid {what}")
    return value


def demand_blanks(text: str, *columns: int) -> None:
    """Raise RecordError if one of the columns, from 0, is not blank."""
    refuse_tabs(text)
    for column in columns:
        if text[column : column + 1].strip():
            raise RecordError(
                column + 1, text[column], f"{text[column]!r} stands in column {column + 1}, which must be blank"
            )


def refuse_tabs(text: str) -> None:
    """Raise RecordError if there is a tab among fixed columns."""
    if "\t" in text:
        raise RecordError(text.index("\t") + 1, "\\t", "a tab stands among fixed columns")
