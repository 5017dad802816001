"""Colours by preference (C.04.3:5; section E) as several systems allocate them, and the initial colour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.players import Players


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """Pairs that are to be given colours, by positions, and what the rules ask about them."""

    players: Players
    history: History
    coloured: BoolArray
    """(rounds, players) the rounds that count for colours."""
    initial: int
    """The initial colour: +1 White, -1 Black."""
    one: IntArray
    """(pairs,) the higher ranked player."""
    other: IntArray

    def granted(self, to_one: IntArray | BoolArray, to_other: IntArray | BoolArray) -> IntArray:
        """Return the colour of ``one`` where one of the two is served; 0 where neither is, or without a wish."""
        wish, others_wish = self.players.preference[self.one], self.players.preference[self.other]
        return np.where(to_one, wish, np.where(to_other, -others_wish, 0))


Decide = Callable[[Meetings], "IntArray"]
"""Gives (pairs,) the colour of the higher ranked player; 0 where the rule does not decide."""


@dataclass(frozen=True, slots=True)
class ColourStep:
    """A rule of colour allocation."""

    name: str
    """The field of `ColourArticles` that says where it is printed."""
    decide: Decide
    sentence: str
    """What it says, in words of our own."""


def both_wishes(pairs: Meetings) -> IntArray:
    """Grant both preferences; a player who has none leaves the choice to the opponent (5.2.1, 1.7.4; E.1, A.6.d)."""
    wish, others_wish = pairs.players.preference[pairs.one], pairs.players.preference[pairs.other]
    return np.where(wish == others_wish, 0, np.where(wish != 0, wish, -others_wish))


def wider_claim(pairs: Meetings) -> IntArray:
    """Grant the stronger preference, of two absolute ones that with the wider colour difference (5.2.2; E.2)."""
    players = pairs.players
    width = np.where(players.absolute != 0, np.abs(players.colour_difference), 0)
    claim = players.strength * 1000 + width
    return pairs.granted(claim[pairs.one] > claim[pairs.other], claim[pairs.other] > claim[pairs.one])


def stronger_claim(pairs: Meetings) -> IntArray:
    """Grant the stronger preference (E.2, 2013)."""
    claim = pairs.players.strength
    return pairs.granted(claim[pairs.one] > claim[pairs.other], claim[pairs.other] > claim[pairs.one])


def alternation(pairs: Meetings) -> IntArray:
    """
    Alternate from the latest round with different colours (5.2.3; E.3).

    Unplayed rounds are squeezed out, latest games stand opposite each other (C.04.2:3.4).
    """
    rounds, column = pairs.players.round_number - 1, pairs.players.column
    colour, coloured = pairs.history.colour[:rounds], pairs.coloured[:rounds]
    decided = np.zeros(pairs.one.size, dtype=np.int64)
    for index, (one, other) in enumerate(zip(column[pairs.one].tolist(), column[pairs.other].tolist(), strict=True)):
        latest_first = zip(colour[coloured[:, one], one][::-1], colour[coloured[:, other], other][::-1], strict=False)
        decided[index] = next((-mine for mine, theirs in latest_first if mine != theirs), 0)
    return decided


def higher_ranked_wish(pairs: Meetings) -> IntArray:
    """Grant the preference of the higher ranked player (5.2.4; E.4)."""
    return pairs.players.preference[pairs.one]


def initial_colour(pairs: Meetings) -> IntArray:
    """Give the higher ranked player the initial colour if the number is odd (5.2.5; E.5)."""
    return np.where(pairs.players.odd_number[pairs.one], pairs.initial, -pairs.initial)


STRONGER = ColourStep("stronger", stronger_claim, "the stronger colour preference is granted")
STEPS = (
    ColourStep("both", both_wishes, "both colour preferences can be granted"),
    ColourStep(
        "stronger", wider_claim, "the stronger colour preference, or the wider of two colour differences, is granted"
    ),
    ColourStep("alternate", alternation, "colours alternate from the latest round in which the two had different ones"),
    ColourStep(
        "higher_ranked",
        higher_ranked_wish,
        "nothing in their histories differs, so the colour preference of the higher ranked player is granted",
    ),
    ColourStep(
        "initial",
        initial_colour,
        "the higher ranked player has the initial colour if the number is odd, else the other colour",
    ),
)
STEPS_BY_STRENGTH = tuple(STRONGER if step.name == STRONGER.name else step for step in STEPS)
"""Of two absolute preferences neither is the stronger, however wide the colour differences are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourArticles:
    """The rules of colour allocation, and where an edition prints them."""

    both: str
    stronger: str
    alternate: str
    higher_ranked: str
    initial: str
    steps: tuple[ColourStep, ...] = STEPS
    """In the order in which they are tried; the last one always decides."""

    @property
    def in_order(self) -> tuple[str, ...]:
        """The articles in the order in which they are tried."""
        printed = {
            "both": self.both,
            "stronger": self.stronger,
            "alternate": self.alternate,
            "higher_ranked": self.higher_ranked,
            "initial": self.initial,
        }
        return tuple(printed[step.name] for step in self.steps)

    def sentence(self, article: str) -> str:
        """Return what the article says, in words of our own."""
        return self.steps[self.in_order.index(article)].sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Allocation:
    """Colours of some pairs."""

    colour: IntArray
    """(pairs,) colour of the higher ranked player: +1 White, -1 Black."""
    article: tuple[str, ...]
    """The article that decided each pair."""


def allocate(
    players: Players,
    history: History,
    pairs: IntArray,
    initial: Colour,
    articles: ColourArticles,
    coloured: BoolArray,
) -> Allocation:
    """
    Give colours to (pairs, 2) positions, the higher ranked player first, by the first rule that decides.

    ``coloured`` says by (rounds, players) which rounds count for colours.
    """
    meetings = Meetings(
        players=players,
        history=history,
        coloured=coloured,
        initial=1 if initial is Colour.WHITE else -1,
        one=pairs[:, 0],
        other=pairs[:, 1],
    )
    colour = np.zeros(len(pairs), dtype=np.int64)
    by = np.zeros(len(pairs), dtype=np.int64)
    open_ = np.arange(len(pairs))
    for number, step in enumerate(articles.steps):
        decided = step.decide(meetings)
        colour[open_], by[open_] = decided, number
        left = np.flatnonzero(decided == 0)
        if not left.size:
            break
        if left.size < open_.size:
            open_ = open_[left]
            meetings = replace(meetings, one=meetings.one[left], other=meetings.other[left])
    names = articles.in_order
    return Allocation(colour=colour, article=tuple(names[index] for index in by.tolist()))


def infer_initial_colour(
    history: History, *, as_printed: bool = False, with_granted_byes: bool = False
) -> Colour | None:
    """
    Infer the initial colour from the first round that shows colours; None if no round does.

    In that round the highest ranked player with a colour got the initial colour if the player's number is odd among
    those taken into account so far, players with a half- or full-point bye among them or not, or as it is printed
    (SPP-2026-08).
    """
    rows = np.flatnonzero(np.any(history.colour != 0, axis=1))
    if not rows.size:
        return None
    row = int(rows[0])
    counted = history.paired | history.granted_bye if with_granted_byes else history.paired
    arrived = np.any(counted[: row + 1], axis=0)
    column = int(np.flatnonzero(history.colour[row])[0])
    number = int(history.tpn[column]) if as_printed else int(np.count_nonzero(arrived[: column + 1]))
    odd = number % 2 == 1
    return Colour.WHITE if (history.colour[row, column] == 1) == odd else Colour.BLACK
