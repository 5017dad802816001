"""The system as it is written: every set of players and every pairing is looked at in its order; small brackets."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, permutations
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from reference_engines import dubov
from reference_engines.dubov.edition import UPFLOATERS, DubovSearch, DubovText
from reference_engines.dubov.participants import Shifts
from reference_engines.dubov.rules import DUBOV_2018, DUBOV_2026
from reference_engines.literal.dutch.sequence import StepBudget
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reference_engines.definitions.history import IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.dubov.participants import DubovBracket, DubovScoregroup, Positions

    Meeting = list[list[int]]
    Pairs = tuple[tuple[int, int], ...]
    Value = tuple[int, ...]

LookedAt = TypeVar("LookedAt")


def _can_be_left_over(players: Players) -> IntArray | None:
    """Try to leave each player over."""
    meeting, everybody = players.allowed.tolist(), range(players.size)
    if not players.is_odd:
        return np.array([], dtype=np.int64) if can_be_paired(everybody, meeting) else None
    left = [one for one in everybody if can_be_paired([at for at in everybody if at != one], meeting)]
    return np.array(left, dtype=np.int64) if left else None


def _upfloaters(text: DubovText, group: DubovScoregroup, *, max_steps: int) -> Positions | None:
    """Go through all sets of upfloaters in order, the smaller ones first, and keep the first of the best."""
    budget, best = _effort(group.score, len(group.residents), max_steps), None
    fewest_come_first = any(one.criterion is UPFLOATERS for one in text.criteria)
    for number in range(len(group.pool) + 1):
        for chosen in combinations(group.pool, number):
            budget.step()
            value = _best_value(text, group, chosen, budget)
            if value is not None and (best is None or value < best[0]):
                best = value, chosen
        if best is not None and fewest_come_first:
            break  # 3.2.1
    return None if best is None else best[1]


def _shifts(text: DubovText, bracket: DubovBracket, *, max_steps: int) -> Shifts:
    """Try the sets of shifters in order (3.2.4; B.1)."""
    meeting = bracket.participants.players.allowed.tolist()
    budget = _effort_of_bracket(bracket, max_steps)
    all_pairings = list(_counted(pairings((*bracket.g1, *bracket.g2), meeting), budget))
    smaller = {*bracket.smaller}
    unavoidable = min(sum({*pair} <= smaller for pair in pairs) for pairs in all_pairings)
    fewest = min(_missed(bracket, pairs) for pairs in all_pairings)

    def yields(first: Positions, second: Positions) -> bool:
        g1, g2 = bracket.after(Shifts(first=first, second=second))
        met = _met_in_order(tuple(g1), tuple(g2), meeting, budget)
        return any(_missed(bracket, tuple(zip(g1, t2, strict=True))) == fewest for t2 in met)

    def to_make_equal(first: Positions) -> Iterator[Positions]:
        listed = text.number_shifters(bracket, smaller=False, shifted=first)
        return combinations(listed, len(bracket.larger) + len(first) - bracket.size // 2)

    firsts = combinations(text.number_shifters(bracket, smaller=True), unavoidable)
    first = next(chosen for chosen in firsts if any(yields(chosen, second) for second in to_make_equal(chosen)))
    return Shifts(first=first, second=next(second for second in to_make_equal(first) if yields(first, second)))


def _transposition(bracket: DubovBracket, s1: Positions, g2: Positions, *, max_steps: int) -> Positions:
    """Go through the transpositions in order (3.2.6; B.1)."""
    budget = _effort_of_bracket(bracket, max_steps)
    return next(_met_in_order(s1, g2, bracket.participants.players.allowed.tolist(), budget))


def _effort_of_bracket(bracket: DubovBracket, max_steps: int) -> StepBudget:
    return _effort(bracket.participants.scores[bracket.residents[0]], bracket.size, max_steps)


def _effort(score: int, size: int, max_steps: int) -> StepBudget:
    return StepBudget(f"the bracket of {points_text(score)} points with {size} players", max_steps)


def pairings(players: Sequence[int], meeting: Meeting) -> Iterator[Pairs]:
    """Yield every way to pair all of these players, by position."""
    if not players:
        yield ()
        return
    first, *others = players
    for opponent in others:
        if meeting[first][opponent]:
            for pairs in pairings([other for other in others if other != opponent], meeting):
                yield ((first, opponent), *pairs)


def can_be_paired(players: Sequence[int], meeting: Meeting) -> bool:
    """Whether all of them can be paired, by trying."""
    return len(players) % 2 == 0 and next(pairings(players, meeting), None) is not None


def _counted(looked_at: Iterable[LookedAt], budget: StepBudget) -> Iterator[LookedAt]:
    """Count one step for every item; raise TooLongWalkError after too many."""
    for one in looked_at:
        budget.step()
        yield one


def _best_value(text: DubovText, group: DubovScoregroup, chosen: Positions, budget: StepBudget) -> list[Value] | None:
    """Return the value of a set of upfloaters who all meet residents; None if the set is not legal (3.2.1)."""
    meeting, together = group.participants.players.allowed.tolist(), (*group.residents, *chosen)
    rest = [position for position in group.pool if position not in chosen]
    if text.completes and not can_be_paired(rest, meeting):
        return None
    best = None
    for pairs in _counted(pairings(together, meeting), budget):
        if not any({*pair} <= {*chosen} for pair in pairs):
            value = [one.criterion.value(group, pairs, chosen) for one in text.criteria]
            best = value if best is None else min(best, value)
    return best


def _missed(bracket: DubovBracket, pairs: Pairs) -> int:
    """Count the players who do not get their preference (C7)."""
    return sum(bool(bracket.participants.players.same_preference[pair]) for pair in pairs)


def _met_in_order(s1: Positions, g2: Positions, meeting: Meeting, budget: StepBudget) -> Iterator[Positions]:
    """Yield the orders of G2, first things first, in which each meets one of S1 whom it may meet."""
    for t2 in _counted(permutations(g2), budget):
        if all(meeting[one][other] for one, other in zip(s1, t2, strict=True)):
            yield t2


def try_all(max_steps: int = 200_000) -> DubovSearch:
    """
    Return the search by trying all candidates in order.

    ``max_steps`` limits the pairings and orders that are looked at in one bracket.
    """
    return DubovSearch(
        can_be_left_over=_can_be_left_over,
        upfloaters=partial(_upfloaters, max_steps=max_steps),
        shifts=partial(_shifts, max_steps=max_steps),
        transposition=partial(_transposition, max_steps=max_steps),
    )


BY_TRYING = try_all()

LITERAL_2026 = replace(DUBOV_2026, edition=dubov.LITERAL_2026, search=BY_TRYING)
LITERAL_2018 = replace(DUBOV_2018, edition=dubov.LITERAL_2018, search=BY_TRYING)
