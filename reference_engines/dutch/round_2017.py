"""
The procedure of 2017.

Every bracket looks one bracket ahead. If the round can then not be completed, the bracket is paired again as the
penultimate bracket (PPB), and all brackets below it collapse into one last bracket (A.9).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion
from reference_engines.downfloating.bracket import DOWNFLOATER_SCORES, Bracket, Candidate
from reference_engines.downfloating.completion import (
    Completion,
    ImpossibilityClaim,
    anonymous_targets,
    following_bracket_only,
    impossible,
    optional_targets,
    players_below,
)
from reference_engines.dutch.optimiser import (
    BracketProblem,
    LookAheadGoal,
    Objective,
    best_candidate,
    pair_ignoring_lower_brackets,
    require_candidate,
)
from reference_engines.frame.results import BracketKind
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.definitions.history import BoolArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import BracketCriterion, Brackets


class Round2017(FrozenStruct, frozen=True, kw_only=True):
    """The procedure of 2017 on the players of a round."""

    players: Players
    objective: Objective

    def brackets(self) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair bracket by bracket; raise NoLegalPairingError if the round cannot be completed at all (A.9)."""
        completion = self.completion()
        mdps: Sequence[int] = ()
        for first, last, next_last in self.players.bounds:
            bracket = Bracket(players=self.players, mdps=tuple(mdps), first=first, last=last, next_last=next_last)
            candidate = self._pair_last(bracket) if bracket.is_last else self._pair(bracket, completion)
            mdps = self.objective.order.mdp_ranks(self.players, bracket.downfloater_positions(candidate))
            if bracket.is_last or completion.can_complete(mdps, bracket.last):
                yield bracket, candidate
            else:
                yield from self._collapse(bracket)
                return

    def completion(self) -> Completion:
        """Find whether the round can be completed; the score of the bye's assignee does not matter."""
        completion = Completion(players=self.players, may_have_bye=self.players.bye_allowed)
        if not completion.can_complete((), 0):
            raise impossible(self.players)
        return completion

    def pair_again(self, bracket: Bracket, completion: Completion) -> Candidate:
        """Return the candidate of an ordinary bracket that is posed by itself."""
        return self._pair_last(bracket) if bracket.is_last else self._pair(bracket, completion)

    def _pair(self, bracket: Bracket, completion: Completion) -> Candidate:
        candidate = pair_ignoring_lower_brackets(bracket, self.objective)
        downfloaters = bracket.downfloater_positions(candidate)
        if not self.objective.looks_ahead or completion.pairs_following_bracket_whole(bracket, downfloaters):
            return candidate
        targets = following_bracket_only(bracket, len(downfloaters), self._heavy(bracket))
        return require_candidate(best_candidate(bracket, targets, self.objective))

    def _heavy(self, bracket: Bracket) -> BoolArray:
        """Return by position whether an unpaired player of a last bracket may not have the bye (DUTCH-2017-R6)."""
        if bracket.next_last == self.players.size:
            return ~self.players.bye_allowed
        return np.zeros(self.players.size, dtype=np.bool_)

    def _pair_last(self, bracket: Bracket) -> Candidate:
        odd = bracket.size % 2
        bracket = replace(bracket, bye_goes_here=bool(odd))
        targets = anonymous_targets(odd, bracket.size, self.players.bye_allowed[bracket.positions])
        return require_candidate(best_candidate(bracket, targets, self.objective))

    def _collapse(self, bracket: Bracket) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair the PPB with C.4 and without C.7, then the collapsed last bracket (DUTCH-2017-R2)."""
        penultimate = replace(bracket, kind=BracketKind.PENULTIMATE)
        targets = players_below(penultimate, self.players.bye_allowed, look_ahead=False)
        candidate = require_candidate(best_candidate(penultimate, targets, self.objective))
        yield penultimate, candidate
        downfloaters = penultimate.downfloater_positions(candidate)
        last = self.collapsed_last(penultimate, downfloaters)
        yield last, self._pair_last(last)

    def collapsed_last(self, penultimate: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket of the PPB's downfloaters and all players below."""
        return Bracket(
            players=self.players,
            kind=BracketKind.COLLAPSED_LAST,
            mdps=tuple(downfloaters),
            first=penultimate.last,
            last=self.players.size,
            next_last=self.players.size,
        )

    def problem(self, bracket: Bracket) -> BracketProblem:
        """Return the matching problem that decides a bracket, without any short cut."""
        if bracket.is_last:
            bracket = replace(bracket, bye_goes_here=bool(bracket.size % 2))
            targets = anonymous_targets(bracket.size % 2, bracket.size, self.players.bye_allowed[bracket.positions])
        elif bracket.kind is BracketKind.PENULTIMATE:
            targets = players_below(bracket, self.players.bye_allowed, look_ahead=False)
        elif not self.objective.looks_ahead:
            targets = anonymous_targets(
                len(pair_ignoring_lower_brackets(bracket, self.objective).downfloaters), bracket.size
            )
        else:
            fewest = len(pair_ignoring_lower_brackets(bracket, self.objective).downfloaters)
            targets = following_bracket_only(bracket, fewest, self._heavy(bracket))
        return BracketProblem(bracket=bracket, targets=targets, objective=self.objective)

    def impossibility_claims(self, own: Brackets) -> Iterator[ImpossibilityClaim]:
        """Yield the claim that the first downfloaters of the PPB could not be paired with all players below (A.9)."""
        for penultimate in (bracket for bracket, _ in own if bracket.kind is BracketKind.PENULTIMATE):
            bracket = replace(penultimate, kind=BracketKind.ORDINARY)
            candidate = self._pair(bracket, Completion(players=self.players, may_have_bye=self.players.bye_allowed))
            floating = bracket.positions[list(candidate.downfloaters)]
            yield ImpossibilityClaim(
                players=self.players,
                positions=np.concatenate([floating, np.arange(bracket.last, self.players.size)]),
                may_have_bye=self.players.bye_allowed,
                error="the last brackets were collapsed, although without that they can be completed",
            )

    # --- for assessments -------------------------------------------------------------------------------------------

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket with the bye for a single downfloater of the last bracket; no criterion refers to it."""
        return replace(bracket, bye_goes_here=bracket.is_last and len(downfloaters) == 1)

    def bye_score(self, _bracket: Bracket, _downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return the same value for all candidates, as the edition has no criterion for it."""
        return (0,)

    def following_bracket(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return the value of the following bracket on C.1 to C.3: unpaired players, then their scores (C.7)."""
        if bracket.is_last or bracket.kind is not BracketKind.ORDINARY:
            return (0,)
        following = Bracket(
            players=self.players, mdps=tuple(downfloaters), first=bracket.last, last=bracket.next_last, next_last=0
        )
        heavy = self._heavy(bracket)[following.positions]
        weight: BracketCriterion = Criterion(
            "unpaired",
            "players left unpaired, those who may not take the bye counted three times",
            lambda _: Contribution(floats=np.where(heavy, 3, 1), bound=3 * following.size),
        )
        targets = optional_targets(following.size % 2 + 2 * (following.size // 2), following.size)
        goals = self.objective.look_ahead_goals
        before = tuple(weight if goal is LookAheadGoal.NUMBER else DOWNFLOATER_SCORES for goal in goals)
        best = require_candidate(best_candidate(following, targets, Objective(before=before, after=())))
        unpaired = following.score[list(best.downfloaters)].tolist()
        return self.objective.look_ahead_value(following.value(weight, best)[0], unpaired)
