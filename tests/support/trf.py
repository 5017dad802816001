"""Small real events, and their files: written here column by column, so that no fault of our writers can hide."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.plan import EventPlan
from random_tournaments.simulation import play
from reference_engines.frame.systems import engine_for
from tournaments.model import Result
from tournaments.points import points_text

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event, Player, RoundEntry


def engine_pairs(event: Event, round_number: int) -> RoundPairing:
    """Pair by the edition of 2026."""
    return engine_for("dutch-2026").open(event).round(round_number).expected()


def played(players: int = 10, rounds: int = 4, seed: int = 1, **declared: object) -> Event:
    """Play a small event in which every round is paired rightly."""
    plan = EventPlan(players=players, rounds=rounds, name="Club evening")
    event = play(plan, engine_pairs, random.Random(seed))
    return replace(event, **declared)  # type: ignore[arg-type]  # whatever a test declares


def with_exchanged_opponents(event: Event) -> Event:
    """Let the first two White players of the last round play each other's opponents."""
    last = event.rounds_recorded - 1
    whites = [
        player for player in event.players if player.rounds[last].colour and player.rounds[last].colour.value == "w"
    ]
    one, other = whites[:2]
    exchanged = {
        one.tpn: other.rounds[last].opponent,
        other.tpn: one.rounds[last].opponent,
        one.rounds[last].opponent: other.tpn,
        other.rounds[last].opponent: one.tpn,
    }
    return replace(event, players=tuple(_with_opponent(player, last, exchanged) for player in event.players))


def _with_opponent(player: Player, last: int, exchanged: dict[int | None, int | None]) -> Player:
    if player.tpn not in exchanged:
        return player
    entry = replace(player.rounds[last], opponent=exchanged[player.tpn], result=Result.DRAW)
    return replace(player, rounds=(*player.rounds[:last], entry))


def trf_of(event: Event) -> str:
    """Write an event as TRF16 with the fields of TRF26 that pairing needs."""
    colour = event.initial_colour.name[0] if event.initial_colour else ""
    head = [
        f"012 {event.name}",
        f"142 {event.rounds_declared or ''}",
        f"152 {colour}",
        f"192 {event.system.code}",
    ]
    return "\n".join([*(line for line in head if line[4:]), *(_row(event, player) for player in event.players), ""])


def _row(event: Event, player: Player) -> str:
    total = points_text(sum(event.scoring.points(entry) for entry in player.rounds))
    person = f"001 {player.tpn:>4} {'':1}{player.title:>3} {player.name:<33} {player.rating or '':>4} {'':3} {'':11}"
    return f"{person} {'':10} {total:>4} {player.rank or '':>4}" + "".join(map(_block, player.rounds))


def _block(entry: RoundEntry) -> str:
    colour = entry.colour.value if entry.colour else "-"
    return f"  {entry.opponent or '0000':>4} {colour} {entry.result.value}"
