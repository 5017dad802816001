"""Events that were paired by something else than their record shows: the cause is known, and not written down."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from checker.causes.cause import case_of
from checker.causes.facts import reorder_players
from random_tournaments.axes import PLAIN, Axes, Frequency, Span, WeightedChoice, share_per_round
from random_tournaments.event_batch import Batch
from random_tournaments.plan import Acceleration
from reference_engines.frame.declared import with_baku
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.model import Colour, ForbiddenGroup, RequestedBye, Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.causes.cause import Case
    from tournaments.model import Event

    Pairer = Callable[[Event, int], RoundPairing]

USUAL = replace(
    PLAIN,
    players=Span(8, 24),
    rounds=Span(5, 7),
    half_point_byes=share_per_round(0, 0.08),
    zero_point_byes=share_per_round(0, 0.05),
    forfeits=share_per_round(0, 0.05),
    late_entries=Frequency(),
    acceleration=WeightedChoice((Acceleration.NONE,)),
)
"""Axes of events with a few byes and forfeits, none accelerated."""
SYSTEM = "dutch-2026"
_OTHER = "dutch-2017"
_OUTCOMES = (
    (Result.WIN, Result.LOSS),
    (Result.DRAW, Result.DRAW),
    (Result.LOSS, Result.WIN),
)


@dataclass(frozen=True, kw_only=True)
class Hidden:
    """An event, and what it does not say."""

    event: Event
    truth: frozenset[str]
    """Identifiers of the causes that say it."""


def hidden(kind: str, seed: int, index: int, rng: random.Random, axes: Axes = USUAL) -> Hidden:
    """Play an event in which something of a kind is hidden; the record need not show it."""
    pairer, truth = _KINDS[kind](rng)
    played = Batch(seed=seed, axes=axes, system=SYSTEM).play(index, pairer)
    return Hidden(event=played.event, truth=frozenset(truth))


def play_together(kind: str, seed: int, events: int, first: int = 1) -> list[Case]:
    """Return events of a kind in which what is hidden makes a difference, from the index ``first`` on."""
    cases: list[Case] = []
    index = first
    while len(cases) < events:
        made = hidden(kind, seed, index, random.Random(f"{seed}/{index}"))
        case = case_of(str(index), made.event, engine_for(SYSTEM))
        cases += [case] if case.wanting else []
        index += 1
    return cases


def kinds() -> tuple[str, ...]:
    """Return the kinds of causes that can be hidden."""
    return tuple(_KINDS)


def _paired(event: Event, number: int, key: str = SYSTEM) -> RoundPairing:
    return engine_for(key).open(event).round(number).expected()


def _edition(rng: random.Random) -> tuple[Pairer, set[str]]:
    del rng
    return lambda event, number: _paired(event, number, _OTHER), {f"edition-{_OTHER}"}


def _baku(rng: random.Random) -> tuple[Pairer, set[str]]:
    del rng
    return lambda event, number: _paired(replace(event, system=with_baku(event.system)), number), {"acceleration-baku"}


def _forbidden(rng: random.Random) -> tuple[Pairer, set[str]]:
    truth: set[str] = set()
    apart: list[frozenset[int]] = []

    def pair(event: Event, number: int) -> RoundPairing:
        if not apart:
            one, other = sorted(rng.sample([player.tpn for player in event.players], 2))
            apart.append(frozenset((one, other)))
            truth.add(f"forbidden-{one}-{other}")
        return _paired(replace(event, forbidden=(*event.forbidden, ForbiddenGroup(players=apart[0]))), number)

    return pair, truth


def _exchanged(rng: random.Random) -> tuple[Pairer, set[str]]:
    truth: set[str] = set()
    order: list[tuple[int, ...]] = []

    def pair(event: Event, number: int) -> RoundPairing:
        if not order:
            numbers = [player.tpn for player in event.players]
            one, other = sorted(rng.sample(numbers, 2))
            swapped = {one: other, other: one}
            order.append(tuple(swapped.get(tpn, tpn) for tpn in numbers))
            truth.add(f"exchanged-{one}-{other}")
        return _paired(reorder_players(event, order[0]), number)

    return pair, truth


def _result(rng: random.Random) -> tuple[Pairer, set[str]]:
    """In one round; later rounds are paired with the result as it is recorded."""
    truth: set[str] = set()
    when = rng.randint(3, 5)

    def pair(event: Event, number: int) -> RoundPairing:
        if number != when:
            return _paired(event, number)
        row = number - 2
        games = [player for player in event.players if player.rounds[row].colour is Colour.WHITE]
        white = rng.choice(games)
        black = event.player(white.rounds[row].opponent or 0)
        recorded = white.rounds[row].result, black.rounds[row].result
        won, lost = rng.choice([outcome for outcome in _OUTCOMES if outcome != recorded])
        truth.add(f"result-{white.tpn}-{black.tpn}-{won.value}{lost.value}-r{row + 1}")
        changed = {white.tpn: won, black.tpn: lost}
        players = tuple(
            replace(
                player,
                rounds=(*player.rounds[:row], replace(player.rounds[row], result=changed[player.tpn])),
            )
            if player.tpn in changed
            else player
            for player in event.players
        )
        return _paired(replace(event, players=players), number)

    return pair, truth


def _absent(rng: random.Random) -> tuple[Pairer, set[str]]:
    """Let a player come too late for a round's pairing and meet the player due the bye, or get the bye."""
    truth: set[str] = set()
    when = rng.randint(2, 5)

    def pair(event: Event, number: int) -> RoundPairing:
        away = {bye.tpn for bye in event.requested_byes if bye.round_number == number}
        there = [player.tpn for player in event.players if player.tpn not in away]
        late = rng.choice(there)
        if number != when:
            return _paired(event, number)
        bye = RequestedBye(round_number=number, tpn=late, result=Result.ZERO_POINT_BYE)
        try:
            found = _paired(replace(event, requested_byes=(*event.requested_byes, bye)), number)
        except NoLegalPairingError:
            return _paired(event, number)
        truth.add(f"absent-{late}-r{number}")
        if found.bye is None:
            return replace(found, bye=late)
        return RoundPairing(pairs=(*found.pairs, Pair(late, found.bye)))

    return pair, truth


_KINDS: dict[str, Callable[[random.Random], tuple[Pairer, set[str]]]] = {
    "another edition": _edition,
    "Baku acceleration": _baku,
    "a forbidden pair": _forbidden,
    "two numbers exchanged": _exchanged,
    "a result changed afterwards": _result,
    "a late arrival": _absent,
}
