"""
Games won without an opponent that only the points of the players show.

In team events of 2006 and 2016 some programs write ``0000 - -`` for every player without a game: for a player who
rested, and for a player whose board the other team left empty. The points column distinguishes the two.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.model import ABSENT, Result, RoundEntry
from tournaments.places import Places
from tournaments.points import points_by_results
from tournaments.problems import ProblemCode, ProblemLog, counted_noun
from tournaments.teams.meetings import MatchFinder, list_team_rounds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.model import Event, Player
    from tournaments.teams.meetings import TeamRound

_WON = RoundEntry(None, None, Result.FORFEIT_WIN)


def has_match_records(event: Event) -> bool:
    """Whether the event has records of byes, line-ups or forfeited matches, which only TRF26 has."""
    return bool(event.team_allocated_byes or event.team_byes or event.forfeited_matches or event.line_ups)


def infer_wins(event: Event, log: ProblemLog) -> Event:
    """
    Return the event with games won without an opponent, if exactly one such game explains a player's points.

    The player's team had a match, and the other team had no more players in it. Nothing is inferred for files with
    records of matches.
    """
    if has_match_records(event):
        return event
    points = points_by_results(event)
    short = [
        player
        for player in event.players
        if player.points is not None and player.points == points[player.tpn] + event.scoring.forfeit_win
    ]
    if not short:
        return event
    rounds = list_team_rounds(event)
    meetings = [MatchFinder(round=played, places=Places(), log=ProblemLog("")).find() for played in rounds]
    won: dict[int, int] = {}
    for player in short:
        possible = _rounds_without_opponent(player, rounds, meetings)
        if len(possible) == 1:
            won[player.tpn] = possible[0]
    if won:
        tpn, number = next(iter(won.items()))
        log.add(
            ProblemCode.WINS_INFERRED,
            f"{counted_noun(len(won), 'game')} won without an opponent read where no result is written, because the "
            f"points say so; the first is the game of player {tpn} in round {number}",
            "write 0000 - +",
            at=(None, None),
        )
    return replace(event, players=tuple(_with_win(player, won.get(player.tpn)) for player in event.players))


def _rounds_without_opponent(
    player: Player, rounds: Sequence[TeamRound], meetings: Sequence[Mapping[int, int]]
) -> list[int]:
    """Return the rounds in which the player may have sat at a board without an opponent."""
    numbers = []
    for played, opponents in zip(rounds, meetings, strict=True):
        team = played.team_of.get(player.tpn)
        if team is None or team not in opponents or player.rounds[played.number - 1] != ABSENT:
            continue
        own, their = played.on_boards(team, opponents[team]), played.on_boards(opponents[team], team)
        if len(their) <= len(own):
            numbers.append(played.number)
    return numbers


def _with_win(player: Player, number: int | None) -> Player:
    if number is None:
        return player
    return replace(player, rounds=(*player.rounds[: number - 1], _WON, *player.rounds[number:]))
