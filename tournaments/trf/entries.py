"""
One round of one player's row: ten columns, read on their own.

A *cell* is what stands in the columns of one round, with the two blank columns before it: opponent, colour, result
letter. What a cell means can depend on the rest of the file (a bye in the notation of 2006, a game that is still
running); such cells keep their letters and are interpreted in ``rounds``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tournaments.frozen import dataclass
from tournaments.model import ABSENT, Colour, Result, RoundEntry
from tournaments.places import COLOUR_OFFSET, OPPONENT_OFFSET, RESULT_OFFSET
from tournaments.problems import ProblemCode, Severity

_OPPONENT = slice(OPPONENT_OFFSET, OPPONENT_OFFSET + 4)
_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": None, " ": None}
_GAMES = {
    result.value: result
    for result in (
        Result.WIN,
        Result.DRAW,
        Result.LOSS,
        Result.UNRATED_WIN,
        Result.UNRATED_DRAW,
        Result.UNRATED_LOSS,
    )
} | {" ": Result.PENDING, "*": Result.PENDING}
_FORFEITS = {"+": Result.FORFEIT_WIN, "-": Result.FORFEIT_LOSS}
_BYE_ENTRIES = {
    result.value: RoundEntry(None, None, result)
    for result in (Result.HALF_POINT_BYE, Result.FULL_POINT_BYE, Result.PAIRING_ALLOCATED_BYE)
} | {Result.ZERO_POINT_BYE.value: ABSENT, " ": ABSENT}
_OLD_BYES = "+-=10"
"""Results that stand beside no opponent in the notation of 2006 (and of lichess)."""
_FREQUENT = {
    f" {colour.value} {result.value}": (colour, result, result.value)
    for colour in Colour
    for result in (Result.WIN, Result.DRAW, Result.LOSS)
}
"""What follows the opponent in most cells, read at once."""
_LETTERS = frozenset("WDLHFUZ10=+-* ")


class Cell(NamedTuple):
    """One round of a row, as far as it can be understood on its own."""

    opponent: int
    """0 if there is none."""
    letter: str
    """The result, upper case; a blank if there is none."""
    entry: RoundEntry | None
    """None if the meaning depends on the rest of the file."""
    is_blank: bool
    """Whether nothing at all is written."""
    fault: CellFault | None = None
    """
    What is wrong. A ``Z`` beside an opponent has a fault and an entry, too: on lichess it is a game still running.
    """

    @property
    def is_garbled(self) -> bool:
        """Whether the cell could not be read."""
        return self.fault is not None and self.fault.code.severity is Severity.ERROR


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFault:
    """What is wrong within a cell."""

    code: ProblemCode
    offset: int
    """Of the column within the cell, from 0."""
    found: str
    message: str
    remedy: str


BLANK_CELL = Cell(0, " ", ABSENT, is_blank=True)


@lru_cache(maxsize=32768)
def read_cell(text: str) -> Cell:
    """Read the ten columns of a round; the same cell is the same object."""
    opponent_text = text[_OPPONENT].lstrip()
    frequent = _FREQUENT.get(text[_OPPONENT.stop :])
    if frequent and text.startswith("  ") and opponent_text.isdecimal() and opponent_text.isascii():
        opponent_number = int(opponent_text)
        if opponent_number:
            colour, result, letter = frequent
            return Cell(opponent_number, letter, RoundEntry(opponent_number, colour, result), is_blank=False)
    return _read_any(text)


def _read_any(text: str) -> Cell:
    if not text.strip():
        return BLANK_CELL
    fault = _misplaced(text)
    if fault is not None:
        return _faulty(fault)
    opponent = _opponent(text[_OPPONENT])
    if opponent is None:
        return _fault(
            text, ProblemCode.OPPONENT_INVALID, _OPPONENT, "is not an opponent's number", "0000 stands for nobody"
        )
    return _read_letters(text, opponent)


def _read_letters(text: str, opponent: int) -> Cell:
    colour, letter = text[COLOUR_OFFSET].lower(), text[RESULT_OFFSET].upper()
    if colour not in _COLOURS:
        return _fault(text, ProblemCode.COLOUR_INVALID, COLOUR_OFFSET, "is not a colour", "write w, b or -")
    if letter not in _LETTERS:
        return _fault(
            text, ProblemCode.RESULT_INVALID, RESULT_OFFSET, "is not a result", "write one of 1 = 0 + - W D L H F U Z"
        )
    if opponent:
        return _with_opponent(text, opponent, _COLOURS[colour], letter)
    return _without_opponent(text, colour, letter)


def _with_opponent(text: str, opponent: int, colour: Colour | None, letter: str) -> Cell:
    if letter in _FORFEITS:
        return Cell(opponent, letter, RoundEntry(opponent, colour, _FORFEITS[letter]), is_blank=False)
    if letter in _GAMES:
        if colour is None:
            return _fault(
                text, ProblemCode.COLOUR_MISSING, COLOUR_OFFSET, "stands for the colour of a game", "write w or b"
            )
        return Cell(opponent, letter, RoundEntry(opponent, colour, _GAMES[letter]), is_blank=False)
    message, remedy = "is the letter of a bye, beside an opponent", "write the result, or 0000 - and the bye"
    fault = _make_fault(text, ProblemCode.BYE_WITH_OPPONENT, RESULT_OFFSET, message, remedy)
    is_running = letter == Result.ZERO_POINT_BYE.value and colour is not None
    entry = RoundEntry(opponent, colour, Result.PENDING) if is_running else None
    return Cell(opponent, letter, entry, is_blank=False, fault=fault)


def _without_opponent(text: str, colour: str, letter: str) -> Cell:
    has_colour = colour in "wb"
    fault = None
    if has_colour:
        if letter in "10=WDL":
            message, remedy = "is the result of a game against nobody", "write the opponent's number"
            return _fault(text, ProblemCode.RESULT_WITHOUT_OPPONENT, RESULT_OFFSET, message, remedy)
        fault = _make_fault(
            text, ProblemCode.COLOUR_WITH_BYE, COLOUR_OFFSET, "is a colour without an opponent", "write -"
        )
    if letter in _OLD_BYES:
        return Cell(0, letter, None, is_blank=False, fault=fault)
    if letter not in _BYE_ENTRIES:
        message, remedy = "is the result of a game against nobody", "write the opponent's number"
        return _fault(text, ProblemCode.RESULT_WITHOUT_OPPONENT, RESULT_OFFSET, message, remedy)
    return Cell(0, letter, _BYE_ENTRIES[letter], is_blank=False, fault=fault)


def _misplaced(text: str) -> CellFault | None:
    """Return the fault of a cell in which something stands between the fields."""
    for offset in (0, 1, 6, 8):
        if text[offset] != " ":
            return CellFault(
                code=ProblemCode.ENTRY_MISALIGNED,
                offset=offset,
                found=text.rstrip(),
                message=f"{text[offset]!r} stands in a column that must be blank",
                remedy="shift the entry to its columns (opponent 4, blank, colour, blank, result)",
            )
    return None


def _opponent(text: str) -> int | None:
    text = text.strip()
    if not text or text == "0000":
        return 0
    return int(text) if text.isascii() and text.isdigit() else None


def _fault(text: str, code: ProblemCode, where: int | slice, message: str, remedy: str) -> Cell:
    return _faulty(_make_fault(text, code, where, message, remedy))


def _make_fault(text: str, code: ProblemCode, where: int | slice, message: str, remedy: str) -> CellFault:
    found = text[where].strip()
    offset = where.start + len(text[where]) - len(text[where].lstrip()) if isinstance(where, slice) else where
    return CellFault(code=code, offset=offset, found=found, message=f"{found or 'blank'!r} {message}", remedy=remedy)


def _faulty(fault: CellFault) -> Cell:
    return Cell(0, " ", None, is_blank=False, fault=fault)
