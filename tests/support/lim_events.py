"""Small events for the Lim System drawn at random, whose rounds were paired by no procedure."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from tournaments.model import ABSENT, Colour, Event, Player, RequestedBye, Result, RoundEntry, ScoringSystem

if TYPE_CHECKING:
    import random

_GAMES = (
    *[(Result.WIN, Result.LOSS)] * 5,
    *[(Result.LOSS, Result.WIN)] * 5,
    *[(Result.DRAW, Result.DRAW)] * 5,
    (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
)
_UNPAIRED = (Result.PAIRING_ALLOCATED_BYE, Result.ZERO_POINT_BYE, Result.HALF_POINT_BYE)
_MAX_DIFFERENCE = 2


def draw_lim_event(rng: random.Random, most_players: int = 12) -> Event:
    """Draw an event whose next round may be the last one, or such that not all players can be paired in it."""
    size = rng.randint(4, most_players)
    rounds = rng.randint(1, min(9, size - 1))
    absence = rng.choice((0.0, 0.1))
    rows: dict[int, tuple[RoundEntry, ...]] = dict.fromkeys(range(1, size + 1), ())
    for _ in range(rounds):
        present = [number for number in rows if rng.random() >= absence]
        entries = _draw_round(rng, {number: rows[number] for number in present})
        rows = {number: (*row, entries.get(number, ABSENT)) for number, row in rows.items()}
    ratings = sorted((rng.randint(1500, 2400) for _ in rows), reverse=True)
    players = tuple(
        Player(tpn=number, rating=rating if rng.random() < 0.9 else None, rounds=rows[number])
        for number, rating in zip(rows, ratings, strict=True)
    )
    absent = [number for number in rows if rng.random() < 0.06]
    return Event(
        players=players,
        rounds_recorded=rounds,
        rounds_declared=rounds + rng.choice((1, 1, 2, 3)),
        initial_colour=rng.choice(list(Colour)),
        requested_byes=tuple(
            RequestedBye(round_number=rounds + 1, tpn=number, result=Result.ZERO_POINT_BYE) for number in absent
        ),
    )


def _draw_round(rng: random.Random, rows: dict[int, tuple[RoundEntry, ...]]) -> dict[int, RoundEntry]:
    """Draw a round in which two players meet who have not met, within the limits of colours, by score or anyhow."""
    scoring = ScoringSystem()
    left = sorted(rows, key=lambda _: rng.random())
    if rng.random() < 0.6:
        left.sort(key=lambda number: -sum(map(scoring.points, rows[number])))
    entries = {}
    while left:
        first = left.pop(0)
        choice = [
            (second, colour)
            for second, colour in product(left, rng.sample(list(Colour), 2))
            if _may_meet(rows[first], second)
            and _may_have(rows[first], colour)
            and _may_have(rows[second], colour.opposite)
        ]
        if not choice:
            entries[first] = RoundEntry(None, None, rng.choice(_UNPAIRED))
            continue
        second, colour = choice[0] if rng.random() < 0.5 else rng.choice(choice[:4])
        result, opponent_result = rng.choice(_GAMES)
        entries[first] = RoundEntry(second, colour, result)
        entries[second] = RoundEntry(first, colour.opposite, opponent_result)
        left.remove(second)
    return entries


def _may_meet(row: tuple[RoundEntry, ...], opponent: int) -> bool:
    return not any(entry.was_played and entry.opponent == opponent for entry in row)


def _may_have(row: tuple[RoundEntry, ...], colour: Colour) -> bool:
    colours = [entry.colour for entry in row if entry.was_played]
    return colours[-2:] != [colour, colour] and 2 * colours.count(colour) - len(colours) < _MAX_DIFFERENCE
