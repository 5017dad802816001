"""
Misreadings by which the search for the best candidate ends early, so that later candidates are never tried (3.8.1).

Brackets have thousands of candidates. A program that walks through them may try so many of them, or so many that break
no absolute criterion, and then take the best one that it has found. Only if there is none does it try the others.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from reference_engines.downfloating.bracket import Candidate
from reference_engines.dutch.rounds import Round2026
from reference_engines.literal.dutch.search import measure_of
from reference_engines.literal.dutch.sequence import heterogeneous_candidates, m1_range, mdp_sets
from reference_engines.misreadings.dutch.making import misreading
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.downfloating.completion import Completion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.literal.dutch.sequence import Pairs

    Values = tuple[tuple[int, ...], ...]

_FARTHEST = 3000
"""Candidates, legal or not, that are tried at most; beyond them the rules are followed."""


@dataclass(frozen=True, kw_only=True)
class _LimitedRound(Round2026):
    """A round in whose brackets so many candidates are tried at most."""

    most: int
    counts_legal_only: bool

    def _pair(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        posed, own = super()._pair(bracket, completion)
        return posed, self._first_best(posed, own, completion) or own

    def _first_best(self, bracket: Bracket, own: Candidate, completion: Completion) -> Candidate | None:
        """Return the best of the first candidates; None if none of them complies, or all are too many to try."""
        best: tuple[Values, Candidate] | None = None
        allowed, legal = bracket.allowed.tolist(), 0
        measures = self._measures(bracket)
        goal = measures(own)
        for number, pairs in enumerate(self._candidates(bracket, own)):
            if (legal if self.counts_legal_only else number) >= self.most and best is not None:
                break
            if number >= _FARTHEST:
                return None
            if not all(allowed[one][other] for one, other in pairs):
                continue
            legal += 1
            candidate = _candidate_of(pairs, bracket.size)
            if not self._complies(bracket, candidate, completion):
                continue
            values = measures(candidate)
            if best is None or values < best[0]:
                best = values, candidate
            if values == goal:
                return candidate
        return best and best[1]

    def _candidates(self, bracket: Bracket, own: Candidate) -> Iterator[Pairs]:
        pairs, mdps = len(own.pairs), range(bracket.mdp_count)
        sets: Sequence[tuple[int, ...]] = mdp_sets(mdps, m1_range(bracket, pairs), self.objective.order.mdp_sets)
        return heterogeneous_candidates(sets, range(bracket.mdp_count, bracket.size), pairs, self.objective.order)

    def _complies(self, bracket: Bracket, candidate: Candidate, completion: Completion) -> bool:
        downfloaters = bracket.downfloater_positions(candidate)
        if bracket.is_last:
            return all(bool(completion.may_have_bye[one]) for one in downfloaters)
        return completion.can_complete(list(downfloaters), bracket.last)

    def _measures(self, bracket: Bracket) -> Callable[[Candidate], Values]:
        """Return the values of candidates of a bracket, in the order of the criteria."""
        before, after = (
            [measure_of(rule, bracket).value for rule in rules]
            for rules in (self.objective.before, self.objective.after)
        )
        known: dict[tuple[int, ...], tuple[int, ...]] = {}

        def look_ahead(candidate: Candidate) -> tuple[int, ...]:
            downfloaters = bracket.downfloater_positions(candidate)
            if downfloaters not in known:
                known[downfloaters] = self.following_bracket(bracket, downfloaters)
            return known[downfloaters]

        ahead = [look_ahead] if self.objective.looks_ahead else []
        return lambda candidate: tuple(value(candidate) for value in (*before, *ahead, *after))


def _candidate_of(pairs: Pairs, size: int) -> Candidate:
    ordered = tuple(sorted((min(pair), max(pair)) for pair in pairs))
    paired = {place for pair in ordered for place in pair}
    return Candidate(pairs=ordered, downfloaters=tuple(place for place in range(size) if place not in paired))


_LIMITS = (1, 10, 20, 24, 30, 50, 64, 100, 120, 200, 256, 500, 720, 1000)
_COUNTED = (("tried", "candidates", False), ("legal", "candidates that break no absolute criterion", True))


def limited_walks(text: DutchText) -> Iterator[Misreading]:
    """Yield limits of the number of candidates that are tried in a bracket."""
    if text.procedure is not Round2026:
        return
    for most, (name, words, counts_legal_only) in product(_LIMITS, _COUNTED):
        if most > 1 or counts_legal_only:
            number = f"no more than {most} {words}" if most > 1 else f"only the first of the {words}"
            yield misreading(
                f"walk-ends-after-{most}-{name}",
                f"{number} were tried in a bracket",
                "3.8.1",
                partial(_limit, most=most, counts_legal_only=counts_legal_only),
            )


def _limit(rules: Any, *, most: int, counts_legal_only: bool) -> Any:
    if rules.procedure is not Round2026:
        return rules
    return replace(rules, procedure=partial(_LimitedRound, most=most, counts_legal_only=counts_legal_only))
