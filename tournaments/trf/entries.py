"""
The cells of a player's row: ten columns for each round, read independently.

A *cell* is the text in the columns of one round: two blanks, opponent, colour, result letter. The meaning of a cell can
depend on the rest of the file (a bye in the notation of 2006, a game that is still running). Such a cell keeps its
letter, and ``rounds`` interprets it.
"""

from __future__ import annotations

from functools import lru_cache

from tournaments.frozen import FrozenStruct
from tournaments.model import ABSENT, Colour, Result, RoundEntry
from tournaments.places import COLOUR_OFFSET, OPPONENT_OFFSET, RESULT_OFFSET
from tournaments.problems import ProblemCode, ProblemSeverity

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
"""Results without an opponent in the notation of 2006 (and of lichess)."""
_FREQUENT_CELLS = {
    f" {colour.value} {result.value}": (colour, result, result.value)
    for colour in Colour
    for result in (Result.WIN, Result.DRAW, Result.LOSS)
}
"""The text after the opponent in most cells, with its meaning."""
_LETTERS = frozenset("WDLHFUZ10=+-* ")


class RoundCell(FrozenStruct, frozen=True):
    """One round of a row, as far as the cell alone shows its meaning."""

    opponent: int
    """Number of the opponent; 0 without an opponent."""
    letter: str
    """The result in upper case; a blank without a result."""
    entry: RoundEntry | None
    """None if the meaning depends on the rest of the file."""
    is_blank: bool
    """Whether the cell is empty."""
    fault: CellFault | None = None
    """The fault of the cell, or None. A ``Z`` with an opponent also has an entry: on lichess it is a running game."""

    @property
    def is_garbled(self) -> bool:
        """Whether the cell could not be read."""
        return self.fault is not None and self.fault.code.severity is ProblemSeverity.ERROR


class CellFault(FrozenStruct, frozen=True, kw_only=True):
    """A fault within a cell."""

    code: ProblemCode
    offset: int
    """The column within the cell, from 0."""
    found: str
    message: str
    remedy: str


BLANK_CELL = RoundCell(0, " ", ABSENT, is_blank=True)


@lru_cache(maxsize=32768)
def read_cell(text: str) -> RoundCell:
    """Read the ten columns of a round; equal texts give the same object."""
    opponent_text = text[_OPPONENT].lstrip()
    frequent = _FREQUENT_CELLS.get(text[_OPPONENT.stop :])
    if frequent and text.startswith("  ") and opponent_text.isdecimal() and opponent_text.isascii():
        opponent_number = int(opponent_text)
        if opponent_number:
            colour, result, letter = frequent
            return RoundCell(opponent_number, letter, RoundEntry(opponent_number, colour, result), is_blank=False)
    return _read_any(text)


def _read_any(text: str) -> RoundCell:
    if not text.strip():
        return BLANK_CELL
    fault = _find_misplaced_character(text)
    if fault is not None:
        return _faulty_cell(fault)
    opponent = _opponent(text[_OPPONENT])
    if opponent is None:
        return _cell_with_fault(
            text,
            ProblemCode.OPPONENT_INVALID,
            _OPPONENT,
            "is not an opponent's number",
            "write 0000 without an opponent",
        )
    return _read_letters(text, opponent)


def _read_letters(text: str, opponent: int) -> RoundCell:
    colour, letter = text[COLOUR_OFFSET].lower(), text[RESULT_OFFSET].upper()
    if colour not in _COLOURS:
        return _cell_with_fault(text, ProblemCode.COLOUR_INVALID, COLOUR_OFFSET, "is not a colour", "write w, b or -")
    if letter not in _LETTERS:
        return _cell_with_fault(
            text, ProblemCode.RESULT_INVALID, RESULT_OFFSET, "is not a result", "write one of 1 = 0 + - W D L H F U Z"
        )
    if opponent:
        return _read_game(text, opponent, _COLOURS[colour], letter)
    return _read_bye(text, colour, letter)


def _read_game(text: str, opponent: int, colour: Colour | None, letter: str) -> RoundCell:
    if letter in _FORFEITS:
        return RoundCell(opponent, letter, RoundEntry(opponent, colour, _FORFEITS[letter]), is_blank=False)
    if letter in _GAMES:
        if colour is None:
            return _cell_with_fault(
                text, ProblemCode.COLOUR_MISSING, COLOUR_OFFSET, "stands for the colour of a game", "write w or b"
            )
        return RoundCell(opponent, letter, RoundEntry(opponent, colour, _GAMES[letter]), is_blank=False)
    message, remedy = "is the letter of a bye, beside an opponent", "write the result, or 0000 - and the bye"
    fault = _make_fault(text, ProblemCode.BYE_WITH_OPPONENT, RESULT_OFFSET, message, remedy)
    is_running = letter == Result.ZERO_POINT_BYE.value and colour is not None
    entry = RoundEntry(opponent, colour, Result.PENDING) if is_running else None
    return RoundCell(opponent, letter, entry, is_blank=False, fault=fault)


def _read_bye(text: str, colour: str, letter: str) -> RoundCell:
    has_colour = colour in "wb"
    fault = None
    if has_colour:
        if letter in "10=WDL":
            message, remedy = "is the result of a game without an opponent", "write the opponent's number"
            return _cell_with_fault(text, ProblemCode.RESULT_WITHOUT_OPPONENT, RESULT_OFFSET, message, remedy)
        fault = _make_fault(
            text, ProblemCode.COLOUR_WITH_BYE, COLOUR_OFFSET, "is a colour without an opponent", "write -"
        )
    if letter in _OLD_BYES:
        return RoundCell(0, letter, None, is_blank=False, fault=fault)
    if letter not in _BYE_ENTRIES:
        message, remedy = "is the result of a game without an opponent", "write the opponent's number"
        return _cell_with_fault(text, ProblemCode.RESULT_WITHOUT_OPPONENT, RESULT_OFFSET, message, remedy)
    return RoundCell(0, letter, _BYE_ENTRIES[letter], is_blank=False, fault=fault)


def _find_misplaced_character(text: str) -> CellFault | None:
    """Return the fault of a cell with a character between the fields."""
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


def _cell_with_fault(text: str, code: ProblemCode, where: int | slice, message: str, remedy: str) -> RoundCell:
    return _faulty_cell(_make_fault(text, code, where, message, remedy))


def _make_fault(text: str, code: ProblemCode, where: int | slice, message: str, remedy: str) -> CellFault:
    faulty = text[where].strip()
    offset = where.start + len(text[where]) - len(text[where].lstrip()) if isinstance(where, slice) else where
    return CellFault(code=code, offset=offset, found=faulty, message=f"{faulty or 'blank'!r} {message}", remedy=remedy)


def _faulty_cell(fault: CellFault) -> RoundCell:
    return RoundCell(0, " ", None, is_blank=False, fault=fault)
