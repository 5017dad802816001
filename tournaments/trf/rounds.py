"""
Which rounds a file records, and what every entry in them means.

A column with an opponent, a ``U`` or a ``+`` belongs to a round that was paired; so does everything before it. What
stands beyond the last such column are requested byes, each for the round in whose column it stands, unless every
player has an entry in it: then the round counts as recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import ABSENT, RequestedBye, Result, RoundEntry
from tournaments.places import RESULT_OFFSET, column_of
from tournaments.problems import ProblemCode, counted_noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.problems import Findings
    from tournaments.trf.entries import Cell
    from tournaments.trf.rows import Row

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """Habits of a file that decide what a cell means."""

    is_team_event: bool
    """A ``+`` without an opponent is a forfeit against nobody in particular."""
    is_lichess: bool
    """A ``-`` without an opponent is an absence, and needs no remark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTable:
    """The entries of all players in all recorded rounds, and the byes requested beyond them."""

    recorded: int
    entries: dict[int, list[RoundEntry]]
    """By TPN."""
    requested: tuple[RequestedBye, ...]
    valueless: frozenset[tuple[int, int]]
    """(TPN, round) of recorded rounds in which neither an opponent nor a result is written."""

    def left_blank(self) -> set[tuple[int, int]]:
        """Return (TPN, round) of the recorded rounds of which neither the player's row nor a game says anything."""
        return {(tpn, number) for tpn, number in self.valueless if self.entries[tpn][number - 1] is ABSENT}


def uses_trf06_letters_only(rows: Sequence[Row]) -> bool:
    """Whether byes occur, and none of them is written with a letter of 2016."""
    letters = {cell.letter for row in rows for cell in row.cells}
    return letters.isdisjoint(_MODERN_LETTERS) and any(
        cell.entry is ABSENT or cell.entry is None for row in rows for cell in row.cells
    )


def recorded_rounds(rows: Sequence[Row]) -> int:
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


def build_table(rows: Sequence[Row], conventions: Conventions, findings: Findings) -> RoundTable:
    """Give every cell its meaning."""
    recorded = recorded_rounds(rows)
    single_old_byes = _single_old_byes(rows, recorded)
    entries: dict[int, list[RoundEntry]] = {}
    requested: list[RequestedBye] = []
    valueless: set[tuple[int, int]] = set()
    interpreter = _Interpreter(conventions, findings)
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
        requested.extend(_requests(row, recorded, interpreter))
    interpreter.report()
    return RoundTable(recorded=recorded, entries=entries, requested=tuple(requested), valueless=frozenset(valueless))


def _single_old_byes(rows: Sequence[Row], recorded: int) -> set[int]:
    """Return the indices of rounds with exactly one ``0000 - +``, and nobody with ``U``."""
    counts = [0] * recorded
    for row in rows:
        for index, cell in enumerate(row.cells[:recorded]):
            if not cell.opponent and cell.letter in _PAIRED_LETTERS:
                counts[index] += 2 if cell.letter == "U" else 1
    return {index for index, count in enumerate(counts) if count == 1}


def _requests(row: Row, recorded: int, interpreter: _Interpreter) -> list[RequestedBye]:
    found = []
    for index in range(recorded, len(row.cells)):
        cell = row.cells[index]
        if cell.is_blank:
            continue
        entry = cell.entry or interpreter.meaning(row, index, cell, is_single=False)
        found.append(RequestedBye(round_number=index + 1, tpn=row.tpn, result=entry.result))
    return found


class _Interpreter:
    """Reads what a cell cannot say on its own, and counts how often the notation of 2006 was interpreted."""

    def __init__(self, conventions: Conventions, findings: Findings) -> None:
        self._conventions = conventions
        self._findings = findings
        self._old: list[tuple[int, int, str]] = []
        """Line, column and letter of byes in the notation of 2006."""

    def meaning(self, row: Row, index: int, cell: Cell, is_single: bool) -> RoundEntry:
        """Return what a cell of that round (from 0) means; something harmless where it has a fault."""
        if cell.is_garbled:
            return ABSENT
        if cell.letter == "+" and self._conventions.is_team_event:
            return _FORFEIT_WIN
        if not (cell.letter == "-" and (self._conventions.is_lichess or self._conventions.is_team_event)):
            self._old.append((row.line, column_of(index + 1, RESULT_OFFSET), cell.letter))
        if cell.letter in "+1" and is_single:
            return _PAB
        result = _OLD_MEANINGS[cell.letter]
        return ABSENT if result is Result.ZERO_POINT_BYE else RoundEntry(None, None, result)

    def report(self) -> None:
        """Say once how byes in the notation of 2006 were read."""
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


def infer_half_points(table: RoundTable, points: dict[int, tuple[int, int | None]], findings: Findings) -> None:
    """
    Turn valueless entries into half-point byes where exactly that explains a player's points.

    ``points`` holds by TPN the points by the results and the points that the file declares. In files of 2006 a
    half-point bye can be a blank that shows in the Points column only.
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
        findings.add(
            ProblemCode.HALF_POINTS_INFERRED,
            f"{counted_noun(len(inferred), 'half-point bye')} read where no result is written, because the points say "
            f"so; the first is that of player {tpn} in round {round_number}",
            "write 0000 - H",
            at=(None, None),
        )
