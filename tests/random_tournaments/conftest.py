"""A pairer that knows no regulation, so that these tests depend on no engine."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from random_tournaments.simulation import play
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing

if TYPE_CHECKING:
    from collections.abc import Callable

    from random_tournaments.plan import EventPlan
    from tournaments.model import Event

    Player = Callable[[EventPlan, int], Event]


def first_legal(event: Event, number: int) -> RoundPairing:
    """Give everybody in turn the first opponent whom they have not met; exchange opponents where that leaves two."""
    away = {bye.tpn for bye in event.requested_byes}
    met = {player.tpn: {entry.opponent for entry in player.rounds} for player in event.players}
    waiting = [player.tpn for player in event.players if player.tpn not in away]
    pairs: list[tuple[int, int]] = []
    left = []
    while waiting:
        tpn = waiting.pop(0)
        opponent = next((other for other in waiting if other not in met[tpn]), None)
        if opponent is None:
            left.append(tpn)
        else:
            waiting.remove(opponent)
            pairs.append((tpn, opponent))
    while len(left) > 1:
        pairs = _exchanged(pairs, left.pop(0), left.pop(0), met)
    games = tuple(Pair(*pair) if number % 2 else Pair(*reversed(pair)) for pair in pairs)
    return RoundPairing(pairs=games, bye=left[0] if left else None)


def _exchanged(
    pairs: list[tuple[int, int]], one: int, other: int, met: dict[int, set[int | None]]
) -> list[tuple[int, int]]:
    """Let two who have met take the opponents of a pair."""
    for first, second in pairs:
        for a, b in ((first, second), (second, first)):
            if a not in met[one] and b not in met[other]:
                return [pair for pair in pairs if pair != (first, second)] + [(one, a), (other, b)]
    raise NoLegalPairingError(f"{one} and {other} have met, and there is nobody to exchange")


@pytest.fixture
def played() -> Player:
    """Play a plan with a seed."""
    return lambda plan, seed: play(plan, first_legal, random.Random(seed))
