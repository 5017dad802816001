"""
Two who are paired for several games: each of them is a round of the file, with the colours reversed from game to game.

A *game* is counted from 0 here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.model import Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tournaments.model import Event, Player

_FURTHER_BYE = RoundEntry(None, None, Result.HALF_POINT_BYE)
"""After the pairing-allocated bye of the first game: together they are a win and a draw (C.04.5:1.4)."""
_AS_PLAYED = {Result.FORFEIT_WIN: Result.WIN, Result.FORFEIT_LOSS: Result.LOSS}


def entry_in_game(entry: RoundEntry, game: int) -> RoundEntry:
    """Return what the entry of a first game becomes in another one, the result kept."""
    if game == 0:
        return entry
    if entry.result is Result.PAIRING_ALLOCATED_BYE:
        return _FURTHER_BYE
    if entry.colour is None or game % 2 == 0:
        return entry
    return replace(entry, colour=entry.colour.opposite)


def in_all_games(entries: Mapping[int, RoundEntry], games: int) -> tuple[dict[int, RoundEntry], ...]:
    """Return the entries of some players, by TPN, in each game."""
    return tuple({tpn: entry_in_game(entry, game) for tpn, entry in entries.items()} for game in range(games))


def declared_by_games(event: Event, games: int) -> Event:
    """Return an event with so many games for each round: what it declares of rounds is of rounds of the file then."""

    def first(number: int) -> int:
        return games * (number - 1) + 1

    return replace(
        event,
        rounds_declared=None if event.rounds_declared is None else games * event.rounds_declared,
        virtual_points=tuple(
            replace(one, first_round=first(one.first_round), last_round=games * one.last_round)
            for one in event.virtual_points
        ),
        forbidden=tuple(
            replace(
                one,
                first_round=first(one.first_round),
                last_round=None if one.last_round is None else games * one.last_round,
            )
            for one in event.forbidden
        ),
        requested_byes=tuple(
            replace(bye, round_number=first(bye.round_number) + game)
            for bye in event.requested_byes
            for game in range(games)
        ),
    )


def declared_by_matches(event: Event, games: int) -> Event:
    """Return an event of which so many rounds of the file are one: what it declares of them is of matches then."""

    def match(number: int) -> int:
        return -(-number // games)

    return replace(
        event,
        rounds_declared=None if event.rounds_declared is None else match(event.rounds_declared),
        virtual_points=tuple(
            replace(one, first_round=match(one.first_round), last_round=match(one.last_round))
            for one in event.virtual_points
        ),
        forbidden=tuple(
            replace(
                one,
                first_round=match(one.first_round),
                last_round=None if one.last_round is None else match(one.last_round),
            )
            for one in event.forbidden
        ),
        requested_byes=tuple(
            dict.fromkeys(replace(bye, round_number=match(bye.round_number)) for bye in event.requested_byes)
        ),
    )


def with_single_forfeits_played(event: Event, games: int) -> Event:
    """
    Return the event in which a forfeited game counts as played where the match does, as standings want it.

    That is where neither of the two forfeited all games of the match (C.04.5, Preface). What would change anybody's
    points is left as it is: a scoring system may give a forfeit other points.
    """
    by_number = {player.tpn: player for player in event.players}
    players = tuple(
        replace(player, rounds=tuple(_as_played(event, by_number, player, games))) for player in event.players
    )
    return replace(event, players=players)


def _as_played(event: Event, by_number: Mapping[int, Player], player: Player, games: int) -> Iterator[RoundEntry]:
    for start in range(0, len(player.rounds), games):
        match = player.rounds[start : start + games]
        opponent = by_number.get(match[0].opponent or 0)
        theirs = () if opponent is None else opponent.rounds[start : start + games]
        is_played = opponent is not None and not (_all_forfeited(match) or _all_forfeited(theirs))
        for entry in match:
            played = replace(entry, result=_AS_PLAYED.get(entry.result, entry.result))
            yield played if is_played and event.scoring.points(played) == event.scoring.points(entry) else entry


def _all_forfeited(match: Sequence[RoundEntry]) -> bool:
    return all(entry.result is Result.FORFEIT_LOSS for entry in match)
