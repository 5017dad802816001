"""What a file declares of the event as a whole: rounds, initial colour, pairing order, system, dates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tournaments.model import Colour, DeclaredSystem
from tournaments.problems import ProblemCode
from tournaments.trf import fields
from tournaments.trf.rows import MOST_ROUNDS

if TYPE_CHECKING:
    import datetime as dt

    from tournaments.problems import Findings
    from tournaments.trf.sheet import Record, Sheet

_SYSTEMS = re.compile(
    r"(FIDE_(DUTCH(_2017|_2025|_2026)?|DUBOV|BURSTEIN|DOUBLESWISS)(_BAKU)?"
    r"|FIDE_TEAM(_TYPE[AB])?(_(MP_GP|GP_MP|MP|GP))?(_BAKU)?"
    r"|(FIDE|BERGER)_(TEAM_)?(DOUBLE)?ROUNDROBIN(_G[0-9]+)?"
    r"|FIDE_SCHILLER(_[0-9]+X[0-9]+)?|FIDE_(DOUBLE)?SCHEVENINGEN(_G[0-9]+)?"
    r"|CUSTOM_(SWISS|DOUBLESWISS|ROUNDROBIN|SCHILLER|SCHEVENINGEN|KNOCKOUT)"
    r"|CUSTOM_TEAM_(SWISS(_MP|_GP)?|ROUNDROBIN|KNOCKOUT))"
)
"""Values of record 192 (Annex C of C.02.03), and FIDE_DUTCH_2025 of its last draft."""
_TIE_BREAK = re.compile(r"[^,;\s]+")
_ENCOUNTERS = ("DE", "EDE")
"""How the codes of tie-breaks begin that depend on who is tied."""
_INITIAL_COLOURS = {"white1": Colour.WHITE, "black1": Colour.BLACK}


def read_round_count(sheet: Sheet, findings: Findings) -> int | None:
    """Return the declared number of rounds (142, XXR); different numbers are an error."""
    counts = [
        (count, record) for record in sheet.all("142", "XXR") if (count := _round_count(record, findings)) is not None
    ]
    for count, record in counts[1:]:
        if count != counts[0][0]:
            first = counts[0][1]
            findings.add(
                ProblemCode.ROUNDS_CONFLICT,
                f"{record.text[:3]} gives {count} rounds, {first.text[:3]} in line {first.line} gives {counts[0][0]}",
                "give the number of rounds once, or the same number in both",
                at=(record.line, 5),
                found=record.text[4:].strip(),
            )
    return counts[0][0] if counts else None


def _round_count(record: Record, findings: Findings) -> int | None:
    text = record.text[3:].strip()
    if not text:
        return None
    count = fields.number(text, MOST_ROUNDS)
    if not count:
        remedy = f"write a whole number from 1 to {MOST_ROUNDS}"
        message = f"{text[:20]!r} is not a number of rounds"
        findings.add(ProblemCode.ROUNDS_INVALID, message, remedy, at=(record.line, 5), found=text)
        return None
    return count


def read_configuration(sheet: Sheet, findings: Findings) -> tuple[Colour | None, bool]:
    """Return the initial colour (152, XXC), and whether pairing order is the order of the rows (XXC rank)."""
    official = _read_152(sheet, findings)
    engine: Colour | None = None
    by_position = False
    for record in sheet.all("XXC"):
        for word in record.text[3:].split():
            if word.lower() in _INITIAL_COLOURS:
                engine = _INITIAL_COLOURS[word.lower()]
            elif word.lower() == "rank":
                by_position = True
            else:
                code, remedy = ProblemCode.CONFIGURATION_UNKNOWN, "the words are white1, black1 and rank"
                column = record.text.index(word) + 1 if findings.lists_another(code) else None
                findings.add(code, f"{word!r} is unknown", remedy, at=(record.line, column), found=word)
    if official is not None and engine not in (None, official):
        line = sheet.records["152"][0].line
        message = f"152 gives {official.name.lower()}, XXC {official.opposite.name.lower()}; 152 was taken"
        findings.add(ProblemCode.INITIAL_COLOUR_CONFLICT, message, "correct one of them", at=(line, 5))
    return official or engine, by_position


def _read_152(sheet: Sheet, findings: Findings) -> Colour | None:
    text = sheet.text("152")
    if not text:
        return None
    at = (sheet.records["152"][0].line, 5)
    if text not in ("W", "B", "w", "b"):
        message, remedy = f"{text!r} is not an initial colour", "write W or B"
        findings.add(ProblemCode.INITIAL_COLOUR_INVALID, message, remedy, at=at, found=text)
        return None
    if text.islower():
        message, remedy = f"the initial colour {text!r} is in lower case", "write it in upper case"
        findings.add(ProblemCode.INITIAL_COLOUR_CASE, message, remedy, at=at, found=text)
    return Colour(text.lower())


def check_tie_breaks(sheet: Sheet, findings: Findings) -> None:
    """
    Report a list of tie-breaks (202, 212) that names one of them twice.

    The second time it parts nobody whom the first time left tied. Direct encounter may: it is taken anew among those
    whom the codes between have left tied.
    """
    for record in sheet.all("202", "212"):
        seen: set[str] = set()
        for found in _TIE_BREAK.finditer(record.text, 3):
            code = found[0].upper()
            if code in seen and not code.startswith(_ENCOUNTERS):
                message, remedy = (
                    f"{found[0][:20]!r} stands twice in record {record.text[:3]}",
                    "name every tie-break once",
                )
                at = (record.line, found.start() + 1)
                findings.add(ProblemCode.TIE_BREAK_REPEATED, message, remedy, at=at, found=found[0])
                break
            seen.add(code)


def read_system(sheet: Sheet, findings: Findings) -> DeclaredSystem:
    """Return what 192 and 092 say."""
    code = sheet.text("192").upper()
    if code and not _SYSTEMS.fullmatch(code):
        findings.add(
            ProblemCode.SYSTEM_UNKNOWN,
            f"{code[:40]!r} is not a type of tournament that record 192 knows",
            "take the code from Annex C of C.02.03, as in FIDE_DUTCH_2026",
            at=(sheet.records["192"][0].line, 5),
            found=code,
        )
    return DeclaredSystem(code=code, text=sheet.text("092"))


def read_date(sheet: Sheet, code: str, findings: Findings) -> dt.date | None:
    """Return the date of a header, None if it is blank or cannot be read."""
    text = sheet.text(code)
    if not text:
        return None
    at = (sheet.records[code][0].line, 5)
    value, is_ambiguous = fields.date(text)
    if value is None:
        findings.add(
            ProblemCode.DATE_INVALID, f"{text!r} is not a valid date", "write it as YYYY/MM/DD", at=at, found=text
        )
    elif is_ambiguous:
        message = f"{text!r} was read as {value.isoformat()}, year first"
        findings.add(ProblemCode.DATE_AMBIGUOUS, message, "write it as YYYY/MM/DD", at=at, found=text)
    return value
