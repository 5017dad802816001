"""Which entries of the register can matter for a round: by the others it is paired as by the readings taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.lim.edition import OTHERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.lim.course import LimCourse
    from reference_engines.lim.edition import Readings
    from reference_engines.lim.table import Table

    Met = Callable[[LimCourse, Table], bool]


def branches(course: LimCourse, table: Table) -> Iterator[tuple[str, Readings]]:
    """Yield the entries whose other side may pair a round differently, each with that side."""
    for identifier, readings in OTHERS:
        if _MET[identifier](course, table):
            yield identifier, readings


def _has_several_scores(course: LimCourse, table: Table) -> bool:
    del course
    return len(set(table.scores)) > 1


def _is_odd(course: LimCourse, table: Table) -> bool:
    del course
    return table.size % 2 == 1


def _is_last(course: LimCourse, table: Table) -> bool:
    return course.is_last(table.round_number)


def _is_odd_round_after_games(course: LimCourse, table: Table) -> bool:
    del course
    return table.round_number > 1 and table.round_number % 2 == 1


def _has_games(course: LimCourse, table: Table) -> bool:
    del course
    return table.round_number > 1


def _has_rounds_without_a_game(course: LimCourse, table: Table) -> bool:
    return not course.history.played[: table.round_number - 1].all()


def _had_a_bye_just_before(course: LimCourse, table: Table) -> bool:
    return table.round_number > 1 and bool(course.history.bye[table.round_number - 2].any())


def _has_somebody_without_games(course: LimCourse, table: Table) -> bool:
    del course
    return any(not any(person.games) for person in table.people)


_MET: dict[str, Met] = {
    "LIM-SCRUTINY": _has_games,
    "LIM-FLOATER-ORDER": _has_several_scores,
    "LIM-BLOCKED": _has_several_scores,
    "LIM-EXCLUDED": _has_several_scores,
    "LIM-ADJACENT": _has_several_scores,
    "LIM-FURTHER": _has_several_scores,
    "LIM-CRACK": _has_several_scores,
    "LIM-DUE": _is_odd_round_after_games,
    "LIM-SAME-DUE": _has_games,
    "LIM-HISTORY": _has_rounds_without_a_game,
    "LIM-LAST-ROUND": _is_last,
    "LIM-BYE-RANK": _is_odd,
    "LIM-FLOATED-BEFORE": _had_a_bye_just_before,
    "LIM-FIRST-ROUND": _has_somebody_without_games,
}
"""What of a round an entry is about."""
