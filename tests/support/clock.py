"""For the Clock system: the hard rules counted from the players' rows alone, and small situations drawn at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from support import hard_rules
from support.events import event
from support.fields import draw_field, draw_tension
from support.hard_rules import HardRules

from reference_engines.clock.round_table import NO_TPN, ClockTable
from tournaments.model import Colour, Result

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tournaments.model import Event, Player, RoundEntry


# --- hard rules, without any engine ----------------------------------------------------------------------------------


def faults(event: Event) -> list[str]:
    """Return the faults of the recorded rounds."""
    return hard_rules.faults(event, HardRules(bars_from_bye=unearned, colour_faults=_colour_faults))


def unearned(event: Event, entry: RoundEntry) -> bool:
    """Whether the round was a bye of the pairing, or gave points without a game."""
    return entry.result is Result.PAIRING_ALLOCATED_BYE or (not entry.was_played and event.scoring.points(entry) > 0)


def _colour_faults(event: Event, player: Player, opponent: Player, row: int) -> Iterator[str]:
    wish, others_wish = _wish(player, row), _wish(opponent, row)
    if wish is None:
        return
    top = row + 1 == event.rounds_declared and _over_half(event, player, row) and _over_half(event, opponent, row)
    if wish is others_wish and not top:
        yield f"round {row + 1}: {player.tpn} and {opponent.tpn} must both have {wish.name}"
    if wish is not others_wish and player.rounds[row].colour is not wish:
        yield f"round {row + 1}: {player.tpn} must have {wish.name}"


def _wish(player: Player, row: int) -> Colour | None:
    """The colour of an absolute preference."""
    colours = [entry.colour for entry in player.rounds[:row] if entry.was_played]
    white = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    if abs(white) > 1:
        return Colour.BLACK if white > 0 else Colour.WHITE
    last, before = (colours[-1], colours[-2]) if len(colours) > 1 else (None, None)
    return last.opposite if last is not None and last is before else None


def _over_half(event: Event, player: Player, row: int) -> bool:
    points = sum(event.scoring.points(entry) for entry in player.rounds[:row])
    for stage in event.virtual_points:
        if stage.first_round <= row + 1 <= stage.last_round and player.tpn in stage.players:
            points += stage.points
    return 2 * points > event.scoring.win * row


def two_with_white(points: tuple[str, str], declared: int | None) -> Event:
    """Make an event in which 1 and 2 have had White twice, with these results; the next round is the third."""
    lost = {"1": "0", "=": "=", "0": "1"}
    rows = [f"3w{points[0][0]} 4w{points[0][1]}", f"5w{points[1][0]} 6w{points[1][1]}"]
    for owner, results in enumerate(points, start=1):
        rows += [f"{owner}b{lost[results[0]]} -", f"- {owner}b{lost[results[1]]}"]
    return event(rows, rounds_declared=declared)


# --- small situations ------------------------------------------------------------------------------------------------


def draw_table(rng: random.Random, players: tuple[int, int] = (1, 9)) -> ClockTable:
    """Draw a table of few players, some of whom have met or must have one colour; it may be that not all can meet."""
    field = draw_field(rng, draw_tension(rng, players))
    position = rng.sample(range(field.size), field.size)
    size = field.size + field.size % 2
    bye = (0,) * (size - field.size)
    compatible = np.zeros((size, size), dtype=np.uint8)
    compatible[: field.size, : field.size] = field.allowed[np.ix_(position, position)]
    if bye:
        compatible[-1, : field.size] = compatible[: field.size, -1] = field.bye_allowed[position]
    nothing = (0,) * size
    return ClockTable(
        players=field,
        position=(*position, *(-1 for _ in bye)),
        number=(*range(1, field.size + 1), *bye),
        tpn=(*field.tpn[position].tolist(), *(NO_TPN for _ in bye)),
        score=(*field.score[position].tolist(), *bye),
        grid_colour=nothing,
        absolute=nothing,
        difference=nothing,
        colours=((),) * size,
        compatible=compatible,
    )
