"""
The first bye, the first set of upfloaters and the first pairing of a bracket, found by matching.

Every choice is a perfect matching of least cost of those yet to be paired; the order of the candidates is that of
decisions taken one after the other, each kept if it can be completed.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.frame.results import NoLegalPairingError
from reference_engines.matching import best_matching, first_best, largest
from reference_engines.packing import Term, contributed_terms, decision_rows, pack, present, unpack, unpack_value
from reference_engines.upfloating.edition import FOLLOWING, UPFLOATERS, TopScoregroup, settle_top_members
from reference_engines.upfloating.participants import UpfloatingParticipants, impossible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from reference_engines.matching_proofs import Mates
    from reference_engines.packing import Packed
    from reference_engines.upfloating.edition import UpfloaterCriterion, UpfloatingEdition


def choose_bye(participants: UpfloatingParticipants, text: UpfloatingEdition) -> int | None:
    """
    Return the position that receives the pairing-allocated bye (2.1; 3.4 of 2026), None if the number is even.

    Raise NoLegalPairingError if no pairing is complete.
    """
    found = largest(participants.allowed)
    if found.left_over != participants.size % 2:
        raise impossible(participants, f"the {participants.participant}s cannot all be paired, whoever has the bye")
    if participants.size % 2 == 0:
        return None
    able = [
        position
        for position in range(participants.size)
        if found.exposable[position] and participants.bye_allowed[position]
    ]
    if not able:
        raise impossible(
            participants, f"no {participants.participant} that may have the bye leaves a pairing of all others"
        )
    return min(able, key=lambda at: text.bye_key(participants, at))


def select_upfloaters(
    participants: UpfloatingParticipants,
    text: UpfloatingEdition,
    unpaired: Sequence[int],
    *,
    following: frozenset[int] | None = None,
) -> tuple[int, ...]:
    """
    Return the first set of upfloaters for the top-scoregroup of ``unpaired`` (2.2; 3.5 of 2026), in order.

    ``following`` replaces the scoregroup that [C6] looks at; empty, it asks nothing. Raise NoLegalPairingError without
    a set.
    """
    residents, lower = participants.top(unpaired)
    if participants.can_be_paired(residents) and (not text.completes or participants.can_be_paired(lower)):
        return ()
    problem = _selection(participants, text, unpaired, following)
    fewest = len(residents) % 2
    scores = sorted({int(participants.score[position]) for position in lower}, reverse=True)
    for lowest in scores if text.scores_choose_upfloaters else scores[-1:]:
        found = problem.solve(lowest)
        if found is None:
            continue
        if len(found) > fewest:
            fewest = max(fewest, problem.fewest)
        if len(found) == fewest:
            return found
    raise NoLegalPairingError("the round-pairing cannot be completed")


def _selection(
    participants: UpfloatingParticipants,
    text: UpfloatingEdition,
    unpaired: Sequence[int],
    following: frozenset[int] | None = None,
) -> _Selection:
    residents, lower = participants.top(unpaired)
    group = TopScoregroup(participants, tuple(residents))
    if following is None:
        following = participants.following(group.score, lower) if text.looks_ahead else frozenset()
    return _Selection(text, group, np.array(residents + lower), following)


class _Selection:
    """The upfloaters of one top-scoregroup as a matching of all participants yet to be paired."""

    def __init__(
        self, text: UpfloatingEdition, group: TopScoregroup, vertices: NDArray[np.int64], following: frozenset[int]
    ) -> None:
        self._text, self._group, self._vertices, self._following = text, group, vertices, following
        participants, size = group.participants, vertices.size
        self._score = participants.score[vertices]
        self._resident = np.arange(size) < len(group.residents)
        self._cross = self._resident[:, None] != self._resident[None, :]
        self._allowed = participants.allowed[np.ix_(vertices, vertices)] > 0
        if not text.completes:
            self._allowed |= ~self._resident[:, None] & ~self._resident[None, :] & ~np.eye(size, dtype=np.bool_)

    @cached_property
    def fewest(self) -> int:
        """The least number of upfloaters ([C4])."""
        mates = _match(pack(self._terms(UPFLOATERS, self._group), present(self._allowed)))
        if mates is None:
            raise NoLegalPairingError("the round-pairing cannot be completed")
        return len(self._chosen(mates))

    def solve(self, lowest: int) -> tuple[int, ...] | None:
        """Return the first best set whose scores are ``lowest`` at least; None if there is none."""
        # Deciding for each of the lower participants in turn, by score, then TPN, is the order of sets.
        count, number = len(self._group.residents), self._text.order_of_set(self._group.participants)[self._vertices]
        in_order = np.lexsort((number, -self._score))
        decisions = [(int(place), 0, count) for place in in_order if place >= count and self._score[place] >= lowest]
        fit = ~self._cross | (np.minimum(self._score[:, None], self._score[None, :]) >= lowest)
        terms = self._all_terms(replace(self._group, lowest=lowest))
        mates = _match(pack(terms, present(self._allowed & fit)), decisions)
        return None if mates is None else self._chosen(mates)

    def read_costs(self, upfloaters: Sequence[int]) -> list[tuple[int, ...]] | None:
        """
        Return the values by criterion that the packed costs give a set of upfloaters.

        None if by the costs the round cannot be completed with this set.
        """
        chosen = np.isin(self._vertices, upfloaters)
        meets_residents = self._resident[:, None] & chosen[None, :]
        keep = meets_residents | meets_residents.T | ~(self._cross | chosen[:, None] | chosen[None, :])
        all_terms = self._all_terms(self._group)
        found = best_matching(pack(all_terms, present(self._allowed & keep)).costs)
        if found is None:
            return None
        numbers = iter(unpack(found.cost, all_terms, self._vertices.size))
        values = []
        for numbered in self._text.upfloater_criteria:
            contribution = numbered.criterion.contribution(self._group)
            terms = [next(numbers) for _ in self._terms(numbered.criterion, self._group)]
            values.append(unpack_value(contribution, terms) if contribution is not None else (*terms,) or (0,))
        return values

    def _all_terms(self, group: TopScoregroup) -> list[Term]:
        return [term for numbered in self._text.upfloater_criteria for term in self._terms(numbered.criterion, group)]

    def _terms(self, criterion: UpfloaterCriterion, group: TopScoregroup) -> list[Term]:
        """
        Return the terms of a criterion on the vertices: an upfloater meets a resident.

        A criterion on pairs, which no edition has here, counts those of the bracket: of residents, and with upfloaters.
        """
        if criterion is FOLLOWING:
            return [self._look_ahead_term] if self._following else []
        size, at = group.participants.size, self._vertices
        of_bracket = self._resident[:, None] | self._resident[None, :]
        return [
            Term(
                term.bound,
                within=self._cross * np.add.outer(worth, worth)
                + of_bracket * np.broadcast_to(term.within, (size, size))[np.ix_(at, at)],
            )
            for term in contributed_terms([criterion], group)
            for worth in [np.where(self._resident, 0, np.broadcast_to(term.between, size)[at])]
        ]

    @property
    def _look_ahead_term(self) -> Term:
        """[C6]: the members of the following scoregroup who lack a partner in it."""
        inside = np.isin(self._vertices, list(self._following))
        leaves = (inside[:, None] != inside[None, :]) & ~self._cross
        return Term(int(inside.sum()), within=leaves)

    def _chosen(self, mates: NDArray[np.int32]) -> tuple[int, ...]:
        count = len(self._group.residents)
        return tuple(int(self._vertices[place]) for place in range(count, self._vertices.size) if mates[place] < count)


def following_upfloaters(participants: UpfloatingParticipants, score: int, rest: Sequence[int]) -> tuple[int, int]:
    """
    Count the upfloaters that the scoregroup following ``score`` needs at least, and that its size demands.

    ``rest`` are the positions left when the bracket of that score is paired; they can be paired.
    """
    following = participants.following(score, rest)
    if not following:
        return 0, 0
    at = np.array(rest)
    inside = np.array([position in following for position in rest])
    cross = Term(len(following), within=inside[:, None] != inside[None, :])
    mates = _match(pack([cross], present(participants.allowed[np.ix_(at, at)] > 0)))
    if mates is None:
        raise NoLegalPairingError("the round-pairing cannot be completed")
    return sum(bool(inside[place] and not inside[mates[place]]) for place in range(len(rest))), len(following) % 2


def pair_bracket(
    participants: UpfloatingParticipants, text: UpfloatingEdition, bracket: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """
    Return the first pairing of a bracket that meets the criteria as well as possible (2.3; 3.6 of 2026).

    Pairs of positions, the smaller TPN first, by ascending TPN. Raise NoLegalPairingError if there is none.
    """
    order = np.array(sorted(bracket, key=text.seats(participants).__getitem__))
    members, size = participants.select(order), order.size
    allowed = members.allowed > 0
    half = size // 2
    identity = tuple((place, place + half) for place in range(half))
    criteria = [numbered.criterion for numbered in text.bracket_criteria]
    is_first = text.settle_pairing is settle_top_members
    if (
        is_first
        and all(allowed[pair] for pair in identity)
        and not any(any(criterion.value(members, identity, ())) for criterion in criteria)
    ):
        return tuple((int(order[first]), int(order[second])) for first, second in identity)
    packed = pack(contributed_terms(criteria, members), present(allowed))
    mates = _match(packed, text.settle_pairing(size), settle=size)
    if mates is None:
        raise NoLegalPairingError("a bracket cannot be paired")
    return tuple((int(order[place]), int(order[mates[place]])) for place in range(size) if mates[place] > place)


def read_upfloater_costs(
    participants: UpfloatingParticipants, text: UpfloatingEdition, unpaired: Sequence[int], upfloaters: Sequence[int]
) -> list[tuple[int, ...]] | None:
    """
    Return the values that the packed costs give a set of at least one upfloater, by the criteria of their selection.

    None if by the costs the round cannot be completed with this set.
    """
    return _selection(participants, text, unpaired).read_costs(upfloaters)


def read_pair_costs(
    participants: UpfloatingParticipants, text: UpfloatingEdition, pairs: Sequence[tuple[int, int]]
) -> list[tuple[int, ...]]:
    """Return the values that the packed costs give the pairs of a bracket, by the criteria of brackets."""
    order = [position for pair in pairs for position in pair]
    members = participants.select(np.array(order))
    terms = contributed_terms([numbered.criterion for numbered in text.bracket_criteria], members)
    costs = pack(terms, present(members.allowed > 0)).costs
    totals = [sum(int(level[place, place + 1]) for place in range(0, len(order), 2)) for level in costs]
    return [(number,) for number in unpack(totals, terms, len(order))]


def _match(packed: Packed, decisions: Sequence[tuple[int, int, int]] = (), settle: int = 0) -> Mates | None:
    return first_best(packed.costs, decision_rows(decisions), range(settle))
