"""
One assignment for a whole event: the side of every open point on which all of its rounds are judged.

What a file does not declare is one fact of its event, and a reading is a habit of the program that paired it: what one
round proves holds for the others. Of all sides by which some round is seen milder, that one is assigned on which the
event as a whole is: the fewest discrepant rounds, then the least harsh, then the fewest pairs. A reading that
contradicts a round which is right on the side taken must explain more rounds than it costs; a fact of the event that
contradicts such a round is rejected, however many rounds it would explain.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from checker.verdicts.comparison import on_side
from checker.verdicts.interpretations import (
    AT_ONCE,
    MOST_TOGETHER,
    TAKEN,
    at_once,
    counts_against,
    exclude_each_other,
    is_discrepant,
    is_milder,
    is_open_step,
    is_right,
    key_of,
    may_be_milder,
    needed,
    notes_of,
    severity,
)
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from checker.findings import RoundFinding
    from checker.verdicts.comparison import RoundContext
    from checker.verdicts.interpretations import Severity, Side, Sides

MOST_SIDES = 60
"""Sides that are tried on all rounds, those first that make the most rounds milder."""
_SEARCHED_TOGETHER = 3
"""Rounds for which two changes at once are looked for, if none alone makes them right."""
_ROUNDS_NAMED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """The side on which an event is judged."""

    side: Side
    passed_over: tuple[tuple[Side, tuple[int, ...]], ...] = ()
    """Other sides by which some round is milder, with the rounds that contradict them, if that is why."""


def assigned(sides: Sides, stages: Sequence[int]) -> Assignment:
    """Choose the side on which the rounds of an event are judged."""
    stages = [stage for stage in stages if _was_judged(sides, stage)]
    differing = [stage for stage in stages if may_be_milder(sides.finding(TAKEN, stage))]
    order = [*differing, *(stage for stage in stages if stage not in differing)]
    best = least = _weighed(sides, TAKEN, differing)
    passed_over: list[tuple[Side, tuple[int, ...]]] = []
    for side in _candidates(_helped(sides, differing)):
        weight = _weighed(sides, side, order, most=best.discrepant)
        is_contradicted = weight.against and (_has_fact(side) or weight.discrepant >= least.discrepant)
        if is_contradicted or not weight < best:
            passed_over.append((side, weight.against))
            continue
        passed_over.append((best.side, best.against))
        best = weight
    return Assignment(side=best.side, passed_over=tuple(passed_over))


def under(sides: Sides, assignment: Assignment, stage: int, context: RoundContext) -> RoundFinding:
    """Return what is said of a round where the event is judged on a side."""
    taken = sides.finding(TAKEN, stage)
    if not may_be_milder(taken):
        return taken
    side = needed(sides, assignment.side, stage)
    if not is_milder(sides.finding(side, stage), taken):
        side = TAKEN
    finding = on_side(sides, side, stage, context)
    return _bounded(sides, _refused(sides, finding, assignment)) if is_discrepant(finding) else finding


def _bounded(sides: Sides, finding: RoundFinding) -> RoundFinding:
    """Say of a round that stays wrong how many pairs of open points were not tried, if that was bounded."""
    left = sides.not_tried(finding.round_number)
    if not left:
        return finding
    said = f"Of what is open, {MOST_TOGETHER} pairs of readings were tried at once, and {left} more were not."
    return replace(finding, sentence=f"{finding.sentence} {said}")


def _refused(sides: Sides, finding: RoundFinding, assignment: Assignment) -> RoundFinding:
    """Say of a round that stays wrong by what it would be right, and why that does not excuse it."""
    for side, against in assignment.passed_over:
        if not is_right(sides.finding(side, finding.round_number)):
            continue
        if against:
            rounds = " and ".join(map(str, against[:_ROUNDS_NAMED]))
            why = (
                f"but round {rounds} contradicts that" if len(against) == 1 else f"but rounds {rounds} contradict that"
            )
        else:
            why = f"but the event as a whole comes off better by that of {_named(assignment.side)}"
        said = f"By the other side of {_named(side)} it would be right, {why}."
        if against:
            said += " An event is judged by one side throughout."
        return replace(finding, sentence=f"{finding.sentence} {said}")
    return finding


def _has_fact(side: Side) -> bool:
    """Whether a side gives the event another fact, and not only its rules another reading."""
    return any(change.event for change in side)


def _named(side: Side) -> str:
    return " and ".join(note.identifier for note in notes_of(side))


def _was_judged(sides: Sides, stage: int) -> bool:
    finding = sides.finding(TAKEN, stage)
    return is_right(finding) or may_be_milder(finding)


def _helped(sides: Sides, differing: Iterable[int]) -> list[tuple[Side, set[int]]]:
    """Return the sides by which some round that differs is milder, with those rounds."""
    found: dict[frozenset[Hashable], tuple[Side, set[int]]] = {}
    searches = _SEARCHED_TOGETHER
    for stage in differing:
        alone = sides.milder_alone(stage)
        together: tuple[Side, ...] = ()
        if not any(is_right(sides.finding(side, stage)) for side in alone):
            together = sides.milder_together(stage) if searches else ()
            searches = max(searches - 1, 0)
        for side in (*alone, *together):
            found.setdefault(key_of(side), (side, set()))[1].add(stage)
    return list(found.values())


def _candidates(helped: Sequence[tuple[Side, set[int]]]) -> list[Side]:
    """Return sides to be tried on all rounds: those that help, and two at once that help different rounds."""
    both = [
        (at_once(*one, *other), its | others)
        for (one, its), (other, others) in combinations(helped, 2)
        if len(one) + len(other) <= AT_ONCE
        and not (its <= others or others <= its)
        and not exclude_each_other(one[0], other[0])
    ]
    ranked = sorted([*helped, *both], key=lambda found: -len(found[1]))
    unique = {key_of(side): side for side, _ in reversed(ranked)}
    return list(reversed(unique.values()))[:MOST_SIDES]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weight:
    """How harsh the rounds of an event are on a side."""

    side: Side
    discrepant: int
    """Rounds, those included that nothing but an open step excuses."""
    severities: tuple[Severity, ...]
    """Of these rounds, the harshest first."""
    against: tuple[int, ...]
    """Rounds that are right on the side taken and discrepant on this one; the first few, if there are too many."""

    def __lt__(self, other: _Weight) -> bool:
        """Whether the event is seen milder on this side."""
        return self._key < other._key

    @property
    def _key(self) -> tuple[object, ...]:
        return self.discrepant, self.severities, len(self.side)


def _weighed(sides: Sides, side: Side, stages: Iterable[int], most: int | None = None) -> _Weight:
    """Weigh the rounds on a side, until more than so many are discrepant."""
    found, against = [], []
    for stage in stages:
        finding = _seen(sides, side, stage)
        if not counts_against(finding):
            continue
        found.append(severity(finding))
        if is_right(sides.finding(TAKEN, stage)):
            against.append(stage)
        if most is not None and len(found) > most:
            break
    harshest_first = tuple(sorted(found, reverse=True))
    return _Weight(side=side, discrepant=len(found), severities=harshest_first, against=tuple(against))


def _seen(sides: Sides, side: Side, stage: int) -> RoundFinding:
    """Return what a round counts for on a side; where no change of it matters, or helps, as on the side taken."""
    taken = sides.finding(TAKEN, stage)
    if is_right(taken) and not any(change.event for change in side):
        may_matter = {change.key for change in sides.open_points(stage)}
        if may_matter.isdisjoint(change.key for change in side):
            return taken
    finding = sides.finding(side, stage)
    return taken if is_open_step(finding) and not is_right(taken) else finding
