"""The walk from the bye to the median scoregroup (1.1, 2.2, 2.6, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.lim.floaters import FloaterSelection, PairingDirection, TwinScoregroup, having_opponent
from reference_engines.literal.lim.pairs import GroupPair, Scrutiny, allocate_colours
from reference_engines.literal.lim.players import Compatibility
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from reference_engines.literal.lim.players import TwinPlayer, TwinRound


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
