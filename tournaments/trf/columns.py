"""Numbers in records: in fixed columns, as in TRF26, or separated by blanks, as in JaVaFo's records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.trf import fields

if TYPE_CHECKING:
    from tournaments.problems import ProblemCode, ProblemLog
    from tournaments.trf.sheet import Record

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
        value = fields.number(piece) if piece.strip() else 0
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
        value = fields.number(word)
        if not value:
            raise TrfRecordError(text.index(word, 3) + 1, word, f"{word[:20]!r} is not a player's number")
        numbers.append(value)
    return numbers


def fixed_number(text: str, start: int, end: int, field_name: str) -> int | None:
    """Read one number in columns from 0; return None for blank columns, raise TrfRecordError for other text."""
    piece = text[start:end].strip()
    if not piece:
        return None
    value = fields.number(piece)
    if value is None:
        raise TrfRecordError(start + 1, piece, f"{piece!r} is not a valid {field_name}")
    return value


def fixed_tenths(text: str, start: int, end: int, field_name: str) -> int | None:
    """Read points in columns from 0; return None for blank columns, raise TrfRecordError for other text."""
    piece = text[start:end].strip()
    if not piece:
        return None
    value = fields.tenths(piece)
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
