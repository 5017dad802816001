"""
Misreadings by which the search for the best candidate ends early, so that later candidates are never tried (3.8.1).

Brackets have thousands of candidates. A program that walks through them may try so many of them, or so many that break
no absolute criterion, and then take the best one that it has found. Only if there is none does it try the others.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from math import comb, perm
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

_FARTHEST_OF_ALL = 7_000
"""Candidates, legal or not, that are tried at most where all are tried."""


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
        goal = tuple(measure(own) for measure in measures)
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
            values = tuple(measure(candidate) for measure in measures)
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

    def _measures(self, bracket: Bracket) -> list[Callable[[Candidate], tuple[int, ...]]]:
        """Return what gives the values of candidates of a bracket, in the order of the criteria."""
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
        return [*before, *ahead, *after]


def _candidate_of(pairs: Pairs, size: int) -> Candidate:
    ordered = tuple(sorted((min(pair), max(pair)) for pair in pairs))
    paired = {place for pair in ordered for place in pair}
    return Candidate(pairs=ordered, downfloaters=tuple(place for place in range(size) if place not in paired))


@dataclass(frozen=True, kw_only=True)
class _LastRound(_LimitedRound):
    """A round in whose brackets the last of equally good candidates is taken, unless a perfect one is accepted."""

    most: int = _FARTHEST_OF_ALL
    counts_legal_only: bool = False
    accepts_perfect: bool

    def _first_best(self, bracket: Bracket, own: Candidate, completion: Completion) -> Candidate | None:
        """Return the last of the best candidates; None if they are too many to be tried."""
        if _count_candidates(bracket, len(own.pairs)) > self.most:
            return None
        measures, allowed = self._measures(bracket), bracket.allowed.tolist()
        goals = [measure(own) for measure in measures]
        if self.accepts_perfect and not any(any(bracket.value(rule, own)) for rule in self.objective.after):
            return own
        best: Candidate | None = None
        for pairs in self._candidates(bracket, own):
            if all(allowed[one][other] for one, other in pairs):
                candidate = _candidate_of(pairs, bracket.size)
                is_equal = all(measure(candidate) == goal for measure, goal in zip(measures, goals, strict=True))
                if is_equal and self._complies(bracket, candidate, completion):
                    best = candidate
        return best


def _count_candidates(bracket: Bracket, pairs: int) -> int:
    """Return about how many candidates a bracket has."""
    mdps = min(bracket.mdp_count, pairs)
    rest, s1 = bracket.resident_count - mdps, pairs - mdps
    return perm(bracket.resident_count, mdps) * perm(max(0, rest - s1), s1) * comb(max(0, rest), s1)


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
                "3.8",
                partial(_limit, most=most, counts_legal_only=counts_legal_only),
            )


def last_of_equals(text: DutchText) -> Iterator[Misreading]:
    """Yield that a candidate replaces an earlier one that is as good."""
    if text.procedure is not Round2026:
        return
    for suffix, words, accepts_perfect in (
        ("", ", unless a perfect candidate is accepted", True),
        ("-even-if-perfect", ", though they be perfect", False),
    ):
        yield misreading(
            f"last-of-equal-candidates{suffix}",
            f"of equally good candidates the one that is generated last were taken{words}",
            "3.8",
            partial(_take_last, accepts_perfect=accepts_perfect),
        )


def _take_last(rules: Any, *, accepts_perfect: bool) -> Any:
    if rules.procedure is not Round2026:
        return rules
    return replace(rules, procedure=partial(_LastRound, accepts_perfect=accepts_perfect))


def _limit(rules: Any, *, most: int, counts_legal_only: bool) -> Any:
    if rules.procedure is not Round2026:
        return rules
    return replace(rules, procedure=partial(_LimitedRound, most=most, counts_legal_only=counts_legal_only))


KINDS = (limited_walks, last_of_equals)
