"""Declarations about the whole event: rounds, initial colour, pairing order, system, dates, other headers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tournaments.model import Colour, DeclaredSystem, Event
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.trf import fields
from tournaments.trf.rows import MAX_ROUNDS
from tournaments.trf.sheet import HEADER_CODES, Record, TrfSheet

if TYPE_CHECKING:
    import datetime as dt


_TEXT_CODES = frozenset(("012", "022", "032", "092", "102", "192", "152"))
"""Headers whose first record a field of the event holds; a second record is a fault."""
_TEAM_CODES = frozenset(("352", "362"))
"""Further such headers of team events; an event of individuals keeps these headers verbatim."""
_NUMBER_CODES = frozenset(("142", "162"))
"""Headers of which all records are read."""


def read_headers(sheet: TrfSheet, event: Event, log: ProblemLog) -> tuple[tuple[str, str], ...]:
    """Return (code, text) of the headers that the writer cannot produce from the event, in the order of codes."""
    headers: list[tuple[str, str]] = []
    held = _TEXT_CODES | (_TEAM_CODES if event.is_team_event else frozenset())
    for code in HEADER_CODES:
        records = sheet.records.get(code, [])
        if code in _NUMBER_CODES:
            continue
        if code in held or code in ("042", "052"):
            _report_repetition(sheet, code, log)
            records = records[:1]
        for record in records:
            text = record.text[4:] if code == "132" else record.text[3:].strip()
            if text.strip() and code not in held and not _is_in_event(event, code, text):
                headers.append((code, text))
    return tuple(headers)


def _report_repetition(sheet: TrfSheet, code: str, log: ProblemLog) -> None:
    first = sheet.text(code)
    for record in sheet.records.get(code, [])[1:]:
        if record.text[3:].strip() not in ("", first):
            message = f"{code} stands in line {sheet.records[code][0].line} already; the first was read"
            at = (record.line, 1)
            log.add(ProblemCode.REPEATED_RECORD, message, "remove one of them", at=at, found=record.text)


def _is_in_event(event: Event, code: str, text: str) -> bool:
    """Whether the event's fields produce the header."""
    if code in ("042", "052"):
        return (event.start if code == "042" else event.end) is not None
    return fields.number(text) == count_participants(event).get(code, -1)


def count_participants(event: Event) -> dict[str, int]:
    """Return the counts of headers 062, 072 and 082: players, rated players, teams."""
    return {
        "062": len(event.players),
        "072": sum(player.rating is not None for player in event.players),
        "082": len(event.teams),
    }


_DUTCH = ("FIDE_DUTCH", "FIDE_DUTCH_2017", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026")
_SYSTEMS = frozenset((*_DUTCH, "FIDE_DUBOV", "FIDE_BURSTEIN", "FIDE_DOUBLESWISS"))
"""Values of record 192 (Annex C of C.02.03), also with _BAKU; FIDE_DUTCH_2025 is of its last draft."""
_FURTHER_SYSTEMS = (
    r"(FIDE_TEAM(_TYPE[AB])?(_(MP_GP|GP_MP|MP|GP))?(_BAKU)?"
    r"|(FIDE|BERGER)_(TEAM_)?(DOUBLE)?ROUNDROBIN(_G[0-9]+)?"
    r"|FIDE_SCHILLER(_[0-9]+X[0-9]+)?|FIDE_(DOUBLE)?SCHEVENINGEN(_G[0-9]+)?"
    r"|CUSTOM_(SWISS|DOUBLESWISS|ROUNDROBIN|SCHILLER|SCHEVENINGEN|KNOCKOUT)"
    r"|CUSTOM_TEAM_(SWISS(_MP|_GP)?|ROUNDROBIN|KNOCKOUT))"
)
"""Pattern of further values, which few files declare."""
_TIE_BREAK = re.compile(r"[^,;\s]+")
_ENCOUNTERS = ("DE", "EDE")
"""Beginnings of the codes of tie-breaks that depend on the tied group."""
_INITIAL_COLOURS = {"white1": Colour.WHITE, "black1": Colour.BLACK}


def read_round_count(sheet: TrfSheet, log: ProblemLog) -> int | None:
    """Return the declared number of rounds (142, XXR); different numbers are an error."""
    counts = [(count, record) for record in sheet.all("142", "XXR") if (count := _round_count(record, log)) is not None]
    for count, record in counts[1:]:
        if count != counts[0][0]:
            first = counts[0][1]
            log.add(
                ProblemCode.ROUNDS_CONFLICT,
                f"{record.text[:3]} gives {count} rounds, {first.text[:3]} in line {first.line} gives {counts[0][0]}",
                "give the number of rounds once, or the same number in both",
                at=(record.line, 5),
                found=record.text[4:].strip(),
            )
    return counts[0][0] if counts else None


def _round_count(record: Record, log: ProblemLog) -> int | None:
    text = record.text[3:].strip()
    if not text:
        return None
    count = fields.number(text, MAX_ROUNDS)
    if not count:
        remedy = f"write a whole number from 1 to {MAX_ROUNDS}"
        message = f"{text[:20]!r} is not a number of rounds"
        log.add(ProblemCode.ROUNDS_INVALID, message, remedy, at=(record.line, 5), found=text)
        return None
    return count


def read_configuration(sheet: TrfSheet, log: ProblemLog) -> tuple[Colour | None, bool]:
    """Return the initial colour (152, XXC), and whether the pairing order is the order of the rows (XXC rank)."""
    official = _read_152(sheet, log)
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
                column = record.text.index(word) + 1 if log.lists_another(code) else None
                log.add(code, f"{word!r} is unknown", remedy, at=(record.line, column), found=word)
    if official is not None and engine not in (None, official):
        line = sheet.records["152"][0].line
        message = f"152 gives {official.name.lower()}, XXC {official.opposite.name.lower()}; 152 was taken"
        log.add(ProblemCode.INITIAL_COLOUR_CONFLICT, message, "correct one of them", at=(line, 5))
    return official or engine, by_position


def _read_152(sheet: TrfSheet, log: ProblemLog) -> Colour | None:
    text = sheet.text("152")
    if not text:
        return None
    at = (sheet.records["152"][0].line, 5)
    if text not in ("W", "B", "w", "b"):
        message, remedy = f"{text!r} is not an initial colour", "write W or B"
        log.add(ProblemCode.INITIAL_COLOUR_INVALID, message, remedy, at=at, found=text)
        return None
    if text.islower():
        message, remedy = f"the initial colour {text!r} is in lower case", "write it in upper case"
        log.add(ProblemCode.INITIAL_COLOUR_CASE, message, remedy, at=at, found=text)
    return Colour(text.lower())


def check_tie_breaks(sheet: TrfSheet, log: ProblemLog) -> None:
    """
    Report a list of tie-breaks (202, 212) that names a tie-break twice.

    A repeated tie-break has no effect. Only direct encounter may, since it is computed again in the groups that the
    codes between leave tied.
    """
    for record in sheet.all("202", "212"):
        codes: set[str] = set()
        for match in _TIE_BREAK.finditer(record.text, 3):
            code = match[0].upper()
            if code in codes and not code.startswith(_ENCOUNTERS):
                message, remedy = (
                    f"{match[0][:20]!r} occurs twice in record {record.text[:3]}",
                    "name every tie-break once",
                )
                at = (record.line, match.start() + 1)
                log.add(ProblemCode.TIE_BREAK_REPEATED, message, remedy, at=at, found=match[0])
                break
            codes.add(code)


def read_system(sheet: TrfSheet, log: ProblemLog) -> DeclaredSystem:
    """Return the pairing system that 192 and 092 declare."""
    code = sheet.text("192").upper()
    if code and code.removesuffix("_BAKU") not in _SYSTEMS and not re.fullmatch(_FURTHER_SYSTEMS, code):
        log.add(
            ProblemCode.SYSTEM_UNKNOWN,
            f"{code[:40]!r} is not a type of tournament that record 192 knows",
            "take the code from Annex C of C.02.03, as in FIDE_DUTCH_2026",
            at=(sheet.records["192"][0].line, 5),
            found=code,
        )
    return DeclaredSystem(code=code, text=sheet.text("092"))


def read_date(sheet: TrfSheet, code: str, log: ProblemLog) -> dt.date | None:
    """Return the date of a header; None if it is blank or cannot be read."""
    text = sheet.text(code)
    if not text:
        return None
    at = (sheet.records[code][0].line, 5)
    value, is_ambiguous = fields.date(text)
    if value is None:
        log.add(ProblemCode.DATE_INVALID, f"{text!r} is not a valid date", "write it as YYYY/MM/DD", at=at, found=text)
    elif is_ambiguous:
        message = f"{text!r} was read as {value.isoformat()}, year first"
        log.add(ProblemCode.DATE_AMBIGUOUS, message, "write it as YYYY/MM/DD", at=at, found=text)
    return value
