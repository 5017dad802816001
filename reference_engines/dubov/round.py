"""
A round, paired and assessed: the bye first, then scoregroup by scoregroup from the top (1.9, 3; A.8, B).

Upfloaters, shifters and the first transposition are chosen by matching. One matching of the residents with all players
below them (C4) yields the first of the best sets of upfloaters. Two upfloaters never meet each other in it: the set
without them has fewer upfloaters (C5), or no lower scores (C6). This presupposes that C5 or C6 is the first criterion.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.bye_first import assess_bye, can_be_left_over, choose_bye
from reference_engines.definitions.history import NOBODY
from reference_engines.downfloating.completion import impossible
from reference_engines.dubov.edition import SCORE_DIFFERENCES, UPFLOATERS, DubovSearch, DubovText
from reference_engines.dubov.participants import NO_SHIFTS, DubovBracket, PairedBracket, Shifts
from reference_engines.frame import results
from reference_engines.matching import first_best, largest
from reference_engines.packing import ABSENT, Present, Term, contributed_terms, decision_rows, pack
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.dubov.participants import DubovPlayers, DubovScoregroup, Positions
    from reference_engines.frame.results import RoundPairing
    from reference_engines.matching_proofs import Mates


@dataclass(frozen=True, slots=True, kw_only=True)
class DubovTrace:
    """The choices by which a round was paired."""

    bye: int | None
    """Position of the player with the bye."""
    brackets: tuple[PairedBracket, ...]


def pair_brackets(text: DubovText, players: DubovPlayers, bye: int | None) -> Iterator[PairedBracket]:
    """Yield the paired brackets of a round from the top; raise NoLegalPairingError if that is impossible."""
    unpaired = tuple(position for position in range(players.players.size) if position != bye)
    while unpaired:
        paired = _pair_top(text, players, unpaired)
        yield paired
        members = {*paired.bracket.residents, *paired.bracket.upfloaters}
        unpaired = tuple(position for position in unpaired if position not in members)


def _pair_top(text: DubovText, players: DubovPlayers, unpaired: Iterable[int]) -> PairedBracket:
    """Pair the bracket of the top scoregroup; raise NoLegalPairingError if the round cannot be completed."""
    group = text.group(players, unpaired)
    upfloaters = text.search.upfloaters(text, group)
    if upfloaters is None:
        raise impossible(players.players)
    return pair_bracket(text, form_bracket(text, group, upfloaters))


def pair_round(text: DubovText, players: DubovPlayers) -> DubovTrace:
    """Pair a round; raise NoLegalPairingError if that is impossible (1.9.3; A.8)."""
    bye = choose_bye(text, players)
    return DubovTrace(bye=bye, brackets=tuple(pair_brackets(text, players, bye)))


def pair_in_steps(
    text: DubovText, players: DubovPlayers, opponents: Mapping[int, int], first: int
) -> Iterator[Sequence[tuple[int, ...]]]:
    """
    Yield the bye, if there is one, and the pairs of each bracket as it is posed if a pairing fills all brackets above.

    The bracket in which the player ``first`` has an opponent, and those below come first. All is by position.
    """
    bye = choose_bye(text, players)
    if bye is not None:
        yield [(bye,)]
    unpaired = tuple(position for position in range(players.players.size) if position != bye)
    posed: list[tuple[tuple[int, ...], set[int]]] = []
    while unpaired:
        residents, lower = players.split_top_scoregroup(unpaired)
        members = {*residents, *(opponents[position] for position in residents)}
        posed.append((unpaired, members))
        unpaired = tuple(position for position in lower if position not in members)
    begin = next((place for place, (_, members) in enumerate(posed) if first in members), 0)
    for unpaired, members in (*posed[begin:], *posed[:begin]):
        paired = _pair_top(text, players, unpaired)
        yield paired.pairs
        if members != {*paired.s1, *paired.t2}:  # upfloaters meet each other, so the brackets below are posed otherwise
            yield from (bracket.pairs for bracket in pair_brackets(text, players, bye))
            return


def form_bracket(text: DubovText, group: DubovScoregroup, upfloaters: Positions) -> DubovBracket:
    """Divide a scoregroup with its upfloaters into G1 and G2 (3.2.3; B.1)."""
    participants, members = group.participants, (*group.residents, *upfloaters)
    if is_halved(text, participants, members):
        in_order = participants.sort_by_tpn(members)
        g1 = in_order[: len(members) // 2]
    else:
        g1 = text.first_subgroup(group, members)
    g2 = tuple(position for position in members if position not in {*g1})
    return DubovBracket(participants=participants, residents=group.residents, upfloaters=upfloaters, g1=g1, g2=g2)


def is_halved(text: DubovText, participants: DubovPlayers, members: Positions) -> bool:
    """Whether G1 is the upper half, as no player has played a game (3.2.3; B.1, DUBOV-BEGINNERS)."""
    if not text.halves_beginners:
        return False
    if text.halves_first_round_only:
        return participants.round_number == 1
    return bool(participants.beginners[list(members)].all())


def pair_bracket(text: DubovText, bracket: DubovBracket) -> PairedBracket:
    """Shift between the subgroups, and find the first transposition (3.2.4 to 3.2.6; B.1)."""
    shifts = text.search.shifts(text, bracket)
    g1, g2 = bracket.after(shifts)
    s1 = text.s1(bracket, g1)
    t2 = text.search.transposition(bracket, s1, text.g2(bracket, g2))
    return PairedBracket(bracket=bracket, shifts=shifts, s1=s1, t2=t2)


def assess_steps(text: DubovText, players: DubovPlayers, pairing: RoundPairing) -> Iterator[results.BracketAssessment]:
    """Yield the choice of the bye, if the round has a bye, and the brackets from the top."""
    opponents = players.players.opponents(pairing)
    unpaired, number = tuple(at for at, opponent in enumerate(opponents) if opponent != NOBODY), 1
    if pairing.bye is not None:
        yield assess_bye(text, players, players.numbers.index(pairing.bye))
        number = 2
    while unpaired:
        group = text.group(players, unpaired)
        residents = {*group.residents}
        upfloaters = tuple(at for at in group.pool if opponents[at] in residents)
        bracket = form_bracket(text, group, upfloaters)
        yield _assess_bracket(text, group, read_paired_bracket(text, bracket, opponents), number)
        unpaired, number = tuple(at for at in group.pool if at not in upfloaters), number + 1


def read_paired_bracket(text: DubovText, bracket: DubovBracket, opponents: Sequence[int]) -> PairedBracket:
    """
    Return the first shifts, S1 and T2 that make the pairs of a bracket.

    In a pair within a subgroup, the player with the smaller sequence number was shifted.
    """
    first = _first_of_each_pair(text.number_shifters(bracket, smaller=True), opponents)
    second = _first_of_each_pair(text.number_shifters(bracket, smaller=False, shifted=first), opponents)
    shifts = Shifts(first=first, second=second)
    g1, _ = bracket.after(shifts)
    s1 = text.s1(bracket, g1)
    return PairedBracket(bracket=bracket, shifts=shifts, s1=s1, t2=tuple(opponents[at] for at in s1))


def _first_of_each_pair(listed: Positions, opponents: Sequence[int]) -> Positions:
    place = {position: number for number, position in enumerate(listed)}
    return tuple(position for position in listed if place.get(opponents[position], -1) > place[position])


def _assess_bracket(
    text: DubovText, group: DubovScoregroup, paired: PairedBracket, number: int
) -> results.BracketAssessment:
    bracket, numbers = paired.bracket, group.participants.numbers

    def tpns(positions: Iterable[int]) -> tuple[int, ...]:
        return tuple(numbers[position] for position in positions)

    from_g1, from_g2 = paired.shifts.first, paired.shifts.second
    if not bracket.smaller_is_g1:
        from_g1, from_g2 = from_g2, from_g1
    choices = _choices(text, group, paired)
    return results.BracketAssessment(
        number=number,
        kind=results.BracketKind.ORDINARY,
        score=group.score,
        mdps=(),
        residents=tpns(group.residents),
        pairs=tuple(tpns(pair) for pair in sorted(paired.pairs)),  # type: ignore[misc]  # of two each
        upfloaters=tpns(bracket.upfloaters),
        downfloaters=(),
        values=tuple(criterion_values(text, group, paired)),
        generation=replace(
            results.EMPTY_GENERATION,
            choices=choices,
            key=tuple((len(choice.numbers), *choice.numbers) for choice in choices),  # no more shifters than needed
            s1=tpns(group.participants.sort_by_aro(bracket.g1)),
            s2=tpns(group.participants.sort_by_tpn(bracket.g2)),
            moved_to_s2=tpns(from_g1),
            moved_to_s1=tpns(from_g2),
            opponents=tpns(paired.t2),
        ),
    )


def criterion_values(
    text: DubovText, group: DubovScoregroup, paired: PairedBracket
) -> Iterator[results.CriterionValue]:
    """Yield the value of every criterion for a bracket as it was paired, in order of priority."""
    for numbered in text.criteria:
        yield numbered.criterion_value(numbered.criterion.value(group, paired.pairs, paired.bracket.upfloaters))


def _choices(text: DubovText, group: DubovScoregroup, paired: PairedBracket) -> tuple[results.Choice, ...]:
    """Return the sets and the transposition of a paired bracket, by sequence numbers (4; D)."""
    bracket, shifts, numbers = paired.bracket, paired.shifts, group.participants.numbers

    def choice(
        step: results.GenerationStep, chosen: Positions, listed: Sequence[int], s1: Positions = ()
    ) -> results.Choice:
        place = {position: number for number, position in enumerate(listed, start=1)}
        return results.Choice(
            step=step,
            players=tuple(numbers[position] for position in chosen),
            numbers=tuple(place[position] for position in chosen),
            s1=tuple(numbers[position] for position in s1),
        )

    shifters = results.GenerationStep.SHIFTERS
    return (
        choice(results.GenerationStep.UPFLOATERS, bracket.upfloaters, group.pool),
        choice(shifters, shifts.first, text.number_shifters(bracket, smaller=True)),
        choice(shifters, shifts.second, text.number_shifters(bracket, smaller=False, shifted=shifts.first)),
        choice(results.GenerationStep.TRANSPOSITION, paired.t2, text.g2(bracket, paired.t2), paired.s1),
    )


# --- upfloaters (3.2.1, 3.2.2; B.1) ----------------------------------------------------------------------------------


def _upfloaters(text: DubovText, group: DubovScoregroup) -> Positions | None:
    if text.criteria[0].criterion in (UPFLOATERS, SCORE_DIFFERENCES):
        if _can_all_be_paired(group, group.residents) and _rest_can_be_paired(text, group, ()):
            return ()
        if [numbered.criterion for numbered in text.criteria[:2]] == [UPFLOATERS, SCORE_DIFFERENCES]:
            upfloaters = _upfloaters_of_next_scores(text, group)
            if upfloaters is not None:
                return upfloaters
    pool = np.array(group.pool, dtype=np.int64)
    return _best(text, group, pool, _allowed(group, pool) if text.completes else None)


def _can_all_be_paired(group: DubovScoregroup, positions: Sequence[int]) -> bool:
    return len(positions) % 2 == 0 and not largest(group.participants.players.allowed, positions).left_over


def _rest_can_be_paired(text: DubovText, group: DubovScoregroup, upfloaters: Positions) -> bool:
    if not text.completes:
        return True
    taken = set(upfloaters)
    return _can_all_be_paired(group, [position for position in group.pool if position not in taken])


def _upfloaters_of_next_scores(text: DubovText, group: DubovScoregroup) -> Positions | None:
    """
    Return the set if the next scores alone, without a completion, decide it; None if they do not.

    An odd number of residents needs one upfloater at least; an even number that cannot be paired needs two. Of the
    highest scores that allow that number, the set is best by C6. It is the first of the best legal sets if it is legal
    and comes first of the best sets without the completion.
    """
    least = 1 if len(group.residents) % 2 else 2
    for pool in _pools_of_next_scores(group):
        found = _best(text, group, pool, None)
        if found is not None:
            return found if len(found) == least and _rest_can_be_paired(text, group, found) else None
    return None


def _pools_of_next_scores(group: DubovScoregroup) -> Iterator[IntArray]:
    """Yield the possible upfloaters with the next score, with the next two scores, and so on, as they are sorted."""
    pool = np.array(group.pool, dtype=np.int64)
    score = group.participants.players.score[pool]
    for lowest in np.unique(score)[::-1]:
        yield pool[score >= lowest]


def _allowed(group: DubovScoregroup, pool: IntArray) -> BoolArray:
    return group.participants.players.allowed[np.ix_(pool, pool)].astype(np.bool_)


def _best(text: DubovText, group: DubovScoregroup, pool: IntArray, among: BoolArray | None) -> Positions | None:
    """
    Return the first of the best sets of upfloaters out of a pool; None if no set can be paired.

    ``among`` says which players of the pool may meet; None: the rest of the pool need not be paired.
    """
    residents = np.array(group.residents, dtype=np.int64)
    spare = 0
    if among is None:
        spare = (pool.size + residents.size) % 2
        among = ~np.eye(pool.size + spare, dtype=np.bool_)
    allowed = group.participants.players.allowed
    between = np.zeros((pool.size + spare, residents.size), dtype=np.bool_)
    between[: pool.size] = allowed[np.ix_(pool, residents)]
    present = Present(within=allowed[np.ix_(residents, residents)].astype(np.bool_), between=between, among=among)
    criteria = [numbered.criterion for numbered in text.criteria]
    terms = [_restrict(term, residents, pool, spare) for term in contributed_terms(criteria, group)]
    outside = pool.size + spare
    decisions = [(place, outside, outside + residents.size) for place in range(pool.size)]
    mates = first_best(pack(terms, present).costs, decision_rows(decisions))
    if mates is None:
        return None
    return tuple(position for position, mate in zip(pool.tolist(), mates.tolist(), strict=False) if mate >= outside)


def _restrict(term: Term, residents: IntArray, pool: IntArray, spare: int) -> Term:
    """Return a term on all positions as a term of a matching of the residents with a pool and spare vertices."""
    if isinstance(term.within, int):
        between = np.zeros((pool.size + spare, 1), dtype=np.int64)
        within: IntArray | BoolArray | int = 0
    else:
        between = np.zeros((pool.size + spare, residents.size), dtype=np.int64)
        between[: pool.size] = term.within[np.ix_(pool, residents)]
        within = term.within[np.ix_(residents, residents)]
    if not isinstance(term.between, int):
        between[: pool.size] += term.between[pool][:, None]
    return Term(term.bound, within, between)


# --- shifters ---------------------------------------------------------------------------------------------------------
#
# One player of each pair within a subgroup is shifted. The pairs within the smaller subgroup are fewest exactly if the
# pairs within the larger subgroup are, and then the fewest players miss their preference (C7, DUBOV-UNAVOIDABLE).
# Vertices are in the order of sequence numbers: a player with a later mate is shifted, and the mate is not. A later
# shifter never has an earlier mate who is not shifted: the mate could have been shifted instead, and comes earlier.


def _shifts(text: DubovText, bracket: DubovBracket) -> Shifts:
    half = bracket.size // 2
    if len(bracket.smaller) == half and _meet(bracket, bracket.g1, bracket.g2) is not None:
        return NO_SHIFTS
    first = _shifted_first(text, bracket)
    if len(bracket.larger) + len(first) == half:
        return Shifts(first=first)
    return Shifts(first=first, second=_shifted_second(text, bracket, first))


def _shifted_first(text: DubovText, bracket: DubovBracket) -> Positions:
    """Return the shifters of the smaller subgroup, in the order of sequence numbers (3.2.4.1; B.1)."""
    listed = text.number_shifters(bracket, smaller=True)
    size = len(listed)
    costs = _costs(bracket, (*listed, *bracket.larger))
    costs[0, :size, :size] = np.where(costs[0, :size, :size] == ABSENT, ABSENT, 1)
    mates = first_best(costs)
    if mates is not None and not _players_with_later_mates(mates, listed):
        return ()
    return _players_with_later_mates(first_best(costs, _prefer_later_mates(size)), listed)


def _shifted_second(text: DubovText, bracket: DubovBracket, first: Positions) -> Positions:
    """Return the shifters of the larger subgroup; the first shifters meet players who stayed (3.2.4.2; B.1)."""
    listed = text.number_shifters(bracket, smaller=False, shifted=first)
    stayed = [position for position in bracket.smaller if position not in first]
    vertices = (*listed, *stayed, *first)
    costs = _costs(bracket, vertices)
    border, end = len(listed), len(listed) + len(stayed)
    costs[0, border:end, border:end] = ABSENT
    costs[0, end:, end:] = ABSENT
    costs[0, :border, end:] = costs[0, end:, :border] = ABSENT
    return _players_with_later_mates(first_best(costs, _prefer_later_mates(border)), listed)


def _costs(bracket: DubovBracket, vertices: Sequence[int]) -> NDArray[np.int64]:
    """Return a cost of 0 for every two players who may meet."""
    allowed = bracket.participants.players.allowed[np.ix_(vertices, vertices)]
    return np.where(allowed > 0, 0, ABSENT).astype(np.int64)[None]


def _prefer_later_mates(size: int) -> NDArray[np.int32]:
    return decision_rows([(place, place + 1, size) for place in range(size - 1)])


def _players_with_later_mates(mates: Mates | None, listed: Positions) -> Positions:
    if mates is None:
        raise AssertionError("a bracket that can be paired has no shifters")
    size = len(listed)
    return tuple(listed[place] for place, mate in enumerate(mates[:size].tolist()) if place < mate < size)


# --- the first transposition (3.2.6; B.1) ----------------------------------------------------------------------------


def _transposition(bracket: DubovBracket, s1: Positions, g2: Positions) -> Positions:
    t2 = _meet(bracket, s1, g2)
    if t2 is None:
        raise AssertionError("the subgroups that were shifted cannot meet")
    return t2


def _meet(bracket: DubovBracket, s1: Positions, g2: Positions) -> Positions | None:
    """Give each player of S1 in turn the first opponent in G2 that leaves the rest paired; None if impossible."""
    between = bracket.participants.players.allowed[np.ix_(s1, g2)] > 0
    half = len(s1)
    if between.diagonal().all():
        return g2
    costs = np.full((1, 2 * half, 2 * half), ABSENT, dtype=np.int64)
    costs[0, :half, half:] = np.where(between, 0, ABSENT)
    costs[0, half:, :half] = costs[0, :half, half:].T
    mates = first_best(costs, settled=range(half))
    return None if mates is None else tuple(g2[mate - half] for mate in mates[:half].tolist())


BY_MATCHING = DubovSearch(
    can_be_left_over=can_be_left_over, upfloaters=_upfloaters, shifts=_shifts, transposition=_transposition
)
