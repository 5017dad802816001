"""The headers (records ``??2``) that no field of the model holds; they are kept as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.problems import ProblemCode
from tournaments.trf import fields
from tournaments.trf.sheet import HEADER_CODES

if TYPE_CHECKING:
    from tournaments.model import Event
    from tournaments.problems import Findings
    from tournaments.trf.sheet import Sheet

_TEXT_CODES = frozenset(("012", "022", "032", "092", "102", "192", "152"))
"""Headers of which a field holds the first; there should be no second."""
_CODES_OF_TEAMS = frozenset(("352", "362"))
"""The same, where teams are paired; an event of individuals keeps these headers as they are."""
_NUMBER_CODES = frozenset(("142", "162"))
"""Headers that are read completely, however often they stand."""


def read_headers(sheet: Sheet, event: Event, findings: Findings) -> tuple[tuple[str, str], ...]:
    """Return (code, text) of the headers that the writer would not produce from the event, in the order of codes."""
    found: list[tuple[str, str]] = []
    held = _TEXT_CODES | (_CODES_OF_TEAMS if event.is_team_event else frozenset())
    for code in HEADER_CODES:
        records = sheet.records.get(code, [])
        if code in _NUMBER_CODES:
            continue
        if code in held or code in ("042", "052"):
            _report_repetition(sheet, code, findings)
            records = records[:1]
        for record in records:
            text = record.text[4:] if code == "132" else record.text[3:].strip()
            if text.strip() and code not in held and not _is_held(event, code, text):
                found.append((code, text))
    return tuple(found)


def _report_repetition(sheet: Sheet, code: str, findings: Findings) -> None:
    first = sheet.text(code)
    for record in sheet.records.get(code, [])[1:]:
        if record.text[3:].strip() not in ("", first):
            message = f"{code} stands in line {sheet.records[code][0].line} already; the first was read"
            at = (record.line, 1)
            findings.add(ProblemCode.REPEATED_RECORD, message, "remove one of them", at=at, found=record.text)


def _is_held(event: Event, code: str, text: str) -> bool:
    """Whether the event's fields produce the header."""
    if code in ("042", "052"):
        return (event.start if code == "042" else event.end) is not None
    return fields.number(text) == counted(event).get(code, -1)


def counted(event: Event) -> dict[str, int]:
    """Return what headers 062, 072 and 082 count: players, rated players, teams."""
    return {
        "062": len(event.players),
        "072": sum(player.rating is not None for player in event.players),
        "082": len(event.teams),
    }
