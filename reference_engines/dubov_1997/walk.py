"""
The procedure: the bye, then score group after score group from the top.

In a group the floaters from above are paired (8), transfers from below follow (7.1, 7.2), then floaters are chosen if
the group cannot be wholly paired (6.4), and the rest is paired in columns (7.3, 7.4, 6.2, 6.3). Where the text picks
the first of several players, the first is picked who leaves a round that can be completed (DUBOV97-COMPLETION).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.dubov_1997 import columns
from reference_engines.dubov_1997.participants import Dubov1997Step, Dubov1997StepKind
from reference_engines.sequential import is_pairable, players_to_spare

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from reference_engines.dubov_1997.edition import Dubov1997Readings
    from reference_engines.dubov_1997.participants import Dubov1997Participants


def follow_procedure(participants: Dubov1997Participants, readings: Dubov1997Readings) -> Iterator[Dubov1997Step]:
    """Yield every decision of the round; raise NoLegalPairingError if no complete pairing exists."""
    free = list(range(participants.size))
    if participants.size % 2:
        step = _choose_bye(participants, readings)
        yield step
        free.remove(step.taken[0])
    elif not is_pairable(participants.meet, free):
        raise participants.not_pairable("no complete pairing keeps articles 2.1, 2.3 and 2.4")
    yield from _ScoreGroups(participants, readings, free).steps()


def _choose_bye(participants: Dubov1997Participants, readings: Dubov1997Readings) -> Dubov1997Step:
    if participants.round_number > 1:
        order = columns.bye_order(participants, readings)
    else:
        order = (as_listed(participants) if readings.list_is_halved else list(range(participants.size)))[::-1]
    able = [player for player in order if participants[player].bye_allowed]
    spared = players_to_spare(participants.meet, range(participants.size))
    for place, player in enumerate(able):
        if player in spared:
            return Dubov1997Step(
                kind=Dubov1997StepKind.BYE,
                score=participants[player].score,
                group=(),
                taken=(player,),
                order=tuple(order),
                passed_over=tuple(able[:place]),
            )
    raise participants.not_pairable("no complete pairing exists whoever has the bye (articles 2.1 to 2.4)")


def as_listed(participants: Dubov1997Participants) -> list[int]:
    """Return all players by number, whatever the scores (DUBOV97-FIRST-ROUND)."""
    return sorted(range(participants.size), key=lambda player: participants[player].tpn)


class _ScoreGroups:
    """The score groups of a round, from the top."""

    def __init__(self, participants: Dubov1997Participants, readings: Dubov1997Readings, free: list[int]) -> None:
        self.participants = participants
        self.readings = readings
        self.free = free
        """The players who are not yet paired."""
        self.score = 0
        self.residents: list[int] = []
        self.carried: list[int] = []
        """Floaters into the next group."""

    def steps(self) -> Iterator[Dubov1997Step]:
        if self.participants.round_number == 1 and self.readings.list_is_halved:
            self.residents = [player for player in as_listed(self.participants) if player in self.free]
            yield from self._pair_halves([])
            return
        for score in sorted({self.participants[player].score for player in self.free}, reverse=True):
            self.score = score
            floaters, self.carried = self.carried, []
            self.residents = [player for player in self.free if self.participants[player].score == score]
            if self.participants.round_number == 1:
                yield from self._pair_halves(floaters)
                continue
            yield from self._pair_floaters(floaters)
            yield from self._find_opponents_from_below()
            yield from self._complete_odd_group()
            yield from self._choose_floaters()
            yield from self._pair_columns()

    # --- what all steps share ---------------------------------------------------------------------------------------

    def _without(self, players: Collection[int]) -> list[int]:
        return [player for player in self.free if player not in players]

    def _pair(self, *pair: int) -> None:
        for player in pair:
            self.free.remove(player)
            if player in self.residents:
                self.residents.remove(player)

    def _best(self, players: Iterable[int], colour: int) -> list[int]:
        return sorted(players, key=lambda player: columns.choice_key(self.participants[player], colour))

    def _choose_opponent(
        self, kind: Dubov1997StepKind, seeker: int, order: list[int], group: tuple[int, ...]
    ) -> Dubov1997Step:
        """Choose the first candidate after whom the round can still be completed."""
        possible = [player for player in order if self.participants.meet[seeker, player]]
        completing = players_to_spare(self.participants.meet, self._without([seeker])) if possible else frozenset()
        place = next((at for at, player in enumerate(possible) if player in completing), len(possible))
        return Dubov1997Step(
            kind=kind,
            score=self.score,
            group=group,
            seeker=seeker,
            taken=tuple(possible[place : place + 1]),
            order=tuple(possible),
            passed_over=tuple(possible[:place]),
        )

    def _lower_groups(self) -> list[list[int]]:
        """Return the players of lower groups, group by group, without floaters who go there."""
        players = self.participants.players
        lower = [player for player in self.free if players[player].score < self.score and player not in self.residents]
        scores = sorted({players[player].score for player in lower}, reverse=True)
        return [[player for player in lower if players[player].score == score] for score in scores]

    # --- chapter 5 --------------------------------------------------------------------------------------------------

    def _pair_halves(self, floaters: list[int]) -> Iterator[Dubov1997Step]:
        """Pair upper half with lower half; the last player of an odd group goes down (DUBOV97-FIRST-ROUND)."""
        group = floaters + self.residents
        self.residents = group
        yield from self._leave(list(reversed(group)))
        looking = [player for player in group if player not in self.carried]
        while looking:
            seeker, half = looking[0], len(looking) // 2
            order = looking[half:] + looking[half - 1 : 0 : -1]
            meet, spared = self.participants.meet, players_to_spare(self.participants.meet, looking[1:])
            order = [player for player in order if meet[seeker, player] and player in spared] or order
            yield (step := self._choose_opponent(Dubov1997StepKind.FIRST_ROUND, seeker, order, tuple(looking)))
            pair = (seeker, step.taken[0])
            self._pair(*pair)
            looking = [player for player in looking if player not in pair]

    # --- chapter 8 --------------------------------------------------------------------------------------------------

    def _pair_floaters(self, floaters: list[int]) -> Iterator[Dubov1997Step]:
        """Pair floaters in turn with residents; a floater without an opponent goes on down (DUBOV97-FLOATERS-GO-ON)."""
        queue = columns.alternate_columns(*columns.split_into_columns(self.participants, floaters))
        for place, seeker in enumerate(queue):
            order = self._best_for_floater(seeker)
            group = (*queue[place:], *self.residents)
            yield (step := self._choose_opponent(Dubov1997StepKind.FLOATER, seeker, order, group))
            if not step.taken and self.readings.floaters_served_below and self._lower_groups():
                order = self._best_from_below(seeker)
                yield (step := self._choose_opponent(Dubov1997StepKind.FROM_BELOW, seeker, order, group))
            if step.taken:
                self._pair(seeker, step.taken[0])
            else:
                self.carried.append(seeker)

    def _best_for_floater(self, seeker: int) -> list[int]:
        """Sort residents for a floater (8.2): the other colour, then the highest R, or the reverse."""
        key = columns.rating_first_key if self.readings.rating_before_colour else columns.choice_key
        players = self.participants.players
        return sorted(self.residents, key=lambda player: key(players[player], -players[seeker].column))

    # --- chapter 7, from below --------------------------------------------------------------------------------------

    def _find_opponents_from_below(self) -> Iterator[Dubov1997Step]:
        """Find opponents from below for players who can meet no resident, or let them go down (7.1, DUBOV97-ALONE)."""
        key = columns.listed_key if self.readings.alone_in_list_order else columns.black_key
        while True:
            alone = [player for player in self.residents if self._is_alone(player)]
            if not alone or not self._lower_groups():
                return
            seeker = min(alone, key=lambda player: key(self.participants[player]))
            order = self._best_from_below(seeker)
            step = self._choose_opponent(Dubov1997StepKind.FROM_BELOW, seeker, order, tuple(self.residents))
            if not step.taken:
                yield step
                self.residents.remove(seeker)
                self.carried.append(seeker)
            elif self.readings.alone_join_columns:
                yield replace(step, kind=Dubov1997StepKind.JOINING, seeker=None)
                self.residents.append(step.taken[0])
            else:
                yield step
                self._pair(seeker, step.taken[0])

    def _is_alone(self, seeker: int) -> bool:
        if self.readings.alone_by_games:
            return bool(self.participants.apart[seeker, self.residents].all())
        return not self.participants.meet[seeker, self.residents].any()

    def _best_from_below(self, seeker: int) -> list[int]:
        """Sort players of lower groups for a player, group after group, the other colour first (7.1), within 2.5."""
        return [
            player
            for group in self._lower_groups()
            for player in self._best(group, -self.participants[seeker].column)
            if self.participants[player].transferable
        ]

    def _complete_odd_group(self) -> Iterator[Dubov1997Step]:
        """Transfer a player from below with whom an odd group can be wholly paired (7.2, DUBOV97-TRANSFER)."""
        if len(self.residents) % 2 == 0:
            return
        colour = -columns.dominating_colour(self.participants, self.residents)
        order = [
            player
            for group in self._lower_groups()
            for player in self._best(group, colour)
            if self.participants[player].transferable and self.participants.meet[player, self.residents].any()
        ]
        inside = sorted(players_to_spare(self.participants.meet, self.residents)) if order else []
        outside = players_to_spare(self.participants.meet, self._without(self.residents)) if inside else frozenset()
        for place, player in enumerate(order):
            completes_group = player in outside and bool(self.participants.meet[player, inside].any())
            if completes_group or self.readings.transfer_to_one:
                yield Dubov1997Step(
                    kind=Dubov1997StepKind.ODD_GROUP if completes_group else Dubov1997StepKind.JOINING,
                    score=self.score,
                    group=tuple(self.residents),
                    taken=(player,),
                    order=tuple(order),
                    passed_over=tuple(order[:place]),
                )
                self.residents.append(player)
                return

    # --- 6.4 --------------------------------------------------------------------------------------------------------

    def _choose_floaters(self) -> Iterator[Dubov1997Step]:
        """Choose the floaters, if the group cannot be wholly paired."""
        following = next(iter(self._lower_groups()), [])
        players = self.participants.players
        colour = columns.dominating_colour(self.participants, self.residents)

        def key(player: int) -> tuple[object, ...]:
            below = self.participants.meet[player, following].any()
            against = bool(colour) and players[player].column != colour and not self.readings.floaters_by_rating
            return (not below, against, players[player].rating)

        # Equal players: the higher ARO, then the last in the alphabet, as with the bye (DUBOV97-FLOATERS-CHOICE).
        order = sorted(self.residents, key=lambda player: (players[player].name, players[player].tpn), reverse=True)
        order.sort(key=lambda player: -players[player].aro)
        order.sort(key=key)
        yield from self._leave(order)

    def _leave(self, order: list[int]) -> Iterator[Dubov1997Step]:
        """Let the fewest players go down, the first choice first."""
        leaving = list(columns.choose_leavers(self.participants, order, self._without(self.residents)))
        if leaving:
            yield Dubov1997Step(
                kind=Dubov1997StepKind.LEAVING,
                score=self.score,
                group=tuple(self.residents),
                taken=tuple(leaving),
                order=tuple(order),
                passed_over=tuple(player for player in order[: order.index(leaving[-1])] if player not in leaving),
            )
        self.residents = [player for player in self.residents if player not in leaving]
        # A player who was brought up from below and is not paired here goes back.
        self.carried += [player for player in leaving if self.participants[player].score >= self.score]

    # --- the columns ------------------------------------------------------------------------------------------------

    def _pair_columns(self) -> Iterator[Dubov1997Step]:
        for step in columns.fill_rows(self.participants, self.residents, self.readings):
            yield step
            if step.pair is not None:
                self._pair(*step.pair)
