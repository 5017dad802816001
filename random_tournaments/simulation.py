"""
An event played forward, round by round, with whoever makes the pairings.

Everything random comes from the ``random.Random`` that is passed in: the same plan, generator state and pairings give
the same event.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.absences import draw_absences, spread_quota
from random_tournaments.games import (
    BOTH_ABSENT_OUTCOME,
    ONE_ABSENT_OUTCOMES,
    UNUSUAL_OUTCOMES,
    as_unrated,
    draw_outcome,
)
from random_tournaments.plan import MIN_PLAYERS, Acceleration
from random_tournaments.ranking import compute_ranks, tie_break_headers
from random_tournaments.ratings import draw_players
from reference_engines.results import NoLegalPairingError, Pair, RoundPairing
from reference_engines.virtual_points import USUAL_ROUNDS, VirtualGroups, virtual_points_of
from tournaments.frozen import make_replacer
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
from tournaments.multi_game_rounds import entry_in_game

if TYPE_CHECKING:
    import random

    from random_tournaments.absences import AttendancePlan
    from random_tournaments.plan import EventPlan

Pairer = Callable[[Event, int], RoundPairing]
"""
Pairs the round of that number of an event that tells all rounds before it and the byes requested for it.

Rounds that are paired at once have one number: of matches of two games, round 2 is rounds 3 and 4 of the file.
"""

Outcome = tuple[Result, Result]

_VIRTUAL_GROUPS = {Acceleration.VIRTUAL_3: VirtualGroups.THREE, Acceleration.VIRTUAL_5: VirtualGroups.FIVE}
_PAB = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
_ASSUMED_RATING = 1200
"""What they play like."""
_SECOND_FORFEIT_CHANCE = 0.5


def play(plan: EventPlan, pairer: Pairer, rng: random.Random) -> Event:
    """
    Play an event and return it with all its results, points and ranks.

    It ends early, with the byes requested for the round that could not be paired, when the pairer raises
    NoLegalPairingError or fewer than two players are left to be paired. Whatever else the pairer raises is passed on.
    """
    return _with_ranks(_play_rounds(plan, pairer, rng), plan)


def _play_rounds(plan: EventPlan, pairer: Pairer, rng: random.Random) -> Event:
    event = open_event(plan, rng)
    ratings = {player.tpn: player.rating or _ASSUMED_RATING for player in event.players}
    mishaps = Mishaps(plan, rng)
    for number, byes in enumerate(draw_absences(plan, rng), start=1):
        event = replace(event, requested_byes=repeat_byes(byes, plan.games))
        if plan.players - len(byes) < MIN_PLAYERS:
            return event
        try:
            pairing = pairer(event, number)
        except NoLegalPairingError:
            return event
        before: list[Outcome] = []
        for game, played in enumerate(pairings_of_games(pairing, plan.games)):
            drawn = [draw_outcome(ratings[pair.white], ratings[pair.black], plan, rng) for pair in played.pairs]
            outcomes = mishaps.strike_games(mishaps.repeat_forfeits(drawn, before), number)
            event = _with_round(event, _entries(played, outcomes, byes, entry_in_game(_PAB, game)))
            before = outcomes
    return event


def pairings_of_games(pairing: RoundPairing, games: int) -> tuple[RoundPairing, ...]:
    """Return the pairings of so many games, the colours of every other one reversed."""
    if games == 1:
        return (pairing,)
    turned = replace(pairing, pairs=tuple(Pair(pair.black, pair.white) for pair in pairing.pairs))
    return tuple(turned if game % 2 else pairing for game in range(games))


def repeat_byes(byes: tuple[RequestedBye, ...], games: int) -> tuple[RequestedBye, ...]:
    """Return byes of rounds that are paired as byes of the rounds of the file."""
    if games == 1:
        return byes
    first = (replace(bye, round_number=games * (bye.round_number - 1) + 1) for bye in byes)
    return tuple(replace(bye, round_number=bye.round_number + game) for bye in first for game in range(games))


def open_event(plan: EventPlan, rng: random.Random) -> Event:
    """Return the event before its first round: players by rating, acceleration and forbidden groups drawn."""
    baku = "_BAKU" if plan.acceleration is Acceleration.BAKU else ""
    return Event(
        players=draw_players(plan.players, plan.ratings, rng),
        rounds_recorded=0,
        rounds_declared=plan.rounds_of_file,
        name=plan.name,
        start=dt.date.fromisoformat(plan.start) if plan.start else None,
        end=dt.date.fromisoformat(plan.start) if plan.start else None,
        headers=_headers(plan),
        system=DeclaredSystem(code=plan.system_code + baku if plan.system_code else "", text=plan.system_text),
        initial_colour=plan.initial_colour,
        scoring=plan.scoring,
        virtual_points=tuple(
            replace(
                one,
                first_round=plan.games * (one.first_round - 1) + 1,
                last_round=plan.games * one.last_round,
            )
            for one in draw_virtual_points(plan, plan.acceleration, plan.games * plan.scoring.win, rng)
        ),
        forbidden=tuple(
            ForbiddenGroup(players=frozenset(rng.sample(range(1, plan.players + 1), size)))
            for size in plan.forbidden_groups
        ),
        dialect=TrfDialect.TRF26,
    )


def _headers(plan: EventPlan) -> tuple[tuple[str, str], ...]:
    """Fields 172 (how the starting order was made) and, where ranks follow from tie-breaks, 202 or 212."""
    return (("172", "IND FIDE"), *tie_break_headers(plan.tie_breaks))


def draw_virtual_points(
    plan: AttendancePlan, acceleration: Acceleration, win: int, rng: random.Random
) -> tuple[VirtualPoints, ...]:
    """Draw the virtual points that are listed; ``win`` is what one is worth, in tenths."""
    if acceleration is Acceleration.LISTED:
        return _draw_stages(plan, rng)
    if acceleration in _VIRTUAL_GROUPS:
        numbers = range(1, plan.players + 1)
        return virtual_points_of(numbers, _VIRTUAL_GROUPS[acceleration], rounds=min(USUAL_ROUNDS, plan.rounds), win=win)
    return ()


def _draw_stages(plan: AttendancePlan, rng: random.Random) -> tuple[VirtualPoints, ...]:
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


class Mishaps:
    """Strikes as many games (of teams, matches) of each round as the quotas ask for; none twice."""

    def __init__(self, plan: AttendancePlan, rng: random.Random) -> None:
        """Spread the quotas over the rounds."""
        self._rng = rng
        quotas = plan.quotas
        self._numbers = {
            name: spread_quota(getattr(quotas, name), plan.rounds, rng)
            for name in ("double_forfeit", "forfeit", "unusual", "unrated")
        }

    def repeat_forfeits(self, outcomes: list[Outcome], before: list[Outcome]) -> list[Outcome]:
        """Return the outcomes of second games: half of those who forfeited the first one forfeit this one, too."""
        if not any(result.is_forfeit for outcome in before for result in outcome):
            return outcomes
        return [
            (first[1], first[0]) if first[0].is_forfeit and self._rng.random() < _SECOND_FORFEIT_CHANCE else drawn
            for drawn, first in zip(outcomes, before, strict=True)
        ]

    def strike_games(self, outcomes: list[Outcome], round_number: int) -> list[Outcome]:
        """Return the outcomes of a round's games after its mishaps."""
        struck = dict(enumerate(outcomes))
        untouched = [board for board, (white, _) in struck.items() if white.is_game]
        for name, numbers in self._numbers.items():
            wanted = min(numbers[round_number - 1], len(untouched))
            for board in self._rng.sample(untouched, wanted) if wanted else ():
                struck[board] = self._struck(name, struck[board])
                untouched.remove(board)
        return list(struck.values())

    def _struck(self, name: str, outcome: Outcome) -> Outcome:
        if name == "double_forfeit":
            return BOTH_ABSENT_OUTCOME
        if name == "forfeit":
            return self._rng.choice(ONE_ABSENT_OUTCOMES)
        if name == "unusual":
            return self._rng.choice(UNUSUAL_OUTCOMES)
        return as_unrated(outcome) if set(outcome) <= {Result.WIN, Result.DRAW, Result.LOSS} else outcome


def _entries(
    pairing: RoundPairing, outcomes: list[Outcome], byes: tuple[RequestedBye, ...], bye: RoundEntry
) -> dict[int, RoundEntry]:
    """Return what the round of the file gives every player, by TPN; ``bye`` is the pairing-allocated one."""
    entries = {away.tpn: RoundEntry(None, None, away.result) for away in byes}
    if pairing.bye is not None:
        entries[pairing.bye] = bye
    with_white, with_black = Colour.WHITE, Colour.BLACK
    for pair, (white, black) in zip(pairing.pairs, outcomes, strict=True):
        entries[pair.white] = RoundEntry(pair.black, with_white, white)
        entries[pair.black] = RoundEntry(pair.white, with_black, black)
    return entries


_with_entry = make_replacer(Player, "rounds", "points")


def _with_round(event: Event, entries: dict[int, RoundEntry]) -> Event:
    """Record a round, and bring points up to date."""
    worth = event.scoring.points
    players = [
        _with_entry(player, (*player.rounds, entry), (player.points or 0) + worth(entry))
        for player, entry in [(player, entries[player.tpn]) for player in event.players]
    ]
    return replace(event, players=tuple(players), rounds_recorded=event.rounds_recorded + 1, requested_byes=())


def _with_ranks(event: Event, plan: EventPlan) -> Event:
    rank = compute_ranks(event, plan.tie_breaks)
    return replace(event, players=tuple(replace(player, rank=rank[player.tpn]) for player in event.players))
