"""The teams of one round as plain arrays: what a bracket is paired by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.matching import largest
from reference_engines.unpairable import no_legal_pairing
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from reference_engines.results import NoLegalPairingError


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TeamField:
    """
    The teams to be paired in a round, by descending score, then ascending TPN.

    A *position* is an index into these arrays.
    """

    round_number: int
    tpn: NDArray[np.int64]
    score: NDArray[np.int64]
    """Primary score with virtual points, in tenths."""
    allowed: NDArray[np.uint8]
    """By two positions: whether the teams may meet ([C1] and the organiser's restrictions)."""
    preference: NDArray[np.int64]
    """1 for White, -1 for Black, 0 for none (1.7)."""
    strong: NDArray[np.bool_]
    """Type B only."""
    floated: NDArray[np.bool_]
    """Whether the team was a floater in the previous round; nobody where floats do not count (last two rounds)."""
    bye_allowed: NDArray[np.bool_]
    """[C2]."""
    unplayed: NDArray[np.int64]
    """Rounds before this one in which the team played no match."""

    @property
    def size(self) -> int:
        """Number of teams."""
        return int(self.tpn.size)

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        return tuple(self.tpn.tolist())

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths."""
        return tuple(self.score.tolist())

    @property
    def content(self) -> tuple[bytes, ...]:
        """Everything in it, to be compared."""
        return tuple(np.asarray(getattr(self, name)).tobytes() for name in self.__slots__)

    def can_be_paired(self, positions: Sequence[int]) -> bool:
        """Whether all of them can be paired among themselves."""
        if len(positions) % 2:
            return False
        return not largest(self.allowed, positions).left_over

    def top(self, unpaired: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the top-scoregroup of teams yet to be paired (1.8; 3.2 of 2026), and all others."""
        best = max(int(self.score[position]) for position in unpaired)
        residents = [position for position in unpaired if self.score[position] == best]
        return residents, [position for position in unpaired if self.score[position] != best]

    def following(self, score: int, lower: Sequence[int]) -> frozenset[int]:
        """
        Return those of ``lower`` who are in the scoregroup that follows ``score`` in the standing.

        Empty if all its teams are upfloaters or have the bye (TEAM-FOLLOWING).
        """
        below = self.score[self.score < score]
        following = int(below.max()) if below.size else -1
        return frozenset(position for position in lower if self.score[position] == following)


def impossible(field: TeamField, message: str) -> NoLegalPairingError:
    """Return the error that not all teams can be paired, with the proof."""
    return no_legal_pairing(message, field.allowed, field.numbers, field.bye_allowed, participant="team")
