"""Generated events of matches of two games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.double_swiss import KEY

from random_tournaments.axes import Axes, Span, WeightedChoice, share_per_round
from random_tournaments.event_batch import Batch
from random_tournaments.plan import Acceleration

if TYPE_CHECKING:
    from tournaments.model import Event


def played(rounds: int = 4, players: int = 8, acceleration: Acceleration = Acceleration.NONE) -> Event:
    """Return an event with a number of rounds of matches, in which no player is ever away."""
    always = dict.fromkeys(
        ("half_point_byes", "full_point_byes", "zero_point_byes", "withdrawals", "late_entries", "absence_blocks"),
        share_per_round(0.0, 0.0),
    )
    plain = {"acceleration": WeightedChoice((acceleration,)), "forbidden_groups": WeightedChoice((0,))}
    axes = Axes(players=Span(players, players), rounds=Span(rounds, rounds), **always, **plain)  # type: ignore[arg-type]  # each of its own type
    batch = Batch(seed=52, axes=axes, system=KEY)
    return next(one.event for one in map(batch.play, range(50)) if one.event.rounds_recorded == 2 * rounds)
