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
    """Give each player in turn the first opponent not met yet; exchange opponents if two players are left."""
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
    pairs: list[tuple[int, int]], first_player: int, second_player: int, met: dict[int, set[int | None]]
) -> list[tuple[int, int]]:
    """Give two players who have met the opponents of another pair."""
    for first, second in pairs:
        for a, b in ((first, second), (second, first)):
            if a not in met[first_player] and b not in met[second_player]:
                return [pair for pair in pairs if pair != (first, second)] + [(first_player, a), (second_player, b)]
    raise NoLegalPairingError(f"{first_player} and {second_player} have met, and no pair can be exchanged")


@pytest.fixture
def played() -> Player:
    """Play a plan with a seed."""
    return lambda plan, seed: play(plan, first_legal, random.Random(seed))
