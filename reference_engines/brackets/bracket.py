"""
A bracket to be paired (C.04.3:1.3, 3.1; A.3, B.1) and a candidate for it.

*Places* number the players of a bracket from 0 in order: first the MDPs, then the residents; a place is a BSN less one.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.results import BracketKind
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from reference_engines.history import BoolArray, IntArray
    from reference_engines.players import Players

    AnyArray = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A way to pair a bracket, by places."""

    pairs: tuple[tuple[int, int], ...]
    """(higher ranked, lower ranked), by the higher ranked."""
    downfloaters: tuple[int, ...]
    """In order."""


@dataclass(frozen=True, kw_only=True)
class Bracket:
    """Players to be paired together: moved-down players and the residents of a scoregroup."""

    players: Players
    kind: BracketKind = BracketKind.ORDINARY
    mdps: tuple[int, ...]
    """Positions of the moved-down players, in order."""
    first: int
    """Position of the first resident."""
    last: int
    """Position after the last resident."""
    next_last: int
    """Position after the last resident of the following bracket; ``last`` if there is none."""
    bye_goes_here: bool = False
    """Whether nobody below may receive the pairing-allocated bye of the round, so that a downfloater of this
    bracket will ([C9], DUTCH-2026-C9-WHEN)."""

    @property
    def is_last(self) -> bool:
        """Whether no players are left below."""
        return self.last == self.players.size

    @property
    def is_homogeneous(self) -> bool:
        """Whether there are no moved-down players."""
        return not self.mdps

    @property
    def mdp_count(self) -> int:
        """M0."""
        return len(self.mdps)

    @property
    def resident_count(self) -> int:
        """Number of residents."""
        return self.last - self.first

    @property
    def size(self) -> int:
        """Number of players."""
        return len(self.mdps) + self.last - self.first

    @cached_property
    def positions(self) -> IntArray:
        """Position in the field of every place."""
        residents = np.arange(self.first, self.last)
        return np.concatenate([np.array(self.mdps, dtype=np.int64), residents]) if self.mdps else residents

    def take(self, values: IntArray) -> IntArray:
        """Return what a field's array says of each place."""
        return values[self.positions] if self.mdps else values[self.first : self.last]

    def take_pairs(self, matrix: AnyArray) -> AnyArray:
        """Return what a field's matrix says of each two places."""
        if self.mdps:
            return matrix.take(self.positions, axis=0).take(self.positions, axis=1)
        return matrix[self.first : self.last, self.first : self.last]

    @cached_property
    def score(self) -> IntArray:
        """Score of every place."""
        return self.take(self.players.score)

    @property
    def resident_score(self) -> int:
        """Score of the highest ranked residents."""
        return int(self.players.score[self.first])

    @property
    def has_topscorers(self) -> bool:
        """Whether a player of the bracket is a topscorer."""
        return self.players.has_topscorers and bool(self.players.topscorer[self.positions].any())

    @cached_property
    def recorded(self) -> dict[int, int]:
        """Who is recorded as whose opponent in this bracket, by place; nothing where the field does not tell."""
        if self.players.recorded is None:
            return {}
        place = {position: index for index, position in enumerate(self.positions.tolist())}
        partner = {index: int(self.players.recorded[position]) for position, index in place.items()}
        return {index: place[other] for index, other in partner.items() if other in place}

    @cached_property
    def allowed(self) -> BoolArray:
        """(places, places) who may be paired with whom in this bracket: MDPs meet residents only (3.3.3; B.3)."""
        allowed = self.take_pairs(self.players.allowed).astype(np.bool_)
        if self.mdps:
            allowed[: self.mdp_count, : self.mdp_count] = False
        return allowed


Brackets = tuple[tuple[Bracket, Candidate], ...]
"""Brackets of a round, from the top, each with a candidate."""


def scoregroups(players: Players) -> Iterator[Bracket]:
    """Return the scoregroups from the top as brackets without moved-down players (1.3.1; A.3)."""
    for first, last, next_last in players.bounds:
        yield Bracket(players=players, mdps=(), first=first, last=last, next_last=next_last)
