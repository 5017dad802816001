"""
Make the proof of an accusation by the Dutch system, which `checker.verifier` verifies without any of our engines.

The proof names the posted and the expected pairing. Where a value depends on the rest of the round, it has a witness:
a matching, and the duals of the kernel as prices. What an edge counts is the verifier's own reading of the text; the
kernel finds the best matching and knows no chess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from checker import verifier
from reference_engines.matching import barrier, best_matching

if TYPE_CHECKING:
    from checker.verifier import Edges, Games, VerifiedRound
    from reference_engines.frame.results import RoundPairing

_GROUP_BITS = 64
"""Bits of a level of costs, as `checker.verifier.weigh` spaces them."""


def make_proof(
    text: str,
    key: str,
    round_number: int,
    posted: RoundPairing,
    expected: RoundPairing,
    assumed: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """
    Return the proof, as JSON holds it, that the posted pairing of a round is wrong.

    ``text`` is the event as TRF16 or TRF26, ``key`` the edition (dutch-2026, dutch-2017); ``assumed`` may say what the
    file does not: ``rounds`` and ``initial_colour`` (w or b).
    """
    proof: dict[str, Any] = {
        "edition": key,
        "round": round_number,
        "posted": _list_games(posted),
        "expected": _list_games(expected),
        "assumed": assumed or {},
    }
    current = verifier.prepare_round(proof, verifier.read_event(text))
    first, second = proof["posted"], proof["expected"]
    faults = verifier.find_fault(current, first) or verifier.find_fault(current, second)
    if faults or set(map(frozenset, first)) == set(map(frozenset, second)):
        return proof
    number, penultimate = verifier.first_difference(current, first, second, 0), 0
    if current.edition.collapses:
        penultimate = _add_first_pairings(current, second, number, proof)
        number = verifier.first_difference(current, first, second, penultimate)
    sides = {
        side: verifier.divide(current, games, penultimate)[number - 1]
        for side, games in (("posted", first), ("expected", second))
    }
    if sides["posted"][1].downfloaters != sides["expected"][1].downfloaters:
        edges = {side: verifier.outlook_edges(current, *divided) for side, divided in sides.items()}
        proof["outlook"] = {side: _find_witness(found) for side, found in edges.items() if found}
    return proof


def _list_games(pairing: RoundPairing) -> Games:
    """Return the pairs, White first, and the bye as a pair with 0."""
    games = [(pair.white, pair.black) for pair in pairing.pairs]
    return games if pairing.bye is None else [*games, (pairing.bye, verifier.BYE)]


def _find_witness(edges: Edges) -> dict[str, Any]:
    """Return a matching of least cost with its prices; raises ValueError if the players cannot all be matched."""
    costs = verifier.weigh(edges)
    vertices = sorted({vertex for edge in edges for vertex in edge})
    place = {vertex: at for at, vertex in enumerate(vertices)}
    groups = -(-max(costs.values(), default=1).bit_length() // _GROUP_BITS) or 1
    planes = np.full((groups, len(vertices), len(vertices)), -1, dtype=np.int64)
    for (first, second), cost in costs.items():
        levels = [cost >> _GROUP_BITS * at & (1 << _GROUP_BITS) - 1 for at in reversed(range(groups))]
        planes[:, place[first], place[second]] = planes[:, place[second], place[first]] = levels
    found = best_matching(planes)
    if found is None:
        raise ValueError("The remaining players cannot all be paired.")
    return {
        "matching": [(vertices[at], vertices[mate]) for at, mate in enumerate(found.mates) if at < mate],
        "prices": {vertex: _join_levels([values[at] for values in found.vertex_duals]) for vertex, at in place.items()},
        "groups": [
            [[vertices[at] for at in blossom.members], _join_levels(blossom.dual)] for blossom in found.blossoms
        ],
    }


def _join_levels(values: tuple[int, ...] | list[int]) -> int:
    joined = 0
    for value in values:
        joined = (joined << _GROUP_BITS) + value
    return joined


def _add_first_pairings(current: VerifiedRound, expected: Games, last: int, proof: dict[str, Any]) -> int:
    """
    Add for each bracket down to the deciding one how it is paired at first, without a look at the rest (A.9 of 2017).

    Returns the number of the penultimate pairing bracket, 0 if there is none so far.
    """
    divided = verifier.divide(current, expected)[:-1]
    proof["first_pairings"] = []
    for bracket, candidate in divided[:last]:
        edges = verifier.first_pairing(current, bracket)
        witness = _find_witness(edges)
        own = _with_following(current, bracket.number, candidate, edges)
        costs = verifier.weigh(edges)
        if _total(costs, own) == _total(costs, witness["matching"]):
            proof["first_pairings"].append(witness | {"matching": own})
            continue
        found = verifier.candidate_of(current, bracket, witness["matching"])
        obstacle = _find_barrier(current, verifier.rest_after(current, bracket, found))
        if obstacle is None:
            return 0  # the first pairing completes the round, and is better than the expected one
        for name, side in (("first", found), ("repaired", candidate)):
            witness[name] = _find_witness(verifier.following_bracket(current, bracket.number, side))
        proof["first_pairings"].append(witness)
        proof["barrier"] = obstacle
        return bracket.number
    return 0


def _with_following(current: VerifiedRound, number: int, candidate: verifier.CandidatePairing, edges: Edges) -> Games:
    """Return a candidate as a matching together with the best pairing of the following bracket."""
    following = _find_witness(verifier.following_bracket(current, number, candidate))["matching"]
    matching = [*candidate.pairs, *following]
    seated = {vertex for edge in matching for vertex in edge}
    empty = sorted({vertex for edge in edges for vertex in edge} - seated)
    return matching + list(zip(empty[::2], empty[1::2], strict=True))


def _total(costs: dict[tuple[int, int], int], matching: Games) -> int:
    return sum(costs[edge] if edge in costs else costs[edge[::-1]] for edge in matching)


def _find_barrier(current: VerifiedRound, players: list[int]) -> dict[str, Any] | None:
    """Return a barrier that keeps the players from being paired; None if they can all be paired."""
    allowed = np.zeros((len(players), len(players)), dtype=np.uint8)
    for at, first in enumerate(players):
        for place, second in enumerate(players[:at]):
            allowed[at, place] = allowed[place, at] = not verifier.find_pair_fault(current, first, second)
    found = barrier(allowed)
    if found is None:
        return None
    return {
        "barrier": [players[at] for at in found.barrier],
        "groups": [[players[at] for at in group] for group in found.groups],
    }
