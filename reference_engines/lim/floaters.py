"""The choice of floaters from a scoregroup before it is paired (2.3, 3.1 to 3.5, 3.9, 3.10, 4.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

from reference_engines.lim.completion import (
    Types,
    count_opponents,
    exclude_opponents,
    left_over,
    types_at_best,
    ways_to_leave,
)
from reference_engines.lim.edition import FloatReason, LimReadings, LimStep, LimStepKind, Rank
from reference_engines.lim.participants import LimParticipants
from tournaments.frozen import FrozenStruct, dataclass

Key = tuple[int, ...]

_MAX_RATING_DIFFERENCE = 100
"""In maxi-tournaments, ratings that differ by more keep players from being exchanged for colours (3.2.3, 3.8, 5.7)."""
_MAX_LEAVING_SETS = 2000
"""Sets of floaters that are compared where all opponents are excluded (LIM-EXCLUDED)."""


class LimScoregroup(FrozenStruct, frozen=True, kw_only=True):
    """A scoregroup with the players who have floated into it."""

    score: int
    side: int
    """1 where pairing proceeds downward above the median scoregroup, -1 upwards below it, 0 in the median one."""
    residents: tuple[int, ...]
    incoming: tuple[int, ...] = ()
    adjacent: tuple[int, ...] = ()
    """The players of the scoregroup to which floaters are transferred."""


def scrutiny_order(participants: LimParticipants, players: Iterable[int], side: int) -> list[int]:
    """Return players in the order of scrutiny: the highest numbered first, or the lowest where it proceeds upwards."""
    return sorted(players, key=lambda player: participants[player].tpn, reverse=side < 0)


def are_rated_alike(participants: LimParticipants, first: int, second: int) -> bool:
    """Whether two players may be exchanged for colours: in maxi-tournaments not if their ratings are far apart."""
    return (
        not participants.is_maxi
        or abs(participants[first].rating - participants[second].rating) <= _MAX_RATING_DIFFERENCE
    )


def choose_floaters(participants: LimParticipants, group: LimScoregroup, readings: LimReadings) -> Iterator[LimStep]:
    """
    Yield the floaters from a scoregroup one by one: the fewest without whom all others can be paired (LIM-MOST-PAIRS).

    First the players without a compatible opponent (2.3.1 to 2.3.3); then one player to make the number even (2.3.4),
    unless the others could not be paired then; finally the players who cannot be paired despite exchanges (4.4).
    """
    left = scrutiny_order(participants, (*group.residents, *group.incoming), group.side)
    gone: list[int] = []
    blocked = False
    while True:
        missing, possible = left_over(participants, left)
        if not missing:
            return
        alone = [player for player in left if not participants.meet[player, left].any()]
        ranks = _FloaterRanks(participants=participants, group=group, readings=readings, left=left, gone=gone)
        if alone:
            reason, candidates = FloatReason.NO_OPPONENT, ranks.sort_by_number(alone)
        else:
            chosen = ranks.sort_by_choice(left) if len(left) % 2 else []
            blocked = blocked or not chosen or chosen[0][0] not in possible
            reason = FloatReason.BLOCKED if blocked else FloatReason.MAKE_EVEN
            if missing > 1:
                ranks = replace(ranks, combined_types=ranks.count_combined_types(possible))
            is_choice = not blocked or readings.chosen_where_blocked
            candidates = ranks.sort_by_choice(possible) if is_choice else ranks.sort_by_number(possible)
        taken = candidates[0][0]
        yield LimStep(
            kind=LimStepKind.FLOATING,
            score=group.score,
            side=group.side,
            group=tuple(left),
            taken=(taken,),
            reason=reason,
            ranks=tuple(candidates),
        )
        left.remove(taken)
        gone.append(taken)


@dataclass(frozen=True, kw_only=True)
class _FloaterRanks:
    """The ranks of the players left in a scoregroup as floaters."""

    participants: LimParticipants
    group: LimScoregroup
    readings: LimReadings
    left: Sequence[int]
    gone: Sequence[int]
    combined_types: Mapping[int, Types] | None = None
    """The types of all floaters that must leave with a player; None where one floater is enough."""

    @cached_property
    def due_to_more(self) -> int:
        """The colour that is due to more players left; 0 if both are due to as many."""
        balance = sum(self.participants[player].due for player in self.left)
        return (balance > 0) - (balance < 0)

    def sort_by_choice(self, players: Collection[int]) -> list[tuple[int, Rank]]:
        """Rank players by types, float before, colour and number, the first choice first (LIM-FLOATER-ORDER)."""
        ranks = {player: self._rank(player) for player in players}
        if self.due_to_more:
            ranks = self._with_colours(ranks)
        return sorted(ranks.items(), key=lambda item: self._key(item[1]))

    def sort_by_number(self, players: Collection[int]) -> list[tuple[int, Rank]]:
        """Rank players by types and number alone: the number is even already (LIM-BLOCKED)."""
        ranks = {player: Rank(types=self._types(player), place=self._place(player)) for player in players}
        return sorted(ranks.items(), key=lambda item: self._key(item[1]))

    def _key(self, rank: Rank) -> Key:
        key = (*rank.types, rank.floated, rank.against, rank.place)
        return (rank.too_far, rank.against, *key) if self.readings.colours_before_types else (rank.too_far, *key)

    def _rank(self, player: int) -> Rank:
        """Rank a player as if colours did not count."""
        floated = self.participants[player].floated
        if self.readings.spared_for_type_d_alone:
            floated = floated and sum(self._types(player)) == sum(self._count_types(self.gone))
        return Rank(types=self._types(player), floated=floated, place=self._place(player))

    def _with_colours(self, ranks: dict[int, Rank]) -> dict[int, Rank]:
        """Add whether players are due the colour that is due to more (3.2.2), and near enough in rating (3.2.3)."""
        players, due = self.participants.players, self.due_to_more
        first = min(ranks, key=lambda player: self._key(ranks[player]))
        if not self.readings.lowest_floats_in_maxi:
            equalising = {
                player
                for player in ranks
                if players[player].due == due and are_rated_alike(self.participants, player, first)
            }
            return {player: replace(rank, against=player not in equalising) for player, rank in ranks.items()}
        ranks = {player: replace(rank, against=players[player].due != due) for player, rank in ranks.items()}
        chosen = min(ranks, key=lambda player: self._key(ranks[player]))
        lowest = next(player for player in reversed(self.left) if player not in self.group.incoming)
        if ranks[chosen].against or are_rated_alike(self.participants, chosen, lowest) or lowest not in ranks:
            return ranks
        return {player: replace(rank, too_far=player != lowest) for player, rank in ranks.items()}

    def _place(self, player: int) -> int:
        """Return the place of a player as a floater: the lowest numbered first, upwards the highest (3.2.4)."""
        return len(self.left) - 1 - self.left.index(player)

    def _types(self, player: int) -> Types:
        return (self.combined_types or {}).get(player) or self._count_types((*self.gone, player))

    def count_combined_types(self, possible: Collection[int]) -> dict[int, Types]:
        """Return the types of all floaters with each player, if the further ones are well chosen (3.9.2)."""
        if not self.readings.all_opponents_excluded:
            return {
                player: types_at_best(
                    self.participants,
                    [staying for staying in self.left if staying != player],
                    [*self.gone, player],
                    self.group.incoming,
                    self.group.adjacent,
                )
                for player in possible
            }
        ways = list(islice(ways_to_leave(self.participants, self.left), _MAX_LEAVING_SETS + 1))
        if len(ways) > _MAX_LEAVING_SETS:
            return {}
        types = {way: self._count_types((*self.gone, *way)) for way in ways}
        return {player: min(types[way] for way in ways if player in way) for player in possible}

    def _count_types(self, leaving: Sequence[int]) -> Types:
        """
        Return the numbers of floaters of the types a, b and c (3.9).

        Opponents are given to floaters with higher scores and numbers first, below the median scoregroup to floaters
        with lower ones (3.3, 3.4): to floaters who float on, then to residents.
        """
        participants, group = self.participants, self.group
        players = participants.players
        on = [player for player in leaving if player in group.incoming]
        if self.readings.all_opponents_excluded:
            order = sorted(leaving, key=lambda at: (-group.side * players[at].score, group.side * players[at].tpn))
            served = exclude_opponents(participants, order, group.adjacent)
            served_on, all_served = sum(player in on for player in served), len(served)
        else:
            served_on = count_opponents(participants, on, group.adjacent)
            all_served = count_opponents(participants, leaving, group.adjacent)
        return len(on) - served_on, served_on, len(leaving) - len(on) - (all_served - served_on)
