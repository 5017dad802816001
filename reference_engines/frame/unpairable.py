"""
A round that cannot be paired, and the proof of it.

Whatever the system, that a round can be completed is a question of matching: those who may meet, and for an odd number
one vertex more, the bye, which "meets" those who may have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.frame.results import NoLegalPairingError, Obstacle
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
    Return the error that a field cannot be paired, with what keeps it from being paired.

    ``allowed`` is (n, n), symmetric, 1 where two may meet; ``numbers`` are the TPNs, ``bye_allowed`` tells who may have
    the bye, which matters for an odd number only. Where a pairing exists after all, nothing is shown.
    """
    meeting = with_bye(allowed, bye_allowed) if len(numbers) % 2 else allowed
    return unmatched(message, meeting, (*numbers, None)[: meeting.shape[0]], participant=participant)


def unmatched(
    message: str, meeting: NDArray[np.uint8], names: Sequence[int | None], *, participant: str = "player"
) -> NoLegalPairingError:
    """Return the same error where the bye already has its vertex; ``names`` has None for it."""
    found = barrier(meeting)
    if found is None:
        return NoLegalPairingError(message)
    groups = [_named(group, names) for group in found.groups]
    obstacle = Obstacle(
        barrier=_named(found.barrier, names),
        groups=tuple(sorted(groups, key=lambda group: (len(group), _order(group[0])))),
        participant=participant,
    )
    return NoLegalPairingError(message, obstacle)


def with_bye(allowed: NDArray[np.uint8], bye_allowed: BoolArray) -> NDArray[np.uint8]:
    """Return who may meet whom with one row and column more, those of the bye."""
    size = allowed.shape[0]
    meeting = np.zeros((size + 1, size + 1), dtype=np.uint8)
    meeting[:size, :size] = allowed
    meeting[:size, size] = meeting[size, :size] = bye_allowed
    return meeting


def _named(vertices: Sequence[int], names: Sequence[int | None]) -> tuple[int | None, ...]:
    return tuple(sorted((names[vertex] for vertex in vertices), key=_order))


def _order(name: int | None) -> tuple[bool, int]:
    return name is None, name or 0
