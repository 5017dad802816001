"""
Pairing numbers (Appendix A), the round table of the players in their order, and the pairing of a round.

A round is paired pick by pick: picker, candidates, pivot and backtracking. Backtracking, followed to the letter, takes
a time that doubles with every few players. It tries every compatible opponent of every picker before it gives up a pair
above, so a pair is undone if and only if the players left with it cannot all be paired. That is a question of a perfect
matching, and is answered before the pair is stored; the effects of the undoing on the pivot and on temporary
incompatibility follow immediately.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.clock.edition import ClockNumbering
from reference_engines.definitions.players import Players, may_meet, players_of_round
from reference_engines.frame.unpairable import unmatched
from reference_engines.matching import largest
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.clock.edition import ClockReadings
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.players_event import PlayersEvent
    from reference_engines.frame.results import NoLegalPairingError
    from tournaments.model import Colour


class GridPlace(FrozenStruct, frozen=True):
    """The rank and colour that go with a pairing number."""

    rank: int
    """Ranking number, from 1 (Appendix A, [a])."""
    master_colour: bool | None
    """Whether the player has the master colour in the first round; None for the last of an odd number ([b])."""


_LAST_SLOTS = 2
"""The number of slots left when the placement terminates ([7])."""


def number_grid(players: int) -> tuple[GridPlace, ...]:
    """Return the places of the pairing numbers 1, 2, 3... for a number of ranked players."""
    slots: list[tuple[GridPlace, ...]] = [
        (GridPlace(rank, master_colour=True),) for rank in range(1, players - players % 2 + 1)
    ]
    median_slots: list[tuple[GridPlace, ...]] = []
    while len(slots) > _LAST_SLOTS:
        half = len(slots) // 2
        slots = [
            (*upper, *_swap_colours(lower)) for upper, lower in zip(slots[:half], slots[half:], strict=True)
        ]  # [3]
        if half % 2:  # [5]
            median = slots.pop(half // 2)
            median_slots.append(_swap_colours(median) if len(median_slots) % 2 else median)
    ends = [slot if number == 0 else _swap_colours(slot) for number, slot in enumerate(slots)]  # [7]
    last = (GridPlace(players, master_colour=None),) if players % 2 else ()
    return tuple(place for slot in (*ends, *reversed(median_slots), last) for place in slot)


def _swap_colours(slot: tuple[GridPlace, ...]) -> tuple[GridPlace, ...]:
    """Swap all colours of a slot."""
    return tuple(GridPlace(place.rank, not place.master_colour) for place in slot)


def number_players(history: History, numbering: ClockNumbering) -> tuple[tuple[int, bool | None], ...]:
    """
    Return the players in the order of their pairing numbers, from 1 (CLOCK-NUMBERS, CLOCK-LIST).

    A player is the column in the history, and whether the grid gives the master colour; None if it gives none.
    """
    columns = list(range(history.players))
    if numbering is ClockNumbering.AS_PRINTED:
        by_tpn = sorted(columns, key=lambda column: int(history.tpn[column]))
        places = zip(by_tpn, number_grid(history.players), strict=True)
        return tuple((column, place.master_colour) for column, place in places)
    late: list[int] = []
    if numbering is ClockNumbering.FIRST_ROUND_ONLY and history.rounds:
        late = [column for column in columns if not history.paired[0, column]]
        columns = [column for column in columns if history.paired[0, column]]
    seated = [(columns[place.rank - 1], place.master_colour) for place in number_grid(len(columns))]
    return (*seated, *((column, None) for column in late))


NO_TPN = 0
"""Stands for the bye, the fictitious player."""
_NO_POSITION = -1


@dataclass(frozen=True, kw_only=True)
class ClockTable:
    """The players of a round by seat, with all that the procedure needs to know of them."""

    players: Players
    position: tuple[int, ...]
    """Position among the players; -1 for the bye."""
    number: tuple[int, ...]
    """Pairing number; 0 for the bye."""
    tpn: tuple[int, ...]
    score: tuple[int, ...]
    """The score in tenths; 0 for the bye."""
    grid_colour: tuple[int, ...]
    """The colour in the first round: +1 White, -1 Black, 0 none."""
    absolute: tuple[int, ...]
    """Colour of an absolute preference, else 0 (CLOCK-CONFLICT)."""
    difference: tuple[int, ...]
    """Games with White less games with Black."""
    colours: tuple[tuple[int, ...], ...]
    """Colours of the games played, the latest first."""
    compatible: NDArray[np.uint8]
    """(seats, seats) 1 where the two may be paired."""

    @property
    def size(self) -> int:
        """Number of seats, that of the bye included."""
        return len(self.tpn)

    @property
    def round_number(self) -> int:
        """The round, from 1."""
        return self.players.round_number

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN of the players by seat; the bye, which has none, sits behind them."""
        return self.tpn if self.bye is None else self.tpn[:-1]

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths."""
        return self.score if self.bye is None else self.score[:-1]

    @property
    def bye(self) -> int | None:
        """Seat of the bye."""
        return self.size - 1 if self.size and self.tpn[-1] == NO_TPN else None

    def has_same_preference(self, first: int, second: int) -> bool:
        """Whether two seats have the same absolute colour preference."""
        return bool(self.absolute[first]) and self.absolute[first] == self.absolute[second]

    def seat_of(self, tpn: int | None) -> int | None:
        """Seat of a player, None if the player is not at the table; the bye's for None."""
        if tpn is None:
            return self.bye
        return self.tpn.index(tpn) if tpn != NO_TPN and tpn in self.tpn else None


def seat_players(prepared: PlayersEvent, number: int, master: Colour) -> ClockTable:
    """Seat the players of a round for a master colour; the bye is added if their number is odd."""
    history = prepared.history
    players = players_of_round(prepared.event, history, prepared.player_states, number)
    places = dict(zip(players.column.tolist(), range(players.size), strict=True))
    numbered = enumerate(number_players(history, prepared.rules.readings.numbering), start=1)
    seats = [(pairing_number, *player) for pairing_number, player in numbered if player[0] in places]
    position = [places[column] for _, column, _ in seats]
    bye = (0,) if players.is_odd else ()
    sign = 1 if master.value == "w" else -1
    absolute = _absolute(prepared, players)
    # Two players who have met, or are kept apart, are not compatible (CLOCK-FORBIDDEN).
    meet = may_meet(prepared.event, history, players) & _colours_allow(prepared, players, absolute)
    compatible = _compatible(meet, _bye_allowed(prepared, players))
    seated = [*position, *(players.size for _ in bye)]
    return ClockTable(
        players=players,
        position=(*position, *(_NO_POSITION for _ in bye)),
        number=(*(pairing_number for pairing_number, *_ in seats), *bye),
        tpn=(*players.tpn[position].tolist(), *(NO_TPN for _ in bye)),
        score=(*players.score[position].tolist(), *bye),
        grid_colour=(*(_signed(colour, sign) for *_, colour in seats), *bye),
        absolute=(*absolute[position].tolist(), *bye),
        difference=(*players.colour_difference[position].tolist(), *bye),
        colours=(*(_colours(history, column, number - 1) for _, column, _ in seats), *(() for _ in bye)),
        compatible=compatible[np.ix_(seated, seated)],
    )


def _signed(has_master: bool | None, sign: int) -> int:
    if has_master is None:
        return 0
    return sign if has_master else -sign


def _colours(history: History, column: int, rounds: int) -> tuple[int, ...]:
    played = history.played[:rounds, column]
    return tuple(history.colour[:rounds, column][played][::-1].tolist())


def _absolute(prepared: PlayersEvent, players: Players) -> IntArray:
    """Return the colours of absolute preferences, else 0 (CLOCK-CONFLICT, CLOCK-TWICE-IN-A-ROW)."""
    readings = prepared.rules.readings
    repeated, absolute = players.repeated, players.absolute
    if readings.unplayed_round_interrupts:
        rounds = players.round_number - 1
        running = [_latest_games_follow_each_other(prepared.history, column, rounds) for column in players.column]
        repeated = np.where(running, repeated, 0)
        absolute = np.where((np.abs(players.colour_difference) > 1) | np.array(running, dtype=np.bool_), absolute, 0)
    return np.where(repeated != 0, -repeated, absolute) if readings.latest_games_outweigh else absolute


def _latest_games_follow_each_other(history: History, column: int, rounds: int) -> bool:
    latest = np.flatnonzero(history.played[:rounds, column])[-2:]
    return latest.size > 1 and int(latest[1] - latest[0]) == 1


def _colours_allow(prepared: PlayersEvent, players: Players, absolute: IntArray) -> BoolArray:
    """
    Return (players, players) the pairs that absolute colour preferences do not keep apart (CLOCK-COMPATIBLE).

    The same preference keeps two apart unless *both* are above half of the points in the last round (CLOCK-MAXIMUM).
    """
    same = np.equal.outer(absolute, absolute) & (absolute != 0)
    above = players.topscorer
    if prepared.rules.readings.last_round_counts:
        above = above & (2 * players.score > prepared.history.scoring.win * players.round_number)
    return ~(same & ~np.logical_and.outer(above, above))


def _compatible(meet: NDArray[np.uint8], bye_allowed: BoolArray) -> NDArray[np.uint8]:
    """Return the pairs that may be made, by position; the last position is the bye's."""
    compatible = np.zeros((bye_allowed.size + 1, bye_allowed.size + 1), dtype=np.uint8)
    compatible[:-1, :-1] = meet
    compatible[:-1, -1] = compatible[-1, :-1] = bye_allowed
    return compatible


def _bye_allowed(prepared: PlayersEvent, players: Players) -> BoolArray:
    """Return the players who may have the bye: without points won without play, or an earlier bye (CLOCK-BYE-TWICE)."""
    if not prepared.rules.readings.bye_without_points_again:
        return players.bye_allowed
    history, rows = prepared.history, slice(0, players.round_number - 1)
    points_for_nothing: BoolArray = np.any(~history.played[rows] & (history.points[rows] > 0), axis=0)
    return np.logical_not(points_for_nothing[players.column])


def not_pairable(table: ClockTable, seats: Sequence[int]) -> NoLegalPairingError:
    """Return the error that the players at some seats cannot all be paired, with the proof."""
    names = [None if seat == table.bye else table.tpn[seat] for seat in seats]
    meeting = table.compatible[np.ix_(seats, seats)]
    return unmatched("the players cannot all be paired with compatible opponents", meeting, names)


class Attempt(FrozenStruct, frozen=True):
    """A candidate who was passed over."""

    seat: int
    is_undone: bool
    """Whether the candidate was picked, but the others could not all be paired; else not compatible with the picker."""


class Pick(FrozenStruct, frozen=True, kw_only=True):
    """A pair as it was made, by seat."""

    picker: int
    picked: int
    pivot: int
    """Seat from which the picker was found."""
    attempts: tuple[Attempt, ...]
    """The candidates before the picked, in order, each once."""


def make_picks(table: ClockTable, readings: ClockReadings) -> tuple[Pick, ...]:
    """Return the picks of the round in order; NoLegalPairingError if the players cannot all be paired."""
    walk = ClockWalk(table, readings)
    return tuple(walk.picks())


class ClockWalk:
    """A walk round the table from any point of the round."""

    def __init__(self, table: ClockTable, readings: ClockReadings, stored: Sequence[tuple[int, int]] = ()) -> None:
        """Go on after pairs that are stored, in order; NoLegalPairingError if the others cannot all be paired."""
        self._table = table
        self._readings = readings
        paired = {seat for pair in stored for seat in pair}
        self._unpaired = [seat for seat in range(table.size) if seat not in paired]
        self._pivot = stored[-1][1] if stored else table.size - 1  # zero: the first pairing number follows it
        self._remainder = _Remainder(table, self._unpaired)

    def picks(self) -> Iterator[Pick]:
        """Yield the picks until all players are paired."""
        while self._unpaired:
            yield self.next_pick()

    def next_pick(self) -> Pick:
        """Make the next pair."""
        came_from, picker = self._pivot, self._picker()
        self._unpaired.remove(picker)
        picked, attempts = self._search(picker)
        self._unpaired.remove(picked)
        self._pivot = picked
        return Pick(picker=picker, picked=picked, pivot=came_from, attempts=attempts)

    def _picker(self) -> int:
        """Return the first seat after the pivot with the highest score (CLOCK-BYE-PICKS)."""
        may_pick = [seat for seat in self._unpaired if self._readings.bye_picks or seat != self._table.bye]
        return next(self._candidates(may_pick, self._pivot))

    def _search(self, picker: int) -> tuple[int, tuple[Attempt, ...]]:
        """Go through the candidates until one is taken for good (CLOCK-RESTART)."""
        passed: dict[int, bool] = {}
        pivot = picker
        while True:
            candidate = self._next_candidate(picker, pivot, passed)
            if self._remainder.settle(picker, candidate):
                return candidate, tuple(Attempt(seat, is_undone=undone) for seat, undone in passed.items())
            passed[candidate] = True
            pivot = candidate

    def _next_candidate(self, picker: int, pivot: int, passed: dict[int, bool]) -> int:
        """Return the next compatible candidate after the pivot; candidates passed over on the way are noted."""
        restarts = self._readings.search_restarts
        if self._readings.barred_are_no_candidates:
            passed_by = {seat for seat, is_undone in passed.items() if is_undone}
        else:
            passed_by = set()
        passed_by |= set() if restarts else set(passed)
        among = [seat for seat in self._unpaired if seat not in passed_by]
        for candidate in self._candidates(among, pivot):
            if passed.get(candidate):  # temporarily incompatible
                continue
            if self._table.compatible[picker, candidate]:
                return candidate
            passed.setdefault(candidate, False)
        raise AssertionError("a picker without an opponent, although all could be paired")

    def _candidates(self, seats: Iterable[int], pivot: int) -> Iterator[int]:
        """
        Yield seats in the order in which they become candidates if all are discarded.

        The highest score comes first, equal scores clockwise from the pivot. The pivot moves on to every discarded
        player, also from the last player of one score to the first of the next.
        """
        score = self._table.score
        for _, group in groupby(sorted(seats, key=lambda seat: (-score[seat], seat)), key=score.__getitem__):
            around = list(group)
            start = next((index for index, seat in enumerate(around) if seat > pivot), 0)
            for seat in (*around[start:], *around[:start]):
                yield seat
                pivot = seat


class _Remainder:
    """The unpaired players, with one way to pair them all."""

    def __init__(self, table: ClockTable, seats: Sequence[int]) -> None:
        self._compatible = table.compatible
        mates = self._match(seats)
        if mates is None:
            raise not_pairable(table, seats)
        self._mates = mates

    def settle(self, picker: int, picked: int) -> bool:
        """Pair two players for good if all others can then be paired; otherwise nothing changes."""
        mates = self._mates
        first, second = mates[picker], mates[picked]
        if first != picked and not self._compatible[first, second]:
            rematched = self._match([seat for seat in mates if seat not in (picker, picked)])
            if rematched is None:
                return False
            self._mates = rematched
            return True
        if first != picked:
            mates[first], mates[second] = second, first
        del mates[picker], mates[picked]
        return True

    def _match(self, seats: Sequence[int]) -> dict[int, int] | None:
        """Pair the seats in any way; None if there is none."""
        matching = largest(self._compatible, seats)
        if matching.left_over:
            return None
        return {seat: seats[mate] for seat, mate in zip(seats, matching.mates.tolist(), strict=True)}
