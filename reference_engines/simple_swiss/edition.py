"""What the simple Swiss consists of, its options, and the readings by which it is followed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Section(Enum):
    """The parts of the essays, which number hardly any of their rules."""

    FIRST_COLOURS = "The color in the first round"
    COLOURS = "Color allocation rules"
    ASKING = "The algorithm in a scoregroup"
    MEETING = "C.04.1, two players meet once"
    BYE = "C.04.1, bye"


class Stage(Enum):
    """Within which limits of colours a scoregroup is paired."""

    BOTH = "B1: no colour over two games ahead of the other, nor three times running"
    DIFFERENCE = "B2: no colour over two games ahead of the other"
    NONE = "B3: no limit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What an event may choose, and the open points; as they stand here, they are taken."""

    outwards: bool = False
    """Whether middle+1, middle, middle+2, middle-1, ... are asked, instead of middle+1 to the last, then upwards."""
    stages: tuple[Stage, ...] = (Stage.BOTH, Stage.DIFFERENCE, Stage.NONE)
    odd_middle_rounded_up: bool = False
    """SIMPLE-ODD-MIDDLE."""
    bye_left_over: bool = False
    """SIMPLE-BYE."""
    limits_by_pair: bool = False
    """SIMPLE-STAGES."""


TAKEN = Options()
ALTERNATING = Options(outwards=True)
OLYMPIAD = Options(stages=(Stage.BOTH, Stage.NONE))
OPEN_POINTS = ("SIMPLE-BYE", "SIMPLE-STAGES", "SIMPLE-ODD-MIDDLE")
"""Entries of the register of which the other reading can be followed too."""


def read_otherwise(options: Options, identifier: str) -> Options:
    """Return the options with the other reading of one of the `OPEN_POINTS`."""
    if identifier == "SIMPLE-BYE":
        return replace(options, bye_left_over=not options.bye_left_over)
    if identifier == "SIMPLE-STAGES":
        return replace(options, limits_by_pair=not options.limits_by_pair)
    return replace(options, odd_middle_rounded_up=not options.odd_middle_rounded_up)
