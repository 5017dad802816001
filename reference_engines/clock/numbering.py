"""
Pairing numbers before the start, and the colours of the first round (Appendix A).

Ranks are halved again and again: macroplayers of the upper half are joined with macroplayers of the lower half, until
two are left. Whenever their number is odd, the median one is seated at the last free place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.clock.edition import ClockNumbering
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.definitions.history import History


@dataclass(frozen=True, slots=True)
class GridPlace:
    """The rank and colour that go with a pairing number."""

    rank: int
    """Ranking number, from 1 (Appendix A, [a])."""
    master_colour: bool | None
    """Whether the player has the master colour in the first round; None for the last of an odd number ([b])."""


_LAST_SLOTS = 2
"""The number of slots left when the placement terminates ([7])."""


def number_grid(players: int) -> tuple[GridPlace, ...]:
    """Return the places of the pairing numbers 1, 2, 3... for a number of ranked players."""
    slots: list[tuple[GridPlace, ...]] = [
        (GridPlace(rank, master_colour=True),) for rank in range(1, players - players % 2 + 1)
    ]
    median_slots: list[tuple[GridPlace, ...]] = []
    while len(slots) > _LAST_SLOTS:
        half = len(slots) // 2
        slots = [
            (*upper, *_swap_colours(lower)) for upper, lower in zip(slots[:half], slots[half:], strict=True)
        ]  # [3]
        if half % 2:  # [5]
            median = slots.pop(half // 2)
            median_slots.append(_swap_colours(median) if len(median_slots) % 2 else median)
    ends = [slot if number == 0 else _swap_colours(slot) for number, slot in enumerate(slots)]  # [7]
    last = (GridPlace(players, master_colour=None),) if players % 2 else ()
    return tuple(place for slot in (*ends, *reversed(median_slots), last) for place in slot)


def _swap_colours(slot: tuple[GridPlace, ...]) -> tuple[GridPlace, ...]:
    """Swap all colours of a slot."""
    return tuple(GridPlace(place.rank, not place.master_colour) for place in slot)


@dataclass(frozen=True, slots=True)
class NumberedPlayer:
    """A player with a pairing number."""

    column: int
    """The column in the history."""
    master_colour: bool | None
    """Whether the grid gives the master colour; None if it gives none."""


def number_players(history: History, numbering: ClockNumbering) -> tuple[NumberedPlayer, ...]:
    """Return the players in the order of their pairing numbers, from 1 (CLOCK-NUMBERS, CLOCK-LIST)."""
    columns = list(range(history.players))
    if numbering is ClockNumbering.AS_PRINTED:
        by_tpn = sorted(columns, key=lambda column: int(history.tpn[column]))
        places = zip(by_tpn, number_grid(history.players), strict=True)
        return tuple(NumberedPlayer(column, place.master_colour) for column, place in places)
    late: list[int] = []
    if numbering is ClockNumbering.FIRST_ROUND_ONLY and history.rounds:
        late = [column for column in columns if not history.paired[0, column]]
        columns = [column for column in columns if history.paired[0, column]]
    seated = [NumberedPlayer(columns[place.rank - 1], place.master_colour) for place in number_grid(len(columns))]
    return (*seated, *(NumberedPlayer(column, None) for column in late))
