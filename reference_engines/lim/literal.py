"""
The text walked by trying everything: no matching is asked for anything, and nothing is computed ahead.

Choices are made as the text makes them, by leaving out candidate after candidate; for fields of up to a dozen.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from reference_engines.lim.floaters import NEAR
from reference_engines.lim.table import NOT_ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reference_engines.lim.edition import Readings
    from reference_engines.lim.table import Person, Table

    Pair = tuple[int, int]
    Players = tuple[int, ...]


def walked(table: Table, readings: Readings) -> tuple[tuple[Pair, ...], int | None]:
    """Return the pairs in the order in which they stand at last, and the bye; raise NoLegalPairingError."""
    return _Arbiter(table, readings).round()


class _Arbiter:
    """Somebody who pairs a round at the table."""

    def __init__(self, table: Table, readings: Readings) -> None:
        self.table, self.readings = table, readings
        self.can_pair = cache(self._can_pair)
        self.most_pairs = cache(self._most_pairs)
        self.fewest_clashes = cache(self._fewest_clashes)
        self.upper: list[Pair] = []
        self.lower: list[Pair] = []

    def person(self, player: int) -> Person:
        return self.table.people[player]

    # --- trying everything --------------------------------------------------------------------------------------------

    def _can_pair(self, players: Players) -> bool:
        if not players:
            return True
        first, *others = players
        return any(self.table.meet[first, one] and self.can_pair(_without(others, one)) for one in others)

    def _most_pairs(self, players: Players) -> int:
        if not players:
            return 0
        first, *others = players
        with_first = [1 + self.most_pairs(_without(others, one)) for one in others if self.table.meet[first, one]]
        return max(self.most_pairs(tuple(others)), *with_first, 0)

    def _fewest_clashes(self, players: Players) -> int | None:
        """Return how many pairs must be due one colour; None if the players cannot all be paired."""
        if not players:
            return 0
        first, *others = players
        found = [
            rest + self.table.clash(first, one)
            for one in others
            if self.table.meet[first, one] and (rest := self.fewest_clashes(_without(others, one))) is not None
        ]
        return min(found, default=None)

    def served(self, floaters: Sequence[int], group: Sequence[int]) -> int:
        """Return how many floaters can have opponents of their own in a group."""
        if not floaters:
            return 0
        first, *others = floaters
        opponents = [one for one in group if self.table.meet[first, one]]
        with_first = [1 + self.served(others, [left for left in group if left != one]) for one in opponents]
        return max(self.served(others, group), *with_first, 0)

    # --- the round ----------------------------------------------------------------------------------------------------

    def round(self) -> tuple[tuple[Pair, ...], int | None]:
        everybody = tuple(range(self.table.size))
        bye = self._bye(everybody) if len(everybody) % 2 else None
        left = _without(everybody, bye)
        if not self.can_pair(left):
            raise self.table.impossible(NOT_ALL)
        median = [one for one in left if 2 * self.person(one).score == self.table.twice_median]
        above = [one for one in left if 2 * self.person(one).score > self.table.twice_median]
        below = [one for one in left if 2 * self.person(one).score < self.table.twice_median]
        down = self._half(above, median, is_down=True)
        there = median if self.readings.residents_alone_adjacent else [*median, *down]
        up = self._half(below, there, is_down=False)
        middle = self._median(median, down, up)
        return (*self.upper, *self.lower, *middle), bye

    def _bye(self, everybody: Players) -> int | None:
        """1.1, 7.1: from the lowest rank of the lowest scoregroup up."""
        people, by_rating = self.table.people, self.readings.bye_to_lowest_rating
        order = sorted(everybody, key=lambda one: people[one].tpn, reverse=True)
        if by_rating:
            order.sort(key=lambda one: people[one].rating)
        order.sort(key=lambda one: people[one].score)
        for one in order:
            if people[one].bye_allowed and self.can_pair(_without(everybody, one)):
                return one
        return None

    def _half(self, players: list[int], median: list[int], *, is_down: bool) -> list[int]:
        """Pair the scoregroups of one side; return who floats to the median one."""
        scores = sorted({self.person(one).score for one in players}, reverse=is_down)
        groups = [[one for one in players if self.person(one).score == score] for score in scores]
        groups.append(median)
        coming: list[list[int]] = [[] for _ in groups]
        for place, residents in enumerate(groups[:-1]):
            members = self._numbered([*residents, *coming[place]], is_down=is_down)
            for floater in self._leaving(members, coming[place], groups[place + 1]):
                members.remove(floater)
                target = place + 1
                while self.readings.floaters_skip and target < len(groups) - 1:
                    if any(self.table.meet[floater, one] for one in groups[target]):
                        break
                    target += 1
                coming[target].append(floater)
            waiting = sorted(
                (one for one in coming[place] if one in members),
                key=lambda one: (self.person(one).score, -self.person(one).tpn),
                reverse=is_down,
            )
            (self.upper if is_down else self.lower).extend(self._paired(members, waiting))
        return coming[-1]

    def _numbered(self, players: Sequence[int], *, is_down: bool) -> list[int]:
        return sorted(players, key=lambda one: self.person(one).tpn, reverse=not is_down)

    def _median(self, median: list[int], down: list[int], up: list[int]) -> list[Pair]:
        """2.6, 3.6.3."""
        while not self.can_pair(tuple(sorted([*median, *down, *up]))):
            crack_lower = (len(down) > len(up) and bool(self.lower)) or not self.upper
            side, floaters = (self.lower, up) if crack_lower else (self.upper, down)
            floaters += side.pop(0 if self.readings.first_pair_cracked else -1)
        first = sorted(down, key=lambda one: (-self.person(one).score, self.person(one).tpn))
        then = sorted(up, key=lambda one: (self.person(one).score, -self.person(one).tpn))
        return self._paired(self._numbered([*median, *down, *up], is_down=True), [*first, *then])

    # --- who floats ---------------------------------------------------------------------------------------------------

    def _leaving(self, members: Sequence[int], incoming: Sequence[int], adjacent: Sequence[int]) -> list[int]:
        """2.3, 3.1 to 3.5, 3.9, 3.10, 4.4: one after the other, until all the others can be paired."""
        left, is_blocked = list(members), False
        gone: list[int] = []

        def types(leaving: Sequence[int]) -> tuple[int, int, int]:
            return self._types([one for one in members if one in leaving], incoming, adjacent)

        while not self.can_pair(tuple(left)):
            alone = [one for one in left if not any(self.table.meet[one, other] for other in left)]
            pairs = self.most_pairs(tuple(left))
            possible = [one for one in left if self.most_pairs(_without(left, one)) == pairs]
            is_blocked = is_blocked or (not alone and (len(left) % 2 == 0))
            if alone:
                taken = self._last(alone, lambda one: types([*gone, one]), [])
            else:
                tests = self._tests(left, incoming)
                if not is_blocked:
                    is_blocked = self._last(left, lambda one: types([*gone, one]), tests) not in possible
                if is_blocked:
                    possible = self._at_best(left, gone, types)
                    tests = tests if self.readings.chosen_where_blocked else []
                taken = self._last(possible, lambda one: types([*gone, one]), tests)
            left.remove(taken)
            gone.append(taken)
        return gone

    def _at_best(
        self, left: Sequence[int], gone: Sequence[int], types: Callable[[Sequence[int]], tuple[int, int, int]]
    ) -> list[int]:
        """3.9.2: those who are among the leavers in one of the best ways to leave, all of which are made."""
        count = len(left) - 2 * self.most_pairs(tuple(left))
        ways = [way for way in combinations(left, count) if self.can_pair(tuple(one for one in left if one not in way))]
        if not self.readings.all_opponents_excluded:
            best = min(types([*gone, *way]) for way in ways)
            ways = [way for way in ways if types([*gone, *way]) == best]
        return [one for one in left if any(one in way for way in ways)]

    def _last(
        self,
        candidates: Sequence[int],
        types: Callable[[int], tuple[int, int, int]],
        tests: Sequence[Callable[[int], bool]],
    ) -> int:
        """Leave out, test by test, who does not pass it, if anybody does; take the last one who is left."""
        best = min(types(one) for one in candidates)
        by_type: list[Callable[[int], bool]] = [lambda one: types(one) == best]
        order = [*tests[:1], *by_type, *tests[1:]] if self.readings.colours_before_types else [*by_type, *tests]
        if self.readings.colours_before_types and tests:
            best = min(types(one) for one in [one for one in candidates if tests[0](one)] or candidates)
        for passes in order:
            candidates = [one for one in candidates if passes(one)] or candidates
        return candidates[-1]

    def _types(self, leaving: Sequence[int], incoming: Sequence[int], adjacent: Sequence[int]) -> tuple[int, int, int]:
        """3.9.1: how many of the leavers are of the types a, b and c; those floating on are given an opponent first."""
        on = [one for one in leaving if one in incoming]
        own = [one for one in leaving if one not in incoming]
        if self.readings.all_opponents_excluded:
            free, served = set(adjacent), set()
            for one in (*on, *own):
                opponents = {other for other in free if self.table.meet[one, other]}
                free -= opponents
                served |= {one} if opponents else set()
            return sum(one not in served for one in on), sum(one in served for one in on), len(set(own) - served)
        served_on = self.served(on, adjacent)
        return len(on) - served_on, served_on, len(own) - self.served([*on, *own], adjacent) + served_on

    def _tests(self, left: Sequence[int], incoming: Sequence[int]) -> list[Callable[[int], bool]]:
        """3.10, then 3.2.2 with 3.2.3; or the other way round, before 3.9 (LIM-FLOATER-ORDER)."""
        balance = sum(self.person(one).due for one in left)
        last = [one for one in left if one not in incoming][-1]

        def is_due_to_more(one: int) -> bool:
            return balance == 0 or (self.person(one).due * balance > 0 and self._is_near(one, last))

        def stayed(one: int) -> bool:
            return not self.person(one).floated

        return [is_due_to_more, stayed] if self.readings.colours_before_types else [stayed, is_due_to_more]

    def _is_near(self, one: int, other: int) -> bool:
        return not self.table.is_maxi or abs(self.person(one).rating - self.person(other).rating) <= NEAR

    # --- who meets whom -----------------------------------------------------------------------------------------------

    def _paired(self, members: Sequence[int], waiting: Sequence[int]) -> list[Pair]:
        """2.4, 3.6 to 3.8, 4.1 to 4.3, 5.2."""
        left = list(members)
        pairs: list[Pair] = []
        while left:
            floater = next((one for one in waiting if one in left), None)
            if floater is None:
                who = left[0]
                half = len(left) // 2
                order = [left[place] for place in (*range(half, len(left)), *range(half - 1, 0, -1))]
                fewest = self.readings.fewest_clashes
            else:
                who, fewest = floater, False
                residents = [one for one in left if one not in waiting]
                order = [*residents, *(one for one in left if one in waiting and one != who)]
            other = self._fewest(who, order) if fewest else self._opponent(who, order)
            pairs.append((who, other))
            left.remove(who)
            left.remove(other)
        return pairs

    def _opponent(self, who: int, order: Sequence[int]) -> int:
        available = [
            one for one in order if self.table.meet[who, one] and self.can_pair(tuple(sorted(_without(order, one))))
        ]
        near = [one for one in available if self._is_near(one, available[0])]
        return next((one for one in near if not self.table.clash(who, one)), available[0])

    def _fewest(self, who: int, order: Sequence[int]) -> int:
        counts: dict[int, int] = {}
        for one in order:
            rest = self.fewest_clashes(tuple(sorted(_without(order, one))))
            if self.table.meet[who, one] and rest is not None:
                counts[one] = rest + self.table.clash(who, one)
        return min(counts, key=lambda one: counts[one])


def _without(players: Sequence[int], one: int | None) -> Players:
    return tuple(other for other in players if other != one)
