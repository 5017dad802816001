"""
The clock walked state by state, as an arbiter would at the board: nothing is foreseen, everything is tried.

A state is what lies on the table between two movements; each movement makes a new state out of the last one. The time
it takes doubles with every few players.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.clock import about
from reference_engines.clock.rules import ClockRules
from reference_engines.clock.table import impossible
from reference_engines.results import UnsupportedEventError
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.clock.edition import Readings
    from reference_engines.clock.table import Table

MOST_MOVEMENTS = 100_000
"""Some seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Banned:
    """A temporary incompatibility: it ends when a pair stored before ``depth`` others is undone."""

    depth: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Between two movements."""

    pivot: int
    picker: int | None = None
    """None: a picker is to be found."""
    stored: tuple[tuple[int, int], ...] = ()
    discarded: tuple[int, ...] = ()
    """Candidates of this picker, since the search began or was begun again."""
    discarded_before: tuple[tuple[int, ...], ...] = ()
    """For each pair stored, the candidates that were discarded when it was made."""
    banned: tuple[Banned, ...] = ()


def walked(table: Table, readings: Readings) -> tuple[tuple[int, int], ...]:
    """
    Return the pairs of seats in the order of their storage.

    Raise NoLegalPairingError where nothing is left to be undone, UnsupportedEventError beyond ``MOST_MOVEMENTS``.
    """
    state = State(pivot=table.size - 1)
    for _ in range(MOST_MOVEMENTS):
        if 2 * len(state.stored) == table.size:
            return state.stored
        state = moved(table, readings, state)
    raise UnsupportedEventError(f"the clock does not come to an end in {MOST_MOVEMENTS} movements")


def moved(table: Table, readings: Readings, state: State) -> State:
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
        left = [seat for seat in left if Banned(depth=len(state.stored), seat=seat) not in state.banned]
    if not left:
        if not state.stored:
            raise impossible(table, range(table.size))
        return _undone(readings, state)
    candidate = _first_after(table, state.pivot, left)
    is_banned = Banned(depth=len(state.stored), seat=candidate) in state.banned
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


def _first_after(table: Table, pivot: int, seats: list[int]) -> int:
    """Go round the table from the pivot until somebody of the highest score is met."""
    highest = max(table.score[seat] for seat in seats)
    seat = pivot
    while True:
        seat = (seat + 1) % table.size
        if seat in seats and table.score[seat] == highest:
            return seat


def _undone(readings: Readings, state: State) -> State:
    """Undo the last pair."""
    *above, (picker, picked) = state.stored
    depth = len(above)
    kept = tuple(banned for banned in state.banned if banned.depth <= depth)
    return State(
        pivot=picked,
        picker=picker,
        stored=tuple(above),
        discarded=() if readings.search_restarts else (*state.discarded_before[-1], picked),
        discarded_before=state.discarded_before[:-1],
        banned=(*kept, Banned(depth=depth, seat=picked)),
    )


LITERAL_CLOCK = ClockRules(edition=about.LITERAL_2012, procedure=walked)
"""Walks through every state of the clock; for small fields."""
