"""
The rounds of a participant: points, opponent, and the category of unplayed rounds (Articles 15 and 16).

Words: an *unplayed round* is one without a game, paired or not (15.1); a *requested bye* is a half-point or zero-point
bye, every round after a withdrawal included (16.1.1); a *VUR*, voluntary unplayed round, is a requested bye or a
forfeit loss (16.1.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from standings.rules import TieBreakRules
from tournaments.model import Colour, Event, Player, Result
from tournaments.points import points_of_rounds
from tournaments.teams.event import TeamEvent

NO_OPPONENT = -1
"""The opponent in a round without an opponent."""


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

    def __init__(self, article: str, is_voluntary: bool, description: str) -> None:
        """Hold the article that defines the category, whether it is a VUR (16.1.2), and its description."""
        self.article = article
        self.is_voluntary = is_voluntary
        self.description = description


class ParticipantRound(NamedTuple):
    """One round of one participant."""

    # A named tuple: there are thousands, and creating one is five times as fast as creating a frozen dataclass.

    number: int
    opponent: int
    """Place of the scheduled opponent, or NO_OPPONENT."""
    points: int
    """In tenths."""
    result: Result
    is_black: bool
    category: Category | None
    """None if a game was played."""


_CATEGORIES = {
    Result.FORFEIT_WIN: Category.FORFEIT_WIN,
    Result.FORFEIT_LOSS: Category.FORFEIT_LOSS,
    Result.PAIRING_ALLOCATED_BYE: Category.UNREQUESTED_BYE,
    Result.FULL_POINT_BYE: Category.UNREQUESTED_BYE,
    Result.HALF_POINT_BYE: Category.REQUESTED_BYE,
    Result.ZERO_POINT_BYE: Category.REQUESTED_BYE,
}
_FORFEITS_WITHOUT_OPPONENT = {
    Result.FORFEIT_WIN: Category.UNREQUESTED_BYE,
    Result.FORFEIT_LOSS: Category.REQUESTED_BYE,
}
"""Reading C07-FORFEIT-AGAINST-NOBODY; a game without an opponent is a round that the player did not play."""
_CATEGORIES_WITHOUT_OPPONENT: dict[Result, Category] = {
    result: _FORFEITS_WITHOUT_OPPONENT.get(result) or _CATEGORIES.get(result, Category.REQUESTED_BYE)
    for result in Result
}
_CATEGORIES_WITH_OPPONENT: dict[Result, Category | None] = {
    result: _CATEGORIES[result] if result.is_forfeit else None for result in Result
}


def build_rounds(
    event: Event, player: Player, places: Mapping[int, int], rules: TieBreakRules
) -> tuple[tuple[ParticipantRound, ...], int]:
    """
    Return a player's rounds, and the points in tenths that TRF 299 adds to them.

    ``places`` maps TPNs to places. Raise KeyError for an opponent who is not a participant.
    """
    points, added = points_of_rounds(event, player)
    categories = [
        (_CATEGORIES_WITHOUT_OPPONENT if entry.opponent is None else _CATEGORIES_WITH_OPPONENT)[entry.result]
        for entry in player.rounds
    ]
    mark_final_requested_byes(categories, is_followed=can_rounds_follow(event, rules))
    black = Colour.BLACK
    rounds = [
        ParticipantRound(
            number,
            NO_OPPONENT if entry.opponent is None else places[entry.opponent],
            points[number - 1],
            entry.result,
            entry.colour is black,
            category,
        )
        for number, (entry, category) in enumerate(zip(player.rounds, categories, strict=True), start=1)
    ]
    return tuple(rounds), sum(added)


def can_rounds_follow(event: Event | TeamEvent, rules: TieBreakRules) -> bool:
    """Whether scheduled rounds that are not yet recorded count as following the recorded rounds (C07-LAST-ROUND)."""
    return rules.last_round_is_scheduled and (event.rounds_declared or 0) > event.rounds_recorded


def mark_final_requested_byes(categories: list[Category | None], *, is_followed: bool) -> None:
    """Change the category of requested byes that only VURs follow, from the last round back (16.2.5)."""
    if Category.REQUESTED_BYE not in categories:
        return
    for place in range(len(categories) - 1, -1, -1):
        category = categories[place]
        if category is Category.REQUESTED_BYE and not is_followed:
            categories[place] = Category.REQUESTED_BYE_AT_THE_END
        is_followed = is_followed or category is None or not category.is_voluntary
