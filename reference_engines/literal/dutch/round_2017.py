"""
A round by the edition of 2017, as it is written.

Brackets look one bracket ahead; where the round could then not be completed, the bracket just paired is paired again
(PPB) and all below it collapses into one last bracket (A.9).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.downfloating.bracket import DOWNFLOATERS, Bracket, Candidate
from reference_engines.downfloating.completion import ImpossibilityClaim, impossible
from reference_engines.dutch.criteria import PAIRING_SCORE_DIFFERENCE
from reference_engines.dutch.generation import SMALLEST_FIRST
from reference_engines.frame.results import BracketKind
from reference_engines.literal.dutch.search import (
    CompletionSearch,
    Evaluation,
    JudgedCandidate,
    Measure,
    leftovers,
    measure_of,
)
from reference_engines.literal.dutch.sequence import (
    MAX_STEPS,
    StepBudget,
    heterogeneous_candidates,
    m1_range,
    mdp_sets,
    mdp_sets_by_score,
    name_of,
    pairs_descending,
)
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import BracketCriterion, Brackets
    from reference_engines.dutch.optimiser import Objective
    from reference_engines.literal.dutch.search import Positions, Value

    SetsOfMdps = list[tuple[int, ...]]

_WEIGHT_WITHOUT_BYE = 3


@dataclass(frozen=True, kw_only=True)
class Round2017Literal:
    """The pairing of one field."""

    players: Players
    objective: Objective
    max_steps: int = MAX_STEPS

    def brackets(self) -> Iterator[tuple[Bracket, Candidate]]:
        """
        Pair bracket by bracket (A.9).

        Raise NoLegalPairingError if the round cannot be completed at all, TooLongWalkError if a bracket has too many
        candidates.
        """
        if not self._completion.is_possible(tuple(range(self.players.size))):
            raise impossible(self.players)
        mdps: Positions = ()
        for first, last, next_last in self.players.bounds:
            bracket = Bracket(players=self.players, mdps=mdps, first=first, last=last, next_last=next_last)
            candidate = self._pair(bracket)
            mdps = _downfloaters(bracket, candidate)
            if not self._completion.leaves(bracket, mdps):
                yield from self._collapse(bracket)
                return
            yield bracket, candidate

    def brackets_below(self, _opponents: Sequence[int], _first: int) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair bracket by bracket from the top."""
        return self.brackets()

    def _collapse(self, bracket: Bracket) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair the PPB with C.4 and without C.7, then the collapsed last bracket (DUTCH-2017-R2)."""
        penultimate = replace(bracket, kind=BracketKind.PENULTIMATE)
        candidate = self._pair(penultimate)
        yield penultimate, candidate
        last = Bracket(
            players=self.players,
            kind=BracketKind.COLLAPSED_LAST,
            mdps=_downfloaters(penultimate, candidate),
            first=penultimate.last,
            last=self.players.size,
            next_last=self.players.size,
        )
        yield last, self._pair(last)

    @cached_property
    def _completion(self) -> CompletionSearch:
        """The test of A.9, in which downfloaters may meet each other (DUTCH-2017-R1)."""
        able = tuple(self.players.bye_allowed.tolist())
        return CompletionSearch(players=self.players, may_have_bye=able, max_steps=self.max_steps)

    # --- the bracket -----------------------------------------------------------------------------------------------

    def _pair(self, bracket: Bracket) -> Candidate:
        """
        Walk the candidates with MaxPairs pairs and M1 MDPs (B.1).

        Of the numbers of MDPs, M1 is the one with which the best PSD is reached (DUTCH-2017-R3), the greatest if
        several do so ("maximum", B.1.c).
        """
        if self.objective.sufficient is not None:
            first = replace(self, objective=self.objective.of_sufficient)
            candidate = first._pair(bracket)  # noqa: SLF001 - the same class
            if first.objective.is_perfect(first._as_paired(bracket), candidate):  # noqa: SLF001
                return candidate
            return replace(self, objective=self.objective.of_all)._pair(bracket)  # noqa: SLF001
        budget = StepBudget(name_of(bracket), self.max_steps)
        for together in self._contests(bracket):
            best: JudgedCandidate | None = None
            for pairs, sets_of_mdps in together:
                found = self._walk(bracket, pairs, sets_of_mdps, budget)
                if found is None:
                    continue
                if found.is_perfect:
                    return found.candidate
                if best is None or self._score_values(found) < self._score_values(best):
                    best = found
            if best is not None:
                return best.candidate
        raise AssertionError("a round that can be completed has a candidate in every bracket")

    def _contests(self, bracket: Bracket) -> Iterator[list[tuple[int, SetsOfMdps]]]:
        """
        Yield numbers of pairs, each with sets of MDPs, that are to be compared; the best ones first.

        With C.5 on top the most pairs that there can be are all that counts, and with C.6 below it each M1 is tried by
        itself.
        """
        numbers, mdps = pairs_descending(bracket), range(bracket.mdp_count)
        if self._settles_m1:
            scores = bracket.score[: bracket.mdp_count].tolist()
            for pairs in numbers:
                yield [(pairs, mdp_sets_by_score(mdps, scores, m1)) for m1 in m1_range(bracket, pairs)]
            return
        order = self.objective.order.mdp_sets
        recorded = self._recorded(bracket)
        all_sets = [(pairs, mdp_sets(mdps, m1_range(bracket, pairs), order, recorded)) for pairs in numbers]
        yield from [[one] for one in all_sets] if self.objective.leading == (DOWNFLOATERS,) else [all_sets]

    def _recorded(self, bracket: Bracket) -> dict[int, int]:
        return bracket.recorded if self.objective.order.uses_recorded_pairing else {}

    @cached_property
    def _settles_m1(self) -> bool:
        objective = self.objective
        return objective.before[:2] == (DOWNFLOATERS, PAIRING_SCORE_DIFFERENCE) and (
            objective.order.mdp_sets is SMALLEST_FIRST
        )

    def _walk(self, bracket: Bracket, pairs: int, mdp_sets: SetsOfMdps, budget: StepBudget) -> JudgedCandidate | None:
        evaluation = Evaluation(
            bracket=bracket,
            complies=lambda downfloaters: self._complies(bracket, downfloaters),
            measures=self._measures(bracket, all_mdps_paired=all(len(s1) == bracket.mdp_count for s1 in mdp_sets)),
            budget=budget,
        )
        residents = range(bracket.mdp_count, bracket.size)
        candidates = heterogeneous_candidates(mdp_sets, residents, pairs, self.objective.order, self._recorded(bracket))
        return evaluation.first_best(candidates)

    def _complies(self, bracket: Bracket, downfloaters: Positions) -> bool:
        """Whether the downfloaters are as C.4 wants them in the PPB, and C.2 in the last bracket."""
        if bracket.is_last or bracket.kind is BracketKind.PENULTIMATE:
            return self._completion.leaves(bracket, downfloaters)
        return True

    def _score_values(self, judged: JudgedCandidate) -> tuple[Value, ...]:
        """Return the values of C.5 and C.6, which settle M1; the values of all criteria where they do not."""
        return judged.values[:2] if self._settles_m1 else judged.values

    def _measures(self, bracket: Bracket, *, all_mdps_paired: bool) -> list[Measure]:
        """Return C.5 to C.19. With all MDPs paired with players of one score, the PSD cannot be better."""
        bracket = self._as_paired(bracket)
        one_score = int(self.players.score[bracket.last - 1]) == bracket.resident_score
        settled: tuple[BracketCriterion, ...] = (DOWNFLOATERS,) if self.objective.leading == (DOWNFLOATERS,) else ()
        if all_mdps_paired and one_score and self._settles_m1:
            settled = (DOWNFLOATERS, PAIRING_SCORE_DIFFERENCE)
        before = [measure_of(rule, bracket, is_settled=rule in settled) for rule in self.objective.before]
        after = [measure_of(rule, bracket) for rule in self.objective.after]
        if bracket.is_last or bracket.kind is not BracketKind.ORDINARY or not self.objective.looks_ahead:
            return before + after
        return [*before, self._look_ahead(bracket), *after]

    def _as_paired(self, bracket: Bracket) -> Bracket:
        return replace(bracket, bye_goes_here=bracket.is_last and bracket.size % 2 == 1)

    # --- C.7 -------------------------------------------------------------------------------------------------------

    def _look_ahead(self, bracket: Bracket) -> Measure:
        known: dict[tuple[int, ...], Value] = {}
        positions = bracket.positions.tolist()
        resident_score = int(self.players.score[bracket.last])

        def value(candidate: Candidate) -> Value:
            if candidate.downfloaters not in known:
                mdps = tuple(positions[place] for place in candidate.downfloaters)
                known[candidate.downfloaters] = self._following(bracket, mdps)
            return known[candidate.downfloaters]

        look_ahead_value = self.objective.look_ahead_value
        perfect = look_ahead_value(0, ()), look_ahead_value(1, (resident_score,))
        return Measure(value, lambda found: found in perfect)

    def _following(self, bracket: Bracket, mdps: Positions) -> Value:
        """
        Return how the following bracket can be paired on C.1 to C.3: unpaired players, then their scores.

        See DUTCH-2017-R5. In a last bracket, whoever may not take the bye counts as three (DUTCH-2017-R6).
        """
        players, is_last = self.players, bracket.next_last == self.players.size

        def worth(left: Positions) -> Value:
            weights = (_WEIGHT_WITHOUT_BYE if is_last and not players.bye_allowed[player] else 1 for player in left)
            return self.objective.look_ahead_value(sum(weights), [int(players.score[player]) for player in left])

        following = range(bracket.last, bracket.next_last)
        return worth(next(leftovers(players, mdps, following, worth, self.max_steps)))

    # --- what an assessment asks -----------------------------------------------------------------------------------

    def problem(self, bracket: Bracket) -> None:
        """Return nothing: no matching decides a bracket here."""
        del bracket

    def impossibility_claims(self, own: Brackets) -> Iterator[ImpossibilityClaim]:
        """Return nothing: what is refused here was tried."""
        del own
        return iter(())

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket; its one downfloater has the bye if it is the last, which no criterion here asks about."""
        return replace(bracket, bye_goes_here=bracket.is_last and len(downfloaters) == 1)

    def bye_score(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return nothing to compare: this edition has no criterion for it."""
        del bracket, downfloaters
        return (0,)

    def following_bracket(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return how the following bracket can be paired on C.1 to C.3: unpaired players, then their scores (C.7)."""
        if bracket.is_last or bracket.kind is not BracketKind.ORDINARY:
            return (0,)
        return self._following(bracket, tuple(downfloaters))


def _downfloaters(bracket: Bracket, candidate: Candidate) -> Positions:
    return tuple(bracket.positions[list(candidate.downfloaters)].tolist())
