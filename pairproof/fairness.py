"""Where `reference_engines.simple_swiss.fairness` used to be; to be left out of the next major version."""

from __future__ import annotations

import warnings

from reference_engines.simple_swiss.fairness import MOST_PLAYERS, Way, fairest, table, ways
from reference_engines.simple_swiss.fairness import AskingOrder as Choice

__all__ = ["MOST_PLAYERS", "Choice", "Way", "fairest", "table", "ways"]

warnings.warn(
    "pairproof.fairness is deprecated: use reference_engines.simple_swiss.fairness", DeprecationWarning, stacklevel=2
)
