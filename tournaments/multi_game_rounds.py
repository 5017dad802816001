"""
Matches of several games: each game is a round of the file, and colours are reversed from game to game.

Games of a match count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.model import Event, Player, RequestedBye, Result, RoundEntry

_FURTHER_BYE = RoundEntry(None, None, Result.HALF_POINT_BYE)
"""The second game after a pairing-allocated bye; the two games give a win and a draw (C.04.5:1.4)."""
_PLAYED_RESULTS = {Result.FORFEIT_WIN: Result.WIN, Result.FORFEIT_LOSS: Result.LOSS}


def entry_in_game(entry: RoundEntry, game: int) -> RoundEntry:
    """Return the entry of a first game changed to another game of the match, with the same result."""
    if game == 0:
        return entry
    if entry.result is Result.PAIRING_ALLOCATED_BYE:
        return _FURTHER_BYE
    if entry.colour is None or game % 2 == 0:
        return entry
    return replace(entry, colour=entry.colour.opposite)


def repeat_in_games(entries: Mapping[int, RoundEntry], games: int) -> tuple[dict[int, RoundEntry], ...]:
    """Return the entries of some players, by TPN, in each game of the match."""
    return tuple({tpn: entry_in_game(entry, game) for tpn, entry in entries.items()} for game in range(games))


def repeat_byes(byes: Iterable[RequestedBye], games: int) -> tuple[RequestedBye, ...]:
    """Return the byes of matches as byes of every game of these matches."""
    return tuple(
        replace(bye, round_number=games * (bye.round_number - 1) + game) for bye in byes for game in range(1, games + 1)
    )


def count_rounds_by_games(event: Event, games: int) -> Event:
    """Return an event whose declared rounds are counted in games, with a number of games for each match."""
    counted = _recount_rounds(event, lambda match: games * (match - 1) + 1, lambda match: games * match)
    return replace(counted, requested_byes=repeat_byes(event.requested_byes, games))


def count_rounds_by_matches(event: Event, games: int) -> Event:
    """Return an event whose declared rounds are counted in matches, with a number of games for each match."""

    def match(game: int) -> int:
        return -(-game // games)

    byes = dict.fromkeys(replace(bye, round_number=match(bye.round_number)) for bye in event.requested_byes)
    return replace(_recount_rounds(event, match, match), requested_byes=tuple(byes))


def _recount_rounds(event: Event, first: Callable[[int], int], last: Callable[[int], int]) -> Event:
    """Return an event in which the first and last rounds of spans are counted anew; requested byes stay."""
    return replace(
        event,
        rounds_declared=None if event.rounds_declared is None else last(event.rounds_declared),
        virtual_points=tuple(
            replace(points, first_round=first(points.first_round), last_round=last(points.last_round))
            for points in event.virtual_points
        ),
        forbidden=tuple(
            replace(
                group,
                first_round=first(group.first_round),
                last_round=None if group.last_round is None else last(group.last_round),
            )
            for group in event.forbidden
        ),
        abnormal_points=tuple(
            replace(points, round_number=points.round_number and first(points.round_number))
            for points in event.abnormal_points
        ),
    )


def with_single_forfeits_played(event: Event, games: int) -> Event:
    """
    Return the event in which a forfeited game counts as played if the match counts as played, as standings require.

    A match counts as played if neither player forfeited all of its games (C.04.5, Preface). A forfeit whose points
    would change stays a forfeit, since a scoring system may give a forfeit different points.
    """
    player_by_tpn = {player.tpn: player for player in event.players}
    players = tuple(
        replace(player, rounds=tuple(_entries_as_played(event, player_by_tpn, player, games)))
        for player in event.players
    )
    return replace(event, players=players)


def _entries_as_played(
    event: Event, player_by_tpn: Mapping[int, Player], player: Player, games: int
) -> Iterator[RoundEntry]:
    for start in range(0, len(player.rounds), games):
        match = player.rounds[start : start + games]
        opponent = player_by_tpn.get(match[0].opponent or 0)
        theirs = () if opponent is None else opponent.rounds[start : start + games]
        is_played = opponent is not None and not (_all_forfeited(match) or _all_forfeited(theirs))
        for entry in match:
            played = replace(entry, result=_PLAYED_RESULTS.get(entry.result, entry.result))
            yield played if is_played and event.scoring.points(played) == event.scoring.points(entry) else entry


def _all_forfeited(match: Sequence[RoundEntry]) -> bool:
    return all(entry.result is Result.FORFEIT_LOSS for entry in match)
