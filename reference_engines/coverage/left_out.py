"""Whether a rule, or the organiser's forbidden pairs, decide a round: it is paired once more without them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.misreadings import misreadings_of

if TYPE_CHECKING:
    from reference_engines.frame.round import AnyRound
    from reference_engines.frame.rules import Rules

    Pairs = tuple[frozenset[frozenset[int]], int | None]
    """By TPN, without boards and colours."""


def decides(paired_round: AnyRound, misreading: str) -> bool:
    """Return whether a round would be paired otherwise under a misreading of its rules."""
    rules = paired_round.rules
    misread = next(one for one in misreadings_of(rules) if one.identifier == misreading).rules(rules)
    return _pairs(paired_round) != _pairs_again(paired_round, misread, paired_round.event.source)


def forbidden_pairs_decide(paired_round: AnyRound) -> bool:
    """Return whether a round would be paired otherwise if the organiser kept nobody apart."""
    event = paired_round.event.source
    if not event.forbidden:
        return False
    return _pairs(paired_round) != _pairs_again(paired_round, paired_round.rules, replace(event, forbidden=()))


def _pairs_again(paired_round: AnyRound, rules: Rules, event: Any) -> Pairs | None:
    """Pair a round by other rules, or of another event; None if that is impossible."""
    return _pairs(rules.bind(rules.prepare(event, paired_round.event), paired_round.number))


def _pairs(paired_round: AnyRound) -> Pairs | None:
    expected, numbers = paired_round.expected_if_any, paired_round.participants.numbers
    if expected is None:
        return None
    pairs = frozenset(frozenset((numbers[one], numbers[other])) for one, other in expected.games)
    return pairs, None if expected.bye is None else numbers[expected.bye]
