"""
The asking: scoregroup after scoregroup, the first player who looks for an opponent takes the first one available.

An opponent is available if the two may meet within the limits of the stage, and the group still comes to as many pairs
as it can, the round being completed (SIMPLE-AVAILABLE). That is a question of matching; the first yes is taken.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from operator import sub
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.matching import best_matching, first_best
from reference_engines.simple_swiss.edition import Stage
from reference_engines.unpairable import no_legal_pairing
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.history import BoolArray
    from reference_engines.results import NoLegalPairingError
    from reference_engines.simple_swiss.edition import Options
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
    from_above: int = 0
    """How many of the group, the first of it, have come down from the one above."""


def asked(group: Sequence[int], options: Options, from_above: int = 0) -> list[int]:
    """Return whom the first of a group asks, in order; so many of the group have come down (SIMPLE-FLOATERS)."""
    if options.floaters_meet_the_first and from_above:
        return [*group[from_above:], *group[1:from_above]]
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

    Raise NoLegalPairingError if the others cannot be completely paired whoever has it.
    """
    size = table.players.size
    meet = table.meet.astype(np.bool_)
    if size % 2 == 0:
        if not _completes(meet, range(size)):
            raise _impossible(table, "no complete pairing of players who may meet exists")
        return None
    for player in reversed(range(size)):
        if table.players.bye_allowed[player] and _completes(meet, [other for other in range(size) if other != player]):
            return player
    raise _impossible(table, "no complete pairing exists whoever has the bye")


def _impossible(table: Table, message: str) -> NoLegalPairingError:
    return no_legal_pairing(message, table.meet, table.numbers, table.players.bye_allowed)


def _completes(meet: BoolArray, players: Sequence[int]) -> bool:
    return _Demands(meet=meet, within=meet).least([], list(players)) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Demands:
    """What is asked of the pairs of a scoregroup, and what of all pairs of the round."""

    meet: BoolArray
    """Whoever leaves the group, and the rest, only must not have met."""
    within: BoolArray
    """Pairs in the group keep these limits."""
    breaches: tuple[BoolArray, ...] = ()
    """Pairs of which there are as few as can be in the group, the most important kind first."""

    def least(self, group: list[int], rest: list[int]) -> tuple[int, ...] | None:
        """
        Return how many of a group at least leave it, the round being completed, and then the breaches.

        None if the round cannot be completed.
        """
        players = group + rest
        if not players:
            return (0,) * (1 + len(self.breaches))
        if len(players) % 2:
            return None
        found = best_matching(self._costs(group, rest))
        return None if found is None else found.cost

    def first_opponent(self, group: list[int], rest: list[int]) -> int | None:
        """
        Return the first whom the first of a group can meet there so that the group does as well as it can.

        ``group`` lists the others in the order of asking. None if the first one is among those who leave.
        """
        # Of all best matchings those are kept that give vertex 0 the lowest mate.
        mates = first_best(self._costs(group, rest), settled=range(1))
        if mates is None:
            raise ValueError("the round cannot be completed")
        return group[mate] if (mate := int(mates[0])) < len(group) else None

    def _costs(self, group: list[int], rest: list[int]) -> NDArray[np.int64]:
        """Return what pairs of the group and the rest cost, the leavers on level 0."""
        players, inside = group + rest, len(group)
        costs = np.zeros((1 + len(self.breaches), len(players), len(players)), dtype=np.int64)
        costs[0, :inside, inside:] = costs[0, inside:, :inside] = 1
        for level, breach in enumerate(self.breaches, start=1):
            costs[level, :inside, :inside] = breach[np.ix_(group, group)]
        possible = self.meet[np.ix_(players, players)]
        possible[:inside, :inside] = self.within[np.ix_(group, group)]
        return np.where(possible, costs, _NO_EDGE)

    def of_pair(self, one: int, other: int) -> tuple[int, ...]:
        """Return what a pair of the group adds to it."""
        return (0, *(int(breach[one, other]) for breach in self.breaches))


def turns(table: Table, options: Options) -> tuple[tuple[Ask, ...], int | None]:
    """Return every turn of a round, in order, and the position of the player with the bye."""
    chosen = choose_bye(table)
    if chosen is None or not options.bye_left_over:
        return tuple(asks(table, options, chosen)), chosen
    asks_in_order = tuple(asks(table, options, None))
    paired = {player for ask in asks_in_order if ask.taken is not None for player in (ask.asks, ask.taken)}
    (left,) = (player for player in range(table.players.size) if player not in paired)
    return asks_in_order, left


def asks(table: Table, options: Options, bye: int | None) -> Iterator[Ask]:
    """Yield every turn of a round, in order; of an odd number without a chosen bye, who is left over has it."""
    for turns_of_group in groups_asked(table, options, bye):
        yield from turns_of_group


def groups_asked(table: Table, options: Options, bye: int | None) -> Iterator[tuple[Ask, ...]]:
    """Yield the turns of `asks` scoregroup by scoregroup; of one without players there are none."""
    size = table.players.size
    starts = [*table.players.groups, size]
    left_over = [size] if bye is None and table.players.is_odd else []  # pairing with the bye
    leavers: list[int] = []
    for begin, after in pairwise(starts):
        group = leavers + [player for player in range(begin, after) if player != bye]
        rest = [player for player in range(after, size) if player != bye] + left_over
        came_down = frozenset(leavers)
        asks_of_group = tuple(_in_group(table, options, (group, rest), came_down))
        leavers = [ask.asks for ask in asks_of_group if ask.taken is None]
        yield asks_of_group


def _in_group(
    table: Table, options: Options, players: tuple[list[int], list[int]], came_down: frozenset[int]
) -> Iterator[Ask]:
    """Yield the turns of a group; ``players`` are its members and the rest of the round."""
    stage, demands, least = _demands(table, options, *players)
    looking, below = list(players[0]), list(players[1])
    while looking:
        player = looking[0]
        from_above = sum(one in came_down for one in looking)
        taken, left = _first_available(demands, asked(looking, options, from_above), (looking, below, least))
        yield Ask(asks=player, group=tuple(looking), stage=stage, taken=taken, from_above=from_above)
        looking.remove(player)
        least = left
        if taken is None:
            below.append(player)
        else:
            looking.remove(taken)


def _demands(
    table: Table, options: Options, group: list[int], rest: list[int]
) -> tuple[Stage, _Demands, tuple[int, ...]]:
    """Return the stage in which a group is paired (SIMPLE-STAGES), what it asks for, and the best that can be done."""
    meet = table.meeting_the_bye().astype(np.bool_)
    free = _Demands(meet=meet, within=meet)
    fewest = free.least(group, rest)
    if fewest is None:
        raise ValueError("a group leaves a round that cannot be completed")
    if options.limits_by_pair:
        demands = replace(free, breaches=tuple(~table.within(stage) for stage in options.counted))
        least = demands.least(group, rest) or fewest
        kept = {stage for stage, breaches in zip(options.counted, least[1:], strict=True) if not breaches}
        return next((stage for stage in options.stages if stage in kept), Stage.NONE), demands, least
    stages = ((stage, replace(free, within=table.within(stage))) for stage in options.stages)
    return next((stage, demands, fewest) for stage, demands in stages if demands.least(group, rest) == fewest)


def _first_available(
    demands: _Demands, candidates: list[int], situation: tuple[list[int], list[int], tuple[int, ...]]
) -> tuple[int | None, tuple[int, ...]]:
    """Return the first candidate after whom the group still does as well as it can, and what is then the best."""
    looking, below, least = situation
    player = looking[0]
    taken = demands.first_opponent([player, *candidates], below)
    if taken is None:
        return None, (least[0] - 1, *least[1:])
    return taken, tuple(map(sub, least, demands.of_pair(player, taken)))
