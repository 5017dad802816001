"""Points by results, with the assignments of TRF 299, and declared points that differ from the points by results."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, ExtraPoints, Player, Result, RoundEntry, ScoringSystem

_RESULTS_BY_KIND = {"W": "1W", "D": "=D", "L": "0L", "F": "F", "H": "H", "Z": "Z", "+": "+", "-": "-"}
"""Type letter of TRF 299 to the results whose points it replaces."""


def points_text(tenths: int) -> str:
    """``2.5`` for 25 tenths; a second decimal never occurs."""
    sign = "-" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def describe_points(tenths: int) -> str:
    """Describe points: ``2½ points``, ``1 point``, ``½ point``."""
    number = format_halves(tenths)
    return f"{number} point{'' if tenths in (5, 10) else 's'}"


def format_halves(tenths: int) -> str:
    """Format points as they are read aloud: ``2½``; ``2.3`` if they are not in halves."""
    whole, rest = divmod(tenths, 10)
    if tenths < 0 or rest not in (0, 5):
        return points_text(tenths)
    return f"{whole or ''}½" if rest else str(whole)


def describe_group(tenths: int) -> str:
    """Describe the players with so many points: ``2½-point group``."""
    return f"{format_halves(tenths)}-point group"


def points_by_results(event: Event) -> dict[int, int]:
    """Return the players' points in tenths after the recorded rounds, by TPN, without virtual points."""
    worth = result_points(event.scoring)
    points = {
        player.tpn: sum([worth[entry.colour][entry.result] for entry in player.rounds]) for player in event.players
    }
    if event.abnormal_points and not event.is_team_event:
        points = {player.tpn: sum(map(sum, points_of_rounds(event, player))) for player in event.players}
    return points


def with_points_by_results(event: Event) -> Event:
    """Return the event in which the points of all players are the points by results."""
    points = points_by_results(event)
    return replace(event, players=tuple(replace(player, points=points[player.tpn]) for player in event.players))


@lru_cache(maxsize=16)
def result_points(scoring: ScoringSystem) -> dict[Colour | None, dict[Result, int]]:
    """Return the points of every result with White, with Black, and without a colour."""
    return {
        colour: {result: scoring.points(RoundEntry(None, colour, result)) for result in Result}
        for colour in (None, *Colour)
    }


def points_of_rounds(event: Event, player: Player) -> tuple[list[int], list[int]]:
    """
    Return a player's points in tenths of every recorded round, and the points that TRF 299 adds after every round.

    Of several records that replace the points of a result, the last prevails. Points that are added for all rounds
    count once, from the first round on.
    """
    worth = result_points(event.scoring)
    points = [worth[entry.colour][entry.result] for entry in player.rounds]
    added = [0] * len(points)
    for abnormal in event.abnormal_points:
        if abnormal.points is None or (abnormal.numbers and player.tpn not in abnormal.numbers):
            continue
        if not abnormal.kind:
            if (abnormal.round_number or 1) <= len(points):
                added[(abnormal.round_number or 1) - 1] += abnormal.points
            continue
        for index, entry in enumerate(player.rounds):
            if abnormal.round_number in (None, index + 1) and _is_kind(entry, abnormal.kind):
                points[index] = abnormal.points
    return points, added


def _is_kind(entry: RoundEntry, kind: str) -> bool:
    return entry.result.value in _RESULTS_BY_KIND.get(kind, "")


def points_of_next_byes(event: Event) -> dict[int, int]:
    """Return the points of byes requested for the round after the recorded rounds, by TPN."""
    worth = {
        "H": event.scoring.half_point_bye,
        "F": event.scoring.full_point_bye,
        "Z": event.scoring.zero_point_bye,
    }
    return {
        bye.tpn: worth[bye.result.value]
        for bye in event.requested_byes
        if bye.round_number == event.rounds_recorded + 1
    }


def virtual_points_of(event: Event, round_number: int) -> dict[int, int]:
    """Return the listed virtual points of a round by TPN; a later entry prevails over an earlier entry."""
    points: dict[int, int] = {}
    for listed in event.virtual_points:
        if listed.first_round <= round_number <= listed.last_round:
            points.update(dict.fromkeys(listed.players, listed.points))
    return points


class Mismatch(FrozenStruct, frozen=True, kw_only=True):
    """A player whose declared points do not follow from the results; all points in tenths."""

    tpn: int
    declared: int
    computed: int
    difference: int
    """Declared points minus the points that the file seems to count (byes of the next round, virtual points...)."""


def find_mismatches(event: Event) -> tuple[Mismatch, ...]:
    """
    Return the players, in their order, whose declared points do not follow from the results.

    Byes of the next round, virtual points, and games without a result may be included in the points or not.
    """
    computed = points_by_results(event)
    if all(player.points is None or player.points == computed[player.tpn] for player in event.players):
        return ()
    byes = points_of_next_byes(event)
    virtual = [virtual_points_of(event, event.rounds_recorded + ahead) for ahead in (0, 1)]
    mismatches = []
    for player in event.players:
        total, tpn = computed[player.tpn], player.tpn
        if player.points is None or player.points == total:
            continue
        pending = sum(event.scoring.points(entry) for entry in player.rounds if entry.result is Result.PENDING)
        differences = [
            player.points - (total - unknown + bye + extra)
            for unknown in (0, pending)
            for bye in (0, byes.get(tpn, 0))
            for extra in (0, *(points.get(tpn, 0) for points in virtual))
        ]
        if 0 not in differences:
            nearest = min(differences, key=abs)
            mismatches.append(Mismatch(tpn=tpn, declared=player.points, computed=total, difference=nearest))
    return tuple(mismatches)


def with_declared_points(event: Event) -> Event:
    """
    Return the event in which all players have the declared points, from the first round on.

    The file does not say in which round points and results began to differ. A round that was paired by declared points
    was paired by these points.
    """
    extra_points = tuple(
        ExtraPoints(tpn=mismatch.tpn, points=mismatch.difference) for mismatch in find_mismatches(event)
    )
    return replace(event, extra_points=extra_points)
