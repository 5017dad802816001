"""Which kind of change is tried how often, for the sake of what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from random_tournaments.mutations import Mutation

if TYPE_CHECKING:
    from collections.abc import Mapping

_AT_ONCE = {
    Mutation.RESULTS: 9,
    Mutation.ABSENCE: 5,
    Mutation.PARTED: 4,
    Mutation.FINAL_ROUND: 1,
    Mutation.MORE_ROUNDS: 1,
    Mutation.PLAYERS: 1,
    Mutation.FORBIDDEN_PAIRS: 1,
}
_PILED_UP = {Mutation.RESULTS: 9, Mutation.ABSENCE: 5, Mutation.PARTED: 5}
"""What leaves most of the event as it is."""
_FOR_FINAL_ROUNDS = {Mutation.GATHERED: 10, Mutation.FINAL_ROUND: 2, Mutation.RESULTS: 6, Mutation.ABSENCE: 2}
_IN_FINAL_ROUNDS = {Mutation.RESULTS: 8, Mutation.GATHERED: 4, Mutation.ABSENCE: 4, Mutation.PARTED: 2}


def weights_of(*, for_final_rounds: bool, is_final: bool, are_piled_up: bool) -> Mapping[Mutation, int]:
    """
    Return how often each kind of change is tried.

    What only a final round can exercise has changes of its own, before the round is one and after; else it matters
    whether several changes are piled up for one event.
    """
    if for_final_rounds:
        return _IN_FINAL_ROUNDS if is_final else _FOR_FINAL_ROUNDS
    return _PILED_UP if are_piled_up else _AT_ONCE
