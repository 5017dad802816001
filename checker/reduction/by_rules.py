"""Earlier rounds as the regulation pairs them: an event played again with its own results."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.scripts import extract_script, play_on, rewind_event
from reference_engines.frame.results import PairingError

if TYPE_CHECKING:
    from checker.reduction.situation import Situation
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

_SEED = 0
"""Decides what two play who bring no result with them."""


class ReplayError(Exception):
    """A round cannot be paired by the regulation."""


def replayed(situation: Situation, rules: Rules) -> Situation:
    """
    Pair every earlier round anew, by the regulation; everybody fares as they did, as far as their opponents allow it.

    Raise ReplayError where a round cannot be paired.
    """
    before = situation.before

    def pair(event: Event, round_number: int) -> RoundPairing:
        return rules.open(replace(situation, before=event).event).round(round_number).expected()

    chance = random.Random(_SEED)  # noqa: S311 - reproducible, not secret
    try:
        played = play_on(extract_script(before), rewind_event(before, 0), before.rounds_recorded, pair, chance)
    except PairingError as error:
        raise ReplayError(str(error)) from error
    if played.rounds_recorded < before.rounds_recorded:
        raise ReplayError(f"round {played.rounds_recorded + 1} cannot be paired")
    return replace(situation, before=replace(played, requested_byes=before.requested_byes))
