"""
The players to be paired in one round, in order, with all data that the rules use.

A *position* is the place of a player in the order of Article 1.2 (A.2) among the players to be paired, from 0; every
array is indexed by position.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.history import COLOUR_OF_SIGN, GRANTED_BYES, NOBODY
from reference_engines.definitions.player_states import AS_WRITTEN, Definitions, PlayerStates, RoundStart, Strength
from reference_engines.frame.results import PreferredColour, RoundPairing
from tournaments.frozen import cached_property, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from tournaments.model import Event, ForbiddenGroup


@dataclass(frozen=True, kw_only=True)
class Players:
    """The players of a round, by position."""

    round_number: int
    column: IntArray
    """Column of each player in the history."""
    tpn: IntArray
    score: IntArray
    """Pairing score in tenths, descending."""
    groups: tuple[int, ...]
    """Positions at which the scoregroups begin, and the number of players at the end."""
    colour_difference: IntArray
    preference: IntArray
    strength: IntArray
    repeated: IntArray
    unplayed: IntArray
    """Rounds so far in which no game was played."""
    bye_allowed: BoolArray
    topscorer: BoolArray
    floated: tuple[IntArray, ...]
    """Float of the previous round and of the one before it: +1 down, -1 up, 0 none."""
    odd_number: BoolArray
    """Whether the TPN is odd, counted among the players who have arrived (SPP-2026-08)."""
    allowed: NDArray[np.uint8]
    """(players, players) 1 if the two may meet: [C1], [C3], forbidden pairs."""
    recorded: IntArray | None = None
    """Position of the opponent in the recorded round, NOBODY without a game; None unless the rules use it."""

    @property
    def size(self) -> int:
        """Number of players."""
        return len(self.tpn)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        return tuple(self.tpn.tolist())

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths."""
        return tuple(self.score.tolist())

    @property
    def bounds(self) -> Iterator[tuple[int, int, int]]:
        """For each scoregroup its first position, its end, and the end of the following scoregroup."""
        ends = (*self.groups, self.size)
        return zip(ends, ends[1:], ends[2:], strict=False)

    @property
    def is_odd(self) -> bool:
        """Whether a player must receive the pairing-allocated bye."""
        return self.size % 2 == 1

    @cached_property
    def has_topscorers(self) -> bool:
        """Whether the round has topscorers."""
        return bool(self.topscorer.any())

    @cached_property
    def has_preferences(self) -> bool:
        """Whether a player has a colour preference."""
        return bool(self.preference.any())

    @cached_property
    def has_strong_preferences(self) -> bool:
        """Whether a player has a strong or absolute colour preference."""
        return bool((self.strength >= Strength.STRONG).any())

    @cached_property
    def received(self) -> dict[tuple[int, int], tuple[BoolArray, list[int]]]:
        """By rounds back and float: whether a player received it, and how many players above did."""
        received = {}
        for back, floats in enumerate(self.floated, start=1):
            for direction in (1, -1):
                flags = floats == direction
                received[back, direction] = flags, [0, *flags.cumsum().tolist()]
        return received

    @cached_property
    def same_preference(self) -> BoolArray:
        """(players, players) whether both prefer the same colour, so that one player will miss it."""
        return same_colours(self.preference)

    @cached_property
    def strong_preference(self) -> IntArray:
        """The colour of a strong or absolute preference, else 0."""
        return np.where(self.strength >= Strength.STRONG, self.preference, 0)

    @cached_property
    def absolute(self) -> IntArray:
        """The colour of an absolute preference, else 0."""
        return np.where(self.strength == Strength.ABSOLUTE, self.preference, 0)

    @cached_property
    def opponents_from(self) -> IntArray:
        """(scoregroups, players) the possible opponents in a scoregroup and all below it."""
        in_groups = np.add.reduceat(self.allowed, self.groups[:-1], axis=0, dtype=np.int64)
        return in_groups[::-1].cumsum(axis=0)[::-1]

    def opponents(self, pairing: RoundPairing) -> list[int]:
        """Return the position of every player's opponent in a pairing, by position; NOBODY for the bye."""
        position = {tpn: place for place, tpn in enumerate(self.numbers)}
        opponents = [NOBODY] * self.size
        for pair in pairing.pairs:
            white, black = position[pair.white], position[pair.black]
            opponents[white], opponents[black] = black, white
        return opponents

    def preferred_colour(self, position: int) -> PreferredColour:
        """Return the colour preference of a player."""
        strength = int(self.strength[position])
        return PreferredColour(
            colour=COLOUR_OF_SIGN.get(int(self.preference[position])),
            is_strong=strength >= Strength.STRONG,
            is_absolute=strength == Strength.ABSOLUTE,
        )

    def select(self, positions: IntArray) -> Players:
        """Return some of the players in another order, in which scores descend."""
        score = self.score[positions]
        return Players(
            round_number=self.round_number,
            column=self.column[positions],
            tpn=self.tpn[positions],
            score=score,
            groups=_groups(score),
            colour_difference=self.colour_difference[positions],
            preference=self.preference[positions],
            strength=self.strength[positions],
            repeated=self.repeated[positions],
            unplayed=self.unplayed[positions],
            bye_allowed=self.bye_allowed[positions],
            topscorer=self.topscorer[positions],
            floated=(self.floated[0][positions], self.floated[1][positions]),
            odd_number=self.odd_number[positions],
            allowed=self.allowed[np.ix_(positions, positions)],
        )


def same_colours(colours: IntArray) -> BoolArray:
    """Return (players, players) whether both have the same colour, of colours of players that are 0 without any."""
    return np.equal.outer(colours, colours) & (colours != 0)


def _groups(score: IntArray) -> tuple[int, ...]:
    """Return the positions at which the scoregroups begin, and the number of players."""
    return (0, *(np.flatnonzero(np.diff(score)) + 1).tolist(), score.size) if score.size else (0,)


def players_of_round(
    event: Event, history: History, state: PlayerStates, round_number: int, definitions: Definitions = AS_WRITTEN
) -> Players:
    """Order the players to be paired and collect the data that the rules use."""
    row = round_number - 1
    present = _present(event, history, round_number)
    score = state.score[row]
    before = RoundStart(event=event, history=history, round_number=round_number, score=score)
    column = present[np.lexsort((definitions.rank(before)[present], -score[present]))]
    ordered_score = score[column]
    topscorer = definitions.topscorers(before)[column]
    preference = state.preference[row][column]
    strength = state.strength[row][column]
    return Players(
        round_number=round_number,
        column=column,
        tpn=history.tpn[column],
        score=ordered_score,
        groups=_groups(ordered_score),
        colour_difference=state.colour_difference[row][column],
        preference=preference,
        strength=strength,
        repeated=state.repeated[row][column],
        unplayed=row - state.played[row][column],
        bye_allowed=state.bye_allowed[row][column],
        topscorer=topscorer,
        floated=tuple(definitions.float_before(history, state, row, back)[column] for back in (1, 2)),
        odd_number=_odd_numbers(state, row, present)[column],
        allowed=_without_further_clashes(
            _allowed(before, definitions, column, np.where(strength == Strength.ABSOLUTE, preference, 0), topscorer),
            definitions,
            (preference, strength),
            topscorer,
        ),
    )


def _without_further_clashes(
    allowed: NDArray[np.uint8], definitions: Definitions, preferences: tuple[IntArray, IntArray], topscorer: BoolArray
) -> NDArray[np.uint8]:
    """Bar players who prefer the same colour from each other, where misread definitions ask for it."""
    if definitions.further_clashes is None:
        return allowed
    preference, strength = preferences
    clash = np.equal.outer(preference, preference) & definitions.further_clashes(strength)
    excused = definitions.clash_excused(topscorer[:, None], topscorer)
    return np.asarray(allowed & (~clash | excused), dtype=np.uint8)


def _present(event: Event, history: History, round_number: int) -> IntArray:
    """Return the columns of the players to be paired: as recorded, or in the next round without a requested bye."""
    if round_number <= history.rounds:
        return np.flatnonzero(history.paired[round_number - 1])
    away = {bye.tpn for bye in event.requested_byes if bye.round_number == round_number}
    return np.array([column for column, tpn in enumerate(history.tpn.tolist()) if tpn not in away], dtype=np.int64)


def _odd_numbers(state: PlayerStates, row: int, present: IntArray) -> BoolArray:
    """Return by column whether the player's number is odd if players who have not yet arrived have no number."""
    arrived = np.zeros(state.score.shape[1], dtype=np.bool_) if row == 0 else state.arrived[row - 1].copy()
    arrived[present] = True
    return np.cumsum(arrived) % 2 == 1


def _allowed(
    before: RoundStart, definitions: Definitions, column: IntArray, absolute: IntArray, topscorer: BoolArray
) -> NDArray[np.uint8]:
    """
    Return (players, players) 1 if the two may meet.

    Players may not meet if they have met ([C1]), if they have the same absolute colour preference and are not
    topscorers ([C3]), or if the organiser forbids it.
    """
    history = before.history
    allowed = np.ones((column.size, column.size), dtype=np.uint8)
    np.fill_diagonal(allowed, 0)
    position = np.full(history.players, NOBODY, dtype=np.int64)
    position[column] = np.arange(column.size)
    rounds, players = np.nonzero(definitions.remembered(definitions.met(history)[: before.round_number - 1]))
    first, second = position[players], position[history.opponent[rounds, players]]
    present = (first >= 0) & (second >= 0)
    allowed[first[present], second[present]] = 0
    for colour in (1, -1):
        bound = np.flatnonzero(absolute == colour)
        if bound.size < 2:  # noqa: PLR2004 - nobody clashes alone
            continue
        excused = definitions.clash_excused(topscorer[bound, None], topscorer[bound])
        if definitions.clashing_scores is not None:
            excused = excused | ~definitions.clashing_scores(before.score[column[bound]])
        allowed[np.ix_(bound, bound)] &= excused
    _forbid(definitions.forbidden_groups(before.event), history, allowed, position, before.round_number)
    return allowed


def may_meet(event: Event, history: History, players: Players) -> NDArray[np.uint8]:
    """Return (players, players) 1 if two have not met and are not kept apart, whatever their colours."""
    free = np.zeros(players.size, dtype=np.int64)
    before = RoundStart(event=event, history=history, round_number=players.round_number, score=free)
    return _allowed(before, AS_WRITTEN, players.column, free, free.astype(np.bool_))


def _forbid(
    groups: tuple[ForbiddenGroup, ...],
    history: History,
    allowed: NDArray[np.uint8],
    position: IntArray,
    round_number: int,
) -> None:
    columns = history.columns() if groups else {}
    for group in groups:
        if group.first_round <= round_number <= (group.last_round or round_number):
            places = position[[columns[tpn] for tpn in sorted(group.players) if tpn in columns]]
            places = places[places >= 0]
            allowed[np.ix_(places, places)] = 0


@dataclass(frozen=True, kw_only=True)
class ExtendedPlayers:
    """The players of a round with the data that a system adds."""

    players: Players

    @property
    def round_number(self) -> int:
        """Number of the round, from 1."""
        return self.players.round_number

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        return self.players.numbers

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths."""
        return self.players.scores


class Parity(Enum):
    """A reading of odd and even numbers: the players among whom numbers are counted."""

    ARRIVED_PLAYERS = "numbers are counted among the players who have been paired or allocated the bye"
    WITH_GRANTED_BYES = "numbers are counted among these players and those with a half- or full-point bye"
    AS_PRINTED = "numbers as printed"

    @property
    def side(self) -> str:
        """The key of the side in the entry SPP-2026-08 of the register."""
        return _SIDES_OF_PARITY[self]

    def odd_numbers(self, event: Event, history: History, players: Players) -> BoolArray:
        """Return by position whether the number of a player is odd."""
        if self is Parity.ARRIVED_PLAYERS:
            return players.odd_number
        if self is Parity.AS_PRINTED:
            return players.tpn % 2 == 1
        arrived = arrived_or_had_bye(event, history, players.round_number)
        arrived[players.column] = True
        return (np.cumsum(arrived) % 2 == 1)[players.column]


_SIDES_OF_PARITY = {
    Parity.ARRIVED_PLAYERS: "arrived-players",
    Parity.WITH_GRANTED_BYES: "with-granted-byes",
    Parity.AS_PRINTED: "printed",
}
DEFAULT_PARITY = Parity.ARRIVED_PLAYERS
"""The reading of SPP-2026-08 that the engines follow."""
OTHER_PARITIES = (Parity.WITH_GRANTED_BYES, Parity.AS_PRINTED)
"""The more likely one first."""


def arrived_or_had_bye(event: Event, history: History, round_number: int) -> BoolArray:
    """Return by column whether a player was paired, or had a half- or full-point bye, up to a round."""
    arrived = np.any((history.paired | history.granted_bye)[:round_number], axis=0)
    if round_number > history.rounds:
        asked = {
            bye.tpn for bye in event.requested_byes if bye.round_number == round_number and bye.result in GRANTED_BYES
        }
        arrived = arrived | np.isin(history.tpn, sorted(asked))
    return arrived
