"""A round by the edition of 2026: every bracket, from the top, leaves the rest a complete pairing ([C4])."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.bracket import Bracket, Candidate
from reference_engines.brackets.completion import Completion, ImpossibilityClaim, impossible, players_below
from reference_engines.brackets.criteria import DOWNFLOATERS
from reference_engines.brackets.float_targets import anonymous_targets
from reference_engines.dutch.optimiser import (
    BracketProblem,
    Objective,
    best_candidate,
    pair_ignoring_lower_brackets,
    require_candidate,
)
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.brackets.bracket import Brackets
    from reference_engines.history import BoolArray
    from reference_engines.players import Players


@dataclass(frozen=True, kw_only=True)
class Round2026:
    """The pairing of one field."""

    players: Players
    objective: Objective

    def brackets(self) -> Iterator[tuple[Bracket, Candidate]]:
        """
        Pair bracket by bracket (1.9.2).

        Raise NoLegalPairingError if the round cannot be completed at all (1.9.3).
        """
        completion = self.completion()
        mdps: Sequence[int] = ()
        for first, last, next_last in self.players.bounds:
            bracket = Bracket(players=self.players, mdps=tuple(mdps), first=first, last=last, next_last=next_last)
            bracket, candidate = self._pair(bracket, completion)
            yield bracket, candidate
            mdps = bracket.positions[list(candidate.downfloaters)].tolist()

    def completion(self) -> Completion:
        """Find who may receive the bye: those with the lowest score possible ([C5], DUTCH-2026-C5-ROUND-WIDE)."""
        players = self.players
        anybody = Completion(players=players, may_have_bye=players.bye_allowed)
        if not (players.is_odd and self.objective.places_bye):
            if not anybody.of((), 0):
                raise impossible(players)
            return anybody
        score = anybody.lowest_bye_score(np.arange(players.size))
        if score is None:
            raise impossible(players)
        return Completion(players=players, may_have_bye=self._bye_at(score))

    def _bye_at(self, score: int) -> BoolArray:
        """By position: who may have the bye when its assignee has that score."""
        return self.players.bye_allowed & (self.players.score == score)

    def pair_again(self, bracket: Bracket, completion: Completion) -> Candidate:
        """Return the candidate of a bracket, whatever the brackets before it would come to."""
        return self._pair(bracket, completion)[1]

    def _pair(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        if bracket.is_last:
            return self._pair_last(bracket, completion)
        bye_below = not self.players.is_odd or bool(np.count_nonzero(completion.may_have_bye[bracket.last :]))
        if bye_below and self.objective.leading:
            candidate = pair_ignoring_lower_brackets(bracket, self.objective)
            downfloaters = bracket.positions[list(candidate.downfloaters)].tolist()
            # A bracket in which nobody can be paired has no other candidate.
            if not candidate.pairs or self._is_enough(bracket, downfloaters, completion):
                return bracket, candidate
        return self._pair_with_players_below(bracket, completion, bye_below=bye_below)

    def _is_enough(self, bracket: Bracket, downfloaters: Sequence[int], completion: Completion) -> bool:
        """
        Whether no other downfloaters could do better for those below, whatever they are worth in the bracket.

        Where nobody downfloats, all candidates leave the same players below, so that they differ in nothing there.
        """
        if self.objective.looks_ahead and downfloaters:
            return completion.leaves_following_bracket_whole(bracket, downfloaters)
        return completion.of(downfloaters, bracket.last)

    def _pair_last(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        odd = bracket.size % 2
        bracket = replace(bracket, bye_goes_here=bool(odd))
        outside = anonymous_targets(odd, bracket.size, completion.may_have_bye[bracket.positions])
        return bracket, require_candidate(best_candidate(bracket, outside, self.objective))

    def _pair_with_players_below(
        self, bracket: Bracket, completion: Completion, *, bye_below: bool
    ) -> tuple[Bracket, Candidate]:
        if not bye_below:
            bracket = replace(bracket, bye_goes_here=self._has_one_downfloater(bracket, completion))
        outside = players_below(bracket, completion.may_have_bye, look_ahead=self.objective.looks_ahead)
        return bracket, require_candidate(best_candidate(bracket, outside, self.objective))

    def _has_one_downfloater(self, bracket: Bracket, completion: Completion) -> bool:
        """Whether a bracket below which nobody can have the bye leaves over one player, who has it."""
        if self.objective.leading == (DOWNFLOATERS,):
            return completion.leaves_only_the_bye(bracket)
        plain = players_below(bracket, completion.may_have_bye, look_ahead=False)
        return len(require_candidate(best_candidate(bracket, plain, self.objective.of_leading)).downfloaters) == 1

    def problem(self, bracket: Bracket) -> BracketProblem:
        """Return the problem that decides a bracket, without any short cut."""
        completion = self.completion()
        if bracket.is_last:
            outside = anonymous_targets(bracket.size % 2, bracket.size, completion.may_have_bye[bracket.positions])
        else:
            outside = players_below(bracket, completion.may_have_bye, look_ahead=self.objective.looks_ahead)
        return BracketProblem(bracket=bracket, outside=outside, objective=self.objective)

    def refusals(self, own: Brackets) -> Iterator[ImpossibilityClaim]:
        """Yield that nobody with a lower score than the one who has the bye can have it ([C5])."""
        if not self.players.is_odd:
            return
        bracket, candidate = own[-1]
        (assignee,) = bracket.positions[list(candidate.downfloaters)].tolist()
        lower = self.players.bye_allowed & (self.players.score < self.players.score[assignee])
        if lower.any():
            yield ImpossibilityClaim(
                players=self.players,
                positions=np.arange(self.players.size),
                may_have_bye=lower,
                otherwise="the bye is held to be impossible at a lower score, and is not",
            )

    # --- what an assessment asks -----------------------------------------------------------------------------------

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket with [C9] switched on if a candidate with these downfloaters is subject to it."""
        if not self.players.is_odd or len(downfloaters) != 1:
            return bracket
        return replace(bracket, bye_goes_here=not self._bye_after(bracket, downfloaters)[bracket.last :].any())

    def _bye_after(self, bracket: Bracket, downfloaters: Sequence[int]) -> BoolArray:
        """By position: who may have the bye when these players downfloat."""
        if not (self.players.is_odd and self.objective.places_bye):
            return self.players.bye_allowed
        return self._bye_at(self.bye_score(bracket, downfloaters)[0])

    def bye_score(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return the lowest score at which the bye can still be given when these players downfloat ([C5])."""
        if not self.players.is_odd:
            return (0,)
        rest = np.concatenate([np.array(downfloaters, dtype=np.int64), np.arange(bracket.last, self.players.size)])
        score = Completion(players=self.players, may_have_bye=self.players.bye_allowed).lowest_bye_score(rest)
        return (int(self.players.score[0]) + 1,) if score is None else (score,)

    def following_bracket(self, bracket: Bracket, downfloaters: Sequence[int]) -> tuple[int, ...]:
        """Return how well the following bracket can be paired: players left over, then their scores ([C8])."""
        if bracket.is_last:
            return (0,)
        following = _following(bracket, downfloaters)
        bye = self._bye_after(bracket, downfloaters)
        if following.is_last:
            outside = anonymous_targets(following.size % 2, following.size, bye[following.positions])
        else:
            outside = players_below(following, bye, look_ahead=False)
        asked = Objective(before=tuple(wanted.criterion for wanted in self.objective.ahead), after=())
        best = best_candidate(following, outside, asked)
        if best is None:
            return self.objective.foreseen(following.size, following.score.tolist())
        return self.objective.foreseen(len(best.downfloaters), following.score[list(best.downfloaters)].tolist())


def _following(bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
    ends = [end for end in (*bracket.players.groups, bracket.players.size) if end > bracket.next_last]
    return replace(
        bracket,
        mdps=tuple(downfloaters),
        first=bracket.last,
        last=bracket.next_last,
        next_last=ends[0] if ends else bracket.next_last,
        bye_goes_here=False,
    )
