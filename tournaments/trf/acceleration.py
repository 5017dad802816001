"""Virtual points (acceleration): TRF 250 and JaVaFo's XXA in one canonical form."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from tournaments.model import PrimaryScore, VirtualPoints
from tournaments.points import points_text
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.trf import fields
from tournaments.trf.fields import TrfRecordError, fixed_number, fixed_tenths, require_blanks
from tournaments.trf.rows import MAX_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tournaments.trf.sheet import Record, TrfSheet

_XXA_FIRST = 9
"""Column of the value for round 1, from 0; each value has four columns, with a blank after it."""
_XXA_STRIDE = 5
_REMEDY_250 = "write points in columns 10-13, rounds in 15-17 and 19-21, first and last player in 23-26 and 28-31"
_REMEDY_XXA = "write the player in columns 5-8 and the points of round 1, 2... in columns 10-13, 15-18..."

MAX_ENTRIES = 200_000
"""The number of players that all records of a file may name together, twenty times each of 9,999 players."""

Run = tuple[int, int, int]
"""First round, last round, tenths."""
Table = dict[int, list[Run]]
"""TPN to runs of rounds, in order and without overlap."""


def read_acceleration(
    sheet: TrfSheet, numbers: frozenset[int], log: ProblemLog, *, primary: PrimaryScore | None = None
) -> tuple[VirtualPoints, ...]:
    """
    Return the listed virtual points in canonical form; a later record prevails over an earlier record.

    ``numbers`` are the numbers of players, or of teams if ``primary`` names the primary score of a team event.
    """
    table: Table = {}
    entries = 0
    readers: dict[str, tuple[Callable[[Record, frozenset[int]], VirtualPoints | Table], str]] = {
        "250": (_read_250 if primary is None else partial(_read_250_of_teams, primary), _REMEDY_250),
        "XXA": (_read_xxa, _REMEDY_XXA),
    }
    for record in sheet.all(*readers):
        read, remedy = readers[record.text[:3]]
        try:
            listed = read(record, numbers)
        except TrfRecordError as error:
            error.report(ProblemCode.ACCELERATION_INVALID, record, remedy, log)
            continue
        entries += len(listed.players) if isinstance(listed, VirtualPoints) else len(listed)
        if entries > MAX_ENTRIES:
            message = f"the records of virtual points name more than {MAX_ENTRIES:,} players together"
            remedy = "give every player one value for every round"
            log.add(ProblemCode.ACCELERATION_INVALID, message, remedy, at=(record.line, None))
            return ()
        addition = _expand([listed]) if isinstance(listed, VirtualPoints) else listed
        _merge_record(table, addition, record, log)
    return _canonical_points(table)


def _read_250(record: Record, players: frozenset[int]) -> VirtualPoints:
    text = record.text
    if fixed_tenths(text, 4, 8, "number of points"):
        raise TrfRecordError(5, text[4:8].strip(), "match points are given in an event of individuals")
    points = fixed_tenths(text, 9, 13, "number of points")
    if not points:
        raise TrfRecordError(10, text[9:13].strip(), "the virtual points are zero or missing")
    return _read_range(text, points, players)


def _read_250_of_teams(primary: PrimaryScore, record: Record, teams: frozenset[int]) -> VirtualPoints:
    """Read points of the primary score, or else of the secondary score, as in the standard's example."""
    text = record.text
    match_points = fixed_tenths(text, 4, 8, "number of points")
    game_points = fixed_tenths(text, 9, 13, "number of points")
    first, second = (match_points, game_points) if primary is PrimaryScore.MATCH_POINTS else (game_points, match_points)
    points = first or second
    if not points:
        raise TrfRecordError(5, text[4:13].strip(), "the virtual points are zero or missing")
    return _read_range(text, points, teams)


def _read_range(text: str, points: int, players: frozenset[int]) -> VirtualPoints:
    require_blanks(text, 3, 8, 13, 17, 21, 26, *range(31, len(text)))
    first, last = fixed_number(text, 14, 17, "round"), fixed_number(text, 18, 21, "round")
    if not first or not last or last < first:
        raise TrfRecordError(15, text[14:21].strip(), f"{text[14:21].strip()!r} is not a range of rounds")
    low, high = fixed_number(text, 22, 26, "player"), fixed_number(text, 27, 31, "player")
    members = frozenset(tpn for tpn in players if low and low <= tpn <= (high or low))
    if not members:
        raise TrfRecordError(23, text[22:31].strip(), f"the range {text[22:31].strip()!r} contains no participant")
    return VirtualPoints(points=points, first_round=first, last_round=last, players=members)


def _read_xxa(record: Record, players: frozenset[int]) -> Table:
    text = record.text
    tpn = fixed_number(text, 4, 8, "player")
    if tpn not in players:
        raise TrfRecordError(5, text[4:8].strip(), f"player {text[4:8].strip()!r} does not exist")
    require_blanks(text, 3, *range(8, len(text), _XXA_STRIDE))
    runs: list[Run] = []
    for round_number, column in enumerate(range(_XXA_FIRST, len(text), _XXA_STRIDE), start=1):
        value = fields.tenths(text[column : column + 4]) if text[column : column + 4].strip() else 0
        if value is None or round_number > MAX_ROUNDS:
            piece = text[column : column + 4].strip()
            raise TrfRecordError(column + 1, piece, f"{piece!r} is not a number of virtual points")
        _append_run(runs, (round_number, round_number, value))
    return {tpn: runs}


def _merge_record(table: Table, addition: Table, record: Record, log: ProblemLog) -> None:
    for tpn, runs in addition.items():
        own = table.setdefault(tpn, [])
        is_reported = False
        for run in runs:
            replaced = _replace_rounds(own, run)
            if replaced is not None and not is_reported:
                is_reported = True
                round_number, points = replaced
                log.add(
                    ProblemCode.ACCELERATION_OVERLAP,
                    f"player {tpn} has {points_text(points)} and {points_text(run[2])} virtual points in round "
                    f"{round_number}; the latter were taken",
                    "give every player one value for every round",
                    at=(record.line, None),
                )


def _replace_rounds(runs: list[Run], new: Run) -> tuple[int, int] | None:
    """Insert a run in place of the runs in its rounds; return the first round and points that change."""
    first, last, points = new
    begin = bisect_left(runs, first, key=itemgetter(1))
    end = bisect_right(runs, last, key=itemgetter(0))
    replaced = runs[begin:end]
    before = [(run[0], first - 1, run[2]) for run in replaced[:1] if run[0] < first]
    after = [(last + 1, run[1], run[2]) for run in replaced[-1:] if run[1] > last]
    runs[begin:end] = [*before, new, *after]
    return next(((max(run[0], first), run[2]) for run in replaced if run[2] != points), None)


def canonical_virtual_points(listed: Iterable[VirtualPoints]) -> tuple[VirtualPoints, ...]:
    """
    Return the virtual points with the fewest entries, ordered by rounds, then by descending points.

    If entries overlap, the later entry prevails. Zero points are left out, unless all points are zero: an event that
    lists only zeros has no acceleration, while an event without a list may have the Baku acceleration.
    """
    return _canonical_points(_expand(listed))


def _expand(listed: Iterable[VirtualPoints]) -> Table:
    table: Table = {}
    for entry in listed:
        last = min(entry.last_round, MAX_ROUNDS)
        if entry.first_round <= last:
            for tpn in entry.players:
                _replace_rounds(table.setdefault(tpn, []), (entry.first_round, last, entry.points))
    return table


def _canonical_points(table: Mapping[int, Sequence[Run]]) -> tuple[VirtualPoints, ...]:
    groups: dict[tuple[int, int, int], set[int]] = {}
    for tpn, runs in table.items():
        for first, last, points in _join_runs(runs):
            groups.setdefault((first, last, -points), set()).add(tpn)
    if any(key[2] for key in groups):
        groups = {key: members for key, members in groups.items() if key[2]}
    return tuple(
        VirtualPoints(points=-negative, first_round=first, last_round=last, players=frozenset(members))
        for (first, last, negative), members in sorted(groups.items(), key=lambda item: (item[0], min(item[1])))
    )


def _join_runs(runs: Iterable[Run]) -> list[Run]:
    """Return the runs with adjacent runs of equal points joined."""
    joined: list[Run] = []
    for run in runs:
        _append_run(joined, run)
    return joined


def _append_run(runs: list[Run], run: Run) -> None:
    """Append a later run; extend the last run instead if the points are equal and the rounds adjacent."""
    if runs and runs[-1][1] == run[0] - 1 and runs[-1][2] == run[2]:
        runs[-1] = runs[-1][0], run[1], run[2]
    else:
        runs.append(run)
