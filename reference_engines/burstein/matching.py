"""
The best candidate of a bracket by matching the players of the bracket and all players below (C4).

The same matching decides how well the following bracket complies. It presupposes that two floaters of a bracket do not
meet each other in the following bracket: two who may meet are paired before, which leaves fewer floaters or scores.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.burstein.edition import Absolute, BursteinObjective, BursteinText, OpponentOrder
from reference_engines.burstein.round import complies_wholly
from reference_engines.definitions.bye_first import LeftOverMatching
from reference_engines.downfloating.bracket import candidate_of_mates
from reference_engines.downfloating.completion import FloatTargets, players_below
from reference_engines.matching import first_best
from reference_engines.packing import Present, Term, contributed_terms, decision_rows, pack
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.burstein.participants import RankedBracket
    from reference_engines.downfloating.bracket import BracketCriterion, Candidate


@dataclass(frozen=True, slots=True)
class BursteinMatching(LeftOverMatching):
    """The search of the ordinary engine."""

    def best(self, text: BursteinText, bracket: RankedBracket, objective: BursteinObjective) -> Candidate | None:
        """Return the first of the best candidates."""
        candidate = _best(text, bracket, objective)
        if candidate is None or not objective.looks_ahead or not text.complies_wholly_or_not:
            return candidate
        if bracket.is_last:
            return candidate
        # To comply wholly is to comply as well as possible; if no candidate does, compliance does not matter.
        following = bracket.following(bracket.downfloater_positions(candidate))
        ahead = _best(text, following, objective.following_objective)
        if ahead is not None and complies_wholly(following, ahead):
            return candidate
        return _best(text, bracket, replace(objective, looks_ahead=False))


def _best(text: BursteinText, bracket: RankedBracket, objective: BursteinObjective) -> Candidate | None:
    looks_ahead = objective.looks_ahead and not bracket.is_last
    judges_all_players = bracket.is_last or (looks_ahead and bracket.next_last == bracket.players.size)
    if Absolute.COMPLETION in text.enforced or judges_all_players:
        # The players below and the bracket's are of an even number, as the bye is already given.
        no_bye = np.zeros(bracket.players.size, dtype=np.bool_)
        targets = players_below(bracket, no_bye, look_ahead=False)
    else:
        targets = _unrestricted_targets(bracket, bracket.next_last if looks_ahead else bracket.last)
    terms = contributed_terms(objective.before, bracket)
    if looks_ahead:
        terms += _look_ahead_terms(objective.before, bracket, targets.size)
    terms += contributed_terms(objective.after, bracket)
    packed = pack(terms, Present(within=bracket.allowed, between=targets.between, among=targets.among))
    mates = first_best(packed.costs, _decisions(targets.size, bracket.size, text.order))
    return (
        None if mates is None else candidate_of_mates(mates[targets.size :].tolist(), targets.size, range(bracket.size))
    )


def _unrestricted_targets(bracket: RankedBracket, last_judged: int) -> FloatTargets:
    """Return the players below up to a position, and enough anonymous targets, which may also stay unmatched."""
    residents = slice(bracket.last, last_judged)
    bound = last_judged - bracket.last
    size = bound + bracket.size + bound
    among = ~np.eye(size, dtype=np.bool_)
    among[:bound, :bound] = bracket.players.allowed[residents, residents]
    between = np.ones((size, bracket.size), dtype=np.bool_)
    between[:bound] = bracket.players.allowed[residents][:, bracket.positions]
    return FloatTargets(among=among, between=between)


def _look_ahead_terms(criteria: Sequence[BracketCriterion], bracket: RankedBracket, outside: int) -> Iterator[Term]:
    """
    Yield the terms of the following bracket (C7).

    A player of the bracket or a resident of the following bracket floats there if matched beyond the following bracket.
    """
    residents = bracket.next_last - bracket.last
    following = np.arange(outside) < residents
    all_players = bracket.following(bracket.positions.tolist())
    leaves = np.logical_xor.outer(following, following)
    for term in contributed_terms(criteria, all_players):
        worth = np.zeros(bracket.players.size, dtype=np.int64)
        worth[all_players.positions] = term.between
        resident_worth = np.zeros(outside, dtype=np.int64)
        resident_worth[:residents] = worth[bracket.last : bracket.next_last]
        yield Term(
            term.bound,
            between=np.multiply.outer(~following, worth[bracket.positions]),
            among=leaves * np.maximum.outer(resident_worth, resident_worth),
        )


@lru_cache(maxsize=256)
def _decisions(outside: int, size: int, order: OpponentOrder) -> NDArray[np.int32]:
    """
    Return the decisions that lead to the first candidate (4.3; D.1): BSN by BSN, the opponents in order.

    The opponent of an earlier BSN is fixed first, so that no search is in vain.
    """
    rows = []
    for place in range(size):
        rows.append((outside + place, outside, outside + place))
        for opponent in order.opponents(place, size):
            if opponent is None:
                rows.append((outside + place, 0, outside))
            elif opponent > place:
                rows.append((outside + place, outside + opponent, outside + opponent + 1))
    return decision_rows(rows)
