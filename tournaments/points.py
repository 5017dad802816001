"""Points that follow from results: the sum of what the rounds gave, with the assignments of TRF 299."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.model import Colour, Result, RoundEntry

if TYPE_CHECKING:
    from tournaments.model import AbnormalPoints, Event, Player

_KINDS = {"W": "1W", "D": "=D", "L": "0L", "F": "F", "H": "H", "Z": "Z", "+": "+", "-": "-"}
"""Type letter of TRF 299 to the results whose points it replaces."""


def points_by_results(event: Event) -> dict[int, int]:
    """
    Return everybody's points in tenths after the recorded rounds, by TPN, without virtual points.

    Values are looked up by the identity of the result: hashing an enumeration's member costs more than the addition.
    """

    def worth(result: Result, colour: Colour) -> int:
        return event.scoring.points(RoundEntry(None, colour, result))

    white, black = ({id(result): worth(result, colour) for result in Result} for colour in Colour)
    points = {
        player.tpn: sum(
            [(black if entry.colour is Colour.BLACK else white)[id(entry.result)] for entry in player.rounds]
        )
        for player in event.players
    }
    if event.abnormal_points and not event.is_team_event:
        for player in event.players:
            points[player.tpn] += sum(_adjustment(event, player, abnormal) for abnormal in event.abnormal_points)
    return points


def points_of_rounds(event: Event, player: Player) -> tuple[list[int], int]:
    """Return a player's points in tenths of every recorded round, and what TRF 299 adds to all of them together."""
    points = [event.scoring.points(entry) for entry in player.rounds]
    added = 0
    for abnormal in event.abnormal_points:
        if abnormal.kind and abnormal.points is not None and player.tpn in (abnormal.numbers or (player.tpn,)):
            for index, entry in enumerate(player.rounds):
                if abnormal.round_number in (None, index + 1) and _is_kind(entry, abnormal.kind):
                    points[index] = abnormal.points
        else:
            added += _adjustment(event, player, abnormal)
    return points, added


def _adjustment(event: Event, player: Player, abnormal: AbnormalPoints) -> int:
    """Return what a 299 record changes: points added, or given instead of the ordinary ones in its rounds."""
    if abnormal.points is None or (abnormal.numbers and player.tpn not in abnormal.numbers):
        return 0
    if not abnormal.kind:
        return abnormal.points if (abnormal.round_number or 1) <= event.rounds_recorded else 0
    return sum(
        abnormal.points - event.scoring.points(entry)
        for round_number, entry in enumerate(player.rounds, start=1)
        if abnormal.round_number in (None, round_number) and _is_kind(entry, abnormal.kind)
    )


def _is_kind(entry: RoundEntry, kind: str) -> bool:
    return entry.result.value in _KINDS.get(kind, "")


def points_of_next_byes(event: Event) -> dict[int, int]:
    """Return the points of byes requested for the round after the recorded ones, by TPN, where there are any."""
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
    """Return the listed virtual points of a round by TPN; a later entry prevails over an earlier one."""
    points: dict[int, int] = {}
    for listed in event.virtual_points:
        if listed.first_round <= round_number <= listed.last_round:
            points.update(dict.fromkeys(listed.players, listed.points))
    return points
