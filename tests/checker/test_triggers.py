"""What discrepant events have in common is named, with both rates and the chance that it is luck."""

from __future__ import annotations

from dataclasses import replace

from support.hidden_causes import SYSTEM, USUAL

from checker.causes.triggers import triggers_of
from random_tournaments.batch import Batch
from tournaments.model import Event, ScoringSystem

EVENTS = [Batch(seed=3, axes=USUAL, system=SYSTEM).play(index).event for index in range(24)]


def marked(event: Event) -> Event:
    """Give an event points for a lost game."""
    return replace(event, scoring=ScoringSystem(white_loss=2, black_loss=2))


def test_what_all_discrepant_events_have_and_few_others_is_named() -> None:
    """Four of four against one of twenty."""
    clean = [*EVENTS[4:23], marked(EVENTS[23])]
    named = triggers_of([marked(event) for event in EVENTS[:4]], clean)
    trigger = next(one for one in named if one.words == "points for a lost game")
    assert (trigger.having, trigger.discrepant, trigger.clean_having, trigger.clean) == (4, 4, 1, 20)
    assert 0 < float(trigger.chance) < 0.05


def test_two_discrepant_events_say_nothing() -> None:
    """Three are the fewest."""
    assert triggers_of([marked(event) for event in EVENTS[:2]], EVENTS[4:]) == ()
    assert triggers_of([marked(event) for event in EVENTS[:3]], EVENTS[4:])


def test_events_like_all_others_have_no_trigger() -> None:
    """Luck is corrected for the number of features."""
    assert triggers_of(EVENTS[:12], EVENTS[12:]) == ()
