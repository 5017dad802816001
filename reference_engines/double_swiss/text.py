"""The Double-Swiss System as data: the players of a round, and the values that a reading or a misreading replaces."""

from __future__ import annotations

from enum import Enum
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.player_states import ByeRule, ColourHistory, Definitions, FloatRule, Preferences
from reference_engines.definitions.players import DEFAULT_PARITY, Parity
from reference_engines.upfloating.edition import UpfloatingEdition
from reference_engines.upfloating.participants import UpfloatingParticipants
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.double_swiss.matches import MatchHistory


def _no_preferences(colours: ColourHistory) -> Preferences:
    """Return no preferences, since no criterion asks for a colour."""
    nothing = np.zeros_like(colours.difference)
    return Preferences(colour=nothing, strength=nothing)


def _never(history: History) -> BoolArray:
    return np.zeros_like(history.played)


FLOATS = FloatRule(unplayed=_never)
"""1.5: a player with an opponent of another score; a forfeited match is not played (DOUBLE-FLOAT)."""


def _bye_bars(
    history: Any, *, won_by_forfeit: str = "forfeit_win", full_point_bye: str = "full_point_bye"
) -> BoolArray:
    return history.bye | getattr(history, won_by_forfeit) | getattr(history, full_point_bye)


BYES = ByeRule(bars=partial(_bye_bars))
"""[C2]: a bye before, a match won by forfeit (DOUBLE-FORFEIT-WIN), or a full-point bye (DOUBLE-SINGLE-BYE)."""
DEFINITIONS = Definitions(coloured=attrgetter("on_boards"), preferences=_no_preferences)
"""Matches that were played count for having met, even if each player forfeited a game (DOUBLE-SINGLE-FORFEITS)."""


class MatchColourStep(Enum):
    """A step that gives two players their colours (4.3)."""

    BEGINNERS = "neither has had a colour, and the number of the higher ranked decides"
    WHITES = "the player with fewer Whites has White"
    LATEST_DIFFERENCE = "colours alternate to the last time when one had White and the other Black"
    HIGHER_RANKED = "the higher ranked player alternates from the last match"
    OPPONENT = "the opponent of the higher ranked player alternates from the last match"
    COLOUR_DIFFERENCE = "the player with the lower colour difference has White"
    """The step of the team system (C.04.6:4.3.5), which no edition has."""


def floated_before(floats: tuple[IntArray, ...]) -> BoolArray:
    """Return whether a player floated in the previous round (1.5)."""
    return floats[0] != 0


def no_floats_in_last_round(number: int, rounds: int | None) -> bool:
    """Whether floats of the round before count: in every round but the last ([C7], [C8])."""
    return rounds is None or number < rounds


@dataclass(frozen=True, kw_only=True)
class DoubleText(UpfloatingEdition):
    """An edition, or a variant of it."""

    definitions: Definitions = DEFINITIONS
    floats: FloatRule = FLOATS
    byes: ByeRule = BYES
    floated: Callable[[tuple[IntArray, ...]], BoolArray] = floated_before
    """Whether a player is a floater, from the floats of the previous round and of the round before it."""
    floats_count: Callable[[int, int | None], bool] = no_floats_in_last_round
    """Whether floats count, by the round and the number of rounds, in matches; None if it is not declared."""
    match_colour: Callable[[MatchHistory], IntArray] = attrgetter("colour")
    """The colour that a match gives, if it gives a colour (1.6, DOUBLE-COLOUR)."""
    parity: Parity = DEFAULT_PARITY
    """The parity of numbers (4.3.1): players who have not arrived have no number (SPP-2026-08)."""
    rank_score: Callable[[DoubleParticipants], IntArray] = attrgetter("score")
    """The score that ranks the players of a pair (4.2, DOUBLE-ACCELERATED); virtual points count."""
    steps: tuple[tuple[str, MatchColourStep], ...]
    """The steps of 4.3 in order, each with its article."""
    opposite_steps: frozenset[MatchColourStep] = frozenset()
    """The steps that give the opposite colours; the text has none."""

    def higher_ranked(self, participants: DoubleParticipants, pair: tuple[int, int]) -> int:
        """Return the position of the higher ranked player of a pair (4.2): by score, then the smaller TPN."""
        score = self.rank_score(participants)
        return min(pair, key=lambda at: (-int(score[at]), int(participants.tpn[at])))


@dataclass(frozen=True, kw_only=True, eq=False)
class DoubleParticipants(UpfloatingParticipants):
    """The players to be paired in a round of matches."""

    odd_number: BoolArray
    """Whether the TPN counts as odd (4.3.1): players who have not arrived have no number (SPP-2026-08)."""
