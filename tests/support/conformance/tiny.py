"""
Very small random events: legal histories of a few players and rounds, which no program need have paired.

Most rules can be seen at work among four to eight players. Games are drawn, nearest scores first; no two players meet
twice, has a second bye, or a third colour in a row. The rules find any other illegal round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from random_tournaments.axes import SCORINGS
from tournaments.model import (
    Colour,
    DeclaredSystem,
    Dialect,
    Event,
    ForbiddenGroup,
    Player,
    RequestedBye,
    Result,
    RoundEntry,
    ScoringSystem,
    VirtualPoints,
)

if TYPE_CHECKING:
    import datetime as dt
    import random
    from collections.abc import Sequence

_GAMES = ((Result.WIN, Result.LOSS), (Result.LOSS, Result.WIN), (Result.DRAW, Result.DRAW))
_FORFEITS = (
    (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
)
_BYES = (Result.ZERO_POINT_BYE, Result.HALF_POINT_BYE, Result.FULL_POINT_BYE)
_HALF = ScoringSystem(pairing_allocated_bye=5)
_NOTHING = ScoringSystem(pairing_allocated_bye=0)
_PAB = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """The declarations of every event of an edition."""

    system: DeclaredSystem
    start: dt.date
    knows_baku: bool = True
    is_rated: bool = False
    """Whether all players have ratings, for systems that pair by those of opponents."""

    @property
    def with_baku(self) -> DeclaredSystem:
        """The same with the Baku acceleration."""
        return DeclaredSystem(code=f"{self.system.code}_BAKU", text=self.system.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chances:
    """How often what happens in an event."""

    draw: float
    bye: float
    forfeit: float
    noise: float


def tiny_event(rng: random.Random, declared: Declared, players: int, earlier: int) -> Event:
    """Draw an event with a number of players and of earlier rounds, before its next round."""
    chances = _Chances(
        draw=rng.choice((0.2, 0.5, 0.8)),
        bye=rng.choice((0, 0, 0.1, 0.2)),
        forfeit=rng.choice((0, 0, 0.1, 0.25)),
        noise=rng.choice((0.5, 5.0, 30.0)),
    )
    numbers = range(1, players + 1)
    rows: dict[int, list[RoundEntry]] = {number: [] for number in numbers}
    scoring = _scoring(rng)
    for _ in range(earlier):
        _play_round(rng, rows, scoring, chances)
    baku = declared.knows_baku and rng.random() < 0.07
    ratings = _ratings(rng, players) if declared.is_rated else [None] * players
    return Event(
        players=tuple(
            Player(
                tpn=number,
                name=f"Player {number:03}",
                rating=rating,
                rounds=tuple(row),
                points=_points(scoring, row),
            )
            for (number, row), rating in zip(rows.items(), ratings, strict=True)
        ),
        rounds_recorded=earlier,
        rounds_declared=earlier + rng.choice((1, 1, 1, 2, 2, 3, 4, 5)),
        start=declared.start,
        end=declared.start,
        initial_colour=rng.choice(tuple(Colour)),
        scoring=scoring,
        system=declared.with_baku if baku else declared.system,
        forbidden=_forbidden(rng, players, earlier + 1),
        virtual_points=() if baku else _virtual(rng, players, earlier + 1),
        requested_byes=_requested(rng, players, earlier + 1, chances.bye),
        dialect=Dialect.TRF26,
    )


def _scoring(rng: random.Random) -> ScoringSystem:
    if rng.random() < 0.7:
        return ScoringSystem()
    return rng.choice((_HALF, _NOTHING, *SCORINGS.values()))


def _ratings(rng: random.Random, players: int) -> list[int]:
    """Return ratings in the order of the numbers; near each other as often as not, so that averages are, too."""
    spread = rng.choice((3, 30, 300))
    return sorted((2000 + rng.randint(-spread, spread) for _ in range(players)), reverse=True)


def _points(scoring: ScoringSystem, row: Sequence[RoundEntry]) -> int:
    return sum(map(scoring.points, row))


def _play_round(
    rng: random.Random, rows: dict[int, list[RoundEntry]], scoring: ScoringSystem, chances: _Chances
) -> None:
    entries: dict[int, RoundEntry] = {}
    here = []
    for number in rows:
        if rng.random() < chances.bye:
            entries[number] = RoundEntry(None, None, rng.choice(_BYES))
        else:
            here.append(number)
    here.sort(key=lambda number: (-_points(scoring, rows[number]) + rng.uniform(0, chances.noise), number))
    if len(here) % 2:
        free = next((n for n in reversed(here) if not any(e.result in _GIVEN for e in rows[n])), None)
        if free is None:
            free = here[-1]
            entries[free] = RoundEntry(None, None, Result.ZERO_POINT_BYE)
        else:
            entries[free] = _PAB
        here.remove(free)
    while here:
        one = here.pop(0)
        met = {entry.opponent for entry in rows[one]}
        other = next((number for number in here if number not in met), None)
        if other is None:
            entries[one] = RoundEntry(None, None, Result.ZERO_POINT_BYE)
            continue
        here.remove(other)
        white, black = _coloured(rng, rows, one, other)
        results = rng.choice(_FORFEITS) if rng.random() < chances.forfeit else _result(rng, chances)
        entries[white] = RoundEntry(black, Colour.WHITE, results[0])
        entries[black] = RoundEntry(white, Colour.BLACK, results[1])
    for number, entry in entries.items():
        rows[number].append(entry)


_GIVEN = (Result.PAIRING_ALLOCATED_BYE, Result.FULL_POINT_BYE, Result.FORFEIT_WIN)


def _result(rng: random.Random, chances: _Chances) -> tuple[Result, Result]:
    return _GAMES[2] if rng.random() < chances.draw else rng.choice(_GAMES[:2])


def _coloured(rng: random.Random, rows: dict[int, list[RoundEntry]], first: int, second: int) -> tuple[int, int]:
    """Return two players with White first, mostly the player who needs White more."""
    need = [_need(rows[number]) for number in (first, second)]
    if need[0] == need[1] or (abs(need[0]) < 2 and abs(need[1]) < 2 and rng.random() < 0.3):
        return (first, second) if rng.random() < 0.5 else (second, first)
    return (first, second) if need[0] > need[1] else (second, first)


def _need(row: Sequence[RoundEntry]) -> int:
    """Return the need of White; a need above one is absolute."""
    colours = [entry.colour for entry in row if entry.was_played]
    difference = sum(-1 if colour is Colour.WHITE else 1 for colour in colours)
    if len(colours) > 1 and colours[-1] is colours[-2]:
        return -3 if colours[-1] is Colour.WHITE else 3
    return difference


def _forbidden(rng: random.Random, players: int, at: int) -> tuple[ForbiddenGroup, ...]:
    if players < 4 or rng.random() < 0.9:
        return ()
    first = rng.choice((1, 1, at, at + 1))
    last = rng.choice((None, at, max(first, at - 1)))
    return (
        ForbiddenGroup(players=frozenset(rng.sample(range(1, players + 1), 2)), first_round=first, last_round=last),
    )


def _virtual(rng: random.Random, players: int, at: int) -> tuple[VirtualPoints, ...]:
    if rng.random() < 0.92:
        return ()
    first = frozenset(range(1, rng.randint(1, players) + 1))
    last = rng.choice((at, at, max(1, at - 1), at + 1))
    drawn = [VirtualPoints(points=rng.choice((5, 10)), first_round=1, last_round=last, players=first)]
    if last >= at > 1 and rng.random() < 0.5:
        drawn = [
            VirtualPoints(points=10, first_round=1, last_round=at - 1, players=first),
            VirtualPoints(points=5, first_round=at, last_round=at, players=first),
        ]
    return tuple(drawn)


def _requested(rng: random.Random, players: int, at: int, share: float) -> tuple[RequestedBye, ...]:
    return tuple(
        RequestedBye(round_number=at, tpn=number, result=rng.choice((Result.ZERO_POINT_BYE, Result.HALF_POINT_BYE)))
        for number in range(1, players + 1)
        if rng.random() < share / 2
    )
