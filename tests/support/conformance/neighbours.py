"""Events that differ a little from a given one: a result, a colour, a bye, two numbers exchanged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.model import Colour, RequestedBye, Result, RoundEntry

if TYPE_CHECKING:
    import random

    from tournaments.model import Event

_RESULTS = (
    (Result.WIN, Result.LOSS),
    (Result.DRAW, Result.DRAW),
    (Result.LOSS, Result.WIN),
    (Result.WIN, Result.LOSS),
    (Result.DRAW, Result.DRAW),
    (Result.LOSS, Result.WIN),
    (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
)
_BYES = (Result.ZERO_POINT_BYE, Result.HALF_POINT_BYE, Result.FULL_POINT_BYE)
_MOST_CHANGES = 4


def neighbour(rng: random.Random, before: Event) -> Event:
    """Return the event with one to four changes; what it comes to is not looked at."""
    rows = {player.tpn: list(player.rounds) for player in before.players}
    declared, byes = before.rounds_declared, list(before.requested_byes)
    for _ in range(rng.randint(1, _MOST_CHANGES)):
        kind = rng.random()
        if kind < 0.1:
            declared = before.rounds_recorded + rng.randint(1, 3)
        elif kind < 0.2:
            byes = _toggle_absence(rng, before, byes)
        elif kind < 0.35:
            _exchange(rng, rows)
        elif before.rounds_recorded:
            _change(rng, rows, rng.randrange(before.rounds_recorded))
    players = tuple(
        replace(player, rounds=tuple(rows[player.tpn]), points=sum(map(before.scoring.points, rows[player.tpn])))
        for player in before.players
    )
    return replace(before, players=players, rounds_declared=declared, requested_byes=tuple(byes))


def _toggle_absence(rng: random.Random, before: Event, byes: list[RequestedBye]) -> list[RequestedBye]:
    """Let a player stay away from the round, or come to it."""
    tpn = rng.choice(before.players).tpn
    others = [bye for bye in byes if bye.tpn != tpn]
    if len(others) < len(byes):
        return others
    return [*byes, RequestedBye(round_number=before.rounds_recorded + 1, tpn=tpn, result=Result.ZERO_POINT_BYE)]


def _exchange(rng: random.Random, rows: dict[int, list[RoundEntry]]) -> None:
    """Let two players next to each other have each other's number."""
    one = rng.choice(sorted(rows))
    other = one + 1
    if other not in rows:
        return
    number = {one: other, other: one}
    rows[one], rows[other] = rows[other], rows[one]
    for row in rows.values():
        row[:] = [replace(entry, opponent=number.get(entry.opponent or 0, entry.opponent)) for entry in row]


def _change(rng: random.Random, rows: dict[int, list[RoundEntry]], at: int) -> None:
    """Change a player's entry of a round: another result, other colours, another bye."""
    one = rng.choice(sorted(rows))
    entry = rows[one][at]
    if entry.opponent is None:
        if entry.result.is_requested_bye:
            rows[one][at] = replace(entry, result=rng.choice(_BYES))
        return
    other = rows[entry.opponent][at]
    if rng.random() < 0.25:
        colour = entry.colour or Colour.WHITE
        rows[one][at] = replace(entry, colour=colour.opposite)
        rows[entry.opponent][at] = replace(other, colour=colour)
        return
    mine, theirs = rng.choice(_RESULTS)
    rows[one][at] = replace(entry, result=mine)
    rows[entry.opponent][at] = replace(other, result=theirs)
