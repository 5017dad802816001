"""What is outside of a bracket that is solved as a matching: where its downfloaters go."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.brackets.packing import Term
    from reference_engines.history import BoolArray


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatTargets:
    """Where downfloaters go."""

    among: BoolArray
    """(outside, outside) which outside vertices may be matched with each other."""
    between: BoolArray
    """(outside, places) which of them can take which player."""
    look_ahead: tuple[Term, ...] = ()
    """Terms of the following bracket, which stand where the edition has its criterion."""
    is_filled: bool = False
    """Whether every outside vertex takes a downfloater, so that their number is known beforehand."""

    @property
    def size(self) -> int:
        """Number of outside vertices."""
        return int(self.among.shape[0])


def anonymous_targets(count: int, places: int, may_float: BoolArray | None = None) -> FloatTargets:
    """Return an outside of that many anonymous vertices, each for one downfloater."""
    plain = _sinks(count, places)
    return plain if may_float is None else replace(plain, between=plain.between & may_float)


@lru_cache(maxsize=1024)
def _sinks(count: int, places: int) -> FloatTargets:
    among, between = np.zeros((count, count), dtype=np.bool_), np.ones((count, places), dtype=np.bool_)
    for block in (among, between):
        block.setflags(write=False)  # it is shared by all brackets of the size
    return FloatTargets(among=among, between=between, is_filled=True)


def optional_targets(count: int, places: int) -> FloatTargets:
    """Return anonymous vertices of which each two may also be left out."""
    return FloatTargets(among=~np.eye(count, dtype=np.bool_), between=np.ones((count, places), dtype=np.bool_))
