"""
Rarer misreadings of the direction of earlier floats: either direction counts, or the other one.

A program that keeps only whether a player floated, or with the wrong sign, misreads several criteria at once: those on
numbers, or on scores, those of one round, or all of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.misreadings.dutch.families import families_of, replace_counts
from reference_engines.misreadings.dutch.making import misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.criteria import Contribution
    from reference_engines.definitions.history import IntArray
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Turn = Callable[[IntArray, int], IntArray]
    """From earlier floats and the direction that a criterion looks for: the floats that it is shown."""


def _either(floats: IntArray, direction: int) -> IntArray:
    return np.abs(floats) * direction


def _other(floats: IntArray, direction: int) -> IntArray:
    del direction
    return -floats


_DIRECTIONS: tuple[tuple[str, str, Turn], ...] = (
    ("either-direction", "counted earlier floats in either direction", _either),
    ("other-direction", "counted earlier floats in the other direction", _other),
)
_ROUNDS = (("", "", ("_1", "_2")), ("-1", " of the previous round", "_1"), ("-2", " of two rounds before", "_2"))
"""Suffix, words, and how the names of the criteria end."""


def float_directions(text: DutchText) -> Iterator[Misreading]:
    """Yield families of criteria on floats, of a round or of both, that look for other directions; by each article."""
    for name, words, family in _families(text):
        for suffix, sentence, turn in _DIRECTIONS:
            change = replace_counts({one.criterion: partial(_turned, one.criterion, turn) for one in family})
            for article in dict.fromkeys(one.article for one in family):
                yield misreading(f"{name}-in-{suffix}", f"the criteria {words} {sentence}", article, change)


def _families(text: DutchText) -> Iterator[tuple[str, str, list[NumberedBracketCriterion]]]:
    """Yield name, words and criteria; a family of other criteria than floats, or of a single one, is left out."""
    seen: set[tuple[str, ...]] = set()
    for name, words, whole in families_of(text):
        for suffix, when, ends in _ROUNDS:
            family = [one for one in whole if one.criterion.name.endswith(ends)]
            labels = tuple(one.label for one in family)
            if len(family) > 1 and labels not in seen and all("float_again" in one.criterion.name for one in whole):
                seen.add(labels)
                yield f"{name}{suffix}", f"{words}{when}", family


def _turned(criterion: BracketCriterion, turn: Turn, bracket: Bracket) -> Contribution | None:
    """Show a criterion other floats of the players."""
    direction = 1 if "downfloat" in criterion.name else -1
    players = bracket.players
    floated = tuple(turn(floats, direction) for floats in players.floated)
    return criterion.contribution(replace(bracket, players=replace(players, floated=floated)))
