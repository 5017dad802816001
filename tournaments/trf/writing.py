"""
The writer of events as TRF16, as TRF(x) for pairing engines, or as TRF26.

Reading a written file gives the same event, with these exceptions. In every dialect, texts lose control characters, and
names are cut to their columns. Blank points and ranks are filled in. Virtual points come back in canonical form, and
requested byes in order. The records decide ``dialect``. In an event of individuals, a forfeit without an opponent comes
back as the equivalent bye.

- TRF26 holds all other data.
- TRF(x) loses the 192 code unless bbpPairings 6 knows it (092 holds the code if 092 is free), and the points of a game
  without a result unless they are the points of a draw. In an event of individuals it loses all data of teams except
  names and players.
- TRF16 also loses all data without a record: number of rounds, initial colour, order of the rows as pairing order, 192
  (092 holds the code if 092 is free), scoring, virtual points, prohibited pairings, 299, headers after 132, byes
  requested after the next round (and for the next round if all players have one), and all data of teams except names
  and players. Since 013 numbers the teams in their order, gaps between the numbers of teams are lost.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from tournaments.model import ABSENT, Colour, DeclaredSystem, RoundEntry, ScoringSystem
from tournaments.points import points_by_results, points_of_next_byes
from tournaments.trf import record_format
from tournaments.trf.further_records import engine_records, fits_162, official_records, pending_162
from tournaments.trf.headers import count_participants
from tournaments.trf.record_format import UnwritableEventError, clean
from tournaments.trf.sheet import HEADER_CODES

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Mapping

    from tournaments.model import Event

__all__ = ["LineEnd", "UnwritableEventError", "write_trf16", "write_trf26", "write_trfx"]

_LAST_TRF16_HEADER = "132"
_BBP_SYSTEM_CODES = re.compile(r"FIDE_(DUTCH|DUTCH_2025|BURSTEIN)(_BAKU)?")
"""192 codes of bbpPairings 6, which refuses a file with any other code."""


class LineEnd(Enum):
    """The end of a line; readers accept all ends, and the standard requires CR."""

    LF = "\n"
    CRLF = "\r\n"
    CR = "\r"


class OutputDialect(Enum):
    """A dialect in which events are written."""

    TRF26 = "trf26"
    TRFX = "trfx"
    """TRF(x) and TRF(bx)."""
    TRF16 = "trf16"


def write_event(event: Event, dialect: OutputDialect, *, line_end: LineEnd = LineEnd.LF) -> str:
    """Return an event as the text of a file in a dialect; raise UnwritableEventError if the dialect cannot hold it."""
    match dialect:
        case OutputDialect.TRF26:
            return write_trf26(event, line_end=line_end)
        case OutputDialect.TRFX:
            return write_trfx(event, line_end=line_end)
        case OutputDialect.TRF16:
            return write_trf16(event, line_end=line_end)


def write_trf16(event: Event, *, line_end: LineEnd = LineEnd.LF) -> str:
    """Return the event as TRF16; raise UnwritableEventError if a value exceeds its columns."""
    by_number = tuple(sorted(event.players, key=lambda player: player.tpn))
    return _join(
        line_end,
        (line for line in _headers(_with_code_in_092(event), {}) if line[:3] <= _LAST_TRF16_HEADER),
        _declarations(event),
        _rows(replace(event, players=by_number), counts_next_byes=True),
        _teams_013(event, ignores_code=True),
        _unknown_records(event),
    )


def write_trfx(event: Event, *, line_end: LineEnd = LineEnd.LF) -> str:
    """Return the event as TRF(x) for JaVaFo and bbpPairings; raise UnwritableEventError as write_trf16 does."""
    official = _official_headers(event)
    if not (_BBP_SYSTEM_CODES.fullmatch(event.system.code) or event.is_team_event):
        official.pop("192", None)
    official.pop("162", None)
    return _join(
        line_end,
        _headers(event if "192" in official else _with_code_in_092(event), official),
        _declarations(event),
        _rows(event, counts_next_byes=True),
        _teams_310(event) if event.is_team_event else _teams_013(event, ignores_code="192" not in official),
        engine_records(event, next_byes_in_rows=_has_next_byes_in_rows(event)),
        _unknown_records(event),
    )


def write_trf26(event: Event, *, line_end: LineEnd = LineEnd.LF) -> str:
    """Return the event as TRF26; raise UnwritableEventError as write_trf16 does."""
    return _join(
        line_end,
        _headers(event, _official_headers(event)),
        _declarations(event),
        _rows(event, counts_next_byes=False),
        _teams_310(event),
        official_records(event),
        _unknown_records(event),
    )


def _with_code_in_092(event: Event) -> Event:
    """Put the declared system into 092 if it is free; readers accept a code in 092, too."""
    if event.system.text:
        return event
    return replace(event, system=DeclaredSystem(text=event.system.code))


def _join(line_end: LineEnd, *parts: Iterable[str]) -> str:
    return "".join(line + line_end.value for part in parts for line in part)


def _official_headers(event: Event) -> dict[str, str]:
    """Return the lines of TRF26's headers that hold fields of the event, by code."""
    lines = {}
    if event.rounds_declared is not None:
        lines["142"] = f"142 {event.rounds_declared}"
    if event.initial_colour is not None:
        lines["152"] = "152 W" if event.initial_colour is Colour.WHITE else "152 B"
    scoring = event.scoring
    if not fits_162(scoring):
        lines["162"] = pending_162(scoring)
    elif scoring != ScoringSystem() or event.team_bye_points is not None:
        lines["162"] = record_format.format_162(scoring, event.team_bye_points)
    if event.system.code:
        lines["192"] = f"192 {clean(event.system.code).upper()}"
    if event.board_colours:
        lines["352"] = "352 " + "".join(colour.value.upper() for colour in event.board_colours)
    if event.match_points is not None:
        lines["362"] = record_format.format_362(event.match_points)
    return {code: line for code, line in lines.items() if line}


def _headers(event: Event, official: Mapping[str, str]) -> Iterator[str]:
    """Yield the headers in the order of their codes; TRF16 headers even if they are empty."""
    held = {
        "012": event.name,
        "022": event.city,
        "032": event.federation,
        "042": _date(event.start),
        "052": _date(event.end),
        "092": event.system.text,
        "102": event.arbiter,
    }
    counts = {code: str(count) for code, count in count_participants(event).items()}
    for code in HEADER_CODES:
        kept = [text for kept_code, text in event.headers if kept_code == code]
        if code in official:
            yield official[code]
        elif held.get(code):
            yield f"{code} {clean(held[code])}".rstrip()
        elif code in ("142", "152", "162", "192"):
            continue
        elif kept:
            yield from (_verbatim(f"{code} {text}") for text in kept)
        elif code in counts:
            yield f"{code} {counts[code]}"
        elif code <= _LAST_TRF16_HEADER:
            yield code


def _date(date: dt.date | None) -> str:
    return "" if date is None else date.isoformat().replace("-", "/")


def _declarations(event: Event) -> Iterator[str]:
    yield from (f"### {clean(text)}".rstrip() for text in event.declarations)


def _teams_013(event: Event, *, ignores_code: bool) -> Iterator[str]:
    """Yield 013 records, unless without a 192 code they would turn an event of individuals into a team event."""
    if _can_write_teams(event, replace(_with_code_in_092(event).system, code="") if ignores_code else event.system):
        yield from (record_format.format_013(team) for team in event.teams)


def _teams_310(event: Event) -> Iterator[str]:
    """Yield 310 records, unless they would turn an event of individuals into a team event."""
    if event.is_team_event or _can_write_teams(event, event.system):
        yield from (record_format.format_310(team) for team in event.teams)


def _can_write_teams(event: Event, written_system: DeclaredSystem) -> bool:
    """Whether an event written with teams and a declared system is read again as the same kind of event."""
    if not event.teams:
        return False
    if written_system.paired is None:
        from tournaments.trf.participant_kind import do_games_show_kind  # noqa: PLC0415 - start-up time; few events list teams

        return event.is_team_event or do_games_show_kind(event)
    return written_system.pairs_teams(lists_teams=True) == event.is_team_event


def _unknown_records(event: Event) -> Iterator[str]:
    yield from (_verbatim(line) for line in event.unknown_records)


def _verbatim(line: str) -> str:
    """Return a line verbatim, except for characters that would break it."""
    return record_format.replace_breaks(line).rstrip()


def _rows(event: Event, *, counts_next_byes: bool) -> Iterator[str]:
    """Yield the 001 records, with the byes of the next round in its column."""
    points = points_by_results(event)
    if counts_next_byes:
        for tpn, value in points_of_next_byes(event).items():
            points[tpn] = points.get(tpn, 0) + value
    points |= {player.tpn: player.points for player in event.players if player.points is not None}
    order = {player.tpn: place for place, player in enumerate(event.players)}
    standings = sorted(order, key=lambda tpn: (-points[tpn], order[tpn]))
    ranks = {tpn: rank for rank, tpn in enumerate(standings, start=1)}
    next_byes = _next_byes(event) if _has_next_byes_in_rows(event) else {}
    for player in event.players:
        missing = event.rounds_recorded - len(player.rounds)
        entries = [*player.rounds, *[ABSENT] * missing]
        if player.tpn in next_byes:
            entries.append(next_byes[player.tpn])
        rank = ranks[player.tpn] if player.rank is None else player.rank
        yield record_format.format_player_row(player, points[player.tpn], rank, entries)


def _next_byes(event: Event) -> dict[int, RoundEntry]:
    next_round = event.rounds_recorded + 1
    return {
        bye.tpn: RoundEntry(None, None, bye.result) for bye in event.requested_byes if bye.round_number == next_round
    }


def _has_next_byes_in_rows(event: Event) -> bool:
    """Whether the next round's column can hold its byes; if all players have a bye, the round counts as recorded."""
    byes = _next_byes(event)
    return any(player.tpn not in byes for player in event.players)
