"""Player records (001): cutting a line at its columns, and what to do with lines that are not aligned."""

from __future__ import annotations

import unicodedata
from operator import itemgetter
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import Player
from tournaments.places import CELL_WIDTH, FIRST_CELL, column_of
from tournaments.problems import ProblemCode
from tournaments.trf import fields
from tournaments.trf.entries import read_cell

if TYPE_CHECKING:
    from tournaments.model import RoundEntry, Sex
    from tournaments.problems import Findings
    from tournaments.trf.entries import Cell

_SEPARATORS = (3, 8, 13, 47, 52, 56, 68, 79, 84)
"""Columns before the rounds that are always blank, from 0."""
_separators = itemgetter(*_SEPARATORS)
_BLANKS = (" ",) * len(_SEPARATORS)
_NAME = slice(14, 47)
_NAME_WIDTH = 33
_WIDE_NUMBER = slice(4, 9)
"""Columns of a number and of the blank after it."""
MOST_ROUNDS = 999
"""Rounds have three digits in TRF26; more columns than that are garbage."""
_FAULTS_SHOWN_PER_ROW = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An 001 record, aligned and cut."""

    line: int
    tpn: int
    text: str
    """Aligned, at least up to the first round."""
    cells: tuple[Cell, ...]
    is_sound: bool
    """Whether all cells could be read."""


def read_row(line: str, number: int, findings: Findings, *, has_running_games: bool = False) -> Row | None:
    """
    Cut a line; None if that is impossible or its number is missing.

    ``has_running_games`` says that a ``Z`` beside an opponent is a game without result, as on lichess.
    """
    if "\t" in line:
        at = (number, line.index("\t") + 1)
        remedy = "replace every tab by as many blanks as the columns need"
        findings.add(ProblemCode.TAB_IN_ROW, "a tab stands among fixed columns", remedy, at=at, found="\\t")
        return None
    aligned = _aligned(line, number, findings)
    tpn = None if aligned is None else _number(aligned, number, findings)
    if aligned is None or tpn is None:
        return None
    cells = _cells(aligned)
    if has_running_games:
        cells = tuple([_as_running(cell) for cell in cells])
    is_sound = _report_faults(cells, number, findings)
    if not is_sound:
        cells = tuple([cell._replace(entry=None) if cell.is_garbled else cell for cell in cells])
    return Row(line=number, tpn=tpn, text=aligned, cells=cells, is_sound=is_sound)


def _number(aligned: str, line: int, findings: Findings) -> int | None:
    """Return the player's number; None if there is none, or if the row goes on for ever."""
    tpn = fields.number(aligned[4:8])
    found = aligned[4:8].strip()
    if not tpn:
        message, remedy = f"{found!r} is not a starting-rank number", "write a whole number from 1 in columns 5-8"
        findings.add(ProblemCode.NUMBER_INVALID, message, remedy, at=(line, 5), found=found)
        return None
    if len(aligned) > FIRST_CELL + CELL_WIDTH * MOST_ROUNDS:
        message, remedy = f"the row goes on after {MOST_ROUNDS} rounds", "end the row after its last round"
        at = (line, column_of(MOST_ROUNDS + 1, 0))
        findings.add(ProblemCode.ROW_TOO_LONG, message, remedy, at=at)
        return None
    return tpn


def _aligned(line: str, number: int, findings: Findings) -> str | None:
    """Pad the line, or bring it back to columns counted in characters; None if its separators are not blank."""
    padded = line.ljust(FIRST_CELL)
    if _separators(padded) == _BLANKS and (line.isascii() or not _has_faults(padded)):
        return padded
    for code, remedy, candidate in _realigned(line):
        padded_candidate = candidate.ljust(FIRST_CELL)
        if _separators(padded_candidate) == _BLANKS and not _has_faults(padded_candidate):
            findings.add(code, "the row was realigned", remedy, at=(number, None), found=line[_NAME].strip())
            return padded_candidate
    fault = next((column for column in _SEPARATORS if padded[column] != " "), None)
    if fault is None:
        return padded
    message = f"{padded[fault]!r} stands in column {fault + 1}, which must be blank"
    remedy = "shift the fields of the row to their columns"
    if padded[_WIDE_NUMBER].isdecimal():
        message, remedy = f"number {padded[_WIDE_NUMBER]} needs five columns, there are four", "number from 1 to 9999"
    findings.add(ProblemCode.ROW_MISALIGNED, message, remedy, at=(number, fault + 1), found=line)
    return None


def _realigned(line: str) -> list[tuple[ProblemCode, str, str]]:
    """Return other ways to count the columns of a line that is not ASCII, each with the problem that it means."""
    if line.isascii():
        return []
    ways = []
    composed = unicodedata.normalize("NFC", line)
    if len(composed) != len(line):
        ways.append((ProblemCode.DECOMPOSED_NAME, "save the file in Unicode normal form C", composed))
    encoded = line.encode("utf-8", errors="replace")
    name = encoded[_NAME].decode("utf-8", errors="replace").ljust(_NAME_WIDTH)
    before, after = encoded[: _NAME.start], encoded[_NAME.stop :]
    counted = before.decode("utf-8", errors="replace") + name + after.decode("utf-8", errors="replace")
    ways.append((ProblemCode.COLUMNS_IN_BYTES, "count columns in characters, not in bytes", counted))
    return ways


def _cells(aligned: str) -> tuple[Cell, ...]:
    rounds = aligned[FIRST_CELL:]
    count = min(-(-len(rounds) // CELL_WIDTH), MOST_ROUNDS)
    rounds = rounds.ljust(count * CELL_WIDTH)
    return tuple([read_cell(rounds[at : at + CELL_WIDTH]) for at in range(0, count * CELL_WIDTH, CELL_WIDTH)])


def _has_faults(aligned: str) -> bool:
    return any(cell.fault is not None for cell in _cells(aligned))


def _as_running(cell: Cell) -> Cell:
    return cell._replace(fault=None) if cell.is_garbled and cell.entry is not None else cell


def _report_faults(cells: tuple[Cell, ...], line: int, findings: Findings) -> bool:
    """Report what is wrong in a row's cells, and return whether all could be read."""
    faults = [(index, cell.fault) for index, cell in enumerate(cells) if cell.fault is not None]
    for index, fault in faults[:_FAULTS_SHOWN_PER_ROW]:
        column = column_of(index + 1, fault.offset)
        message = f"round {index + 1}: {fault.message}"
        findings.add(fault.code, message, fault.remedy, at=(line, column), found=fault.found)
    return not any(cells[index].is_garbled for index, _ in faults)


def player_of(row: Row, rounds: tuple[RoundEntry, ...], findings: Findings) -> Player:
    """Read what stands before the rounds."""
    text = row.text
    points, rank = text[80:84].strip(), text[85:89].strip()
    return Player(
        tpn=row.tpn,
        name=text[_NAME].strip(),
        rounds=rounds,
        points=_points(points, row.line, findings),
        rank=_optional(rank, ProblemCode.RANK_INVALID, "rank", (row.line, 86), findings),
        rating=_optional(text[48:52].strip(), ProblemCode.RATING_INVALID, "rating", (row.line, 49), findings),
        title=fields.title(text[10:13]),
        sex=_sex(text[9], row.line, findings),
        federation=text[53:56].strip(),
        fide_id=fields.fide_id(text[57:68]),
        birth=fields.birth(text[69:79]),
    )


def _sex(text: str, line: int, findings: Findings) -> Sex | None:
    value = fields.sex(text)
    if value is None and text != " ":
        at = (line, 10)
        findings.add(ProblemCode.SEX_INVALID, f"{text!r} is not a sex", "write m, w or a blank", at=at, found=text)
    return value


def _points(text: str, line: int, findings: Findings) -> int | None:
    if not text:
        remedy = "write the points in columns 81-84"
        findings.add(ProblemCode.POINTS_MISSING, "the points are blank", remedy, at=(line, 81))
        return None
    value = fields.tenths(text)
    if value is None:
        remedy = "write them with one decimal, as in 3.5"
        findings.add(
            ProblemCode.POINTS_INVALID, f"{text!r} is not a number of points", remedy, at=(line, 81), found=text
        )
    elif "," in text:
        findings.add(
            ProblemCode.POINTS_COMMA, f"{text!r} has a decimal comma", "write a point", at=(line, 81), found=text
        )
    return value


def _optional(text: str, code: ProblemCode, what: str, at: tuple[int, int], findings: Findings) -> int | None:
    """Read a number that may be blank or zero, which means that there is none."""
    if not text:
        return None
    value = fields.number(text)
    if value is None:
        remedy = "write a whole number or leave it blank"
        findings.add(code, f"{text!r} is not a valid {what}", remedy, at=at, found=text)
    return value or None
