"""What the edition of the Double-Swiss System consists of, as data; a reading or a misreading is another value."""

from __future__ import annotations

from enum import Enum
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.parity import DEFAULT_PARITY, Parity
from reference_engines.definitions.player_states import ByeRule, Definitions, FloatRule, Preferences
from reference_engines.upfloating.text import UpfloatingText
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import ColourHistory
    from reference_engines.double_swiss.field import DoubleField
    from reference_engines.double_swiss.matches import MatchHistory


def _without_preferences(colours: ColourHistory) -> Preferences:
    """No criterion asks for a colour."""
    nothing = np.zeros_like(colours.difference)
    return Preferences(colour=nothing, strength=nothing)


def _never(history: History) -> BoolArray:
    return np.zeros_like(history.played)


FLOATS = FloatRule(unplayed=_never)
"""1.5: whoever plays an opponent with a different score; a forfeited match is not played (DOUBLE-FLOAT)."""


def _bye_bars(
    history: Any, *, won_by_forfeit: str = "forfeit_win", full_point_bye: str = "full_point_bye"
) -> BoolArray:
    bars: BoolArray = history.bye | getattr(history, won_by_forfeit) | getattr(history, full_point_bye)
    return bars


BYES = ByeRule(bars=partial(_bye_bars))
"""[C2]: a bye before, a match won by forfeit (DOUBLE-FORFEIT-WIN), or a full-point bye (DOUBLE-SINGLE-BYE)."""
DEFINITIONS = Definitions(coloured=attrgetter("on_boards"), preferences=_without_preferences)
"""Matches that were played count for having met, even if each player forfeited a game (DOUBLE-SINGLE-FORFEITS)."""


class ColourStep(Enum):
    """What gives two players their colours (4.3)."""

    BEGINNERS = "neither has had a colour, and the number of the higher ranked decides"
    WHITES = "the player with fewer Whites has White"
    LATEST_DIFFERENCE = "colours alternate to the last time when one had White and the other Black"
    HIGHER_RANKED = "the higher ranked player alternates from the last match"
    OPPONENT = "the opponent of the higher ranked player alternates from the last match"
    COLOUR_DIFFERENCE = "the player with the lower colour difference has White"
    """No step of any edition: that of the team system (C.04.6:4.3.5)."""


class HigherRanked(Enum):
    """Who is the higher ranked player of a pair (4.2): by score, then the smaller TPN."""

    BY_PAIRING_SCORE = "virtual points count"
    BY_POINTS = "virtual points do not count"

    def of(self, participants: DoubleField, pair: tuple[int, int]) -> int:
        """Return the position of the higher ranked player."""
        score = participants.score if self is HigherRanked.BY_PAIRING_SCORE else participants.points
        return min(pair, key=lambda at: (-int(score[at]), int(participants.tpn[at])))


def no_floats_in_last_round(number: int, rounds: int | None) -> bool:
    """Whether floats of the round before count: in every round but the last ([C7], [C8])."""
    return rounds is None or number < rounds


@dataclass(frozen=True, kw_only=True)
class DoubleText(UpfloatingText):
    """An edition, or a variant of it."""

    definitions: Definitions = DEFINITIONS
    floats: FloatRule = FLOATS
    byes: ByeRule = BYES
    floats_count: Callable[[int, int | None], bool] = no_floats_in_last_round
    """From the round and the number of rounds, in matches; None if it is not declared."""
    match_colour: Callable[[MatchHistory], IntArray] = attrgetter("colour")
    """The colour that a match gives, if it gives any (1.6, DOUBLE-COLOUR)."""
    parity: Parity = DEFAULT_PARITY
    """Whose number is odd (4.3.1): players who have not arrived have none (SPP-2026-08)."""
    higher_ranked: HigherRanked = HigherRanked.BY_PAIRING_SCORE
    """Who is the higher ranked player of a pair (4.2, DOUBLE-ACCELERATED)."""
    steps: tuple[tuple[str, ColourStep], ...]
    """Of 4.3 in order, each with its article."""
