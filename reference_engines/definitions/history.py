"""
The recorded rounds of an event as arrays, derived once and read by every round.

Arrays have one row per round and one column per player, players in order of pairing rank. ``White`` is +1 and
``Black`` is -1 throughout, nothing is 0.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.frame.results import UnsupportedEventError
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, Result, RoundEntry, ScoringSystem
from tournaments.points import points_of_rounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    IntArray = NDArray[np.int64]
    BoolArray = NDArray[np.bool_]

NOBODY = -1
COLOUR_OF_SIGN = {1: Colour.WHITE, -1: Colour.BLACK}
"""The colours by the sign that stands for them in arrays; 0 stands for none."""
_KINDS = tuple(product((None, *Colour), Result))
"""The possible colours and results of a round."""
_KIND = {colour: {result: _KINDS.index((colour, result)) for result in Result} for colour in (None, *Colour)}
_SIGN = {None: 0, Colour.WHITE: 1, Colour.BLACK: -1}
_COLOUR = np.array([_SIGN[colour] for colour, _ in _KINDS])
"""By index in `_KINDS`, as the arrays below."""
_IS_GAME = np.array([result.is_game for _, result in _KINDS])
_IS_REQUESTED_BYE = np.array([result.is_requested_bye for _, result in _KINDS])
_IS_ALLOCATED_BYE = np.array([result is Result.PAIRING_ALLOCATED_BYE for _, result in _KINDS])
GRANTED_BYES = (Result.HALF_POINT_BYE, Result.FULL_POINT_BYE)
"""Byes that the organiser grants with points."""
_IS_GRANTED_BYE = np.array([result in GRANTED_BYES for _, result in _KINDS])
_IS_FORFEIT_WIN = np.array([result is Result.FORFEIT_WIN for _, result in _KINDS])


class History(FrozenStruct, frozen=True, kw_only=True):
    """The recorded rounds as arrays (rows: rounds, columns: players in order of pairing rank)."""

    tpn: IntArray
    """(players,) the numbers by which players are named."""
    opponent: IntArray
    """(rounds, players) column of the scheduled opponent, NOBODY if none."""
    colour: IntArray
    """(rounds, players) scheduled colour."""
    played: BoolArray
    """(rounds, players) whether a game was played over the board."""
    paired: BoolArray
    """(rounds, players) whether the player was among those to be paired."""
    bye: BoolArray
    """(rounds, players) whether the player had the pairing-allocated bye."""
    granted_bye: BoolArray
    """(rounds, players) whether the player had a half- or full-point bye."""
    forfeit_win: BoolArray
    points: IntArray
    """(rounds, players) points of the round in tenths."""
    score: IntArray
    """(rounds + 1, players) points before each round, and after the last; extra points included."""
    scoring: ScoringSystem

    @property
    def rounds(self) -> int:
        """Number of recorded rounds."""
        return int(self.opponent.shape[0])

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.tpn.size)

    def columns(self) -> dict[int, int]:
        """Column of each TPN."""
        return {number: column for column, number in enumerate(self.tpn.tolist())}


def read_history(event: Event) -> History:
    """Turn the players' rows into arrays; raise UnsupportedEventError for events of teams."""
    if event.is_team_event:
        raise UnsupportedEventError("this is a team event, and what is asked for pairs individual players")
    players, rounds = event.players, event.rounds_recorded
    tpn = np.array([player.tpn for player in players], dtype=np.int64)
    column_of = {player.tpn: column for column, player in enumerate(players)}
    column_of[None] = NOBODY  # type: ignore[index]  # "no opponent" is looked up like a number
    entries = [entry for player in players for entry in player.rounds[:rounds]]
    opponent = _grid([column_of[entry.opponent] for entry in entries], players=len(players), rounds=rounds)  # type: ignore[index]  # None stands in the table
    kind = _grid([_KIND[entry.colour][entry.result] for entry in entries], players=len(players), rounds=rounds)
    points = added = _points_by_kind(event.scoring)[kind]
    if event.abnormal_points:
        points, added = _read_abnormal_points(event)
    met = opponent != NOBODY
    score = np.zeros((rounds + 1, len(players)), dtype=np.int64)
    np.cumsum(added, axis=0, out=score[1:])
    for besides in event.extra_points:
        score[1:, column_of[besides.tpn]] += besides.points
    return History(
        tpn=tpn,
        opponent=opponent,
        colour=_COLOUR[kind],
        played=met & _IS_GAME[kind],
        paired=met | ~_IS_REQUESTED_BYE[kind],
        bye=~met & _IS_ALLOCATED_BYE[kind],
        granted_bye=~met & _IS_GRANTED_BYE[kind],
        forfeit_win=_IS_FORFEIT_WIN[kind],
        points=points,
        score=score,
        scoring=event.scoring,
    )


def _grid(values: list[int], *, players: int, rounds: int) -> IntArray:
    """Shape values listed player by player into (rounds, players)."""
    return np.ascontiguousarray(np.array(values, dtype=np.int64).reshape(players, rounds).T)


def _read_abnormal_points(event: Event) -> tuple[IntArray, IntArray]:
    """Return the points of each round, and the points by which the round changes the score (TRF 299)."""
    rounds = [points_of_rounds(event, player) for player in event.players]
    shape = {"players": len(event.players), "rounds": event.rounds_recorded}
    points = _grid([scored for of_results, _ in rounds for scored in of_results], **shape)
    return points, points + _grid([scored for _, added in rounds for scored in added], **shape)


@lru_cache(maxsize=16)
def _points_by_kind(scoring: ScoringSystem) -> IntArray:
    return np.array([scoring.points(RoundEntry(None, colour, result)) for colour, result in _KINDS])
