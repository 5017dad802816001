"""
Games won for want of an opponent that only the points of the players show.

In team events of 2006 and 2016 some programs write ``0000 - -`` for everybody without a game, be it that they rested or
that the other team had nobody for their board. The points column tells them apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.model import ABSENT, Result, RoundEntry
from tournaments.places import Places
from tournaments.points import points_by_results
from tournaments.problems import Findings, ProblemCode, counted_noun
from tournaments.teams.meetings import Meetings, rounds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.model import Event, Player
    from tournaments.teams.meetings import TeamRound

_WON = RoundEntry(None, None, Result.FORFEIT_WIN)


def has_records_of_matches(event: Event) -> bool:
    """Whether the event says of byes, line-ups or forfeited matches what only TRF26 can say."""
    return bool(event.team_allocated_byes or event.team_byes or event.forfeited_matches or event.line_ups)


def infer_wins(event: Event, findings: Findings) -> Event:
    """
    Return the event with games won against nobody where exactly one of them explains a player's points.

    The player's team had a match, and the other team no more players in it; files with records of matches say such
    things themselves.
    """
    if has_records_of_matches(event):
        return event
    points = points_by_results(event)
    short = [
        player
        for player in event.players
        if player.points is not None and player.points == points[player.tpn] + event.scoring.forfeit_win
    ]
    if not short:
        return event
    rounds = rounds_of(event)
    meetings = [Meetings(round=played, places=Places(), findings=Findings("")).find() for played in rounds]
    won: dict[int, int] = {}
    for player in short:
        possible = _rounds_without_opponent(player, rounds, meetings)
        if len(possible) == 1:
            won[player.tpn] = possible[0]
    if won:
        tpn, number = next(iter(won.items()))
        findings.add(
            ProblemCode.WINS_INFERRED,
            f"{counted_noun(len(won), 'game')} won against nobody read where no result is written, because the "
            f"points say so; the first is that of player {tpn} in round {number}",
            "write 0000 - +",
            at=(None, None),
        )
    return replace(event, players=tuple(_with_win(player, won.get(player.tpn)) for player in event.players))


def _rounds_without_opponent(
    player: Player, rounds: Sequence[TeamRound], meetings: Sequence[Mapping[int, int]]
) -> list[int]:
    """Return the rounds in which the player may have sat at a board to which nobody came."""
    found = []
    for played, opponents in zip(rounds, meetings, strict=True):
        team = played.team_of.get(player.tpn)
        if team is None or team not in opponents or player.rounds[played.number - 1] != ABSENT:
            continue
        own, their = played.on_boards(team, opponents[team]), played.on_boards(opponents[team], team)
        if len(their) <= len(own):
            found.append(played.number)
    return found


def _with_win(player: Player, number: int | None) -> Player:
    if number is None:
        return player
    return replace(player, rounds=(*player.rounds[: number - 1], _WON, *player.rounds[number:]))
