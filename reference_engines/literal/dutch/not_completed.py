"""A round of 2026 without [C4], walked as it is written; see `reference_engines.dutch.round_without_completion`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.dutch.round_2026 import Round2026Literal
from reference_engines.literal.dutch.search import CompletionSearch, leftovers
from reference_engines.literal.dutch.sequence import MAX_STEPS
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.downfloating.bracket import Bracket, Candidate
    from reference_engines.literal.dutch.evaluation import Positions, Value


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
        score = self.players.score.tolist()
        return min(
            self.objective.look_ahead_value(len(left), [score[player] for player in left])
            for left in leftovers(self.players, mdps, following, self.max_steps)
        )

    # --- what an assessment asks -----------------------------------------------------------------------------------

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket with [C9] switched on in the last one alone."""
        return replace(bracket, bye_goes_here=bracket.is_last and len(downfloaters) == 1)

    def bye_score(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return nothing to compare."""
        del bracket, downfloaters
        return (0,)
