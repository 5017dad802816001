"""The orders in which the text places and chooses players; names and numbers come last in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from reference_engines.dubov_1997.edition import Dubov1997Readings
    from reference_engines.dubov_1997.participants import Dubov1997Participants, Dubov1997Player

    Key = tuple[int | str | Fraction, ...]


def white_key(player: Dubov1997Player) -> Key:
    """Sort the white column (6.2): increasing ARO, then lower R, then the alphabet."""
    return (player.aro, player.rating, player.name, player.tpn)


def black_key(player: Dubov1997Player) -> Key:
    """Sort the black column (6.2): decreasing R, then higher ARO, then the alphabet."""
    return (-player.rating, -player.aro, player.name, player.tpn)


def listed_key(player: Dubov1997Player) -> Key:
    """Sort players without an opponent (7.1): decreasing R, then as listed (DUBOV97-ALONE-ORDER)."""
    return (-player.rating, player.tpn)


def choice_key(player: Dubov1997Player, colour: int) -> Key:
    """Sort candidates (7.1, 7.2, 8.2): a colour if given, then higher R, lower ARO, the alphabet (DUBOV97-TIES)."""
    return (bool(colour) and player.column != colour, -player.rating, player.aro, player.name, player.tpn)


def rating_first_key(player: Dubov1997Player, colour: int) -> Key:
    """Sort candidates by R before the colour (8.2): the other side of DUBOV97-FLOATERS-COLOUR."""
    return (-player.rating, *choice_key(player, colour))


def to_black_key(player: Dubov1997Player) -> Key:
    """Sort transfers to Black (7.3): lowest ARO, then higher R, then the upper half of the alphabet."""
    return (player.aro, -player.rating, player.name, player.tpn)


def to_white_key(player: Dubov1997Player) -> Key:
    """Sort transfers to White (7.4): highest ARO, then lower R, then the upper half of the alphabet."""
    return (-player.aro, player.rating, player.name, player.tpn)


def dominating_colour(participants: Dubov1997Participants, players: Iterable[int]) -> int:
    """Return the colour that is due to more players of a group; 0 if both are due to as many."""
    balance = sum(participants[player].column for player in players)
    return (balance > 0) - (balance < 0)


def bye_order(participants: Dubov1997Participants, readings: Dubov1997Readings) -> list[int]:
    """
    Return the players who may have the bye, the first choice first (chapter 4).

    Lowest score group, lowest R, dominating colour, higher ARO, last in the alphabet (DUBOV97-BYE-TIES).
    """
    colour = {
        score: dominating_colour(
            participants, [at for at, player in enumerate(participants.players) if player.score == score]
        )
        for score in {player.score for player in participants.players}
    }
    # Sorting is stable: the last key is applied first, so that names can be compared the other way round.
    order = sorted(
        (position for position, player in enumerate(participants.players) if player.bye_allowed),
        key=lambda position: (participants[position].name, participants[position].tpn),
        reverse=not readings.first_in_alphabet_has_bye,
    )
    return sorted(order, key=lambda player: bye_key(participants[player], colour[participants[player].score]))


def bye_key(player: Dubov1997Player, colour: int) -> Key:
    """Sort candidates for the bye (4), before the alphabet."""
    return (player.score, player.rating, bool(colour) and player.column != colour, -player.aro)


def split_into_columns(participants: Dubov1997Participants, players: Sequence[int]) -> tuple[list[int], list[int]]:
    """
    Return the columns of White and Black (6.2), before any transfer between them.

    A player who is due no colour goes into the shorter column, White's if they are equal (DUBOV97-NO-COLOUR).
    """
    white = [player for player in players if participants[player].column == 1]
    black = [player for player in players if participants[player].column == -1]
    free = [player for player in players if not participants[player].column]
    for player in sorted(free, key=lambda player: black_key(participants[player])):
        (white if len(white) <= len(black) else black).append(player)
    return arrange_columns(participants, white, black)


def arrange_columns(
    participants: Dubov1997Participants, white: Iterable[int], black: Iterable[int]
) -> tuple[list[int], list[int]]:
    """Return both columns in the order of 6.2."""
    return (
        sorted(white, key=lambda player: white_key(participants[player])),
        sorted(black, key=lambda player: black_key(participants[player])),
    )


def balance_columns(
    participants: Dubov1997Participants, players: Sequence[int]
) -> tuple[list[int], list[int], list[int]]:
    """
    Return columns of equal length (7.3, 7.4), and the players transferred between them.

    Only a player who may have the other colour is transferred (2.6).
    """
    white, black = split_into_columns(participants, players)
    surplus = (len(white) - len(black)) // 2
    if not surplus:
        return white, black, []
    if surplus > 0:
        able = [player for player in white if participants[player].may_black]
        moved = sorted(able, key=lambda player: to_black_key(participants[player]))[:surplus]
    else:
        able = [player for player in black if participants[player].may_white]
        moved = sorted(able, key=lambda player: to_white_key(participants[player]))[:-surplus]
    source, target = (white, black) if surplus > 0 else (black, white)
    staying = [player for player in source if player not in moved]
    both = (staying, target + moved) if surplus > 0 else (target + moved, staying)
    return (*arrange_columns(participants, *both), moved)


def alternate_columns(white: Sequence[int], black: Sequence[int]) -> list[int]:
    """Return floaters of both columns in turn, the highest "white" first (8.1), then the rest of the longer column."""
    order = []
    for place in range(max(len(white), len(black))):
        order += [*white[place : place + 1], *black[place : place + 1]]
    return order
