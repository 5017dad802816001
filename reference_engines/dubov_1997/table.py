"""The players of a round with R, ARO and due colour, and who may meet."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.field import make_field, may_meet
from reference_engines.history import NOBODY
from reference_engines.people import PeopleTable
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.dubov_1997.edition import Readings
    from reference_engines.dubov_1997.event import Dubov1997Event
    from reference_engines.field import Field
    from reference_engines.history import History

LARGEST_DIFFERENCE = 2
"""2.3."""
SHORT_EVENT = 9
"""2.5: up to so many rounds, ``TRANSFERS_SHORT`` transfers; beyond, ``TRANSFERS_LONG``."""
TRANSFERS_SHORT = 3
TRANSFERS_LONG = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player before a round. Colours are +1 White, -1 Black, 0 none."""

    tpn: int
    name: str
    score: int
    """In tenths."""
    rating: int
    """R; 0 without a rating (DUBOV97-UNRATED)."""
    aro: Fraction
    """0 before the first game (DUBOV97-NO-ARO)."""
    difference: int
    """Games with White less games with Black."""
    due: int
    """Chapter 1; 0 before the first game."""
    may_white: bool
    """By 2.3 and 2.4."""
    may_black: bool
    transferable: bool
    """By 2.5."""
    bye_allowed: bool
    """By 2.2."""
    keeps_column: bool = False
    """Whether a due colour that is barred makes the column all the same: the other side of DUBOV97-DUE-BARRED."""
    listed_colour: int = 0
    """The column of a player who is due no colour: the other side of DUBOV97-NO-COLOUR."""

    @property
    def column(self) -> int:
        """The colour subgroup: the due colour, or the other where that is barred (DUBOV97-DUE-BARRED)."""
        if self.due and not self.keeps_column and not (self.may_white if self.due == 1 else self.may_black):
            return -self.due
        return self.due or self.listed_colour


@dataclass(frozen=True, kw_only=True)
class Table(PeopleTable[Person]):
    """The players of a round, kept apart as in DUBOV97-FORBIDDEN; those may meet whose colours keep 2.3 and 2.4."""


def seat_players(prepared: Dubov1997Event, number: int) -> Table:
    """Return the players of a round on the recorded history."""
    players = make_field(prepared.event, prepared.history, prepared.standing, number)
    people = _people(prepared, players)
    white = np.array([person.may_white for person in people], dtype=np.bool_)
    black = np.array([person.may_black for person in people], dtype=np.bool_)
    fits = white[:, np.newaxis] & black[np.newaxis, :]
    apart = ~may_meet(prepared.event, prepared.history, players).astype(np.bool_)
    return Table(round_number=number, people=people, apart=apart, meet=~apart & (fits | fits.T))


def _people(prepared: Dubov1997Event, players: Field) -> tuple[Person, ...]:
    event, history, readings = prepared.event, prepared.history, prepared.rules.readings
    row = players.round_number - 1
    ratings = [player.rating or 0 for player in event.players]
    without_games = average(ratings, readings) if readings.average_without_games else Fraction(0)
    people = []
    for position, column in enumerate(players.column.tolist()):
        difference = int(players.colour_difference[position])
        repeated = _adjacent(history, column, row) if readings.unplayed_interrupts else int(players.repeated[position])
        person = Person(
            tpn=int(players.tpn[position]),
            name=event.players[column].name,
            score=int(players.score[position]),
            rating=ratings[column],
            aro=average(_opponents(history, ratings, column, row), readings) or without_games,
            difference=difference,
            due=due_colour(difference, _latest(history, column, row)),
            may_white=difference + 1 <= LARGEST_DIFFERENCE and repeated != 1,
            may_black=difference - 1 >= -LARGEST_DIFFERENCE and repeated != -1,
            transferable=_transferable(prepared, column, row),
            bye_allowed=bool(players.bye_allowed[position]),
            keeps_column=readings.barred_in_due_column,
        )
        people.append(person)
    return tuple(people)


def average(ratings: list[int], readings: Readings) -> Fraction:
    """Return the ARO of opponents with these ratings, 0 for an unrated one."""
    counted = ratings if readings.unrated_in_aro else [rating for rating in ratings if rating]
    if not counted:
        return Fraction(0)
    exact = Fraction(sum(counted), len(counted))
    return Fraction(int(exact * 10 + Fraction(1, 2)), 10) if readings.aro_rounded else exact


def _opponents(history: History, ratings: list[int], column: int, row: int) -> list[int]:
    """Ratings of those met over the board (FORFEIT-NOT-MET)."""
    met = history.opponent[:row, column][history.played[:row, column]]
    return [ratings[other] for other in met.tolist()]


def _latest(history: History, column: int, row: int) -> int:
    colours = history.colour[:row, column][history.played[:row, column]]
    return int(colours[-1]) if colours.size else 0


def _adjacent(history: History, column: int, row: int) -> int:
    """Return the colour of both rounds before, if both were played with the same: other side of DUBOV97-IN-A-ROW."""
    latest = slice(row - 2, row)
    if row < 2 or not history.played[latest, column].all():  # noqa: PLR2004 - two in a row are two rounds
        return 0
    first, second = history.colour[latest, column].tolist()
    return int(first) if first == second else 0


def due_colour(difference: int, latest: int) -> int:
    """Return the due colour (chapter 1) after games that leave this difference, the latest with that colour."""
    if difference:
        return -1 if difference > 0 else 1
    return -latest


def _transferable(prepared: Dubov1997Event, column: int, row: int) -> bool:
    """
    Whether the player may be transferred to a higher score group (2.5).

    Every pairing with an opponent who had more points counts as a transfer (DUBOV97-TRANSFERS).
    """
    event, history = prepared.event, prepared.history
    if row + 1 == event.rounds_declared:
        return True
    opponent, before = history.opponent[:row, column], prepared.standing.score[:row]
    # NOBODY is not a column: the first condition leaves out who met nobody.
    transferred = (opponent != NOBODY) & (before[np.arange(row), opponent] > before[:, column])
    rounds = event.rounds_declared or max(history.rounds, row + 1)
    most = TRANSFERS_SHORT if rounds <= SHORT_EVENT else TRANSFERS_LONG
    return int(transferred.sum()) < most and not bool(transferred[-1:].any())
