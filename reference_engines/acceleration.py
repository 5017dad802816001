"""
Virtual points: those that a file lists, and those of the Baku acceleration (C.04.7).

The premise of the Baku rule, in both editions, is a scoring in which a win is worth two draws and a loss nothing;
until 2026 the standard one only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.declared import declares_baku, without_baku
from reference_engines.history import read_history
from tournaments.model import VirtualPoints

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.history import History, IntArray
    from tournaments.model import Event


def virtual_points(event: Event, history: History, rounds: int) -> IntArray:
    """
    Return (rounds, players) virtual points in tenths before each round.

    Listed points (TRF 250, XXA) replace the Baku rule that a code implies, in field 192 or in 092.
    """
    if event.virtual_points:
        return _listed(event, history, rounds)
    if declares_baku(event.system):
        return baku(event, history, rounds)
    return np.zeros((rounds, history.players), dtype=np.int64)


def with_listed_points(event: Event) -> Event:
    """
    Return the event with the points of the Baku rule listed (TRF 250, XXA) and its code without ``_BAKU``.

    For programs that know no Baku acceleration, or follow another reading of it (BAKU-GROUP). An event that is not
    accelerated so is returned as it is.
    """
    if event.virtual_points or not declares_baku(event.system):
        return event
    system = without_baku(event.system)
    if event.is_team_event:
        from reference_engines.team.acceleration import listed_points  # noqa: PLC0415 - few events are of teams

        return replace(event, system=system, virtual_points=listed_points(event))
    history = read_history(event)
    rounds = max(event.rounds_declared or 0, history.rounds + 1)
    return replace(event, system=system, virtual_points=_as_list(baku(event, history, rounds), history))


def _as_list(points: IntArray, history: History) -> tuple[VirtualPoints, ...]:
    """List (rounds, players) points stage by stage; within a stage everybody who has points has as many."""
    stages: list[VirtualPoints] = []
    for number, row in enumerate(points, start=1):
        worth = int(row.max(initial=0))
        if not worth:
            break
        players = frozenset(history.tpn[row == worth].tolist())
        if stages and stages[-1].points == worth:
            stages[-1] = replace(stages[-1], last_round=number)
        else:
            stages.append(VirtualPoints(points=worth, first_round=number, last_round=number, players=players))
    return tuple(stages)


def _listed(event: Event, history: History, rounds: int) -> IntArray:
    columns = history.columns()
    points = np.zeros((rounds, history.players), dtype=np.int64)
    for entry in event.virtual_points:
        who = [columns[tpn] for tpn in sorted(entry.players) if tpn in columns]
        points[entry.first_round - 1 : entry.last_round, who] = entry.points
    return points


def half_rounded_to_even(players: int) -> int:
    """Return the size of GA (C.04.7:1.2; BAKU-GROUP)."""
    return 2 * -(-players // 4)


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """Return how many rounds have a win's virtual points, and how many have any (C.04.7:1.4.1, 1.4.2)."""
    accelerated = (rounds + 1) // 2
    return (accelerated + 1) // 2, accelerated


def baku(
    event: Event,
    history: History,
    rounds: int,
    group: Callable[[int], int] = half_rounded_to_even,
    stages: Callable[[int], tuple[int, int]] = accelerated_rounds,
) -> IntArray:
    """
    Follow C.04.7:1.2 to 1.4 (2026; rules 2 to 4 before).

    GA is the first half, rounded up to an even number, of those paired in the first round (BAKU-GROUP); later
    entries join GA if they rank before its last player (1.3.2). Virtual points are a win's in the first half,
    rounded up, of the accelerated rounds, and half of that in the others.
    """
    full, accelerated = stages(event.rounds_declared or rounds)
    first_present = np.flatnonzero(history.paired[0]) if history.rounds else _expected_in_round_1(event, history)
    group_a = min(group(first_present.size), first_present.size)
    last_of_a = int(first_present[group_a - 1]) if group_a else -1
    points = np.zeros((rounds, history.players), dtype=np.int64)
    points[: min(accelerated, rounds), : last_of_a + 1] = event.scoring.win // 2
    points[: min(full, rounds), : last_of_a + 1] = event.scoring.win
    return points


def _expected_in_round_1(event: Event, history: History) -> IntArray:
    absent = {bye.tpn for bye in event.requested_byes if bye.round_number == 1}
    return np.array([column for column, tpn in enumerate(history.tpn.tolist()) if tpn not in absent], dtype=np.int64)
