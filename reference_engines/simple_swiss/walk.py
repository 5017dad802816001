"""
The asking: scoregroup after scoregroup, the first player who looks for an opponent takes the first available one.

An opponent is available if the two may meet within the limits of the stage, and the group can still have as many pairs
as possible in a complete round (SIMPLE-AVAILABLE). That is a question of matching; the first available opponent is
taken.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, groupby, pairwise
from operator import itemgetter, sub
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.frame.unpairable import no_legal_pairing
from reference_engines.matching import first_best
from reference_engines.sequential import is_pairable
from reference_engines.simple_swiss.edition import LimitStage, SimpleOptions
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray
    from reference_engines.frame.results import NoLegalPairingError
    from reference_engines.simple_swiss.participants import SimpleParticipants

    MakePairs = Callable[[SimpleParticipants, SimpleOptions, int | None], Iterator[tuple[int, int]]]
    """Makes the pairs of a round one by one, given the bye that is chosen beforehand."""

_NO_EDGE = -1


class Turn(FrozenStruct, frozen=True, kw_only=True):
    """One player's turn."""

    player: int
    """The position of the player who asks."""
    group: tuple[int, ...]
    """The players of the group who still look for an opponent, in order; the first of them asks."""
    stage: LimitStage
    taken: int | None
    """None: no opponent is available, and the player goes down to the next group."""
    from_above: int = 0
    """The number of players of the group, its first ones, who have come down from the group above."""


def opponents_order(group: Sequence[int], options: SimpleOptions, from_above: int = 0) -> list[int]:
    """Return the players whom the first of a group asks, in order; ``from_above`` have come down (SIMPLE-FLOATERS)."""
    if options.floaters_meet_the_first and from_above:
        return [*group[from_above:], *group[1:from_above]]
    middle = max(1, (len(group) + options.odd_middle_rounded_up) // 2)
    upper, lower = list(group[1:middle]), list(group[middle:])
    if not options.outwards:
        return lower + upper[::-1]
    order = []
    for place, player in enumerate(lower):
        order.append(player)
        order += upper[len(upper) - 1 - place : len(upper) - place] if place < len(upper) else []
    return order


def choose_bye(participants: SimpleParticipants) -> int | None:
    """
    Return the position of the player with the bye, None for an even number (SIMPLE-BYE).

    Raise NoLegalPairingError if the others cannot be completely paired whoever has it.
    """
    size = participants.players.size
    meet = participants.meet.astype(np.bool_)
    if size % 2 == 0:
        if not is_pairable(meet, range(size)):
            raise _impossible(participants, "no complete pairing of players who may meet exists")
        return None
    for player in reversed(range(size)):
        others = [staying for staying in range(size) if staying != player]
        if participants.players.bye_allowed[player] and is_pairable(meet, others):
            return player
    raise _impossible(participants, "no complete pairing exists whoever has the bye")


def _impossible(participants: SimpleParticipants, message: str) -> NoLegalPairingError:
    return no_legal_pairing(message, participants.meet, participants.numbers, participants.players.bye_allowed)


class _GroupRules(FrozenStruct, frozen=True, kw_only=True):
    """The requirements on the pairs of a scoregroup, and on all pairs of the round."""

    meet: BoolArray
    """The requirement on leavers and the rest: two players have not met."""
    within: BoolArray
    """The limits on pairs in the group."""
    breaches: tuple[BoolArray, ...] = ()
    """Pairs of which the group has the fewest possible, the most important kind first."""

    def fewest(self, group: list[int], rest: list[int]) -> tuple[int, ...] | None:
        """
        Return the fewest leavers of a group in a complete round, and then the fewest breaches.

        None if the round cannot be completed.
        """
        players = group + rest
        if len(group) <= 1:  # a player alone must leave
            return (len(group), *(0 for _ in self.breaches)) if is_pairable(self.meet, players) else None
        if len(players) % 2:
            return None
        if is_pairable(self.within, group) and is_pairable(self.meet, rest):
            rest = []  # nobody needs to leave, so the rest adds nothing
        costs = self._costs(group, rest)
        mates = first_best(costs)
        if mates is None:
            return None
        return tuple((costs[:, np.arange(len(mates)), mates].sum(axis=1) // 2).tolist())

    def first_opponent(self, group: list[int], rest: list[int]) -> int | None:
        """
        Return the first opponent of the first player of a group with whom the group does as well as it can.

        ``group`` lists the other players in the order of asking. None if the first player must leave.
        """
        # Of all best matchings, the kernel keeps those that give vertex 0 the lowest mate.
        mates = first_best(self._costs(group, rest), settled=range(1))
        if mates is None:
            raise ValueError("the round cannot be completed")
        return group[mate] if (mate := int(mates[0])) < len(group) else None

    def _costs(self, group: list[int], rest: list[int]) -> NDArray[np.int64]:
        """Return the costs of pairs of the group and the rest, the leavers on level 0."""
        players, inside = group + rest, len(group)
        costs = np.zeros((1 + len(self.breaches), len(players), len(players)), dtype=np.int64)
        costs[0, :inside, inside:] = costs[0, inside:, :inside] = 1
        for level, breach in enumerate(self.breaches, start=1):
            costs[level, :inside, :inside] = breach[np.ix_(group, group)]
        possible = self.meet[np.ix_(players, players)]
        possible[:inside, :inside] = self.within[np.ix_(group, group)]
        return np.where(possible, costs, _NO_EDGE)

    def pair_breaches(self, first: int, second: int) -> tuple[int, ...]:
        """Return the costs that a pair of the group adds."""
        return (0, *(int(breach[first, second]) for breach in self.breaches))


def take_turns(participants: SimpleParticipants, options: SimpleOptions) -> tuple[tuple[Turn, ...], int | None]:
    """Return every turn of a round, in order, and the position of the player with the bye."""
    chosen = choose_bye(participants)
    if chosen is None or not options.bye_left_over:
        return tuple(turns_with_bye(participants, options, chosen)), chosen
    turns = tuple(turns_with_bye(participants, options, None))
    paired = {player for turn in turns if turn.taken is not None for player in (turn.player, turn.taken)}
    (left,) = (player for player in range(participants.players.size) if player not in paired)
    return turns, left


def pair_in_turn(
    participants: SimpleParticipants, options: SimpleOptions, make_pairs: MakePairs
) -> Iterator[tuple[int, ...]]:
    """Yield every pair, and the player with the bye: first of all if the bye is chosen beforehand, else at last."""
    chosen = choose_bye(participants)
    bye = None if options.bye_left_over else chosen
    left = {*range(participants.players.size)}
    for part in chain([(bye,)] if bye is not None else [], make_pairs(participants, options, bye)):
        yield part
        left -= {*part}
    yield from ((player,) for player in left)


def ask_in_turn(participants: SimpleParticipants, options: SimpleOptions) -> Iterator[tuple[int, ...]]:
    """Yield the pair of every turn, and the player with the bye."""
    return pair_in_turn(participants, options, _make_pairs)


def _make_pairs(participants: SimpleParticipants, options: SimpleOptions, bye: int | None) -> Iterator[tuple[int, int]]:
    turns = turns_with_bye(participants, options, bye)
    return ((turn.player, turn.taken) for turn in turns if turn.taken is not None)


def turns_with_bye(participants: SimpleParticipants, options: SimpleOptions, bye: int | None) -> Iterator[Turn]:
    """Yield every turn of a round, in order; without a chosen bye, the player left over has it."""
    return (turn for _, turn in _turns_with_group(participants, options, bye))


def turns_by_group(
    participants: SimpleParticipants, options: SimpleOptions, bye: int | None
) -> Iterator[tuple[Turn, ...]]:
    """Yield the turns of `turns_with_bye` scoregroup by scoregroup; a group without players has none."""
    for _, turns in groupby(_turns_with_group(participants, options, bye), key=itemgetter(0)):
        yield tuple(turn for _, turn in turns)


def _turns_with_group(
    participants: SimpleParticipants, options: SimpleOptions, bye: int | None
) -> Iterator[tuple[int, Turn]]:
    """Yield every turn of a round, in order, with the position at which its scoregroup begins."""
    size = participants.players.size
    starts = [*participants.players.groups, size]
    left_over = [size] if bye is None and participants.players.is_odd else []  # pairing with the bye
    leavers: list[int] = []
    for begin, after in pairwise(starts):
        group = leavers + [player for player in range(begin, after) if player != bye]
        rest = [player for player in range(after, size) if player != bye] + left_over
        came_down, leavers = frozenset(leavers), []
        for turn in _turns_in_group(participants, options, (group, rest), came_down):
            leavers += [turn.player] if turn.taken is None else []
            yield begin, turn


def _turns_in_group(
    participants: SimpleParticipants,
    options: SimpleOptions,
    players: tuple[list[int], list[int]],
    came_down: frozenset[int],
) -> Iterator[Turn]:
    """Yield the turns of a group; ``players`` are its members and the rest of the round."""
    stage, rules, least = _choose_rules(participants, options, *players)
    looking, below = list(players[0]), list(players[1])
    while looking:
        player = looking[0]
        from_above = sum(player in came_down for player in looking)
        taken, left = _first_available(rules, opponents_order(looking, options, from_above), (looking, below, least))
        yield Turn(player=player, group=tuple(looking), stage=stage, taken=taken, from_above=from_above)
        looking.remove(player)
        least = left
        if taken is None:
            below.append(player)
        else:
            looking.remove(taken)


def _choose_rules(
    participants: SimpleParticipants, options: SimpleOptions, group: list[int], rest: list[int]
) -> tuple[LimitStage, _GroupRules, tuple[int, ...]]:
    """Return the stage in which a group is paired (SIMPLE-STAGES), its rules, and its fewest leavers and breaches."""
    meet = participants.meet_with_bye().astype(np.bool_)
    free = _GroupRules(meet=meet, within=meet)
    fewest = free.fewest(group, rest)
    if fewest is None:
        raise ValueError("a group leaves a round that cannot be completed")
    if options.limits_by_pair:
        rules = replace(free, breaches=tuple(~participants.within(stage) for stage in options.counted))
        least = rules.fewest(group, rest) or fewest
        kept = {stage for stage, breaches in zip(options.counted, least[1:], strict=True) if not breaches}
        return next((stage for stage in options.stages if stage in kept), LimitStage.NONE), rules, least
    stages = ((stage, replace(free, within=participants.within(stage))) for stage in options.stages)
    return next((stage, rules, fewest) for stage, rules in stages if rules.fewest(group, rest) == fewest)


def _first_available(
    rules: _GroupRules, candidates: list[int], situation: tuple[list[int], list[int], tuple[int, ...]]
) -> tuple[int | None, tuple[int, ...]]:
    """Return the first candidate with whom the group does as well as it can, and the leavers and breaches left."""
    looking, below, least = situation
    player = looking[0]
    if not candidates:
        return None, (least[0] - 1, *least[1:])
    # If nobody needs to leave, no best matching has a pair of the group and the rest: the group is matched by itself.
    taken = rules.first_opponent([player, *candidates], below if least[0] else [])
    if taken is None:
        return None, (least[0] - 1, *least[1:])
    return taken, tuple(map(sub, least, rules.pair_breaches(player, taken)))
