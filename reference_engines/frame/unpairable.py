"""
A round that cannot be paired, and the proof of it.

In every system, completing a round is a matching problem. Participants who may meet are joined by an edge. If their
number is odd, the bye is one more vertex, which "meets" the participants who may have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.frame.results import ImpossibilityProof, NoLegalPairingError
from reference_engines.matching import barrier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray


def no_legal_pairing(
    message: str,
    allowed: NDArray[np.uint8],
    numbers: Sequence[int],
    bye_allowed: BoolArray,
    *,
    participant: str = "player",
) -> NoLegalPairingError:
    """
    Return the error that the participants cannot be paired, with its proof; without a proof if they can be paired.

    ``allowed`` is (n, n), symmetric, 1 where two may meet; ``numbers`` are the TPNs. ``bye_allowed`` is true for
    participants who may have the bye, and matters for an odd number only.
    """
    meeting = with_bye(allowed, bye_allowed) if len(numbers) % 2 else allowed
    return unmatched(message, meeting, (*numbers, None)[: meeting.shape[0]], participant=participant)


def unmatched(
    message: str, meeting: NDArray[np.uint8], names: Sequence[int | None], *, participant: str = "player"
) -> NoLegalPairingError:
    """Return the same error where the bye already has its vertex; ``names`` has None for it."""
    tutte_barrier = barrier(meeting)
    if tutte_barrier is None:
        return NoLegalPairingError(message)
    groups = [_names_of(group, names) for group in tutte_barrier.groups]
    proof = ImpossibilityProof(
        barrier=_names_of(tutte_barrier.barrier, names),
        groups=tuple(sorted(groups, key=lambda group: (len(group), _order(group[0])))),
        participant=participant,
    )
    return NoLegalPairingError(message, proof)


def with_bye(allowed: NDArray[np.uint8], bye_allowed: BoolArray) -> NDArray[np.uint8]:
    """Return the matrix of allowed meetings with a row and a column for the bye."""
    size = allowed.shape[0]
    meeting = np.zeros((size + 1, size + 1), dtype=np.uint8)
    meeting[:size, :size] = allowed
    meeting[:size, size] = meeting[size, :size] = bye_allowed
    return meeting


def _names_of(vertices: Sequence[int], names: Sequence[int | None]) -> tuple[int | None, ...]:
    return tuple(sorted((names[vertex] for vertex in vertices), key=_order))


def _order(name: int | None) -> tuple[bool, int]:
    return name is None, name or 0
