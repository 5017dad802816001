"""Who leaves a scoregroup before it is paired (2.3, 3.1 to 3.5, 3.9, 3.10, 4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.lim.completion import excluding, leaving_at_best, left_over, opponents_found
from reference_engines.lim.steps import Rank, Reason, Step, StepKind
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from reference_engines.lim.edition import Readings
    from reference_engines.lim.table import Table

    Key = tuple[int, ...]

NEAR = 100
"""In maxi-tournaments, ratings that differ by more keep players from being exchanged for colours (3.2.3, 3.8, 5.7)."""


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
            by_choice = not blocked or readings.chosen_where_blocked
            if blocked and not readings.all_opponents_excluded:
                possible = leaving_at_best(table, left, gone, group.incoming, group.adjacent)
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

    def by_choice(self, players: Collection[int]) -> list[tuple[int, Rank]]:
        """Rank players by all that tells floaters apart, the first choice first (LIM-FLOATER-ORDER)."""
        ranks = {player: self._rank(player) for player in players}
        return sorted(ranks.items(), key=lambda item: self._key(item[1]))

    def by_number(self, players: Collection[int]) -> list[tuple[int, Rank]]:
        """Rank players by types and number alone: there is nothing to be made even (LIM-BLOCKED)."""
        ranks = {player: Rank(types=self._types(player), place=self._place(player)) for player in players}
        return sorted(ranks.items(), key=lambda item: self._key(item[1]))

    def _key(self, rank: Rank) -> Key:
        key = (*rank.types, rank.floated, rank.against, rank.place)
        return (rank.against, *key) if self._readings.colours_before_types else key

    def _rank(self, player: int) -> Rank:
        person = self._table.people[player]
        last = next(player for player in reversed(self._left) if player not in self._group.incoming)
        is_wanted = person.due == self._due_to_more and near(self._table, player, last)
        return Rank(
            types=self._types(player),
            floated=person.floated,
            against=bool(self._due_to_more) and not is_wanted,
            place=self._place(player),
        )

    def _place(self, player: int) -> int:
        """The lowest numbered floats first, or the highest where pairing proceeds upwards (3.2.4)."""
        return len(self._left) - 1 - self._left.index(player)

    def _types(self, player: int) -> tuple[int, int, int]:
        """
        Return how many would be of the types a, b and c of all who leave, with this player (3.9).

        Opponents are given to those with higher scores and numbers first, below the median scoregroup to those with
        lower ones (3.3, 3.4): to floaters who float on, then to residents.
        """
        leaving = in_order(self._table, (*self._gone, player), self._group.side)
        on = [one for one in leaving if one in self._group.incoming]
        own = [one for one in leaving if one not in self._group.incoming]
        if self._readings.all_opponents_excluded:
            served = excluding(self._table, [*on, *own], self._group.adjacent)
            served_on = sum(one in on for one in served)
            all_served = len(served)
        else:
            served_on = opponents_found(self._table, on, self._group.adjacent)
            all_served = opponents_found(self._table, [*on, *own], self._group.adjacent)
        return len(on) - served_on, served_on, len(own) - (all_served - served_on)
