"""Colour allocation of the Dutch system (C.04.3:5; section E), and the initial colour."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.field import Field
    from reference_engines.history import History, IntArray


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourArticles:
    """Where an edition prints the rules of colour allocation."""

    both: str
    stronger: str
    alternate: str
    higher_ranked: str
    initial: str
    compares_differences: bool = True
    """Whether of two absolute preferences the one with the wider colour difference is the stronger."""

    @property
    def in_order(self) -> tuple[str, ...]:
        """The articles in the order in which they are tried."""
        return self.both, self.stronger, self.alternate, self.higher_ranked, self.initial

    def sentence(self, article: str) -> str:
        """Return what the article says, in words of our own."""
        return {
            self.both: "both colour preferences can be granted",
            self.stronger: "the stronger colour preference, or the wider of two colour differences, is granted"
            if self.compares_differences
            else "the stronger colour preference is granted",
            self.alternate: "colours alternate from the latest round in which the two had different ones",
            self.higher_ranked: "the colour preference of the higher ranked player is granted",
            self.initial: "the initial colour goes to the higher ranked player if the number is odd",
        }[article]


class _Rule(IntEnum):
    """The rules of allocation in their order."""

    BOTH = 0
    STRONGER = 1
    ALTERNATE = 2
    HIGHER_RANKED = 3
    INITIAL = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Allocation:
    """Colours of some pairs."""

    colour: IntArray
    """(pairs,) colour of the higher ranked player: +1 White, -1 Black."""
    article: tuple[str, ...]
    """The article that decided each pair."""


def allocate(field: Field, history: History, pairs: IntArray, initial: Colour, articles: ColourArticles) -> Allocation:
    """
    Give colours to pairs of positions, (pairs, 2) with the higher ranked player first.

    The first rule that decides is applied: grant both preferences; the stronger one, or the wider difference of two
    absolute ones; alternate from the latest round in which the two had different colours; grant the preference of
    the higher ranked player; the initial colour for an odd number.
    """
    one, other = pairs[:, 0], pairs[:, 1]
    wish, others_wish = field.preference[one], field.preference[other]
    compatible = wish != others_wish
    by_wish = np.where(wish != 0, wish, -others_wish)
    claim = _claim(field) if articles.compares_differences else field.strength
    stronger = np.sign(claim[one] - claim[other])
    initial_sign = 1 if initial is Colour.WHITE else -1
    by_number = np.where(field.odd_number[one], initial_sign, -initial_sign)
    colour = np.where(compatible, by_wish, np.where(wish == 0, by_number, np.where(stronger != 0, wish * stronger, 0)))
    by_strength = np.where(stronger != 0, _Rule.STRONGER, _Rule.ALTERNATE)
    rule = np.where(compatible, _Rule.BOTH, np.where(wish == 0, _Rule.INITIAL, by_strength))
    for index in np.flatnonzero(rule == _Rule.ALTERNATE).tolist():
        alternated = _alternated(history, field, int(one[index]), int(other[index]))
        colour[index] = alternated or wish[index]
        rule[index] = _Rule.ALTERNATE if alternated else _Rule.HIGHER_RANKED
    names = articles.in_order
    return Allocation(colour=colour, article=tuple(names[index] for index in rule.tolist()))


def _claim(field: Field) -> IntArray:
    """Order preferences by strength, and absolute ones among each other by the width of the difference (5.2.2; E.2)."""
    width = np.where(field.absolute != 0, np.abs(field.colour_difference), 0)
    return field.strength * 1000 + width


def _alternated(history: History, field: Field, one: int, other: int) -> int:
    """
    Return the colour for ``one`` that alternates from the latest round with different colours; 0 if there is none.

    Unplayed rounds are squeezed out, latest games stand opposite each other (C.04.2:3.4).
    """
    row = field.round_number - 1
    mine, theirs = (_colours_played(history, int(field.column[position]), row) for position in (one, other))
    for my_colour, their_colour in zip(mine, theirs, strict=False):
        if my_colour != their_colour:
            return -int(my_colour)
    return 0


def _colours_played(history: History, column: int, rounds: int) -> IntArray:
    """Colours of the games played before a round, latest first."""
    return history.colour[:rounds, column][history.played[:rounds, column]][::-1]


def infer_initial_colour(history: History, *, as_printed: bool = False) -> Colour | None:
    """
    Infer the initial colour from the first round that shows colours; None if no round does.

    In that round the highest ranked player with a colour got the initial colour if the player's number is odd among
    those taken into account so far (SPP-2026-08), or ``as_printed``.
    """
    rows = np.flatnonzero(np.any(history.colour != 0, axis=1))
    if not rows.size:
        return None
    row = int(rows[0])
    arrived = np.any(history.paired[: row + 1], axis=0)
    column = int(np.flatnonzero(history.colour[row])[0])
    number = int(history.tpn[column]) if as_printed else int(np.count_nonzero(arrived[: column + 1]))
    odd = number % 2 == 1
    return Colour.WHITE if (history.colour[row, column] == 1) == odd else Colour.BLACK
