"""The players of a round, who may meet, and within which limits of colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.players import may_meet, players_of_round
from reference_engines.simple_swiss.edition import Bound, Stage
from reference_engines.standing import Strength
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reference_engines.history import BoolArray, History, IntArray
    from reference_engines.players import Players
    from reference_engines.players_event import PlayersEvent
    from reference_engines.simple_swiss.edition import Options

LARGEST_DIFFERENCE = 2
"""A1: no colour more than two rounds more than the other."""
_TWICE = 2


@dataclass(frozen=True, kw_only=True)
class Table:
    """Players by position: by score, then by number."""

    players: Players
    meet: NDArray[np.uint8]
    """(players, players) 1 where two may meet, whatever their colours."""
    running: IntArray
    """The colour that a player has had twice running, else 0 (A2)."""
    ratings: tuple[int, ...] = ()
    """By position; empty where nothing depends on them."""

    @property
    def round_number(self) -> int:
        """The round, from 1."""
        return self.players.round_number

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        return self.players.numbers

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths."""
        return self.players.scores

    def meeting_the_bye(self) -> NDArray[np.uint8]:
        """Return `meet` with one row and column more, the bye's, with 1 for those who may have it."""
        size = self.players.size
        meet = np.zeros((size + 1, size + 1), dtype=np.uint8)
        meet[:size, :size] = self.meet
        meet[:size, size] = meet[size, :size] = self.players.bye_allowed
        return meet

    def within(self, stage: Stage) -> BoolArray:
        """Return (players, players) whether two may meet with colours within the limits of a stage."""
        possible = self.meet.astype(np.bool_)
        if stage is Stage.NONE:
            return possible
        players = self.players
        fits = {}
        for sign in (1, -1):
            fit = np.abs(players.colour_difference + sign) <= LARGEST_DIFFERENCE
            if stage is Stage.BOTH:
                fit &= self.running != sign
            fits[sign] = fit
        with_white = fits[1][:, np.newaxis] & fits[-1][np.newaxis, :]
        return possible & (with_white | with_white.T)


def seat_players(prepared: PlayersEvent, number: int) -> Table:
    """Return the players of a round and who may meet; two who are bound by the limits do not meet beyond them."""
    options: Options = prepared.rules.options
    players = players_of_round(prepared.event, prepared.history, prepared.standing, number)
    by_rounds = options.runs_end_at_empty_rounds
    table = Table(
        players=preferring_by_rounds(players, prepared.history) if options.preference_by_rounds else players,
        meet=may_meet(prepared.event, prepared.history, players),
        running=running_by_rounds(players, prepared.history) if by_rounds else players.repeated,
    )
    if options.bound is Bound.NOBODY:
        return table
    return replace(table, meet=table.meet * ~beyond_bound(table, options.bound))


def beyond_bound(table: Table, bound: Bound) -> BoolArray:
    """
    Return (players, players) whether two are beyond limits that bind them, whether or not they may meet otherwise.

    Topscorers, of whom there are some in the last round alone, are excepted with their opponents.
    """
    everybody = replace(table, meet=np.ones_like(table.meet))
    beyond = ~everybody.within(Stage.BOTH)
    if bound is Bound.NON_TOPSCORERS:
        topscorer = table.players.topscorer
        beyond &= ~(topscorer[:, np.newaxis] | topscorer)
    return beyond


def running_by_rounds(players: Players, history: History) -> IntArray:
    """Return the colour that each player had in both of the two latest rounds; 0 if there was none, or no game."""
    rows = players.round_number - 1
    if rows < _TWICE:
        return np.zeros(players.size, dtype=np.int64)
    colour = np.where(history.played, history.colour, 0)[rows - _TWICE : rows, players.column]
    return np.where(colour[0] == colour[1], colour[1], 0)


def preferring_by_rounds(players: Players, history: History) -> Players:
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
