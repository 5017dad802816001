"""The open points of which the other side can be followed, each as a change of the rules; `readings` argues them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.course import undeclared_initial_colour, with_rounds
from reference_engines.declared import declares_baku
from reference_engines.double_swiss.matches import GAMES, virtual_points_of_a_win
from reference_engines.double_swiss.text import HigherRanked
from reference_engines.open_points import follow_other_side
from reference_engines.standing import ByeRule
from reference_engines.upfloating.text import FollowingRead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.double_swiss.course import DoubleCourse
    from reference_engines.double_swiss.field import DoubleField
    from reference_engines.engine import AnyRules, Change

    Otherwise = Callable[[Any], AnyRules]
    Matters = Callable[[DoubleCourse, DoubleField], bool]

_SEVERAL = 3
"""Scoregroups from which there is one that follows the following one."""


def _following(rules: Any, read: FollowingRead) -> AnyRules:
    other: AnyRules = replace(rules, following=rules.following | {read})
    return other


def _defined(rules: Any, **definitions: Any) -> AnyRules:
    other: AnyRules = replace(rules, definitions=replace(rules.definitions, **definitions))
    return other


def _colour_on_boards(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, match_colour=attrgetter("colour_on_boards"))
    return other


def _forfeits_float(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, floats=replace(rules.floats, games=attrgetter("scheduled")))
    return other


def _points_float(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, floats=replace(rules.floats, compared=attrgetter("points")))
    return other


def _points_rank(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, higher_ranked=HigherRanked.BY_POINTS)
    return other


def _points_for_the_bye(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, rules=rules.rules_by_points_of_bye)
    return other


def _barred_otherwise(rules: Any, **read: str) -> AnyRules:
    """Read [C2] otherwise; rules that take something else for it stay as they are."""
    bars = rules.byes.bars
    other: AnyRules = replace(rules, byes=ByeRule(partial(bars, **read))) if isinstance(bars, partial) else rules
    return other


def changes(course: DoubleCourse, field: DoubleField) -> Iterator[Change]:
    """Yield what can be read otherwise and may matter for a round, and what the file does not declare."""
    for identifier, rules, matters in _OPEN:
        if matters(course, field):
            yield follow_other_side(identifier, rules=rules)
    for parity in course.other_parities(field):
        yield follow_other_side("SPP-2026-08", rules=partial(replace, parity=parity))
    for rounds in course.other_numbers_of_rounds(field.round_number):
        yield follow_other_side("ROUNDS-UNDECLARED", event=partial(with_rounds, rounds=GAMES * rounds))
    if field.round_number > 1:  # from the first round it is inferred as that has it
        yield from undeclared_initial_colour(course)


def _has_several_scoregroups(course: DoubleCourse, field: DoubleField) -> bool:
    del course
    return len(set(field.scores)) >= _SEVERAL


def _somebody_alone_may_have_the_bye(course: DoubleCourse, field: DoubleField) -> bool:
    _, many = np.unique(field.score, return_counts=True)
    return field.size % 2 == 1 and _has_several_scoregroups(course, field) and bool((many[:-1] == 1).any())


def _declares_baku(course: DoubleCourse, field: DoubleField) -> bool:
    del field
    return declares_baku(course.event.system) and not course.event.virtual_points


def _two_forfeited_one_each(course: DoubleCourse, field: DoubleField) -> bool:
    history, before = course.history, slice(0, field.round_number - 1)
    return bool((history.played[before] & ~history.on_boards[before]).any())


def _a_first_game_was_forfeited(course: DoubleCourse, field: DoubleField) -> bool:
    history, before = course.history, slice(0, field.round_number - 1)
    differs = history.on_boards[before] & (history.colour[before] != history.colour_on_boards[before])
    return bool(differs.any())


def _bye_after_single_forfeits(course: DoubleCourse, field: DoubleField) -> bool:
    return field.size % 2 == 1 and _two_forfeited_one_each(course, field)


def _a_match_was_forfeited_just_now(course: DoubleCourse, field: DoubleField) -> bool:
    history, row = course.history, field.round_number - 2
    return row >= 0 and bool((history.scheduled[row] & ~history.played[row]).any())


def _scores_were_virtual(course: DoubleCourse, field: DoubleField) -> bool:
    row = field.round_number - 2
    return row >= 0 and bool((course.standing.score[row] != course.history.score[row]).any())


def _scores_are_virtual(course: DoubleCourse, field: DoubleField) -> bool:
    del course
    return bool((field.score != field.points).any())


def _virtual_points_matter_for_the_bye(course: DoubleCourse, field: DoubleField) -> bool:
    return field.size % 2 == 1 and _scores_are_virtual(course, field)


def _a_full_point_bye_was_single(course: DoubleCourse, field: DoubleField) -> bool:
    history, before = course.history, slice(0, field.round_number - 1)
    single = history.full_point_bye[before] & ~history.full_point_bye_in_both[before] & ~history.bye[before]
    return field.size % 2 == 1 and bool(single.any())


def _a_match_was_won_by_one_forfeit(course: DoubleCourse, field: DoubleField) -> bool:
    history, before = course.history, slice(0, field.round_number - 1)
    won = history.forfeit_win[before] & ~history.won_both_games_free[before]
    return field.size % 2 == 1 and bool(won.any())


_OPEN: tuple[tuple[str, Otherwise, Matters], ...] = (
    ("DOUBLE-FOLLOWING-GRADED", partial(_following, read=FollowingRead.UNGRADED), _has_several_scoregroups),
    ("DOUBLE-FOLLOWING", partial(_following, read=FollowingRead.LEFT), _somebody_alone_may_have_the_bye),
    ("DOUBLE-BAKU", partial(_defined, virtual_points=virtual_points_of_a_win), _declares_baku),
    ("DOUBLE-SINGLE-FORFEITS", partial(_defined, met=attrgetter("on_boards")), _two_forfeited_one_each),
    ("DOUBLE-COLOUR", _colour_on_boards, _a_first_game_was_forfeited),
    ("DOUBLE-MATCHES", partial(_defined, games=attrgetter("on_boards")), _bye_after_single_forfeits),
    (
        "DOUBLE-SINGLE-BYE",
        partial(_barred_otherwise, full_point_bye="full_point_bye_in_both"),
        _a_full_point_bye_was_single,
    ),
    (
        "DOUBLE-FORFEIT-WIN",
        partial(_barred_otherwise, won_by_forfeit="won_both_games_free"),
        _a_match_was_won_by_one_forfeit,
    ),
    ("DOUBLE-FLOAT", _forfeits_float, _a_match_was_forfeited_just_now),
    ("DOUBLE-FLOAT", _points_float, _scores_were_virtual),
    ("DOUBLE-ACCELERATED", _points_rank, _scores_are_virtual),
    ("DOUBLE-BYE-SCORE", _points_for_the_bye, _virtual_points_matter_for_the_bye),
)
"""Entry, the rules that follow its other side, and whether it may matter for a round."""
OTHERS: tuple[tuple[str, Otherwise], ...] = tuple((identifier, rules) for identifier, rules, _ in _OPEN)
