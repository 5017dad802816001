"""Whether the remaining players can still be paired: questions of matching (DUBOV97-COMPLETION)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.matching import first_best, largest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.dubov_1997.participants import Dubov1997Participants
    from reference_engines.history import BoolArray

_NO_EDGE = -1


def is_pairable(participants: Dubov1997Participants, players: Sequence[int]) -> bool:
    """Whether all the players can be paired with one another."""
    return not len(players) % 2 and not largest(participants.meet.view(np.uint8), players).left_over


def players_to_spare(meet: BoolArray, players: Sequence[int]) -> frozenset[int]:
    """Return every player without whom all other players of an odd number can be paired."""
    matching = largest(meet.view(np.uint8), players)
    # If one player is left over, it can be any player whom some largest matching leaves over (Gallai, Edmonds).
    if matching.left_over != 1:
        return frozenset()
    return frozenset(players[place] for place in np.flatnonzero(matching.exposable).tolist())


def choose_leavers(participants: Dubov1997Participants, order: Sequence[int], rest: Sequence[int]) -> tuple[int, ...]:
    """
    Return the fewest players of a group who must meet one of the rest for all to be paired, the first choice first.

    ``order`` lists the group, the first choice first. Empty if the group can be paired in itself, or if the players
    cannot all be paired.
    """
    if is_pairable(participants, order) and is_pairable(participants, rest):
        return ()
    players, group = [*order, *rest], len(order)
    # A player can leave in a best pairing if and only if the group without the player needs one leaver less.
    choices = [(place, group, len(players)) for place in range(group)]
    decisions = np.array(choices, dtype=np.int32).reshape(-1, 3)
    is_resident = np.arange(len(players)) < group
    possible = participants.meet[np.ix_(players, players)]
    costs = np.where(possible, is_resident[:, None] != is_resident[None, :], _NO_EDGE).astype(np.int64)[np.newaxis]
    mates = first_best(costs, decisions)
    if mates is None:
        return ()
    return tuple(player for player, mate in zip(order, mates.tolist(), strict=False) if mate >= group)
