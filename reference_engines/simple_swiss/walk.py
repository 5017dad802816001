"""
The asking: scoregroup after scoregroup, the first player who looks for an opponent takes the first one available.

An opponent is available if the two may meet within the limits of the stage, and the group still comes to as many pairs
as it can, the round being completed (SIMPLE-AVAILABLE). That is a question of matching; the first yes is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.matching import best_matching
from reference_engines.results import NoLegalPairingError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.history import BoolArray
    from reference_engines.simple_swiss.edition import Options, Stage
    from reference_engines.simple_swiss.table import Table

_NO_EDGE = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One player's turn."""

    asks: int
    """Position."""
    group: tuple[int, ...]
    """Those of the group who still look for an opponent, in order; the one who asks is the first."""
    stage: Stage
    taken: int | None
    """None: nobody is available, and the player goes down to the next group."""


def asked(group: Sequence[int], options: Options) -> list[int]:
    """Return whom the first of a group asks, in order."""
    middle = max(1, (len(group) + options.odd_middle_rounded_up) // 2)
    upper, lower = list(group[1:middle]), list(group[middle:])
    if not options.outwards:
        return lower + upper[::-1]
    order = []
    for place, player in enumerate(lower):
        order.append(player)
        order += upper[len(upper) - 1 - place : len(upper) - place] if place < len(upper) else []
    return order


def choose_bye(table: Table) -> int | None:
    """
    Return the position of the player with the bye, None for an even number (SIMPLE-BYE).

    Raise NoLegalPairingError if the others can be completely paired whoever has it.
    """
    size = table.field.size
    meet = table.meet.astype(np.bool_)
    if size % 2 == 0:
        if not _completes(meet, range(size)):
            raise NoLegalPairingError("no complete pairing without a rematch exists")
        return None
    for player in reversed(range(size)):
        if table.field.bye_allowed[player] and _completes(meet, [other for other in range(size) if other != player]):
            return player
    raise NoLegalPairingError("no complete pairing exists whoever has the bye")


def _completes(meet: BoolArray, players: Sequence[int]) -> bool:
    return _fewest_leavers(meet, meet, [], list(players)) is not None


def _fewest_leavers(within: BoolArray, meet: BoolArray, group: list[int], rest: list[int]) -> int | None:
    """
    Return how many of a group at least leave it, the round being completed; None if it cannot be.

    Pairs in the group are within its limits; whoever leaves it, and the rest, only must not have met.
    """
    players = group + rest
    if not players:
        return 0
    if len(players) % 2:
        return None
    ix = np.ix_(players, players)
    inside = len(group)
    costs = np.where(meet[ix], 0, _NO_EDGE).astype(np.int64)
    costs[:inside, inside:] = np.where(meet[np.ix_(group, rest)], 1, _NO_EDGE)
    costs[inside:, :inside] = costs[:inside, inside:].T
    costs[:inside, :inside] = np.where(within[np.ix_(group, group)], 0, _NO_EDGE)
    found = best_matching(np.ascontiguousarray(costs[np.newaxis]))
    return None if found is None else found.cost[0]


def turns(table: Table, options: Options) -> tuple[tuple[Ask, ...], int | None]:
    """Return every turn of a round, in order, and the position of the player with the bye."""
    chosen = choose_bye(table)
    if chosen is None or not options.bye_left_over:
        return tuple(asks(table, options, chosen)), chosen
    made = tuple(asks(table, options, None))
    paired = {player for ask in made if ask.taken is not None for player in (ask.asks, ask.taken)}
    (left,) = (player for player in range(table.field.size) if player not in paired)
    return made, left


def asks(table: Table, options: Options, bye: int | None) -> Iterator[Ask]:
    """Yield every turn of a round, in order; of an odd number without a chosen bye, who is left over has it."""
    size = table.field.size
    starts = [*table.field.groups, size]
    left_over = [size] if bye is None and table.field.is_odd else []  # pairing with the bye
    leavers: list[int] = []
    for begin, after in pairwise(starts):
        group = leavers + [player for player in range(begin, after) if player != bye]
        rest = [player for player in range(after, size) if player != bye] + left_over
        leavers = []
        for ask in _in_group(table, options, group, rest):
            yield ask
            if ask.taken is None:
                leavers.append(ask.asks)


def _in_group(table: Table, options: Options, group: list[int], rest: list[int]) -> Iterator[Ask]:
    meet = table.meeting_the_bye().astype(np.bool_)
    least = _fewest_leavers(meet, meet, group, rest)
    if least is None:
        raise ValueError("a group leaves a round that cannot be completed")
    stage, within = next(
        (stage, limits)
        for stage, limits in ((stage, table.within(stage)) for stage in options.stages)
        if _fewest_leavers(limits, meet, group, rest) == least
    )
    looking, below = list(group), list(rest)
    while looking:
        player = looking[0]
        taken = _first_available(within, meet, asked(looking, options), (looking, below, least))
        yield Ask(asks=player, group=tuple(looking), stage=stage, taken=taken)
        looking.remove(player)
        if taken is None:
            below.append(player)
            least -= 1
        else:
            looking.remove(taken)


def _first_available(
    within: BoolArray, meet: BoolArray, candidates: list[int], situation: tuple[list[int], list[int], int]
) -> int | None:
    """Return the first candidate after whom the group still loses no more players than it must."""
    looking, below, least = situation
    player = looking[0]
    for candidate in candidates:
        if not within[player, candidate]:
            continue
        others = [one for one in looking if one not in (player, candidate)]
        left = _fewest_leavers(within, meet, others, below)
        if left is not None and left <= least:
            return candidate
    return None
