"""A round by the edition of 2026, as it is written: every bracket, from the top, leaves the rest a complete pairing."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from reference_engines.downfloating.bracket import DOWNFLOATER_SCORES, DOWNFLOATERS, Bracket, Brackets, Candidate
from reference_engines.downfloating.completion import ImpossibilityClaim, impossible
from reference_engines.dutch.generation import SMALLEST_FIRST
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.dutch.search import CompletionSearch, Evaluation, Measure, leftovers, measure_of
from reference_engines.literal.dutch.sequence import (
    MAX_STEPS,
    NOTHING_RECORDED,
    StepBudget,
    heterogeneous_candidates,
    m1_range,
    mdp_sets,
    name_of,
    pairs_descending,
)
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.definitions.players import Players
    from reference_engines.dutch.generation import Recorded, SetKey
    from reference_engines.dutch.optimiser import Objective
    from reference_engines.literal.dutch.search import JudgedCandidate, Positions, Value

    SetsOfMdps = list[tuple[int, ...]]


@dataclass(frozen=True, kw_only=True)
class Round2026Literal:
    """The pairing of one field."""

    players: Players
    objective: Objective
    max_steps: int = MAX_STEPS
    _completions: dict[int | None, CompletionSearch] = dataclasses.field(default_factory=dict)

    def brackets(self) -> Iterator[tuple[Bracket, Candidate]]:
        """
        Pair bracket by bracket (1.9.2).

        Raise NoLegalPairingError if the round cannot be completed at all (1.9.3), TooLongWalkError if a bracket has
        too many candidates.
        """
        completion = self._completion_of(tuple(range(self.players.size)))
        if completion is None:
            raise impossible(self.players)
        mdps: Positions = ()
        for first, last, next_last in self.players.bounds:
            bracket = Bracket(players=self.players, mdps=mdps, first=first, last=last, next_last=next_last)
            bracket, candidate = self._pair(bracket, completion)
            yield bracket, candidate
            mdps = tuple(bracket.positions[list(candidate.downfloaters)].tolist())

    def brackets_below(self, _opponents: Sequence[int], _first: int) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair bracket by bracket from the top."""
        return self.brackets()

    # --- [C4] and [C5] ---------------------------------------------------------------------------------------------

    def _completion_of(self, players: Positions) -> CompletionSearch | None:
        """
        Return the completion of these players with the lowest score of the bye's assignee ([C5]); None if impossible.

        For all players, that score holds for the whole round (DUTCH-2026-C5-ROUND-WIDE).
        """
        score = self._lowest_bye_score(players) if len(players) % 2 and self.objective.places_bye else None
        completion = self._completion(score)
        return completion if completion.is_possible(players) else None

    def _lowest_bye_score(self, players: Positions) -> int | None:
        """Return the lowest score with which one of the players can have the bye so that the others can be paired."""
        scores = sorted(set(self.players.score.tolist()))
        return next((score for score in scores if self._completion(score).is_possible(players)), None)

    def _completion(self, bye_score: int | None) -> CompletionSearch:
        """Return the completion in which the bye goes to a player with that score (None: any), if [C2] allows it."""
        if bye_score not in self._completions:
            players = self.players
            able = tuple(
                bool(allowed) and bye_score in (None, score)
                for allowed, score in zip(players.bye_allowed.tolist(), players.score.tolist(), strict=True)
            )
            self._completions[bye_score] = CompletionSearch(
                players=players, may_have_bye=able, max_steps=self.max_steps
            )
        return self._completions[bye_score]

    # --- the bracket -----------------------------------------------------------------------------------------------

    def _pair(self, bracket: Bracket, completion: CompletionSearch) -> tuple[Bracket, Candidate]:
        """
        Walk the candidates with the most pairs that any complying one has (3.1.2, [C6]).

        Of the sets of MDPs only the valid ones are walked: those that leave a Limbo with the lowest scores (4.4.1).
        """
        found = self._best(bracket, completion)
        if found is None:
            raise AssertionError("a round that can be completed has a candidate in every bracket")
        return found

    def _best(self, bracket: Bracket, completion: CompletionSearch) -> tuple[Bracket, Candidate] | None:
        """Return the perfect candidate, else the best one (3.4.1, 3.8); None if no candidate complies."""
        if self.objective.sufficient is None:
            return self._best_by_all(bracket, completion)
        first = replace(self, objective=self.objective.of_sufficient)
        found = first._best_by_all(bracket, completion)  # noqa: SLF001 - the same class
        if found is None or first.objective.is_perfect(*found):
            return found
        return replace(self, objective=self.objective.of_all)._best_by_all(bracket, completion)  # noqa: SLF001

    def _best_by_all(self, bracket: Bracket, completion: CompletionSearch) -> tuple[Bracket, Candidate] | None:
        budget = StepBudget(name_of(bracket), self.max_steps)
        residents = range(bracket.mdp_count, bracket.size)
        for together in self._contests(bracket):
            best: tuple[Bracket, JudgedCandidate] | None = None
            for pairs, sets_of_mdps in together:
                judged = self._with_c9(bracket, bracket.size - 2 * pairs, completion)
                evaluation = Evaluation(
                    bracket=judged,
                    complies=lambda downfloaters: completion.leaves(bracket, downfloaters),
                    measures=self._measures(judged, completion),
                    budget=budget,
                )
                candidates = heterogeneous_candidates(
                    sets_of_mdps, residents, pairs, self.objective.order, self._recorded(bracket)
                )
                found = evaluation.first_best(candidates)
                if found is not None and (best is None or found.values < best[1].values):
                    best = judged, found
            if best is not None:
                return best[0], best[1].candidate
        return None

    def _contests(self, bracket: Bracket) -> Iterator[list[tuple[int, SetsOfMdps]]]:
        """
        Yield numbers of pairs, each with sets of MDPs, that are to be compared; the best ones first.

        Where the number and the scores of the downfloaters come first, whatever they are worse by is out.
        """
        order = self.objective.order.mdp_sets
        numbers = pairs_descending(bracket)
        if self.objective.begins_with_number_and_scores:
            for pairs in numbers:
                for sets in sets_of_pairable_mdps(bracket, pairs, order, self._recorded(bracket)):
                    yield [(pairs, sets)]
            return
        recorded = self._recorded(bracket)
        all_sets = [
            (pairs, mdp_sets(range(bracket.mdp_count), m1_range(bracket, pairs), order, recorded)) for pairs in numbers
        ]
        yield from [[one] for one in all_sets] if self.objective.leading == (DOWNFLOATERS,) else [all_sets]

    def _recorded(self, bracket: Bracket) -> dict[int, int]:
        return bracket.recorded if self.objective.order.uses_recorded_pairing else {}

    def _with_c9(self, bracket: Bracket, downfloaters: int, completion: CompletionSearch) -> Bracket:
        """Switch [C9] on for one downfloater if nobody below may take the bye (DUTCH-2026-C9-WHEN)."""
        bye_below = any(completion.may_have_bye[bracket.last :])
        return replace(bracket, bye_goes_here=self.players.is_odd and downfloaters == 1 and not bye_below)

    def _measures(self, bracket: Bracket, completion: CompletionSearch) -> list[Measure]:
        """Return [C6] to [C21]. Candidates of one number of pairs and valid sets do not differ in [C6] and [C7]."""
        settled = (DOWNFLOATERS, DOWNFLOATER_SCORES) if self.objective.begins_with_number_and_scores else ()
        before = [measure_of(rule, bracket, is_settled=rule in settled) for rule in self.objective.before]
        after = [measure_of(rule, bracket) for rule in self.objective.after]
        if bracket.is_last or not self.objective.looks_ahead:
            return before + after
        return [*before, self._look_ahead(bracket, completion), *after]

    # --- [C8] ------------------------------------------------------------------------------------------------------

    def _look_ahead(self, bracket: Bracket, completion: CompletionSearch) -> Measure:
        known: dict[tuple[int, ...], Value] = {}
        positions = bracket.positions.tolist()
        resident_score = int(self.players.score[bracket.last])

        def value(candidate: Candidate) -> Value:
            if candidate.downfloaters not in known:
                mdps = tuple(positions[place] for place in candidate.downfloaters)
                known[candidate.downfloaters] = self._following(bracket, mdps, completion)
            return known[candidate.downfloaters]

        look_ahead_value = self.objective.look_ahead_value
        perfect = look_ahead_value(0, ()), look_ahead_value(1, (resident_score,))
        return Measure(value, lambda found: found in perfect)

    def _following(self, bracket: Bracket, mdps: Positions, completion: CompletionSearch) -> Value:
        """
        Return how well the following bracket can comply with [C1] to [C7] when these are its MDPs ([C8]).

        As well as possible: fewest downfloaters, then their lowest scores, the rest completable
        (DUTCH-2026-C8-LOOK-AHEAD).
        """
        following = range(bracket.last, bracket.next_last)
        below = tuple(range(bracket.next_last, self.players.size))
        possible = leftovers(self.players, mdps, following, self._worth, self.max_steps)
        complying = (left for left in possible if completion.is_possible(left + below))
        return self._worth(next(complying, (*mdps, *following)))

    def _worth(self, left: Positions) -> Value:
        return self.objective.look_ahead_value(len(left), [int(self.players.score[player]) for player in left])

    # --- what an assessment asks -----------------------------------------------------------------------------------

    def problem(self, bracket: Bracket) -> None:
        """Return nothing: no matching decides a bracket here."""
        del bracket

    def impossibility_claims(self, own: Brackets) -> Iterator[ImpossibilityClaim]:
        """Return nothing: what is refused here was tried."""
        del own
        return iter(())

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket with [C9] switched on if a candidate with these downfloaters is subject to it."""
        completion = self._completion_of(_not_yet_paired(bracket, downfloaters))
        return bracket if completion is None else self._with_c9(bracket, len(downfloaters), completion)

    def bye_score(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return the lowest score at which the bye can still be given when these players downfloat ([C5])."""
        if not self.players.is_odd:
            return (0,)
        score = self._lowest_bye_score(_not_yet_paired(bracket, downfloaters))
        return (int(self.players.score[0]) + 1,) if score is None else (score,)

    def following_bracket(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return how well the following bracket can be paired: players left over, then their scores ([C8])."""
        if bracket.is_last:
            return (0,)
        completion = self._completion_of(_not_yet_paired(bracket, downfloaters)) or self._completion(None)
        return self._following(bracket, tuple(downfloaters), completion)


def _not_yet_paired(bracket: Bracket, downfloaters: Sequence[int]) -> Positions:
    return (*downfloaters, *range(bracket.last, bracket.players.size))


def sets_of_pairable_mdps(
    bracket: Bracket, pairs: int, order: SetKey = SMALLEST_FIRST, recorded: Recorded = NOTHING_RECORDED
) -> Iterator[SetsOfMdps]:
    """
    Return sets of MDPs that are equal before [C7], those with the lowest downfloaters first, each group by 4.4.2.

    The first group that has a complying candidate is that of the valid sets (4.4.1).
    """
    mdps = range(bracket.mdp_count)
    sets = mdp_sets(mdps, m1_range(bracket, pairs), order, recorded)

    def scores_of_downfloaters(s1: tuple[int, ...]) -> list[int]:
        limbo = [int(bracket.score[mdp]) for mdp in mdps if mdp not in s1]
        return limbo + [bracket.resident_score] * (bracket.size - 2 * pairs - len(limbo))

    for _, group in groupby(sorted(sets, key=scores_of_downfloaters), key=scores_of_downfloaters):
        yield list(group)


@dataclass(frozen=True, kw_only=True)
class _SingleBracket(CompletionSearch):
    """Nothing is asked of those below; in the last bracket the one left over receives the bye."""

    def leaves(self, bracket: Bracket, downfloaters: Positions) -> bool:
        """Whether the downfloaters of a bracket can be left."""
        return not bracket.is_last or self.is_possible(downfloaters)


@dataclass(frozen=True, kw_only=True)
class NotCompletedLiteral(Round2026Literal):
    """Without [C4], and without [C5], which presupposes it; the round fails where the last bracket cannot be paired."""

    max_steps: int = MAX_STEPS

    def _completion_of(self, players: Positions) -> CompletionSearch | None:
        able = tuple(self.players.bye_allowed.tolist())
        whole = _SingleBracket(players=self.players, may_have_bye=able, max_steps=self.max_steps)
        return whole if whole.is_possible(players) else None

    def _pair(self, bracket: Bracket, completion: CompletionSearch) -> tuple[Bracket, Candidate]:
        found = self._best(bracket, completion)
        if found is None:
            raise NoLegalPairingError("without a look further down, the last bracket cannot be paired")
        return found

    def _with_c9(self, bracket: Bracket, downfloaters: int, completion: CompletionSearch) -> Bracket:
        del completion
        return replace(bracket, bye_goes_here=bracket.is_last and downfloaters == 1)

    def _following(self, bracket: Bracket, mdps: Positions, completion: CompletionSearch) -> Value:
        del completion
        following = range(bracket.last, bracket.next_last)
        return self._worth(next(leftovers(self.players, mdps, following, self._worth, self.max_steps)))

    # --- what an assessment asks -----------------------------------------------------------------------------------

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket with [C9] switched on in the last one alone."""
        return replace(bracket, bye_goes_here=bracket.is_last and len(downfloaters) == 1)

    def bye_score(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return nothing to compare."""
        del bracket, downfloaters
        return (0,)
