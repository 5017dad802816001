"""The choice of floaters (2.3, 3.1 to 3.5, 3.9, 3.10, 4.4)."""

from __future__ import annotations

from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from reference_engines.literal.lim.players import Compatibility, TwinPlayer

MAX_RATING_DIFFERENCE = 100
"""In maxi-tournaments (3.2.3, 3.8, 5.7)."""


class PairingDirection(Enum):
    """The direction in which scoregroups are paired (2.2)."""

    DOWN = "downward"
    UP = "upwards"

    def sort_players(self, players: Iterable[TwinPlayer]) -> list[TwinPlayer]:
        """Return players as their pairings are scrutinised: highest number first, upwards lowest first (4.1)."""
        return sorted(players, key=lambda player: player.rank, reverse=self is PairingDirection.UP)

    def sort_floaters(self, floaters: Iterable[TwinPlayer]) -> list[TwinPlayer]:
        """Return floaters as they are paired: farthest score first, then by number (3.6, 3.7)."""
        sign = -1 if self is PairingDirection.DOWN else 1
        return sorted(floaters, key=lambda floater: (sign * floater.score, -sign * floater.rank))

    def floating_order(self, player: TwinPlayer) -> int:
        """Return a key by which the first to float is the lowest numbered player, upwards the highest (3.2.4)."""
        return -player.rank if self is PairingDirection.DOWN else player.rank


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TwinScoregroup:
    """A scoregroup before its floaters are chosen."""

    players: frozenset[TwinPlayer]
    """The residents and the floaters that have arrived."""
    arrived: frozenset[TwinPlayer]
    """The players who have already floated to the scoregroup in this round (3.9.1)."""
    adjacent: tuple[TwinPlayer, ...]
    """The players of the next scoregroup in the direction."""
    direction: PairingDirection
    bound: tuple[TwinPlayer, ...] = ()
    """Floaters on their way to the adjacent scoregroup who have skipped this one (LIM-FURTHER)."""


class FloaterSelection:
    """The choice of the floaters of one scoregroup."""

    def __init__(self, group: TwinScoregroup, rules: Compatibility) -> None:
        """Take a scoregroup before any player floats from it."""
        self.group = group
        self.rules = rules
        self.readings = rules.round.readings

    def floaters(self) -> frozenset[TwinPlayer]:
        """Return the players who float from the scoregroup: as few as possible (LIM-MOST-PAIRS)."""
        group = self.group.players
        alone = frozenset(player for player in group if not self.rules.opponents(player, group))  # 2.3.1 to 2.3.3
        players = group - alone
        amounts = range(len(players) % 2, len(players) + 1, 2)
        amount = next(size for size in amounts if next(self._leaving_sets(players, size), None) is not None)
        if amount == 0:
            return alone
        if amount == 1:
            chosen = self._choose_one(players, players, alone)  # 2.3.4
            if frozenset({chosen}) in self._least_breaking_sets(players, amount):
                return alone | {chosen}
        return alone | self._choose_blocked(players, amount, alone)

    def _leaving_sets(self, players: frozenset[TwinPlayer], amount: int) -> Iterator[frozenset[TwinPlayer]]:
        """Yield every set of players of a size after whose transfer the remaining players can all be paired."""
        for leaving in combinations(self.group.direction.sort_players(players), amount):
            if self.rules.can_all_be_paired(players - set(leaving)):
                yield frozenset(leaving)

    def _least_breaking_sets(self, players: frozenset[TwinPlayer], amount: int) -> list[frozenset[TwinPlayer]]:
        """Return the sets after whose transfer the fewest pairs break limits: before all else (6, LIM-LAST-ROUND)."""
        broken = {
            leaving: self.rules.fewest_beyond_limits(players - leaving)
            for leaving in self._leaving_sets(players, amount)
        }
        fewest = min(number for number in broken.values() if number is not None)
        return [leaving for leaving, number in broken.items() if number == fewest]

    # --- 2.3.4, 3.2, 3.10 ---------------------------------------------------------------------------------------------

    def _choose_one(
        self, choice: Iterable[TwinPlayer], players: frozenset[TwinPlayer], alone: frozenset[TwinPlayer]
    ) -> TwinPlayer:
        """
        Choose a floater by type (3.9.2), the round before (3.10), due colour (3.2.2), number (3.2.4).

        That order is LIM-FLOATER-ORDER. In maxi-tournaments the player chosen for the colour must be of nearly the
        rating of the player who would float otherwise (3.2.3, LIM-MAXI-FLOATER).
        """
        order = self.group.direction.floating_order
        first = {player: self._types_and_round_before(player, alone) for player in choice}
        equalises = {player: self._equalises(player, players) for player in first}
        yardstick = min(first, key=lambda player: (first[player], order(player)))
        if self.readings.colours_before_types:
            chosen = min(first, key=lambda player: (not equalises[player], first[player], order(player)))
        else:
            chosen = min(first, key=lambda player: (first[player], not equalises[player], order(player)))
        if not self.rules.round.is_maxi or not equalises[chosen]:
            return chosen
        residents = first.keys() - self.group.arrived
        if self.readings.lowest_floats_in_maxi and residents:
            yardstick = min(residents, key=order)
        return yardstick if abs(chosen.rating - yardstick.rating) > MAX_RATING_DIFFERENCE else chosen

    def _types_and_round_before(self, player: TwinPlayer, alone: frozenset[TwinPlayer]) -> tuple[int, int, int, bool]:
        """Return the reasons to avoid a floater: the types (3.9.2), and a float in the round just before (3.10)."""
        types = self._count_types(alone | {player})
        is_spared = player.floated
        if self.readings.spared_for_type_d_alone and types != self._count_types(alone):
            is_spared = False  # the player who floats instead makes a floater of type a, b or c (3.10.1, LIM-SPARED)
        return (*types, is_spared)

    def _equalises(self, player: TwinPlayer, players: Iterable[TwinPlayer]) -> bool:
        """Whether a player is due the colour that more players are due (3.2.2)."""
        difference = self._difference_of_dues(players)
        if difference == 0:
            return False
        return self.rules.due(player) is (Colour.WHITE if difference > 0 else Colour.BLACK)

    def _difference_of_dues(self, players: Iterable[TwinPlayer]) -> int:
        dues = [self.rules.due(player) for player in players]
        return dues.count(Colour.WHITE) - dues.count(Colour.BLACK)

    # --- 4.4 ----------------------------------------------------------------------------------------------------------

    def _choose_blocked(
        self, players: frozenset[TwinPlayer], amount: int, alone: frozenset[TwinPlayer]
    ) -> frozenset[TwinPlayer]:
        """Choose the players whom exchanges cannot help, by type and number (LIM-BLOCKED)."""
        choice = self._least_breaking_sets(players, amount)
        if self.readings.chosen_where_blocked and amount == 1:
            return frozenset({self._choose_one([player for (player,) in choice], players, alone)})

        def key(leaving: frozenset[TwinPlayer]) -> tuple[tuple[int, int, int], int, int, list[int]]:
            round_before = difference = 0
            if self.readings.chosen_where_blocked:
                round_before = sum(player.floated for player in leaving)
                difference = abs(self._difference_of_dues(players - leaving))
            numbers = sorted(self.group.direction.floating_order(player) for player in leaving)
            return self._count_types(alone | leaving), round_before, difference, numbers

        return min(choice, key=key)

    # --- 3.3, 3.4, 3.9 ------------------------------------------------------------------------------------------------

    def _count_types(self, floaters: Collection[TwinPlayer]) -> tuple[int, int, int]:
        """Return the numbers of floaters of the types a, b and c (3.9.1)."""
        having = having_opponent([*self.group.bound, *floaters], self.group.adjacent, self.group.direction, self.rules)
        arrived = [floater for floater in floaters if floater in self.group.arrived]
        type_a = sum(floater not in having for floater in arrived)
        without = sum(floater not in having for floater in floaters)
        return type_a, len(arrived) - type_a, without - type_a


def having_opponent(
    floaters: Collection[TwinPlayer],
    group: Collection[TwinPlayer],
    direction: PairingDirection,
    rules: Compatibility,
) -> set[TwinPlayer]:
    """
    Return the floaters who have a compatible opponent in a scoregroup.

    The opponents of floaters with higher scores or numbers (upwards: lower ones) are excluded (3.3, 3.4): as many as
    these floaters need, or all of them (LIM-EXCLUDED).
    """
    having: list[TwinPlayer] = []
    excluded: set[TwinPlayer] = set()
    for floater in direction.sort_floaters(floaters):
        if rules.round.readings.all_opponents_excluded:
            opponents = rules.opponents(floater, group)
            has_opponent = not excluded.issuperset(opponents)
            excluded.update(opponents)
        else:
            has_opponent = _can_each_have_one([*having, floater], frozenset(group), rules)
        if has_opponent:
            having.append(floater)
    return set(having)


def _can_each_have_one(floaters: Sequence[TwinPlayer], group: frozenset[TwinPlayer], rules: Compatibility) -> bool:
    """Whether every floater can have an opponent of a group that no other floater has."""
    if not floaters:
        return True
    *before, last = floaters
    return any(_can_each_have_one(before, group - {opponent}, rules) for opponent in rules.opponents(last, group))
