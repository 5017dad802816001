"""The text of 2013 as data: the definitions of every edition, and the sides that are taken of its open points."""

from __future__ import annotations

from reference_engines.dutch.edition import DutchTerms
from reference_engines.dutch_2013.open_points import TAKEN, Readings
from tournaments.frozen import dataclass


@dataclass(frozen=True, kw_only=True)
class Text2013(DutchTerms):
    """The text of 2013."""

    readings: Readings = TAKEN
