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

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum

from tournaments.model import (
    ABSENT,
    REQUESTED_BYES,
    Colour,
    DeclaredSystem,
    Dialect,
    Event,
    ForbiddenGroup,
    PrimaryScore,
    RoundEntry,
    ScoringSystem,
    VirtualPoints,
)
from tournaments.points import points_by_results, points_of_next_byes, points_text
from tournaments.trf import record_format
from tournaments.trf.record_format import UnwritableEventError, clean
from tournaments.trf.restrictions import END_OF_EVENT
from tournaments.trf.scoring import SCORE_XXS
from tournaments.trf.settings import count_participants
from tournaments.trf.sheet import HEADER_CODES


def official_records(event: Event) -> Iterator[str]:
    """Yield the records of TRF26 that follow the rows, and JaVaFo's records for data without a TRF26 record."""
    yield from team_records(event)
    yield from _byes(event, event.rounds_recorded + 1)
    yield from _acceleration_250(event)
    for group in event.forbidden:
        if group.first_round == 1 and group.last_round is None and event.rounds_declared is None:
            yield _xxp(group)
        else:
            yield _forbidden_260(event, group)
    yield from (record_format.format_299(abnormal) for abnormal in event.abnormal_points)
    if event.rank_by_position:
        yield "XXC rank"
    if not fits_162(event.scoring):
        yield _xxs(event.scoring)


def team_records(event: Event) -> Iterator[str]:
    """Yield line-ups, allocated byes, forfeited matches and other byes of teams."""
    yield from (record_format.format_300(line_up) for line_up in event.line_ups)
    if event.team_allocated_byes is not None:
        yield record_format.format_320(event.team_allocated_byes)
    yield from (record_format.format_330(match) for match in event.forfeited_matches)


def engine_records(event: Event, *, next_byes_in_rows: bool) -> Iterator[str]:
    """Yield the records of TRF(x) that follow the rows, so that JaVaFo and bbpPairings read the same event."""
    if event.rounds_declared is not None:
        yield f"XXR {event.rounds_declared}"
    colour = {None: "", Colour.WHITE: "white1", Colour.BLACK: "black1"}[event.initial_colour]
    configuration = f"{colour} {'rank' if event.rank_by_position else ''}".strip()
    if configuration:
        yield f"XXC {configuration}"
    if event.scoring != ScoringSystem():
        yield _xxs(event.scoring)
        yield from _bb(event.scoring)
    yield from team_records(event)
    yield from _byes(event, event.rounds_recorded + (2 if next_byes_in_rows else 1))
    yield from _acceleration_xxa(event.virtual_points)
    yield from _forbidden_for_engines(event)
    yield from (record_format.format_299(abnormal) for abnormal in event.abnormal_points)


def fits_162(scoring: ScoringSystem) -> bool:
    """Whether record 162 can hold the scoring: no value depends on colours, and each bye has its symbol's value."""
    return (
        scoring.zero_point_bye == scoring.forfeit_loss
        and scoring.forfeit_win == scoring.full_point_bye == scoring.white_win
        and scoring.half_point_bye == scoring.white_draw
        and _is_colour_blind(scoring)
    )


def pending_162(scoring: ScoringSystem) -> str:
    """Return the 162 record beside XXS: the points of a game without a result, unless they are the points of a draw."""
    return "" if scoring.pending == scoring.white_draw else f"162  X{record_format.format_points(scoring.pending)}"


def _is_colour_blind(scoring: ScoringSystem) -> bool:
    return (
        scoring.white_win == scoring.black_win
        and scoring.white_draw == scoring.black_draw
        and scoring.white_loss == scoring.black_loss
    )


def _xxs(scoring: ScoringSystem) -> str:
    return "XXS " + " ".join(f"{code}={points_text(getattr(scoring, name))}" for code, name in SCORE_XXS.items())


def _bb(scoring: ScoringSystem) -> Iterator[str]:
    """Yield bbpPairings' codes if they can hold the scoring: a forfeit win and a full-point bye are worth a win."""
    fits = (
        _is_colour_blind(scoring)
        and scoring.forfeit_win == scoring.full_point_bye == scoring.white_win
        and scoring.half_point_bye == scoring.white_draw
    )
    if fits:
        yield f"BBW {record_format.format_points(scoring.white_win)}"
        yield f"BBD {record_format.format_points(scoring.white_draw)}"
        yield f"BBL {record_format.format_points(scoring.white_loss)}"
        yield f"BBZ {record_format.format_points(scoring.zero_point_bye)}"
        yield f"BBF {record_format.format_points(scoring.forfeit_loss)}"
        yield f"BBU {record_format.format_points(scoring.pairing_allocated_bye)}"


def _byes(event: Event, first_round: int) -> Iterator[str]:
    """
    Yield one 240 record for every kind of bye of every round from ``first_round`` on.

    In a team event 240 holds the byes of teams, recorded rounds included, and byes of players have no record.
    """
    requested = event.requested_byes
    if event.is_team_event:
        requested, first_round = event.team_byes, 1
    rounds = sorted({bye.round_number for bye in requested if bye.round_number >= first_round})
    for round_number in rounds:
        for kind in REQUESTED_BYES:
            numbers = [bye.tpn for bye in requested if bye.round_number == round_number and bye.result is kind]
            if numbers:
                yield record_format.format_240(kind, round_number, numbers)


def _acceleration_250(event: Event) -> Iterator[str]:
    """Yield one 250 record for every range of numbers; zero points, which 250 cannot give, as XXA."""
    of_teams = event.is_team_event
    numbers = sorted([team.number for team in event.teams] if of_teams else [player.tpn for player in event.players])
    is_match_points = of_teams and event.system.primary_score is PrimaryScore.MATCH_POINTS
    for listed in event.virtual_points:
        if not listed.points:
            yield from _acceleration_xxa((listed,))
            continue
        for first, last in _ranges(numbers, listed.players):
            rounds = (listed.first_round, listed.last_round)
            yield record_format.format_250(listed.points, rounds, (first, last), is_match_points=is_match_points)


def _ranges(numbers: list[int], members: frozenset[int]) -> list[tuple[int, int]]:
    """Return first and last number of the longest ranges that consist of members."""
    ranges: list[tuple[int, int]] = []
    is_open = False
    for number in numbers:
        if number not in members:
            is_open = False
        elif is_open:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
            is_open = True
    return ranges


def _acceleration_xxa(virtual_points: tuple[VirtualPoints, ...]) -> Iterator[str]:
    """Yield one XXA record for every player with virtual points, from round 1 to the last accelerated round."""
    last = max((listed.last_round for listed in virtual_points), default=0)
    table: dict[int, list[int]] = {}
    for listed in virtual_points:
        for tpn in listed.players:
            own = table.setdefault(tpn, [0] * last)
            own[listed.first_round - 1 : listed.last_round] = [listed.points] * (
                listed.last_round - listed.first_round + 1
            )
    yield from (record_format.format_xxa(tpn, table[tpn]) for tpn in sorted(table))


def _forbidden_for_engines(event: Event) -> Iterator[str]:
    """
    Yield XXP for prohibitions in the round to be paired, and 260 for prohibitions in some rounds only.

    JaVaFo does not know 260, and XXP has no rounds, so a checker that reads both records applies XXP to every round.
    Therefore XXP is not written for a limited prohibition if no round is left to be paired.
    """
    next_round = event.rounds_recorded + 1
    is_over = event.rounds_declared is not None and next_round > event.rounds_declared
    always = {group.players for group in event.forbidden if _is_unlimited(group)}
    for group in event.forbidden:
        if _is_unlimited(group):
            yield _xxp(group)
        elif group.players not in always:
            yield _forbidden_260(event, group)
            if not is_over and group.first_round <= next_round <= (group.last_round or END_OF_EVENT):
                yield _xxp(group)


def _is_unlimited(group: ForbiddenGroup) -> bool:
    return group.first_round == 1 and group.last_round is None


def _xxp(group: ForbiddenGroup) -> str:
    return "XXP " + " ".join(str(tpn) for tpn in sorted(group.players))


def _forbidden_260(event: Event, group: ForbiddenGroup) -> str:
    last = group.last_round or max(event.rounds_declared or END_OF_EVENT, group.first_round)
    return record_format.format_260(group.first_round, last, group.players)


__all__ = ["LineEnd", "UnwritableEventError", "write_trf16", "write_trf26", "write_trfx"]

_LAST_TRF16_HEADER = "132"
_BBP_SYSTEM_CODES = re.compile(r"FIDE_(DUTCH|DUTCH_2025|BURSTEIN)(_BAKU)?")
"""192 codes of bbpPairings 6, which refuses a file with any other code."""


class LineEnd(Enum):
    """The end of a line; readers accept all ends, and the standard requires CR."""

    LF = "\n"
    CRLF = "\r\n"
    CR = "\r"


def write_event(event: Event, dialect: Dialect, *, line_end: LineEnd = LineEnd.LF) -> str:
    """Return an event as the text of a file in a dialect; raise UnwritableEventError if the dialect cannot hold it."""
    match dialect:
        case Dialect.TRF26:
            return write_trf26(event, line_end=line_end)
        case Dialect.TRFX:
            return write_trfx(event, line_end=line_end)
        case Dialect.TRF16:
            return write_trf16(event, line_end=line_end)
        case _:
            raise UnwritableEventError(f"{dialect.title} is read, and not written any more")


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
