"""
The scoring system of a file: TRF 162, JaVaFo's XXS, bbpPairings' BB codes, and which of them prevails.

A code has an explicit value for some results, and implies a value for others: the value of a win is also the value of a
full-point bye. Explicit values prevail over implied values. Among explicit values XXS prevails over 162, and 162 over
BB; among implied values 162 over XXS, and XXS over BB. Contradictions are reported.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct, field

from tournaments.model import ScoringSystem
from tournaments.points import points_text
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.trf import fields

if TYPE_CHECKING:
    from tournaments.trf.sheet import Record, TrfSheet

_Values = dict[str, int]
"""Field of ScoringSystem to tenths."""

_SCORE_162 = {
    "W": (("white_win", "black_win"), ("forfeit_win", "full_point_bye", "pairing_allocated_bye")),
    "D": (("white_draw", "black_draw"), ("half_point_bye", "pending")),
    "L": (("white_loss", "black_loss"), ()),
    "A": (("zero_point_bye",), ("forfeit_loss",)),
    "P": (("pairing_allocated_bye",), ()),
    "X": (("pending",), ()),
}
"""Symbol of 162 to its explicit fields and its implied fields (TRF26)."""
_SCORE_BB = {
    "BBW": (("white_win", "black_win"), ("forfeit_win", "full_point_bye", "pairing_allocated_bye")),
    "BBD": (("white_draw", "black_draw"), ("half_point_bye", "pending")),
    "BBL": (("white_loss", "black_loss"), ()),
    "BBZ": (("zero_point_bye",), ()),
    "BBF": (("forfeit_loss",), ()),
    "BBU": (("pairing_allocated_bye",), ()),
}
SCORE_XXS = {
    "WW": "white_win",
    "BW": "black_win",
    "WD": "white_draw",
    "BD": "black_draw",
    "WL": "white_loss",
    "BL": "black_loss",
    "ZPB": "zero_point_bye",
    "HPB": "half_point_bye",
    "FPB": "full_point_bye",
    "PAB": "pairing_allocated_bye",
    "FW": "forfeit_win",
    "FL": "forfeit_loss",
}
"""Codes of XXS (JaVaFo)."""
_SHORT_XXS = {
    "W": ("white_win", "black_win", "forfeit_win", "full_point_bye"),
    "D": ("white_draw", "black_draw", "half_point_bye"),
}
_ASSIGNMENT = r"(?i)([A-Z]+)=(\S+)"
SYMBOLS_162 = range(5, 51, 9)
"""Columns of the symbols of 162, from 0; the value stands in the four columns after each."""


class _ScoringValues(Struct):
    """The values of one kind of record, with their lines."""

    explicit: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Field: tenths, line."""
    implied: _Values = field(default_factory=dict)

    def values(self) -> _Values:
        return {name: value for name, (value, _) in self.explicit.items()}

    def set_fields(self, field_names: tuple[tuple[str, ...], tuple[str, ...]], value: int, line: int) -> None:
        explicit, implied = field_names
        self.explicit.update(dict.fromkeys(explicit, (value, line)))
        self.implied.update(dict.fromkeys(implied, value))


def read_scoring(sheet: TrfSheet, log: ProblemLog) -> ScoringSystem:
    """Return the scoring system of the file; the standard scoring system if the file declares none."""
    official = _read_162(sheet.all("162"), log)
    rich = _read_xxs(sheet.all("XXS"), log)
    plain = _read_bb(sheet.all(*_SCORE_BB), log)
    _compare(rich, official, ("XXS", "162"), ProblemCode.SCORING_CONFLICT, log)
    _compare(rich, plain, ("XXS", "the BB codes"), ProblemCode.SCORING_CONFLICT, log)
    _compare(plain, official, ("the BB codes", "162"), ProblemCode.SCORING_OVERRIDDEN, log)
    values = plain.implied | rich.implied | official.implied
    values |= plain.values() | official.values() | rich.values()
    return ScoringSystem(**values)


def read_team_bye_points(sheet: TrfSheet) -> int | None:
    """Return the value of symbol P in the 162 records of a team file, in tenths; None if no record has the symbol."""
    explicit = _read_162(sheet.all("162"), ProblemLog("")).explicit
    return explicit["pairing_allocated_bye"][0] if "pairing_allocated_bye" in explicit else None


def _read_162(records: list[Record], log: ProblemLog) -> _ScoringValues:
    record_values = _ScoringValues()
    for record in records:
        text = record.text
        if "\t" in text or text[3:5].strip() or len(text) > SYMBOLS_162[-1] + 5:
            _report(record, text[4:], 5, log)
            continue
        for column in SYMBOLS_162:
            _read_symbol(record, column, record_values, log)
    return record_values


def _read_symbol(record: Record, column: int, record_values: _ScoringValues, log: ProblemLog) -> None:
    piece = record.text[column : column + 9]
    if not piece.strip():
        return
    symbol, value = piece[0].upper(), fields.tenths(piece[1:5])
    if symbol == "Z":
        at = (record.line, column + 1)
        log.add(ProblemCode.SCORING_LETTER_Z, "162 writes Z for absences", "write A", at=at, found=piece.strip())
        symbol = "A"
    if symbol not in _SCORE_162 or value is None or piece[5:].strip():
        _report(record, piece.strip(), column + 1, log)
        return
    record_values.set_fields(_SCORE_162[symbol], value, record.line)


def _read_xxs(records: list[Record], log: ProblemLog) -> _ScoringValues:
    record_values = _ScoringValues()
    for record in records:
        for word in record.text[3:].split():
            match = re.fullmatch(_ASSIGNMENT, word)
            code = match.group(1).upper() if match else ""
            value = fields.tenths(match.group(2)) if match else None
            if value is None or (code not in SCORE_XXS and code not in _SHORT_XXS):
                is_listed = log.lists_another(ProblemCode.SCORING_INVALID)
                _report(record, word, record.text.index(word) + 1 if is_listed else None, log)
            elif code in SCORE_XXS:
                record_values.explicit[SCORE_XXS[code]] = (value, record.line)
            else:
                record_values.explicit.update(dict.fromkeys(_SHORT_XXS[code], (value, record.line)))
    if "white_draw" in record_values.explicit:
        record_values.implied["pending"] = record_values.explicit["white_draw"][0]
    if record_values.explicit:
        record_values.implied = _javafo_defaults() | record_values.implied
    return record_values


def _javafo_defaults() -> _Values:
    """Return JaVaFo's values for codes that XXS omits: the standard values, whatever the value of a win."""
    standard = ScoringSystem()
    return {name: getattr(standard, name) for name in SCORE_XXS.values()}


def _read_bb(records: list[Record], log: ProblemLog) -> _ScoringValues:
    record_values = _ScoringValues()
    for record in records:
        value = fields.tenths(record.text[4:8])
        if value is None or record.text[8:].strip():
            _report(record, record.text[4:].strip(), 5, log)
        else:
            record_values.set_fields(_SCORE_BB[record.text[:3]], value, record.line)
    return record_values


def _compare(
    first: _ScoringValues, second: _ScoringValues, names: tuple[str, str], code: ProblemCode, log: ProblemLog
) -> None:
    """Report the first field with different explicit values."""
    for name, (value, line) in first.explicit.items():
        contradicting = second.explicit.get(name)
        if contradicting is not None and contradicting[0] != value:
            meaning = name.replace("_", " ")
            log.add(
                code,
                f"{names[0]} gives {points_text(value)} for {meaning}, {names[1]} "
                f"{points_text(contradicting[0])} (line {contradicting[1]})",
                "give the same value in both",
                at=(line, None),
                found=points_text(value),
            )
            return


def _report(record: Record, found: str, column: int | None, log: ProblemLog) -> None:
    log.add(
        ProblemCode.SCORING_INVALID,
        f"{found!r} is not a value of a scoring system",
        {
            "162": "write symbols W D L A P X in columns 6, 15, 24..., each with its points in the next four columns",
            "XXS": "write CODE=VALUE with one of " + " ".join(SCORE_XXS),
        }.get(record.text[:3], "write the points in columns 5-8"),
        at=(record.line, column),
        found=found,
    )
