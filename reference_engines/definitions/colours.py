"""Colours by preference (C.04.3:5; section E) as several systems allocate them, and the initial colour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import Strength
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.players import Players


class Meetings(FrozenStruct, frozen=True, kw_only=True):
    """Pairs without colours, by positions, and the facts that the rules of colours need."""

    players: Players
    history: History
    coloured: BoolArray
    """(rounds, players) the rounds that count for colours."""
    initial: int
    """The initial colour: +1 White, -1 Black."""
    higher: IntArray
    """(pairs,) the higher ranked player."""
    lower: IntArray

    def grant(self, to_higher: IntArray | BoolArray, to_lower: IntArray | BoolArray) -> IntArray:
        """Return the colour of the higher player where a preference is granted; 0 where none is."""
        preference, lower_preference = self.players.preference[self.higher], self.players.preference[self.lower]
        return np.where(to_higher, preference, np.where(to_lower, -lower_preference, 0))


Decide = Callable[[Meetings], "IntArray"]
"""Returns (pairs,) the colour of the higher ranked player; 0 where the rule does not decide."""


class ColourStep(FrozenStruct, frozen=True):
    """A rule of colour allocation."""

    name: str
    """The field of `ColourArticles` that holds its article."""
    decide: Decide
    sentence: str
    """The rule in words of our own."""


def both_wishes(pairs: Meetings) -> IntArray:
    """Grant both preferences; a player who has none leaves the choice to the opponent (5.2.1, 1.7.4; E.1, A.6.d)."""
    higher, lower = pairs.players.preference[pairs.higher], pairs.players.preference[pairs.lower]
    return np.where(higher == lower, 0, np.where(higher != 0, higher, -lower))


def wider_claim(pairs: Meetings) -> IntArray:
    """Grant the stronger preference; of two absolute ones, that of the wider colour difference (5.2.2; E.2)."""
    players = pairs.players
    width = np.where(players.absolute != 0, np.abs(players.colour_difference), 0)
    claim = players.strength * 1000 + width
    return pairs.grant(claim[pairs.higher] > claim[pairs.lower], claim[pairs.lower] > claim[pairs.higher])


def stronger_claim(pairs: Meetings) -> IntArray:
    """Grant the stronger preference (E.2, 2013)."""
    claim = pairs.players.strength
    return pairs.grant(claim[pairs.higher] > claim[pairs.lower], claim[pairs.lower] > claim[pairs.higher])


_UNPLAYED = 2
"""In place of a colour: the round does not count for colours."""


def alternation(pairs: Meetings) -> IntArray:
    """
    Alternate from the latest round with different colours (5.2.3; E.3).

    Unplayed rounds are squeezed out, latest games stand opposite each other (C.04.2:3.4).
    """
    rounds, column = pairs.players.round_number - 1, pairs.players.column
    latest_first = np.where(pairs.coloured[:rounds], pairs.history.colour[:rounds], _UNPLAYED)[::-1].T
    higher, lower = (latest_first[column[players]].tolist() for players in (pairs.higher, pairs.lower))
    decided = []
    for own, opposite in zip(higher, lower, strict=True):
        games = zip(_squeeze(own), _squeeze(opposite), strict=False)
        decided.append(next((-first for first, second in games if first != second), 0))
    return np.array(decided, dtype=np.int64)


def _squeeze(colours: list[int]) -> list[int]:
    """Return the colours without the unplayed rounds."""
    return [colour for colour in colours if colour != _UNPLAYED]


def higher_ranked_wish(pairs: Meetings) -> IntArray:
    """Grant the preference of the higher ranked player (5.2.4; E.4)."""
    return pairs.players.preference[pairs.higher]


def initial_colour(pairs: Meetings) -> IntArray:
    """Give the higher ranked player the initial colour if the number is odd (5.2.5; E.5)."""
    return np.where(pairs.players.odd_number[pairs.higher], pairs.initial, -pairs.initial)


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


_STRENGTHS = {Strength.ABSOLUTE: "absolute", Strength.STRONG: "strong", Strength.MILD: "mild"}


def _describe_both(players: Players, white: int, black: int, _higher: int) -> str:
    own, opposite = (f"player {players.numbers[at]}" for at in (white, black))
    return describe_due(own, opposite, int(players.preference[white]), int(players.preference[black]))


def describe_due(white: str, black: str, white_due: int, black_due: int) -> str:
    """Describe two participants, of whom each gets the colour that is due, or one of whom is due neither colour."""
    if white_due and black_due:
        return f"{white} is due White and {black} is due Black"
    if white_due:
        return f"{white} is due White, and {black} is due neither colour"
    return f"{black} is due Black, and {white} is due neither colour"


def _describe_stronger(players: Players, white: int, black: int, _higher: int) -> str:
    granted, other, colour = _granted(players, white, black)
    own, opposite = (_STRENGTHS.get(Strength(int(players.strength[at])), "") for at in (granted, other))
    if own == opposite:
        widths = [abs(int(players.colour_difference[at])) for at in (granted, other)]
        wider = f"player {players.numbers[granted]} has the wider colour difference, {widths[0]} against {widths[1]}"
        return f"both must have {colour}, and {wider}"
    numbers = players.numbers
    preferences = f"the preference of player {numbers[granted]} is {own}, that of player {numbers[other]} {opposite}"
    return f"both are due {colour}, and {preferences}"


def _describe_alternation(players: Players, white: int, black: int, _higher: int) -> str:
    colour = _granted(players, white, black)[2]
    return f"both are due {colour}, and player {players.numbers[white]} had Black when their colours last differed"


def _describe_higher_ranked(players: Players, white: int, black: int, _higher: int) -> str:
    granted, _, colour = _granted(players, white, black)
    histories = describe_like_histories(*(int(players.unplayed[at]) for at in (white, black)))
    return f"both are due {colour} {histories}, and player {players.numbers[granted]} is ranked higher"


def describe_like_histories(first: int, second: int) -> str:
    """Describe colours that never differed between two players with so many games played, or not played."""
    return "with equal histories" if first == second else "with the same colours, counted back from the last game"


def _describe_initial(players: Players, white: int, _black: int, higher: int) -> str:
    colour, parity = "White" if white == higher else "Black", "odd" if players.odd_number[higher] else "even"
    number = f"player {players.numbers[higher]}, the higher ranked, has an {parity} number"
    return f"neither is due a colour, and {number}, which gets {colour} by the initial colour"


def _granted(players: Players, white: int, black: int) -> tuple[int, int, str]:
    """Return the player with the preferred colour of two who prefer the same, the other player, and the colour."""
    if players.preference[white] == 1:
        return white, black, "White"
    return black, white, "Black"


_DESCRIPTIONS: dict[str, Callable[[Players, int, int, int], str]] = {
    "both": _describe_both,
    "stronger": _describe_stronger,
    "alternate": _describe_alternation,
    "higher_ranked": _describe_higher_ranked,
    "initial": _describe_initial,
}
"""The facts by which each step decides, from the positions of White, Black, and the higher ranked player."""


class ColourArticles(FrozenStruct, frozen=True, kw_only=True):
    """The rules of colour allocation, and their articles in an edition."""

    both: str
    stronger: str
    alternate: str
    higher_ranked: str
    initial: str
    steps: tuple[ColourStep, ...] = STEPS
    """In the order in which they are tried; the last one always decides."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """The articles in the order in which they are tried."""
        article_by_name = {
            "both": self.both,
            "stronger": self.stronger,
            "alternate": self.alternate,
            "higher_ranked": self.higher_ranked,
            "initial": self.initial,
        }
        return tuple(article_by_name[step.name] for step in self.steps)

    def sentence(self, article: str) -> str:
        """Return the article in words of our own."""
        return self._step(article).sentence

    def describe(self, article: str, players: Players, pair: tuple[int, int], colour: int) -> str:
        """Describe the facts by which the article gives the first of a pair, the higher ranked, a colour."""
        higher, lower = pair
        white, black = pair if colour == 1 else (lower, higher)
        return _DESCRIPTIONS[self._step(article).name](players, white, black, higher)

    def _step(self, article: str) -> ColourStep:
        return self.steps[self.numbers.index(article)]


class Allocation(FrozenStruct, frozen=True, kw_only=True):
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
        higher=pairs[:, 0],
        lower=pairs[:, 1],
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
            meetings = replace(meetings, higher=meetings.higher[left], lower=meetings.lower[left])
    names = articles.numbers
    return Allocation(colour=colour, article=tuple(names[index] for index in by.tolist()))


def infer_initial_colour(
    history: History, *, as_printed: bool = False, with_granted_byes: bool = False
) -> Colour | None:
    """
    Infer the initial colour from the first round that shows colours; None if no round does.

    In that round the highest ranked player with a colour got the initial colour if the player's number is odd. Numbers
    are counted among the players taken into account so far, with or without players who had a half- or full-point bye,
    or used as printed (SPP-2026-08).
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
