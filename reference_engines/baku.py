"""
The Baku acceleration (C.04.7), of players and of teams.

Its premise, in both editions, is a scoring in which a win is worth two draws and a loss nothing; until 2026 the
standard one only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.model import VirtualPoints

if TYPE_CHECKING:
    from collections.abc import Sequence


def baku_points(win: int, rounds: int, entered: Sequence[int], counted: Sequence[int]) -> tuple[VirtualPoints, ...]:
    """
    Return the virtual points of C.04.7:1.2 to 1.4 (2026; rules 2 to 4 before) in an event of so many rounds.

    ``entered`` are the TPNs of all, players or teams, in order; ``counted`` those of them who are paired in the first
    round (BAKU-GROUP). GA is the first half of these, rounded up to an even number; later entries join GA if they rank
    before its last member (1.3.2). Virtual points are a win's in the first half, rounded up, of the accelerated rounds,
    and half of that in the others.
    """
    if not counted:
        return ()
    last = counted[min(2 * -(-len(counted) // 4), len(counted)) - 1]
    group = frozenset(entered[: entered.index(last) + 1])
    full, accelerated = accelerated_rounds(rounds)
    stages = ((win, 1, full), (win // 2, full + 1, accelerated))
    return tuple(
        VirtualPoints(points=points, first_round=first, last_round=end, players=group)
        for points, first, end in stages
        if points and first <= end
    )


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """Return how many rounds have a win's virtual points, and how many have any (C.04.7:1.4.1, 1.4.2)."""
    accelerated = (rounds + 1) // 2
    return (accelerated + 1) // 2, accelerated
