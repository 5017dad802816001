"""
The rows of a score group that can be wholly paired: first attempt and improvements (6.2, 6.3).

Row by row "white" takes the first "black" left with whom all rows can be filled. To change the row above, and the row
above that, where the last row cannot be filled, has the same effect. Where not all rows can be filled, the fewest pairs
within a column are made, "white" with the next "white" below. By the other side of DUBOV97-ROWS "white" takes the first
"black", or else the first "white", with whom the group can still be paired in any way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dubov_1997.participants import Dubov1997Step, Dubov1997StepKind
from reference_engines.matching import first_best
from reference_engines.sequential import is_pairable, players_to_spare

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
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
