"""The players of a round, and the pairs that may meet within limits of colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import Strength
from reference_engines.definitions.players import ExtendedPlayers, Players, may_meet, players_of_round
from reference_engines.simple_swiss.edition import LimitBound, LimitStage, SimpleOptions
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.players_event import PlayersEvent

LARGEST_DIFFERENCE = 2
"""A1: no colour more than two rounds more than the other."""
_LATEST_ROUNDS = 2


@dataclass(frozen=True, kw_only=True)
class SimpleParticipants(ExtendedPlayers):
    """Players by position: by score, then by number."""

    meet: NDArray[np.uint8]
    """(players, players) 1 where two may meet, whatever their colours."""
    running: IntArray
    """The colour that a player has had twice running, else 0 (A2)."""
    ratings: tuple[int, ...] = ()
    """Ratings by position; empty where they do not matter."""

    def meet_with_bye(self) -> NDArray[np.uint8]:
        """Return `meet` with a row and a column for the bye, 1 for players who may have it."""
        size = self.players.size
        meet = np.zeros((size + 1, size + 1), dtype=np.uint8)
        meet[:size, :size] = self.meet
        meet[:size, size] = meet[size, :size] = self.players.bye_allowed
        return meet

    def within(self, stage: LimitStage) -> BoolArray:
        """Return (players, players) the pairs that may meet with colours within the limits of a stage."""
        possible = self.meet.astype(np.bool_)
        if stage is LimitStage.NONE:
            return possible
        players = self.players
        fits = {}
        for sign in (1, -1):
            fit = np.abs(players.colour_difference + sign) <= LARGEST_DIFFERENCE
            if stage is LimitStage.BOTH:
                fit &= self.running != sign
            fits[sign] = fit
        with_white = fits[1][:, np.newaxis] & fits[-1][np.newaxis, :]
        return possible & (with_white | with_white.T)


def participants_of_round(prepared: PlayersEvent, number: int) -> SimpleParticipants:
    """Return the players of a round; two players who are bound by the limits do not meet beyond them."""
    options: SimpleOptions = prepared.rules.options
    players = players_of_round(prepared.event, prepared.history, prepared.player_states, number)
    by_rounds = options.runs_end_at_empty_rounds
    participants = SimpleParticipants(
        players=prefer_by_rounds(players, prepared.history) if options.preference_by_rounds else players,
        meet=may_meet(prepared.event, prepared.history, players),
        running=running_by_rounds(players, prepared.history) if by_rounds else players.repeated,
    )
    if options.bound is LimitBound.NO_PAIRS:
        return participants
    return replace(participants, meet=participants.meet * ~beyond_bound(participants, options.bound))


def beyond_bound(participants: SimpleParticipants, bound: LimitBound) -> BoolArray:
    """
    Return (players, players) the pairs beyond limits that bind them, whether or not they may meet otherwise.

    Topscorers, of whom there are some in the last round alone, are excepted with their opponents.
    """
    all_meeting = replace(participants, meet=np.ones_like(participants.meet))
    beyond = ~all_meeting.within(LimitStage.BOTH)
    if bound is LimitBound.NON_TOPSCORERS:
        topscorer = participants.players.topscorer
        beyond &= ~(topscorer[:, np.newaxis] | topscorer)
    return beyond


def running_by_rounds(players: Players, history: History) -> IntArray:
    """Return the colours that players had in both of the two latest rounds, else 0."""
    rows = players.round_number - 1
    if rows < _LATEST_ROUNDS:
        return np.zeros(players.size, dtype=np.int64)
    colour = np.where(history.played, history.colour, 0)[rows - _LATEST_ROUNDS : rows, players.column]
    return np.where(colour[0] == colour[1], colour[1], 0)


def prefer_by_rounds(players: Players, history: History) -> Players:
    """Return the players with preferences that two games of a colour make absolute only in adjacent rounds."""
    ended = (running_by_rounds(players, history) != players.repeated) & (np.abs(players.colour_difference) <= 1)
    difference = players.colour_difference
    return replace(
        players,
        preference=np.where(
            ended, np.where(difference != 0, -np.sign(difference), -players.repeated), players.preference
        ),
        strength=np.where(ended, np.where(difference != 0, Strength.STRONG, Strength.MILD), players.strength),
    )
