"""
The candidates of a bracket in the order in which the articles generate them (C.04.3:3 and 4; B and D, 2017).

Players stand here as numbers that ascend in ranking order, as BSNs do (4.1; D). A candidate is given by its pairs, the
player of S1 first; whoever is in none of them downfloats. The sequence repeats itself where an exchange only turns
pairs round: such a repetition is not better than its first occurrence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, permutations
from types import MappingProxyType
from typing import TYPE_CHECKING

from reference_engines.dutch import generation
from reference_engines.frame.results import UnsupportedEventError
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.dutch.generation import ExchangeKey, GenerationOrder, OpponentKey, Recorded, SetKey

Pairs = tuple[tuple[int, int], ...]
NOTHING_RECORDED: Recorded = MappingProxyType({})


def transpositions(
    s1: Sequence[int],
    s2: Iterable[int],
    order: OpponentKey = generation.LEXICOGRAPHIC,
    recorded: Recorded = NOTHING_RECORDED,
) -> Iterable[tuple[int, ...]]:
    """
    Return as many BSNs of S2 as S1 has, in every order, in lexicographic order, the unchanged one first (4.2.2; D.1).

    ``s2`` ascends. The BSNs that follow are ignored: those players make the remainder, or downfloat.
    """
    found = permutations(s2, len(s1))
    return found if order is generation.LEXICOGRAPHIC else sorted(found, key=lambda bsns: order.key(s1, bsns, recorded))


def exchanges(
    s1: Sequence[int],
    s2: Sequence[int],
    keys: tuple[ExchangeKey, ...] = generation.AS_PRINTED.exchanges,
    recorded: generation.Exchange = generation.NO_EXCHANGE,
) -> Iterator[generation.Exchange]:
    """Return every exchange between S1 and S2 (4.3.2; D.2): the fewest BSNs first, then by the other three rules."""
    sizes = range(1, min(len(s1), len(s2)) + 1)
    for group in ([size] for size in sizes) if keys[0] is generation.NUMBER else [sizes]:
        together = [
            generation.Exchange(moved_to_s2=leave_s1, moved_to_s1=leave_s2)
            for size in group
            for leave_s1 in combinations(s1, size)
            for leave_s2 in combinations(s2, size)
        ]
        yield from sorted(together, key=lambda exchange: [key.key(exchange, recorded) for key in keys])


def applied(
    exchange: generation.Exchange, s1: Iterable[int], s2: Iterable[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return S1 and S2 after the exchange, put in order again (3.6.1; B.6)."""
    new_s1 = sorted({*s1} - {*exchange.moved_to_s2} | {*exchange.moved_to_s1})
    new_s2 = sorted({*s2} - {*exchange.moved_to_s1} | {*exchange.moved_to_s2})
    return tuple(new_s1), tuple(new_s2)


def homogeneous_candidates(
    players: Sequence[int],
    pairs: int,
    order: GenerationOrder = generation.AS_PRINTED,
    recorded: Recorded = NOTHING_RECORDED,
) -> Iterator[Pairs]:
    """
    Return the candidates of a homogeneous bracket or remainder (3.3.2, 3.6.1; B.3, B.6).

    The players are tagged with BSNs of their own, a remainder's too (4.1.1; DUTCH-2017-BSN). S1 is the first ``pairs``
    of them. For the original subgroups and then after each exchange, every transposition of S2 is paired with S1.
    """
    if order.displacement is not None and order.displacement.before_exchanges:
        figure, bare = order.displacement, replace(order, displacement=None)
        yield from sorted(
            homogeneous_candidates(players, pairs, bare, recorded),
            key=lambda candidate: figure.value(generation.pair_bsns(players, candidate), pairs),
        )
        return
    tagged = dict(zip(order.bsns(players), players, strict=True))
    bsns = tuple(tagged)
    made = generation.exchange_on_record(players, pairs, recorded)
    for exchange in _alterations(bsns[:pairs], bsns[pairs:], order, made):
        s1, s2 = applied(exchange, bsns[:pairs], bsns[pairs:])
        players_of_s1 = [tagged[bsn] for bsn in s1]
        players_of_s2 = [tagged[bsn] for bsn in s2]
        ordered = transpositions(players_of_s1, players_of_s2, order.transpositions, recorded)
        if order.choices:
            choices = order.choices(players, players_of_s1)
            ordered = sorted(
                ordered,
                key=lambda opponents: generation.choices_key(choices, dict(zip(players_of_s1, opponents, strict=True))),
            )
        if order.displacement is not None:
            ordered = _least_displaced_first(order.displacement, players, players_of_s1, ordered)
        for transposed in ordered:
            candidate = tuple(zip(players_of_s1, transposed, strict=True))
            if (
                not order.has_other_exchanges
                or generation.find_exchange(generation.pair_bsns(players, candidate), pairs, len(players)) == exchange
            ):
                yield candidate


def _least_displaced_first(
    figure: generation.Displacement,
    players: Sequence[int],
    s1: Sequence[int],
    transposed: Iterable[tuple[int, ...]],
) -> list[tuple[int, ...]]:
    return sorted(
        transposed,
        key=lambda opponents: figure.value(
            generation.pair_bsns(players, list(zip(s1, opponents, strict=True))), len(s1)
        ),
    )


def _alterations(
    s1: tuple[int, ...], s2: tuple[int, ...], order: GenerationOrder, recorded: generation.Exchange
) -> Iterator[generation.Exchange]:
    """Return the original composition and then every exchange, unless the keys put some exchange before it."""
    altered = exchanges(s1, s2, order.exchanges, recorded)
    if order.exchanges[0].cost:
        yield generation.NO_EXCHANGE
        yield from altered
    else:
        every = [generation.NO_EXCHANGE, *altered]
        yield from sorted(every, key=lambda exchange: [key.key(exchange, recorded) for key in order.exchanges])


def heterogeneous_candidates(
    sets_of_mdps: Iterable[Sequence[int]],
    residents: Sequence[int],
    pairs: int,
    order: GenerationOrder = generation.AS_PRINTED,
    recorded: Recorded = NOTHING_RECORDED,
) -> Iterator[Pairs]:
    """
    Return the candidates of a heterogeneous bracket (3.3.3, 3.3.4, 3.7; B.3, B.7).

    For each set of MDPs in turn (S1), for each transposition of S2, an MDP-pairing and every candidate of the
    remainder. MDPs outside the set are the Limbo. Without MDPs, an empty set leads directly to the remainder.
    """
    if not order.pairs_mdps_first:
        yield from _candidates_of_whole(sets_of_mdps, residents, pairs, order, recorded)
        return
    if order.before_mdp_pairings:
        yield from _exchanges_first(sets_of_mdps, residents, pairs, order, recorded)
        return
    of_remainder = order
    if order.displacement is not None and not order.displacement.counts_in(min(residents, default=0)):
        of_remainder = replace(order, displacement=None)
    for s1 in sets_of_mdps:
        of_s1: Iterable[Sequence[int]] = transpositions(s1, residents, order.mdp_opponents, recorded)
        if order.displacement is not None and order.displacement.of_mdps:
            mdps = min(residents, default=0)
            key = order.displacement.value
            of_s1 = sorted(of_s1, key=lambda found: key(zip(s1, found, strict=True), mdps))
        for opponents in of_s1:
            mdp_pairing = tuple(zip(s1, opponents, strict=True))
            remainder = order.remainder(residents, opponents)
            for candidate in homogeneous_candidates(remainder, pairs - len(s1), of_remainder, recorded):
                yield mdp_pairing + candidate


def _exchanges_first(
    sets_of_mdps: Iterable[Sequence[int]],
    residents: Sequence[int],
    pairs: int,
    order: GenerationOrder,
    recorded: Recorded,
) -> Iterator[Pairs]:
    """Return the candidates of each set of MDPs, first by the exchange of the remainder."""
    printed = replace(order, before_mdp_pairings=())
    first = min(residents, default=0)

    def key(candidate: Pairs) -> list[tuple[int, ...]]:
        opponents = [max(pair) for pair in candidate if min(pair) < first]
        remainder = order.remainder(residents, opponents)
        of_remainder = [pair for pair in candidate if min(pair) >= first]
        exchange = generation.find_exchange(
            generation.pair_bsns(remainder, of_remainder), len(of_remainder), len(remainder)
        )
        return [one.key(exchange, generation.NO_EXCHANGE) for one in order.before_mdp_pairings]

    for s1 in sets_of_mdps:
        yield from sorted(heterogeneous_candidates([s1], residents, pairs, printed, recorded), key=key)


def _candidates_of_whole(
    sets_of_mdps: Iterable[Sequence[int]],
    residents: Sequence[int],
    pairs: int,
    order: GenerationOrder,
    recorded: Recorded,
) -> Iterator[Pairs]:
    """Return the candidates of a heterogeneous bracket that is altered as a homogeneous one, with these MDPs paired."""
    first = min(residents, default=0)
    of_sets = {tuple(s1) for s1 in sets_of_mdps}
    for candidate in homogeneous_candidates(range(first + len(residents)), pairs, order, recorded):
        paired = {player for pair in candidate for player in pair}
        if tuple(mdp for mdp in range(first) if mdp in paired) in of_sets:
            yield candidate


def mdp_sets(
    mdps: Sequence[int],
    sizes: Iterable[int],
    order: SetKey = generation.SMALLEST_FIRST,
    recorded: Recorded = NOTHING_RECORDED,
) -> list[tuple[int, ...]]:
    """Return every set of so many MDPs in order: the one with the smallest differing BSN first (4.4.2, 2026)."""
    above = max(mdps, default=0) + 1
    paired = [mdp for mdp in mdps if recorded.get(mdp, 0) >= above]
    sets = (chosen for size in sizes for chosen in combinations(mdps, size))
    return sorted(sets, key=lambda chosen: order.key(chosen, paired, above))


def mdp_sets_by_score(mdps: Sequence[int], scores: Sequence[int], m1: int) -> list[tuple[int, ...]]:
    """
    Return every set of ``m1`` MDPs in the order of D.3 (2017, DUTCH-2017-R11).

    First the set with the highest different score, then that with the lowest lexicographic value of its BSNs. The
    first one is the original S1. ``scores`` are those of ``mdps``, one by one.
    """
    score = dict(zip(mdps, scores, strict=True))
    return sorted(combinations(mdps, m1), key=lambda s1: (sorted(-score[mdp] for mdp in s1), s1))


def pairs_descending(bracket: Bracket) -> range:
    """Return every number of pairs, the most first: MaxPairs is the first with which a candidate complies (3.1.2)."""
    m0, residents = bracket.mdp_count, bracket.resident_count
    return range(min((m0 + residents) // 2, residents), -1, -1)


def m1_range(bracket: Bracket, pairs: int) -> range:
    """Return every number of MDPs that can be among so many pairs, the most first (3.1.3; B.1.c)."""
    most = min(bracket.mdp_count, pairs)
    least = max(0, 2 * pairs - bracket.resident_count)
    return range(most, least - 1, -1)


def name_of(bracket: Bracket) -> str:
    """Name a bracket in a message."""
    return f"the bracket of {points_text(bracket.resident_score)} points with {bracket.size} players"


# --- the budget of a walk ---------------------------------------------------------------------------------------------

MAX_STEPS = 400_000
"""Candidates of one bracket, or steps of one search for a completion: some seconds."""


class TooLongWalkError(UnsupportedEventError):
    """A bracket or a search takes more steps than the literal engine walks; the ordinary engine pairs the round."""

    def __init__(self, purpose: str, max_steps: int) -> None:
        """Name the search and its limit."""
        super().__init__(
            f"{purpose} takes more than {max_steps} steps, which is as far as a literal engine walks; "
            "the ordinary engine of the edition pairs such rounds"
        )
        self.purpose = purpose
        self.max_steps = max_steps


@dataclass(slots=True)
class StepBudget:
    """The number of steps that a search may take."""

    purpose: str
    max_steps: int = MAX_STEPS
    steps: int = 0

    def step(self) -> None:
        """Count a step; raise TooLongWalkError beyond the budget."""
        self.steps += 1
        if self.steps > self.max_steps:
            raise TooLongWalkError(self.purpose, self.max_steps)
