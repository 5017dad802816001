"""Absences of an event, drawn before it starts: late entries, withdrawals, absences and requested byes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tournaments.model import RequestedBye, Result

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from random_tournaments.plan import Quota, Quotas, Rates

_MAX_ARRIVAL_ROUND = 4
_MAX_ABSENCE_ROUNDS = 3
_RATED_BYES = (
    (Result.HALF_POINT_BYE, "half_point_bye"),
    (Result.FULL_POINT_BYE, "full_point_bye"),
    (Result.ZERO_POINT_BYE, "zero_point_bye"),
)


class AttendancePlan(Protocol):
    """The part of an event's plan that determines absences."""

    @property
    def players(self) -> int:
        """Number of players, or of teams in a team event."""
        ...

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        ...

    @property
    def rates(self) -> Rates:
        """Rates of absences."""
        ...

    @property
    def quotas(self) -> Quotas:
        """Numbers of absences in addition to the rates."""
        ...


Absences = list[dict[int, Result]]
"""The byes of every player by round, in order of TPN."""


def draw_absences(plan: AttendancePlan, rng: random.Random) -> tuple[tuple[RequestedBye, ...], ...]:
    """Return the requested byes of every round, in order of TPN."""
    away = [_rounds_away(plan, rng) for _ in range(plan.players)]
    _fill_quotas(away, plan, rng)
    return tuple(
        tuple(
            RequestedBye(round_number=number, tpn=tpn, result=missed[number])
            for tpn, missed in enumerate(away, start=1)
            if number in missed
        )
        for number in range(1, plan.rounds + 1)
    )


def spread_quota(quota: Quota, rounds: int, rng: random.Random) -> list[int]:
    """Return the number of misfortunes of a quota in each round."""
    numbers = [quota.each_round] * rounds
    for _ in range(quota.in_event):
        numbers[rng.randrange(rounds)] += 1
    return numbers


def _rounds_away(plan: AttendancePlan, rng: random.Random) -> dict[int, Result]:
    """Draw the byes of one player by round, from the rates."""
    arrival = _draw_arrival(plan, rng)
    away = _absent(1, arrival - 1)
    if plan.rates.absence_block and rng.random() < plan.rates.absence_block:
        away |= _draw_absence_block(plan.rounds, rng)
    for number in range(arrival, plan.rounds + 1):
        if number > arrival and rng.random() < plan.rates.withdrawal:
            return away | _absent(number, plan.rounds)
        bye = _draw_bye(plan.rates, rng)
        if bye is not None:
            away.setdefault(number, bye)
    return away


def _absent(first: int, last: int) -> dict[int, Result]:
    return dict.fromkeys(range(first, last + 1), Result.ZERO_POINT_BYE)


def _draw_arrival(plan: AttendancePlan, rng: random.Random) -> int:
    """Draw the first round in which the player can be paired."""
    if plan.rounds > 1 and rng.random() < plan.rates.late_entry:
        return _draw_late_arrival(plan.rounds, rng)
    return 1


def _draw_late_arrival(rounds: int, rng: random.Random) -> int:
    return rng.randint(2, min(_MAX_ARRIVAL_ROUND, rounds))


def _draw_absence_block(rounds: int, rng: random.Random) -> dict[int, Result]:
    """Draw two or three successive rounds of absence, with a round after them if the event is long enough."""
    length = min(rng.randint(2, _MAX_ABSENCE_ROUNDS), max(1, rounds - 2))
    first = rng.randint(1, max(1, rounds - length))
    return _absent(first, first + length - 1)


def _draw_bye(rates: Rates, rng: random.Random) -> Result | None:
    drawn = rng.random()
    for result, name in _RATED_BYES:
        rate: float = getattr(rates, name)
        if drawn < rate:
            return result
        drawn -= rate
    return None


def _fill_quotas(away: Absences, plan: AttendancePlan, rng: random.Random) -> None:
    """Add the absences of the quotas to players who are present."""
    quotas = plan.quotas
    if plan.rounds > 1:
        for missed in _untouched(away, quotas.late_entry.in_event, rng):
            missed.update(_absent(1, _draw_late_arrival(plan.rounds, rng) - 1))
    for missed in _untouched(away, quotas.absence_block.in_event, rng):
        missed.update(_draw_absence_block(plan.rounds, rng))
    for number, leavers in enumerate(spread_quota(quotas.withdrawal, plan.rounds, rng), start=1):
        for missed in _present(away, max(2, number), leavers, rng):
            missed.update(_absent(max(2, number), plan.rounds))
    for result, name in _RATED_BYES:
        for number, players in enumerate(spread_quota(getattr(quotas, name), plan.rounds, rng), start=1):
            for missed in _present(away, number, players, rng):
                missed[number] = result


def _untouched(away: Absences, number: int, rng: random.Random) -> Absences:
    return _sample([missed for missed in away if not missed], number, rng)


def _present(away: Absences, round_number: int, number: int, rng: random.Random) -> Absences:
    return _sample([missed for missed in away if round_number not in missed], number, rng)


def _sample(candidates: Sequence[dict[int, Result]], number: int, rng: random.Random) -> Absences:
    return rng.sample(candidates, min(number, len(candidates)))
