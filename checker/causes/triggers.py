"""
What discrepant events have in common and others have not: a fault that no alteration models still has a trigger.

Each feature is either there in an event or not. The chance that so many of the discrepant events have it by luck is
that of Fisher's exact test, times the number of features that were looked at.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import comb
from statistics import median
from typing import TYPE_CHECKING

from reference_engines.declared import declares_baku
from tournaments.model import Colour, Result, ScoringSystem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.model import Event

FEWEST_EVENTS = 3
"""Discrepant events, below which nothing is said."""
LEAST_LIKELY = 0.05
"""A feature is named if the chance that it is luck is smaller."""
MOST_NAMED = 3
_DIVISORS = (2, 3, 4, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """A feature that is much more frequent among discrepant events."""

    words: str
    """``a pairing-allocated bye worth nothing``."""
    having: int
    """Discrepant events that have it."""
    discrepant: int
    clean_having: int
    """Clean events that have it."""
    clean: int
    chance: str
    """That it is luck, corrected for how many features were looked at; a decimal number."""


def triggers_of(discrepant: Sequence[Event], clean: Sequence[Event]) -> tuple[Trigger, ...]:
    """Return the features that tell discrepant events from clean ones, the least likely to be luck first."""
    if len(discrepant) < FEWEST_EVENTS or not clean:
        return ()
    size = median(len(event.players) for event in (*discrepant, *clean))
    among = Counter(words for event in discrepant for words in set(_features(event, size)))
    others = Counter(words for event in clean for words in set(_features(event, size)))
    found = []
    tried = len(among.keys() | others.keys())
    for words, having in sorted(among.items()):
        chance = tried * _luck(having, len(discrepant), others[words], len(clean))
        if having >= FEWEST_EVENTS and chance < LEAST_LIKELY:
            counts = {"having": having, "discrepant": len(discrepant), "clean": len(clean)}
            found.append((chance, Trigger(words=words, clean_having=others[words], chance=f"{chance:.2g}", **counts)))
    return tuple(trigger for _, trigger in sorted(found, key=lambda one: (one[0], one[1].words))[:MOST_NAMED])


def _luck(having: int, discrepant: int, clean_having: int, clean: int) -> float:
    """Return the chance that, drawn from all events, so many or more of the discrepant ones have the feature."""
    with_it, events = having + clean_having, discrepant + clean
    ways = sum(
        comb(with_it, number) * comb(events - with_it, discrepant - number)
        for number in range(having, min(with_it, discrepant) + 1)
    )
    return ways / comb(events, discrepant)


def _features(event: Event, size: float) -> Iterator[str]:
    """Yield what an event has, in words to be read after "events with"."""
    scoring, players = event.scoring, len(event.players)
    results = Counter(entry.result for player in event.players for entry in player.rounds)
    named = {
        "an acceleration": bool(event.virtual_points) or declares_baku(event.system),
        "a scoring other than 1-0.5-0": (scoring.white_win, scoring.white_draw, scoring.white_loss) != (10, 5, 0),
        "points for a lost game": scoring.loss > 0,
        "a pairing-allocated bye worth nothing": bool(results[Result.PAIRING_ALLOCATED_BYE])
        and not scoring.pairing_allocated_bye,
        "a pairing-allocated bye worth less than a win": bool(results[Result.PAIRING_ALLOCATED_BYE])
        and scoring.pairing_allocated_bye < scoring.win,
        "points for games or byes that are not the usual ones": scoring != ScoringSystem(),
        "a pairing-allocated bye": bool(results[Result.PAIRING_ALLOCATED_BYE]),
        "a half-point bye": bool(results[Result.HALF_POINT_BYE]),
        "a full-point bye": bool(results[Result.FULL_POINT_BYE]),
        "an absence": bool(results[Result.ZERO_POINT_BYE]),
        "a forfeit": bool(results[Result.FORFEIT_WIN] or results[Result.FORFEIT_LOSS]),
        "a late entry": any(player.rounds and not player.rounds[0].was_paired for player in event.players),
        "pairs that must not meet": bool(event.forbidden),
        "Black as initial-colour": event.initial_colour is Colour.BLACK,
        "rounds of an odd number of players": _has_odd_rounds(event),
        f"more than {size:g} players": players > size,
        f"fewer than {size:g} players": players < size,
    }
    yield from (words for words, there in named.items() if there)
    for divisor in _DIVISORS:
        rest = players % divisor
        yield f"a number of players that leaves {rest} when divided by {divisor}"


def _has_odd_rounds(event: Event) -> bool:
    return any(
        sum(player.rounds[row].was_paired for player in event.players) % 2 for row in range(event.rounds_recorded)
    )
