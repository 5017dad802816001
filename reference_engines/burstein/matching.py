"""
The best candidate of a bracket by matching: its players, and all below them, who must remain to be paired (C4).

What the following bracket comes to is told by the same matching. That two floaters of a bracket do not meet each other
there is the premise: if they may meet they are paired at once, since that is fewer floaters, or fewer scores of theirs.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.bracket import Candidate
from reference_engines.brackets.completion import players_below
from reference_engines.brackets.float_targets import FloatTargets
from reference_engines.brackets.packing import Present, Term, contribution_terms, pack
from reference_engines.burstein.edition import Absolute, LookAhead
from reference_engines.burstein.round import complies_wholly
from reference_engines.matching import first_best, largest
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.brackets.criteria import Criterion
    from reference_engines.burstein.criteria import BursteinObjective
    from reference_engines.burstein.edition import BursteinText, OpponentOrder
    from reference_engines.burstein.participants import RankedBracket
    from reference_engines.history import IntArray
    from reference_engines.players import Players


@dataclass(frozen=True, slots=True)
class BursteinMatching:
    """The search of the ordinary engine."""

    def can_be_left_over(self, players: Players) -> IntArray | None:
        """Return whom all others can be paired without; see `Search`."""
        found = largest(players.allowed)
        return None if found.left_over > 1 else np.flatnonzero(found.exposable)

    def best(self, text: BursteinText, bracket: RankedBracket, objective: BursteinObjective) -> Candidate | None:
        """Return the first of the best candidates."""
        candidate = _best(text, bracket, objective)
        if candidate is None or not objective.looks_ahead or text.look_ahead is LookAhead.AS_WELL_AS_POSSIBLE:
            return candidate
        if bracket.is_last:
            return candidate
        # Whoever complies wholly complies as well as possible; where nobody does, it does not matter.
        following = bracket.following(bracket.floating(candidate))
        ahead = _best(text, following, objective.of_following)
        if ahead is not None and complies_wholly(following, ahead):
            return candidate
        return _best(text, bracket, replace(objective, looks_ahead=False))


def _best(text: BursteinText, bracket: RankedBracket, objective: BursteinObjective) -> Candidate | None:
    looks_ahead = objective.looks_ahead and not bracket.is_last
    is_all_looked_at = bracket.is_last or (looks_ahead and bracket.next_last == bracket.players.size)
    if Absolute.COMPLETION in text.heeded or is_all_looked_at:
        outside = _below(bracket)
    else:
        outside = _whatever_is_below(bracket, bracket.next_last if looks_ahead else bracket.last)
    terms = [*_terms(objective.before, bracket)]
    if looks_ahead:
        terms += _terms_ahead(objective.before, bracket, outside.size)
    terms += _terms(objective.after, bracket)
    packed = pack(terms, Present(within=bracket.allowed, between=outside.between, among=outside.among))
    mates = first_best(packed.costs, _decisions(outside.size, bracket.size, text.order))
    return None if mates is None else _candidate(mates[outside.size :].tolist(), outside.size)


def _below(bracket: RankedBracket) -> FloatTargets:
    """Return all players below; they are of an even number with the bracket's, as the bye is given already."""
    return players_below(bracket, np.zeros(bracket.players.size, dtype=np.bool_), look_ahead=False)


def _whatever_is_below(bracket: RankedBracket, looked_at: int) -> FloatTargets:
    """Return the players before that position, and as many others as can be needed, who may meet anybody or nobody."""
    residents = slice(bracket.last, looked_at)
    bound = looked_at - bracket.last
    size = bound + bracket.size + bound
    among = ~np.eye(size, dtype=np.bool_)
    among[:bound, :bound] = bracket.players.allowed[residents, residents]
    between = np.ones((size, bracket.size), dtype=np.bool_)
    between[:bound] = bracket.players.allowed[residents][:, bracket.positions]
    return FloatTargets(among=among, between=between)


def _terms(criteria: Sequence[Criterion], bracket: RankedBracket) -> Iterator[Term]:
    for criterion in criteria:
        contribution = criterion.contribution(bracket)
        if contribution is not None:
            yield from contribution_terms(contribution)


def _terms_ahead(criteria: Sequence[Criterion], bracket: RankedBracket, outside: int) -> Iterator[Term]:
    """
    Yield what the following bracket adds (C7): floaters of this one who are matched beyond it float there again.

    So do its residents who are matched beyond it.
    """
    residents = bracket.next_last - bracket.last
    following = np.arange(outside) < residents
    everybody = bracket.following(bracket.positions.tolist())
    leaves = np.logical_xor.outer(following, following)
    for term in _terms(criteria, everybody):
        worth = np.zeros(bracket.players.size, dtype=np.int64)
        worth[everybody.positions] = term.between
        of_residents = np.zeros(outside, dtype=np.int64)
        of_residents[:residents] = worth[bracket.last : bracket.next_last]
        yield Term(
            term.bound,
            between=np.multiply.outer(~following, worth[bracket.positions]),
            among=leaves * np.maximum.outer(of_residents, of_residents),
        )


@lru_cache(maxsize=256)
def _decisions(outside: int, size: int, order: OpponentOrder) -> NDArray[np.int32]:
    """
    Return the decisions that lead to the first candidate (4.3; D.1): BSN by BSN, the opponents in order.

    Who is the opponent of a BSN decided before is kept to those first, so that nothing is sought in vain.
    """
    rows = []
    for place in range(size):
        rows.append((outside + place, outside, outside + place))
        for opponent in order.opponents(place, size):
            if opponent is None:
                rows.append((outside + place, 0, outside))
            elif opponent > place:
                rows.append((outside + place, outside + opponent, outside + opponent + 1))
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def _candidate(mates: list[int], outside: int) -> Candidate:
    return Candidate(
        pairs=tuple((place, mate - outside) for place, mate in enumerate(mates) if mate - outside > place),
        downfloaters=tuple(place for place, mate in enumerate(mates) if mate < outside),
    )
