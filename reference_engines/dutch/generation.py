"""
The sequence in which candidates are generated (C.04.3:4; section D), as a value: keys for each kind of step.

The optimiser derives costs and decisions from the keys, which lead it to the first of the best candidates. The literal
walk sorts by them, and they compare two given candidates.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.frame.results import Generation
from reference_engines.matching import Decision, LastTerm
from reference_engines.packing import decision_rows
from tournaments.frozen import FrozenStruct, cached_property

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Recorded = Mapping[int, int]
    """Recorded opponents, by the same numbers as the players; empty unless a key uses them."""
    Choices = Sequence[tuple[int, Sequence[int]]]
    """Players in the order in which they choose, each with possible opponents in the order of choice."""

    from reference_engines.definitions.history import IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket, Candidate

Key = tuple[int, ...]


class Exchange(FrozenStruct, frozen=True, kw_only=True):
    """A swap of equally many residents between the original S1 and the original S2 (4.3.1; D.2)."""

    moved_to_s2: tuple[int, ...]
    """Ascending."""
    moved_to_s1: tuple[int, ...]
    """Ascending."""

    @property
    def difference(self) -> int:
        """The sum of the BSNs moved from S2 to S1 less the sum of those moved from S1 to S2."""
        return sum(self.moved_to_s1) - sum(self.moved_to_s2)

    def with_bsns(self, bsns: Sequence[int]) -> Exchange:
        """Return the exchange of players 1, 2, ... with these BSNs."""
        down, up = (tuple(bsns[number - 1] for number in moved) for moved in (self.moved_to_s2, self.moved_to_s1))
        return Exchange(moved_to_s2=down, moved_to_s1=up)


NO_EXCHANGE = Exchange(moved_to_s2=(), moved_to_s1=())


def find_exchange(pairs: Sequence[tuple[int, int]], s1: int, players: int) -> Exchange:
    """
    Return the exchange that leads to pairs (higher ranked first) of players 1 to ``players``; S1 has ``s1`` players.

    In a pair of two S1 players, the larger BSN has been moved to S2; in a pair of two S2 players, the smaller BSN has
    been moved to S1; a downfloater of S1 has been moved to S2. Any other exchange that yields the same candidate has a
    greater difference.
    """
    paired = {bsn for pair in pairs for bsn in pair}
    down = {low for _, low in pairs if low <= s1} | {bsn for bsn in range(1, s1 + 1) if bsn not in paired}
    up = {high for high, _ in pairs if s1 < high <= players}
    return Exchange(moved_to_s2=tuple(sorted(down)), moved_to_s1=tuple(sorted(up)))


class Split(FrozenStruct, frozen=True, kw_only=True):
    """S1 and S2 as vertices of a matching problem: ``outside`` targets, then S1, then S2 up to ``vertices``."""

    outside: int
    border: int
    """The first vertex of S2."""
    vertices: int
    recorded: Exchange = NO_EXCHANGE

    @property
    def s1(self) -> range:
        """Vertices of the original S1."""
        return range(self.outside, self.border)

    @property
    def s2(self) -> range:
        """Vertices of the original S2."""
        return range(self.border, self.vertices)


class ExchangeKey(FrozenStruct, frozen=True, kw_only=True, eq=False):
    """
    A rule that compares two exchanges (4.3.2; D.2).

    The optimiser follows it by costs of the moved players, or by decisions on the players to be moved.
    """

    key: Callable[[Exchange, Exchange], Key]
    """The key of an exchange, from the exchange and the recorded exchange; the smaller key comes first."""
    cost: Callable[[IntArray, int], IntArray] | None = None
    """The cost of moving each player, from the BSNs and the largest BSN of S1."""
    decisions: Callable[[Split], list[Decision]] | None = None


NUMBER = ExchangeKey(
    key=lambda exchange, _: (len(exchange.moved_to_s1),),
    cost=lambda bsn, last_of_s1: (bsn > last_of_s1).astype(np.int64),
)
"""4.3.2 rule 1 (D.2.a): the fewest exchanged BSNs."""
DIFFERENCE = ExchangeKey(
    key=lambda exchange, _: (exchange.difference,),
    # As many players leave S1 as enter it, so that the sum of the distances from a border is the difference of sums.
    cost=lambda bsn, last_of_s1: np.where(bsn > last_of_s1, bsn - last_of_s1 - 1, last_of_s1 + 1 - bsn),
)
"""Rule 2 (b): the smallest difference of sums."""
LEAVING_S1 = ExchangeKey(
    key=lambda exchange, _: tuple(-bsn for bsn in reversed(exchange.moved_to_s2)),
    decisions=lambda split: [(vertex, 0, vertex) for vertex in reversed(split.s1)],
)
"""Rule 3 (c): the largest differing BSN moved from S1 to S2."""
ENTERING_S1 = ExchangeKey(
    key=lambda exchange, _: exchange.moved_to_s1,
    decisions=lambda split: [(vertex, vertex + 1, split.vertices) for vertex in split.s2],
)
"""Rule 4 (d): the smallest differing BSN moved from S2 to S1."""


class OpponentKey(FrozenStruct, frozen=True, kw_only=True):
    """An order of the opponents of players who stand in order (4.2.2; D.1)."""

    key: Callable[[Sequence[int], Sequence[int], Recorded], Key]
    """The key, from the players, their opponents, and recorded opponents; the smaller key comes first."""
    settled: Callable[[Sequence[int], Sequence[int], Recorded], list[Decision]] | None = None
    """Decisions, from vertices and possible mates, both ascending, and recorded opponents. None: each vertex in turn
    gets the lowest mate."""


LEXICOGRAPHIC = OpponentKey(key=lambda _, opponents, __: tuple(opponents))
"""The smallest BSN for the first player, then for the second, and so on."""


class SetKey(FrozenStruct, frozen=True, kw_only=True):
    """An order of the sets of MDPs to be paired (4.4.2; D.3)."""

    key: Callable[[Sequence[int], Sequence[int], int], Key]
    """The key, from a set and the recorded set, ascending, and a number above all; the smaller key comes first."""
    decisions: Callable[[range, range, Recorded], list[Decision]]
    """Decisions, from the MDPs and the residents."""


def renumber_remainder(remainder: Sequence[int]) -> Sequence[int]:
    """Number the players of a remainder anew (4.1.1; DUTCH-2017-BSN): opponents of MDPs leave no gaps."""
    return range(1, len(remainder) + 1)


def keep_order(players: Players, mdps: tuple[int, ...]) -> tuple[int, ...]:
    """Rank moved-down players as they come: by score, then by TPN (1.2; A.2)."""
    del players
    return mdps


def keep_residents(residents: Sequence[int], opponents: Sequence[int]) -> Sequence[int]:
    """Return the residents without opponents of MDPs, in order: the remainder (3.3.3; B.3)."""
    taken = set(opponents)
    return [resident for resident in residents if resident not in taken]


class Displacement(FrozenStruct, frozen=True, kw_only=True):
    """A figure of opponents that outranks their order: how far they are from the first ones."""

    of_pair: Callable[[IntArray], IntArray]
    """What pairs add, from the places between the opponents of S1 and the first ones; the smallest sum comes first."""
    before_exchanges: bool = False
    """Whether the figure outranks the exchange, too."""
    of_mdps: bool = False
    """Whether the order of the opponents of MDPs is outranked by it as well."""
    of_remainders: bool = True
    """Whether it counts in remainders, too, and not in homogeneous brackets alone."""

    def counts_in(self, mdps: int) -> bool:
        """Whether it counts in a homogeneous bracket, or in the remainder of a bracket with so many MDPs."""
        return self.of_remainders or not mdps

    def cost(self, players: int, s1: int) -> IntArray:
        """Return what each pair adds of ``players`` with ``s1`` of them in S1, by places."""
        place = np.arange(players)
        added = np.triu(self.of_pair(np.abs(np.subtract.outer(place + s1, place))).astype(np.int64), 1)
        return added + added.T

    def value(self, pairs: Iterable[tuple[int, int]], s1: int) -> int:
        """Return the sum of pairs, by BSN or place."""
        return sum(int(self.of_pair(np.array(abs(max(pair) - min(pair) - s1)))) for pair in pairs)


SMALLEST_FIRST = SetKey(
    key=lambda mdps, _, above: (*mdps, above),
    decisions=lambda mdps, residents, _: [(mdp, residents.start, residents.stop) for mdp in mdps],
)
"""By the smallest differing BSN; a set comes before the sets that it contains."""


_EXCHANGES = (NUMBER, DIFFERENCE, LEAVING_S1, ENTERING_S1)


class GenerationOrder(FrozenStruct, frozen=True, kw_only=True, dict=True):
    """The order of a bracket's candidates: sets of MDPs, their opponents, then the remainder's exchanges."""

    mdp_sets: SetKey = SMALLEST_FIRST
    mdp_opponents: OpponentKey = LEXICOGRAPHIC
    exchanges: tuple[ExchangeKey, ...] = _EXCHANGES
    """Costs may follow decisions. Together the keys must settle the players who leave S1 and who enter it."""
    transpositions: OpponentKey = LEXICOGRAPHIC
    mdp_ranks: Callable[[Players, tuple[int, ...]], tuple[int, ...]] = keep_order
    """The order of the moved-down players of a bracket, from their positions."""
    bsns: Callable[[Sequence[int]], Sequence[int]] = renumber_remainder
    """BSNs of the players of a homogeneous bracket or remainder, from their places in the bracket."""
    choices: Callable[[Sequence[int], Sequence[int]], Choices] | None = None
    """The players of S1 as they choose, each with the opponents from the first choice on, from the players of S1 and S2
    and those of S1, both in order. None: `transpositions` orders them (4.2.2; D.1)."""

    @cached_property
    def phases(self) -> tuple[tuple[ExchangeKey, ...], ...]:
        """The keys of exchanges in groups that the optimiser can follow in one matching: costs, then decisions."""
        phases: list[list[ExchangeKey]] = [[]]
        for key in self.exchanges:
            if key.cost and phases[-1] and phases[-1][-1].decisions:
                phases.append([])
            phases[-1].append(key)
        return tuple(tuple(phase) for phase in phases)

    remainder: Callable[[Sequence[int], Sequence[int]], Sequence[int]] = keep_residents
    """The players of a remainder in the order of their BSNs, from the residents in order and the MDPs' opponents."""
    before_mdp_pairings: tuple[ExchangeKey, ...] = ()
    """The keys of exchanges of a remainder that outrank the opponents of MDPs."""
    displacement: Displacement | None = None
    """What outranks the order of transpositions, if anything does."""
    pairs_mdps_first: bool = True
    """Whether S1 of a heterogeneous bracket has MDPs alone; otherwise the bracket is altered as a homogeneous one."""
    uses_recorded_pairing: bool = False
    """Whether a key leaves a choice open, so that the recorded pairing may make it."""

    @property
    def has_other_exchanges(self) -> bool:
        """
        Whether other exchanges than those of `find_exchange` can come first.

        By the printed keys, any other exchange that yields the same candidate comes later.
        """
        return self.exchanges != _EXCHANGES

    @cached_property
    def is_staged(self) -> bool:
        """Whether MDPs and the remainder each take one matching, which the kernel finds in one call."""
        return (
            self.mdp_sets is SMALLEST_FIRST
            and self.mdp_opponents.settled is None
            and self.transpositions.settled is None
            and len(self.phases) == 1
            and self.bsns is renumber_remainder
            and self.choices is None
            and self.remainder is keep_residents
            and self.displacement is None
            and not self.before_mdp_pairings
            and self.pairs_mdps_first
            and not self.uses_recorded_pairing
        )

    @cached_property
    def of_remainder(self) -> Callable[[int, int, int], LastTerm]:
        """The order of a remainder, or of a homogeneous bracket, in one matching: see `exchange_order`."""
        (keys,) = self.phases
        return lambda players, pairs, outside: exchange_order(players, pairs, outside, keys)

    @property
    def starts_unaltered(self) -> bool:
        """Whether the first candidate has neither an exchange nor a transposition."""
        return self.transpositions is LEXICOGRAPHIC and self.exchanges[0].cost is not None


AS_PRINTED = GenerationOrder()


_MAX_CACHED_PLAYERS = 64
"""Orders of brackets up to this size are cached: small brackets recur in every round."""


def exchange_order(
    players: int,
    pairs: int,
    outside: int,
    keys: tuple[ExchangeKey, ...] = AS_PRINTED.exchanges,
    recorded: Exchange = NO_EXCHANGE,
    bsns: Sequence[int] | None = None,
) -> LastTerm:
    """
    Return the order for S1 of ``pairs`` players and S2 of the rest, whose vertices follow ``outside`` targets.

    The cost is that of the moved players, by the keys that can be added up (4.3.2, rules 1 and 2); the decisions are
    those of the other keys. `find_exchange` defines the exchange of a candidate. ``bsns`` default to 1, 2, ...
    """
    make = _cached_order if players <= _MAX_CACHED_PLAYERS else _make_order
    return make(players, pairs, outside, keys, recorded, None if bsns is None else tuple(bsns))


def _make_order(
    players: int,
    pairs: int,
    outside: int,
    keys: tuple[ExchangeKey, ...],
    recorded: Exchange,
    bsns: tuple[int, ...] | None,
) -> LastTerm:
    bsn = np.arange(1, players + 1) if bsns is None else np.array(bsns, dtype=np.int64)
    last_of_s1 = int(bsn[pairs - 1]) if pairs else 0
    moved = np.zeros(players, dtype=np.int64)
    bound, most = 0, min(pairs, players - pairs)
    for key in keys:
        if key.cost:
            added = key.cost(bsn, last_of_s1)
            greatest = sum(int(np.sort(side)[side.size - most :].sum()) for side in (added[:pairs], added[pairs:]))
            moved, bound = moved * (greatest + 1) + added, bound * (greatest + 1) + greatest
    split = Split(outside=outside, border=outside + pairs, vertices=outside + players, recorded=recorded)
    cost = np.zeros((split.vertices, split.vertices), dtype=np.int64)
    within = np.minimum.outer(moved, moved)
    within[:pairs, pairs:] = within[pairs:, :pairs] = 0
    cost[outside:, outside:] = within
    cost[:outside, outside : split.border] = moved[:pairs]
    cost[outside:, :outside] = cost[:outside, outside:].T
    decisions = [row for key in keys if key.decisions for row in key.decisions(split)]
    return LastTerm(cost=cost, bound=bound, decisions=decision_rows(decisions))


_cached_order = lru_cache(maxsize=1024)(_make_order)


def describe_generation(bracket: Bracket, candidate: Candidate, order: GenerationOrder = AS_PRINTED) -> Generation:
    """Describe the place of the candidate in the sequence (4.2 to 4.4; D.1 to D.3)."""
    mdps = bracket.mdp_count if order.pairs_mdps_first else 0
    opponent = dict(candidate.pairs)
    recorded = bracket.recorded if order.uses_recorded_pairing else {}
    paired_mdps = [place for place in range(mdps) if place in opponent]
    mdp_opponents = [opponent[place] for place in paired_mdps]
    remainder = order.remainder(range(mdps, bracket.size), mdp_opponents)
    pairs = [pair for pair in candidate.pairs if pair[0] >= mdps]
    exchange = find_exchange(pair_bsns(remainder, pairs), len(pairs), len(remainder))
    moved_down, moved_up = (
        [remainder[bsn - 1] for bsn in bsns] for bsns in (exchange.moved_to_s2, exchange.moved_to_s1)
    )
    s1 = set(remainder[: len(pairs)])
    new_s1 = sorted((s1 - set(moved_down)) | set(moved_up), key=remainder.index)
    mate = opponent | {lower: higher for higher, lower in pairs}
    opponents = [mate[place] for place in new_s1]
    seat = dict(zip(remainder, sorted(remainder), strict=True))  # by BSN
    tpn = bracket.take(bracket.players.tpn)

    def tpns(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(int(tpn[place]) for place in sorted(places))

    recorded_mdps = [place for place in range(mdps) if recorded.get(place, -1) >= mdps]
    recorded_exchange = exchange_on_record(remainder, len(pairs), recorded)
    with_bsns = exchange.with_bsns(order.bsns(remainder))
    mdp_pairing = list(zip(paired_mdps, mdp_opponents, strict=True))
    of_mdps, before, after = _displacements(order, pair_bsns(remainder, pairs), mdp_pairing, mdps)
    if order.choices:
        transposition = choices_key(order.choices(remainder, new_s1), mate)
    else:
        seats = [seat[place] for place in new_s1], [seat[place] for place in opponents]
        transposition = order.transpositions.key(*seats, recorded)
    return Generation(
        paired_mdps=tpns(paired_mdps),
        limbo=tpns(place for place in range(mdps) if place not in opponent),
        mdp_opponents=tuple(int(tpn[place]) for place in mdp_opponents),
        s1=tpns(s1),
        s2=tpns(remainder[len(pairs) :]),
        moved_to_s2=tpns(moved_down),
        moved_to_s1=tpns(moved_up),
        opponents=tuple(int(tpn[place]) for place in opponents),
        key=(
            order.mdp_sets.key(paired_mdps, recorded_mdps, mdps),
            (
                *(part for key in order.before_mdp_pairings for part in key.key(with_bsns, recorded_exchange)),
                *of_mdps,
                *order.mdp_opponents.key(paired_mdps, mdp_opponents, recorded),
            ),
            (*before, *order.exchanges[0].key(with_bsns, recorded_exchange)),
            *(key.key(with_bsns, recorded_exchange) for key in order.exchanges[1:]),
            (*after, *transposition),
        ),
    )


def _displacements(
    order: GenerationOrder, bsns: Sequence[tuple[int, int]], mdp_pairing: Sequence[tuple[int, int]], mdps: int
) -> tuple[Key, Key, Key]:
    """Return the displacements that outrank the opponents of MDPs, exchanges, and transpositions."""
    figure = order.displacement
    if figure is None:
        return (), (), ()
    of_mdps = (figure.value(mdp_pairing, mdps),) if figure.of_mdps else ()
    of_remainder = (figure.value(bsns, len(bsns)),) if figure.counts_in(mdps) else ()
    return (of_mdps, of_remainder, ()) if figure.before_exchanges else (of_mdps, (), of_remainder)


def choices_key(choices: Choices, opponent: Mapping[int, int]) -> Key:
    """Return the key of opponents by the order of choices: the number of each choice."""
    return tuple(opponents.index(opponent[player]) for player, opponents in choices)


def exchange_on_record(places: Sequence[int], pairs: int, recorded: Recorded) -> Exchange:
    """Return the recorded exchange of these players, with S1 of ``pairs`` players; none without recorded pairs."""
    met = [pair for pair in recorded.items() if pair[0] < pair[1] and {*pair} <= set(places)]
    return find_exchange(pair_bsns(places, met), pairs, len(places)) if met else NO_EXCHANGE


def pair_bsns(places: Sequence[int], pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return pairs as BSNs, from 1; the smaller BSN of a pair comes first."""
    bsn = {place: number for number, place in enumerate(places, start=1)}
    return [(min(bsn[one], bsn[other]), max(bsn[one], bsn[other])) for one, other in pairs]
