"""
The accelerated Swiss by virtual scoregroups, as a Greek arbiter proposed it ("The Accelerated Swiss System", 2011).

Before the first round the starting list is split as two more rounds would have split it: into three groups with 2, 1
and 0 points, or five with 2, 1.5, 1, 0.5 and 0. The sizes are the probabilities of these scores among equal players.
Every group is even, so that in the first round all games are within a group.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from tournaments.model import VirtualPoints

DRAWN_FIFTH = Fraction(1, 5)
"""The probability of a draw in the essay's example."""
USUAL_ROUNDS = 2


class VirtualGroups(Enum):
    """The number of scoregroups into which the starting list is split."""

    THREE = 3
    FIVE = 5


def rounds_needed(players: int, *, accelerated: bool) -> int:
    """
    Return the number of rounds after which one of the players is alone at the top.

    With virtual groups y, the smallest number for which 2 to the power of y is not less than the players; else y + 2.
    Raise ValueError for fewer than one player.
    """
    if players < 1:
        raise ValueError(f"{players} players: a field has one at least")
    enough = (players - 1).bit_length()
    return enough if accelerated else enough + USUAL_ROUNDS


def group_sizes(players: int, groups: VirtualGroups, draw: Fraction = DRAWN_FIFTH) -> tuple[int, ...]:
    """
    Return the sizes of the groups, the highest first, for a number of players without the player who has the bye.

    The outer groups have their share of the players, rounded down, and one more where that is odd; the middle has the
    rest. Three groups follow from two games without draws. ``draw`` is the probability of a draw. Raise ValueError if
    it is not between 0 and 1, or if the number of players is odd or negative.
    """
    if players < 0 or players % 2:
        raise ValueError(f"{players} players: an even number is wanted, without the player who has the bye")
    if not 0 <= draw <= 1:
        raise ValueError(f"draw is {draw}; a probability is from 0 to 1")
    chance = Fraction(0) if groups is VirtualGroups.THREE else draw
    win = (1 - chance) / 2
    outer, inner = _even(players * win**2), _even(players * 2 * win * chance)
    if groups is VirtualGroups.THREE:
        return outer, players - 2 * outer, outer
    # The middle is never overdrawn: of twelve players or more its share is at least four, which is all that rounding up
    # can take; of fewer, both others are rounded up only if there are eight or ten, and then to two.
    return outer, inner, players - 2 * (outer + inner), inner, outer


def _even(share: Fraction) -> int:
    whole = share.numerator // share.denominator
    return whole + whole % 2


def virtual_points_of(
    tpns: Sequence[int],
    groups: VirtualGroups,
    draw: Fraction = DRAWN_FIFTH,
    *,
    rounds: int = USUAL_ROUNDS,
    win: int = 10,
) -> tuple[VirtualPoints, ...]:
    """
    Return the virtual points of players in starting order, for rounds 1 to ``rounds``.

    With an odd number the last player, who has the bye of the first round, has none (VIRTUAL-BYE). Points are in
    tenths, 2 of them as much as two wins, which are worth ``win`` each. Raise ValueError as `group_sizes` does.
    """
    sizes = group_sizes(len(tpns) - len(tpns) % 2, groups, draw)
    step = 2 * win // (groups.value - 1)
    points = []
    begin = 0
    for place, size in enumerate(sizes):
        worth = 2 * win - place * step
        if size and worth:
            players = frozenset(tpns[begin : begin + size])
            points.append(VirtualPoints(points=worth, first_round=1, last_round=rounds, players=players))
        begin += size
    return tuple(points)
