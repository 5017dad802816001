"""Engines and their literal twins beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.frame.results import PairingError, RoundPairing
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import misreadings_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.frame.rules import Rules
    from tournaments.model import Event


def assert_twins_agree(ordinary: Rules, literal: Rules, played: Event) -> None:
    """Bye, pairs, colours and boards of every round; and both judge it alike."""
    one, other = ordinary.open(played), literal.open(played)
    for number in one.recorded_rounds:
        found = one.round(number).expected()
        assert other.round(number).expected() == found
        assert other.round(number).assess(found) == one.round(number).assess(found)


def breaks_rules(rules: Rules, played: Event) -> bool:
    """Whether the last recorded round of an event breaks an absolute rule."""
    last = rules.open(played).round(played.rounds_recorded)
    return bool(last.violations(last.posted))


def assert_literal_pairs_alike(key: str, events: Iterable[Event]) -> None:
    """Bye, pairs, colours and boards of every round, or the same error."""
    for played in events:
        for number in range(1, played.rounds_recorded + 1):
            expected = paired(engine_for(f"{key}/literal"), played, number)
            assert paired(engine_for(key), played, number) == expected


def paired(rules: Rules, event: Event, number: int) -> RoundPairing | str:
    """Pair a round, or say what is raised."""
    try:
        return rules.open(event).round(number).expected()
    except PairingError as error:
        return type(error).__name__


def assert_misreading_pairs_otherwise(identifier: str, ordinary: Rules, literal: Rules, played: Event) -> None:
    """The last round is recorded as the rules pair it; altered they pair it otherwise, and literally alike."""
    number = played.rounds_recorded
    (altered,) = (one for one in misreadings_of(ordinary) if one.identifier == identifier)
    recorded = games_of(ordinary.open(played).round(number).posted)
    assert games_of(paired(ordinary, played, number)) == recorded
    other = paired(altered.rules(ordinary), played, number)
    assert games_of(other) != recorded
    assert paired(altered.rules(literal), played, number) == other


def games_of(answer: RoundPairing | str) -> object:
    """Return the games and the bye, without the order of boards."""
    return answer if isinstance(answer, str) else (set(answer.pairs), answer.bye)
