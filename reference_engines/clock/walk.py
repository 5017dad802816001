"""
The pairing of a round, pick by pick: picker, candidates, pivot and backtracking.

Backtracking, followed to the letter, takes a time that doubles with every few players. It tries every compatible
opponent of every picker before it gives up a pair above, so a pair is undone if and only if the players left with it
cannot all be paired. That is a question of a perfect matching, and is answered before the pair is stored; the effects
of the undoing on the pivot and on temporary incompatibility follow immediately.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from reference_engines.clock.round_table import ClockTable, not_pairable
from reference_engines.matching import largest
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reference_engines.clock.edition import ClockReadings


class Attempt(FrozenStruct, frozen=True):
    """A candidate who was passed over."""

    seat: int
    is_undone: bool
    """Whether the candidate was picked, but the others could not all be paired; else not compatible with the picker."""


class Pick(FrozenStruct, frozen=True, kw_only=True):
    """A pair as it was made, by seat."""

    picker: int
    picked: int
    pivot: int
    """Seat from which the picker was found."""
    attempts: tuple[Attempt, ...]
    """The candidates before the picked, in order, each once."""


def make_picks(table: ClockTable, readings: ClockReadings) -> tuple[Pick, ...]:
    """Return the picks of the round in order; NoLegalPairingError if the players cannot all be paired."""
    walk = ClockWalk(table, readings)
    return tuple(walk.picks())


class ClockWalk:
    """A walk round the table from any point of the round."""

    def __init__(self, table: ClockTable, readings: ClockReadings, stored: Sequence[tuple[int, int]] = ()) -> None:
        """Go on after pairs that are stored, in order; NoLegalPairingError if the others cannot all be paired."""
        self._table = table
        self._readings = readings
        paired = {seat for pair in stored for seat in pair}
        self._unpaired = [seat for seat in range(table.size) if seat not in paired]
        self._pivot = stored[-1][1] if stored else table.size - 1  # zero: the first pairing number follows it
        self._remainder = _Remainder(table, self._unpaired)

    def picks(self) -> Iterator[Pick]:
        """Yield the picks until all players are paired."""
        while self._unpaired:
            yield self.next_pick()

    def next_pick(self) -> Pick:
        """Make the next pair."""
        came_from, picker = self._pivot, self._picker()
        self._unpaired.remove(picker)
        picked, attempts = self._search(picker)
        self._unpaired.remove(picked)
        self._pivot = picked
        return Pick(picker=picker, picked=picked, pivot=came_from, attempts=attempts)

    def _picker(self) -> int:
        """Return the first seat after the pivot with the highest score (CLOCK-BYE-PICKS)."""
        may_pick = [seat for seat in self._unpaired if self._readings.bye_picks or seat != self._table.bye]
        return next(self._candidates(may_pick, self._pivot))

    def _search(self, picker: int) -> tuple[int, tuple[Attempt, ...]]:
        """Go through the candidates until one is taken for good (CLOCK-RESTART)."""
        passed: dict[int, bool] = {}
        pivot = picker
        while True:
            candidate = self._next_candidate(picker, pivot, passed)
            if self._remainder.settle(picker, candidate):
                return candidate, tuple(Attempt(seat, is_undone=undone) for seat, undone in passed.items())
            passed[candidate] = True
            pivot = candidate

    def _next_candidate(self, picker: int, pivot: int, passed: dict[int, bool]) -> int:
        """Return the next compatible candidate after the pivot; candidates passed over on the way are noted."""
        restarts = self._readings.search_restarts
        if self._readings.barred_are_no_candidates:
            passed_by = {seat for seat, is_undone in passed.items() if is_undone}
        else:
            passed_by = set()
        passed_by |= set() if restarts else set(passed)
        among = [seat for seat in self._unpaired if seat not in passed_by]
        for candidate in self._candidates(among, pivot):
            if passed.get(candidate):  # temporarily incompatible
                continue
            if self._table.compatible[picker, candidate]:
                return candidate
            passed.setdefault(candidate, False)
        raise AssertionError("a picker without an opponent, although all could be paired")

    def _candidates(self, seats: Iterable[int], pivot: int) -> Iterator[int]:
        """
        Yield seats in the order in which they become candidates if all are discarded.

        The highest score comes first, equal scores clockwise from the pivot. The pivot moves on to every discarded
        player, also from the last player of one score to the first of the next.
        """
        score = self._table.score
        for _, group in groupby(sorted(seats, key=lambda seat: (-score[seat], seat)), key=score.__getitem__):
            around = list(group)
            start = next((index for index, seat in enumerate(around) if seat > pivot), 0)
            for seat in (*around[start:], *around[:start]):
                yield seat
                pivot = seat


class _Remainder:
    """The unpaired players, with one way to pair them all."""

    def __init__(self, table: ClockTable, seats: Sequence[int]) -> None:
        self._compatible = table.compatible
        mates = self._match(seats)
        if mates is None:
            raise not_pairable(table, seats)
        self._mates = mates

    def settle(self, picker: int, picked: int) -> bool:
        """Pair two players for good if all others can then be paired; otherwise nothing changes."""
        mates = self._mates
        first, second = mates[picker], mates[picked]
        if first != picked and not self._compatible[first, second]:
            rematched = self._match([seat for seat in mates if seat not in (picker, picked)])
            if rematched is None:
                return False
            self._mates = rematched
            return True
        if first != picked:
            mates[first], mates[second] = second, first
        del mates[picker], mates[picked]
        return True

    def _match(self, seats: Sequence[int]) -> dict[int, int] | None:
        """Pair the seats in any way; None if there is none."""
        matching = largest(self._compatible, seats)
        if matching.left_over:
            return None
        return {seat: seats[mate] for seat, mate in zip(seats, matching.mates.tolist(), strict=True)}
