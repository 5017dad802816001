"""The orders in which the text places and chooses players; names and numbers are the last resort of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from reference_engines.dubov_1997.edition import Readings
    from reference_engines.dubov_1997.table import Person, Table

    Key = tuple[int | str | Fraction, ...]


def white_key(person: Person) -> Key:
    """6.2: increasing ARO, then lower R, then the alphabet."""
    return (person.aro, person.rating, person.name, person.tpn)


def black_key(person: Person) -> Key:
    """6.2: decreasing R, then higher ARO, then the alphabet."""
    return (-person.rating, -person.aro, person.name, person.tpn)


def listed_key(person: Person) -> Key:
    """7.1, for those in question: decreasing R, then as they are listed (DUBOV97-ALONE-ORDER)."""
    return (-person.rating, person.tpn)


def choice_key(person: Person, wanted: int) -> Key:
    """7.1, 7.2, 8.2: the colour ``wanted`` if there is one, then higher R, lower ARO, the alphabet (DUBOV97-TIES)."""
    return (bool(wanted) and person.column != wanted, -person.rating, person.aro, person.name, person.tpn)


def rating_first_key(person: Person, wanted: int) -> Key:
    """8.2 with R before the colour: the other side of DUBOV97-FLOATERS-COLOUR."""
    return (-person.rating, *choice_key(person, wanted))


def to_black_key(person: Person) -> Key:
    """7.3: lowest ARO, then higher R, then the upper half of the alphabet."""
    return (person.aro, -person.rating, person.name, person.tpn)


def to_white_key(person: Person) -> Key:
    """7.4: highest ARO, then lower R, then the upper half of the alphabet."""
    return (-person.aro, person.rating, person.name, person.tpn)


def dominating(table: Table, players: Iterable[int]) -> int:
    """Return the colour that is due to more players of a group than the other; 0 if neither is."""
    balance = sum(table.people[player].column for player in players)
    return (balance > 0) - (balance < 0)


def bye_order(table: Table, readings: Readings) -> list[int]:
    """
    Return everybody who may have the bye, the first choice first (chapter 4).

    Lowest score group, lowest R, dominating colour, higher ARO, last in the alphabet (DUBOV97-BYE-TIES).
    """
    colour = {
        score: dominating(table, [at for at, person in enumerate(table.people) if person.score == score])
        for score in {person.score for person in table.people}
    }
    # Sorting is stable: the last key is applied first, so that names can be compared the other way round.
    players = sorted(
        (player for player, person in enumerate(table.people) if person.bye_allowed),
        key=lambda player: (table.people[player].name, table.people[player].tpn),
        reverse=not readings.first_in_alphabet_has_bye,
    )
    return sorted(players, key=lambda player: bye_key(table.people[player], colour[table.people[player].score]))


def bye_key(person: Person, colour: int) -> Key:
    """Chapter 4, without the alphabet."""
    return (person.score, person.rating, bool(colour) and person.column != colour, -person.aro)


def columns(table: Table, players: Sequence[int]) -> tuple[list[int], list[int]]:
    """
    Return the columns of White and Black (6.2), before any transfer between them.

    Who is due no colour goes into the shorter one, White's if they are equal (DUBOV97-NO-COLOUR).
    """
    white = [player for player in players if table.people[player].column == 1]
    black = [player for player in players if table.people[player].column == -1]
    free = [player for player in players if not table.people[player].column]
    for player in sorted(free, key=lambda player: black_key(table.people[player])):
        (white if len(white) <= len(black) else black).append(player)
    return arranged(table, white, black)


def arranged(table: Table, white: Iterable[int], black: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return both columns in the order of 6.2."""
    return (
        sorted(white, key=lambda player: white_key(table.people[player])),
        sorted(black, key=lambda player: black_key(table.people[player])),
    )


def balanced(table: Table, players: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """
    Return columns of equal length (7.3, 7.4), and who was transferred between them.

    Nobody is transferred who may not have the other colour (2.6).
    """
    white, black = columns(table, players)
    surplus = (len(white) - len(black)) // 2
    if not surplus:
        return white, black, []
    people = table.people
    if surplus > 0:
        able = [player for player in white if people[player].may_black]
        moved = sorted(able, key=lambda player: to_black_key(people[player]))[:surplus]
    else:
        able = [player for player in black if people[player].may_white]
        moved = sorted(able, key=lambda player: to_white_key(people[player]))[:-surplus]
    source, target = (white, black) if surplus > 0 else (black, white)
    staying = [player for player in source if player not in moved]
    both = (staying, target + moved) if surplus > 0 else (target + moved, staying)
    return (*arranged(table, *both), moved)


def in_turn(white: Sequence[int], black: Sequence[int]) -> list[int]:
    """Alternate from the highest "white" floater on (8.1); what is left of the longer column follows."""
    order = []
    for place in range(max(len(white), len(black))):
        order += [*white[place : place + 1], *black[place : place + 1]]
    return order
