"""The players of one round of matches as plain arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.upfloating.field import UpfloatingField
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.definitions.history import BoolArray


@dataclass(frozen=True, kw_only=True, eq=False)
class DoubleField(UpfloatingField):
    """The players to be paired in a round of matches."""

    odd_number: BoolArray
    """Whether the TPN counts as odd (4.3.1): players who have not arrived have none (SPP-2026-08)."""
