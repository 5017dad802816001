"""
What has to remain possible below a bracket: completing the round, and pairing the following bracket well.

The players below a bracket are positions ``last`` and after; a *set of positions* here is an ascending array.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.float_targets import FloatTargets
from reference_engines.brackets.packing import Term
from reference_engines.matching import MatchingError, barrier, largest, verify_barrier
from reference_engines.results import Diagnosis, Part
from reference_engines.unpairable import no_legal_pairing, with_bye
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.brackets.bracket import Bracket
    from reference_engines.history import BoolArray, IntArray
    from reference_engines.players import Players
    from reference_engines.results import NoLegalPairingError


@dataclass(frozen=True, kw_only=True)
class Completion:
    """Whether players can be paired on the absolute criteria, at most one of them receiving the bye ([C1] to [C3])."""

    players: Players
    may_have_bye: BoolArray
    """By position."""
    _from: dict[int, bool] = dataclasses.field(default_factory=dict)

    def of(self, positions: Sequence[int], first: int) -> bool:
        """Whether these positions and all from ``first`` on can be paired."""
        if not positions:
            return self._of_all_from(first)
        return self._decide(np.concatenate([positions, np.arange(first, self.players.size)]))

    def _of_all_from(self, first: int) -> bool:
        if first not in self._from:
            self._from[first] = self._decide(np.arange(first, self.players.size))
        return self._from[first]

    def _decide(self, positions: IntArray) -> bool:
        exposable = self._exposable(positions)
        if positions.size % 2 == 0:
            return exposable is not None and not exposable.size
        return exposable is not None and bool(np.count_nonzero(self.may_have_bye[exposable]))

    def _exposable(self, positions: IntArray) -> IntArray | None:
        """
        Return the positions that can be left over when all others are paired (none, if all can be paired).

        None if more than one must be left over.
        """
        found = largest(self.players.allowed, positions)
        return None if found.left_over > 1 else positions[found.exposable]

    def lowest_bye_score(self, positions: IntArray) -> int | None:
        """Return the lowest score of a player who can have the bye when all others are paired; None if nobody can."""
        exposable = self._exposable(positions)
        if exposable is None:
            return None
        able = exposable[self.may_have_bye[exposable]]
        return int(self.players.score[able].min()) if able.size else None

    def leaves_only_the_bye(self, bracket: Bracket) -> bool:
        """Whether all below a bracket, and all of it but one who can have the bye, can be paired among themselves."""
        found = largest(bracket.allowed.view(np.uint8))
        if found.left_over != 1 or not self._of_all_from(bracket.last):
            return False
        return bool(np.count_nonzero(found.exposable & self.may_have_bye[bracket.positions]))

    def leaves_following_bracket_whole(self, bracket: Bracket, downfloaters: Sequence[int]) -> bool:
        """
        Whether the following bracket can pair all its players, or all but one resident, and the round be completed.

        No choice of downfloaters can do better by [C8] (2026). False may also mean that the answer was not found by
        this quick look.
        """
        spare = self._spare_of_following(bracket, downfloaters)
        if spare is None:
            return False
        if not spare.size:
            return self._of_all_from(bracket.next_last)
        if bracket.next_last == self.players.size:
            return bool(self.may_have_bye[spare].any())
        return any(self.of([position], bracket.next_last) for position in spare[-3:].tolist())

    def pairs_following_bracket_whole(self, bracket: Bracket, downfloaters: Sequence[int]) -> bool:
        """Like the former by C.7 (2017), where only the following bracket counts."""
        spare = self._spare_of_following(bracket, downfloaters)
        if spare is None:
            return False
        return not spare.size or bracket.next_last < self.players.size or bool(self.may_have_bye[spare].any())

    def _spare_of_following(self, bracket: Bracket, downfloaters: Sequence[int]) -> IntArray | None:
        """
        Return the residents of the following bracket of whom one has to be left over there; none if all can be paired.

        None if more than one must be left over, or only downfloaters can be.
        """
        following = np.array([*downfloaters, *range(bracket.last, bracket.next_last)], dtype=np.int64)
        exposable = self._exposable(following)
        if exposable is None or following.size % 2 == 0:
            return exposable
        residents = exposable[exposable >= bracket.last]
        return residents if residents.size else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpossibilityClaim:
    """That some players were held not to be pairable with one another, one of an odd number having the bye."""

    players: Players
    positions: IntArray
    may_have_bye: BoolArray
    """By position."""
    otherwise: str
    """What was done wrong if they are."""

    def refuted(self) -> Diagnosis | None:
        """Return what is wrong with it; None if a barrier proves it."""
        allowed = self.players.allowed[np.ix_(self.positions, self.positions)]
        meeting = with_bye(allowed, self.may_have_bye[self.positions]) if self.positions.size % 2 else allowed
        shown = barrier(meeting)
        if shown is None:
            return Diagnosis(part=Part.COMPLETION, evidence=self.otherwise)
        try:
            verify_barrier(meeting, shown)
        except MatchingError as error:
            evidence = f"some players are held not to be pairable with one another, without proof ({error})"
            return Diagnosis(part=Part.MATCHING, evidence=evidence)
        return None


def impossible(players: Players) -> NoLegalPairingError:
    """Return the error that a field cannot be paired on the absolute criteria, with the proof."""
    message = "no pairing of this round complies with the absolute criteria"
    return no_legal_pairing(message, players.allowed, players.numbers, players.bye_allowed)


def players_below(bracket: Bracket, may_have_bye: BoolArray, *, look_ahead: bool) -> FloatTargets:
    """
    Return the outside that consists of all players below, and the bye if somebody must have it.

    Matched perfectly, it pairs those players and the bracket's downfloaters: the round can be completed.
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
    Return the outside that consists of the following bracket's residents, and of sinks for whom it leaves unpaired.

    There are as many sinks as ``downfloaters``, the fewest that the bracket can have, and the residents can need.
    ``heavy`` tells by position whose being unpaired counts three times.
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

    ``following`` tells which outside vertices are residents of that bracket. A downfloater is unpaired there if
    matched with another vertex; so is a resident.
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
    """Return what an unpaired resident (by edge among the outside) and an unpaired downfloater (by place) count."""
    if heavy is None:
        return np.ones((following.size, following.size), dtype=np.int64), np.ones(bracket.size, dtype=np.int64)
    of_outside = np.ones(following.size, dtype=np.int64)
    of_outside[following] = np.where(heavy[bracket.last : bracket.next_last], 3, 1)
    return np.maximum.outer(of_outside, of_outside), np.where(heavy[bracket.positions], 3, 1)
