"""Player records (001): lines are aligned and cut at their columns."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from operator import itemgetter

from tournaments.frozen import FrozenStruct
from tournaments.model import Player, RoundEntry, Sex
from tournaments.places import CELL_WIDTH, FIRST_CELL, entry_column
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.trf import fields
from tournaments.trf.entries import RoundCell, read_cell

_SEPARATORS = (3, 8, 13, 47, 52, 56, 68, 79, 84)
"""Columns before the rounds that are always blank, from 0."""
_separators = itemgetter(*_SEPARATORS)
_BLANKS = (" ",) * len(_SEPARATORS)
_NAME = slice(14, 47)
_NAME_WIDTH = 33
_WIDE_NUMBER = slice(4, 9)
"""Columns of a number and of the following blank."""
MAX_ROUNDS = 999
"""The largest number of rounds; round numbers have three digits in TRF26."""
_MAX_FAULTS_PER_ROW = 3


class Row(FrozenStruct, frozen=True, kw_only=True):
    """An 001 record, aligned and cut."""

    line: int
    tpn: int
    text: str
    """The aligned text, at least up to the first round."""
    cells: tuple[RoundCell, ...]
    is_sound: bool
    """Whether all cells could be read."""


def read_row(line: str, number: int, log: ProblemLog, *, has_running_games: bool = False) -> Row | None:
    """
    Align and cut a line; return None if that is impossible or the number is missing.

    ``has_running_games``: a ``Z`` beside an opponent is a game without a result, as on lichess.
    """
    if "\t" in line:
        at = (number, line.index("\t") + 1)
        remedy = "replace every tab by as many blanks as the columns need"
        log.add(ProblemCode.TAB_IN_ROW, "a tab stands among fixed columns", remedy, at=at, found="\\t")
        return None
    aligned = _align(line, number, log)
    tpn = None if aligned is None else _number(aligned, number, log)
    if aligned is None or tpn is None:
        return None
    cells = _cells(aligned)
    if has_running_games:
        cells = tuple([_as_running_game(cell) for cell in cells])
    is_sound = _report_faults(cells, number, log)
    if not is_sound:
        cells = tuple([replace(cell, entry=None) if cell.is_garbled else cell for cell in cells])
    return Row(line=number, tpn=tpn, text=aligned, cells=cells, is_sound=is_sound)


def _number(aligned: str, line: int, log: ProblemLog) -> int | None:
    """Return the player's number; None if it is not valid or if the row is too long."""
    tpn = fields.number(aligned[4:8])
    found = aligned[4:8].strip()
    if not tpn:
        message, remedy = f"{found!r} is not a starting-rank number", "write a whole number from 1 in columns 5-8"
        log.add(ProblemCode.NUMBER_INVALID, message, remedy, at=(line, 5), found=found)
        return None
    if len(aligned) > FIRST_CELL + CELL_WIDTH * MAX_ROUNDS:
        message, remedy = f"the row goes on after {MAX_ROUNDS} rounds", "end the row after its last round"
        at = (line, entry_column(MAX_ROUNDS + 1, 0))
        log.add(ProblemCode.ROW_TOO_LONG, message, remedy, at=at)
        return None
    return tpn


def _align(line: str, number: int, log: ProblemLog) -> str | None:
    """Return the line padded, or realigned to columns in characters; None if its separators are not blank."""
    padded = line.ljust(FIRST_CELL)
    if _separators(padded) == _BLANKS and (line.isascii() or not _has_faults(padded)):
        return padded
    for code, remedy, candidate in _realignments(line):
        padded_candidate = candidate.ljust(FIRST_CELL)
        if _separators(padded_candidate) == _BLANKS and not _has_faults(padded_candidate):
            log.add(code, "the row was realigned", remedy, at=(number, None), found=line[_NAME].strip())
            return padded_candidate
    fault = next((column for column in _SEPARATORS if padded[column] != " "), None)
    if fault is None:
        return padded
    message = f"{padded[fault]!r} stands in column {fault + 1}, which must be blank"
    remedy = "shift the fields of the row to their columns"
    if padded[_WIDE_NUMBER].isdecimal():
        message, remedy = f"number {padded[_WIDE_NUMBER]} needs five columns, there are four", "number from 1 to 9999"
    log.add(ProblemCode.ROW_MISALIGNED, message, remedy, at=(number, fault + 1), found=line)
    return None


def _realignments(line: str) -> list[tuple[ProblemCode, str, str]]:
    """Return the lines that result from counting columns differently, each with problem code and remedy."""
    if line.isascii():
        return []
    realignments = []
    composed = unicodedata.normalize("NFC", line)
    if len(composed) != len(line):
        realignments.append((ProblemCode.DECOMPOSED_NAME, "save the file in Unicode normal form C", composed))
    encoded = line.encode("utf-8", errors="replace")
    name = encoded[_NAME].decode("utf-8", errors="replace").ljust(_NAME_WIDTH)
    before, after = encoded[: _NAME.start], encoded[_NAME.stop :]
    counted = before.decode("utf-8", errors="replace") + name + after.decode("utf-8", errors="replace")
    realignments.append((ProblemCode.COLUMNS_IN_BYTES, "count columns in characters, not in bytes", counted))
    return realignments


def _cells(aligned: str) -> tuple[RoundCell, ...]:
    rounds = aligned[FIRST_CELL:]
    count = min(-(-len(rounds) // CELL_WIDTH), MAX_ROUNDS)
    rounds = rounds.ljust(count * CELL_WIDTH)
    return tuple([read_cell(rounds[at : at + CELL_WIDTH]) for at in range(0, count * CELL_WIDTH, CELL_WIDTH)])


def _has_faults(aligned: str) -> bool:
    return any(cell.fault is not None for cell in _cells(aligned))


def _as_running_game(cell: RoundCell) -> RoundCell:
    return replace(cell, fault=None) if cell.is_garbled and cell.entry is not None else cell


def _report_faults(cells: tuple[RoundCell, ...], line: int, log: ProblemLog) -> bool:
    """Report the faults of a row's cells, and return whether all cells could be read."""
    faults = [(index, cell.fault) for index, cell in enumerate(cells) if cell.fault is not None]
    for index, fault in faults[:_MAX_FAULTS_PER_ROW]:
        column = entry_column(index + 1, fault.offset)
        message = f"round {index + 1}: {fault.message}"
        log.add(fault.code, message, fault.remedy, at=(line, column), found=fault.found)
    return not any(cells[index].is_garbled for index, _ in faults)


def build_player(row: Row, rounds: tuple[RoundEntry, ...], log: ProblemLog) -> Player:
    """Build a player from the columns before the rounds, and the rounds."""
    text = row.text
    points, rank = text[80:84].strip(), text[85:89].strip()
    return Player(
        tpn=row.tpn,
        name=text[_NAME].strip(),
        rounds=rounds,
        points=_points(points, row.line, log),
        rank=_parse_optional_number(rank, ProblemCode.RANK_INVALID, "rank", (row.line, 86), log),
        rating=_parse_optional_number(text[48:52].strip(), ProblemCode.RATING_INVALID, "rating", (row.line, 49), log),
        title=fields.title(text[10:13]),
        sex=_sex(text[9], row.line, log),
        federation=text[53:56].strip(),
        fide_id=fields.fide_id(text[57:68]),
        birth=fields.birth(text[69:79]),
    )


def _sex(text: str, line: int, log: ProblemLog) -> Sex | None:
    value = fields.sex(text)
    if value is None and text != " ":
        at = (line, 10)
        log.add(ProblemCode.SEX_INVALID, f"{text!r} is not a sex", "write m, w or a blank", at=at, found=text)
    return value


def _points(text: str, line: int, log: ProblemLog) -> int | None:
    if not text:
        remedy = "write the points in columns 81-84"
        log.add(ProblemCode.POINTS_MISSING, "the points are blank", remedy, at=(line, 81))
        return None
    value = fields.tenths(text)
    if value is None:
        remedy = "write them with one decimal, as in 3.5"
        log.add(ProblemCode.POINTS_INVALID, f"{text!r} is not a number of points", remedy, at=(line, 81), found=text)
    elif "," in text:
        log.add(ProblemCode.POINTS_COMMA, f"{text!r} has a decimal comma", "write a point", at=(line, 81), found=text)
    return value


def _parse_optional_number(
    text: str, code: ProblemCode, field_name: str, at: tuple[int, int], log: ProblemLog
) -> int | None:
    """Read an optional number; None if it is blank or zero."""
    if not text:
        return None
    value = fields.number(text)
    if value is None:
        remedy = "write a whole number or leave it blank"
        log.add(code, f"{text!r} is not a valid {field_name}", remedy, at=at, found=text)
    return value or None
