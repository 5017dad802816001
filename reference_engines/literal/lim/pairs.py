"""The pairs of a scoregroup after transfer (2.4, 2.5, 3.6 to 3.8, 4.1 to 4.3, 5.2, 5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.literal.lim.floaters import MAX_RATING_DIFFERENCE
from reference_engines.literal.lim.players import keeps_limits, limits_allow
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reference_engines.literal.lim.floaters import PairingDirection
    from reference_engines.literal.lim.players import Compatibility, TwinPlayer

    Pairs = list[tuple[TwinPlayer, TwinPlayer]]
    from reference_engines.literal.lim.players import TwinPlayer, TwinRound


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GroupPair:
    """A pair of a scoregroup."""

    first: TwinPlayer
    second: TwinPlayer
    is_below_median: bool
    """Whether it is paired in a scoregroup below the median one (5.4)."""

    @property
    def players(self) -> tuple[TwinPlayer, TwinPlayer]:
        """Both players."""
        return self.first, self.second


class Scrutiny:
    """The pairing of scoregroups in one direction, when no more players float."""

    def __init__(self, rules: Compatibility, direction: PairingDirection) -> None:
        """Take the direction in which proposed pairings are scrutinised."""
        self.rules = rules
        self.readings = rules.round.readings
        self.direction = direction

    def pairs(self, players: Iterable[TwinPlayer], floaters: Sequence[TwinPlayer]) -> Pairs | None:
        """Return the pairs in the order in which they are made, floaters first (3.6, 3.7); None if there are none."""
        remaining = frozenset(players)
        if not self.rules.can_all_be_paired(remaining):
            return None
        pairs = []
        for floater in floaters:
            if floater in remaining:
                order = self._sort_opponents_of_floater(remaining - {floater}, floaters)
                pairs.append((floater, self._pick(floater, remaining, order)))
                remaining -= set(pairs[-1])
        return pairs + self._pair_residents(remaining)

    def _sort_opponents_of_floater(
        self, players: Iterable[TwinPlayer], floaters: Sequence[TwinPlayer]
    ) -> list[TwinPlayer]:
        """Sort possible opponents of a floater by number, residents first (3.8, LIM-FLOATERS-OPPONENT)."""
        order = self.direction.sort_players(players)
        return order if self.readings.floaters_by_number else sorted(order, key=lambda player: player in floaters)

    def _pair_residents(self, players: frozenset[TwinPlayer]) -> Pairs:
        """Pair the top half with the bottom half, and exchange (2.4, 4.1 to 4.3)."""
        if self.readings.fewest_clashes:
            return self._pair_with_fewest_clashes(players, {})[1]
        pairs = []
        while players:
            first, *rest = self.direction.sort_players(players)
            pairs.append((first, self._pick(first, players, self.exchanges(rest))))
            players -= set(pairs[-1])
        return pairs

    @staticmethod
    def exchanges(players: list[TwinPlayer]) -> list[TwinPlayer]:
        """
        Return the opponents of the first player in the order of exchanges (4.2, 4.3).

        Of players 2 to 6 these are 4, 5, 6, 3, 2. The players who remain are proposed afresh (LIM-EXCHANGES).
        """
        half = len(players) // 2
        return players[half:] + players[:half][::-1]

    def _pick(self, player: TwinPlayer, players: frozenset[TwinPlayer], order: Iterable[TwinPlayer]) -> TwinPlayer:
        """Pick the first available opponent who is due another colour, or else the first available (3.8, 4.1, 5.2)."""
        available = self._available(player, players, order)
        return next((opponent for opponent in available if not self.rules.clash(player, opponent)), available[0])

    def _available(
        self, player: TwinPlayer, players: frozenset[TwinPlayer], order: Iterable[TwinPlayer]
    ) -> list[TwinPlayer]:
        """
        Return the opponents who leave all remaining players to be paired, with the fewest pairs beyond the limits (6).

        In maxi-tournaments an exchange for the colour is one with a player of nearly the rating of the first opponent
        available (3.8, 5.7, LIM-MAXI-EXCHANGE).
        """
        fewest = self.rules.fewest_beyond_limits(players)
        available = []
        for opponent in self.rules.opponents(player, order):
            rest = self.rules.fewest_beyond_limits(players - {player, opponent})
            if rest is not None and rest + self.rules.breaks_limits(player, opponent) == fewest:
                available.append(opponent)
        if self.readings.limits_in_turn:
            available.sort(key=lambda opponent: not keeps_limits(player, opponent))
        if self.rules.round.is_maxi:
            rating = available[0].rating
            return [opponent for opponent in available if abs(opponent.rating - rating) <= MAX_RATING_DIFFERENCE]
        return available

    def _pair_with_fewest_clashes(
        self, players: frozenset[TwinPlayer], known: dict[frozenset[TwinPlayer], tuple[int, Pairs]]
    ) -> tuple[int, Pairs]:
        """Return the fewest clashes that the scoregroup can have, and the first pairs that have them (LIM-SCRUTINY)."""
        if not players:
            return 0, []
        if players not in known:
            first, *rest = self.direction.sort_players(players)
            tries: list[tuple[int, Pairs]] = []
            for second in self._available(first, players, self.exchanges(rest)):
                clashes, pairs = self._pair_with_fewest_clashes(players - {first, second}, known)
                tries.append((clashes + self.rules.clash(first, second), [(first, second), *pairs]))
            known[players] = min(tries, key=lambda attempt: attempt[0])  # of equal ones the first
        return known[players]


def allocate_colours(pair: GroupPair, rules: Compatibility) -> tuple[TwinPlayer, TwinPlayer]:
    """Return (White, Black) of a pair."""
    first, second = sorted(pair.players, key=lambda player: player.rank)
    colour = _colour_of_first(first, second, pair, rules)
    return (first, second) if colour is Colour.WHITE else (second, first)


def _colour_of_first(first: TwinPlayer, second: TwinPlayer, pair: GroupPair, rules: Compatibility) -> Colour:
    due, opponent_due, round_ = rules.due(first), rules.due(second), rules.round
    if due is not opponent_due:
        return due if due is not None else opponent_due.opposite  # type: ignore[union-attr]  # one of them is a colour
    if due is None:
        higher = _higher_by_score(first, second)  # 7.2, LIM-NO-COLOUR
        colour = round_.drawn if higher.place % 2 else round_.drawn.opposite
        return colour if higher is first else colour.opposite
    if keeps_limits(first, second):  # 5.3: one of two with the same colour due may have to be given it
        for colour in Colour:
            if not (limits_allow(first, colour) and limits_allow(second, colour.opposite)):
                return colour.opposite
    if round_.readings.wider_difference_first and abs(first.difference) != abs(second.difference):
        return due if abs(first.difference) > abs(second.difference) else due.opposite
    earlier = latest_difference(first, second)
    if earlier is not None:
        return earlier.opposite
    higher_is_first = _higher_ranked(first, second, round_) is first
    return due if higher_is_first is _is_in_median_or_above(pair, round_) else due.opposite


def latest_difference(first: TwinPlayer, second: TwinPlayer) -> Colour | None:
    """
    Return the colour of the first player in the latest games in which two players had different ones; None if in none.

    Histories are compared game by game (5.4; C.04.2:3.4).
    """
    games = zip(first.colours, second.colours, strict=False)
    return next((colour for colour, opponent_colour in games if colour is not opponent_colour), None)


def _is_in_median_or_above(pair: GroupPair, round_: TwinRound) -> bool:
    """Whether the two are players in the median scoregroup or above (LIM-MEDIAN-COLOURS)."""
    if round_.readings.median_by_group:
        return not pair.is_below_median
    return any(2 * player.score >= round_.twice_median for player in pair.players)


def _higher_ranked(first: TwinPlayer, second: TwinPlayer, round_: TwinRound) -> TwinPlayer:
    """Return the higher ranked of two players (LIM-HIGHER-RANKED)."""
    if round_.readings.ranked_by_number:
        return min(first, second, key=lambda player: player.rank)
    return _higher_by_score(first, second)


def _higher_by_score(first: TwinPlayer, second: TwinPlayer) -> TwinPlayer:
    return min(first, second, key=lambda player: (-player.score, player.rank))
