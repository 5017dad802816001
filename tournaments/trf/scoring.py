"""
The scoring system of a file: TRF 162, JaVaFo's XXS, bbpPairings' BB codes, and which of them prevails.

A code can say a value outright, or bring it along (a win also gives the value of a full-point bye). What is said
outright prevails over what is brought along; among the former XXS over 162 over BB, among the latter 162 over XXS
over BB. Contradictions are reported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tournaments.model import ScoringSystem
from tournaments.points import points_text
from tournaments.problems import Findings, ProblemCode
from tournaments.trf import fields

if TYPE_CHECKING:
    from tournaments.trf.sheet import Record, Sheet

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
"""Symbol of 162: the fields that it says, and those that it brings along (TRF26)."""
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
_ASSIGNMENT = re.compile(r"([A-Z]+)=(\S+)", re.IGNORECASE)
SYMBOLS_162 = range(5, 51, 9)
"""Columns of the symbols of 162, from 0; the value stands in the four columns after each."""


@dataclass(slots=True)
class _Said:
    """What one kind of record says, with the line that said it."""

    outright: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Field: tenths, line."""
    brought: _Values = field(default_factory=dict)

    def values(self) -> _Values:
        return {name: value for name, (value, _) in self.outright.items()}

    def take(self, fields_said: tuple[tuple[str, ...], tuple[str, ...]], value: int, line: int) -> None:
        said, brought = fields_said
        self.outright.update(dict.fromkeys(said, (value, line)))
        self.brought.update(dict.fromkeys(brought, value))


def read_scoring(sheet: Sheet, findings: Findings) -> ScoringSystem:
    """Return the scoring system in force, the standard one if the file says nothing."""
    official = _read_162(sheet.all("162"), findings)
    rich = _read_xxs(sheet.all("XXS"), findings)
    plain = _read_bb(sheet.all(*_SCORE_BB), findings)
    _compare(rich, official, ("XXS", "162"), ProblemCode.SCORING_CONFLICT, findings)
    _compare(rich, plain, ("XXS", "the BB codes"), ProblemCode.SCORING_CONFLICT, findings)
    _compare(plain, official, ("the BB codes", "162"), ProblemCode.SCORING_OVERRIDDEN, findings)
    values = plain.brought | rich.brought | official.brought
    values |= plain.values() | official.values() | rich.values()
    return ScoringSystem(**values)


def read_team_bye_points(sheet: Sheet) -> int | None:
    """Return the value of symbol P in the 162 records of a team file, in tenths; None if no record has the symbol."""
    outright = _read_162(sheet.all("162"), Findings("")).outright
    return outright["pairing_allocated_bye"][0] if "pairing_allocated_bye" in outright else None


def _read_162(records: list[Record], findings: Findings) -> _Said:
    said = _Said()
    for record in records:
        text = record.text
        if "\t" in text or text[3:5].strip() or len(text) > SYMBOLS_162[-1] + 5:
            _report(record, text[4:], 5, findings)
            continue
        for column in SYMBOLS_162:
            _read_symbol(record, column, said, findings)
    return said


def _read_symbol(record: Record, column: int, said: _Said, findings: Findings) -> None:
    piece = record.text[column : column + 9]
    if not piece.strip():
        return
    symbol, value = piece[0].upper(), fields.tenths(piece[1:5])
    if symbol == "Z":
        at = (record.line, column + 1)
        findings.add(ProblemCode.SCORING_LETTER_Z, "162 writes Z for absences", "write A", at=at, found=piece.strip())
        symbol = "A"
    if symbol not in _SCORE_162 or value is None or piece[5:].strip():
        _report(record, piece.strip(), column + 1, findings)
        return
    said.take(_SCORE_162[symbol], value, record.line)


def _read_xxs(records: list[Record], findings: Findings) -> _Said:
    said = _Said()
    for record in records:
        for word in record.text[3:].split():
            match = _ASSIGNMENT.fullmatch(word)
            code = match.group(1).upper() if match else ""
            value = fields.tenths(match.group(2)) if match else None
            if value is None or (code not in SCORE_XXS and code not in _SHORT_XXS):
                is_listed = findings.lists_another(ProblemCode.SCORING_INVALID)
                _report(record, word, record.text.index(word) + 1 if is_listed else None, findings)
            elif code in SCORE_XXS:
                said.outright[SCORE_XXS[code]] = (value, record.line)
            else:
                said.outright.update(dict.fromkeys(_SHORT_XXS[code], (value, record.line)))
    if "white_draw" in said.outright:
        said.brought["pending"] = said.outright["white_draw"][0]
    if said.outright:
        said.brought = _javafo_defaults() | said.brought
    return said


def _javafo_defaults() -> _Values:
    """Return what JaVaFo takes for what XXS leaves open: the standard, whatever a win is worth."""
    standard = ScoringSystem()
    return {name: getattr(standard, name) for name in SCORE_XXS.values()}


def _read_bb(records: list[Record], findings: Findings) -> _Said:
    said = _Said()
    for record in records:
        value = fields.tenths(record.text[4:8])
        if value is None or record.text[8:].strip():
            _report(record, record.text[4:].strip(), 5, findings)
        else:
            said.take(_SCORE_BB[record.text[:3]], value, record.line)
    return said


def _compare(first: _Said, second: _Said, names: tuple[str, str], code: ProblemCode, findings: Findings) -> None:
    """Report the first field that both say outright, with different values."""
    for name, (value, line) in first.outright.items():
        other = second.outright.get(name)
        if other is not None and other[0] != value:
            meaning = name.replace("_", " ")
            findings.add(
                code,
                f"{names[0]} gives {points_text(value)} for {meaning}, {names[1]} {points_text(other[0])} "
                f"(line {other[1]})",
                "give the same value in both",
                at=(line, None),
                found=points_text(value),
            )
            return


def _report(record: Record, found: str, column: int | None, findings: Findings) -> None:
    findings.add(
        ProblemCode.SCORING_INVALID,
        f"{found!r} is not a value of a scoring system",
        {
            "162": "write symbols W D L A P X in columns 6, 15, 24..., each with its points in the next four columns",
            "XXS": "write CODE=VALUE with one of " + " ".join(SCORE_XXS),
        }.get(record.text[:3], "write the points in columns 5-8"),
        at=(record.line, column),
        found=found,
    )
