"""The optimiser and the literal engine side by side on one field: what each answers, and which answer is better."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.players import Players
from reference_engines.downfloating.bracket import FOLLOWING_BRACKET, Bracket, Candidate
from reference_engines.dutch.edition import BYE_SCORE
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.dutch.generation import describe_generation
from reference_engines.dutch.rounds import Round2017, Round2026
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.dutch.round_2017 import Round2017Literal
from reference_engines.literal.dutch.round_2026 import Round2026Literal
from reference_engines.literal.dutch.sequence import TooLongWalkError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.dutch.edition import ProcedureFactory, RoundProcedure
    from reference_engines.dutch.rules import DutchRules

Answer = tuple[tuple[Bracket, Candidate], ...]
"""Bracket by bracket; nothing if no pairing is legal."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The two engines of an edition."""

    rules: DutchRules
    optimiser: ProcedureFactory
    literal: ProcedureFactory

    @property
    def literal_rules(self) -> DutchRules:
        """The edition walked literally."""
        return replace(self.rules, procedure=self.literal)


SIDES = {
    "2026": Sides(DUTCH_2026, Round2026, Round2026Literal),
    "2017": Sides(DUTCH_2017, Round2017, Round2017Literal),
}


class Outcome(Enum):
    """The outcome of a comparison."""

    AGREE = "agree"
    NO_LEGAL_PAIRING = "agree that no pairing is legal"
    REFUSED = "refused as too long to walk"
    OPTIMISER_BETTER = "differ, the optimiser's answer is better"
    REFERENCE_FAULT = "reference-fault: the literal answer is better"
    TIED = "differ, equal by criteria and order"

    @property
    def is_difference(self) -> bool:
        """Whether the two engines answer differently."""
        return self in {Outcome.OPTIMISER_BETTER, Outcome.REFERENCE_FAULT, Outcome.TIED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two answers to one field."""

    outcome: Outcome
    brackets: int = 0
    """Number of brackets on which they agree."""
    sentence: str = ""
    """The bracket in which they differ and the criterion that decides; empty if they agree."""


def answer(rules: RoundProcedure) -> Answer:
    """Return an engine's answer; TooLongWalkError is passed on."""
    try:
        return tuple(rules.brackets())
    except NoLegalPairingError:
        return ()


def compare(edition: str, field: Players) -> Comparison:
    """Let both engines of an edition pair a field."""
    sides = SIDES[edition]
    return compare_by(replace(sides.rules, procedure=sides.optimiser), sides.literal_rules, field)


def compare_by(rules: DutchRules, literal_rules: DutchRules, field: Players) -> Comparison:
    """Let an optimiser and its literal twin pair a field by rules that may be altered."""
    ours = rules.round_rules(field)
    try:
        literal = answer(literal_rules.round_rules(field))
    except TooLongWalkError:
        return Comparison(outcome=Outcome.REFUSED)
    expected = answer(ours)
    for number, (own, other) in enumerate(zip(expected, literal, strict=False)):
        if _content(own) != _content(other):
            return _compare_answers(rules, ours, number, own, other)
    if len(expected) != len(literal):
        return Comparison(outcome=Outcome.REFERENCE_FAULT, sentence=f"{len(expected)} and {len(literal)} brackets")
    return Comparison(outcome=Outcome.AGREE if expected else Outcome.NO_LEGAL_PAIRING, brackets=len(expected))


def _content(entry: tuple[Bracket, Candidate]) -> tuple[object, ...]:
    bracket, candidate = entry
    return bracket.kind, bracket.mdps, bracket.first, bracket.last, candidate


def _compare_answers(
    rules: DutchRules,
    ours: RoundProcedure,
    number: int,
    own: tuple[Bracket, Candidate],
    literal: tuple[Bracket, Candidate],
) -> Comparison:
    """Weigh two answers to one bracket by the criteria of the edition, then by the order of generation."""
    if _content(own)[:-1] != _content(literal)[:-1]:
        return Comparison(outcome=Outcome.REFERENCE_FAULT, brackets=number, sentence="they pose different brackets")
    labels = [*(numbered.label for numbered in rules.criteria), "order"]
    mine, theirs = (_worth(rules, ours, *entry) for entry in (own, literal))
    said = f"bracket {number + 1}: optimiser {own[1]}, literal {literal[1]}; "
    for label, one, another in zip(labels, mine, theirs, strict=True):
        if one != another:
            better = Outcome.OPTIMISER_BETTER if one < another else Outcome.REFERENCE_FAULT
            return Comparison(outcome=better, brackets=number, sentence=f"{said}{label} is {one} and {another}")
    return Comparison(outcome=Outcome.TIED, brackets=number, sentence=said)


def _worth(rules: DutchRules, ours: RoundProcedure, bracket: Bracket, candidate: Candidate) -> list[tuple[object, ...]]:
    floating = bracket.positions[list(candidate.downfloaters)].tolist()
    judged = ours.as_judged(bracket, floating)
    special = {BYE_SCORE.name: ours.bye_score, FOLLOWING_BRACKET.name: ours.following_bracket}
    values: list[tuple[object, ...]] = [
        special[numbered.criterion.name](judged, floating)
        if numbered.criterion.name in special
        else judged.value(numbered.criterion, candidate)
        for numbered in rules.criteria
    ]
    return [*values, describe_generation(judged, candidate, rules.order).key]


def without(field: Players, position: int) -> Players:
    """Return the field without one of its players."""
    kept = np.array([place for place in range(field.size) if place != position], dtype=np.int64)
    score = field.score[kept]
    arrays = {
        name: getattr(field, name)[kept]
        for name in (entry.name for entry in dataclasses.fields(field))
        if isinstance(getattr(field, name), np.ndarray) and name not in {"allowed", "column"}
    }
    return replace(
        field,
        **arrays,
        column=np.arange(kept.size),
        groups=(0, *(np.flatnonzero(np.diff(score)) + 1).tolist(), kept.size),
        floated=(field.floated[0][kept], field.floated[1][kept]),
        allowed=field.allowed[np.ix_(kept, kept)],
    )


def shrunk(edition: str, field: Players) -> Players:
    """Return a field with as few players as still show a difference of the same outcome."""
    outcome = compare(edition, field).outcome
    for position in range(field.size if field.size > 1 else 0):
        smaller = without(field, position)
        if compare(edition, smaller).outcome is outcome:
            return shrunk(edition, smaller)
    return field


def description(field: Players) -> str:
    """Write a field down so that a reader can follow it and a program make it again."""
    lines = [
        f"{entry.name}: {value.tolist() if isinstance(value, np.ndarray) else value}"
        for entry in dataclasses.fields(field)
        if entry.name not in {"allowed", "column", "round_number", "odd_number"}
        for value in (getattr(field, entry.name),)
    ]
    apart = [(one, other) for other in range(field.size) for one in range(other) if not field.allowed[one, other]]
    return "\n".join([*lines, f"may not meet, by position: {apart}"])


def with_scores(scores: Sequence[int]) -> Players:
    """Return a field of players without a history who may all meet, with these scores in tenths, descending."""
    size = len(scores)
    zeros, score = np.zeros(size, dtype=np.int64), np.array(scores, dtype=np.int64)
    return Players(
        round_number=3,
        column=np.arange(size),
        tpn=np.arange(1, size + 1),
        score=score,
        groups=(0, *(np.flatnonzero(np.diff(score)) + 1).tolist(), size),
        colour_difference=zeros,
        preference=zeros,
        strength=zeros,
        repeated=zeros,
        unplayed=zeros,
        bye_allowed=np.ones(size, dtype=np.bool_),
        topscorer=np.zeros(size, dtype=np.bool_),
        floated=(zeros, zeros),
        odd_number=np.arange(1, size + 1) % 2 == 1,
        allowed=1 - np.eye(size, dtype=np.uint8),
    )
