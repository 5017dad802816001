"""
The rules that any pairing of any system must keep, checked in a given pairing without any search.

Everybody to be paired is there exactly once; nobody meets an opponent again, or one from whom the organiser keeps them
apart; the pairing-allocated bye is there for an odd number only, and for somebody who may have it. What a system lays
down besides for two who meet (their colours, say) it says itself.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from reference_engines.frame.results import Violation
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.frame.results import Pair, RoundPairing


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A rule as an edition prints it."""

    label: str = ""
    """``C1``; empty for what no criterion numbers."""
    article: str = ""

    def broken(self, players: tuple[int, ...], sentence: str) -> Violation:
        """Return the violation of the rule."""
        return Violation(label=self.label, article=self.article, players=players, sentence=sentence)


@dataclass(frozen=True, slots=True, kw_only=True)
class HardRules:
    """Where an edition prints the rules that every pairing must keep."""

    once: Printed
    """Everybody to be paired has one opponent, or the bye."""
    bye_for_odd: Printed
    """The bye is there for an odd number only."""
    meeting: Printed
    """Two meet once."""
    kept_apart: Printed
    """What the organiser forbids."""
    bye_again: Printed
    """Who may have the bye."""
    participant: str = "player"
    forbidding: str = ""
    """The reading of the register by which the organiser may keep two apart, where the text says nothing of it."""

    @property
    def who(self) -> str:
        """The participant at the beginning of a sentence."""
        return self.participant.capitalize()


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the rules ask for: the facts of a stage, by TPN."""

    present: frozenset[int]
    """Who is to be paired."""
    met: Callable[[int, int], int | None]
    """The round in which two have met, if they have; they may be anybody."""
    apart: Callable[[int, int], bool]
    """Whether the organiser keeps two apart."""
    barred: Callable[[int], str]
    """Why somebody may not have the bye (``there was one in round 3``); empty if they may."""
    pair_rule: Callable[[int, int], Violation | None] = lambda _one, _other: None
    """What a system lays down besides for two who have not met."""
    suspects: Callable[[tuple[Pair, ...]], Iterable[Pair]] = iter
    """The pairs, in their order, that may be forbidden; a quick look that leaves none of these out."""


def incomplete(rules: HardRules, facts: Facts, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Tell who is not there exactly once; a pairing of which nothing is told here is complete."""
    return tuple(_incomplete(rules, facts, pairing))


def _incomplete(rules: HardRules, facts: Facts, pairing: RoundPairing) -> Iterator[Violation]:
    there = [tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)]
    if pairing.bye is not None:
        there.append(pairing.bye)
    if len(there) == len(facts.present) and facts.present == set(there):
        return  # everybody is there once, so that there is a bye for an odd number only
    named = Counter([tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)])
    if pairing.bye is not None:
        named[pairing.bye] += 1
    who, once = rules.who, rules.once
    for tpn in sorted(named.keys() - facts.present):
        yield once.broken((tpn,), f"{who} {tpn} is paired although not to be paired in this round.")
    for tpn in sorted(facts.present - named.keys()):
        yield once.broken((tpn,), f"{who} {tpn} is to be paired but has neither an opponent nor the bye.")
    for tpn, times in sorted(named.items()):
        if times > 1:
            yield once.broken((tpn,), f"{who} {tpn} appears {times} times in this round.")
    if pairing.bye is not None and len(facts.present) % 2 == 0:
        sentence = f"{who} {pairing.bye} has the bye although the number of {rules.participant}s is even."
        yield rules.bye_for_odd.broken((pairing.bye,), sentence)


def same_absolute_preference(
    rule: Printed, numbers: Iterable[int], absolute: Iterable[int]
) -> Callable[[int, int], Violation | None]:
    """Return what is wrong if two have an absolute preference for one colour; +1 is White, -1 Black, 0 none."""
    wishes = dict(zip(numbers, absolute, strict=True))

    def clash(one: int, other: int) -> Violation | None:
        wish = wishes[one]
        if not wish or wish != wishes[other]:
            return None
        colour = "White" if wish == 1 else "Black"
        sentence = f"Players {one} and {other} both have an absolute preference for {colour}."
        return rule.broken((one, other), sentence)

    return clash


def broken(rules: HardRules, facts: Facts, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return every rule that a pairing breaks."""
    return (
        *incomplete(rules, facts, pairing),
        *(found for pair in facts.suspects(pairing.pairs) if (found := _forbidden(rules, facts, pair)) is not None),
        *_bye(rules, facts, pairing.bye),
    )


def _forbidden(rules: HardRules, facts: Facts, pair: Pair) -> Violation | None:
    """Say why two may not meet: they have met, the system forbids it, or the organiser."""
    one, other = pair.white, pair.black
    if one == other:
        return None
    names = f"{rules.who}s {one} and {other}"
    met = facts.met(one, other)
    if met is not None:
        return rules.meeting.broken((one, other), f"{names} have already played each other in round {met}.")
    found = facts.pair_rule(one, other) if pair.players <= facts.present else None
    if found is None and facts.apart(one, other):
        by = f" ({rules.forbidding})" if rules.forbidding else ""
        return rules.kept_apart.broken((one, other), f"{names} are kept apart by the organiser{by}.")
    return found


def _bye(rules: HardRules, facts: Facts, bye: int | None) -> Iterator[Violation]:
    if bye is None or bye not in facts.present or len(facts.present) % 2 == 0:
        return
    why = facts.barred(bye)
    if why:
        yield rules.bye_again.broken((bye,), f"{rules.who} {bye} may not have the bye: {why}.")
