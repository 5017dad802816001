"""Headers (records ``??2``) that no field of the model holds; the event keeps them verbatim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.problems import ProblemCode
from tournaments.trf import fields
from tournaments.trf.sheet import HEADER_CODES

if TYPE_CHECKING:
    from tournaments.model import Event
    from tournaments.problems import ProblemLog
    from tournaments.trf.sheet import TrfSheet

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
