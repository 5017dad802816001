"""Rounds to which a misreading may be limited: the last round, or all others; an odd or an even number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checker.causes.cause import Case

_SHARE_OF_WRONG = 0.9
"""The share of the discrepant rounds that a scope must hold."""
_SHARE_OF_RIGHT = 0.6
"""The share of the agreeing rounds that it may hold; a scope of nearly all rounds says nothing."""


class RoundScope(FrozenStruct, frozen=True, kw_only=True):
    """Rounds of one kind."""

    name: str
    words: str
    """To be read after the sentence of a cause."""
    contains: Callable[[Case, int], bool]
    """From a case and a stage."""


def _is_last(case: Case, stage: int) -> bool:
    return case.rules.edition.rows(stage).stop >= (case.event.rounds_declared or case.event.rounds_recorded)


def _is_before_last(case: Case, stage: int) -> bool:
    return not _is_last(case, stage)


def _is_of_odd_number(case: Case, stage: int) -> bool:
    row = case.rules.edition.rows(stage).start
    present = sum(row < len(player.rounds) and player.rounds[row].was_paired for player in case.event.players)
    return present % 2 == 1


def _is_of_even_number(case: Case, stage: int) -> bool:
    return not _is_of_odd_number(case, stage)


_SCOPES = (
    RoundScope(name="in-last-round", words="only in the last round", contains=_is_last),
    RoundScope(name="before-last-round", words="only in rounds before the last", contains=_is_before_last),
    RoundScope(name="with-bye", words="only in rounds with a bye", contains=_is_of_odd_number),
    RoundScope(name="without-bye", words="only in rounds without a bye", contains=_is_of_even_number),
)


def typical_scopes(
    cases: Sequence[Case], wrong: Sequence[tuple[int, int]], right: Sequence[tuple[int, int]]
) -> tuple[RoundScope, ...]:
    """Return the scopes that hold nearly all discrepant rounds, and clearly fewer of the agreeing rounds."""
    found = []
    for scope in _SCOPES:
        inside = [sum(scope.contains(cases[case], stage) for case, stage in rounds) for rounds in (wrong, right)]
        if inside[0] >= _SHARE_OF_WRONG * len(wrong) and inside[1] <= _SHARE_OF_RIGHT * len(right):
            found.append(scope)
    return tuple(found)
