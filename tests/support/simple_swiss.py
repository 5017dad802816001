"""For the simple Swiss: the hard rules counted from the players' rows alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.model import Colour, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event, Player, RoundEntry


def faults(event: Event) -> list[str]:
    """Return what is wrong with the recorded rounds: completeness, rematches, forbidden pairs, byes, colours."""
    return [f"round {row + 1}: {fault}" for row in range(event.rounds_recorded) for fault in _of_round(event, row)]


def _of_round(event: Event, row: int) -> Iterator[str]:
    by_tpn = {player.tpn: player for player in event.players}
    paired = [player for player in event.players if player.rounds[row].was_paired]
    byes = [player for player in paired if player.rounds[row].opponent is None]
    if len(byes) != len(paired) % 2:
        yield f"{len(byes)} byes for {len(paired)} players"
    for player in byes:
        if any(_for_nothing(event, entry) for entry in player.rounds[:row]):
            yield f"{player.tpn} may not have the bye"
    for player in paired:
        opponent = by_tpn.get(player.rounds[row].opponent or 0)
        if opponent is not None:
            yield from _of_game(event, player, opponent, row)


def _of_game(event: Event, player: Player, opponent: Player, row: int) -> Iterator[str]:
    if opponent.rounds[row].opponent != player.tpn:
        yield f"{player.tpn} meets {opponent.tpn}, who meets somebody else"
    if any(entry.was_played and entry.opponent == opponent.tpn for entry in player.rounds[:row]):
        yield f"{player.tpn} meets {opponent.tpn} again"
    for group in event.forbidden:
        applies = group.first_round <= row + 1 <= (group.last_round or row + 1)
        if applies and {player.tpn, opponent.tpn} <= group.players:
            yield f"{player.tpn} and {opponent.tpn} are a forbidden pair"
    if player.rounds[row].colour is Colour.WHITE:
        yield from _colour_faults(player, opponent, row)


def _for_nothing(event: Event, entry: RoundEntry) -> bool:
    """Whether the round was a bye of the pairing, or gave points without a game."""
    return entry.result is Result.PAIRING_ALLOCATED_BYE or (not entry.was_played and event.scoring.points(entry) > 0)


def _colour_faults(white: Player, black: Player, row: int) -> Iterator[str]:
    """Limits that the game breaks although the two could have met with the other colours and kept them."""
    for name, keeps in (("A1", _keeps_difference), ("A1 and A2", _keeps_both)):
        as_played = keeps(white, Colour.WHITE, row) and keeps(black, Colour.BLACK, row)
        the_other_way = keeps(white, Colour.BLACK, row) and keeps(black, Colour.WHITE, row)
        if the_other_way and not as_played:
            yield f"{white.tpn} and {black.tpn} could keep {name} with the other colours"


def _colours(player: Player, row: int, colour: Colour) -> list[Colour | None]:
    return [*(entry.colour for entry in player.rounds[:row] if entry.was_played), colour]


def _keeps_difference(player: Player, colour: Colour, row: int) -> bool:
    colours = _colours(player, row, colour)
    return abs(colours.count(Colour.WHITE) - colours.count(Colour.BLACK)) <= 2


def _keeps_both(player: Player, colour: Colour, row: int) -> bool:
    return _keeps_difference(player, colour, row) and _colours(player, row, colour)[-3:] != [colour] * 3
