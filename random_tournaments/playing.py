"""
An event played forward, round by round, with whoever makes the pairings.

Everything random comes from the ``random.Random`` that is passed in: the same plan, generator state and pairings give
the same event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.absences import draw_absences
from random_tournaments.games import draw_outcome
from random_tournaments.plan import FEWEST_PLAYERS, Acceleration
from reference_engines.results import NoLegalPairingError, RoundPairing
from tournaments.model import (
    Colour,
    DeclaredSystem,
    Event,
    ForbiddenGroup,
    Player,
    RequestedBye,
    Result,
    RoundEntry,
    TrfDialect,
    VirtualPoints,
)

if TYPE_CHECKING:
    import random

    from random_tournaments.plan import EventPlan

Pairer = Callable[[Event, int], RoundPairing]
"""Pairs the round of that number of an event that tells all rounds before it and the byes requested for it."""

_PAB = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)


def play(plan: EventPlan, pairer: Pairer, rng: random.Random) -> Event:
    """
    Play an event and return it with all its results, points and ranks.

    It ends early, with the byes requested for the round that could not be paired, when the pairer raises
    NoLegalPairingError or fewer than two players are left to be paired. Whatever else the pairer raises is passed on.
    """
    event = open_event(plan, rng)
    for number, byes in enumerate(draw_absences(plan, rng), start=1):
        event = replace(event, requested_byes=byes)
        if plan.players - len(byes) < FEWEST_PLAYERS:
            return event
        try:
            pairing = pairer(event, number)
        except NoLegalPairingError:
            return event
        event = _with_round(event, _entries(event, pairing, byes, plan, rng))
    return event


def open_event(plan: EventPlan, rng: random.Random) -> Event:
    """Return the event before its first round: players by rating, acceleration and forbidden groups drawn."""
    ratings = sorted((rng.randint(*plan.ratings) for _ in range(plan.players)), reverse=True)
    players = tuple(
        Player(tpn=tpn, name=f"Player {tpn:03d}", rating=rating, points=0, rank=tpn)
        for tpn, rating in enumerate(ratings, start=1)
    )
    baku = "_BAKU" if plan.acceleration is Acceleration.BAKU else ""
    return Event(
        players=players,
        rounds_recorded=0,
        rounds_declared=plan.rounds,
        name=plan.name,
        system=DeclaredSystem(code=plan.system_code + baku),
        initial_colour=plan.initial_colour,
        scoring=plan.scoring,
        virtual_points=_draw_virtual_points(plan, rng) if plan.acceleration is Acceleration.LISTED else (),
        forbidden=tuple(
            ForbiddenGroup(players=frozenset(rng.sample(range(1, plan.players + 1), size)))
            for size in plan.forbidden_groups
        ),
        dialect=TrfDialect.TRF26,
    )


def _draw_virtual_points(plan: EventPlan, rng: random.Random) -> tuple[VirtualPoints, ...]:
    """Draw up to three stages of rounds, with up to three tiers of the starting list in each, in half points."""
    last = rng.randint(1, max(1, plan.rounds - 1))
    stage_ends = sorted({last, *(rng.randint(1, last) for _ in range(rng.randint(0, 2)))})
    drawn = []
    first = 1
    for end in stage_ends:
        tier_ends = sorted(rng.sample(range(1, plan.players + 1), rng.randint(1, min(3, plan.players))))
        for below, tier_end in zip((0, *tier_ends), tier_ends, strict=False):
            tier = frozenset(range(below + 1, tier_end + 1))
            points = 5 * rng.randint(1, 4)
            drawn.append(VirtualPoints(points=points, first_round=first, last_round=end, players=tier))
        first = end + 1
    return tuple(drawn)


def _entries(
    event: Event, pairing: RoundPairing, byes: tuple[RequestedBye, ...], plan: EventPlan, rng: random.Random
) -> dict[int, RoundEntry]:
    """Return what the round gives every player, by TPN."""
    entries = {bye.tpn: RoundEntry(None, None, bye.result) for bye in byes}
    if pairing.bye is not None:
        entries[pairing.bye] = _PAB
    rating = {player.tpn: player.rating or 0 for player in event.players}
    for pair in pairing.pairs:
        white, black = draw_outcome(rating[pair.white], rating[pair.black], plan, rng)
        entries[pair.white] = RoundEntry(pair.black, Colour.WHITE, white)
        entries[pair.black] = RoundEntry(pair.white, Colour.BLACK, black)
    return entries


def _with_round(event: Event, entries: dict[int, RoundEntry]) -> Event:
    """Record a round, and bring points and ranks up to date."""
    points = {player.tpn: (player.points or 0) + event.scoring.points(entries[player.tpn]) for player in event.players}
    standings = sorted(points, key=lambda tpn: (-points[tpn], tpn))
    rank = {tpn: place for place, tpn in enumerate(standings, start=1)}
    players = tuple(
        replace(
            player,
            rounds=(*player.rounds, entries[player.tpn]),
            points=points[player.tpn],
            rank=rank[player.tpn],
        )
        for player in event.players
    )
    return replace(event, players=players, rounds_recorded=event.rounds_recorded + 1, requested_byes=())
