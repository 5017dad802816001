"""The pairing of a round, step by step: the bye, the scoregroups from both ends, the median scoregroup (1, 2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.lim.completion import pairable, without_one
from reference_engines.lim.floaters import Group, floaters
from reference_engines.lim.scrutiny import paired
from reference_engines.lim.steps import Rank, Step, StepKind
from reference_engines.lim.table import NOT_ALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reference_engines.lim.edition import Readings
    from reference_engines.lim.table import Table

UP, DOWN = -1, 1


def steps(table: Table, readings: Readings) -> tuple[Step, ...]:
    """Return every step of the procedure; raise NoLegalPairingError if there is no complete pairing."""
    walk = _Walk(table, readings)
    walk.walk()
    return tuple(walk.steps)


def bye_order(table: Table, readings: Readings) -> list[int]:
    """Return those who may have the bye: the lowest scoregroup first, in it the lowest rank (1.1, LIM-BYE-RANK)."""
    people = table.people
    allowed = [player for player, person in enumerate(people) if person.bye_allowed]
    if readings.bye_to_lowest_rating:
        return sorted(allowed, key=lambda player: (people[player].score, people[player].rating, -people[player].tpn))
    return sorted(allowed, key=lambda player: (people[player].score, -people[player].tpn))


def paired_elsewhere(table: Table, walked: Iterable[Step]) -> frozenset[int]:
    """Return the players who are paired in another scoregroup than their own: those who were transferred (3.1)."""
    people = table.people
    return frozenset(
        player
        for step in walked
        if step.pair is not None and not step.undone
        for player in step.pair
        if (table.side(people[player].score) != 0 if step.side == 0 else people[player].score != step.score)
    )


class _Walk:
    """A round being paired; ``steps`` are those made so far."""

    def __init__(self, table: Table, readings: Readings) -> None:
        self.table = table
        self.readings = readings
        self.steps: list[Step] = []

    def walk(self) -> None:
        """Pair the round."""
        left = list(range(self.table.size))
        if len(left) % 2:
            left.remove(self._bye(left))
        elif not pairable(self.table, left):
            raise self.table.impossible(NOT_ALL)
        people = self.table.people
        groups = {
            score: tuple(player for player in left if people[player].score == score)
            for score in sorted({people[player].score for player in left}, reverse=True)
        }
        above = [score for score in groups if self.table.side(score) > 0]
        below = [score for score in reversed(groups) if self.table.side(score) < 0]
        median = tuple(player for player in left if not self.table.side(people[player].score))
        down = self._towards([groups[score] for score in above], median, DOWN)
        # Whoever has floated down to the median scoregroup is there already (LIM-ADJACENT).
        there = median if self.readings.residents_alone_adjacent else (*median, *down)
        up = self._towards([groups[score] for score in below], there, UP)
        self._median(median, down, up)

    def _bye(self, everybody: Sequence[int]) -> int:
        order = bye_order(self.table, self.readings)
        completing = without_one(self.table, everybody)
        possible = [player for player in order if player in completing]
        if not possible:
            raise self.table.impossible(NOT_ALL)
        self.steps.append(
            Step(
                kind=StepKind.BYE,
                score=self.table.people[possible[0]].score,
                side=0,
                group=tuple(everybody),
                taken=(possible[0],),
                ranks=tuple((player, Rank(place=order.index(player))) for player in possible),
                passed_over=tuple(player for player in order if player not in completing),
            )
        )
        return possible[0]

    # --- above and below the median scoregroup ------------------------------------------------------------------------

    def _towards(self, groups: list[tuple[int, ...]], median: tuple[int, ...], side: int) -> list[int]:
        """Pair the scoregroups on one side of the median one; return who floats to it."""
        arrivals: list[list[int]] = [[] for _ in range(len(groups) + 1)]
        targets = [*groups, median]
        for place, residents in enumerate(groups):
            group = Group(
                score=self.table.people[residents[0]].score,
                side=side,
                residents=residents,
                incoming=tuple(arrivals[place]),
                adjacent=targets[place + 1],
            )
            gone = set()
            for step in floaters(self.table, group, self.readings):
                self.steps.append(step)
                gone.add(step.taken[0])
                arrivals[self._next_group(step.taken[0], targets, place)].append(step.taken[0])
            staying = replace(
                group,
                residents=tuple(player for player in residents if player not in gone),
                incoming=tuple(player for player in arrivals[place] if player not in gone),
            )
            self.steps += paired(self.table, staying, self.readings)
        return arrivals[-1]

    def _next_group(self, floater: int, targets: list[tuple[int, ...]], place: int) -> int:
        """Return to which scoregroup somebody floats: the adjacent one, or a further one (3.5, LIM-FURTHER)."""
        if not self.readings.floaters_skip:
            return place + 1
        further = range(place + 1, len(targets))
        return next((at for at in further if self.table.meet[floater, list(targets[at])].any()), len(targets) - 1)

    # --- the median scoregroup ----------------------------------------------------------------------------------------

    def _median(self, residents: tuple[int, ...], down: list[int], up: list[int]) -> None:
        """Pair the median scoregroup downward, after 3.6.3; extend it while it is blocked (2.6)."""
        while not pairable(self.table, [*residents, *down, *up]):
            side = UP if len(down) > len(up) else DOWN
            places = self._places_of_pairs(side) or self._places_of_pairs(-side)
            at = places[0] if self.readings.first_pair_cracked else places[-1]
            cracked = replace(self.steps[at], undone=True)
            self.steps[at] = cracked
            one, other = cracked.pair or (0, 0)
            (down if cracked.side == DOWN else up).extend((one, other))
            self.steps.append(
                Step(
                    kind=StepKind.CRACKING,
                    score=cracked.score,
                    side=cracked.side,
                    group=(*residents, *down, *up),
                    taken=(one, other),
                )
            )
        group = Group(score=self.table.twice_median // 2, side=0, residents=residents, incoming=(*down, *up))
        self.steps += paired(self.table, group, self.readings)

    def _places_of_pairs(self, side: int) -> list[int]:
        """Return where the steps stand that made the pairs of one side, those not yet cracked (LIM-CRACK)."""
        return [
            at for at, step in enumerate(self.steps) if step.pair is not None and step.side == side and not step.undone
        ]
