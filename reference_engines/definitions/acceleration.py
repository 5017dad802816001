"""Virtual points of players: listed in the file, or of the Baku acceleration."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.baku import AS_WRITTEN, baku_points, require_premise
from reference_engines.definitions.history import read_history
from reference_engines.frame.declared import declares_baku, remove_baku
from reference_engines.frame.systems import resolve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.definitions.baku import BakuRule
    from reference_engines.definitions.history import History, IntArray
    from reference_engines.frame.edition import Edition
    from tournaments.model import Event, VirtualPoints


def virtual_points(event: Event, history: History, rounds: int, baku: BakuRule = AS_WRITTEN) -> IntArray:
    """
    Return (rounds, players) virtual points in tenths before each round.

    Listed points (TRF 250, XXA) replace the Baku rule that a code implies, in field 192 or in 092. Raise
    UnsupportedEventError if that rule cannot be used with the scoring of the event (C.04.7:1.1).
    """
    if event.virtual_points:
        return _spread_points(event.virtual_points, history, rounds)
    if declares_baku(event.system):
        return _spread_points(_baku_of_players(event, history, rounds, baku), history, rounds)
    return np.zeros((rounds, history.players), dtype=np.int64)


def with_listed_points(event: Event, edition: Edition | None = None) -> Event:
    """
    Return the event with the points of the Baku rule listed (TRF 250, XXA) and its code without ``_BAKU``.

    Programs need it that do not know the Baku acceleration, or follow another reading of it (BAKU-GROUP). Where matches
    of several games are paired, its rounds are matches and its win is a won match (DOUBLE-BAKU). An event that does not
    declare the acceleration is returned unchanged. ``edition`` pairs the event; None for the declared edition. Raise
    UnsupportedEventError as `virtual_points` does.
    """
    if event.virtual_points or not declares_baku(event.system):
        return event
    system = remove_baku(event.system)
    if event.is_team_event:
        from reference_engines.team.acceleration import listed_points  # noqa: PLC0415 - few events are of teams

        return replace(event, system=system, virtual_points=listed_points(event))
    history, edition = read_history(event), edition or resolve(event).edition
    games = edition.file_rounds_per_round if edition is not None else 1
    declared = event.rounds_declared and -(-event.rounds_declared // games)
    rounds = max(declared or 0, -(-(history.rounds + 1) // games))
    scoring = replace(event.scoring, white_win=games * event.scoring.white_win)
    counted = replace(event, rounds_declared=declared, scoring=scoring)
    listed = _baku_of_players(counted, history, rounds, AS_WRITTEN)
    return replace(event, system=system, virtual_points=tuple(_convert_to_games(one, games) for one in listed))


def _convert_to_games(points: VirtualPoints, games: int) -> VirtualPoints:
    """Convert points that are listed by matches to the rounds of the file."""
    return replace(points, first_round=games * (points.first_round - 1) + 1, last_round=games * points.last_round)


def _spread_points(listed: Iterable[VirtualPoints], history: History, rounds: int) -> IntArray:
    columns = history.columns()
    points = np.zeros((rounds, history.players), dtype=np.int64)
    for entry in listed:
        accelerated = [columns[tpn] for tpn in sorted(entry.players) if tpn in columns]
        points[entry.first_round - 1 : entry.last_round, accelerated] = entry.points
    return points


def _baku_of_players(event: Event, history: History, rounds: int, rule: BakuRule) -> tuple[VirtualPoints, ...]:
    require_premise(history.scoring)  # that of games: the scoring of an event counted in matches has a match for a win
    tpn = history.tpn
    if history.rounds:
        counted = tpn[np.flatnonzero(history.paired[0])]
    else:
        absent = [bye.tpn for bye in event.requested_byes if bye.round_number == 1]
        counted = tpn[~np.isin(tpn, absent)]
    return baku_points(event.scoring.win, event.rounds_declared or rounds, tpn.tolist(), counted.tolist(), rule)
