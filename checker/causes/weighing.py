"""
Causes on the scales: which explain most and contradict least, and how few of them explain what can be explained.

Causes with the same effect on everything at hand stand as one group. The cover is greedy: the group that explains most
of what is left, less what it contradicts, comes next; among equals the simpler one, then the one tried first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.causes.cause import Where
from checker.causes.record_changes import when_paired
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checker.causes.cause import Cause

MOST_GROUPS = 5
"""Groups that are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a cause does to the rounds at hand."""

    cause: Cause
    explained: frozenset[Where]
    contradicted: frozenset[Where] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Effects that are equal, the simplest first."""

    effects: tuple[Effect, ...]

    @property
    def explained(self) -> frozenset[Where]:
        """Rounds that become right."""
        return self.effects[0].explained

    @property
    def contradicted(self) -> frozenset[Where]:
        """Agreeing rounds that become wrong."""
        return self.effects[0].contradicted

    @property
    def simplicity(self) -> tuple[int, int]:
        """Of the simplest."""
        return self.effects[0].cause.simplicity


def grouped(effects: Iterable[Effect]) -> list[Alike]:
    """Put effects that are equal together, in the order in which they come."""
    groups: dict[tuple[frozenset[Where], frozenset[Where]], list[Effect]] = {}
    for effect in effects:
        if effect.explained:
            groups.setdefault((effect.explained, effect.contradicted), []).append(effect)
    return [Alike(effects=tuple(sorted(group, key=lambda one: one.cause.simplicity))) for group in groups.values()]


def joined(effects: Iterable[Effect]) -> list[Effect]:
    """Put the same change of an earlier round, found for several later ones, together to one that explains them all."""
    found: dict[tuple[int, str], list[Effect]] = {}
    others: list[Effect] = []
    for effect in effects:
        if effect.cause.only_round is None or not effect.cause.short or not effect.explained:
            others.append(effect)
        else:
            found.setdefault((min(effect.explained).case, effect.cause.identifier), []).append(effect)
    return [*others, *(_of_several(alike) if len(alike) > 1 else alike[0] for alike in found.values())]


def _of_several(effects: Sequence[Effect]) -> Effect:
    explained = frozenset[Where]().union(*(one.explained for one in effects))
    first = effects[0].cause
    sentence = when_paired(first.short, sorted(where.stage for where in explained))
    return Effect(cause=replace(first, sentence=sentence), explained=explained)


def cover(groups: Sequence[Alike], wanting: frozenset[Where], *, scale: float, least: int) -> list[Alike]:
    """
    Choose groups that explain as much as can be.

    ``scale`` says for how many agreeing rounds each one looked at stands; ``least`` is how many rounds a group must
    explain that no group before it does, beyond those that it contradicts.
    """
    left, chosen = set(wanting), list[Alike]()
    while left and len(chosen) < MOST_GROUPS:
        best = max(groups, key=lambda group: _worth(group, left, scale), default=None)
        if best is None or _gain(best, left, scale) < least:
            break
        chosen.append(best)
        left -= best.explained
    return chosen


def _gain(group: Alike, left: set[Where], scale: float) -> float:
    parts = group.simplicity[0]
    return len(group.explained & left) - scale * len(group.contradicted) - (parts - 1) * (len(left) > 1)


def _worth(group: Alike, left: set[Where], scale: float) -> tuple[float, int, tuple[int, ...]]:
    return (
        _gain(group, left, scale),
        -len(group.contradicted),
        tuple(-part for part in group.simplicity),
    )


def unexplained(wanting: Sequence[Where], chosen: Iterable[Alike]) -> list[Where]:
    """Return the rounds that nothing chosen explains."""
    explained = frozenset[Where]().union(*(group.explained for group in chosen))
    return [where for where in wanting if where not in explained]


def by_case(rounds: Iterable[Where]) -> dict[int, list[int]]:
    """Return stages by the number of their case, in order."""
    found: dict[int, list[int]] = {}
    for where in sorted(rounds):
        found.setdefault(where.case, []).append(where.stage)
    return found
