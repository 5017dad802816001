"""
A score bracket of the text of 2013 (A.3), and a pairing of it.

*Positions* count the players of the round; they ascend in the order of A.2.

The open points of the text are switches; the defaults are the readings that the engine follows.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.edition import EditionTerms
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.definitions.players import Players


class Upfloats(Enum):
    """The upfloaters that B.5 and B.6 protect (DUTCH-2013-UPFLOATS)."""

    EVERYWHERE = "wherever players of different scores meet"
    NOT_IF_HOMOGENEOUS = "not in a bracket that is treated as homogeneous"
    MDPS_PAIRED_FIRST = "only the opponents of moved-down players who are paired first, no player of a remainder"


class Readings2013(FrozenStruct, frozen=True, kw_only=True):
    """A reading of every open point."""

    backtracks_for_all_or_nothing: bool = False
    """DUTCH-2013-C12-BEST."""
    fewer_left_over_is_enough: bool = False
    """DUTCH-2013-C12-INCOMPATIBLE."""
    scores_in_lowest_only: bool = False
    """DUTCH-2013-B3-ALL."""
    floats_again_for_lowest: bool = False
    """DUTCH-2013-C13-MDP."""
    above_stays_as_it_is: bool = False
    """DUTCH-2013-JOINED-ANEW."""
    bye_is_no_opponent: bool = False
    """DUTCH-2013-C1-LAST."""
    half_counts_those_apart: bool = False
    """DUTCH-2013-A3-HALF."""
    upfloats: Upfloats = Upfloats.EVERYWHERE
    """DUTCH-2013-UPFLOATS."""
    downfloats_within: bool = False
    """DUTCH-2013-DOWNFLOATS."""


DEFAULT_READINGS = Readings2013()
OTHER_READINGS = (
    ("DUTCH-2013-C12-BEST", replace(DEFAULT_READINGS, backtracks_for_all_or_nothing=True)),
    ("DUTCH-2013-C12-INCOMPATIBLE", replace(DEFAULT_READINGS, fewer_left_over_is_enough=True)),
    ("DUTCH-2013-B3-ALL", replace(DEFAULT_READINGS, scores_in_lowest_only=True)),
    ("DUTCH-2013-C13-MDP", replace(DEFAULT_READINGS, floats_again_for_lowest=True)),
    ("DUTCH-2013-JOINED-ANEW", replace(DEFAULT_READINGS, above_stays_as_it_is=True)),
    ("DUTCH-2013-C1-LAST", replace(DEFAULT_READINGS, bye_is_no_opponent=True)),
    ("DUTCH-2013-A3-HALF", replace(DEFAULT_READINGS, half_counts_those_apart=True)),
    ("DUTCH-2013-UPFLOATS", replace(DEFAULT_READINGS, upfloats=Upfloats.NOT_IF_HOMOGENEOUS)),
    ("DUTCH-2013-UPFLOATS", replace(DEFAULT_READINGS, upfloats=Upfloats.MDPS_PAIRED_FIRST)),
    ("DUTCH-2013-DOWNFLOATS", replace(DEFAULT_READINGS, downfloats_within=True)),
)
"""Entries of the register, each with another reading."""


@dataclass(frozen=True, kw_only=True)
class Text2013(EditionTerms):
    """The text of 2013 as data."""

    readings: Readings2013 = DEFAULT_READINGS


class BracketPairing(FrozenStruct, frozen=True, kw_only=True):
    """The pairs and downfloaters of a bracket, by position."""

    pairs: tuple[tuple[int, int], ...]
    """(higher ranked, lower ranked), by the higher ranked."""
    downfloaters: tuple[int, ...]
    """In order; in the lowest bracket the player with the bye."""


@dataclass(frozen=True, kw_only=True)
class ScoreBracket:
    """Players to be paired together."""

    players: Players
    mdps: tuple[int, ...]
    """Players moved down from the bracket above, in order."""
    joined: tuple[int, ...] = ()
    """Residents of the bracket that was last joined to the lowest bracket; they are in S1 with the MDPs (C.13)."""
    residents: tuple[int, ...]
    apart: tuple[int, ...] = ()
    """Players without a possible opponent in the bracket, who are moved down first (C.1)."""
    is_last: bool
    readings: Readings2013 = DEFAULT_READINGS

    @cached_property
    def upper(self) -> tuple[int, ...]:
        """The players of M0 without the players set apart: moved-down players, and a joined bracket as S1 (C.13)."""
        return tuple(place for place in (*self.mdps, *self.joined) if place not in self.apart)

    @cached_property
    def positions(self) -> IntArray:
        """The players without the players set apart, in order."""
        players = (*self.mdps, *self.joined, *self.residents)
        return np.array([place for place in players if place not in self.apart], dtype=np.int64)

    @property
    def size(self) -> int:
        """Number of players without the players set apart."""
        return int(self.positions.size)

    @property
    def is_heterogeneous(self) -> bool:
        """Whether moved-down players are paired first: some, and fewer than half (A.3, DUTCH-2013-A3-HALF)."""
        if self.readings.half_counts_those_apart:
            from_above = len(self.mdps) + len(self.joined)
            return bool(self.upper) and from_above < len(self.residents)
        return 0 < 2 * len(self.upper) < self.size

    @property
    def most_pairs(self) -> int:
        """P0 (A.6.b)."""
        return self.size // 2

    @cached_property
    def score(self) -> IntArray:
        """Score of every player."""
        return self.players.score[self.positions]

    @cached_property
    def allowed(self) -> BoolArray:
        """(players, players) whether two may meet by B.1.a and B.2, B.2 waived for topscorers and their opponents."""
        return self.players.allowed[np.ix_(self.positions, self.positions)].astype(np.bool_)

    @cached_property
    def may_float(self) -> BoolArray:
        """Whether each player may be left over, in the lowest bracket with the bye (B.1.b)."""
        if self.is_last:
            return self.players.bye_allowed[self.positions].astype(np.bool_)
        return np.ones(self.size, dtype=np.bool_)

    def set_incompatible_apart(self) -> ScoreBracket:
        """Set incompatible players apart (C.1), except in the lowest bracket (DUTCH-2013-C1-LAST)."""
        if self.is_last:
            return self
        incompatible = self.incompatible_players
        return replace(self, apart=incompatible) if incompatible else self

    @property
    def incompatible_players(self) -> tuple[int, ...]:
        """The players without a possible opponent in the bracket."""
        return tuple(self.positions[~self.allowed.any(axis=1)].tolist())


def scoregroups(players: Players, readings: Readings2013 = DEFAULT_READINGS) -> Iterator[ScoreBracket]:
    """Yield the homogeneous score brackets from the top (A.3)."""
    for first, last, _ in players.bounds:
        residents = tuple(range(first, last))
        yield ScoreBracket(
            players=players, mdps=(), residents=residents, is_last=last == players.size, readings=readings
        )
