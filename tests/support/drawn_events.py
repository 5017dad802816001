"""Events paired and played by chance, with every kind of unplayed round: for what holds of all events."""

from __future__ import annotations

import random

from tournaments.model import Colour, Event, Player, Result, RoundEntry

RESULTS = [("1", "0"), ("0", "1"), ("=", "="), ("0", "0"), ("=", "0"), ("W", "L"), ("+", "-"), ("-", "+"), ("-", "-")]
PLAYED = RESULTS[:6]


def drawn(seed: int, *, played_only: bool = False) -> Event:
    """Draw an event of up to eleven players and seven rounds, paired by chance."""
    rng = random.Random(seed)
    players, rounds = rng.randint(2, 11), rng.randint(1, 7)
    if played_only:
        players += players % 2
    rows: list[list[RoundEntry]] = [[] for _ in range(players)]
    for _ in range(rounds):
        order = rng.sample(range(players), players)
        while order and (len(order) % 2 or (not played_only and rng.random() < 0.15)):
            rows[order.pop()].append(RoundEntry(None, None, Result(rng.choice("UFHZZ"))))
        for white, black in zip(order[::2], order[1::2], strict=True):
            one, other = rng.choice(PLAYED if played_only else RESULTS)
            rows[white].append(RoundEntry(black + 1, Colour.WHITE, Result(one)))
            rows[black].append(RoundEntry(white + 1, Colour.BLACK, Result(other)))
    made = (
        Player(tpn=number, rounds=tuple(row), rating=rng.randint(1400, 2600))
        for number, row in enumerate(rows, start=1)
    )
    return Event(players=tuple(made), rounds_recorded=rounds)
