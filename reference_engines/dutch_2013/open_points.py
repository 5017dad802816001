"""The open points of the text of 2013 as switches; the defaults are the readings that the engine follows."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from reference_engines.dutch.edition import EditionTerms
from tournaments.frozen import dataclass


class Upfloats(Enum):
    """The upfloaters that B.5 and B.6 protect (DUTCH-2013-UPFLOATS)."""

    EVERYWHERE = "wherever players of different scores meet"
    NOT_IF_HOMOGENEOUS = "not in a bracket that is treated as homogeneous"
    MDPS_PAIRED_FIRST = "only the opponents of moved-down players who are paired first, no player of a remainder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings2013:
    """A reading of every open point."""

    backtracks_for_all_or_nothing: bool = False
    """DUTCH-2013-C12-BEST."""
    fewer_left_over_is_enough: bool = False
    """DUTCH-2013-C12-INCOMPATIBLE."""
    scores_in_lowest_only: bool = False
    """DUTCH-2013-B3-ALL."""
    floats_again_for_lowest: bool = False
    """DUTCH-2013-C13-MDP."""
    above_stays_as_it_is: bool = False
    """DUTCH-2013-JOINED-ANEW."""
    bye_is_no_opponent: bool = False
    """DUTCH-2013-C1-LAST."""
    half_counts_those_apart: bool = False
    """DUTCH-2013-A3-HALF."""
    upfloats: Upfloats = Upfloats.EVERYWHERE
    """DUTCH-2013-UPFLOATS."""
    downfloats_within: bool = False
    """DUTCH-2013-DOWNFLOATS."""


DEFAULT_READINGS = Readings2013()
OTHER_READINGS = (
    ("DUTCH-2013-C12-BEST", replace(DEFAULT_READINGS, backtracks_for_all_or_nothing=True)),
    ("DUTCH-2013-C12-INCOMPATIBLE", replace(DEFAULT_READINGS, fewer_left_over_is_enough=True)),
    ("DUTCH-2013-B3-ALL", replace(DEFAULT_READINGS, scores_in_lowest_only=True)),
    ("DUTCH-2013-C13-MDP", replace(DEFAULT_READINGS, floats_again_for_lowest=True)),
    ("DUTCH-2013-JOINED-ANEW", replace(DEFAULT_READINGS, above_stays_as_it_is=True)),
    ("DUTCH-2013-C1-LAST", replace(DEFAULT_READINGS, bye_is_no_opponent=True)),
    ("DUTCH-2013-A3-HALF", replace(DEFAULT_READINGS, half_counts_those_apart=True)),
    ("DUTCH-2013-UPFLOATS", replace(DEFAULT_READINGS, upfloats=Upfloats.NOT_IF_HOMOGENEOUS)),
    ("DUTCH-2013-UPFLOATS", replace(DEFAULT_READINGS, upfloats=Upfloats.MDPS_PAIRED_FIRST)),
    ("DUTCH-2013-DOWNFLOATS", replace(DEFAULT_READINGS, downfloats_within=True)),
)
"""Entries of the register, each with another reading."""


@dataclass(frozen=True, kw_only=True)
class Text2013(EditionTerms):
    """The text of 2013 as data."""

    readings: Readings2013 = DEFAULT_READINGS
