"""
A round by the edition of 2017.

Brackets look one bracket ahead; where the round could then not be completed, the bracket just paired is paired again
(PPB) and all below it collapses into one last bracket (A.9).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.bracket import Bracket, Candidate
from reference_engines.brackets.completion import (
    Completion,
    ImpossibilityClaim,
    following_bracket_only,
    impossible,
    players_below,
)
from reference_engines.brackets.criteria import DOWNFLOATER_SCORES, BracketContribution, Criterion
from reference_engines.brackets.float_targets import anonymous_targets, optional_targets
from reference_engines.dutch.optimiser import (
    BracketProblem,
    LookAheadGoal,
    Objective,
    best_candidate,
    pair_ignoring_lower_brackets,
    require_candidate,
)
from reference_engines.results import BracketKind
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.brackets.bracket import Brackets
    from reference_engines.history import BoolArray
    from reference_engines.players import Players


@dataclass(frozen=True, kw_only=True)
class Round2017:
    """The pairing of one field."""

    players: Players
    objective: Objective

    def brackets(self) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair bracket by bracket; raise NoLegalPairingError if the round cannot be completed at all (A.9)."""
        completion = self.completion()
        mdps: Sequence[int] = ()
        for first, last, next_last in self.players.bounds:
            bracket = Bracket(players=self.players, mdps=tuple(mdps), first=first, last=last, next_last=next_last)
            candidate = self._pair_last(bracket) if bracket.is_last else self._pair(bracket, completion)
            mdps = bracket.positions[list(candidate.downfloaters)].tolist()
            if bracket.is_last or completion.of(mdps, bracket.last):
                yield bracket, candidate
            else:
                yield from self._collapse(bracket)
                return

    def completion(self) -> Completion:
        """Find whether the round can be completed; the score of the bye's assignee does not matter."""
        completion = Completion(players=self.players, may_have_bye=self.players.bye_allowed)
        if not completion.of((), 0):
            raise impossible(self.players)
        return completion

    def pair_again(self, bracket: Bracket, completion: Completion) -> Candidate:
        """Return the candidate of an ordinary bracket, whatever the brackets before it would come to."""
        return self._pair_last(bracket) if bracket.is_last else self._pair(bracket, completion)

    def _pair(self, bracket: Bracket, completion: Completion) -> Candidate:
        candidate = pair_ignoring_lower_brackets(bracket, self.objective)
        downfloaters = bracket.positions[list(candidate.downfloaters)].tolist()
        if not self.objective.looks_ahead or completion.pairs_following_bracket_whole(bracket, downfloaters):
            return candidate
        outside = following_bracket_only(bracket, len(downfloaters), self._heavy(bracket))
        return require_candidate(best_candidate(bracket, outside, self.objective))

    def _heavy(self, bracket: Bracket) -> BoolArray:
        """By position: who, unpaired in a following bracket that is the last, may not take the bye (DUTCH-2017-R6)."""
        if bracket.next_last == self.players.size:
            return ~self.players.bye_allowed
        return np.zeros(self.players.size, dtype=np.bool_)

    def _pair_last(self, bracket: Bracket) -> Candidate:
        odd = bracket.size % 2
        bracket = replace(bracket, bye_goes_here=bool(odd))
        outside = anonymous_targets(odd, bracket.size, self.players.bye_allowed[bracket.positions])
        return require_candidate(best_candidate(bracket, outside, self.objective))

    def _collapse(self, bracket: Bracket) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair the PPB with C.4 and without C.7, then the collapsed last bracket (DUTCH-2017-R2)."""
        penultimate = replace(bracket, kind=BracketKind.PENULTIMATE)
        outside = players_below(penultimate, self.players.bye_allowed, look_ahead=False)
        candidate = require_candidate(best_candidate(penultimate, outside, self.objective))
        yield penultimate, candidate
        downfloaters = penultimate.positions[list(candidate.downfloaters)].tolist()
        last = self.collapsed_last(penultimate, downfloaters)
        yield last, self._pair_last(last)

    def collapsed_last(self, penultimate: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket of the PPB's downfloaters and everybody below."""
        return Bracket(
            players=self.players,
            kind=BracketKind.COLLAPSED_LAST,
            mdps=tuple(downfloaters),
            first=penultimate.last,
            last=self.players.size,
            next_last=self.players.size,
        )

    def problem(self, bracket: Bracket) -> BracketProblem:
        """Return the problem that decides a bracket, without any short cut."""
        if bracket.is_last:
            bracket = replace(bracket, bye_goes_here=bool(bracket.size % 2))
            outside = anonymous_targets(bracket.size % 2, bracket.size, self.players.bye_allowed[bracket.positions])
        elif bracket.kind is BracketKind.PENULTIMATE:
            outside = players_below(bracket, self.players.bye_allowed, look_ahead=False)
        elif not self.objective.looks_ahead:
            outside = anonymous_targets(
                len(pair_ignoring_lower_brackets(bracket, self.objective).downfloaters), bracket.size
            )
        else:
            fewest = len(pair_ignoring_lower_brackets(bracket, self.objective).downfloaters)
            outside = following_bracket_only(bracket, fewest, self._heavy(bracket))
        return BracketProblem(bracket=bracket, outside=outside, objective=self.objective)

    def refusals(self, own: Brackets) -> Iterator[ImpossibilityClaim]:
        """Yield that whom the PPB would have moved down could not be paired with all below (A.9)."""
        for penultimate in (bracket for bracket, _ in own if bracket.kind is BracketKind.PENULTIMATE):
            bracket = replace(penultimate, kind=BracketKind.ORDINARY)
            candidate = self._pair(bracket, Completion(players=self.players, may_have_bye=self.players.bye_allowed))
            floating = bracket.positions[list(candidate.downfloaters)]
            yield ImpossibilityClaim(
                players=self.players,
                positions=np.concatenate([floating, np.arange(bracket.last, self.players.size)]),
                may_have_bye=self.players.bye_allowed,
                otherwise="the last brackets were collapsed, although without that they can be completed",
            )

    # --- what an assessment asks -----------------------------------------------------------------------------------

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
        following = Bracket(
            players=self.players, mdps=tuple(downfloaters), first=bracket.last, last=bracket.next_last, next_last=0
        )
        heavy = self._heavy(bracket)[following.positions]
        weight = Criterion(
            "unpaired",
            "players left unpaired, those who may not take the bye counted three times",
            lambda _: BracketContribution(floats=np.where(heavy, 3, 1), bound=3 * following.size),
        )
        outside = optional_targets(following.size % 2 + 2 * (following.size // 2), following.size)
        wanted = self.objective.ahead
        before = tuple(weight if one is LookAheadGoal.NUMBER else DOWNFLOATER_SCORES for one in wanted)
        best = require_candidate(best_candidate(following, outside, Objective(before=before, after=())))
        unpaired = following.score[list(best.downfloaters)].tolist()
        return self.objective.foreseen(weight.value(following, best)[0], unpaired)
