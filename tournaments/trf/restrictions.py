"""Restrictions of pairing: byes (240, XXZ), prohibited pairings (260, XXP); and abnormal points (299)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tournaments.model import AbnormalPoints, ForbiddenGroup, RequestedBye, Result
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.trf import fields

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.trf.sheet import Record, TrfSheet

BYES_240 = {"F": Result.FULL_POINT_BYE, "H": Result.HALF_POINT_BYE, "Z": Result.ZERO_POINT_BYE}
REMEDY_240 = "write F, H or Z in column 5, the round in 7-9, players in 11-14, 16-19..."
REMEDY_XXZ = "write the numbers of the absent players"
_REMEDY_260 = "write first and last round in columns 5-7 and 9-11, players in 13-16, 18-21..."
_REMEDY_XXP = "write the numbers of at least two players"
_REMEDY_299 = "write the type in column 5, points in 14-17, the round in 20-22, numbers in 24-27, 29-32..."
_ABNORMAL_KINDS = " WDLFHZ+-"
END_OF_EVENT = 999
"""A last round that means the end of an event with an unknown number of rounds."""


def read_bye_records(
    sheet: TrfSheet, next_round: int, players: frozenset[int], log: ProblemLog
) -> list[tuple[Record, RequestedBye]]:
    """Return the byes of records 240 and XXZ; XXZ refers to the round to be paired."""
    byes = []
    for record in sheet.all("240", "XXZ"):
        is_240 = record.text.startswith("240")
        remedy = REMEDY_240 if is_240 else REMEDY_XXZ
        try:
            record_byes = read_240(record.text) if is_240 else read_xxz(record.text, next_round)
        except fields.TrfRecordError as error:
            error.report(ProblemCode.BYE_RECORD_INVALID, record, remedy, log)
            continue
        for bye in record_byes:
            if bye.tpn in players:
                byes.append((record, bye))
            else:
                code = ProblemCode.BYE_PLAYER_UNKNOWN
                at = (record.line, _column_of(record.text, bye.tpn) if log.lists_another(code) else None)
                message = f"{record.text[:3]} names player {bye.tpn}, who does not exist"
                remedy = "correct the number"
                log.add(code, message, remedy, at=at, found=str(bye.tpn))
    return byes


def read_240(text: str) -> list[RequestedBye]:
    """Read a record of byes of players or teams; raise TrfRecordError if it cannot be read."""
    fields.require_blanks(text, 3, 5, 9)
    kind = text[4:5].upper()
    if kind not in BYES_240:
        raise fields.TrfRecordError(5, kind.strip(), f"{kind.strip()!r} is not a type of bye")
    round_number = fields.fixed_number(text, 6, 9, "round")
    if not round_number:
        raise fields.TrfRecordError(7, text[6:9].strip(), "the round is missing")
    return [
        RequestedBye(round_number=round_number, tpn=tpn, result=BYES_240[kind])
        for tpn in fields.fixed_numbers(text, 10)
    ]


def read_xxz(text: str, next_round: int) -> list[RequestedBye]:
    """Read JaVaFo's record of absences of players or teams; raise TrfRecordError if it cannot be read."""
    numbers = fields.free_numbers(text)
    return [RequestedBye(round_number=next_round, tpn=tpn, result=Result.ZERO_POINT_BYE) for tpn in numbers]


def read_forbidden(
    sheet: TrfSheet, rounds: int | None, numbers: frozenset[int], log: ProblemLog
) -> tuple[ForbiddenGroup, ...]:
    """
    Return the groups whose members may not meet (260, XXP).

    An unreadable record is an error, since skipping it would allow the pairing. ``numbers`` are the numbers of the
    players, or of the teams in a team event.
    """
    official = _read_groups(sheet.all("260"), numbers, log, lambda text: _read_260(text, rounds))
    engine = _read_groups(sheet.all("XXP"), numbers, log, _read_xxp)
    limited = {group.players for group in official}
    return (*official, *(group for group in engine if group.players not in limited))


def _read_groups(
    records: list[Record], players: frozenset[int], log: ProblemLog, read: Callable[[str], ForbiddenGroup]
) -> list[ForbiddenGroup]:
    groups: dict[ForbiddenGroup, None] = {}
    for record in records:
        remedy = _REMEDY_260 if record.text.startswith("260") else _REMEDY_XXP
        try:
            group = read(record.text)
            _require_players(record.text, group.players, players)
        except fields.TrfRecordError as error:
            error.report(ProblemCode.FORBIDDEN_INVALID, record, remedy, log)
            continue
        if len(group.players) == 1:
            message = f"{record.text[:3]} names only {min(group.players)}, and so prohibits nothing"
            log.add(ProblemCode.FORBIDDEN_SINGLE, message, remedy, at=(record.line, 5), found=record.text)
        else:
            groups.setdefault(group)
    return list(groups)


def _require_players(text: str, listed_numbers: frozenset[int], players: frozenset[int]) -> None:
    if not listed_numbers:
        raise fields.TrfRecordError(5, text[4:].strip(), "no number is given")
    unknown = sorted(listed_numbers - players)
    if unknown:
        column = _column_of(text, unknown[0])
        raise fields.TrfRecordError(column, str(unknown[0]), f"number {unknown[0]} does not exist")


def _read_260(text: str, rounds: int | None) -> ForbiddenGroup:
    fields.require_blanks(text, 3, 7, 11)
    first, last = fields.fixed_number(text, 4, 7, "round"), fields.fixed_number(text, 8, 11, "round")
    if not first or not last:
        raise fields.TrfRecordError(5, text[4:11].strip(), "the first or the last round is missing")
    if last < first:
        raise fields.TrfRecordError(5, text[4:11].strip(), f"the rounds {first} to {last} are reversed")
    to_the_end = last >= (rounds or END_OF_EVENT)
    return ForbiddenGroup(
        players=frozenset(fields.fixed_numbers(text, 12)), first_round=first, last_round=None if to_the_end else last
    )


def _read_xxp(text: str) -> ForbiddenGroup:
    return ForbiddenGroup(players=frozenset(fields.free_numbers(text)))


def read_abnormal_points(sheet: TrfSheet, known: frozenset[int], log: ProblemLog) -> tuple[AbnormalPoints, ...]:
    """Return the points of 299, in the columns of the standard's table, or else of the standard's example."""
    points = []
    for record in sheet.all("299"):
        try:
            points.append(_read_299(record, known, log))
        except fields.TrfRecordError as error:
            error.report(ProblemCode.ABNORMAL_POINTS_INVALID, record, _REMEDY_299, log)
    return tuple(points)


def _read_299(record: Record, known: frozenset[int], log: ProblemLog) -> AbnormalPoints:
    text = record.text
    fields.require_blanks(text, 3, 5)
    kind = text[4:5].upper()
    if kind not in _ABNORMAL_KINDS:
        raise fields.TrfRecordError(5, kind, f"{kind!r} is not a type of result")
    if text[11:13].strip():
        remedy = "move the points to columns 8-11 and 14-17, the round to 20-22"
        message = "the columns are those of the standard's example, not those of its table"
        log.add(ProblemCode.ABNORMAL_POINTS_SHIFTED, message, remedy, at=(record.line, 12), found=text)
        match_points, points = (6, 10), (11, 15)
        round_columns, numbers = (16, 19), 20
    else:
        match_points, points = (7, 11), (13, 17)
        round_columns, numbers = (19, 22), 23
    named = fields.fixed_numbers(text, numbers)
    unknown = next((number for number in named if number not in known), None)
    if unknown is not None:
        raise fields.TrfRecordError(_column_of(text, unknown), str(unknown), f"number {unknown} does not exist")
    return AbnormalPoints(
        kind=kind.strip(),
        match_points=fields.fixed_tenths(text, *match_points, "number of points"),
        points=fields.fixed_tenths(text, *points, "number of points"),
        round_number=fields.fixed_number(text, *round_columns, "round") or None,
        numbers=frozenset(named),
    )


def _column_of(text: str, tpn: int) -> int:
    """Return the column, from 1, in which a number stands after the record's code."""
    match = re.compile(rf"(?<!\S)0*{tpn}(?!\S)").search(text, 3)
    return match.start() + 1 if match else 5
