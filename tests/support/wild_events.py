"""Small events with anything that a file may contain, and arbitrary pairings of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.frame.results import Pair, RoundPairing
from tournaments.model import (
    ABSENT,
    Colour,
    DeclaredSystem,
    Event,
    ForbiddenGroup,
    Player,
    RequestedBye,
    Result,
    RoundEntry,
    ScoringSystem,
    VirtualPoints,
)
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring, MatchTeam, TeamEvent

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

_NOBODY = (0, -1, 99)
"""Numbers that no player has."""
_GAMES = ("10", "01", "==", "10", "01", "==", "00", "WL", "LW", "DD", "+-", "-+", "--", "**")
_BYES = "UHFZ--"
_MATCHES = (
    *[(MatchResult.PLAYED, MatchResult.PLAYED)] * 4,
    (MatchResult.FORFEIT_WIN, MatchResult.FORFEIT_LOSS),
    (MatchResult.DOUBLE_FORFEIT, MatchResult.DOUBLE_FORFEIT),
    (MatchResult.PENDING, MatchResult.PENDING),
)
_MATCH_BYES = (
    MatchResult.PAIRING_ALLOCATED_BYE,
    MatchResult.FULL_POINT_BYE,
    MatchResult.HALF_POINT_BYE,
    MatchResult.ZERO_POINT_BYE,
    MatchResult.ZERO_POINT_BYE,
)
_TEAM_CODES = ("FIDE_TEAM", "FIDE_TEAM_MP_GP", "FIDE_TEAM_TYPEA_GP_MP", "FIDE_TEAM_TYPEB_MP_GP_BAKU")
_FOOTBALL = ScoringSystem(
    white_win=30, black_win=30, white_draw=10, black_draw=10, forfeit_win=30, full_point_bye=30, half_point_bye=10
)


def wild_event(rng: random.Random, most: int = 7) -> Event:
    """Draw players with rematches, many byes or none, forfeits without colours, and odd declarations."""
    numbers = _numbers(rng, most)
    recorded = _rounds(rng)
    rows: dict[int, list[RoundEntry]] = {number: [] for number in numbers}
    for pairs in _paired(rng, numbers, recorded):
        for white, black in pairs:
            one, other = (Result(letter) for letter in rng.choice(_GAMES))
            colourless = one.is_forfeit and other.is_forfeit and rng.random() < 0.4
            colours = (None, None) if colourless else (Colour.WHITE, Colour.BLACK)
            rows[white].append(RoundEntry(black, colours[0], one))
            rows[black].append(RoundEntry(white, colours[1], other))
        byes = rng.choice((_BYES, _BYES, _BYES, "U", "-"))
        for number in set(numbers).difference(*pairs):
            letter = rng.choice(byes)
            rows[number].append(ABSENT if letter == "-" else RoundEntry(None, None, Result(letter)))
    return Event(
        players=tuple(
            Player(tpn=number, name=rng.choice("AB"), rounds=tuple(row), rating=rng.choice((None, 1900, 2000)))
            for number, row in rows.items()
        ),
        rounds_recorded=recorded,
        rounds_declared=_declared(rng, recorded),
        initial_colour=rng.choice((None, *Colour)),
        scoring=rng.choice((ScoringSystem(), ScoringSystem(), _FOOTBALL)),
        system=DeclaredSystem(code=rng.choice(("", "", "FIDE_DUTCH_2026_BAKU"))),
        forbidden=_forbidden(rng, numbers),
        virtual_points=_virtual(rng, numbers),
        requested_byes=_requested(rng, numbers, recorded + 1),
    )


def wild_team_event(rng: random.Random, most: int = 7) -> TeamEvent:
    """Draw teams likewise."""
    numbers = _numbers(rng, most)
    recorded = _rounds(rng)
    rows: dict[int, list[MatchEntry]] = {number: [] for number in numbers}
    for pairs in _paired(rng, numbers, recorded):
        for white, black in pairs:
            results, games = rng.choice(_MATCHES), 5 * rng.randint(0, 8)
            for at, own in enumerate((games, 40 - games)):
                rows[(white, black)[at]].append(
                    MatchEntry(
                        result=results[at],
                        opponent=(black, white)[at],
                        colour=(Colour.WHITE, Colour.BLACK)[at],
                        match_points=10 * ((own > 20) + (own >= 20)),
                        game_points=own,
                    )
                )
        for number in set(numbers).difference(*pairs):
            points = rng.choice((0, 10, 20))
            rows[number].append(MatchEntry(result=rng.choice(_MATCH_BYES), match_points=points, game_points=points))
    return TeamEvent(
        teams=tuple(MatchTeam(number=number, rounds=tuple(row)) for number, row in rows.items()),
        rounds_recorded=recorded,
        rounds_declared=_declared(rng, recorded),
        boards=4,
        scoring=MatchScoring(),
        system=DeclaredSystem(code=rng.choice(_TEAM_CODES)),
        initial_colour=rng.choice((None, *Colour)),
        forbidden=_forbidden(rng, numbers),
        virtual_points=_virtual(rng, numbers),
        requested_byes=_requested(rng, numbers, recorded + 1),
    )


def wild_pairing(rng: random.Random, numbers: list[int]) -> RoundPairing:
    """Draw a pairing: half of them complete, the rest partial, with unknown numbers, or with a repeated pair."""
    order, kind = rng.sample(numbers, len(numbers)), rng.random()
    bye = order.pop() if len(order) % 2 else None
    if kind < 0.2:
        order, bye = order[: rng.randint(0, len(order))], rng.choice((None, *numbers, *_NOBODY))
    elif kind < 0.5:
        order = rng.choices((*numbers, *_NOBODY), k=rng.randint(0, 8))
        bye = rng.choice((None, *numbers, *_NOBODY))
    pairs = [Pair(white, black) for white, black in zip(order[::2], order[1::2], strict=False)]
    if pairs and kind > 0.9:
        pairs.append(rng.choice((pairs[0], Pair(pairs[0].black, pairs[0].white))))
    return RoundPairing(pairs=tuple(pairs), bye=bye)


def _numbers(rng: random.Random, most: int) -> list[int]:
    count = rng.randint(1, most)
    return list(range(1, count + 1)) if rng.random() < 0.8 else sorted(rng.sample(range(1, 40), count))


def _rounds(rng: random.Random) -> int:
    return rng.choice((*range(6), 3, 4, 5, 11))


def _declared(rng: random.Random, recorded: int) -> int | None:
    return rng.choice((None, None, recorded, recorded + 1, recorded + 3, 999)) or None


def _paired(rng: random.Random, numbers: list[int], rounds: int) -> Iterator[list[tuple[int, int]]]:
    """Yield pairs of each round: of all, or of some, in half of the events without a rematch."""
    met: set[frozenset[int]] = set()
    is_orderly = rng.random() < 0.5
    for _ in range(rounds):
        free, pairs = rng.sample(numbers, len(numbers)), []
        if rng.random() < 0.3:
            free = free[: rng.randint(0, len(free))]
        while free:
            white = free.pop()
            black = next((one for one in free if not is_orderly or frozenset((white, one)) not in met), None)
            if black is not None:
                free.remove(black)
                met.add(frozenset((white, black)))
                pairs.append((white, black))
        yield pairs


def _forbidden(rng: random.Random, numbers: list[int]) -> tuple[ForbiddenGroup, ...]:
    if len(numbers) == 1 or rng.random() < 0.8:
        return ()
    players = frozenset(rng.sample(numbers, 2))
    return (ForbiddenGroup(players=players, first_round=rng.randint(1, 3), last_round=rng.choice((None, 9))),)


def _virtual(rng: random.Random, numbers: list[int]) -> tuple[VirtualPoints, ...]:
    if rng.random() < 0.85:
        return ()
    players = frozenset(rng.sample(numbers, rng.randint(1, len(numbers))))
    return (VirtualPoints(points=10, first_round=1, last_round=rng.randint(1, 4), players=players),)


def _requested(rng: random.Random, numbers: list[int], round_number: int) -> tuple[RequestedBye, ...]:
    share = rng.choice((0, 0.2, 1))
    return tuple(
        RequestedBye(round_number=round_number, tpn=number, result=Result.ZERO_POINT_BYE)
        for number in numbers
        if rng.random() < share
    )
