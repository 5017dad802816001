"""For the simple Swiss: the hard rules counted from the players' rows alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from support import hard_rules
from support.clock import unearned
from support.hard_rules import HardRules

from tournaments.model import Colour, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event, Player, RoundEntry


def faults(event: Event) -> list[str]:
    """Return the faults of the recorded rounds, including the limits of colours."""
    return hard_rules.faults(event, HardRules(bars_from_bye=unearned, colour_faults=_colour_faults))


def last_round(played: Event, *ahead: int) -> Event:
    """Return the event with the next round as its last one; these have won all their games, and are topscorers."""

    def entry_of(tpn: int, entry: RoundEntry) -> RoundEntry:
        if entry.opponent is None or not {tpn, entry.opponent} & {*ahead}:
            return entry
        return replace(entry, result=Result.WIN if tpn in ahead else Result.LOSS)

    players = tuple(
        replace(player, rounds=tuple(entry_of(player.tpn, entry) for entry in player.rounds))
        for player in played.players
    )
    return replace(played, players=players, rounds_declared=played.rounds_recorded + 1)


def _colour_faults(event: Event, player: Player, opponent: Player, row: int) -> Iterator[str]:
    """Limits that the game breaks although the two could have met with the other colours and kept them."""
    del event
    if player.rounds[row].colour is not Colour.WHITE:
        return
    for name, keeps in (("A1", _keeps_difference), ("A1 and A2", _keeps_both)):
        as_played = keeps(player, Colour.WHITE, row) and keeps(opponent, Colour.BLACK, row)
        the_other_way = keeps(player, Colour.BLACK, row) and keeps(opponent, Colour.WHITE, row)
        if the_other_way and not as_played:
            yield f"round {row + 1}: {player.tpn} and {opponent.tpn} could keep {name} with the other colours"


def _colours(player: Player, row: int, colour: Colour) -> list[Colour | None]:
    return [*(entry.colour for entry in player.rounds[:row] if entry.was_played), colour]


def _keeps_difference(player: Player, colour: Colour, row: int) -> bool:
    colours = _colours(player, row, colour)
    return abs(colours.count(Colour.WHITE) - colours.count(Colour.BLACK)) <= 2


def _keeps_both(player: Player, colour: Colour, row: int) -> bool:
    return _keeps_difference(player, colour, row) and _colours(player, row, colour)[-3:] != [colour] * 3
