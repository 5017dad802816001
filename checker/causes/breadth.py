"""
The breadth of a cause: how much a change of rules touches, whether it changes a pairing or not.

Of two causes with the same effect on many discrepant rounds the narrower one is likelier: the broader one would have
made other rounds wrong, too. A definition touches the players whose values differ, a criterion the players of whom it
counts something else in the brackets of a round; any other change touches every player.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from checker.causes.derived_values import players_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.frame.rules import AnyRound


_CLEARLY_NARROWER = 0.6
"""The share of the players that a simpler cause touches, up to which a narrower cause is the likelier one."""


def find_narrowest(breadths: Sequence[int]) -> int:
    """Return the place of the narrowest of equal causes, the simplest first; 0 unless one is clearly narrower."""
    narrow = [at for at, breadth in enumerate(breadths) if 0 < breadth <= _CLEARLY_NARROWER * breadths[0]]
    return min(narrow, key=breadths.__getitem__, default=0)


def count_touched(bound: AnyRound, changed: AnyRound) -> int:
    """Count the players of a round for whom something differs in the changed round."""
    players, others = players_of(bound), players_of(changed)
    if players is None or others is None or sorted(players.numbers) != sorted(others.numbers):
        return len(bound.participants.numbers)
    touched = _differing_players(players, others)
    if changed.rules is not bound.rules:
        touched |= _differing_by_rules(bound, changed, players)
    return int(touched.sum())


def _differing_players(players: Players, others: Players) -> BoolArray:
    """Return by position whether a player has another value, another place or other possible opponents."""
    order = np.array([others.numbers.index(number) for number in players.numbers], dtype=np.int64)
    touched = order != np.arange(players.size)
    read = [part.name for part in fields(players) if players.is_odd or part.name != _OF_BYE]
    for name in read:
        value, other = getattr(players, name), getattr(others, name)
        for one, reordered in zip(_arrays(value), _arrays(other), strict=True):
            if one.shape == (players.size,):
                touched = touched | (one != reordered[order])
            elif one.shape == (players.size, players.size):
                touched = touched | (one != reordered[np.ix_(order, order)]).any(axis=1)
    return np.asarray(touched)


_OF_BYE = "bye_allowed"
"""The values that nothing reads in a round without a bye."""


def _arrays(value: Any) -> tuple[NDArray[Any], ...]:
    values = value if isinstance(value, tuple) else (value,)
    return tuple(one for one in values if isinstance(one, np.ndarray))


_COUNTED = "criteria"
_UNREAD = {"definitions", "floats", "byes"}
"""Parts of rules that no bracket reads, but for the values of the players."""


def _differing_by_rules(bound: AnyRound, changed: AnyRound, players: Players) -> BoolArray:
    """Return by position whether the rules count something else of a player; everybody if other parts differ."""
    rules, others = bound.rules, changed.rules
    parts = {part.name for part in fields(rules) if getattr(rules, part.name) != getattr(others, part.name)}
    if not parts - _UNREAD:
        return np.zeros(players.size, dtype=np.bool_)
    brackets = _brackets_of(bound)
    if parts - _UNREAD != {_COUNTED} or brackets is None:
        return np.ones(players.size, dtype=np.bool_)
    touched = np.zeros(players.size, dtype=np.bool_)
    for bracket in brackets:
        touched[bracket.positions] |= _differing_in_bracket(bracket, rules.criteria, others.criteria)
    return touched


def _brackets_of(bound: AnyRound) -> tuple[Bracket, ...] | None:
    """Return the brackets of the expected pairing; None if the system pairs otherwise, or the round has none."""
    expected = bound.expected_if_any
    if expected is None or not isinstance(expected.trace, tuple):
        return None
    return tuple(bracket for bracket, _ in expected.trace)


def _differing_in_bracket(bracket: Bracket, criteria: Any, others: Any) -> BoolArray:
    """Return by place in a bracket whether criteria count something else, or the same in another order."""
    touched = np.zeros(bracket.size, dtype=np.bool_)
    counted, recounted = (_count_by_label(bracket, one) for one in (criteria, others))
    for label in counted.keys() | recounted.keys():
        nothing = np.zeros((bracket.size, bracket.size + 1))
        touched |= (counted.get(label, nothing) != recounted.get(label, nothing)).any(axis=1)
    order = [label for label in counted if label in recounted]
    moved = [
        label
        for label, other in zip(order, (one for one in recounted if one in counted), strict=True)
        if label != other
    ]
    for label in moved:
        touched |= counted[label].any(axis=1)
    return touched


def _count_by_label(bracket: Bracket, criteria: Any) -> dict[str, NDArray[Any]]:
    """Return what criteria count, by label: (places, places and the column of floaters), in the order of the rules."""
    found: dict[str, NDArray[Any]] = {}
    for one in criteria:
        counted = one.criterion.contribution(bracket)
        if counted is None:
            continue
        values = np.zeros((bracket.size, bracket.size + 1))
        if counted.pairs is not None:
            values[:, :-1] = counted.pairs
        if counted.floats is not None:
            values[:, -1] = counted.floats
        if values.any():
            found[one.label] = found.get(one.label, 0) + values
    return found
