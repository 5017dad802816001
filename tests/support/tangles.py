"""
Events made by chance to be tangled: in their last round anything can have gone before, and few may meet.

Hosts have played guests in every round; then the guests leave, and the hosts are paired among themselves. So colours,
floats, scores and absences of the hosts are free, and common is what hardly ever comes about by pairing: colour
differences of four, floats in a row from several scores, topscorers of whom each wants the same colour. All pairs but
those of a few pairings are forbidden.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.model import (
    ABSENT,
    Colour,
    Event,
    ForbiddenGroup,
    Player,
    Result,
    RoundEntry,
    ScoringSystem,
    VirtualPoints,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    Pairs = list[tuple[int, int]]


def _scoring(win: int, draw: int, loss: int, bye: int) -> ScoringSystem:
    """Return a scoring, in tenths, in which absences with points are worth the result of the same name."""
    games = {"white_win": win, "black_win": win, "white_draw": draw, "black_draw": draw, "white_loss": loss}
    rest = {"black_loss": loss, "forfeit_win": win, "full_point_bye": win, "half_point_bye": draw, "pending": draw}
    return ScoringSystem(**games, **rest, pairing_allocated_bye=bye)


_STANDARD = ScoringSystem()
_SCORINGS = (
    *[_STANDARD] * 13,
    replace(_STANDARD, pairing_allocated_bye=5),
    replace(_STANDARD, pairing_allocated_bye=0),
    _scoring(30, 10, 0, bye=30),
    _scoring(30, 20, 10, bye=20),
    _scoring(20, 10, 0, bye=20),
    replace(_scoring(30, 20, 10, bye=20), half_point_bye=10, forfeit_loss=10),
)
_GUESTS = {
    Result.WIN: Result.LOSS,
    Result.DRAW: Result.DRAW,
    Result.LOSS: Result.WIN,
    Result.FORFEIT_WIN: Result.FORFEIT_LOSS,
    Result.FORFEIT_LOSS: Result.FORFEIT_WIN,
}
"""Result of a guest by that of the host."""
_BYES = (Result.HALF_POINT_BYE, Result.FULL_POINT_BYE, Result.ZERO_POINT_BYE)
_BYE = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The shape of a tangled event."""

    hosts: int
    rounds: int
    results: tuple[Result, ...] = (Result.DRAW,)
    """Of the hosts against guests, drawn evenly; byes are among them."""
    white: float = 0.5
    """How often a host has White against a guest."""
    levels: int = 1
    """The number of levels of virtual points among which each player is drawn anew in each round."""
    rungs: tuple[int, ...] = ()
    """The levels of the hosts in the last round, if given."""
    apart: int = 0
    """So many hosts, the first ones, are kept apart from each other."""
    barred: int = 0
    """So many hosts, the last ones, have had a full-point bye in the first round."""
    pairings: int = 2
    """The number of random pairings whose pairs are still possible in the last round."""
    besides: float = 0.0
    """Share of the other pairs that are left, too."""
    is_final: bool = False
    scoring: ScoringSystem = _STANDARD


def draw_tangle(rng: random.Random) -> Event:
    """Make a tangled event of any kind; it may happen that its last round cannot be paired."""
    return tangled(rng, rng.choice(KINDS)(rng))


def topscorers(rng: random.Random) -> Shape:
    """Draw a final round of topscorers with absolute preferences."""
    wins = (Result.WIN, Result.WIN, Result.WIN)
    return Shape(
        hosts=rng.randint(3, 7),
        rounds=rng.randint(4, 7),
        results=rng.choice((wins, wins, (*wins, *_BYES), (Result.WIN, Result.DRAW, Result.FORFEIT_WIN))),
        white=rng.choice((0.5, 0.65, 0.75)),
        levels=rng.choice((1, 1, 1, 2)),
        pairings=rng.choice((2, 2, 3)),
        is_final=True,
    )


def level(rng: random.Random) -> Shape:
    """Draw one long scoregroup with few exchanges left, or one or two players above it."""
    hosts, above = rng.randint(7, 13), rng.choice((0, 0, 1, 1, 2))
    return Shape(
        hosts=hosts,
        rounds=2,
        white=rng.choice((0.0, 0.5)),
        rungs=(1,) * above + (0,) * (hosts - above),
        pairings=rng.choice((2, 2, 2, 3, 4)),
    )


def ladder(rng: random.Random) -> Shape:
    """Draw brackets of several scores, with floats of all kinds in the rounds before."""
    return Shape(
        hosts=rng.randint(5, 11),
        rounds=rng.randint(2, 4),
        results=rng.choice(((Result.DRAW,), (Result.DRAW, Result.DRAW, *_BYES), tuple(_GUESTS))),
        white=rng.choice((0.0, 0.5)),
        levels=rng.randint(2, 5),
        pairings=rng.choice((2, 2, 3, 4)),
        besides=rng.choice((0.0, 0.0, 0.15)),
        is_final=rng.random() < 0.3,
        scoring=rng.choice(_SCORINGS),
    )


def crowd(rng: random.Random) -> Shape:
    """Draw a bracket with many moved-down players of several scores, who cannot all be paired in it."""
    above, residents = rng.randint(2, 6), rng.randint(1, 4)
    below = rng.randint(1, 3)
    rungs = sorted((rng.randint(2, 6) for _ in range(above)), reverse=True)
    return Shape(
        hosts=above + residents + below,
        rounds=rng.randint(2, 4),
        results=rng.choice(((Result.DRAW,), (Result.DRAW, Result.DRAW, *_BYES))),
        white=rng.choice((0.0, 0.0, 0.5)),
        levels=rng.randint(2, 4),
        rungs=(*rungs, *[1] * residents, *[0] * below),
        apart=above,
        pairings=0,
        besides=rng.choice((0.4, 0.6, 0.8)),
        is_final=rng.random() < 0.2,
    )


def steps(rng: random.Random) -> Shape:
    """Draw three brackets in which few may meet, so that the first one decides on the third."""
    sizes = rng.choice(((3, 4, 3), (3, 3, 4), (4, 4, 4), (3, 5, 4), (1, 4, 3), (3, 6, 3)))
    rungs = tuple(rung for rung, size in zip((2, 1, 0), sizes, strict=True) for _ in range(size))
    return Shape(
        hosts=len(rungs),
        rounds=2,
        white=0.0,
        rungs=rungs,
        pairings=rng.choice((1, 2)),
        besides=rng.choice((0.05, 0.15, 0.25)),
    )


def byes(rng: random.Random) -> Shape:
    """Draw an odd number of hosts; where the last ones may not have the bye, it goes to a bracket further up."""
    sizes = rng.choice(((3, 2, 2), (4, 2, 1), (3, 4), (5, 2), (4, 3, 2), (3, 3, 3), (4, 4, 1), (7,)))
    rungs = tuple(rung for rung, size in enumerate(reversed(sizes)) for _ in range(size))[::-1]
    return Shape(
        hosts=len(rungs),
        rounds=rng.randint(3, 5),
        results=(Result.DRAW, Result.DRAW, Result.PAIRING_ALLOCATED_BYE, *_BYES, Result.ZERO_POINT_BYE),
        rungs=rungs,
        barred=rng.choice((0, len(rungs) - sizes[0])),
        pairings=rng.choice((2, 3, 4)),
        besides=rng.choice((0.0, 0.2, 0.5)),
    )


KINDS = (topscorers, level, ladder, crowd, crowd, steps, byes)


def tangled(rng: random.Random, shape: Shape) -> Event:
    """Make an event of a shape."""
    hosts = list(range(1, shape.hosts + 1))
    rows: dict[int, list[RoundEntry]] = {tpn: [] for tpn in range(1, 2 * shape.hosts + 1)}
    for number in range(1, shape.rounds):
        _against_guests(rng, shape, number, rows)
    pairings = [_drawn(rng, hosts) for _ in range(max(shape.pairings, 1))]
    _last_round(pairings[0], rows)
    left = {frozenset(pair) for pairs in pairings[: shape.pairings] for pair in pairs}
    left |= {frozenset(pair) for pair in combinations(hosts, 2) if rng.random() < shape.besides}
    left -= {frozenset(pair) for pair in combinations(hosts[: shape.apart], 2)}
    return Event(
        name="tangled",
        players=tuple(_player(shape, tpn, entries) for tpn, entries in rows.items()),
        rounds_recorded=shape.rounds,
        rounds_declared=shape.rounds if shape.is_final else 2 * shape.rounds,
        initial_colour=rng.choice(tuple(Colour)),
        scoring=shape.scoring,
        virtual_points=tuple(_virtual_points(rng, shape, rows)),
        forbidden=tuple(
            ForbiddenGroup(players=frozenset(pair), first_round=shape.rounds, last_round=shape.rounds)
            for pair in combinations(hosts, 2)
            if frozenset(pair) not in left
        ),
    )


def _player(shape: Shape, tpn: int, entries: list[RoundEntry]) -> Player:
    points = sum(shape.scoring.points(entry) for entry in entries)
    return Player(tpn=tpn, name=f"Player {tpn:03}", rounds=tuple(entries), points=points, rating=2500 - 10 * tpn)


def _against_guests(rng: random.Random, shape: Shape, number: int, rows: dict[int, list[RoundEntry]]) -> None:
    for host in range(1, shape.hosts + 1):
        guest = shape.hosts + 1 + (host + number) % shape.hosts
        is_barred = number == 1 and host > shape.hosts - shape.barred
        result = Result.FULL_POINT_BYE if is_barred else rng.choice(shape.results)
        if result.is_bye:
            rows[host].append(ABSENT if result is Result.ZERO_POINT_BYE else RoundEntry(None, None, result))
            rows[guest].append(ABSENT)
            continue
        colour = Colour.WHITE if rng.random() < shape.white else Colour.BLACK
        rows[host].append(RoundEntry(guest, colour, result))
        rows[guest].append(RoundEntry(host, colour.opposite, _GUESTS[result]))


def _drawn(rng: random.Random, hosts: list[int]) -> Pairs:
    free = rng.sample(hosts, len(hosts))
    return list(zip(free[::2], free[1::2], strict=False))


def _last_round(pairs: Pairs, rows: dict[int, list[RoundEntry]]) -> None:
    paired = {
        one: RoundEntry(other, colour, Result.DRAW)
        for white, black in pairs
        for one, other, colour in ((white, black, Colour.WHITE), (black, white, Colour.BLACK))
    }
    for tpn, entries in rows.items():
        is_host = tpn <= len(rows) // 2
        entries.append(paired.get(tpn, _BYE if is_host else ABSENT))


def _virtual_points(rng: random.Random, shape: Shape, rows: Iterable[int]) -> list[VirtualPoints]:
    found = []
    for number in range(1, shape.rounds + 1):
        on: dict[int, set[int]] = {}
        for tpn in rows:
            rung = rng.randrange(shape.levels)
            if shape.rungs and number == shape.rounds:
                rung = shape.rungs[tpn - 1] if tpn <= shape.hosts else 0
            on.setdefault(rung, set()).add(tpn)
        found += [
            VirtualPoints(points=5 * rung, first_round=number, last_round=number, players=frozenset(players))
            for rung, players in sorted(on.items())
            if rung
        ]
    return found
