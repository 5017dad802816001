"""The participants of a round as plain arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from reference_engines.frame.results import NoLegalPairingError
from reference_engines.frame.unpairable import no_legal_pairing
from reference_engines.matching import largest
from tournaments.frozen import dataclass


@dataclass(frozen=True, kw_only=True, eq=False)
class UpfloatingParticipants:
    """
    The players or teams to be paired in a round, by descending score, then ascending TPN.

    A *position* is an index into these arrays.
    """

    participant: ClassVar[str] = "player"
    """The word for a participant in a sentence."""
    round_number: int
    tpn: NDArray[np.int64]
    score: NDArray[np.int64]
    """Pairing score with virtual points, in tenths."""
    points: NDArray[np.int64]
    """Score without virtual points, in tenths."""
    allowed: NDArray[np.uint8]
    """By two positions: whether they may meet ([C1] and the organiser's restrictions)."""
    floated: NDArray[np.bool_]
    """Whether the participant was a floater in the previous round; False for all where floats do not count."""
    bye_allowed: NDArray[np.bool_]
    """[C2]."""
    unplayed: NDArray[np.int64]
    """Rounds before this one in which no match was played."""

    @property
    def size(self) -> int:
        """Number of participants."""
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
        """All fields as bytes, to be compared."""
        return tuple(np.asarray(vars(self)[one.name]).tobytes() for one in fields(self))

    def select(self, positions: NDArray[np.int64]) -> Self:
        """Return these participants alone, in the order given."""
        content = {one.name: vars(self)[one.name] for one in fields(self)}
        selected: dict[str, Any] = {
            name: values[np.ix_(positions, positions)] if values.ndim > 1 else values[positions]
            for name, values in content.items()
            if isinstance(values, np.ndarray)
        }
        return replace(self, **selected)

    def can_be_paired(self, positions: Sequence[int]) -> bool:
        """Whether all these positions can be paired among themselves."""
        if len(positions) % 2:
            return False
        return not largest(self.allowed, positions).left_over

    def top(self, unpaired: Sequence[int]) -> tuple[list[int], list[int]]:
        """Split the unpaired positions into the top-scoregroup (1.8; 3.2 of 2026) and all others."""
        best = max(int(self.score[position]) for position in unpaired)
        residents = [position for position in unpaired if self.score[position] == best]
        return residents, [position for position in unpaired if self.score[position] != best]

    def following(self, score: int, lower: Sequence[int]) -> frozenset[int]:
        """
        Return the positions of ``lower`` in the scoregroup that follows ``score`` in the standing.

        Empty if all members of that scoregroup are upfloaters or have the bye (TEAM-FOLLOWING).
        """
        below = self.score[self.score < score]
        following = int(below.max()) if below.size else -1
        return frozenset(position for position in lower if self.score[position] == following)


def impossible(participants: UpfloatingParticipants, message: str) -> NoLegalPairingError:
    """Return the error that the participants cannot all be paired, with the proof."""
    return no_legal_pairing(
        message,
        participants.allowed,
        participants.numbers,
        participants.bye_allowed,
        participant=participants.participant,
    )
