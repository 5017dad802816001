"""
Small events played from their first round, in the hope that they show the same.

A discrepancy that rests on two rounds of floats, say, survives few of the cuts that an event can take; but a program
that shows it once shows it again. What is drawn at random depends on the size of the event alone.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.reduction.mending import Mending, without_players
from checker.reduction.situation import without_rounds
from random_tournaments.scripts import EventScript, RoundScript, play_on
from reference_engines.frame.results import PairingError
from tournaments.model import RequestedBye, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.reduction.gate import Shown
    from checker.reduction.situation import Situation
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

MOST_ROUNDS = 4
"""Of a fresh event; one that has no more is cut only."""
_SIZES = (10, 9, 8, 7)
"""Players of a fresh event."""
_DRAWS = 640
_BYES = 0.12
"""Chance of a player in a round."""
_KINDS = (Result.ZERO_POINT_BYE, Result.HALF_POINT_BYE)


def fresh_events(shown: Shown, rules: Rules) -> Iterator[Situation]:
    """Yield fresh events of few players and rounds, with the scoring of the one shown, where that has more rounds."""
    situation = shown.situation
    if situation.recorded is not None or situation.round_number <= MOST_ROUNDS:
        return
    sizes = sorted({min(size, len(situation.before.players)) for size in _SIZES}, reverse=True)
    openings = {size: _opening(situation, size) for size in sizes}
    matches = None if situation.matches is None else replace(situation.matches, scores=())
    bare = replace(situation, matches=matches)
    is_last = situation.before.rounds_declared == situation.round_number
    for draw in range(_DRAWS):
        size = sizes[draw % len(sizes)]
        number = MOST_ROUNDS - (draw // len(sizes)) % 3 // 2
        chance = random.Random(f"{size}/{number}/{draw}")  # noqa: S311 - reproducible, not secret
        declared = number if is_last else number + 2
        opening = replace(openings[size], rounds_declared=declared)
        played = _played(replace(bare, before=opening), number, rules, chance)
        if played is not None:
            yield replace(bare, before=played)


def _opening(situation: Situation, size: int) -> Event:
    """Return the event before its first round, of the first players."""
    numbers = sorted(player.tpn for player in situation.before.players)
    empty = without_rounds(situation, range(1, situation.round_number))
    opening = without_players(replace(empty), numbers[size:], Mending.REST).before
    return replace(opening, requested_byes=())


def _played(opened: Situation, number: int, rules: Rules, chance: random.Random) -> Event | None:
    """Play all rounds before one, and draw who is away from it; None if a round cannot be paired."""
    opening = opened.before
    away = [_away(opening, chance) for _ in range(number)]

    def pair(event: Event, round_number: int) -> RoundPairing:
        return rules.open(replace(opened, before=event).event).round(round_number).expected()

    course = EventScript(opening=opening, rounds=tuple(RoundScript(away=missing, outcomes={}) for missing in away))
    try:
        played = play_on(course, opening, number - 1, pair, chance)
    except PairingError:
        return None
    if played.rounds_recorded < number - 1:
        return None
    byes = tuple(RequestedBye(round_number=number, tpn=tpn, result=result) for tpn, result in away[-1].items())
    return replace(played, requested_byes=byes)


def _away(opening: Event, chance: random.Random) -> dict[int, Result]:
    return {player.tpn: chance.choice(_KINDS) for player in opening.players if chance.random() < _BYES}
