"""The teams of one round as plain arrays: what a bracket is paired by."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from reference_engines.upfloating.field import UpfloatingField
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True, eq=False)
class TeamField(UpfloatingField):
    """The teams to be paired in a round; floats do not count in the last two rounds."""

    participant: ClassVar[str] = "team"
    preference: NDArray[np.int64]
    """1 for White, -1 for Black, 0 for none (1.7)."""
    strong: NDArray[np.bool_]
    """Type B only."""
