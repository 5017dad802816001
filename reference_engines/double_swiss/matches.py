"""
Matches of two games, out of the rounds of a file (DOUBLE-FILE).

A file has one result for a round, so that a match takes two of its rounds: the first game in rounds 1, 3, 5..., the
second in rounds 2, 4, 6... Here the rows of a history are matches.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.acceleration import virtual_points
from reference_engines.definitions.history import NOBODY, History, read_history
from reference_engines.frame.results import UnsupportedEventError
from tournaments.frozen import dataclass
from tournaments.model import Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from tournaments.model import Event, RequestedBye, ScoringSystem

GAMES = 2
"""In a match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchHistory(History):
    """
    What happened in the recorded matches (rows: matches, columns: players in order of pairing rank).

    A match is *played* unless somebody forfeited both games of it (Preface). Its colour is that of the first game, as
    it was scheduled (1.6).
    """

    on_boards: BoolArray
    """Whether a game at least was played over the board: without one the match gives no colour (1.6)."""
    scheduled: BoolArray
    """Whether there was an opponent."""
    colour_on_boards: IntArray
    """Colour of the first game that was played over the board; 0 if none was."""
    full_point_bye: BoolArray
    """Whether a full-point bye was given in one of its games at least."""
    full_point_bye_in_both: BoolArray
    """Whether one was given in both."""
    won_a_game_free: BoolArray
    """Whether a game of it was won by forfeit."""
    won_both_games_free: BoolArray
    """Whether the match was won by forfeit, and both games of it were."""
    odd: tuple[str, ...]
    """What is not as 4.4 has it, one sentence each."""


def match_of(round_number: int) -> int:
    """Return the match to which a round of the file belongs."""
    return -(-round_number // GAMES)


def count_in_matches(event: Event) -> Event:
    """
    Return the event with everything counted in matches that its file counts in rounds, except the players' rows.

    A win of its scoring is a match won by both games.
    """
    return replace(
        event,
        rounds_recorded=event.rounds_recorded // GAMES,
        rounds_declared=None if event.rounds_declared is None else match_of(event.rounds_declared),
        scoring=_of_matches(event.scoring),
        virtual_points=tuple(
            replace(one, first_round=match_of(one.first_round), last_round=match_of(one.last_round))
            for one in event.virtual_points
        ),
        forbidden=tuple(
            replace(one, first_round=match_of(one.first_round), last_round=one.last_round and match_of(one.last_round))
            for one in event.forbidden
        ),
        requested_byes=tuple(dict.fromkeys(_of_match(bye) for bye in event.requested_byes)),
    )


def _of_matches(scoring: ScoringSystem) -> ScoringSystem:
    return replace(scoring, white_win=GAMES * scoring.white_win)


def virtual_points_of_a_win(event: Event, history: History, rounds: int) -> IntArray:
    """Return the virtual points of an event counted in matches, by the Baku rule those of one game (DOUBLE-BAKU)."""
    scoring = replace(event.scoring, white_win=event.scoring.white_win // GAMES)
    return virtual_points(replace(event, scoring=scoring), history, rounds)


def _of_match(bye: RequestedBye) -> RequestedBye:
    return replace(bye, round_number=match_of(bye.round_number))


def read_matches(event: Event) -> MatchHistory:
    """
    Read two rounds of the file as one match; the first game of a match that lacks its second is left aside.

    Raise UnsupportedEventError as `read_history` does, and where two rounds are not a match: the same opponent in both,
    or a bye in both.
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
        odd=tuple(_odd(history, first, second)),
    )


def _forfeited(history: History, rounds: slice) -> BoolArray:
    """Whether a game was scheduled and lost by forfeit."""
    scheduled = history.opponent[rounds] != NOBODY
    forfeited: BoolArray = scheduled & ~history.played[rounds] & ~history.forfeit_win[rounds]
    return forfeited


def _full_point_byes(event: Event, rounds: int) -> BoolArray:
    """(rounds of the file, players) whether a full-point bye was given."""
    rows = [[entry.result is Result.FULL_POINT_BYE for entry in player.rounds[:rounds]] for player in event.players]
    found: BoolArray = np.array(rows, dtype=np.bool_).reshape(len(event.players), rounds).T
    return found


def _require_matches(history: History, first: slice, second: slice) -> None:
    differing = np.argwhere(history.opponent[first] != history.opponent[second])
    if not differing.size:
        return
    row, column = differing[0].tolist()
    one, other = (
        _whom(history, opponents[row, column]) for opponents in (history.opponent[first], history.opponent[second])
    )
    raise UnsupportedEventError(
        f"a match takes two rounds of the file (DOUBLE-FILE), and rounds {GAMES * row + 1} and {GAMES * row + 2} are "
        f"not one: player {history.tpn[column]} meets {one} in the first, {other} in the second"
    )


def _whom(history: History, column: int) -> str:
    return "nobody" if column == NOBODY else f"player {history.tpn[column]}"


def _odd(history: History, first: slice, second: slice) -> Iterator[str]:
    """Tell where both games of a match have the same colours (4.4)."""
    colour = history.colour[first]
    for row, column in np.argwhere((colour == 1) & (history.colour[second] == 1)).tolist():
        opponent = history.opponent[first][row, column]
        yield (
            f"Match {row + 1}: player {history.tpn[column]} has White in both games against "
            f"{_whom(history, opponent)}; the second is to be played with the colours reversed (4.4)."
        )
    if history.rounds % GAMES:
        yield (
            f"Round {history.rounds} of the file is the first game of match {match_of(history.rounds)}; a match is "
            "judged when its second game is recorded."
        )
