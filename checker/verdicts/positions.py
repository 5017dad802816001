"""Positions: events as they stood when a round was to be paired."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.verdicts.team_events import cut_before_match_round
from tournaments.model import RequestedBye
from tournaments.points import with_points_by_results

if TYPE_CHECKING:
    from tournaments.model import Event


def cut_before_round(event: Event, number: int, games: int = 1) -> Event:
    """
    Return the event as it stood when the round was to be paired.

    ``games`` are the rounds of the file that are paired at once; ``number`` counts what is paired.
    """
    if event.is_team_event:
        return cut_before_match_round(event, number)
    rows = range(games * (number - 1), games * number)
    byes = tuple(
        RequestedBye(round_number=row + 1, tpn=player.tpn, result=player.rounds[row].result)
        for player in event.players
        for row in rows
        if not player.rounds[rows.start].was_paired
    )
    players = tuple(replace(player, rounds=player.rounds[: rows.start]) for player in event.players)
    return with_points_by_results(replace(event, players=players, rounds_recorded=rows.start, requested_byes=byes))
