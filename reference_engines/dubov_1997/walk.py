"""
The procedure: the bye, then score group after score group from the top.

In a group the floaters from above are paired (8), transfers from below follow (7.1, 7.2), then floaters are chosen if
the group cannot be wholly paired (6.4), and the rest is paired in columns (7.3, 7.4, 6.2, 6.3). Where the text picks
the first of several players, the first is picked who leaves a round that can be completed (DUBOV97-COMPLETION).

Row by row "white" takes the first "black" left with whom all rows can be filled. To change the row above, and the row
above that, where the last row cannot be filled, has the same effect. Where not all rows can be filled, the fewest pairs
within a column are made, "white" with the next "white" below. By the other side of DUBOV97-ROWS "white" takes the first
"black", or else the first "white", with whom the group can still be paired in any way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dubov_1997.participants import THE_BYE, Dubov1997Step, Dubov1997StepKind
from reference_engines.matching import first_best
from reference_engines.sequential import is_pairable, players_to_spare

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from fractions import Fraction

    from reference_engines.dubov_1997.edition import Dubov1997Readings
    from reference_engines.dubov_1997.participants import Dubov1997Participants, Dubov1997Player
    from reference_engines.matching_proofs import Mates

    Key = tuple[int | str | Fraction, ...]


def white_key(player: Dubov1997Player) -> Key:
    """Sort the white column (6.2): increasing ARO, then lower R, then the alphabet."""
    return (player.aro, player.rating, player.name, player.tpn)


def black_key(player: Dubov1997Player) -> Key:
    """Sort the black column (6.2): decreasing R, then higher ARO, then the alphabet."""
    return (-player.rating, -player.aro, player.name, player.tpn)


def listed_key(player: Dubov1997Player) -> Key:
    """Sort players without an opponent (7.1): decreasing R, then as listed (DUBOV97-ALONE-ORDER)."""
    return (-player.rating, player.tpn)


def choice_key(player: Dubov1997Player, colour: int) -> Key:
    """Sort candidates (7.1, 7.2, 8.2): a colour if given, then higher R, lower ARO, the alphabet (DUBOV97-TIES)."""
    return (bool(colour) and player.column != colour, -player.rating, player.aro, player.name, player.tpn)


def rating_first_key(player: Dubov1997Player, colour: int) -> Key:
    """Sort candidates by R before the colour (8.2): the other side of DUBOV97-FLOATERS-COLOUR."""
    return (-player.rating, *choice_key(player, colour))


def to_black_key(player: Dubov1997Player) -> Key:
    """Sort transfers to Black (7.3): lowest ARO, then higher R, then the upper half of the alphabet."""
    return (player.aro, -player.rating, player.name, player.tpn)


def to_white_key(player: Dubov1997Player) -> Key:
    """Sort transfers to White (7.4): highest ARO, then lower R, then the upper half of the alphabet."""
    return (-player.aro, player.rating, player.name, player.tpn)


def dominating_colour(participants: Dubov1997Participants, players: Iterable[int]) -> int:
    """Return the colour that is due to more players of a group; 0 if both are due to as many."""
    balance = sum(participants[player].column for player in players)
    return (balance > 0) - (balance < 0)


def bye_order(participants: Dubov1997Participants, readings: Dubov1997Readings) -> list[int]:
    """
    Return the players who may have the bye, the first choice first (chapter 4).

    Lowest score group, lowest R, dominating colour, higher ARO, last in the alphabet (DUBOV97-BYE-TIES).
    """
    colour = {
        score: dominating_colour(
            participants, [at for at, player in enumerate(participants.players) if player.score == score]
        )
        for score in {player.score for player in participants.players}
    }
    # Sorting is stable: the last key is applied first, so that names can be compared the other way round.
    order = sorted(
        (position for position, player in enumerate(participants.players) if player.bye_allowed),
        key=lambda position: (participants[position].name, participants[position].tpn),
        reverse=not readings.first_in_alphabet_has_bye,
    )
    return sorted(order, key=lambda player: bye_key(participants[player], colour[participants[player].score]))


def bye_key(player: Dubov1997Player, colour: int) -> Key:
    """Sort candidates for the bye (4), before the alphabet."""
    return (player.score, player.rating, bool(colour) and player.column != colour, -player.aro)


def split_into_columns(participants: Dubov1997Participants, players: Sequence[int]) -> tuple[list[int], list[int]]:
    """
    Return the columns of White and Black (6.2), before any transfer between them.

    A player who is due no colour goes into the shorter column, White's if they are equal (DUBOV97-NO-COLOUR).
    """
    white = [player for player in players if participants[player].column == 1]
    black = [player for player in players if participants[player].column == -1]
    free = [player for player in players if not participants[player].column]
    for player in sorted(free, key=lambda player: black_key(participants[player])):
        (white if len(white) <= len(black) else black).append(player)
    return arrange_columns(participants, white, black)


def arrange_columns(
    participants: Dubov1997Participants, white: Iterable[int], black: Iterable[int]
) -> tuple[list[int], list[int]]:
    """Return both columns in the order of 6.2."""
    return (
        sorted(white, key=lambda player: white_key(participants[player])),
        sorted(black, key=lambda player: black_key(participants[player])),
    )


def balance_columns(
    participants: Dubov1997Participants, players: Sequence[int]
) -> tuple[list[int], list[int], list[int]]:
    """
    Return columns of equal length (7.3, 7.4), and the players transferred between them.

    Only a player who may have the other colour is transferred (2.6).
    """
    white, black = split_into_columns(participants, players)
    surplus = (len(white) - len(black)) // 2
    if not surplus:
        return white, black, []
    if surplus > 0:
        able = [player for player in white if participants[player].may_black]
        moved = sorted(able, key=lambda player: to_black_key(participants[player]))[:surplus]
    else:
        able = [player for player in black if participants[player].may_white]
        moved = sorted(able, key=lambda player: to_white_key(participants[player]))[:-surplus]
    source, target = (white, black) if surplus > 0 else (black, white)
    staying = [player for player in source if player not in moved]
    both = (staying, target + moved) if surplus > 0 else (target + moved, staying)
    return (*arrange_columns(participants, *both), moved)


def alternate_columns(white: Sequence[int], black: Sequence[int]) -> list[int]:
    """Return floaters of both columns in turn, the highest "white" first (8.1), then the rest of the longer column."""
    order = []
    for place in range(max(len(white), len(black))):
        order += [*white[place : place + 1], *black[place : place + 1]]
    return order


_NO_EDGE = -1


class Columns:
    """Two columns that are paired row by row with the fewest pairs within a column."""

    def __init__(self, participants: Dubov1997Participants, white: Sequence[int], black: Sequence[int]) -> None:
        """Count the pairs needed within a column; raise ValueError if the columns cannot be paired in themselves."""
        self._meet = participants.meet
        self._side = np.zeros(participants.size, dtype=np.int64)
        self._side[list(white)], self._side[list(black)] = 1, -1
        self._across = participants.meet & (self._side[:, None] != self._side[None, :])
        mates = self._match([*white, *black])
        if mates is None:
            raise ValueError("the group cannot be paired in itself")
        players = np.array([*white, *black], dtype=np.int64)
        self.inside = int((self._side[players] == self._side[players[mates]]).sum()) // 2
        """The number of pairs within a column that are still needed."""

    def choose_opponent(self, seeker: int, order: Sequence[int], left: Sequence[int]) -> int:
        """
        Return the first opponent in order whom ``seeker`` can meet, and count the pair; ``left`` are all other players.

        Raise ValueError if there is none.
        """
        opponent = self._first_opponent(seeker, order, left)
        self.inside -= int(self._side[seeker] == self._side[opponent])
        return opponent

    def _first_opponent(self, seeker: int, order: Sequence[int], left: Sequence[int]) -> int:
        if not self.inside:
            spared = players_to_spare(self._across, left)
            first = next((player for player in order if self._across[seeker, player] and player in spared), None)
        else:
            players = [seeker, *order, *sorted(set(left) - set(order))]
            mates = self._match(players, settled=1)
            first = None if mates is None else players[int(mates[0])]
        if first is None:
            raise ValueError("no row can be filled")
        return first

    def _match(self, players: list[int], settled: int = 0) -> Mates | None:
        """Pair all with the fewest pairs within a column; the first ``settled`` players get their earliest mates."""
        among = np.ix_(players, players)
        price = self._side[players][:, None] == self._side[players][None, :]
        costs = np.where(self._meet[among], price, _NO_EDGE).astype(np.int64)[np.newaxis]
        return first_best(costs, settled=range(settled))


def fill_rows(
    participants: Dubov1997Participants, players: Sequence[int], readings: Dubov1997Readings
) -> Iterator[Dubov1997Step]:
    """Yield the rows, then pairs left in the column of Black; ValueError if the group cannot be paired."""
    if not players:
        return
    white, black, moved = balance_columns(participants, list(players))
    first = (tuple(white), tuple(black))
    columns = Columns(participants, white, black)
    while white or black:
        inside, seeker = columns.inside, (white or black)[0]
        left = [player for player in (*black, *white) if player != seeker]
        order = [player for player in left if participants.meet[seeker, player]]
        if readings.rows_first:
            completing = players_to_spare(participants.meet, left)
            opponent = next(player for player in order if player in completing)
        else:
            opponent = columns.choose_opponent(seeker, order, left)
        yield Dubov1997Step(
            kind=Dubov1997StepKind.ROW if white else Dubov1997StepKind.SPARE,
            score=participants[players[0]].score,
            group=(*white, *black),
            seeker=seeker,
            taken=(opponent,),
            order=tuple(order),
            passed_over=tuple(order[: order.index(opponent)]),
            white=first[0],
            black=first[1],
            moved=tuple(moved),
            inside=inside,
        )
        white, black = _remove_pair(white, black, (seeker, opponent), readings)
        if readings.rows_first:
            columns = Columns(participants, white, black)


def _remove_pair(
    white: list[int], black: list[int], pair: tuple[int, int], readings: Dubov1997Readings
) -> tuple[list[int], list[int]]:
    """Return the columns without a pair; the "black" skipped moves down one row, or to the row of the "black" taken."""
    seeker, opponent = pair
    below = list(black)
    if readings.blacks_exchange and seeker in white and opponent in black:
        below[below.index(opponent)] = below[0]
        below = below[1:]
    return [player for player in white if player not in pair], [player for player in below if player not in pair]


# --- floaters (6.4) --------------------------------------------------------------------------------------------------


def choose_leavers(participants: Dubov1997Participants, order: Sequence[int], rest: Sequence[int]) -> tuple[int, ...]:
    """
    Return the fewest players of a group who must meet one of the rest for all to be paired, the first choice first.

    ``order`` lists the group, the first choice first. Empty if the group can be paired in itself, or if the players
    cannot all be paired.
    """
    if is_pairable(participants.meet, order) and is_pairable(participants.meet, rest):
        return ()
    players, group = [*order, *rest], len(order)
    # A player can leave in a best pairing if and only if the group without the player needs one leaver less.
    choices = [(place, group, len(players)) for place in range(group)]
    decisions = np.array(choices, dtype=np.int32).reshape(-1, 3)
    is_resident = np.arange(len(players)) < group
    possible = participants.meet[np.ix_(players, players)]
    costs = np.where(possible, is_resident[:, None] != is_resident[None, :], _NO_EDGE).astype(np.int64)[np.newaxis]
    mates = first_best(costs, decisions)
    if mates is None:
        return ()
    return tuple(player for player, mate in zip(order, mates.tolist(), strict=False) if mate >= group)


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
        order = bye_order(participants, readings)
    else:
        order = (as_listed(participants) if readings.list_is_halved else list(range(participants.size)))[::-1]
    able = participants.put_lot_first(THE_BYE, [player for player in order if participants[player].bye_allowed])
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
        return sorted(players, key=lambda player: choice_key(self.participants[player], colour))

    def _choose_opponent(
        self, kind: Dubov1997StepKind, seeker: int, order: list[int], group: tuple[int, ...]
    ) -> Dubov1997Step:
        """Choose the first candidate after whom the round can still be completed."""
        possible = [player for player in order if self.participants.meet[seeker, player]]
        possible = self.participants.put_lot_first((kind, self.score, seeker), possible)
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
        queue = alternate_columns(*split_into_columns(self.participants, floaters))
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
        key = rating_first_key if self.readings.rating_before_colour else choice_key
        players = self.participants.players
        return sorted(self.residents, key=lambda player: key(players[player], -players[seeker].column))

    # --- chapter 7, from below --------------------------------------------------------------------------------------

    def _find_opponents_from_below(self) -> Iterator[Dubov1997Step]:
        """Find opponents from below for players who can meet no resident, or let them go down (7.1, DUBOV97-ALONE)."""
        key = listed_key if self.readings.alone_in_list_order else black_key
        while True:
            alone = [player for player in self.residents if self._is_alone(player)]
            if not alone or not self._lower_groups():
                return
            seeker = min(alone, key=lambda player: key(self.participants[player]))
            order = self._best_from_below(seeker)
            if self.readings.alone_join_columns:
                order = self._put_joining_lot_first(order)
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

    def _put_joining_lot_first(self, order: list[int]) -> list[int]:
        return self.participants.put_lot_first((Dubov1997StepKind.JOINING, self.score, len(self.residents)), order)

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
        colour = -dominating_colour(self.participants, self.residents)
        order = [
            player
            for group in self._lower_groups()
            for player in self._best(group, colour)
            if self.participants[player].transferable and self.participants.meet[player, self.residents].any()
        ]
        order = self.participants.put_lot_first((Dubov1997StepKind.ODD_GROUP, self.score, None), order)
        order = self._put_joining_lot_first(order)
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
        colour = dominating_colour(self.participants, self.residents)

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
        leaving = list(choose_leavers(self.participants, order, self._without(self.residents)))
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
        for step in fill_rows(self.participants, self.residents, self.readings):
            yield step
            if step.pair is not None:
                self._pair(*step.pair)
