"""
Matches of two games, read from the rounds of a file (DOUBLE-FILE).

A file has one result for a round, so that a match is two of its rounds: the first game in rounds 1, 3, 5..., the second
game in rounds 2, 4, 6... Here the rows of a history are matches.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.acceleration import virtual_points
from reference_engines.definitions.history import NOBODY, History, read_history
from reference_engines.frame.results import UnsupportedEventError
from tournaments.model import Event, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, IntArray

GAMES = 2
"""Games of a match."""


class MatchHistory(History, frozen=True, kw_only=True):
    """
    The recorded matches as arrays (rows: matches, columns: players in order of pairing rank).

    A match is *played* unless a player forfeited both games of it (Preface). Its colour is that of the first game, as
    it was scheduled (1.6).
    """

    on_boards: BoolArray
    """Whether a game was played over the board; otherwise the match gives no colour (1.6)."""
    scheduled: BoolArray
    """Whether there was an opponent."""
    colour_on_boards: IntArray
    """Colour of the first game that was played over the board; 0 without such a game."""
    full_point_bye: BoolArray
    """Whether a full-point bye was given in a game of the match."""
    full_point_bye_in_both: BoolArray
    """Whether full-point byes were given in both games."""
    won_a_game_free: BoolArray
    """Whether a game of the match was won by forfeit."""
    won_both_games_free: BoolArray
    """Whether the match and both of its games were won by forfeit."""
    irregularities: tuple[str, ...]
    """Deviations of the record from 4.4, one sentence each."""


def match_of(round_number: int) -> int:
    """Return the match to which a round of the file belongs."""
    return -(-round_number // GAMES)


def count_in_matches(event: Event) -> Event:
    """
    Return the event counted in matches instead of rounds, except the players' rows.

    A win of its scoring is a match whose two games are won.
    """
    return replace(
        event,
        rounds_recorded=event.rounds_recorded // GAMES,
        rounds_declared=None if event.rounds_declared is None else match_of(event.rounds_declared),
        scoring=replace(event.scoring, white_win=GAMES * event.scoring.white_win),
        virtual_points=tuple(
            replace(points, first_round=match_of(points.first_round), last_round=match_of(points.last_round))
            for points in event.virtual_points
        ),
        forbidden=tuple(
            replace(
                group,
                first_round=match_of(group.first_round),
                last_round=group.last_round and match_of(group.last_round),
            )
            for group in event.forbidden
        ),
        requested_byes=tuple(
            dict.fromkeys(replace(bye, round_number=match_of(bye.round_number)) for bye in event.requested_byes)
        ),
    )


def virtual_points_of_a_win(event: Event, history: History, rounds: int) -> IntArray:
    """Return the virtual points of an event counted in matches; a win of the Baku rule is one game (DOUBLE-BAKU)."""
    scoring = replace(event.scoring, white_win=event.scoring.white_win // GAMES)
    return virtual_points(replace(event, scoring=scoring), history, rounds)


def read_matches(event: Event) -> MatchHistory:
    """
    Read two rounds of the file as a match; ignore the first game of a match that lacks its second game.

    Raise UnsupportedEventError as `read_history` does, and if two rounds are not a match: a match has the same opponent
    in both rounds, or a bye in both.
    """
    history = read_history(event)
    rounds = history.rounds - history.rounds % GAMES
    first, second = slice(0, rounds, GAMES), slice(1, rounds, GAMES)
    _require_matches(history, first, second)
    opponent, colour = history.opponent[first], history.colour[first]
    scheduled = opponent != NOBODY
    games = history.played[first].astype(np.int64) + history.played[second]
    lost_both = _forfeited(history, first) & _forfeited(history, second)
    opponents = np.where(scheduled, opponent, 0)
    won_both = scheduled & np.take_along_axis(lost_both, opponents, axis=1) if rounds else scheduled
    full_point_byes = _full_point_byes(event, rounds)
    return MatchHistory(
        tpn=history.tpn,
        opponent=opponent,
        colour=colour,
        played=scheduled & ~lost_both & ~won_both,
        paired=history.paired[first] | history.paired[second],
        bye=history.bye[first] | history.bye[second],
        granted_bye=history.granted_bye[first] | history.granted_bye[second],
        forfeit_win=won_both & ~lost_both,
        points=history.points[first] + history.points[second],
        score=history.score[: rounds + 1 : GAMES],
        scoring=history.scoring,
        on_boards=games > 0,
        scheduled=scheduled,
        colour_on_boards=np.where(
            history.played[first], colour, np.where(history.played[second], history.colour[second], 0)
        ),
        full_point_bye=full_point_byes[first] | full_point_byes[second],
        full_point_bye_in_both=full_point_byes[first] & full_point_byes[second],
        won_a_game_free=history.forfeit_win[first] | history.forfeit_win[second],
        won_both_games_free=won_both & ~lost_both & history.forfeit_win[first] & history.forfeit_win[second],
        irregularities=tuple(_find_irregularities(history, first, second)),
    )


def _forfeited(history: History, rounds: slice) -> BoolArray:
    """Whether a game was scheduled and lost by forfeit."""
    scheduled = history.opponent[rounds] != NOBODY
    return scheduled & ~history.played[rounds] & ~history.forfeit_win[rounds]


def _full_point_byes(event: Event, rounds: int) -> BoolArray:
    """(rounds of the file, players) whether a full-point bye was given."""
    rows = [[entry.result is Result.FULL_POINT_BYE for entry in player.rounds[:rounds]] for player in event.players]
    return np.array(rows, dtype=np.bool_).reshape(len(event.players), rounds).T


def _require_matches(history: History, first: slice, second: slice) -> None:
    differing = np.argwhere(history.opponent[first] != history.opponent[second])
    if not differing.size:
        return
    row, column = differing[0].tolist()
    opponents = [_name(history, history.opponent[games][row, column]) for games in (first, second)]
    raise UnsupportedEventError(
        f"a match takes two rounds of the file (DOUBLE-FILE), and rounds {GAMES * row + 1} and {GAMES * row + 2} are "
        f"not one: player {history.tpn[column]} meets {opponents[0]} in the first, {opponents[1]} in the second"
    )


def _name(history: History, column: int) -> str:
    return "nobody" if column == NOBODY else f"player {history.tpn[column]}"


def _find_irregularities(history: History, first: slice, second: slice) -> Iterator[str]:
    """Describe matches whose games have the same colours (4.4), and a match without its second game."""
    colour = history.colour[first]
    for row, column in np.argwhere((colour == 1) & (history.colour[second] == 1)).tolist():
        opponent = history.opponent[first][row, column]
        yield (
            f"Match {row + 1}: player {history.tpn[column]} has White in both games against "
            f"{_name(history, opponent)}; the second is to be played with the colours reversed (4.4)."
        )
    if history.rounds % GAMES:
        yield (
            f"Round {history.rounds} of the file is the first game of match {match_of(history.rounds)}; a match is "
            "judged when its second game is recorded."
        )
