"""The sections of the essays on the simple Swiss, its options, and its open points."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from tournaments.frozen import FrozenStruct


class Section(Enum):
    """The parts of the essays, which number hardly any of their rules."""

    FIRST_COLOURS = "The color in the first round"
    COLOURS = "Color allocation rules"
    LIMITS = "The colors in the remaining rounds"
    ASKING = "The algorithm in a scoregroup"
    MEETING = "C.04.1, two players meet once"
    BYE = "C.04.1, bye"


class LimitStage(Enum):
    """The limits of colours within which a scoregroup is paired."""

    BOTH = "B1: no colour over two games ahead of the other, nor three times running"
    DIFFERENCE = "B2: no colour over two games ahead of the other"
    NONE = "B3: no limit"


class LimitBound(Enum):
    """The pairs that both limits of colours bind, so that they are never made; the stages are for other pairs."""

    NO_PAIRS = "no pairs: the limits are lifted in stages"
    NON_TOPSCORERS = "two who are not topscorers"
    ALL_PAIRS = "all pairs"


class SimpleOptions(FrozenStruct, frozen=True, kw_only=True):
    """The options that an event may choose, and the open points; the defaults are the sides taken."""

    outwards: bool = False
    """Whether middle+1, middle, middle+2, middle-1, ... are asked, instead of middle+1 to the last, then upwards."""
    stages: tuple[LimitStage, ...] = (LimitStage.BOTH, LimitStage.DIFFERENCE, LimitStage.NONE)
    bound: LimitBound = LimitBound.NO_PAIRS
    odd_middle_rounded_up: bool = False
    """SIMPLE-ODD-MIDDLE."""
    bye_left_over: bool = False
    """SIMPLE-BYE."""
    limits_by_pair: bool = False
    """SIMPLE-STAGES."""
    floaters_meet_the_first: bool = False
    """SIMPLE-FLOATERS."""
    runs_end_at_empty_rounds: bool = False
    """SIMPLE-RUNNING."""
    preference_by_rounds: bool = False
    """SIMPLE-TWICE."""
    alternates_by_rounds: bool = False
    """SIMPLE-ALTERNATION."""
    difference_passed_over: bool = False
    """SIMPLE-DIFFERENCE."""
    colourless_by_place: bool = False
    """SIMPLE-COLOURLESS."""
    greatest_mean: bool = False
    """SIMPLE-DEVIATION-MEAN, where ways to pair a group are compared."""
    unrated_as_lowest: bool = False
    """SIMPLE-DEVIATION-UNRATED."""

    @property
    def counted(self) -> tuple[LimitStage, ...]:
        """Limits that the fewest possible pairs break, the more important first (SIMPLE-STAGES; C.8, C.9)."""
        limits = tuple(stage for stage in self.stages if stage is not LimitStage.NONE)
        return limits[::-1] if self.bound is LimitBound.NON_TOPSCORERS else limits


DEFAULT_READINGS = SimpleOptions()
ALTERNATING = SimpleOptions(outwards=True)
OLYMPIAD = SimpleOptions(stages=(LimitStage.BOTH, LimitStage.NONE))
DUTCH = SimpleOptions(bound=LimitBound.NON_TOPSCORERS, limits_by_pair=True)
BASIC = SimpleOptions(bound=LimitBound.ALL_PAIRS, stages=(LimitStage.BOTH,))
ALTERNATING_OLYMPIAD = replace(OLYMPIAD, outwards=True)
ALTERNATING_DUTCH = replace(DUTCH, outwards=True)
ALTERNATING_BASIC = replace(BASIC, outwards=True)
_SWITCHES = {
    "SIMPLE-BYE": "bye_left_over",
    "SIMPLE-STAGES": "limits_by_pair",
    "SIMPLE-ODD-MIDDLE": "odd_middle_rounded_up",
    "SIMPLE-FLOATERS": "floaters_meet_the_first",
    "SIMPLE-RUNNING": "runs_end_at_empty_rounds",
    "SIMPLE-TWICE": "preference_by_rounds",
    "SIMPLE-ALTERNATION": "alternates_by_rounds",
    "SIMPLE-DIFFERENCE": "difference_passed_over",
    "SIMPLE-COLOURLESS": "colourless_by_place",
}
OPEN_POINTS = tuple(_SWITCHES)
"""Entries of the register whose other side can be followed."""
_SWITCHES_OF_DEVIATION = {
    "SIMPLE-DEVIATION-MEAN": "greatest_mean",
    "SIMPLE-DEVIATION-UNRATED": "unrated_as_lowest",
}
OPEN_POINTS_OF_DEVIATION = tuple(_SWITCHES_OF_DEVIATION)
"""The same, where a group is paired by the smallest deviation."""


def read_other_side(options: SimpleOptions, identifier: str) -> SimpleOptions:
    """Return the options with the other side of an open point."""
    switch = (_SWITCHES | _SWITCHES_OF_DEVIATION)[identifier]
    return replace(options, **{switch: not getattr(options, switch)})  # type: ignore[arg-type]  # all of them are flags
