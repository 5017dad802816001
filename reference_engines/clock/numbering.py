"""
Pairing numbers before the start, and the colours of the first round (Appendix A).

Ranks are halved again and again: macroplayers of the upper half are joined with those of the lower half, until two are
left; whenever their number is odd, the median one is seated at the last free place.
"""

from __future__ import annotations

from tournaments.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Who gets a pairing number."""

    rank: int
    """Ranking number, from 1 (Appendix A, [a])."""
    master_colour: bool | None
    """Whether the player has the master colour in the first round; None for the last of an odd number ([b])."""


_LEAST = 2
"""So many slots are left when the placement terminates ([7])."""


def grid(players: int) -> tuple[Place, ...]:
    """Return the places of the pairing numbers 1, 2, 3... for so many ranked players."""
    slots: list[tuple[Place, ...]] = [
        (Place(rank, master_colour=True),) for rank in range(1, players - players % 2 + 1)
    ]
    median_slots: list[tuple[Place, ...]] = []
    while len(slots) > _LEAST:
        half = len(slots) // 2
        slots = [(*upper, *_turned(lower)) for upper, lower in zip(slots[:half], slots[half:], strict=True)]  # [3]
        if half % 2:  # [5]
            median = slots.pop(half // 2)
            median_slots.append(_turned(median) if len(median_slots) % 2 else median)
    ends = [slot if number == 0 else _turned(slot) for number, slot in enumerate(slots)]  # [7]
    last = (Place(players, master_colour=None),) if players % 2 else ()
    return tuple(place for slot in (*ends, *reversed(median_slots), last) for place in slot)


def _turned(slot: tuple[Place, ...]) -> tuple[Place, ...]:
    """Turn all colours of a slot round."""
    return tuple(Place(place.rank, not place.master_colour) for place in slot)
