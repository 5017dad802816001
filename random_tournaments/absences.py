"""Who is away when: late entries, withdrawals and requested byes of a whole event, drawn before it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.model import RequestedBye, Result

if TYPE_CHECKING:
    import random

    from random_tournaments.plan import EventPlan, Rates

_LATEST_ARRIVAL = 4


def draw_absences(plan: EventPlan, rng: random.Random) -> tuple[tuple[RequestedBye, ...], ...]:
    """Return the requested byes of every round, in order of TPN."""
    by_player = [_rounds_away(plan, rng) for _ in range(plan.players)]
    return tuple(
        tuple(
            RequestedBye(round_number=number, tpn=tpn, result=away[number])
            for tpn, away in enumerate(by_player, start=1)
            if number in away
        )
        for number in range(1, plan.rounds + 1)
    )


def _rounds_away(plan: EventPlan, rng: random.Random) -> dict[int, Result]:
    """Draw for one player the bye of each round that they miss."""
    arrival = _arrival(plan, rng)
    away = dict.fromkeys(range(1, arrival), Result.ZERO_POINT_BYE)
    for number in range(arrival, plan.rounds + 1):
        if number > arrival and rng.random() < plan.rates.withdrawal:
            return away | dict.fromkeys(range(number, plan.rounds + 1), Result.ZERO_POINT_BYE)
        bye = _bye(plan.rates, rng)
        if bye is not None:
            away[number] = bye
    return away


def _arrival(plan: EventPlan, rng: random.Random) -> int:
    """Draw the first round in which the player can be paired."""
    latest = min(_LATEST_ARRIVAL, plan.rounds)
    if latest > 1 and rng.random() < plan.rates.late_entry:
        return rng.randint(2, latest)
    return 1


def _bye(rates: Rates, rng: random.Random) -> Result | None:
    drawn = rng.random()
    for result, rate in (
        (Result.HALF_POINT_BYE, rates.half_point_bye),
        (Result.FULL_POINT_BYE, rates.full_point_bye),
        (Result.ZERO_POINT_BYE, rates.zero_point_bye),
    ):
        if drawn < rate:
            return result
        drawn -= rate
    return None
