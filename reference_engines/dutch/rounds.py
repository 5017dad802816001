"""
The procedures of 2026 and of 2017.

In 2026 every bracket, from the top, leaves the rest of the round a complete pairing ([C4]). In 2017 every bracket looks
one bracket ahead. If the round can then not be completed, the bracket is paired again as the penultimate bracket (PPB),
and all brackets below it collapse into one last bracket (A.9).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion
from reference_engines.definitions.history import NOBODY
from reference_engines.downfloating.bracket import DOWNFLOATER_SCORES, DOWNFLOATERS, Bracket, Brackets, Candidate
from reference_engines.downfloating.completion import (
    Completion,
    ImpossibilityClaim,
    anonymous_targets,
    following_bracket_only,
    impossible,
    optional_targets,
    players_below,
)
from reference_engines.dutch import optimiser
from reference_engines.frame.results import BracketKind
from reference_engines.frame.unpairable import no_legal_pairing
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.definitions.history import BoolArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import BracketCriterion
    from reference_engines.downfloating.completion import FloatTargets


class Round2017(FrozenStruct, frozen=True, kw_only=True):
    """The procedure of 2017 on the players of a round."""

    players: Players
    objective: optimiser.Objective

    def brackets(self) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair bracket by bracket; raise NoLegalPairingError if the round cannot be completed at all (A.9)."""
        completion = self.completion()
        floaters: tuple[int, ...] = ()
        for bounds in self.players.bounds:
            bracket = self._pose(bounds, floaters)
            candidate = self.pair_again(bracket, completion)
            floaters = bracket.downfloater_positions(candidate)
            if bracket.is_last or completion.can_complete(floaters, bracket.last):
                yield bracket, candidate
            else:
                yield from self._collapse(bracket)
                return

    def brackets_below(self, opponents: Sequence[int], first: int) -> Iterator[tuple[Bracket, Candidate]]:
        """
        Pair bracket by bracket from the top; none if the pairing cannot be made.

        If the bracket with the resident at the position ``first``, as it is posed if the pairing fills all brackets
        above, is filled otherwise, pair that one alone, unless a bracket above may let all brackets below it collapse.
        """
        completion = self.completion()
        if not _is_possible(self.players, opponents, completion):
            return
        floaters: tuple[int, ...] = ()
        for bounds in self.players.bounds:
            bracket = self._pose(bounds, floaters)
            if bracket.last > first:
                candidate = self.pair_again(bracket, completion)
                can_stay = bracket.is_last or completion.can_complete(
                    bracket.downfloater_positions(candidate), bracket.last
                )
                if can_stay and candidate != bracket.read_candidate(opponents):
                    yield bracket, candidate
                    return
                break
            if not completion.is_certain_below(bracket):
                break
            floaters = _floaters(bracket, opponents)
        yield from self.brackets()

    def _pose(self, bounds: tuple[int, int, int], floaters: tuple[int, ...]) -> Bracket:
        first, last, next_last = bounds
        mdps = tuple(self.objective.order.mdp_ranks(self.players, floaters))
        return Bracket(players=self.players, mdps=mdps, first=first, last=last, next_last=next_last)

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
        candidate = optimiser.pair_ignoring_lower_brackets(bracket, self.objective)
        downfloaters = bracket.downfloater_positions(candidate)
        if not self.objective.looks_ahead or completion.pairs_following_bracket_whole(bracket, downfloaters):
            return candidate
        targets = following_bracket_only(bracket, len(downfloaters), self._heavy(bracket))
        return optimiser.require_candidate(optimiser.best_candidate(bracket, targets, self.objective))

    def _heavy(self, bracket: Bracket) -> BoolArray:
        """Return by position whether an unpaired player of a last bracket may not have the bye (DUTCH-2017-R6)."""
        if bracket.next_last == self.players.size:
            return ~self.players.bye_allowed
        return np.zeros(self.players.size, dtype=np.bool_)

    def _pair_last(self, bracket: Bracket) -> Candidate:
        odd = bracket.size % 2
        bracket = replace(bracket, bye_goes_here=bool(odd))
        targets = anonymous_targets(odd, bracket.size, self.players.bye_allowed[bracket.positions])
        return optimiser.require_candidate(optimiser.best_candidate(bracket, targets, self.objective))

    def _collapse(self, bracket: Bracket) -> Iterator[tuple[Bracket, Candidate]]:
        """Pair the PPB with C.4 and without C.7, then the collapsed last bracket (DUTCH-2017-R2)."""
        penultimate = replace(bracket, kind=BracketKind.PENULTIMATE)
        targets = players_below(penultimate, self.players.bye_allowed, look_ahead=False)
        candidate = optimiser.require_candidate(optimiser.best_candidate(penultimate, targets, self.objective))
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

    def problem(self, bracket: Bracket) -> optimiser.BracketProblem:
        """Return the matching problem that decides a bracket, without any short cut."""
        if bracket.is_last:
            bracket = replace(bracket, bye_goes_here=bool(bracket.size % 2))
            targets = anonymous_targets(bracket.size % 2, bracket.size, self.players.bye_allowed[bracket.positions])
        elif bracket.kind is BracketKind.PENULTIMATE:
            targets = players_below(bracket, self.players.bye_allowed, look_ahead=False)
        elif not self.objective.looks_ahead:
            targets = anonymous_targets(
                len(optimiser.pair_ignoring_lower_brackets(bracket, self.objective).downfloaters), bracket.size
            )
        else:
            fewest = len(optimiser.pair_ignoring_lower_brackets(bracket, self.objective).downfloaters)
            targets = following_bracket_only(bracket, fewest, self._heavy(bracket))
        return optimiser.BracketProblem(bracket=bracket, targets=targets, objective=self.objective)

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
        before = tuple(weight if goal is optimiser.LookAheadGoal.NUMBER else DOWNFLOATER_SCORES for goal in goals)
        best = optimiser.require_candidate(
            optimiser.best_candidate(following, targets, optimiser.Objective(before=before, after=()))
        )
        unpaired = following.score[list(best.downfloaters)].tolist()
        return self.objective.look_ahead_value(following.value(weight, best)[0], unpaired)


@dataclass(frozen=True, kw_only=True)
class Round2026:
    """The procedure of 2026 on the players of a round."""

    players: Players
    objective: optimiser.Objective

    def brackets(self) -> Iterator[tuple[Bracket, Candidate]]:
        """
        Pair bracket by bracket (1.9.2).

        Raise NoLegalPairingError if the round cannot be completed at all (1.9.3).
        """
        completion = self.completion()
        floaters: tuple[int, ...] = ()
        for bounds in self.players.bounds:
            bracket, candidate = self.pair_bracket(self.pose(bounds, floaters), completion)
            yield bracket, candidate
            floaters = bracket.downfloater_positions(candidate)

    def brackets_below(self, opponents: Sequence[int], first: int) -> Iterator[tuple[Bracket, Candidate]]:
        """
        Pair each bracket as it is posed if a pairing fills all brackets above; none if the pairing cannot be made.

        The bracket with the resident at the position ``first`` and those below come first.
        """
        completion = self.completion()
        if not _is_possible(self.players, opponents, completion):
            return
        posed: list[Bracket] = []
        floaters: tuple[int, ...] = ()
        for bounds in self.players.bounds:
            bracket = self.pose(bounds, floaters)
            posed.append(bracket)
            floaters = _floaters(bracket, opponents)
        begin = sum(bracket.last <= first for bracket in posed)
        for bracket in (*posed[begin:], *posed[:begin]):
            yield self.pair_bracket(bracket, completion)

    def pose(self, bounds: tuple[int, int, int], floaters: tuple[int, ...]) -> Bracket:
        """Return the bracket of a scoregroup and the downfloaters from above, given by position."""
        first, last, next_last = bounds
        return Bracket(
            players=self.players,
            mdps=tuple(self.objective.order.mdp_ranks(self.players, floaters)),
            first=first,
            last=last,
            next_last=next_last,
            bye_goes_here=last == self.players.size and bool(last % 2),
        )

    def completion(self) -> Completion:
        """Find the players who may receive the bye, of the lowest possible score ([C5], DUTCH-2026-C5-ROUND-WIDE)."""
        players = self.players
        at_any_score = Completion(players=players, may_have_bye=players.bye_allowed)
        if not (players.is_odd and self.objective.places_bye):
            if not at_any_score.can_complete((), 0):
                raise impossible(players)
            return at_any_score
        score = at_any_score.lowest_bye_score(np.arange(players.size))
        if score is None:
            raise impossible(players)
        return Completion(players=players, may_have_bye=self._bye_at(score))

    def _bye_at(self, score: int) -> BoolArray:
        """Return by position whether the player may have the bye when its assignee has that score."""
        return self.players.bye_allowed & (self.players.score == score)

    def pair_again(self, bracket: Bracket, completion: Completion) -> Candidate:
        """Return the candidate of a bracket that is posed by itself."""
        return self.pair_bracket(bracket, completion)[1]

    def pair_bracket(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        """Return a bracket, with [C9] switched on if it applies, and its candidate."""
        if bracket.is_last:
            return self._pair_last(bracket, completion)
        bye_below = not self.players.is_odd or completion.last_with_bye >= bracket.last
        if bye_below and self.objective.leading:
            candidate = optimiser.pair_ignoring_lower_brackets(bracket, self.objective)
            downfloaters = bracket.downfloater_positions(candidate)
            # A bracket without any pair has no other candidate.
            if not candidate.pairs or self._is_enough(bracket, downfloaters, completion):
                return bracket, candidate
        return self._pair_with_players_below(bracket, completion, bye_below=bye_below)

    def _is_enough(self, bracket: Bracket, downfloaters: Sequence[int], completion: Completion) -> bool:
        """
        Whether no other downfloaters can leave the players below a better pairing.

        Without downfloaters, all candidates leave the same players below.
        """
        if self.objective.looks_ahead and downfloaters:
            return completion.leaves_following_bracket_whole(bracket, downfloaters)
        return completion.can_complete(downfloaters, bracket.last)

    def _pair_last(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        return bracket, optimiser.require_candidate(
            optimiser.best_candidate(bracket, _bye_target(bracket, completion), self.objective)
        )

    def _pair_with_players_below(
        self, bracket: Bracket, completion: Completion, *, bye_below: bool
    ) -> tuple[Bracket, Candidate]:
        if not bye_below:
            bracket = replace(bracket, bye_goes_here=self._has_one_downfloater(bracket, completion))
        targets = players_below(bracket, completion.may_have_bye, look_ahead=self.objective.looks_ahead)
        return bracket, optimiser.require_candidate(optimiser.best_candidate(bracket, targets, self.objective))

    def _has_one_downfloater(self, bracket: Bracket, completion: Completion) -> bool:
        """Whether the bracket has one downfloater, who then has the bye, as no player below can have it."""
        if self.objective.leading == (DOWNFLOATERS,):
            return completion.leaves_only_the_bye(bracket)
        plain = players_below(bracket, completion.may_have_bye, look_ahead=False)
        return (
            len(
                optimiser.require_candidate(
                    optimiser.best_candidate(bracket, plain, self.objective.leading_objective)
                ).downfloaters
            )
            == 1
        )

    def problem(self, bracket: Bracket) -> optimiser.BracketProblem:
        """Return the matching problem that decides a bracket, without any short cut."""
        completion = self.completion()
        if bracket.is_last:
            targets = _bye_target(bracket, completion)
        else:
            targets = players_below(bracket, completion.may_have_bye, look_ahead=self.objective.looks_ahead)
        return optimiser.BracketProblem(bracket=bracket, targets=targets, objective=self.objective)

    def impossibility_claims(self, own: Brackets) -> Iterator[ImpossibilityClaim]:
        """Yield the claim that no player with a lower score than the bye's assignee can have the bye ([C5])."""
        if not self.players.is_odd:
            return
        bracket, candidate = own[-1]
        (assignee,) = bracket.downfloater_positions(candidate)
        lower = self.players.bye_allowed & (self.players.score < self.players.score[assignee])
        if lower.any():
            yield ImpossibilityClaim(
                players=self.players,
                positions=np.arange(self.players.size),
                may_have_bye=lower,
                error="the bye is held to be impossible at a lower score, and is not",
            )

    # --- for assessments -------------------------------------------------------------------------------------------

    def as_judged(self, bracket: Bracket, downfloaters: Sequence[int]) -> Bracket:
        """Return the bracket with [C9] switched on if a candidate with these downfloaters is subject to it."""
        if not self.players.is_odd or len(downfloaters) != 1:
            return bracket
        return replace(bracket, bye_goes_here=not self._bye_after(bracket, downfloaters)[bracket.last :].any())

    def _bye_after(self, bracket: Bracket, downfloaters: Sequence[int]) -> BoolArray:
        """Return by position whether the player may have the bye when these players downfloat."""
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
        """Return the value of the following bracket: the number of unpaired players, then their scores ([C8])."""
        if bracket.is_last:
            return (0,)
        following = bracket.following(downfloaters)
        bye = self._bye_after(bracket, downfloaters)
        if following.is_last:
            targets = anonymous_targets(following.size % 2, following.size, bye[following.positions])
        else:
            targets = players_below(following, bye, look_ahead=False)
        goals = tuple(goal.criterion for goal in self.objective.look_ahead_goals)
        best = optimiser.best_candidate(following, targets, optimiser.Objective(before=goals, after=()))
        if best is None:
            return self.objective.look_ahead_value(following.size, following.score.tolist())
        return self.objective.look_ahead_value(
            len(best.downfloaters), following.score[list(best.downfloaters)].tolist()
        )


def _is_possible(players: Players, opponents: Sequence[int], completion: Completion) -> bool:
    """Whether the pairs of a pairing may meet, and the player without an opponent may have the bye."""
    opponent = np.array(opponents, dtype=np.int64)
    places = np.flatnonzero(opponent != NOBODY)
    may_meet = players.allowed[places, opponent[places]]
    return bool(may_meet.all() and completion.may_have_bye[opponent == NOBODY].all())


def _floaters(bracket: Bracket, opponents: Sequence[int]) -> tuple[int, ...]:
    """Return the players of a bracket whom a pairing gives no opponent in it or above, in the order of the bracket."""
    among = (*bracket.mdps, *range(bracket.first, bracket.last))
    return tuple([place for place in among if not NOBODY < opponents[place] < bracket.last])


def _bye_target(bracket: Bracket, completion: Completion) -> FloatTargets:
    """Return the target of the player of the last bracket who gets the bye, and none for an even number of players."""
    if bracket.size % 2 == 0:
        return anonymous_targets(0, bracket.size)
    return anonymous_targets(1, bracket.size, completion.may_have_bye[bracket.positions])


@dataclass(frozen=True, kw_only=True)
class Round2026WithoutCompletion(Round2026):
    """The procedure without [C4] and [C5], which presupposes it; it fails if the last bracket cannot be paired."""

    def completion(self) -> Completion:
        """Find whether the round can be completed."""
        completion = Completion(players=self.players, may_have_bye=self.players.bye_allowed)
        if not completion.can_complete((), 0):
            raise impossible(self.players)
        return completion

    def pair_bracket(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        """Return a bracket, with [C9] switched on if it is the last one, and its candidate."""
        if bracket.is_last:
            return self._pair_last(bracket, completion)
        candidate = optimiser.pair_ignoring_lower_brackets(bracket, self.objective)
        downfloaters = bracket.downfloater_positions(candidate)
        if self._is_enough(bracket, downfloaters, completion):
            return bracket, candidate
        no_player = np.zeros(self.players.size, dtype=np.bool_)
        targets = following_bracket_only(bracket, len(downfloaters), no_player)
        return bracket, optimiser.require_candidate(optimiser.best_candidate(bracket, targets, self.objective))

    def _is_enough(self, bracket: Bracket, downfloaters: Sequence[int], completion: Completion) -> bool:
        return completion.pairs_following_bracket_whole(bracket, downfloaters)

    def _pair_last(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        odd = bracket.size % 2
        bracket = replace(bracket, bye_goes_here=bool(odd))
        targets = anonymous_targets(odd, bracket.size, completion.may_have_bye[bracket.positions])
        candidate = optimiser.best_candidate(bracket, targets, self.objective)
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
