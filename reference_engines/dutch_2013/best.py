"""
The pairing with which the procedure ends in a bracket, found by matching instead of a walk.

The walk of C.6 to C.14 accepts the least shortfalls, in the order in which requirements are lowered, and the first
candidate with these shortfalls by D.3, D.1 and D.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.downfloating.bracket import candidate_of_mates
from reference_engines.dutch.generation import exchange_order
from reference_engines.dutch_2013.bracket import BracketPairing, ScoreBracket
from reference_engines.dutch_2013.criteria import CRITERIA, Requirement
from reference_engines.matching import first_best
from reference_engines.packing import ABSENT, Packed, Present, contributed_terms, pack, unpack
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray

    Mates = NDArray[np.int32]


class _Problem(FrozenStruct, frozen=True, kw_only=True):
    """The matching problem of a bracket; ``spare`` vertices for players left over come first."""

    bracket: ScoreBracket
    spare: int
    packed: Packed


def best_pairing(bracket: ScoreBracket) -> BracketPairing | None:
    """Return the pairing that the procedure accepts; None if the lowest bracket cannot be paired."""
    left = _fewest_left_over(bracket)
    if left is None:
        return None
    allowed = bracket.may_float
    between = np.broadcast_to(allowed, (left, bracket.size))
    problem = _problem(bracket, between, np.zeros((left, left), dtype=np.bool_), CRITERIA)
    return _first_candidate(problem)


def best_with_floaters(bracket: ScoreBracket, floaters: Sequence[int]) -> BracketPairing | None:
    """Return the best pairing in which exactly these players are left over; None if there is none."""
    places = np.flatnonzero(np.isin(bracket.positions, floaters))
    between = np.zeros((places.size, bracket.size), dtype=np.bool_)
    between[np.arange(places.size), places] = True
    problem = _problem(bracket, between, np.zeros((places.size, places.size), dtype=np.bool_), CRITERIA)
    return _first_candidate(problem)


def _fewest_left_over(bracket: ScoreBracket) -> int | None:
    """
    Return the lowest number of players left over when as many MDPs as possible are paired (C.14).

    The lowest bracket leaves over no player, or the player with the bye. None if it cannot be paired.
    """
    if bracket.is_last:
        if bracket.readings.bye_is_no_opponent and bracket.size < bracket.players.size and bracket.incompatible_players:
            return None
        odd = bracket.size % 2
        present = _problem(
            bracket, np.broadcast_to(bracket.may_float, (odd, bracket.size)), np.zeros((odd, odd), dtype=np.bool_), ()
        )
        return odd if _solve(present.packed) is not None else None
    size = bracket.size
    problem = _problem(bracket, np.ones((size, size), dtype=np.bool_), ~np.eye(size, dtype=np.bool_), CRITERIA[:2])
    mates = _solve(problem.packed)
    if mates is None:
        raise AssertionError("every player can be left over")
    return int((mates[size:] < size).sum())


def least_shortfalls(bracket: ScoreBracket) -> tuple[int, int] | None:
    """Return the least numbers of unpaired MDPs and of missing pairs; None if the lowest bracket cannot be paired."""
    left = _fewest_left_over(bracket)
    if left is None:
        return None
    if not bracket.is_heterogeneous:
        return 0, (left - bracket.size % 2) // 2
    between = np.broadcast_to(bracket.may_float, (left, bracket.size))
    problem = _problem(bracket, between, np.zeros((left, left), dtype=np.bool_), CRITERIA[:1])
    mates = _solve(problem.packed)
    return (0 if mates is None else _cost(problem.packed, mates)[0]), (left - bracket.size % 2) // 2


def read_costs(bracket: ScoreBracket, pairing: BracketPairing) -> Iterator[tuple[Requirement, int]]:
    """
    Unpack the costs of a pairing of a bracket, criterion by criterion.

    First come the costs that decide the number of players left over, then the costs that decide the candidate.
    """
    place = {position: index for index, position in enumerate(bracket.positions.tolist())}
    left = [place[position] for position in pairing.downfloaters if position in place]
    for spare, criteria in ((bracket.size, CRITERIA[:2]), (len(left), CRITERIA)):
        between = np.ones((spare, bracket.size), dtype=np.bool_)
        costs = _problem(bracket, between, ~np.eye(spare, dtype=np.bool_), criteria).packed.costs
        edges = [(spare + place[higher], spare + place[lower]) for higher, lower in pairing.pairs]
        edges += [(vertex, spare + index) for vertex, index in enumerate(left)]
        edges += [(vertex, vertex + 1) for vertex in range(len(left), spare - 1, 2)]
        totals = [sum(int(level[edge]) for edge in edges) for level in costs]
        counted = [
            (requirement, term)
            for requirement in criteria
            for term in contributed_terms([requirement.criterion], bracket)
        ]
        numbers = unpack(totals, [term for _, term in counted], costs.shape[1])
        yield from zip((requirement for requirement, _ in counted), numbers, strict=True)


def _problem(bracket: ScoreBracket, between: BoolArray, among: BoolArray, criteria: Sequence[Requirement]) -> _Problem:
    present = Present(within=bracket.allowed, between=between, among=among)
    terms = contributed_terms([requirement.criterion for requirement in criteria], bracket)
    return _Problem(bracket=bracket, spare=between.shape[0], packed=pack(terms, present))


def _solve(packed: Packed) -> Mates | None:
    return first_best(packed.costs)


def _cost(packed: Packed, mates: Mates) -> tuple[int, ...]:
    vertices = np.flatnonzero(mates > np.arange(mates.size))
    return tuple(int(level[vertices, mates[vertices]].sum()) for level in packed.costs)


# --- the first of the best candidates --------------------------------------------------------------------------------


def _first_candidate(problem: _Problem) -> BracketPairing | None:
    bracket, spare = problem.bracket, problem.spare
    mates = _solve(problem.packed)
    if mates is None:
        return None
    chosen = _first_set(problem, mates) if bracket.is_heterogeneous else ()
    rest = [place for place in range(bracket.size) if place not in chosen]
    opponents: list[int] = []
    if chosen:
        vertices = np.array([*range(spare), *(spare + np.array([*chosen, *rest])).tolist()], dtype=np.int64)
        reordered = _with_set(problem.packed, [spare + place for place in chosen], spare).select(vertices)
        first, last = spare, spare + len(chosen)
        mates = first_best(reordered.costs, settled=range(first, last))
        if mates is None:
            raise AssertionError("the set was chosen so that it can be paired")
        opponents = [rest[mate - last] for mate in mates[first:last].tolist()]
    return _with_remainder(problem, list(zip(chosen, opponents, strict=True)), rest)


def _first_set(problem: _Problem, mates: Mates) -> tuple[int, ...]:
    """
    Return the first set of M1 players of S1 by D.3 with which the least shortfalls can be reached (DUTCH-2013-D3).

    Others who were moved down stay in S2 (DUTCH-2013-UNPAIRED-MDP).
    """
    best = _cost(problem.packed, mates)
    upper, spare = len(problem.bracket.upper), problem.spare
    not_paired = sum(1 for place in range(upper) if mates[spare + place] < spare)
    not_paired += sum(1 for place in range(upper) if spare + place < mates[spare + place] < spare + upper)
    if not not_paired:
        return tuple(range(upper))
    chosen: list[int] = []
    for place in range(upper):
        trial = _with_set(problem.packed, [spare + member for member in (*chosen, place)], spare)
        found = _solve(trial)
        if found is not None and _cost(trial, found) == best:
            chosen.append(place)
    return tuple(chosen)


def _with_set(packed: Packed, members: list[int], spare: int) -> Packed:
    """Return the problem in which these vertices are paired, but not among themselves."""
    costs = packed.costs.copy()
    inside = np.array(members, dtype=np.int64)
    costs[:, inside[:, None], inside] = ABSENT
    costs[:, inside, :spare] = ABSENT
    costs[:, :spare, inside] = ABSENT
    return Packed(costs=costs, range_=packed.range_)


def _with_remainder(problem: _Problem, first_pairs: list[tuple[int, int]], rest: list[int]) -> BracketPairing:
    """Pair the remainder as a homogeneous bracket: fewest and first exchanges, first transposition."""
    spare, bracket = problem.spare, problem.bracket
    taken = {opponent for _, opponent in first_pairs}
    remainder = np.array([place for place in rest if place not in taken], dtype=np.int64)
    order = exchange_order(remainder.size, (remainder.size - spare) // 2, spare)
    kept = np.concatenate([np.arange(spare), spare + remainder])
    packed = problem.packed.select(kept).with_last(order.cost, order.bound)
    mates = first_best(packed.costs, order.decisions, range(spare, spare + remainder.size))
    if mates is None:
        raise AssertionError("the remainder of a complete matching can be matched")
    candidate = candidate_of_mates(mates[spare:].tolist(), spare, remainder.tolist())
    positions = bracket.positions.tolist()
    pairs = [(positions[first], positions[second]) for first, second in (*first_pairs, *candidate.pairs)]
    return BracketPairing(
        pairs=tuple(sorted((min(pair), max(pair)) for pair in pairs)),
        downfloaters=tuple(sorted([*(positions[place] for place in candidate.downfloaters), *bracket.apart])),
    )
