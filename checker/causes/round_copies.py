"""Copies of a round with other participants, rules or entries, and comparisons of what rounds derive."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.players import Players
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from numpy.typing import NDArray

    from reference_engines.definitions.colours import ColourStep, Meetings
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.frame.rules import AnyRound

    Contribution = Callable[[Bracket], Any]
    """What a criterion counts in a bracket."""
    ChangeEntries = Callable[[Any, BoolArray], Any]
    """From a round, and (earlier rounds, columns) the entries that count otherwise: the changed round."""

DEFINING_PARTS = {"definitions", "floats", "byes"}
"""The parts of rules by which values of players are derived."""
_PARTS_OF_ROUND = {"criteria", "colour_articles", "generation", "look_ahead_goals", "order", "procedure", "sufficient"}
"""The parts of rules that a round reads, and that derive no value of a player."""


# --- other participants ----------------------------------------------------------------------------------------------


def players_of(bound: AnyRound) -> Players | None:
    """Return the players of a round with their derived values; None where a system has none of these."""
    participants = bound.participants
    if isinstance(participants, Players):
        return participants
    players = getattr(participants, "players", None)
    return players if isinstance(players, Players) else None


def with_participants(bound: AnyRound, participants: Any, **changes: Any) -> AnyRound:
    """Return a round with other participants, as if it had derived them itself; ``changes`` are other fields of it."""
    copy: AnyRound = replace(bound, **changes)
    vars(copy)["participants"] = participants
    return copy


def with_players(bound: AnyRound, players: Players) -> AnyRound:
    """Return a round with other derived values of the same players."""
    participants: Any = bound.participants
    return with_participants(bound, players if isinstance(participants, Players) else _extended(participants, players))


def _extended(participants: Any, players: Players) -> Any:
    """Return participants with other values of their players, all of them in the order of the players."""
    order = order_of_columns(participants.players, players)
    values = {part.name: getattr(participants, part.name) for part in fields(participants)}
    ordered = {name: value[order] for name, value in values.items() if isinstance(value, np.ndarray)}
    return replace(participants, players=players, **ordered)


def order_of_columns(players: Players, reference: Players) -> IntArray:
    """Return the positions of players, in the order that the same players have in the reference."""
    position = {column: place for place, column in enumerate(players.column.tolist())}
    return np.array([position[column] for column in reference.column.tolist()], dtype=np.int64)


def positions_of_opponents(history: History, players: Players, rows: int) -> tuple[IntArray, IntArray]:
    """Return the position of each column, and (rows, columns) the position of its opponent; NOBODY if there is none."""
    position = np.full(history.players + 1, NOBODY, dtype=np.int64)  # the last entry stands for no opponent
    position[players.column] = np.arange(players.size)
    return position[:-1], position[history.opponent[:rows]]


def bar_clashes(bound: Any, players: Players, allowed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Bar players with the same absolute preference from each other, topscorers excepted."""
    for colour in (1, -1):
        alike = np.flatnonzero(players.absolute == colour)
        excused = bound.event.definitions.clash_excused(players.topscorer[alike, None], players.topscorer[alike])
        allowed[np.ix_(alike, alike)] &= excused.astype(np.uint8)
    return allowed


# --- other rules -----------------------------------------------------------------------------------------------------


def with_rules(bound: AnyRound, rules: Any) -> AnyRound:
    """Return a round with other rules for the same players, with the values that they have."""
    return with_participants(bound, bound.participants, rules=rules)


def with_contributions(
    bound: AnyRound, labels: Container[str], count: Callable[[Contribution, Bracket], Any]
) -> AnyRound:
    """Return a round whose criteria of some labels count otherwise; ``count`` is given what each counted before."""
    criteria = tuple(
        replace(one, criterion=replace(one.criterion, contribution=partial(count, one.criterion.contribution)))
        if one.label in labels
        else one
        for one in bound.rules.criteria
    )
    return with_rules(bound, replace(bound.rules, criteria=criteria))


def judge_by(bound: AnyRound, players: Players, *, labels: Container[str]) -> AnyRound:
    """Return a round in which the criteria of some labels read other values of the same players."""
    return with_contributions(bound, labels, lambda own, bracket: own(bracket.with_players(players)))


def with_colour_steps(
    bound: AnyRound, names: Container[str], decide: Callable[[ColourStep, Meetings], IntArray]
) -> AnyRound:
    """Return a round in which the rules on colours of some names decide otherwise; ``decide`` is given each rule."""
    articles = bound.rules.colour_articles
    steps = tuple(
        replace(step, decide=partial(decide, step)) if step.name in names else step for step in articles.steps
    )
    return with_rules(bound, replace(bound.rules, colour_articles=replace(articles, steps=steps)))


def bind_to_rules(bound: AnyRound, *, rules: Any) -> AnyRound:
    """Return a round under rules that are bound alike."""
    return with_participants(rules.bind(bound.event, bound.number), bound.participants)


# --- comparisons -----------------------------------------------------------------------------------------------------


def changed_parts(rules: Any, misread: Any) -> set[str]:
    """Return the names of the parts in which rules differ, or an empty name if they are of different systems."""
    if type(rules) is not type(misread):
        return {""}
    return {part.name for part in fields(rules) if getattr(rules, part.name) != getattr(misread, part.name)}


def are_bound_alike(rules: Any, base: Any) -> bool:
    """Whether rules differ only in what a round reads off them, so that its players and their values are the same."""
    changed = changed_parts(rules, base)
    if not hasattr(base, "definition_articles") or not changed <= _PARTS_OF_ROUND:
        return False
    return "order" not in changed or bool(rules.order.uses_recorded_pairing == base.order.uses_recorded_pairing)


def are_derived_alike(bound: AnyRound, reference: AnyRound) -> bool:
    """Whether two rounds differ only in rules by which participants are derived, and not in the participants."""
    rules, others = bound.rules, reference.rules
    if not changed_parts(rules, others) <= rules.parts_of_participants or not rules.parts_of_participants:
        return False
    if hasattr(rules, "definitions") and rules.definitions.coloured != others.definitions.coloured:
        return False  # colours are given by the games themselves, too
    if getattr(bound.event, "initial_colour", None) is not getattr(reference.event, "initial_colour", None):
        return False
    return have_same_values(bound.participants, reference.participants)


def have_same_values(participants: Any, reference: Any) -> bool:
    """Whether participants are the same, with the same derived values."""
    if not is_dataclass(participants) or type(participants) is not type(reference):
        return False
    return all(
        have_same_values(value, other) if is_dataclass(value) else is_same(value, other)
        for value, other in (
            (getattr(participants, part.name), getattr(reference, part.name)) for part in fields(participants)
        )
    )


def is_same(value: Any, reference: Any) -> bool:
    """Whether two values of players are the same; arrays and tuples of arrays may be compared."""
    if isinstance(value, tuple):
        return len(value) == len(reference) and all(map(is_same, value, reference))
    return bool(np.array_equal(value, reference))


# --- other entries ---------------------------------------------------------------------------------------------------


class EntryValue(FrozenStruct, frozen=True, kw_only=True):
    """A change of what a single entry of the record, a round of a player or team, adds to a derived value."""

    name: str
    sentence: str
    """The end of a sentence about a round of a player: ``did not count for the ARO``."""
    participant: str = "player"
    article: Callable[[Any], str]
    """The article of the rules that is changed."""
    can_change: Callable[[AnyRound], BoolArray]
    """(earlier rounds, columns) the entries that can count otherwise."""
    change: ChangeEntries


def change_entry(bound: AnyRound, *, value: EntryValue, place: int) -> AnyRound:
    """Return the round with a change of the entry at a place."""
    where = np.zeros(value.can_change(bound).shape, dtype=np.bool_)
    where.flat[place] = True
    changed: AnyRound = value.change(bound, where)
    return changed


def change_entries(bound: AnyRound, *, value: EntryValue, where: BoolArray) -> AnyRound:
    """Return the round with a change of entries; the round itself if none of them can count otherwise."""
    meant = where & value.can_change(bound)
    changed: AnyRound = value.change(bound, meant) if meant.any() else bound
    return changed
