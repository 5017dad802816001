"""
The recorded rounds of a file, the byes requested for later rounds, and the meaning of every entry.

A column with an opponent, a ``U`` or a ``+`` belongs to a paired round, and so do all columns before it. Entries after
the last such column are requested byes for the round of their column. But if every player has an entry in a column, its
round counts as recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct
from tournaments.model import ABSENT, RequestedBye, Result, RoundEntry
from tournaments.places import RESULT_OFFSET, Places, entry_column
from tournaments.problems import ProblemCode, ProblemLog, counted_noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.trf.entries import RoundCell
    from tournaments.trf.rows import Row
    from tournaments.trf.sheet import Record


_PAIRED_LETTERS = frozenset("U+1")
_OLD_MEANINGS = {
    "+": Result.FULL_POINT_BYE,
    "1": Result.FULL_POINT_BYE,
    "=": Result.HALF_POINT_BYE,
    "-": Result.ZERO_POINT_BYE,
    "0": Result.ZERO_POINT_BYE,
}
_HALF_POINT_BYE = RoundEntry(None, None, Result.HALF_POINT_BYE)
_PAB = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
_FORFEIT_WIN = RoundEntry(None, None, Result.FORFEIT_WIN)
_MODERN_LETTERS = frozenset("HFUZWDL")


class RoundTable(FrozenStruct, frozen=True, kw_only=True):
    """The entries of all players in all recorded rounds, and the byes requested for later rounds."""

    recorded: int
    entries: dict[int, list[RoundEntry]]
    """The entries of each player, by TPN."""
    requested: tuple[RequestedBye, ...]
    valueless: frozenset[tuple[int, int]]
    """(TPN, round) of recorded rounds without a written opponent or result."""

    def left_blank(self) -> set[tuple[int, int]]:
        """Return (TPN, round) of the recorded rounds without an entry in the player's row and without a game."""
        return {(tpn, number) for tpn, number in self.valueless if self.entries[tpn][number - 1] is ABSENT}


def uses_trf06_letters_only(rows: Sequence[Row]) -> bool:
    """Whether there are byes, and none has a letter of TRF16."""
    letters = {cell.letter for row in rows for cell in row.cells}
    return letters.isdisjoint(_MODERN_LETTERS) and any(
        cell.entry is ABSENT or cell.entry is None for row in rows for cell in row.cells
    )


def count_recorded_rounds(rows: Sequence[Row]) -> int:
    """Return the number of rounds that were paired."""
    last = 0
    for row in rows:
        for index in range(len(row.cells) - 1, last - 1, -1):
            cell = row.cells[index]
            if cell.opponent or cell.letter in _PAIRED_LETTERS or cell.is_garbled:
                last = index + 1
                break
    while rows and all(len(row.cells) > last and not row.cells[last].is_blank for row in rows):
        last += 1
    return last


def build_table(rows: Sequence[Row], log: ProblemLog, *, is_team_event: bool, is_lichess: bool) -> RoundTable:
    """
    Build the table of rounds from all cells.

    In a team event, a ``+`` without an opponent is a forfeit win without a known opponent. In a file of Lichess, a
    ``-`` without an opponent is an absence that needs no remark.
    """
    recorded = count_recorded_rounds(rows)
    single_old_byes = _rounds_with_single_old_bye(rows, recorded)
    entries: dict[int, list[RoundEntry]] = {}
    requested: list[RequestedBye] = []
    valueless: set[tuple[int, int]] = set()
    interpreter = _Interpreter(log, is_team_event=is_team_event, is_lichess=is_lichess)
    for row in rows:
        own: list[RoundEntry] = []
        for index, cell in enumerate(row.cells[:recorded]):
            entry = cell.entry
            if entry is None:
                entry = interpreter.meaning(row, index, cell, index in single_old_byes)
            elif entry is ABSENT and cell.letter == " ":
                valueless.add((row.tpn, index + 1))
            own.append(entry)
        valueless.update((row.tpn, number + 1) for number in range(len(own), recorded))
        own.extend([ABSENT] * (recorded - len(own)))
        entries[row.tpn] = own
        requested.extend(_requested_byes(row, recorded, interpreter))
    interpreter.report()
    return RoundTable(recorded=recorded, entries=entries, requested=tuple(requested), valueless=frozenset(valueless))


def _rounds_with_single_old_bye(rows: Sequence[Row], recorded: int) -> set[int]:
    """Return the indices of rounds with exactly one ``0000 - +`` and without ``U``."""
    counts = [0] * recorded
    for row in rows:
        for index, cell in enumerate(row.cells[:recorded]):
            if not cell.opponent and cell.letter in _PAIRED_LETTERS:
                counts[index] += 2 if cell.letter == "U" else 1
    return {index for index, count in enumerate(counts) if count == 1}


def _requested_byes(row: Row, recorded: int, interpreter: _Interpreter) -> list[RequestedBye]:
    byes = []
    for index in range(recorded, len(row.cells)):
        cell = row.cells[index]
        if cell.is_blank:
            continue
        entry = cell.entry or interpreter.meaning(row, index, cell, is_single=False)
        byes.append(RequestedBye(round_number=index + 1, tpn=row.tpn, result=entry.result))
    return byes


class _Interpreter:
    """An interpreter of cells whose meaning depends on the file; it records byes in the notation of 2006."""

    def __init__(self, log: ProblemLog, *, is_team_event: bool, is_lichess: bool) -> None:
        self._is_team_event, self._is_lichess = is_team_event, is_lichess
        self._findings = log
        self._old: list[tuple[int, int, str]] = []
        """Line, column and letter of byes in the notation of 2006."""

    def meaning(self, row: Row, index: int, cell: RoundCell, is_single: bool) -> RoundEntry:
        """Return the entry that a cell of a round (from 0) means; an absence for a faulty cell."""
        if cell.is_garbled:
            return ABSENT
        if cell.letter == "+" and self._is_team_event:
            return _FORFEIT_WIN
        if not (cell.letter == "-" and (self._is_lichess or self._is_team_event)):
            self._old.append((row.line, entry_column(index + 1, RESULT_OFFSET), cell.letter))
        if cell.letter in "+1" and is_single:
            return _PAB
        result = _OLD_MEANINGS[cell.letter]
        return ABSENT if result is Result.ZERO_POINT_BYE else RoundEntry(None, None, result)

    def report(self) -> None:
        """Report once how byes in the notation of 2006 were read."""
        if not self._old:
            return
        line, column, letter = self._old[0]
        self._findings.add(
            ProblemCode.OLD_BYE_NOTATION,
            f"{counted_noun(len(self._old), 'bye')} without a letter of 2016, {letter!r} first, read as in 2006 "
            "(+ is U or F, = is H, - is Z)",
            "write 0000 - and one of U F H Z",
            at=(line, column),
            found=letter,
        )


def infer_half_points(table: RoundTable, points: dict[int, tuple[int, int | None]], log: ProblemLog) -> None:
    """
    Change entries without a value to half-point byes if exactly this change explains a player's points.

    ``points`` holds, by TPN, the points by results and the declared points. In files of 2006 a half-point bye can be a
    blank that only the column of points shows.
    """
    valueless: dict[int, list[int]] = {}
    for tpn, round_number in sorted(table.valueless):
        valueless.setdefault(tpn, []).append(round_number)
    inferred = [
        (tpn, round_number)
        for tpn, numbers in valueless.items()
        for round_number in numbers
        if points[tpn][1] == points[tpn][0] + 5 * len(numbers)
    ]
    for tpn, round_number in inferred:
        table.entries[tpn][round_number - 1] = _HALF_POINT_BYE
    if inferred:
        tpn, round_number = inferred[0]
        log.add(
            ProblemCode.HALF_POINTS_INFERRED,
            f"{counted_noun(len(inferred), 'half-point bye')} read where no result is written, because the points say "
            f"so; the first is that of player {tpn} in round {round_number}",
            "write 0000 - H",
            at=(None, None),
        )


def merge_requests(
    table: RoundTable, records: Sequence[tuple[Record, RequestedBye]], places: Places, log: ProblemLog
) -> tuple[RequestedBye, ...]:
    """
    Return all requested byes by round and number.

    A 240 record of a recorded round repeats the row, or fills a blank. XXZ declares an absence without its points, so
    the row and 240 prevail over XXZ.
    """
    chosen = {(bye.round_number, bye.tpn): bye for bye in table.requested}
    _report_byes_ahead(table, places, log)
    for record, bye in sorted(records, key=lambda item: item[0].text.startswith("XXZ")):
        if bye.round_number <= table.recorded:
            _compare_with_row(record, bye, table, log)
            continue
        chosen_bye = chosen.setdefault((bye.round_number, bye.tpn), bye)
        if chosen_bye.result is not bye.result and not record.text.startswith("XXZ"):
            _report_contradiction(record, bye, f"the bye {chosen_bye.result.value}", log)
    return tuple(chosen[key] for key in sorted(chosen))


def _compare_with_row(record: Record, bye: RequestedBye, table: RoundTable, log: ProblemLog) -> None:
    if bye.tpn not in table.entries:  # a row that could not be read
        return
    entry = table.entries[bye.tpn][bye.round_number - 1]
    if entry.result is bye.result:
        return
    if (bye.tpn, bye.round_number) in table.valueless:
        table.entries[bye.tpn][bye.round_number - 1] = RoundEntry(None, None, bye.result)
    else:
        has = f"a game against {entry.opponent}" if entry.opponent else f"the result {entry.result.value}"
        _report_contradiction(record, bye, has, log)


def _report_contradiction(record: Record, bye: RequestedBye, has: str, log: ProblemLog) -> None:
    log.add(
        ProblemCode.BYE_CONTRADICTS_ROW,
        f"240 gives player {bye.tpn} the bye {bye.result.value} in round {bye.round_number}, but the row has {has}",
        "correct one of the two",
        at=(record.line, 5),
        found=record.text,
    )


def _report_byes_ahead(table: RoundTable, places: Places, log: ProblemLog) -> None:
    ahead = [bye for bye in table.requested if bye.round_number > table.recorded + 1]
    if not ahead:
        return
    first = ahead[0]
    log.add(
        ProblemCode.BYES_AHEAD,
        f"player {first.tpn} has a bye in the column of round {first.round_number}, but round {table.recorded + 1} is "
        "still to be paired; it was read as a request for that later round",
        "some programs take the rounds before it as played: write a 240 record",
        at=places.entry_place(first.tpn, first.round_number, RESULT_OFFSET),
        found=first.result.value,
    )


def check_last_round(requested: Sequence[RequestedBye], declared: int | None, places: Places, log: ProblemLog) -> None:
    """Report the first bye that is requested for a round after the last round."""
    for bye in requested:
        if declared is not None and bye.round_number > declared:
            log.add(
                ProblemCode.BYE_AFTER_LAST_ROUND,
                f"player {bye.tpn} has a bye in round {bye.round_number}, but the number of rounds is {declared}",
                "correct the number of rounds (142, XXR), or remove the bye",
                at=places.entry_place(bye.tpn, bye.round_number, RESULT_OFFSET),
                found=bye.result.value,
            )
            return
