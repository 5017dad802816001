"""
The recorded rounds of an event as arrays, derived once and read by every round.

Arrays have one row per round and one column per player, players in order of pairing rank. ``White`` is +1 and
``Black`` is -1 throughout, nothing is 0.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.results import UnsupportedEventError
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event, Result, RoundEntry, ScoringSystem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    IntArray = NDArray[np.int64]
    BoolArray = NDArray[np.bool_]

NOBODY = -1
_RESULTS = tuple(Result)
_CODE = {result: code for code, result in enumerate(_RESULTS)}
_SIGN = {None: 0, Colour.WHITE: 1, Colour.BLACK: -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What happened in the recorded rounds (rows: rounds, columns: players in order of pairing rank)."""

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
    forfeit_win: BoolArray
    points: IntArray
    """(rounds, players) points of the round in tenths."""
    score: IntArray
    """(rounds + 1, players) points before each round, and after the last; with those besides the results."""
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
    """
    Turn the players' rows into arrays.

    Raise UnsupportedEventError for events that are not individual ones, or whose points are assigned by hand
    (TRF 299), which no rule here can follow.
    """
    if event.is_team_event:
        raise UnsupportedEventError("this is a team event, and what is asked for pairs individual players")
    if event.abnormal_points:
        raise UnsupportedEventError("points are assigned out of the ordinary (record 299), which is not supported yet")
    players, rounds = event.players, event.rounds_recorded
    tpn = np.array([player.tpn for player in players], dtype=np.int64)
    column_of = {player.tpn: column for column, player in enumerate(players)}
    column_of[None] = NOBODY  # type: ignore[index]  # "no opponent" is looked up like a number
    entries = [entry for player in players for entry in player.rounds[:rounds]]
    opponent = _grid([column_of[entry.opponent] for entry in entries], players=len(players), rounds=rounds)  # type: ignore[index]  # None stands in the table
    colour = _grid([_SIGN[entry.colour] for entry in entries], players=len(players), rounds=rounds)
    code = _grid([_CODE[entry.result] for entry in entries], players=len(players), rounds=rounds)
    points = _points_table(event.scoring)[colour, code]
    met = opponent != NOBODY
    score = np.vstack([np.zeros((1, len(players)), dtype=np.int64), np.cumsum(points, axis=0)])
    for besides in event.points_besides:
        score[1:, column_of[besides.tpn]] += besides.points
    return History(
        tpn=tpn,
        opponent=opponent,
        colour=colour,
        played=met & _IS_GAME[code],
        paired=met | ~_IS_REQUESTED_BYE[code],
        bye=~met & (code == _CODE[Result.PAIRING_ALLOCATED_BYE]),
        forfeit_win=code == _CODE[Result.FORFEIT_WIN],
        points=points,
        score=score,
        scoring=event.scoring,
    )


def _grid(values: list[int], *, players: int, rounds: int) -> IntArray:
    """Shape values listed player by player into (rounds, players)."""
    return np.ascontiguousarray(np.array(values, dtype=np.int64).reshape(players, rounds).T)


@lru_cache(maxsize=16)
def _points_table(scoring: ScoringSystem) -> IntArray:
    """Points by colour (index -1, 0, 1) and result code."""
    colours = (None, Colour.WHITE, Colour.BLACK)
    return np.array([[scoring.points(RoundEntry(None, colour, result)) for result in _RESULTS] for colour in colours])


_IS_GAME = np.array([result.is_game for result in _RESULTS])
_IS_REQUESTED_BYE = np.array([result.is_requested_bye for result in _RESULTS])
