"""
The completion of a round below a bracket, the look-ahead to the following bracket, and the targets of downfloaters.

The players below a bracket are positions ``last`` and after; a *set of positions* here is an ascending array.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from msgspec import field

from reference_engines.frame.results import Component, Diagnosis, NoLegalPairingError
from reference_engines.frame.unpairable import no_legal_pairing, with_bye
from reference_engines.matching import barrier, largest
from reference_engines.matching_proofs import MatchingError, verify_barrier
from reference_engines.packing import Term
from tournaments.frozen import FrozenStruct, cached_property

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket


class FloatTargets(FrozenStruct, frozen=True, kw_only=True):
    """The vertices outside a bracket."""

    among: BoolArray
    """(outside, outside) whether two targets may be matched with each other."""
    between: BoolArray
    """(outside, places) whether a target can take a player."""
    look_ahead: tuple[Term, ...] = ()
    """Terms of the following bracket, in the place of the edition's criterion on it."""
    is_filled: bool = False
    """Whether every target takes a downfloater, so that the number of downfloaters is fixed."""

    @property
    def size(self) -> int:
        """Number of targets."""
        return len(self.among)


def anonymous_targets(count: int, places: int, may_float: BoolArray | None = None) -> FloatTargets:
    """Return that many anonymous targets, each for one downfloater."""
    if may_float is None:
        return _targets_of_any_player(count, places)
    return FloatTargets(
        among=np.zeros((count, count), dtype=np.bool_), between=np.tile(may_float, (count, 1)), is_filled=True
    )


@lru_cache(maxsize=256)
def _targets_of_any_player(count: int, places: int) -> FloatTargets:
    """Return anonymous targets that recur in every round."""
    return FloatTargets(
        among=np.zeros((count, count), dtype=np.bool_),
        between=np.ones((count, places), dtype=np.bool_),
        is_filled=True,
    )


def optional_targets(count: int, places: int) -> FloatTargets:
    """Return anonymous targets, any two of which may also stay without a downfloater."""
    return FloatTargets(among=~np.eye(count, dtype=np.bool_), between=np.ones((count, places), dtype=np.bool_))


_FEWEST_AT_TABLE = 3
"""Players who can sit at a round table beside two others each."""


class Completion(FrozenStruct, frozen=True, kw_only=True, dict=True):
    """Whether players can be paired on the absolute criteria ([C1] to [C3]), with the bye for an odd number."""

    players: Players
    may_have_bye: BoolArray
    """By position."""
    _known: dict[int, bool] = field(default_factory=dict)
    """Whether all positions from a first one on can be paired."""

    @cached_property
    def last_with_bye(self) -> int:
        """The last position of a player who may have the bye, -1 if there is none."""
        return int(np.flatnonzero(self.may_have_bye)[-1]) if self.may_have_bye.any() else -1

    def can_complete(self, positions: Sequence[int], first: int) -> bool:
        """Whether these positions and all positions from ``first`` on can be paired."""
        if not positions:
            return self._can_complete_from(first)
        return self._decide(np.concatenate([positions, np.arange(first, self.players.size)]))

    def _can_complete_from(self, first: int) -> bool:
        if first not in self._known:
            self._known[first] = self._decide(np.arange(first, self.players.size))
        return self._known[first]

    def _decide(self, positions: IntArray) -> bool:
        exposable = self._exposable(positions)
        if positions.size % 2 == 0:
            return exposable is not None and not exposable.size
        return exposable is not None and bool(np.count_nonzero(self.may_have_bye[exposable]))

    def _exposable(self, positions: IntArray) -> IntArray | None:
        """
        Return the positions that can be left over when all other positions are paired; empty if all can be paired.

        None if more than one must be left over.
        """
        found = largest(self.players.allowed, positions)
        return None if found.left_over > 1 else positions[found.exposable]

    def is_certain_below(self, bracket: Bracket) -> bool:
        """
        Whether the players below can be paired together with any players of a bracket, whoever of these leaves it.

        They can if each of all these may meet half of them (G. A. Dirac, "Some theorems on abstract graphs", 1952): all
        can then sit at a round table beside players whom they may meet, and anyone may be left over of an odd number.
        """
        players, below = self.players, self.players.size - bracket.last
        together = [*bracket.mdps, *range(bracket.first, players.size)]
        fewest = int(players.opponents_from[players.groups.index(bracket.last), together].min())
        has_bye = not players.is_odd or bool(self.may_have_bye[bracket.last :].any())
        return below >= _FEWEST_AT_TABLE and 2 * fewest >= below + bracket.size and has_bye

    def lowest_bye_score(self, positions: IntArray) -> int | None:
        """Return the lowest score of a player without whom all others can be paired; None without such a player."""
        exposable = self._exposable(positions)
        if exposable is None:
            return None
        eligible = exposable[self.may_have_bye[exposable]]
        return int(self.players.score[eligible].min()) if eligible.size else None

    def leaves_only_the_bye(self, bracket: Bracket) -> bool:
        """Whether the players below can be paired, and the bracket's players except one, who can have the bye."""
        found = largest(np.ascontiguousarray(bracket.allowed).view(np.uint8))
        if found.left_over != 1 or not self._can_complete_from(bracket.last):
            return False
        return bool(np.count_nonzero(found.exposable & self.may_have_bye[bracket.positions]))

    def leaves_following_bracket_whole(self, bracket: Bracket, downfloaters: Sequence[int]) -> bool:
        """
        Whether the following bracket can pair all its players, or all except one resident, and the round be completed.

        No choice of downfloaters is better by [C8] (2026). The check is quick and may also miss a completion.
        """
        spare = self._spare_of_following(bracket, downfloaters)
        if spare is None:
            return False
        if not spare.size:
            return self._can_complete_from(bracket.next_last)
        if bracket.next_last == self.players.size:
            return bool(self.may_have_bye[spare].any())
        return any(self.can_complete([position], bracket.next_last) for position in spare[-3:].tolist())

    def pairs_following_bracket_whole(self, bracket: Bracket, downfloaters: Sequence[int]) -> bool:
        """Whether the following bracket can pair all its players, or all except one resident, by C.7 (2017)."""
        spare = self._spare_of_following(bracket, downfloaters)
        if spare is None:
            return False
        return not spare.size or bracket.next_last < self.players.size or bool(self.may_have_bye[spare].any())

    def _spare_of_following(self, bracket: Bracket, downfloaters: Sequence[int]) -> IntArray | None:
        """
        Return the residents of the following bracket who can be left over there; empty if all players can be paired.

        None if more than one player must be left over, or only downfloaters can be.
        """
        following = np.array([*downfloaters, *range(bracket.last, bracket.next_last)], dtype=np.int64)
        exposable = self._exposable(following)
        if exposable is None or following.size % 2 == 0:
            return exposable
        residents = exposable[exposable >= bracket.last]
        return residents if residents.size else None


class ImpossibilityClaim(FrozenStruct, frozen=True, kw_only=True):
    """A claim of the engine that some players cannot be paired among themselves, with the bye for an odd number."""

    players: Players
    positions: IntArray
    may_have_bye: BoolArray
    """By position."""
    error: str
    """The engine's error if they can be paired."""

    def disprove(self) -> Diagnosis | None:
        """Return the error if the claim is wrong; None if a barrier proves it."""
        allowed = self.players.allowed[np.ix_(self.positions, self.positions)]
        meeting = with_bye(allowed, self.may_have_bye[self.positions]) if self.positions.size % 2 else allowed
        shown = barrier(meeting)
        if shown is None:
            return Diagnosis(component=Component.COMPLETION, evidence=self.error)
        try:
            verify_barrier(meeting, shown)
        except MatchingError as error:
            evidence = f"some players are held not to be pairable with one another, without proof ({error})"
            return Diagnosis(component=Component.MATCHING, evidence=evidence)
        return None


def impossible(players: Players) -> NoLegalPairingError:
    """Return the error that the players cannot be paired on the absolute criteria, with the proof."""
    message = "no pairing of this round complies with the absolute criteria"
    return no_legal_pairing(message, players.allowed, players.numbers, players.bye_allowed)


def players_below(bracket: Bracket, may_have_bye: BoolArray, *, look_ahead: bool) -> FloatTargets:
    """
    Return all players below as targets, and the bye if their number with the bracket's is odd.

    A perfect matching pairs the players below and the bracket's downfloaters, so that the round can be completed.
    """
    players = bracket.players
    below = np.arange(bracket.last, players.size)
    among = players.allowed[bracket.last :, bracket.last :].astype(np.bool_)
    between = players.allowed[np.ix_(below, bracket.positions)].astype(np.bool_)
    following = below < bracket.next_last
    if (below.size + bracket.size) % 2:
        takes = may_have_bye[below]
        among = np.block([[among, takes[:, None]], [takes[None, :], np.zeros((1, 1), dtype=np.bool_)]])
        between = np.vstack([between, may_have_bye[bracket.positions]])
        following = np.append(following, False)
    terms = _look_ahead_terms(bracket, following, None) if look_ahead and below.size else ()
    return FloatTargets(among=among, between=between, look_ahead=terms)


def following_bracket_only(bracket: Bracket, downfloaters: int, heavy: BoolArray) -> FloatTargets:
    """
    Return the residents of the following bracket as targets, and anonymous targets for the players it leaves unpaired.

    The anonymous targets suffice for ``downfloaters``, the fewest that the bracket can have, and for the residents.
    ``heavy`` says by position whether an unpaired player counts three times.
    """
    players = bracket.players
    residents = np.arange(bracket.last, bracket.next_last)
    count = downfloaters + largest(players.allowed, residents).left_over
    size = residents.size + count
    among = np.ones((size, size), dtype=np.bool_)
    np.fill_diagonal(among, val=False)
    among[count:, count:] = players.allowed[bracket.last : bracket.next_last, bracket.last : bracket.next_last]
    between = np.ones((size, bracket.size), dtype=np.bool_)
    between[count:] = players.allowed[np.ix_(residents, bracket.positions)]
    following = np.arange(size) >= count
    return FloatTargets(among=among, between=between, look_ahead=_look_ahead_terms(bracket, following, heavy))


def _look_ahead_terms(bracket: Bracket, following: BoolArray, heavy: BoolArray | None) -> tuple[Term, ...]:
    """
    Count the players whom the following bracket leaves unpaired, then their scores from the highest.

    ``following`` says whether a target is a resident of that bracket. A downfloater or resident is unpaired there if
    matched with another target.
    """
    players = bracket.players
    beyond = ~following
    leaves = np.logical_xor.outer(following, following)
    bound = bracket.size + int(following.sum())
    score = int(players.score[bracket.last])
    weight_among, weight_between = _weights(bracket, following, heavy)
    terms = [Term(3 * bound, among=leaves * weight_among, between=np.multiply.outer(beyond, weight_between))]
    for level in sorted({*bracket.score.tolist(), score}, reverse=True):
        among = leaves if level == score else 0
        terms.append(Term(bound, among=among, between=np.logical_and.outer(beyond, bracket.score == level)))
    return tuple(terms)


def _weights(bracket: Bracket, following: BoolArray, heavy: BoolArray | None) -> tuple[IntArray, IntArray]:
    """Return the weights of unpaired residents, by edge among the targets, and of unpaired downfloaters, by place."""
    if heavy is None:
        return np.ones((following.size, following.size), dtype=np.int64), np.ones(bracket.size, dtype=np.int64)
    target_weight = np.ones(following.size, dtype=np.int64)
    target_weight[following] = np.where(heavy[bracket.last : bracket.next_last], 3, 1)
    return np.maximum.outer(target_weight, target_weight), np.where(heavy[bracket.positions], 3, 1)
