"""
The literal twin of the Lim engine under keys of its own: pairs of a scoregroup, and the walk through a round.

Floaters are chosen by 2.3, 3.1 to 3.5, 3.9, 3.10 and 4.4. Scoregroups (2.4, 2.5, 3.6 to 3.8, 4.1 to 4.3, 5.2, 5.7) are
paired from the bye to the median one (1.1, 2.2, 2.6, 7).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations

from reference_engines import lim
from reference_engines.frame.results import NoLegalPairingError, UnsupportedEventError
from reference_engines.frame.rules import ExpectedPairing
from reference_engines.lim.edition import LimReadings
from reference_engines.lim.event import LimEvent
from reference_engines.lim.rules import LIM_2026, LimRound, LimRules
from reference_engines.literal.lim.players import (
    Compatibility,
    Text,
    TwinPlayer,
    TwinRound,
    keeps_limits,
    limits_allow,
    read_round,
)
from reference_engines.sequential import Pairs
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event

TwinPairs = list[tuple[TwinPlayer, TwinPlayer]]

MAX_RATING_DIFFERENCE = 100
"""In maxi-tournaments (3.2.3, 3.8, 5.7)."""


class PairingDirection(Enum):
    """The direction in which scoregroups are paired (2.2)."""

    DOWN = "downward"
    UP = "upwards"

    def sort_players(self, players: Iterable[TwinPlayer]) -> list[TwinPlayer]:
        """Return players as their pairings are scrutinised: highest number first, upwards lowest first (4.1)."""
        return sorted(players, key=lambda player: player.rank, reverse=self is PairingDirection.UP)

    def sort_floaters(self, floaters: Iterable[TwinPlayer]) -> list[TwinPlayer]:
        """Return floaters as they are paired: farthest score first, then by number (3.6, 3.7)."""
        sign = -1 if self is PairingDirection.DOWN else 1
        return sorted(floaters, key=lambda floater: (sign * floater.score, -sign * floater.rank))

    def floating_order(self, player: TwinPlayer) -> int:
        """Return a key by which the first to float is the lowest numbered player, upwards the highest (3.2.4)."""
        return -player.rank if self is PairingDirection.DOWN else player.rank


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TwinScoregroup:
    """A scoregroup before its floaters are chosen."""

    players: frozenset[TwinPlayer]
    """The residents and the floaters that have arrived."""
    arrived: frozenset[TwinPlayer]
    """The players who have already floated to the scoregroup in this round (3.9.1)."""
    adjacent: tuple[TwinPlayer, ...]
    """The players of the next scoregroup in the direction."""
    direction: PairingDirection
    bound: tuple[TwinPlayer, ...] = ()
    """Floaters on their way to the adjacent scoregroup who have skipped this one (LIM-FURTHER)."""


class FloaterSelection:
    """The choice of the floaters of one scoregroup."""

    def __init__(self, group: TwinScoregroup, rules: Compatibility) -> None:
        """Take a scoregroup before any player floats from it."""
        self.group = group
        self.rules = rules
        self.readings = rules.round.readings

    def floaters(self) -> frozenset[TwinPlayer]:
        """Return the players who float from the scoregroup: as few as possible (LIM-MOST-PAIRS)."""
        group = self.group.players
        alone = frozenset(player for player in group if not self.rules.opponents(player, group))  # 2.3.1 to 2.3.3
        players = group - alone
        amounts = range(len(players) % 2, len(players) + 1, 2)
        amount = next(size for size in amounts if next(self._leaving_sets(players, size), None) is not None)
        if amount == 0:
            return alone
        if amount == 1:
            chosen = self._choose_one(players, players, alone)  # 2.3.4
            if frozenset({chosen}) in self._least_breaking_sets(players, amount):
                return alone | {chosen}
        return alone | self._choose_blocked(players, amount, alone)

    def _leaving_sets(self, players: frozenset[TwinPlayer], amount: int) -> Iterator[frozenset[TwinPlayer]]:
        """Yield every set of players of a size after whose transfer the remaining players can all be paired."""
        for leaving in combinations(self.group.direction.sort_players(players), amount):
            if self.rules.can_all_be_paired(players - set(leaving)):
                yield frozenset(leaving)

    def _least_breaking_sets(self, players: frozenset[TwinPlayer], amount: int) -> list[frozenset[TwinPlayer]]:
        """Return the sets after whose transfer the fewest pairs break limits: before all else (6, LIM-LAST-ROUND)."""
        broken = {
            leaving: self.rules.fewest_beyond_limits(players - leaving)
            for leaving in self._leaving_sets(players, amount)
        }
        fewest = min(number for number in broken.values() if number is not None)
        return [leaving for leaving, number in broken.items() if number == fewest]

    # --- 2.3.4, 3.2, 3.10 ---------------------------------------------------------------------------------------------

    def _choose_one(
        self, choice: Iterable[TwinPlayer], players: frozenset[TwinPlayer], alone: frozenset[TwinPlayer]
    ) -> TwinPlayer:
        """
        Choose a floater by type (3.9.2), the round before (3.10), due colour (3.2.2), number (3.2.4).

        That order is LIM-FLOATER-ORDER. In maxi-tournaments the player chosen for the colour must be of nearly the
        rating of the player who would float otherwise (3.2.3, LIM-MAXI-FLOATER).
        """
        order = self.group.direction.floating_order
        first = {player: self._types_and_round_before(player, alone) for player in choice}
        equalises = {player: self._equalises(player, players) for player in first}
        yardstick = min(first, key=lambda player: (first[player], order(player)))
        if self.readings.colours_before_types:
            chosen = min(first, key=lambda player: (not equalises[player], first[player], order(player)))
        else:
            chosen = min(first, key=lambda player: (first[player], not equalises[player], order(player)))
        if not self.rules.round.is_maxi or not equalises[chosen]:
            return chosen
        residents = first.keys() - self.group.arrived
        if self.readings.lowest_floats_in_maxi and residents:
            yardstick = min(residents, key=order)
        return yardstick if abs(chosen.rating - yardstick.rating) > MAX_RATING_DIFFERENCE else chosen

    def _types_and_round_before(self, player: TwinPlayer, alone: frozenset[TwinPlayer]) -> tuple[int, int, int, bool]:
        """Return the reasons to avoid a floater: the types (3.9.2), and a float in the round just before (3.10)."""
        types = self._count_types(alone | {player})
        is_spared = player.floated
        if self.readings.spared_for_type_d_alone and types != self._count_types(alone):
            is_spared = False  # the player who floats instead makes a floater of type a, b or c (3.10.1, LIM-SPARED)
        return (*types, is_spared)

    def _equalises(self, player: TwinPlayer, players: Iterable[TwinPlayer]) -> bool:
        """Whether a player is due the colour that more players are due (3.2.2)."""
        difference = self._difference_of_dues(players)
        if difference == 0:
            return False
        return self.rules.due(player) is (Colour.WHITE if difference > 0 else Colour.BLACK)

    def _difference_of_dues(self, players: Iterable[TwinPlayer]) -> int:
        dues = [self.rules.due(player) for player in players]
        return dues.count(Colour.WHITE) - dues.count(Colour.BLACK)

    # --- 4.4 ----------------------------------------------------------------------------------------------------------

    def _choose_blocked(
        self, players: frozenset[TwinPlayer], amount: int, alone: frozenset[TwinPlayer]
    ) -> frozenset[TwinPlayer]:
        """Choose the players whom exchanges cannot help, by type and number (LIM-BLOCKED)."""
        choice = self._least_breaking_sets(players, amount)
        if self.readings.chosen_where_blocked and amount == 1:
            return frozenset({self._choose_one([player for (player,) in choice], players, alone)})

        def key(leaving: frozenset[TwinPlayer]) -> tuple[tuple[int, int, int], int, int, list[int]]:
            round_before = difference = 0
            if self.readings.chosen_where_blocked:
                round_before = sum(player.floated for player in leaving)
                difference = abs(self._difference_of_dues(players - leaving))
            numbers = sorted(self.group.direction.floating_order(player) for player in leaving)
            return self._count_types(alone | leaving), round_before, difference, numbers

        return min(choice, key=key)

    # --- 3.3, 3.4, 3.9 ------------------------------------------------------------------------------------------------

    def _count_types(self, floaters: Collection[TwinPlayer]) -> tuple[int, int, int]:
        """Return the numbers of floaters of the types a, b and c (3.9.1)."""
        having = having_opponent([*self.group.bound, *floaters], self.group.adjacent, self.group.direction, self.rules)
        arrived = [floater for floater in floaters if floater in self.group.arrived]
        type_a = sum(floater not in having for floater in arrived)
        without = sum(floater not in having for floater in floaters)
        return type_a, len(arrived) - type_a, without - type_a


def having_opponent(
    floaters: Collection[TwinPlayer],
    group: Collection[TwinPlayer],
    direction: PairingDirection,
    rules: Compatibility,
) -> set[TwinPlayer]:
    """
    Return the floaters who have a compatible opponent in a scoregroup.

    The opponents of floaters with higher scores or numbers (upwards: lower ones) are excluded (3.3, 3.4): as many as
    these floaters need, or all of them (LIM-EXCLUDED).
    """
    having: list[TwinPlayer] = []
    excluded: set[TwinPlayer] = set()
    for floater in direction.sort_floaters(floaters):
        if rules.round.readings.all_opponents_excluded:
            opponents = rules.opponents(floater, group)
            has_opponent = not excluded.issuperset(opponents)
            excluded.update(opponents)
        else:
            has_opponent = _can_each_have_one([*having, floater], frozenset(group), rules)
        if has_opponent:
            having.append(floater)
    return set(having)


def _can_each_have_one(floaters: Sequence[TwinPlayer], group: frozenset[TwinPlayer], rules: Compatibility) -> bool:
    """Whether every floater can have an opponent of a group that no other floater has."""
    if not floaters:
        return True
    *before, last = floaters
    return any(_can_each_have_one(before, group - {opponent}, rules) for opponent in rules.opponents(last, group))


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

    def pairs(self, players: Iterable[TwinPlayer], floaters: Sequence[TwinPlayer]) -> TwinPairs | None:
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

    def _pair_residents(self, players: frozenset[TwinPlayer]) -> TwinPairs:
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
        self, players: frozenset[TwinPlayer], known: dict[frozenset[TwinPlayer], tuple[int, TwinPairs]]
    ) -> tuple[int, TwinPairs]:
        """Return the fewest clashes that the scoregroup can have, and the first pairs that have them (LIM-SCRUTINY)."""
        if not players:
            return 0, []
        if players not in known:
            first, *rest = self.direction.sort_players(players)
            tries: list[tuple[int, TwinPairs]] = []
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairedRound:
    """A round as the procedure pairs it."""

    games: tuple[tuple[TwinPlayer, TwinPlayer], ...]
    """(White, Black), in the order in which the pairs are made."""
    bye: TwinPlayer | None
    transferred: frozenset[TwinPlayer]
    """All floaters, the players of cracked pairings included."""


def pair_round(round_: TwinRound) -> PairedRound:
    """Pair a round; raise NoLegalPairingError if not all players can be paired."""
    rules = Compatibility(round_)
    bye = allocate_bye(rules)
    walk = TwinWalk(rules, [player for player in round_.players if player is not bye])
    games = tuple(allocate_colours(pair, rules) for pair in walk.pairs())
    return PairedRound(games=games, bye=bye, transferred=frozenset(walk.transferred))


def allocate_bye(rules: Compatibility) -> TwinPlayer | None:
    """
    Return the lowest ranked player of the lowest scoregroup (1.1, 7.1); None if the number of players is even.

    If this player may not have the bye, or the remaining players cannot be paired, it is the next player upwards
    (LIM-BYE-COMPLETION). Raise NoLegalPairingError if there is none.
    """
    players = rules.round.players
    if len(players) % 2 == 0:
        if not rules.can_all_be_paired(players):
            raise rules.no_legal_pairing("the players cannot all be paired")
        return None
    by_rating = rules.round.readings.bye_to_lowest_rating  # LIM-BYE-RANK
    for player in sorted(players, key=lambda one: (one.score, one.rating if by_rating else 0, -one.rank)):
        if player.may_have_bye and rules.can_all_be_paired(set(players) - {player}):
            return player
    raise rules.no_legal_pairing("no player can have the bye and leave all other players to be paired")


class TwinWalk:
    """The scoregroups from the highest down, from the lowest up, and the median one last (2.2)."""

    def __init__(self, rules: Compatibility, players: Sequence[TwinPlayer]) -> None:
        """Take all players to be paired, without the player who has the bye."""
        self.rules = rules
        self.transferred: set[TwinPlayer] = set()
        self.groups: dict[int, list[TwinPlayer]] = {}
        for player in players:
            self.groups.setdefault(player.score, []).append(player)
        scores, twice_median = sorted(self.groups), rules.round.twice_median
        self.above = [score for score in reversed(scores) if 2 * score > twice_median]
        self.below = [score for score in scores if 2 * score < twice_median]
        self.median = [player for player in players if 2 * player.score == twice_median]

    def pairs(self) -> list[GroupPair]:
        """Return all pairs, those of the median scoregroup last."""
        above, down_floaters = self._pair_half(PairingDirection.DOWN, self.above, self.median)
        adjacent = list(self.median)
        if not self.rules.round.readings.residents_alone_adjacent:  # LIM-ADJACENT
            adjacent += down_floaters
        below, up_floaters = self._pair_half(PairingDirection.UP, self.below, adjacent)
        median = self._pair_median(down_floaters, up_floaters)
        while median is None:
            self._crack(above, below, down_floaters, up_floaters)
            median = self._pair_median(down_floaters, up_floaters)
        return [pair for group in (*above, *below, median) for pair in group]

    def _pair_half(
        self, direction: PairingDirection, scores: Sequence[int], median: Sequence[TwinPlayer]
    ) -> tuple[list[list[GroupPair]], list[TwinPlayer]]:
        """Return the pairs of the scoregroups above or below the median one, and the floaters to that."""
        groups: list[list[GroupPair]] = []
        coming: dict[int | None, list[TwinPlayer]] = {}
        for index, score in enumerate(scores):
            arrived = coming.pop(score, [])
            players = frozenset((*self.groups[score], *arrived))
            further: dict[int | None, Sequence[TwinPlayer]] = {
                **{later: self.groups[later] for later in scores[index + 1 :]},
                None: median,
            }
            adjacent = next(iter(further))
            group = TwinScoregroup(
                players=players,
                arrived=frozenset(arrived),
                adjacent=tuple(further[adjacent]),
                bound=tuple(coming.get(adjacent, ())),
                direction=direction,
            )
            floaters = FloaterSelection(group, self.rules).floaters()
            groups.append(self._pair_group(direction, players - floaters, set(arrived) - floaters))
            self.transferred |= floaters
            for floater in direction.sort_floaters(floaters):
                destination = self._destination(floater, further, coming, direction)
                coming.setdefault(destination, []).append(floater)
        return groups, coming.get(None, [])

    def _pair_group(
        self, direction: PairingDirection, players: Iterable[TwinPlayer], floaters: Iterable[TwinPlayer]
    ) -> list[GroupPair]:
        pairs = Scrutiny(self.rules, direction).pairs(players, direction.sort_floaters(floaters))
        if pairs is None:
            raise AssertionError("the players that remain after transfer can be paired")
        below = direction is PairingDirection.UP
        return [GroupPair(first=first, second=second, is_below_median=below) for first, second in pairs]

    def _destination(
        self,
        floater: TwinPlayer,
        further: Mapping[int | None, Sequence[TwinPlayer]],
        coming: Mapping[int | None, list[TwinPlayer]],
        direction: PairingDirection,
    ) -> int | None:
        """
        Return the score of the scoregroup to which a player floats (3.2.1); None for the median one.

        It is the adjacent one, or the first in which the player has a compatible opponent (3.5, LIM-FURTHER).
        """
        if not self.rules.round.readings.floaters_skip:
            return next(iter(further))
        for score, players in further.items():
            if floater in having_opponent([*coming.get(score, ()), floater], players, direction, self.rules):
                return score
        return None

    def _pair_median(
        self, down_floaters: Sequence[TwinPlayer], up_floaters: Sequence[TwinPlayer]
    ) -> list[GroupPair] | None:
        """Pair the median scoregroup downward: down-floaters, up-floaters, residents (3.6.3); None if it is blocked."""
        floaters = [
            *PairingDirection.DOWN.sort_floaters(down_floaters),
            *PairingDirection.UP.sort_floaters(up_floaters),
        ]
        pairs = Scrutiny(self.rules, PairingDirection.DOWN).pairs((*self.median, *floaters), floaters)
        if pairs is None:
            return None
        return [GroupPair(first=first, second=second, is_below_median=False) for first, second in pairs]

    def _crack(
        self,
        above: list[list[GroupPair]],
        below: list[list[GroupPair]],
        down_floaters: list[TwinPlayer],
        up_floaters: list[TwinPlayer],
    ) -> None:
        """Crack the next pairing of one side (LIM-CRACK), and add its players to the floaters (2.6.1, 2.6.2)."""
        first_made = self.rules.round.readings.first_pair_cracked
        sides = [(above, down_floaters), (below, up_floaters)]
        if len(down_floaters) > len(up_floaters):
            sides.reverse()
        for groups, floaters in sides:
            for group in groups if first_made else reversed(groups):
                if group:
                    cracked = group.pop(0 if first_made else -1)
                    floaters.extend(cracked.players)
                    self.transferred.update(cracked.players)
                    return
        raise NoLegalPairingError("the median scoregroup is blocked, and no pairing is left to be cracked")


def pair_event(event: Event, number: int, readings: LimReadings, *, text: Text, is_maxi: bool = False) -> PairedRound:
    """Pair a round of an event; raise NoLegalPairingError or UnsupportedEventError."""
    transferred = None
    if readings.all_transferred_floated and number > 1:
        transferred = _transferred(event, number - 1, readings, text=text, is_maxi=is_maxi)
    return pair_round(read_round(event, number, readings, text=text, is_maxi=is_maxi, transferred=transferred))


def _transferred(
    event: Event, number: int, readings: LimReadings, *, text: Text, is_maxi: bool
) -> frozenset[int] | None:
    """Return the players whom the procedure transferred in a recorded round; None if it does not make its pairs."""
    try:
        paired = pair_event(event, number, readings, text=text, is_maxi=is_maxi)
    except NoLegalPairingError:
        return None
    opponents = {white.number: black.number for white, black in paired.games}
    opponents |= {black: white for white, black in opponents.items()}
    entries = {row.tpn: row.rounds[number - 1].opponent for row in event.players}
    recorded = {tpn: opponent for tpn, opponent in entries.items() if opponent is not None}
    return frozenset(player.number for player in paired.transferred) if opponents == recorded else None


@dataclass(frozen=True, kw_only=True)
class LiteralLimRules(LimRules):
    """Rules that pair as the twin does; everything else is what the engine says."""

    text: Text = Text.SINCE_2026

    def bind(self, event: LimEvent, number: int) -> LiteralLimRound:
        """Return a round of a prepared event."""
        return LiteralLimRound(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class LiteralLimRound(LimRound):
    """A round that the twin pairs."""

    rules: LiteralLimRules

    def pair(self) -> ExpectedPairing[Pairs]:
        """Pair the round from the event alone; boards stand in the order of scores and numbers (LIM-BOARDS)."""
        rules = self.rules
        if rules.misread is not LIM_2026.misread:
            raise UnsupportedEventError("the literal twin pairs by the text alone, and follows no misreading")
        paired = pair_event(self.event.event, self.number, rules.readings, text=rules.text, is_maxi=rules.is_maxi)
        place = self.position
        games = tuple(sorted(((place[white.number], place[black.number]) for white, black in paired.games), key=min))
        bye = None if paired.bye is None else place[paired.bye.number]
        return ExpectedPairing(games=games, bye=bye, trace=tuple((min(game), max(game)) for game in games))


LITERAL_LIM = LiteralLimRules(edition=lim.LITERAL_2026, article_number=LIM_2026.article_number)
"""Tries everything; for small fields."""
