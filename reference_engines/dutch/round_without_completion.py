"""The procedure of 2026 without [C4]: a bracket looks no further down than to the following bracket."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.downfloating.completion import Completion, anonymous_targets, following_bracket_only, impossible
from reference_engines.dutch.optimiser import best_candidate, pair_ignoring_lower_brackets, require_candidate
from reference_engines.dutch.round_2026 import Round2026
from reference_engines.frame.unpairable import no_legal_pairing
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.downfloating.bracket import Bracket, Candidate


@dataclass(frozen=True, kw_only=True)
class Round2026WithoutCompletion(Round2026):
    """The procedure without [C4] and [C5], which presupposes it; it fails if the last bracket cannot be paired."""

    def completion(self) -> Completion:
        """Find whether the round can be completed."""
        completion = Completion(players=self.players, may_have_bye=self.players.bye_allowed)
        if not completion.can_complete((), 0):
            raise impossible(self.players)
        return completion

    def _pair(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        if bracket.is_last:
            return self._pair_last(bracket, completion)
        candidate = pair_ignoring_lower_brackets(bracket, self.objective)
        downfloaters = bracket.downfloater_positions(candidate)
        if self._is_enough(bracket, downfloaters, completion):
            return bracket, candidate
        no_player = np.zeros(self.players.size, dtype=np.bool_)
        targets = following_bracket_only(bracket, len(downfloaters), no_player)
        return bracket, require_candidate(best_candidate(bracket, targets, self.objective))

    def _is_enough(self, bracket: Bracket, downfloaters: Sequence[int], completion: Completion) -> bool:
        return completion.pairs_following_bracket_whole(bracket, downfloaters)

    def _pair_last(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        odd = bracket.size % 2
        bracket = replace(bracket, bye_goes_here=bool(odd))
        targets = anonymous_targets(odd, bracket.size, completion.may_have_bye[bracket.positions])
        candidate = best_candidate(bracket, targets, self.objective)
        if candidate is None:
            message = "without a look further down, the last bracket cannot be paired"
            raise no_legal_pairing(message, self.players.allowed, self.players.numbers, self.players.bye_allowed)
        return bracket, candidate

    # --- for assessments -------------------------------------------------------------------------------------------

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket with [C9] switched on in the last one alone."""
        return replace(bracket, bye_goes_here=bracket.is_last and len(downfloaters) == 1)

    def bye_score(self, _bracket: Bracket, _downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return the same value for all candidates."""
        return (0,)
