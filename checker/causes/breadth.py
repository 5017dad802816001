"""
The breadth of a cause: how much a change of rules touches, whether it changes a pairing or not.

Of two causes with the same effect on many discrepant rounds the narrower one is likelier: the broader one would have
made other rounds wrong, too. A definition touches the players whose values differ. A criterion, or a rule on colours,
touches each player by the share of the possible opponents with whom it counts something else, or gives other colours;
any other change touches every player.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from checker.causes.round_copies import DEFINING_PARTS, changed_parts, players_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.frame.rules import AnyRound

    Shares = NDArray[np.float64]
    """By player: 0 for one whom a cause does not touch, up to 1 for one whom it touches wholly."""


_MISSING, _MISSING_OF_RARE = 0.7, 6.0
"""Further rounds that the simplest cause should have made wrong, from which on a narrower cause is the likelier one: a
known one, or one of the many that are generated."""


def find_narrowest(breadths: Sequence[float], explained: int, are_rare: Sequence[bool]) -> int:
    """
    Return the place of the narrowest of equal causes, the simplest first; 0 unless one is clearly narrower.

    A cause that explains so many rounds would make more rounds wrong by as much as it is broader. That a broader cause
    makes no other round wrong is as unlikely as these rounds are many.
    """
    narrow = [
        at
        for at, (breadth, is_rare) in enumerate(zip(breadths, are_rare, strict=True))
        if breadth and explained * (breadths[0] / breadth - 1) >= (_MISSING_OF_RARE if is_rare else _MISSING)
    ]
    return min(narrow, key=breadths.__getitem__, default=0)


def count_touched(bound: AnyRound, changed: AnyRound) -> float:
    """Count the players of a round for whom something differs in the changed round, some of them in part."""
    players, others = players_of(bound), players_of(changed)
    if players is None or others is None or sorted(players.numbers) != sorted(others.numbers):
        return len(bound.participants.numbers)
    touched = np.maximum(_differing_players(players, others), _differing_figures(bound, changed))
    if changed.rules is not bound.rules:
        touched = np.maximum(touched, _differing_by_rules(bound, changed, players))
    return float(touched.sum())


def _differing_players(players: Players, others: Players) -> Shares:
    """Return by position 1 for another value or place of a player, or the share of other possible opponents."""
    order = np.array([others.numbers.index(number) for number in players.numbers], dtype=np.int64)
    touched = (order != np.arange(players.size)).astype(np.float64)
    read = [part.name for part in fields(players) if players.is_odd or part.name not in _UNREAD_WITHOUT_BYE]
    for name in read:
        value, other = getattr(players, name), getattr(others, name)
        for one, reordered in zip(_arrays(value), _arrays(other), strict=True):
            if one.shape == (players.size,):
                touched = np.maximum(touched, one != reordered[order])
            elif one.shape == (players.size, players.size):
                touched = np.maximum(touched, (one != reordered[np.ix_(order, order)]).mean(axis=1))
    return touched


def _differing_figures(bound: AnyRound, changed: AnyRound) -> Shares:
    """Return by position 1 for a player with another figure that a system derives beside the values of all systems."""
    participants: Any = bound.participants
    others: Any = changed.participants
    numbers, other_numbers = list(participants.numbers), list(others.numbers)
    touched = np.zeros(len(numbers))
    players = getattr(participants, "players", None)
    if players is None or type(participants) is not type(others) or not is_dataclass(participants):
        return touched
    order = np.array([other_numbers.index(number) for number in numbers], dtype=np.int64)
    for part in (one for one in fields(participants) if players.is_odd or one.name not in _OF_BYE):
        values, changed_values = getattr(participants, part.name), getattr(others, part.name)
        if isinstance(values, np.ndarray) and values.shape == touched.shape:
            touched = np.maximum(touched, values != changed_values[order])
    return touched


_UNREAD_WITHOUT_BYE, _OF_BYE = ("bye_allowed",), ("bye_score", "unplayed")
"""The values of all systems, and of some, that nothing reads in a round without a bye."""


def _arrays(value: Any) -> tuple[NDArray[Any], ...]:
    values = value if isinstance(value, tuple) else (value,)
    return tuple(one for one in values if isinstance(one, np.ndarray))


_COUNTED, _COLOURED = "criteria", "colour_articles"


def _differing_by_rules(bound: AnyRound, changed: AnyRound, players: Players) -> Shares:
    """Return by position how far the rules treat a player otherwise; 1 for everybody if other parts differ."""
    rules, others = bound.rules, changed.rules
    parts = changed_parts(rules, others) - DEFINING_PARTS - rules.parts_of_participants  # no bracket reads these
    if not parts:
        return np.zeros(players.size)
    if parts == {_COLOURED}:
        return _differing_colours(bound, changed, players)
    brackets = _brackets_of(bound)
    if parts != {_COUNTED} or brackets is None:
        return np.ones(players.size)
    touched = np.zeros(players.size)
    for bracket in brackets:
        touched[bracket.positions] = np.maximum(
            touched[bracket.positions], _differing_in_bracket(bracket, rules.criteria, others.criteria)
        )
    return touched


def _differing_colours(bound: AnyRound, changed: AnyRound, players: Players) -> Shares:
    """Return by position the share of the opponents of the same score against whom a player has another colour."""
    touched = np.zeros(players.size)
    for first, last, _ in players.bounds:
        members = range(first, last)
        differing = np.zeros((len(members), len(members)))
        for one, other in combinations(members, 2):
            decisions = [at.colours((one, other)) for at in (bound, changed)]
            whites = {decision.white if decision else None for decision in decisions}
            differing[one - first, other - first] = differing[other - first, one - first] = len(whites) > 1
        touched[first:last] = differing.mean(axis=1)
    return touched


def _brackets_of(bound: AnyRound) -> tuple[Bracket, ...] | None:
    """Return the brackets of the expected pairing; None if the system pairs otherwise, or the round has none."""
    expected = bound.expected_if_any
    if expected is None or not isinstance(expected.trace, tuple):
        return None
    return tuple(bracket for bracket, _ in expected.trace)


def _differing_in_bracket(bracket: Bracket, criteria: Any, others: Any) -> Shares:
    """Return by place in a bracket how far criteria count something else, or the same in another order."""
    touched = np.zeros(bracket.size)
    counted, recounted = (_count_by_label(bracket, one) for one in (criteria, others))
    for label in counted.keys() | recounted.keys():
        nothing = np.zeros((bracket.size, bracket.size + 1))
        touched = np.maximum(touched, _share(counted.get(label, nothing) != recounted.get(label, nothing)))
    order = [label for label in counted if label in recounted]
    moved = [
        label
        for label, other in zip(order, (one for one in recounted if one in counted), strict=True)
        if label != other
    ]
    for label in moved:
        touched = np.maximum(touched, _share(counted[label] != 0))
    return touched


def _share(differing: BoolArray) -> Shares:
    """Return by place the share of the opponents; 1 for a player who is counted otherwise as a floater."""
    return np.maximum(differing[:, :-1].mean(axis=1), differing[:, -1])


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
