"""
How near a criterion is to deciding a round (see `reference_engines.dutch.leaving_out`), and whom that concerns.

A criterion that follows the look-ahead decides where something that ranks below it asks for another candidate. Most
often the two part company only because a criterion above them both has already chosen; so it is asked how many of
those above could stay and still leave the choice to this one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reference_engines.dutch.criteria import DOWNFLOATERS, TOPSCORER_COLOUR_DIFFERENCE, TOPSCORER_THIRD_COLOUR
from reference_engines.dutch.leaving_out import (
    ABSOLUTE,
    can_be_violated,
    completion_is_decisive,
    criterion_of,
    differ,
    has_effect,
)
from reference_engines.dutch.session import DutchEngine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.dutch.bracket import Bracket, Candidate
    from reference_engines.dutch.criteria import Criterion
    from reference_engines.dutch.session import DutchSession
    from reference_engines.engine import Engine

    Brackets = Iterable[tuple[Bracket, Candidate]]

NEAREST = 512
"""What a criterion adds that decides."""
_MOST_BY_BRACKETS = 30
_OF_TOPSCORERS = (TOPSCORER_COLOUR_DIFFERENCE, TOPSCORER_THIRD_COLOUR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """What can be told of a round that a criterion does not decide."""

    strength: int = 0
    """At a guess; 0 if nothing can be told."""
    players: tuple[int, ...] = ()
    """TPNs of the players whose standing it depends on."""


FAR = Nearness()


def concerns_topscorers(engine: Engine, label: str) -> bool:
    """Whether a criterion can decide in a final round only."""
    rules = engine.rules.criteria if isinstance(engine, DutchEngine) else ()
    return any(numbered.label == label and numbered.criterion in _OF_TOPSCORERS for numbered in rules)


def nearness(session: DutchSession, round_number: int, label: str) -> Nearness:
    """
    Tell how near a criterion is to deciding a round.

    Each bracket counts 1 if some candidate could have another value than zero, and 2 if the best one has; much more if
    the criterion would decide were it not for some of those above it, the more the fewer they are. For criteria on
    topscorers brackets count in which wide colour differences clash. The number of downfloaters counts only where
    completion decides, which it needs. Raise NoLegalPairingError where the round has no pairing.
    """
    if label in ABSOLUTE:
        return FAR
    criterion, own = criterion_of(session, label), session.brackets(round_number)
    if criterion is DOWNFLOATERS:
        return Nearness(strength=int(completion_is_decisive(session, round_number)))
    concerned = [(bracket, candidate) for bracket, candidate in own if can_be_violated(criterion, bracket)]
    strength = sum(2 if any(criterion.value(bracket, candidate)) else 1 for bracket, candidate in concerned)
    if criterion in _OF_TOPSCORERS:
        clash, wide = _of_topscorers(own)
        if not concerned:
            return Nearness(strength=clash, players=wide)
        strength = 4 * strength + clash
    if not concerned:
        return FAR
    strength = min(strength, _MOST_BY_BRACKETS) + _choice(session, round_number, criterion)
    players = (tpn for bracket, _ in concerned for tpn in bracket.field.tpn[bracket.positions].tolist())
    return Nearness(strength=strength, players=tuple(sorted(players)))


def _choice(session: DutchSession, round_number: int, criterion: Criterion) -> int:
    """
    Return the less the more of the other criteria must be left out before the criterion decides.

    Those below come first: against them it has to decide. For topscorers' sake none is presumed where that fails.
    """
    after = session.engine.rules.objective.after
    if criterion not in after:
        return 0
    place = after.index(criterion)
    own = session.brackets(round_number)
    idle = tuple(other for other in after if not has_effect(other, own))
    above, below = after[:place][::-1], after[place + 1 :][::-1]
    if _decides(session, round_number, criterion, (*idle, *below)):
        kept = _kept(session, round_number, criterion, (*idle, *below), above)
    elif criterion in _OF_TOPSCORERS and _decides(session, round_number, criterion, idle):
        kept = _kept(session, round_number, criterion, idle, (*above, *below))
    else:
        return 0
    return NEAREST >> len(set(after) - set(kept) - {criterion})


def _kept(
    session: DutchSession,
    round_number: int,
    criterion: Criterion,
    kept: tuple[Criterion, ...],
    others: tuple[Criterion, ...],
) -> tuple[Criterion, ...]:
    """Take up as many of the others, in this order, as leave the choice to the criterion."""
    for other in others:
        if other in kept:
            continue
        more = (*kept, other)
        if _decides(session, round_number, criterion, more):
            kept = more
    return kept


def _decides(
    session: DutchSession, round_number: int, criterion: Criterion, others: tuple[Criterion, ...]
) -> bool:
    """Whether the criterion would decide if only these others followed the look-ahead with it."""
    field, objective = session.field(round_number), session.engine.rules.objective
    make = session.engine.round_class
    with_it, without = (
        tuple(other for other in objective.after if other in wanted) for wanted in ((criterion, *others), others)
    )
    one, other = (make(field=field, objective=replace(objective, after=after)) for after in (with_it, without))
    return differ(one.brackets(), other.brackets())


def _of_topscorers(own: Brackets) -> tuple[int, tuple[int, ...]]:
    """
    Count the brackets with two wide colour differences in one direction, and tell whose.

    They count more where that colour must be missed, and most where those who would miss it instead want it strongly.
    """
    found = 0
    wide_ones: list[int] = []
    for bracket, _ in own:
        difference, wishes = bracket.take(bracket.field.colour_difference), bracket.take(bracket.field.preference)
        tpn = bracket.take(bracket.field.tpn)
        for colour in (1, -1):
            wide, strong = colour * difference > 1, int((colour * difference == 1).sum())
            is_missed = 2 * int((wishes == -colour).sum()) > bracket.size
            wide_ones += tpn[wide].tolist()
            if wide.sum() > 1 and 2 * bracket.score[0] > bracket.field.score[0]:
                found += 5 + 15 * is_missed * (1 + min(strong, 2))
            elif wide.any():
                found += 1
    return found, tuple(sorted(wide_ones))
