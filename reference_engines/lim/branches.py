"""Which entries of the register can matter for a round: by the others it is paired as by the readings taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.lim.edition import OTHERS
from reference_engines.lim.steps import StepKind

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


def _had_a_bye_just_before(course: LimCourse, table: Table) -> bool:
    return table.round_number > 1 and bool(course.history.bye[table.round_number - 2].any())


def _is_maxi(course: LimCourse, table: Table) -> bool:
    return course.is_maxi and _has_several_scores(course, table)


def _has_floated_players(course: LimCourse, table: Table) -> bool:
    del course
    return any(person.floated for person in table.people)


def _has_cracked_a_pairing_just_before(course: LimCourse, table: Table) -> bool:
    """Only then may two have been transferred from one side of the median scoregroup who meet there."""
    walked = course.walked(table.round_number - 1) if table.round_number > 1 else None
    return walked is not None and any(step.kind is StepKind.CRACKING for step in walked[1])


def _has_players_below_the_median(course: LimCourse, table: Table) -> bool:
    del course
    return sum(table.side(score) < 0 for score in table.scores) > 1


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
    "LIM-MAXI-FLOATER": _is_maxi,
    "LIM-SPARED": _has_floated_players,
    "LIM-TRANSFERRED": _has_cracked_a_pairing_just_before,
    "LIM-FLOATERS-OPPONENT": _has_several_scores,
    "LIM-DUE": _is_odd_round_after_games,
    "LIM-SAME-DUE": _has_games,
    "LIM-HIGHER-RANKED": _has_several_scores,
    "LIM-MEDIAN-COLOURS": _has_players_below_the_median,
    "LIM-LAST-ROUND": _is_last,
    "LIM-LIMITS-IN-TURN": _is_last,
    "LIM-BYE-RANK": _is_odd,
    "LIM-FLOATED-BEFORE": _had_a_bye_just_before,
    "LIM-FIRST-ROUND": _has_somebody_without_games,
}
"""What of a round an entry is about."""
