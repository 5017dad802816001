"""
The rules that any pairing of any system must keep, checked in a given pairing without any search.

Every participant appears exactly once. Two participants meet at most once, and never if the organiser forbids the pair.
The pairing-allocated bye is given for an odd number only, and to a participant who may have it. A system adds its own
rules for the two of a pair (their colours, say).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from reference_engines.frame.results import Assessment, Pair, RoundPairing, Violation
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.frame.results import BracketAssessment
    from tournaments.model import ForbiddenGroup


class RuleReference(FrozenStruct, frozen=True, kw_only=True):
    """The label and article of a rule as an edition prints them."""

    label: str = ""
    """``C1``; empty if no criterion numbers the rule."""
    article: str = ""

    def violation(self, players: tuple[int, ...], sentence: str) -> Violation:
        """Return the violation of the rule."""
        return Violation(label=self.label, article=self.article, players=players, sentence=sentence)


class HardRules(FrozenStruct, frozen=True, kw_only=True):
    """The articles of the rules that every pairing must keep."""

    once: RuleReference
    """Every participant has one opponent, or the bye."""
    bye_for_odd: RuleReference
    """The bye is given for an odd number only."""
    meeting: RuleReference
    """Two participants meet once."""
    forbidden: RuleReference
    """Pairs that the organiser forbids."""
    bye_again: RuleReference
    """The bars from the bye."""
    participant: str = "player"
    forbidding: str = ""
    """The reading of the register by which the organiser may forbid a pair, if the text does not mention it."""

    @property
    def subject(self) -> str:
        """The participant at the beginning of a sentence."""
        return self.participant.capitalize()


class RoundFacts(FrozenStruct, frozen=True, kw_only=True):
    """The facts of a round that the rules need, by TPN."""

    present: frozenset[int]
    """The participants to be paired."""
    met: Callable[[int, int], int | None]
    """The round in which two TPNs have met; None if they have not met, or are not participants."""
    apart: Callable[[int, int], bool]
    """Whether the organiser forbids the pair of two TPNs."""
    barred: Callable[[int], str]
    """Why a participant may not have the bye (``won by forfeit in round 3``); empty if the participant may."""
    pair_rule: Callable[[int, int], Violation | None] = lambda _first, _second: None
    """The system's own rule for two participants who have not met."""
    suspects: Callable[[tuple[Pair, ...]], Iterable[Pair]] = iter
    """The pairs that may be forbidden, in their order; a quick test that omits none of them."""


def forbidden_pairs(groups: Iterable[ForbiddenGroup], round_number: int) -> set[frozenset[int]]:
    """Return the pairs of TPNs that the organiser forbids in a round."""
    return {
        frozenset(pair)
        for group in groups
        if group.first_round <= round_number <= (group.last_round or round_number)
        for pair in combinations(group.players, 2)
    }


def find_incomplete(rules: HardRules, facts: RoundFacts, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return the participants who do not appear exactly once; a pairing without such participants is complete."""
    return tuple(_find_incomplete(rules, facts, pairing))


def _find_incomplete(rules: HardRules, facts: RoundFacts, pairing: RoundPairing) -> Iterator[Violation]:
    paired = [tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)]
    if pairing.bye is not None:
        paired.append(pairing.bye)
    if len(paired) == len(facts.present) and facts.present == set(paired):
        return  # every participant appears once, so that there is a bye for an odd number only
    counts, subject, once = Counter(paired), rules.subject, rules.once
    for tpn in sorted(counts.keys() - facts.present):
        yield once.violation((tpn,), f"{subject} {tpn} is paired although not to be paired in this round.")
    for tpn in sorted(facts.present - counts.keys()):
        yield once.violation((tpn,), f"{subject} {tpn} is to be paired but has neither an opponent nor the bye.")
    for tpn, times in sorted(counts.items()):
        if times > 1:
            yield once.violation((tpn,), f"{subject} {tpn} appears {times} times in this round.")
    if pairing.bye is not None and len(facts.present) % 2 == 0:
        sentence = f"{subject} {pairing.bye} has the bye although the number of {rules.participant}s is even."
        yield rules.bye_for_odd.violation((pairing.bye,), sentence)


def same_absolute_preference(
    rule: RuleReference, numbers: Iterable[int], absolute: Iterable[int], colours_so_far: Callable[[int, int], str]
) -> Callable[[int, int], Violation | None]:
    """
    Return the rule that forbids two equal absolute preferences; +1 is White, -1 Black, 0 none.

    ``colours_so_far`` describes why a TPN may not have a colour.
    """
    preferences = dict(zip(numbers, absolute, strict=True))

    def find_clash(first: int, second: int) -> Violation | None:
        preference = preferences[first]
        if not preference or preference != preferences[second]:
            return None
        return rule.violation((first, second), describe_clash((first, second), preference, colours_so_far))

    return find_clash


_LIMIT = " and would have "
"""The words between the colours so far and the limit that another one would break."""


def describe_clash(pair: tuple[int, int], preference: int, colours_so_far: Callable[[int, int], str]) -> str:
    """Describe two players, by TPN, who both must have a colour, and why neither may have the other."""
    first, second = pair
    colour = "White" if preference == 1 else "Black"
    reasons = [colours_so_far(number, -preference) for number in pair]
    so_far, limits = zip(*(reason.split(_LIMIT) for reason in reasons), strict=True)
    both = f"Players {first} and {second} both must have {colour}: player {first}"
    if limits[0] == limits[1]:
        return f"{both} {so_far[0]}, player {second} {so_far[1]}, and one of them would have {limits[0]}."
    return f"{both} {reasons[0]}, and player {second} {reasons[1]}."


def find_violations(rules: HardRules, facts: RoundFacts, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return every rule that a pairing breaks."""
    return (
        *find_incomplete(rules, facts, pairing),
        *filter(None, (_find_forbidden(rules, facts, pair) for pair in facts.suspects(pairing.pairs))),
        *_find_wrong_bye(rules, facts, pairing.bye),
    )


def assess_legal(
    rules: HardRules, facts: RoundFacts, pairing: RoundPairing, steps: Iterable[BracketAssessment]
) -> Assessment:
    """Judge a pairing by the hard rules, and only if it keeps them, step by step."""
    violations = find_violations(rules, facts, pairing)
    return Assessment(pairing=pairing, violations=violations, brackets=() if violations else tuple(steps))


def _find_forbidden(rules: HardRules, facts: RoundFacts, pair: Pair) -> Violation | None:
    """Return the rule by which a pair may not meet: they have met, or the system or the organiser forbids it."""
    tpns = pair.white, pair.black
    if pair.white == pair.black:
        return None
    names = f"{rules.subject}s {pair.white} and {pair.black}"
    met = facts.met(*tpns)
    if met is not None:
        return rules.meeting.violation(tpns, f"{names} have already played each other in round {met}.")
    violation = facts.pair_rule(*tpns) if pair.players <= facts.present else None
    if violation is None and facts.apart(*tpns):
        by = f" ({rules.forbidding})" if rules.forbidding else ""
        return rules.forbidden.violation(tpns, f"{names} are kept apart by the organiser{by}.")
    return violation


def _find_wrong_bye(rules: HardRules, facts: RoundFacts, bye: int | None) -> Iterator[Violation]:
    if bye is None or bye not in facts.present or len(facts.present) % 2 == 0:
        return
    violation = find_bye_bar(rules, facts, bye)
    if violation is not None:
        yield violation


def find_bye_bar(rules: HardRules, facts: RoundFacts, number: int) -> Violation | None:
    """Return the rule that bars a participant, by TPN, from the bye; None if the participant may have it."""
    why = facts.barred(number)
    if not why:
        return None
    sentence = f"{rules.subject} {number} {why} and so may not have the bye."
    return rules.bye_again.violation((number,), sentence)
