"""Events as files with fewer and fewer declarations, and errors planted in any of their rounds."""

from __future__ import annotations

import random
from dataclasses import replace
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

from checker.planting import plant, recorded_pairing
from checker.verdicts.team_events import with_next_matches
from random_tournaments.axes import PLAIN, Span, WeightedChoice, share_per_round
from random_tournaments.plan import Acceleration
from random_tournaments.settings import batch_kind
from random_tournaments.teams.axes import TEAM_PROFILES
from reference_engines.frame.systems import engine_for, pairs_teams
from tournaments.model import ABSENT, Colour, DeclaredSystem, Result, RoundEntry
from tournaments.multi_game_rounds import repeat_in_games
from tournaments.trf.writing import write_trf16, write_trf26

if TYPE_CHECKING:
    from checker.planting import PlantedError
    from random_tournaments.axes import Axes
    from random_tournaments.teams.axes import TeamAxes
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


class Form(Enum):
    """A form of a file, by the fields that it holds."""

    DECLARED = "declared"
    """Every field."""
    OPEN = "open"
    """Neither number of rounds nor initial colour (142, 152)."""
    SILENT = "silent"
    """Nor what was played by: no system, code or acceleration (092, 192, 250), no list of tie-breaks."""
    BARE = "bare"
    """Lines of players alone (and of teams): no header, no date, no rank."""
    UNRATED = "unrated"
    """The same without ratings."""


_PLAYERS_FIELDS = ("001", "013", "240")


def write_as(event: Event, form: Form) -> str:
    """Write an event in a form."""
    if form is Form.DECLARED:
        return write_trf26(event)
    opened = replace(event, rounds_declared=None, initial_colour=None)
    if form is Form.OPEN:
        return write_trf26(opened)
    silent = replace(opened, system=DeclaredSystem(), virtual_points=(), headers=())
    if form is Form.SILENT:
        return write_trf26(silent)
    players = tuple(
        replace(one, rank=None, rating=None if form is Form.UNRATED else one.rating) for one in silent.players
    )
    lines = write_trf16(replace(silent, players=players)).splitlines(keepends=True)
    return "".join(_blank_rank(line) for line in lines if line.startswith(_PLAYERS_FIELDS))


def _blank_rank(line: str) -> str:
    return f"{line[:85]}    {line[89:]}" if line.startswith("001") else line


PLAYERS = replace(
    PLAIN,
    players=Span(8, 20),
    rounds=Span(4, 7),
    half_point_byes=share_per_round(0, 0.08),
    zero_point_byes=share_per_round(0, 0.05),
    forfeits=share_per_round(0, 0.05),
    late_entries=share_per_round(0, 0.1),
    tie_breaks=WeightedChoice(((),)),
)
"""Axes of events with a few byes, forfeits and late entries."""
TEAMS = replace(
    TEAM_PROFILES["plain"],
    teams=Span(6, 14),
    rounds=Span(4, 6),
    zero_point_byes=share_per_round(0, 0.05),
    forfeits=share_per_round(0, 0.05),
    tie_breaks=WeightedChoice(((),)),
)
_MIXED_TEAMS = replace(
    TEAM_PROFILES["mixed"],
    teams=Span(6, 14),
    rounds=Span(4, 6),
    forbidden_groups=WeightedChoice((0,)),
    acceleration=WeightedChoice((Acceleration.NONE,)),
    tie_breaks=WeightedChoice(((),)),
)
"""Any type, primary score and value of the bye."""
_ACCELERATED = replace(
    PLAYERS,
    players=Span(20, 60),
    rounds=Span(6, 9),
    acceleration=WeightedChoice((Acceleration.BAKU,)),
    late_entries=share_per_round(0, 0),
)


def axes_of(system: str) -> Axes | TeamAxes:
    """Return the axes of undamaged events of a system."""
    return TEAMS if pairs_teams(system) else PLAYERS


@cache
def right_event(system: str, index: int, seed: int = 32) -> Event:
    """Play an event by the rules of a system."""
    return batch_kind(system).batch(seed=seed, axes=axes_of(system), system=system).play(index).event


@cache
def right_event_of_teams(index: int, seed: int = 32) -> Event:
    """Play a team event of any type, primary score and value of the bye by the rules of 2026."""
    return batch_kind("team-2026").batch(seed=seed, axes=_MIXED_TEAMS, system="team-2026").play(index).event


@cache
def accelerated_event(index: int, seed: int = 32, system: str = "dutch-2026") -> Event:
    """Play an event with the Baku acceleration by the rules of a system."""
    return batch_kind(system).batch(seed=seed, axes=_ACCELERATED, system=system).play(index).event


def event_with_error(system: str, error: PlantedError, stage: int, index: int, seed: int = 32) -> Event | None:
    """Play an event by the rules of a system, but for an error in one round; None if it does not fit."""
    rules, games = engine_for(system), engine_for(system).edition.file_rounds_per_round
    rng, is_planted = random.Random(f"{error.value}-{stage}-{index}"), False

    def pair(event: Event, number: int) -> RoundPairing:
        nonlocal is_planted
        right = rules.open(event).round(number).expected()
        if number != stage:
            return right
        planted = plant(_with_next_round(event, right, games), error, rng, games)
        if planted is None:
            return right
        is_planted = True
        return recorded_pairing(planted.event, games * (number - 1) + 1)

    event = batch_kind(system).batch(seed=seed, axes=axes_of(system), system=system).play(index, pair).event
    return event if is_planted and event.rounds_recorded >= games * stage else None


def _with_next_round(event: Event, pairing: RoundPairing, games: int) -> Event:
    """Return the event with a pairing of its next round recorded, every game drawn."""
    if event.is_team_event:
        return with_next_matches(event, pairing, 2)
    entries = {bye.tpn: RoundEntry(None, None, bye.result) for bye in event.requested_byes}
    for pair in pairing.pairs:
        entries[pair.white] = RoundEntry(pair.black, Colour.WHITE, Result.DRAW)
        entries[pair.black] = RoundEntry(pair.white, Colour.BLACK, Result.DRAW)
    if pairing.bye is not None:
        entries[pairing.bye] = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
    in_games = repeat_in_games(entries, games)
    players = []
    for player in event.players:
        rounds = (*player.rounds, *(given.get(player.tpn, ABSENT) for given in in_games))
        players.append(replace(player, rounds=rounds, points=sum(map(event.scoring.points, rounds))))
    return replace(event, players=tuple(players), rounds_recorded=event.rounds_recorded + games, requested_byes=())
