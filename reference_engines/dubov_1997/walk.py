"""
The procedure: the bye, then score group after score group from the top.

In a group the floaters from above are paired (8), transfers from below follow (7.1, 7.2), then floaters are chosen if
the group cannot be wholly paired (6.4), and the rest is paired in columns (7.3, 7.4, 6.2, 6.3). Wherever the text picks
the first of several, the first one is picked who leaves a round that can be completed (DUBOV97-COMPLETION).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.dubov_1997.columns import rows
from reference_engines.dubov_1997.completion import completes, leavers, spares
from reference_engines.dubov_1997.orders import (
    black_key,
    bye_order,
    choice_key,
    columns,
    dominating,
    in_turn,
    listed_key,
    rating_first_key,
)
from reference_engines.dubov_1997.steps import Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reference_engines.dubov_1997.edition import Readings
    from reference_engines.dubov_1997.table import Table


def steps(table: Table, readings: Readings) -> Iterator[Step]:
    """Yield every decision of the round; raise NoLegalPairingError if no complete pairing exists."""
    free = list(range(table.size))
    if table.size % 2:
        step = _bye(table, readings)
        yield step
        free.remove(step.taken[0])
    elif not completes(table, free):
        raise table.impossible("no complete pairing keeps articles 2.1, 2.3 and 2.4")
    yield from _Round(table, readings, free).steps()


def _bye(table: Table, readings: Readings) -> Step:
    if table.round_number > 1:
        order = bye_order(table, readings)
    else:
        order = (as_listed(table) if readings.list_is_halved else list(range(table.size)))[::-1]
    able = [player for player in order if table.people[player].bye_allowed]
    spared = spares(table.meet, range(table.size))
    for place, player in enumerate(able):
        if player in spared:
            return Step(
                kind=StepKind.BYE,
                score=table.people[player].score,
                group=(),
                taken=(player,),
                order=tuple(order),
                passed_over=tuple(able[:place]),
            )
    raise table.impossible("no complete pairing exists whoever has the bye (articles 2.1 to 2.4)")


def as_listed(table: Table) -> list[int]:
    """Return everybody by number, whatever the scores (DUBOV97-FIRST-ROUND)."""
    return sorted(range(table.size), key=lambda player: table.people[player].tpn)


class _Round:
    """The score groups of a round, from the top."""

    def __init__(self, table: Table, readings: Readings, free: list[int]) -> None:
        self.table = table
        self.readings = readings
        self.free = free
        """Whoever is not yet paired."""
        self.score = 0
        self.residents: list[int] = []
        self.carried: list[int] = []
        """Floaters into the next group."""

    def steps(self) -> Iterator[Step]:
        if self.table.round_number == 1 and self.readings.list_is_halved:
            self.residents = [player for player in as_listed(self.table) if player in self.free]
            yield from self._halves([])
            return
        for score in sorted({self.table.people[player].score for player in self.free}, reverse=True):
            self.score = score
            floaters, self.carried = self.carried, []
            self.residents = [player for player in self.free if self.table.people[player].score == score]
            if self.table.round_number == 1:
                yield from self._halves(floaters)
                continue
            yield from self._floaters(floaters)
            yield from self._opponents_from_below()
            yield from self._odd_group()
            yield from self._leavers()
            yield from self._columns()

    # --- what all steps share ---------------------------------------------------------------------------------------

    def _without(self, *players: int) -> list[int]:
        return [player for player in self.free if player not in players]

    def _outside(self, group: Iterable[int]) -> list[int]:
        return self._without(*group)

    def _pair(self, one: int, other: int) -> None:
        for player in (one, other):
            self.free.remove(player)
            if player in self.residents:
                self.residents.remove(player)

    def _best(self, players: Iterable[int], wanted: int) -> list[int]:
        return sorted(players, key=lambda player: choice_key(self.table.people[player], wanted))

    def _opponent(self, kind: StepKind, who: int, order: list[int], group: tuple[int, ...]) -> Step:
        """Choose the first candidate after whom the round can still be completed."""
        possible = [other for other in order if self.table.meet[who, other]]
        completing = spares(self.table.meet, self._without(who)) if possible else frozenset()
        place = next((at for at, other in enumerate(possible) if other in completing), len(possible))
        return Step(
            kind=kind,
            score=self.score,
            group=group,
            who=who,
            taken=tuple(possible[place : place + 1]),
            order=tuple(possible),
            passed_over=tuple(possible[:place]),
        )

    def _lower_groups(self) -> list[list[int]]:
        """Return those below, group by group; floaters who go there are none of them."""
        people = self.table.people
        lower = [player for player in self.free if people[player].score < self.score and player not in self.residents]
        scores = sorted({people[player].score for player in lower}, reverse=True)
        return [[player for player in lower if people[player].score == score] for score in scores]

    # --- chapter 5 --------------------------------------------------------------------------------------------------

    def _halves(self, floaters: list[int]) -> Iterator[Step]:
        """Upper half against lower half; an odd group's last player goes down (DUBOV97-FIRST-ROUND)."""
        group = floaters + self.residents
        self.residents = group
        yield from self._leave(list(reversed(group)))
        looking = [player for player in group if player not in self.carried]
        while looking:
            who, half = looking[0], len(looking) // 2
            order = looking[half:] + looking[half - 1 : 0 : -1]
            meet, spared = self.table.meet, spares(self.table.meet, looking[1:])
            order = [other for other in order if meet[who, other] and other in spared] or order
            yield (step := self._opponent(StepKind.FIRST_ROUND, who, order, tuple(looking)))
            other = step.taken[0]
            self._pair(who, other)
            looking = [player for player in looking if player not in (who, other)]

    # --- chapter 8 --------------------------------------------------------------------------------------------------

    def _floaters(self, floaters: list[int]) -> Iterator[Step]:
        """Pair floaters in turn with residents; whoever finds nobody goes on down (DUBOV97-FLOATERS-GO-ON)."""
        queue = in_turn(*columns(self.table, floaters))
        for place, who in enumerate(queue):
            order = self._best_for_floater(who)
            yield (step := self._opponent(StepKind.FLOATER, who, order, (*queue[place:], *self.residents)))
            if not step.taken and self.readings.floaters_served_below and self._lower_groups():
                group = (*queue[place:], *self.residents)
                yield (step := self._opponent(StepKind.FROM_BELOW, who, self._best_from_below(who), group))
            if step.taken:
                self._pair(who, step.taken[0])
            else:
                self.carried.append(who)

    def _best_for_floater(self, who: int) -> list[int]:
        """8.2: the other colour, then the highest R, or the reverse (DUBOV97-FLOATERS-COLOUR)."""
        key = rating_first_key if self.readings.rating_before_colour else choice_key
        people = self.table.people
        return sorted(self.residents, key=lambda player: key(people[player], -people[who].column))

    # --- chapter 7, from below --------------------------------------------------------------------------------------

    def _opponents_from_below(self) -> Iterator[Step]:
        """7.1: whoever can meet nobody of the group gets an opponent from below, or else goes down (DUBOV97-ALONE)."""
        key = listed_key if self.readings.alone_in_list_order else black_key
        while True:
            alone = [one for one in self.residents if self._is_alone(one)]
            if not alone or not self._lower_groups():
                return
            who = min(alone, key=lambda player: key(self.table.people[player]))
            step = self._opponent(StepKind.FROM_BELOW, who, self._best_from_below(who), tuple(self.residents))
            if not step.taken:
                yield step
                self.residents.remove(who)
                self.carried.append(who)
            elif self.readings.alone_join_columns:
                yield replace(step, kind=StepKind.JOINING, who=None)
                self.residents.append(step.taken[0])
            else:
                yield step
                self._pair(who, step.taken[0])

    def _is_alone(self, who: int) -> bool:
        if self.readings.alone_by_games:
            return bool(self.table.apart[who, self.residents].all())
        return not self.table.meet[who, self.residents].any()

    def _best_from_below(self, who: int) -> list[int]:
        """7.1: group after group, the other colour first, within 2.5."""
        return [
            player
            for group in self._lower_groups()
            for player in self._best(group, -self.table.people[who].column)
            if self.table.people[player].transferable
        ]

    def _odd_group(self) -> Iterator[Step]:
        """7.2: a group of odd number gets a player from below by whom it can be wholly paired (DUBOV97-TRANSFER)."""
        if len(self.residents) % 2 == 0:
            return
        wanted = -dominating(self.table, self.residents)
        order = [
            player
            for group in self._lower_groups()
            for player in self._best(group, wanted)
            if self.table.people[player].transferable and self.table.meet[player, self.residents].any()
        ]
        inside = sorted(spares(self.table.meet, self.residents)) if order else []
        outside = spares(self.table.meet, self._outside(self.residents)) if inside else frozenset()
        for place, player in enumerate(order):
            completes_group = player in outside and bool(self.table.meet[player, inside].any())
            if completes_group or self.readings.transfer_to_one:
                yield Step(
                    kind=StepKind.ODD_GROUP if completes_group else StepKind.JOINING,
                    score=self.score,
                    group=tuple(self.residents),
                    taken=(player,),
                    order=tuple(order),
                    passed_over=tuple(order[:place]),
                )
                self.residents.append(player)
                return

    # --- 6.4 --------------------------------------------------------------------------------------------------------

    def _leavers(self) -> Iterator[Step]:
        """Choose those who go down, if the group cannot be wholly paired."""
        following = next(iter(self._lower_groups()), [])
        people = self.table.people
        colour = dominating(self.table, self.residents)

        def key(player: int) -> tuple[object, ...]:
            below = self.table.meet[player, following].any()
            against = bool(colour) and people[player].column != colour and not self.readings.floaters_by_rating
            return (not below, against, people[player].rating)

        # Equal ones: the higher ARO, then the last in the alphabet, as with the bye (DUBOV97-FLOATERS-CHOICE).
        order = sorted(self.residents, key=lambda player: (people[player].name, people[player].tpn), reverse=True)
        order.sort(key=lambda player: -people[player].aro)
        order.sort(key=key)
        yield from self._leave(order)

    def _leave(self, order: list[int]) -> Iterator[Step]:
        """Let as many as must go down, one by one, the first choice first."""
        leaving = list(leavers(self.table, order, self._outside(self.residents)))
        if leaving:
            yield Step(
                kind=StepKind.LEAVING,
                score=self.score,
                group=tuple(self.residents),
                taken=tuple(leaving),
                order=tuple(order),
                passed_over=tuple(one for one in order[: order.index(leaving[-1])] if one not in leaving),
            )
        self.residents = [player for player in self.residents if player not in leaving]
        # Who was brought up from below and is not paired here goes back.
        self.carried += [player for player in leaving if self.table.people[player].score >= self.score]

    # --- the columns ------------------------------------------------------------------------------------------------

    def _columns(self) -> Iterator[Step]:
        for step in rows(self.table, self.residents, self.readings):
            yield step
            if step.pair is not None:
                self._pair(*step.pair)
