"""The float targets of a bracket that is solved as a matching: the vertices outside, which take its downfloaters."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.definitions.history import BoolArray
    from reference_engines.packing import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatTargets:
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
        return int(self.among.shape[0])


def anonymous_targets(count: int, places: int, may_float: BoolArray | None = None) -> FloatTargets:
    """Return that many anonymous targets, each for one downfloater."""
    plain = _anonymous_targets(count, places)
    return plain if may_float is None else replace(plain, between=plain.between & may_float)


@lru_cache(maxsize=1024)
def _anonymous_targets(count: int, places: int) -> FloatTargets:
    among, between = np.zeros((count, count), dtype=np.bool_), np.ones((count, places), dtype=np.bool_)
    for block in (among, between):
        block.setflags(write=False)  # all brackets of the size share it
    return FloatTargets(among=among, between=between, is_filled=True)


def optional_targets(count: int, places: int) -> FloatTargets:
    """Return anonymous targets, any two of which may also stay without a downfloater."""
    return FloatTargets(among=~np.eye(count, dtype=np.bool_), between=np.ones((count, places), dtype=np.bool_))
