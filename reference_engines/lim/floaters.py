"""Who leaves a scoregroup before it is paired (2.3, 3.1 to 3.5, 3.9, 3.10, 4.4)."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from reference_engines.lim.completion import excluding, left_over, opponents_found, types_at_best, ways_to_leave
from reference_engines.lim.steps import Rank, Reason, Step, StepKind
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from reference_engines.lim.completion import Types
    from reference_engines.lim.edition import Readings
    from reference_engines.lim.table import Table

    Key = tuple[int, ...]

NEAR = 100
"""In maxi-tournaments, ratings that differ by more keep players from being exchanged for colours (3.2.3, 3.8, 5.7)."""
MOST_WAYS = 2000
"""Sets of players who could leave together that are compared where all opponents are excluded (LIM-EXCLUDED)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A scoregroup with those who have floated into it."""

    score: int
    side: int
    """1 where pairing proceeds downward above the median scoregroup, -1 upwards below it, 0 in the median one."""
    residents: tuple[int, ...]
    incoming: tuple[int, ...] = ()
    adjacent: tuple[int, ...] = ()
    """The players of the scoregroup to which floaters are transferred."""


def in_order(table: Table, players: Iterable[int], side: int) -> list[int]:
    """Return players in the order of scrutiny: the highest numbered first, or the lowest where it proceeds upwards."""
    return sorted(players, key=lambda player: table.people[player].tpn, reverse=side < 0)


def near(table: Table, one: int, other: int) -> bool:
    """Whether two may be exchanged for the sake of colours: in maxi-tournaments not if ratings are far apart."""
    return not table.is_maxi or abs(table.people[one].rating - table.people[other].rating) <= NEAR


def floaters(table: Table, group: Group, readings: Readings) -> Iterator[Step]:
    """
    Yield those who leave a scoregroup, one by one: as few as must, so that all others can be paired (LIM-MOST-PAIRS).

    First those who have no compatible opponent (2.3.1 to 2.3.3); then one to make the number even (2.3.4), unless the
    others could not be paired without that player; then those who cannot be paired despite exchanges (4.4).
    """
    left = in_order(table, (*group.residents, *group.incoming), group.side)
    gone: list[int] = []
    blocked = False
    while True:
        missing, possible = left_over(table, left)
        if not missing:
            return
        alone = [player for player in left if not table.meet[player, left].any()]
        ranks = _Ranks(table, group, left, gone, readings)
        if alone:
            reason, candidates = Reason.NO_OPPONENT, ranks.by_number(alone)
        else:
            chosen = ranks.by_choice(left) if len(left) % 2 else []
            blocked = blocked or not chosen or chosen[0][0] not in possible
            reason = Reason.BLOCKED if blocked else Reason.MAKE_EVEN
            if missing > 1:
                ranks.weigh_together(possible)
            by_choice = not blocked or readings.chosen_where_blocked
            candidates = ranks.by_choice(possible) if by_choice else ranks.by_number(possible)
        taken = candidates[0][0]
        yield Step(
            kind=StepKind.FLOATING,
            score=group.score,
            side=group.side,
            group=tuple(left),
            taken=(taken,),
            reason=reason,
            ranks=tuple(candidates),
        )
        left.remove(taken)
        gone.append(taken)


class _Ranks:
    """How those who are left in a scoregroup stand as floaters."""

    def __init__(
        self, table: Table, group: Group, left: Sequence[int], gone: Sequence[int], readings: Readings
    ) -> None:
        self._table, self._group, self._left, self._gone, self._readings = table, group, left, gone, readings
        balance = sum(table.people[player].due for player in left)
        self._due_to_more = (balance > 0) - (balance < 0)
        self._together: dict[int, Types] = {}

    def weigh_together(self, possible: Collection[int]) -> None:
        """From now on, weigh the types of all who must leave with each of these players, and not of that one alone."""
        self._together = self._types_together(possible)

    def by_choice(self, players: Collection[int]) -> list[tuple[int, Rank]]:
        """Rank players by all that tells floaters apart, the first choice first (LIM-FLOATER-ORDER)."""
        ranks = {player: self._rank(player) for player in players}
        if self._due_to_more:
            ranks = self._with_colours(ranks)
        return sorted(ranks.items(), key=lambda item: self._key(item[1]))

    def by_number(self, players: Collection[int]) -> list[tuple[int, Rank]]:
        """Rank players by types and number alone: there is nothing to be made even (LIM-BLOCKED)."""
        ranks = {player: Rank(types=self._types(player), place=self._place(player)) for player in players}
        return sorted(ranks.items(), key=lambda item: self._key(item[1]))

    def _key(self, rank: Rank) -> Key:
        key = (*rank.types, rank.floated, rank.against, rank.place)
        return (rank.too_far, rank.against, *key) if self._readings.colours_before_types else (rank.too_far, *key)

    def _rank(self, player: int) -> Rank:
        """Rank a player as if colours did not count."""
        floated = self._table.people[player].floated
        if self._readings.spared_for_type_d_alone:
            floated = floated and sum(self._types(player)) == sum(self._types_of(self._gone))
        return Rank(types=self._types(player), floated=floated, place=self._place(player))

    def _with_colours(self, ranks: dict[int, Rank]) -> dict[int, Rank]:
        """Add whether each is due the colour that is due to more (3.2.2), and near enough in rating (3.2.3)."""
        people, due = self._table.people, self._due_to_more
        otherwise = min(ranks, key=lambda player: self._key(ranks[player]))
        if not self._readings.lowest_floats_in_maxi:
            wanted = {player for player in ranks if people[player].due == due and near(self._table, player, otherwise)}
            return {player: replace(rank, against=player not in wanted) for player, rank in ranks.items()}
        ranks = {player: replace(rank, against=people[player].due != due) for player, rank in ranks.items()}
        chosen = min(ranks, key=lambda player: self._key(ranks[player]))
        lowest = next(player for player in reversed(self._left) if player not in self._group.incoming)
        if ranks[chosen].against or near(self._table, chosen, lowest) or lowest not in ranks:
            return ranks
        return {player: replace(rank, too_far=player != lowest) for player, rank in ranks.items()}

    def _place(self, player: int) -> int:
        """The lowest numbered floats first, or the highest where pairing proceeds upwards (3.2.4)."""
        return len(self._left) - 1 - self._left.index(player)

    def _types(self, player: int) -> Types:
        return self._together.get(player) or self._types_of((*self._gone, player))

    def _types_together(self, possible: Collection[int]) -> dict[int, Types]:
        """Return the types of all who leave with each player, if the others are well chosen (3.9.2)."""
        if not self._readings.all_opponents_excluded:
            return {
                player: types_at_best(
                    self._table,
                    [other for other in self._left if other != player],
                    [*self._gone, player],
                    self._group.incoming,
                    self._group.adjacent,
                )
                for player in possible
            }
        ways = list(islice(ways_to_leave(self._table, self._left), MOST_WAYS + 1))
        if len(ways) > MOST_WAYS:
            return {}
        types = {way: self._types_of((*self._gone, *way)) for way in ways}
        return {player: min(types[way] for way in ways if player in way) for player in possible}

    def _types_of(self, leaving: Sequence[int]) -> Types:
        """
        Return how many of those who leave are of the types a, b and c (3.9).

        Opponents are given to those with higher scores and numbers first, below the median scoregroup to those with
        lower ones (3.3, 3.4): to floaters who float on, then to residents.
        """
        table, group = self._table, self._group
        people = table.people
        on = [player for player in leaving if player in group.incoming]
        if self._readings.all_opponents_excluded:
            order = sorted(leaving, key=lambda one: (-group.side * people[one].score, group.side * people[one].tpn))
            served = excluding(table, order, group.adjacent)
            served_on, all_served = sum(player in on for player in served), len(served)
        else:
            served_on = opponents_found(table, on, group.adjacent)
            all_served = opponents_found(table, leaving, group.adjacent)
        return len(on) - served_on, served_on, len(leaving) - len(on) - (all_served - served_on)
