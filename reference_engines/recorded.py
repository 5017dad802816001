"""The pairing that an event of individual players records for a round, before any system looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.history import NOBODY
from reference_engines.results import Pair

if TYPE_CHECKING:
    from reference_engines.history import History


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRound:
    """Games of a round, forfeited ones included, and the bye."""

    pairs: tuple[Pair, ...]
    """Of TPNs, with their colours."""
    colourless: tuple[tuple[int, int], ...]
    """Columns of two who met without colours, as some files have forfeited games; the first one's is the lower."""
    bye: int | None
    """TPN."""


def recorded_round(history: History, round_number: int) -> RecordedRound:
    """Return what the rows of the players record for a round, from 1."""
    row = round_number - 1
    tpn, opponent, colour = history.tpn, history.opponent[row], history.colour[row]
    white = np.flatnonzero((opponent != NOBODY) & (colour == 1))
    pairs = zip(tpn[white].tolist(), tpn[opponent[white]].tolist(), strict=True)
    # NOBODY is no column: the first condition leaves out who met nobody.
    colourless = np.flatnonzero((opponent > np.arange(opponent.size)) & (colour == 0) & (colour[opponent] == 0))
    byes = tpn[history.bye[row]].tolist()
    return RecordedRound(
        pairs=tuple(Pair(*pair) for pair in pairs),
        colourless=tuple(zip(colourless.tolist(), opponent[colourless].tolist(), strict=True)),
        bye=byes[0] if byes else None,
    )
