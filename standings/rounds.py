"""
What every round gave a participant, and what Articles 15 and 16 call it.

Words: an *unplayed round* is one without a game, paired or not (15.1); a *requested bye* is a half-point or zero-point
bye, every round after a withdrawal included (16.1.1); a *VUR*, voluntary unplayed round, is a requested bye or a
forfeit loss (16.1.2).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from tournaments.model import Colour, Result
from tournaments.points import points_of_rounds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from standings.rules import TieBreakRules
    from tournaments.model import Event, Player
    from tournaments.teams.event import TeamEvent

NO_OPPONENT = -1
"""The opponent of those who had none."""


class Category(Enum):
    """The categories of unplayed rounds (16.2)."""

    UNREQUESTED_BYE = "16.2.1", False, "bye"
    """Pairing-allocated or full-point bye."""
    FORFEIT_WIN = "16.2.2", False, "forfeit win"
    REQUESTED_BYE = "16.2.3", True, "requested bye"
    """Followed by at least one round that is not a VUR."""
    FORFEIT_LOSS = "16.2.4", True, "forfeit loss"
    REQUESTED_BYE_AT_THE_END = "16.2.5", True, "requested bye at the end"
    """Followed by VURs only, or in the last round."""

    def __init__(self, article: str, is_voluntary: bool, words: str) -> None:
        """Say which article defines it, whether it is a VUR (16.1.2), and what to call it."""
        self.article = article
        self.is_voluntary = is_voluntary
        self.words = words


class RankedRound(NamedTuple):
    """One round of one participant."""

    # A named tuple: there are thousands, and it is made five times as fast as a frozen dataclass.

    number: int
    opponent: int
    """Place of the scheduled opponent among the participants, or NOBODY."""
    points: int
    """In tenths."""
    result: Result
    is_black: bool
    category: Category | None
    """None: a game was played."""


_CATEGORIES = {
    Result.FORFEIT_WIN: Category.FORFEIT_WIN,
    Result.FORFEIT_LOSS: Category.FORFEIT_LOSS,
    Result.PAIRING_ALLOCATED_BYE: Category.UNREQUESTED_BYE,
    Result.FULL_POINT_BYE: Category.UNREQUESTED_BYE,
    Result.HALF_POINT_BYE: Category.REQUESTED_BYE,
    Result.ZERO_POINT_BYE: Category.REQUESTED_BYE,
}
_WITHOUT_OPPONENT = {
    Result.FORFEIT_WIN: Category.UNREQUESTED_BYE,
    Result.FORFEIT_LOSS: Category.REQUESTED_BYE,
}
"""Reading C07-FORFEIT-AGAINST-NOBODY; a game against nobody is a round that the player sat out."""
_ALONE: dict[Result, Category] = {
    result: _WITHOUT_OPPONENT.get(result) or _CATEGORIES.get(result, Category.REQUESTED_BYE) for result in Result
}
_PAIRED: dict[Result, Category | None] = {
    result: _CATEGORIES[result] if result.is_forfeit else None for result in Result
}
"""Of who had an opponent."""


def build_rounds(
    event: Event, player: Player, places: Mapping[int, int], rules: TieBreakRules
) -> tuple[tuple[RankedRound, ...], int]:
    """
    Return a player's rounds, and the points in tenths that TRF 299 adds to them.

    ``places`` are those of the participants, by TPN. Raise KeyError for an opponent who is not among them.
    """
    points, added = points_of_rounds(event, player)
    categories = [(_ALONE if entry.opponent is None else _PAIRED)[entry.result] for entry in player.rounds]
    mark_final_requested_byes(categories, is_followed=can_rounds_follow(event, rules))
    black = Colour.BLACK
    rounds = [
        RankedRound(
            number,
            NO_OPPONENT if entry.opponent is None else places[entry.opponent],
            points[number - 1],
            entry.result,
            entry.colour is black,
            category,
        )
        for number, (entry, category) in enumerate(zip(player.rounds, categories, strict=True), start=1)
    ]
    return tuple(rounds), added


def can_rounds_follow(event: Event | TeamEvent, rules: TieBreakRules) -> bool:
    """Whether rounds that are scheduled and not yet recorded count as following (C07-LAST-ROUND)."""
    return rules.last_round_is_scheduled and (event.rounds_declared or 0) > event.rounds_recorded


def mark_final_requested_byes(categories: list[Category | None], *, is_followed: bool) -> None:
    """Find, from the last round back, the requested byes that only VURs follow (16.2.5)."""
    if Category.REQUESTED_BYE not in categories:
        return
    for place in range(len(categories) - 1, -1, -1):
        category = categories[place]
        if category is Category.REQUESTED_BYE and not is_followed:
            categories[place] = Category.REQUESTED_BYE_AT_THE_END
        is_followed = is_followed or category is None or not category.is_voluntary
