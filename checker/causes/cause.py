"""
A cause, and the cases on which it is tried.

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
    from reference_engines.frame.rules import AnyRound, PreparedEvent, Rules
    from tournaments.model import Event


class ChangeKind(Enum):
    """The object of a change; in the order in which causes with the same effect are listed."""

    FACT = "fact"
    """A fact that the file declares or leaves undeclared: edition, acceleration, numbers..."""
    READING = "reading"
    """A reading of an ambiguous text."""
    RULE = "rule"
    """A rule that the program breaks."""
    RECORD = "record"
    """An entry of the record: a result, an absence, a pair that must not meet."""

    @property
    def rank(self) -> int:
        """Its place in that order, from 0."""
        return list(ChangeKind).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A change under which a round may be right. Two of the same identifier are the same cause."""

    identifier: str
    """``edition-dutch-2017``, ``result-r5-12-7-1:0``, ``c14-left-out``."""
    sentence: str = field(compare=False)
    """The change in words: ``as if C14 were left out``, ``if the number of rounds were 9``."""
    article: str = field(compare=False, default="")
    """The article that is broken, or that says what the fact is for; empty if none does."""
    kind: ChangeKind = field(compare=False)
    event: Callable[[Event], Event] | None = field(compare=False, default=None)
    """None: the event stays."""
    rules: Callable[[Rules], Rules] | None = field(compare=False, default=None)
    """None: the rules stay."""
    round: Callable[[AnyRound], AnyRound] | None = field(compare=False, default=None)
    """From a round bound to its event and rules; None: what the round derives from them stays."""
    predicts: bool = field(compare=False, default=True)
    """Whether a single pairing is right under the cause; a cause that permits several is the last resort."""
    parts: int = field(compare=False, default=1)
    """Of how many causes it consists."""
    facts: int = field(compare=False, default=0)
    """Of a cause that is learnt from rounds, the facts that it names; of equal causes, one with fewer comes first."""
    undeclared: bool = field(compare=False, default=False)
    """Of a fact: whether the file declares nothing that contradicts it."""
    supporting_rounds: int = field(compare=False, default=2)
    """Of such a fact, the fewest rounds that must be right only under it before it is assumed."""
    share: float = field(compare=False, default=0.0)
    """Of a fact that concerns every round, the share of an event's discrepant rounds that it must explain."""
    short: str = field(compare=False, default="")
    """Of a fact that may hold for a whole event: ``by dutch-2017``, to be read after "all rounds agree"; of a change of
    an earlier round, the sentence without the rounds that were paired by it."""
    silence: str = field(compare=False, default="")
    """Of such a fact, what the file says of it, or does not: ``the file names no edition``."""
    only_round: int | None = field(compare=False, default=None)
    """The round that it concerns, where it cannot make another one wrong (a result corrected afterwards)."""

    def change_event(self, event: Event) -> Event:
        """Return an event under the cause."""
        return event if self.event is None else self.event(event)

    def change_rules(self, rules: Rules) -> Rules:
        """Return rules under the cause."""
        return rules if self.rules is None else self.rules(rules)

    @property
    def simplicity(self) -> tuple[int, int]:
        """Sort key of causes: the smaller one is simpler."""
        return self.parts, self.kind.rank


def combine_causes(first: Cause, second: Cause) -> Cause:
    """Combine two causes into a cause."""
    return Cause(
        identifier=f"{first.identifier}+{second.identifier}",
        sentence=f"{first.sentence}, and {second.sentence}",
        article=", ".join(dict.fromkeys(article for article in (first.article, second.article) if article)),
        kind=max(first.kind, second.kind, key=lambda kind: kind.rank),
        event=_after(first.event, second.event),
        rules=_after(first.rules, second.rules),
        round=_after(first.round, second.round),
        predicts=first.predicts and second.predicts,
        parts=first.parts + second.parts,
        undeclared=first.undeclared and second.undeclared,
        share=max(first.share, second.share),
        supporting_rounds=max(first.supporting_rounds, second.supporting_rounds),
        short=" and ".join(words for words in (first.short, second.short) if words),
        silence=", and ".join(words for words in (first.silence, second.silence) if words),
        only_round=first.only_round or second.only_round,
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
    differing_players: frozenset[int] = frozenset()
    """TPNs of the players in differing pairs of that answer; empty if the answer itself is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An event whose discrepant rounds are to be explained."""

    name: str
    """Stem of the file's name, or the number of an event of a campaign."""
    event: Event
    rules: Rules
    wanting: tuple[Paired, ...]
    """The discrepant and the open rounds."""
    agreeing: tuple[Paired, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class CaseRound:
    """A round of a case: the place of the case among all cases, and the stage."""

    case: int
    stage: int


def find_differing_players(first: RoundPairing, second: RoundPairing) -> frozenset[int]:
    """Return the TPNs of the players whose opponent, colour or bye differs."""
    mine, theirs = opponents(first), opponents(second)
    return frozenset(tpn for tpn in mine.keys() | theirs.keys() if mine.get(tpn) != theirs.get(tpn))


def opponents(pairing: RoundPairing) -> dict[int, tuple[int, bool]]:
    """Return each player's opponent, and whether they have White, by TPN; a bye is a game with oneself."""
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
