"""For the Burstein System: hard rules and Index counted from the players' rows alone, and fields drawn at random."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from support import hard_rules
from support.fields import draw_field, draw_tension
from support.hard_rules import HardRules

from reference_engines.burstein.participants import RankedPlayers
from tournaments.model import Colour, Result

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tournaments.model import Event, Player, RoundEntry


# --- hard rules, without any engine ----------------------------------------------------------------------------------


def faults(event: Event) -> list[str]:
    """Return the faults of the recorded rounds by 2026; topscorers have no exceptions in any round."""
    return hard_rules.faults(event, HardRules(bars_from_bye=_is_worth_a_win, colour_faults=_colour_faults))


def _is_worth_a_win(event: Event, entry: RoundEntry) -> bool:
    free = not entry.was_played and event.scoring.points(entry) >= event.scoring.win
    return entry.result is Result.PAIRING_ALLOCATED_BYE or free


def _colour_faults(event: Event, player: Player, opponent: Player, row: int) -> Iterator[str]:
    del event
    wish = _absolute(player, row)
    if wish is not None and wish is _absolute(opponent, row):
        yield f"round {row + 1}: {player.tpn} and {opponent.tpn} must both have {wish.name}"


def _absolute(player: Player, row: int) -> Colour | None:
    colours = [entry.colour for entry in player.rounds[:row] if entry.was_played]
    ahead = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    if abs(ahead) > 1:
        return Colour.BLACK if ahead > 0 else Colour.WHITE
    last, before = (colours[-1], colours[-2]) if len(colours) > 1 else (None, None)
    return last.opposite if last is not None and last is before else None


def seeding_rounds(rounds: int) -> int:
    """Half of the rounds, rounded down, four at most."""
    return next(number for number in (4, 3, 2, 1, 0) if 2 * number <= rounds)


# --- the Index, without any engine -----------------------------------------------------------------------------------


def index_of(event: Event, stage: int) -> dict[int, tuple[Fraction, Fraction]]:
    """Return all players' Buchholz and Sonneborn-Berger before a recorded round, in points, by TPN."""
    score = {player.tpn: _points(event, *player.rounds[: stage - 1]) for player in event.players}
    helped = {player.tpn: _zero_point_byes_up_to(player, stage) for player in event.players}
    draw = Fraction(event.scoring.white_draw, 10)
    index = {}
    for player in event.players:
        buchholz = sonneborn_berger = Fraction(0)
        for entry in player.rounds[: stage - 1]:
            theirs = score[player.tpn]
            if entry.was_played and entry.opponent is not None:
                theirs = score[entry.opponent] + draw * helped[entry.opponent]
            buchholz += theirs
            sonneborn_berger += _points(event, entry) * theirs
        index[player.tpn] = buchholz, sonneborn_berger
    return index


def _points(event: Event, *entries: RoundEntry) -> Fraction:
    return sum((Fraction(event.scoring.points(entry), 10) for entry in entries), Fraction(0))


def _zero_point_byes_up_to(player: Player, stage: int) -> int:
    """Return the length of a series that goes on in the round to be paired."""
    if player.rounds[stage - 1].result is not Result.ZERO_POINT_BYE:
        return 0
    before = [entry.result is Result.ZERO_POINT_BYE for entry in player.rounds[: stage - 1]]
    return next((length for length, there in enumerate(reversed(before)) if not there), len(before))


# --- fields ----------------------------------------------------------------------------------------------------------


def draw_ranked(rng: random.Random, players: tuple[int, int] = (2, 9)) -> RankedPlayers:
    """Draw a small field, ranked anyhow; it may be that it cannot be paired."""
    field = draw_field(rng, draw_tension(rng, players))
    rank = np.array(rng.sample(range(field.size), field.size), dtype=np.int64)
    nothing = np.zeros(field.size, dtype=np.int64)
    ranked = RankedPlayers(
        players=field,
        rank=rank,
        buchholz=nothing,
        sonneborn_berger=nothing,
        unplayed=field.unplayed,
        bye_score=field.score,
    )
    return ranked.select(np.lexsort((rank, -field.score)))
