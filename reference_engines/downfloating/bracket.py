"""
A bracket to be paired (C.04.3:1.3, 3.1; A.3, B.1), a candidate for it, and the criteria that all such systems share.

*Places* number the players of a bracket from 0 in order: first the MDPs, then the residents; a place is a BSN less one.
Each system that floats players down adds criteria of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, index_levels, not_judged_alone
from reference_engines.definitions.players import same_colours
from reference_engines.frame.results import BracketKind
from tournaments.frozen import FrozenStruct, cached_property

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.criteria import NumberedCriterion
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.definitions.players import Players

    AnyArray = NDArray[Any]
    BracketCriterion: TypeAlias = Criterion["Bracket"]
    NumberedBracketCriterion: TypeAlias = NumberedCriterion["Bracket"]


class Candidate(FrozenStruct, frozen=True, kw_only=True):
    """A pairing of a bracket, by places."""

    pairs: tuple[tuple[int, int], ...]
    """(higher ranked, lower ranked), by the higher ranked."""
    downfloaters: tuple[int, ...]
    """In order."""


class Bracket(FrozenStruct, frozen=True, kw_only=True, dict=True):
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
    """Position after the last resident of the following bracket; ``last`` without a following bracket."""
    bye_goes_here: bool = False
    """Whether the pairing-allocated bye goes to a downfloater of the bracket, as no player below may receive it ([C9],
    DUTCH-2026-C9-WHEN)."""

    def with_players(self, players: Players) -> Self:
        """Return the bracket with other values of the same players."""
        return replace(self, players=players)

    @property
    def is_last(self) -> bool:
        """Whether no players are left below."""
        return self.last == self.players.size

    @property
    def is_homogeneous(self) -> bool:
        """Whether the bracket has residents only."""
        return not self.mdps

    @property
    def has_one_score(self) -> bool:
        """Whether all players are residents with the same score."""
        scores = self.players.scores
        return not self.mdps and scores[self.first] == scores[self.last - 1]

    @property
    def mdp_count(self) -> int:
        """Number of moved-down players (M0)."""
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
        """Position of every place among the players of the round."""
        if self.mdps:
            return np.array([*self.mdps, *range(self.first, self.last)], dtype=np.int64)
        return np.arange(self.first, self.last)

    def take(self, values: IntArray) -> IntArray:
        """Select the values of the places from an array by position."""
        return values[self.positions] if self.mdps else values[self.first : self.last]

    def take_pairs(self, matrix: AnyArray) -> AnyArray:
        """Select the values of pairs of places from a matrix by position."""
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
        return self.players.scores[self.first]

    @property
    def has_topscorers(self) -> bool:
        """Whether a player of the bracket is a topscorer."""
        return self.players.has_topscorers and bool(self.players.topscorer[self.positions].any())

    @cached_property
    def recorded(self) -> dict[int, int]:
        """Recorded opponents within the bracket, by place; empty if the players come without recorded opponents."""
        if self.players.recorded is None:
            return {}
        place = {position: index for index, position in enumerate(self.positions.tolist())}
        opponent = {index: int(self.players.recorded[position]) for position, index in place.items()}
        return {index: place[position] for index, position in opponent.items() if position in place}

    @cached_property
    def allowed(self) -> BoolArray:
        """(places, places) whether two players may be paired in the bracket: MDPs meet residents only (3.3.3; B.3)."""
        allowed: BoolArray = self.take_pairs(self.players.allowed.view(np.bool_))
        if self.mdps:  # only then it is a copy
            allowed[: self.mdp_count, : self.mdp_count] = False
        return allowed

    def read_candidate(self, opponents: Sequence[int]) -> Candidate:
        """Return the part of a pairing that fills the bracket; ``opponents`` are given by position."""
        place = {position: index for index, position in enumerate(self.positions.tolist())}
        opponent = {index: place.get(opponents[position]) for position, index in place.items()}
        return Candidate(
            pairs=tuple((index, mate) for index, mate in opponent.items() if mate is not None and index < mate),
            downfloaters=tuple(index for index, mate in opponent.items() if mate is None),
        )

    def downfloater_positions(self, candidate: Candidate) -> tuple[int, ...]:
        """Return the positions of the downfloaters of a candidate."""
        if not candidate.downfloaters:
            return ()
        positions = self.positions
        return tuple([int(positions[place]) for place in candidate.downfloaters])

    def value(self, criterion: Criterion[Bracket], candidate: Candidate) -> tuple[int, ...]:
        """Return the value of a candidate by a criterion."""
        return criterion.value(self, candidate.pairs, candidate.downfloaters)

    def following(self, downfloaters: Sequence[int]) -> Self:
        """Return the following bracket with these downfloaters, given by position."""
        ends = [end for end in (*self.players.groups, self.players.size) if end > self.next_last]
        return replace(
            self,
            mdps=tuple(downfloaters),
            first=self.last,
            last=self.next_last,
            next_last=ends[0] if ends else self.next_last,
            bye_goes_here=False,
        )


Brackets = tuple[tuple[Bracket, Candidate], ...]
"""Brackets of a round, from the top, each with a candidate."""


def scoregroups(players: Players) -> Iterator[Bracket]:
    """Yield the scoregroups from the top as brackets without moved-down players (1.3.1; A.3)."""
    for first, last, next_last in players.bounds:
        yield Bracket(players=players, mdps=(), first=first, last=last, next_last=next_last)


def candidate_of_mates(mates: Sequence[int], outside: int, places: Sequence[int]) -> Candidate:
    """Translate the mates of the players' vertices into places; the vertices below ``outside`` are float targets."""
    pairs, downfloaters = [], []
    for index, mate in enumerate(mates):
        if mate < outside:
            downfloaters.append(places[index])
        elif mate - outside > index:
            pairs.append((places[index], places[mate - outside]))
    return Candidate(pairs=tuple(pairs), downfloaters=tuple(downfloaters))


def _downfloaters(bracket: Bracket) -> Contribution:
    return Contribution(floats=np.ones(bracket.size, dtype=np.int64), bound=bracket.size)


def _downfloater_scores(bracket: Bracket) -> Contribution:
    # A score may be zero, so scores are shifted by one to distinguish them from "nothing", and shifted back.
    entries, levels = index_levels(bracket.score + 1)
    return Contribution(floats=entries, bound=bracket.size, levels=tuple(level - 1 for level in levels))


def _colour_preference(bracket: Bracket) -> Contribution | None:
    if not bracket.players.has_preferences:  # as in round 1: no matrix of thousands of players
        return None
    return Contribution(pairs=same_colours(bracket.take(bracket.players.preference)), bound=bracket.size // 2)


DOWNFLOATERS = Criterion("downfloaters", "number of players who leave the bracket unpaired", _downfloaters)
DOWNFLOATER_SCORES = Criterion("downfloater_scores", "scores of the downfloaters, highest first", _downfloater_scores)
COLOUR_PREFERENCE = Criterion("colour_preference", "players who miss their colour preference", _colour_preference)
FOLLOWING_BRACKET: BracketCriterion = Criterion(
    "following_bracket",
    "players left unpaired in the following bracket, then their scores, highest first",
    not_judged_alone,
)
"""Evaluated by a search of the following bracket; see the procedure of the edition."""
