"""
A cause, and what it is tried on.

A *cause* is a change of an event or of rules under which a discrepant round would be exactly right. A *case* is an
event under rules with what was paired in its rounds: by the record, or by a program that was asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from checker.verdicts.paired_by_hand import find_manual_declaration

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import PreparedEvent, Rules
    from tournaments.model import Event


class Kind(Enum):
    """What a cause changes; in the order in which causes with the same effect are told."""

    FACT = "fact"
    """What the file declares of itself, or does not: edition, acceleration, numbers..."""
    READING = "reading"
    """What the text of the regulation leaves open."""
    RULE = "rule"
    """A rule that the program breaks."""
    RECORD = "record"
    """What the file records: a result, an absence, a pair that must not meet."""

    @property
    def rank(self) -> int:
        """Its place in that order, from 0."""
        return list(Kind).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A change under which a round may be right. Two of the same identifier are the same cause."""

    identifier: str
    """``edition-dutch-2017``, ``result-r5-12-7-1:0``, ``c14-left-out``."""
    sentence: str = field(compare=False)
    """The change in words: ``as if C14 were left out``, ``if the number of rounds were 9``."""
    article: str = field(compare=False, default="")
    """The article that is broken, or that says what the fact is for; empty if none does."""
    kind: Kind = field(compare=False)
    event: Callable[[Event], Event] | None = field(compare=False, default=None)
    """None: the event stays."""
    rules: Callable[[Rules], Rules] | None = field(compare=False, default=None)
    """None: the rules stay."""
    parts: int = field(compare=False, default=1)
    """Of how many causes it consists."""
    undeclared: bool = field(compare=False, default=False)
    """Of a fact: whether the file declares nothing that contradicts it."""
    supporting_rounds: int = field(compare=False, default=2)
    """Of such a fact, the fewest rounds that must be right only under it before it is assumed."""
    short: str = field(compare=False, default="")
    """Of a fact that may hold for a whole event: ``by dutch-2017``, to be read after "all rounds agree"; of a change of
    an earlier round, the sentence without the rounds that were paired by it."""
    silence: str = field(compare=False, default="")
    """Of such a fact, what the file says of it, or does not: ``the file names no edition``."""
    only_round: int | None = field(compare=False, default=None)
    """The round that it concerns, where it cannot make another one wrong (a result corrected afterwards)."""

    @property
    def simplicity(self) -> tuple[int, int]:
        """Compare two causes by it: the smaller one is simpler."""
        return self.parts, self.kind.rank


def both(one: Cause, other: Cause) -> Cause:
    """Return the cause that consists of two."""
    return Cause(
        identifier=f"{one.identifier}+{other.identifier}",
        sentence=f"{one.sentence}, and {other.sentence}",
        article=", ".join(dict.fromkeys(article for article in (one.article, other.article) if article)),
        kind=max(one.kind, other.kind, key=lambda kind: kind.rank),
        event=_after(one.event, other.event),
        rules=_after(one.rules, other.rules),
        parts=one.parts + other.parts,
        undeclared=one.undeclared and other.undeclared,
        supporting_rounds=max(one.supporting_rounds, other.supporting_rounds),
        short=" and ".join(words for words in (one.short, other.short) if words),
        silence=", and ".join(words for words in (one.silence, other.silence) if words),
        only_round=one.only_round or other.only_round,
    )


_ValueT = TypeVar("_ValueT")


def _after(
    first: Callable[[_ValueT], _ValueT] | None, then: Callable[[_ValueT], _ValueT] | None
) -> Callable[[_ValueT], _ValueT] | None:
    if first is None or then is None:
        return first or then
    return lambda value: then(first(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """A round of a case."""

    stage: int
    is_answer: Callable[[RoundPairing | None], bool] | None = None
    """Tells whether a program that was asked has paired so (None: that it found no pairing); None: the event records
    what was paired, whatever is changed in it."""
    parted: frozenset[int] = frozenset()
    """TPNs of those in the pairs of that answer that differ; empty if the answer itself is not at hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An event at hand."""

    name: str
    """Stem of the file's name, or the number of an event of a campaign."""
    event: Event
    rules: Rules
    wanting: tuple[Paired, ...]
    """The discrepant and the open rounds."""
    agreeing: tuple[Paired, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """A round at hand: place of its case among those at hand, and stage."""

    case: int
    stage: int


def parted(one: RoundPairing, other: RoundPairing) -> frozenset[int]:
    """Return, by TPN, those whose opponent, colour or bye is another one."""
    mine, theirs = opponents(one), opponents(other)
    return frozenset(tpn for tpn in mine.keys() | theirs.keys() if mine.get(tpn) != theirs.get(tpn))


def opponents(pairing: RoundPairing) -> dict[int, tuple[int, bool]]:
    """Return everybody's opponent, and whether they have White, by TPN; whoever has the bye is their own."""
    found = {} if pairing.bye is None else {pairing.bye: (pairing.bye, True)}
    for pair in pairing.pairs:
        found |= {pair.white: (pair.black, True), pair.black: (pair.white, False)}
    return found


def case_of(name: str, event: Event, rules: Rules, rounds: Container[int] | None = None) -> Case:
    """
    Return an event as its record has it; ``rounds`` are those that are asked for, None for all.

    A legal round that the file declares as paired by hand, and one without a pair, is left out. Raise
    UnsupportedEventError if the event is beyond the rules.
    """
    prepared = rules.open(event)
    wanting, agreeing = [], []
    for stage in prepared.recorded_rounds:
        pairing = prepared.round(stage).posted
        if prepared.round(stage).is_paired_as(pairing):
            if pairing.pairs:
                agreeing.append(Paired(stage=stage))
        elif (rounds is None or stage in rounds) and not _is_excused(prepared, stage, pairing, event):
            wanting.append(Paired(stage=stage))
    return Case(name=name, event=event, rules=rules, wanting=tuple(wanting), agreeing=tuple(agreeing))


def _is_excused(prepared: PreparedEvent, stage: int, pairing: RoundPairing, event: Event) -> bool:
    """Whether the file declares the round as paired by hand, and the pairing breaks no absolute rule."""
    return find_manual_declaration(stage, event.declarations) is not None and not prepared.round(stage).violations(
        pairing
    )
