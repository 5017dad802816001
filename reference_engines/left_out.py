"""What decides a round of players, found by pairing it once more without the rule, or without forbidden pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.results import PairingError

if TYPE_CHECKING:
    from reference_engines.contract import Course, Field, Made
    from reference_engines.engine import AnyRules
    from tournaments.model import Event

    Pairs = tuple[frozenset[frozenset[int]], int | None]
    """By TPN; the boards and colours are not looked at."""


def decides(rules: AnyRules, alteration: str, event: Event, course: Course, field: Field, made: Made[Any]) -> bool:
    """Return whether the round would be paired otherwise under an alteration of the rules."""
    altered = next(one for one in rules.alterations if one.identifier == alteration).rules(rules)
    return _pairs(field.numbers, made) != _paired_again(altered, event, course, field.round_number)


def forbidden_pairs_decide(rules: AnyRules, event: Event, course: Course, field: Field, made: Made[Any]) -> bool:
    """Return whether the round would be paired otherwise if the organiser kept nobody apart."""
    if not event.forbidden:
        return False
    free = _paired_again(rules, replace(event, forbidden=()), course, field.round_number)
    return _pairs(field.numbers, made) != free


def _paired_again(rules: AnyRules, event: Event, course: Course, stage: int) -> Pairs | None:
    """Pair a round by other rules, or of another event; None if that is impossible."""
    changed = rules.begin(event, course)
    field = rules.lay(changed, stage)
    try:
        return _pairs(field.numbers, rules.pair(changed, field))
    except PairingError:
        return None


def _pairs(numbers: tuple[int, ...], made: Made[Any]) -> Pairs:
    pairs = frozenset(frozenset((numbers[one], numbers[other])) for one, other in made.games)
    return pairs, None if made.bye is None else numbers[made.bye]
