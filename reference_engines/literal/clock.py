"""
The Clock system state by state, as an arbiter would move at the board: no look-ahead, every possibility is tried.

A state describes the table between two movements; each movement makes a new state. The time doubles with every few
players.
"""

from __future__ import annotations

from dataclasses import replace

from reference_engines import clock
from reference_engines.clock.edition import ClockReadings
from reference_engines.clock.round_table import ClockTable, not_pairable
from reference_engines.clock.rules import ClockRules
from reference_engines.frame.results import UnsupportedEventError
from tournaments.frozen import FrozenStruct

MAX_MOVEMENTS = 100_000
"""They take some seconds."""


class ClockState(FrozenStruct, frozen=True, kw_only=True):
    """The table between two movements."""

    pivot: int
    picker: int | None = None
    """None: a picker is to be found."""
    stored: tuple[tuple[int, int], ...] = ()
    discarded: tuple[int, ...] = ()
    """Candidates of this picker since the last start of the search."""
    discarded_before: tuple[tuple[int, ...], ...] = ()
    """For each pair stored, the candidates that had been discarded when it was made."""
    banned: tuple[tuple[int, int], ...] = ()
    """Temporary incompatibilities, by depth and seat; each ends when a pair with fewer pairs before it is undone."""


def pair_by_movements(table: ClockTable, readings: ClockReadings) -> tuple[tuple[int, int], ...]:
    """
    Return the pairs of seats in the order of their storage.

    Raise NoLegalPairingError where no pair is left to be undone, UnsupportedEventError beyond ``MAX_MOVEMENTS``.
    """
    state = ClockState(pivot=table.size - 1)
    for _ in range(MAX_MOVEMENTS):
        if 2 * len(state.stored) == table.size:
            return state.stored
        state = make_movement(table, readings, state)
    raise UnsupportedEventError(f"the clock does not come to an end in {MAX_MOVEMENTS} movements")


def make_movement(table: ClockTable, readings: ClockReadings, state: ClockState) -> ClockState:
    """Make one movement: find a picker, try a candidate, or undo a pair."""
    paired = {seat for pair in state.stored for seat in pair}
    free = [seat for seat in range(table.size) if seat not in paired and seat != state.picker]
    if state.picker is None:
        if not readings.bye_picks:
            free = [seat for seat in free if seat != table.bye]
        picker = _first_after(table, state.pivot, free)
        return replace(state, picker=picker, pivot=picker, discarded=())
    left = [seat for seat in free if seat not in state.discarded]
    if readings.barred_are_no_candidates:
        left = [seat for seat in left if (len(state.stored), seat) not in state.banned]
    if not left:
        if not state.stored:
            raise not_pairable(table, range(table.size))
        return _undo_last_pair(readings, state)
    candidate = _first_after(table, state.pivot, left)
    is_banned = (len(state.stored), candidate) in state.banned
    if is_banned or not table.compatible[state.picker][candidate]:
        return replace(state, pivot=candidate, discarded=(*state.discarded, candidate))
    return replace(
        state,
        pivot=candidate,
        picker=None,
        discarded=(),
        stored=(*state.stored, (state.picker, candidate)),
        discarded_before=(*state.discarded_before, state.discarded),
    )


def _first_after(table: ClockTable, pivot: int, seats: list[int]) -> int:
    """Return the first seat after the pivot, round the table, with the highest score."""
    highest = max(table.score[seat] for seat in seats)
    seat = pivot
    while True:
        seat = (seat + 1) % table.size
        if seat in seats and table.score[seat] == highest:
            return seat


def _undo_last_pair(readings: ClockReadings, state: ClockState) -> ClockState:
    """Undo the last pair."""
    *above, (picker, picked) = state.stored
    depth = len(above)
    remaining = tuple(banned for banned in state.banned if banned[0] <= depth)
    return ClockState(
        pivot=picked,
        picker=picker,
        stored=tuple(above),
        discarded=() if readings.search_restarts else (*state.discarded_before[-1], picked),
        discarded_before=state.discarded_before[:-1],
        banned=(*remaining, (depth, picked)),
    )


LITERAL_CLOCK = ClockRules(edition=clock.LITERAL_2012, procedure=pair_by_movements)
"""Walks through every state of the clock; for small fields."""
