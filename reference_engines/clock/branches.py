"""Which entries of the register can matter for a round: by the others it is paired as by the readings taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.clock.edition import OTHERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.clock.course import ClockCourse
    from reference_engines.clock.edition import Readings
    from reference_engines.clock.table import Table

    Met = Callable[[ClockCourse, Table], bool]


def branches(course: ClockCourse, table: Table) -> Iterator[tuple[str, Readings]]:
    """Yield the entries whose other side may pair a round differently, each with that side."""
    for identifier, readings in OTHERS:
        met = _MET.get(identifier)
        if met is None or met(course, table):
            yield identifier, readings


def _has_a_bye(course: ClockCourse, table: Table) -> bool:
    del course
    return table.bye is not None


def _somebody_was_away_at_the_start(course: ClockCourse, table: Table) -> bool:
    del table
    return course.history.rounds > 0 and not course.history.paired[0].all()


def _is_first_round(course: ClockCourse, table: Table) -> bool:
    del course
    return table.round_number == 1


def _has_rounds_without_a_game(course: ClockCourse, table: Table) -> bool:
    return not course.history.played[: table.round_number - 1].all()


def _has_topscorers(course: ClockCourse, table: Table) -> bool:
    del course
    return table.field.has_topscorers


def _has_opposite_wishes(course: ClockCourse, table: Table) -> bool:
    del course
    return 1 in table.absolute and -1 in table.absolute


def _has_conflicting_wishes(course: ClockCourse, table: Table) -> bool:
    del course
    difference, repeated = table.field.colour_difference, table.field.repeated
    return bool(((np.abs(difference) > 1) & (np.sign(difference) == -repeated)).any())


_MET: dict[str, Met] = {
    "CLOCK-LIST": _somebody_was_away_at_the_start,
    "CLOCK-FIRST-ROUND": _is_first_round,
    "CLOCK-MAXIMUM": _has_topscorers,
    "CLOCK-TWICE-IN-A-ROW": _has_rounds_without_a_game,
    "CLOCK-CONFLICT": _has_conflicting_wishes,
    "CLOCK-BYE-TWICE": _has_a_bye,
    "CLOCK-BYE-PICKS": _has_a_bye,
    "CLOCK-OPPOSITE-ABSOLUTE": _has_opposite_wishes,
    "CLOCK-SHORT-HISTORY": _has_rounds_without_a_game,
    "CLOCK-NO-COLOUR": _has_rounds_without_a_game,
}
"""What of a round an entry is about; the entries that are not named here are about any."""
