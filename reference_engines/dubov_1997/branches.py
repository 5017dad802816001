"""Which entries of the register can matter for a round: by the others it is paired as by the readings taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.edition import OTHERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.dubov_1997.course import DubovCourse
    from reference_engines.dubov_1997.edition import Readings
    from reference_engines.dubov_1997.table import Table

    Met = Callable[[DubovCourse, Table], bool]

_FIRST_ROUND = "DUBOV97-FIRST-ROUND"


def branches(course: DubovCourse, table: Table) -> Iterator[tuple[str, Readings]]:
    """Yield the entries whose other side may pair a round differently, each with that side."""
    for identifier, readings in OTHERS:
        if (identifier == _FIRST_ROUND) != (table.round_number == 1):
            continue
        met = _MET.get(identifier)
        if met is None or met(course, table):
            yield identifier, readings


def _is_odd(course: DubovCourse, table: Table) -> bool:
    del course
    return table.size % 2 == 1


def _has_several_scores(course: DubovCourse, table: Table) -> bool:
    del course
    return len(set(table.scores)) > 1


def _has_somebody_due_nothing(course: DubovCourse, table: Table) -> bool:
    del course
    return any(not person.due for person in table.people)


def _has_unrated_players(course: DubovCourse, table: Table) -> bool:
    del table
    return any(not player.rating for player in course.event.players)


def _may_have_somebody_without_aro(course: DubovCourse, table: Table) -> bool:
    return _has_rounds_without_a_game(course, table) or _has_unrated_players(course, table)


def _has_rounds_without_a_game(course: DubovCourse, table: Table) -> bool:
    return not course.history.played[: table.round_number - 1].all()


_MET: dict[str, Met] = {
    _FIRST_ROUND: _has_several_scores,
    "DUBOV97-UNRATED": _has_unrated_players,
    "DUBOV97-NO-ARO": _may_have_somebody_without_aro,
    "DUBOV97-NO-COLOUR": _has_somebody_due_nothing,
    "DUBOV97-IN-A-ROW": _has_rounds_without_a_game,
    "DUBOV97-HISTORY": _has_rounds_without_a_game,
    "DUBOV97-BYE-POINT": _is_odd,
    "DUBOV97-BYE-TIES": _is_odd,
}
"""What of a round an entry is about; the entries that are not named here are about any round but the first."""
