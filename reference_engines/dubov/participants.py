"""The players of a round with their ARO (1.7; A.6), a scoregroup to be completed, and the bracket that it forms."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.bye_first import ByeFirstPlayers
from reference_engines.definitions.player_states import over_the_board, remember_all
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.definitions.history import BoolArray, IntArray

    Positions = tuple[int, ...]
    from collections.abc import Callable

    from reference_engines.definitions.history import History
    from reference_engines.definitions.player_states import Rounds
    from reference_engines.definitions.players import Players
    from tournaments.model import Event

    Average = Callable[[IntArray, IntArray, int], IntArray]
    """From sums, numbers of opponents (above zero) and the greatest possible number: averages to be compared."""


@dataclass(frozen=True, kw_only=True)
class DubovPlayers(ByeFirstPlayers):
    """The players of a round by position: descending score, then ascending TPN, in the order of 4.2.2 (D.1.a)."""

    points: IntArray
    """Score without virtual points, in tenths."""
    aro: IntArray
    """Average rating of opponents (1.7; A.6), to be compared; zero without a game."""
    upfloats: IntArray
    """Number of upfloats so far (DUBOV-UPFLOAT-FORFEIT)."""
    upfloated_before: BoolArray
    """Whether the player was upfloated in the previous round."""
    most_upfloats: int
    """MaxT (1.8.2; A.7)."""
    is_last_round: bool
    rounds_to_come: int | None = None
    """Number of rounds after the round; None if the number of rounds is not declared."""

    @property
    def ranking(self) -> IntArray:
        """The columns, which ascend with the TPN."""
        return self.players.column

    @property
    def opposition(self) -> IntArray:
        """The AROs."""
        return self.aro

    @cached_property
    def maximum_upfloaters(self) -> BoolArray:
        """Whether the player is a maximum upfloater (1.8; A.7)."""
        return self.upfloats >= self.most_upfloats

    @cached_property
    def beginners(self) -> BoolArray:
        """Whether the player has yet to play a game."""
        return self.players.unplayed == self.round_number - 1

    @cached_property
    def prefers_white(self) -> BoolArray:
        """Whether the player has a colour preference for White, not for Black (1.6; A.5)."""
        return self.players.preference == 1

    def sort_by_tpn(self, positions: Iterable[int]) -> Positions:
        """Sort positions by ascending TPN."""
        return tuple(sorted(positions, key=self.players.column.__getitem__))

    def sort_by_aro(self, positions: Iterable[int]) -> Positions:
        """Sort positions by ascending ARO, then ascending TPN (3.2.5; B.1)."""
        return tuple(sorted(positions, key=lambda at: (int(self.aro[at]), int(self.players.column[at]))))

    def split_top_scoregroup(self, unpaired: Iterable[int]) -> tuple[Positions, Positions]:
        """Split unpaired players into the top scoregroup and all players below it."""
        in_order, score = sorted(unpaired), self.scores
        residents = tuple(position for position in in_order if score[position] == score[in_order[0]])
        return residents, tuple(in_order[len(residents) :])


@dataclass(frozen=True, kw_only=True)
class DubovScoregroup:
    """A scoregroup and the players who can complete it."""

    participants: DubovPlayers
    residents: Positions
    """The remaining players of the scoregroup."""
    pool: Positions
    """The possible upfloaters in the order of their sequence numbers (4.2; D.1)."""

    @property
    def score(self) -> int:
        """Score of the residents, in tenths."""
        return self.participants.scores[self.residents[0]]

    def with_players(self, players: Players) -> DubovScoregroup:
        """Return the scoregroup with other values of the same players."""
        return replace(self, participants=replace(self.participants, players=players))

    @property
    def size(self) -> int:
        """Number of residents, each of whom one upfloater at most can meet."""
        return len(self.residents)

    @cached_property
    def distance(self) -> IntArray:
        """(players,) the distance of a possible upfloater from the residents' score, in tenths; 0 for other players."""
        distance = np.zeros(self.participants.players.size, dtype=np.int64)
        pool = list(self.pool)
        distance[pool] = self.score - self.participants.players.score[pool]
        return distance


class DubovBracket(FrozenStruct, frozen=True, kw_only=True):
    """A scoregroup with its upfloaters, who are paired among themselves (1.3.2; A.3)."""

    participants: DubovPlayers
    residents: Positions
    upfloaters: Positions
    g1: Positions
    """G1 before any shift (3.2.3; B.1)."""
    g2: Positions

    @property
    def smaller_is_g1(self) -> bool:
        """Whether the first shift is from G1, also of subgroups of the same size (3.2.4.1; B.1)."""
        return len(self.g1) <= len(self.g2)

    @property
    def smaller(self) -> Positions:
        """The subgroup of the first shift."""
        return self.g1 if self.smaller_is_g1 else self.g2

    @property
    def larger(self) -> Positions:
        """The subgroup of the second shift, which makes the sizes equal."""
        return self.g2 if self.smaller_is_g1 else self.g1

    @property
    def size(self) -> int:
        """Number of players."""
        return len(self.g1) + len(self.g2)

    def after(self, shifts: Shifts) -> tuple[set[int], set[int]]:
        """Return G1 and G2 after the shifts (3.2.4; B.1)."""
        smaller = {*self.smaller, *shifts.second} - {*shifts.first}
        larger = {*self.larger, *shifts.first} - {*shifts.second}
        return (smaller, larger) if self.smaller_is_g1 else (larger, smaller)


class Shifts(FrozenStruct, frozen=True, kw_only=True):
    """The players who are shifted to the other subgroup (3.2.4; B.1)."""

    first: Positions = ()
    """From the smaller subgroup, in the order of sequence numbers."""
    second: Positions = ()
    """From the larger subgroup."""


NO_SHIFTS = Shifts()


class PairedBracket(FrozenStruct, frozen=True, kw_only=True):
    """A bracket with the shifts and the transposition by which it was paired."""

    bracket: DubovBracket
    shifts: Shifts
    s1: Positions
    t2: Positions
    """The opponents of S1, in its order."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Pairs of positions, the higher ranked player first."""
        return tuple((min(pair), max(pair)) for pair in zip(self.s1, self.t2, strict=True))


def round_to_nearest(total: IntArray, number: IntArray, _greatest: int) -> IntArray:
    """Round the average to the nearest whole number, a half upwards (1.7.1; A.6)."""
    return (2 * total + number) // (2 * number)


def round_down(total: IntArray, number: IntArray, _greatest: int) -> IntArray:
    """Round the average down to a whole number: no edition does."""
    return total // number


def scale_exactly(total: IntArray, number: IntArray, greatest: int) -> IntArray:
    """Scale the average to a whole number without rounding: no edition does."""
    return total * (math.lcm(*range(1, greatest + 1)) // number)


def as_declared(ratings: IntArray) -> IntArray:
    """Return the ratings of the event, 0 without one."""
    return ratings


class AroEntries(FrozenStruct, frozen=True, kw_only=True):
    """The rounds before a round from which the AROs of the players are made."""

    event: Event
    history: History
    row: int
    """Row of the round to be paired."""
    ratings: IntArray
    """(players,) 0 without one."""
    amounts: IntArray
    """(earlier rounds, players) the number that a round adds if it counts: the rating of the opponent."""
    counts: BoolArray
    """(earlier rounds, players) whether a round counts."""


def as_recorded(entries: AroEntries) -> AroEntries:
    """Return the entries that the text asks for."""
    return entries


def no_aro(entries: AroEntries) -> IntArray:
    """Return an ARO of 0 for every player (1.7.3; A.6)."""
    return np.zeros_like(entries.ratings)


class AroRule(FrozenStruct, frozen=True, kw_only=True):
    """The rules of the ARO of a player."""

    games: Rounds = over_the_board
    """The rounds whose opponents count."""
    unrated_count: bool = True
    """Whether an opponent without a rating counts, with a rating of 0 (DUBOV-UNRATED)."""
    average: Average = round_to_nearest
    remembered: Callable[[BoolArray], BoolArray] = remember_all
    """(earlier rounds, players) the rounds that count, of those whose opponents do."""
    ratings: Callable[[IntArray], IntArray] = as_declared
    """The ratings of the players, from those of the event."""
    entries: Callable[[AroEntries], AroEntries] = as_recorded
    """The rounds that count and what each adds, from those of the text."""
    without_game: Callable[[AroEntries], IntArray] = no_aro
    """(players,) the ARO of a player of whom no round counts (1.7.3; A.6)."""


def aro_before(event: Event, history: History, round_number: int, rule: AroRule) -> IntArray:
    """Return (players,) the ARO before a round by column; 0 without a game (1.7.3; A.6)."""
    rating = rule.ratings(np.array([player.rating or 0 for player in event.players], dtype=np.int64))
    rows = slice(0, round_number - 1)
    opponent = history.opponent[rows]
    counts = rule.remembered(rule.games(history)[rows])
    if not rule.unrated_count:
        counts = counts & (rating[opponent] > 0)
    entries = rule.entries(
        AroEntries(
            event=event,
            history=history,
            row=round_number - 1,
            ratings=rating,
            amounts=rating[opponent],
            counts=counts,
        )
    )
    total = np.where(entries.counts, entries.amounts, 0).sum(axis=0)
    number = entries.counts.sum(axis=0)
    average = rule.average(total, np.maximum(number, 1), max(round_number - 1, 1))
    return np.where(number > 0, average, rule.without_game(entries))
