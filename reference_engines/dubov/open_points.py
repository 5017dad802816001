"""The open points of which the other side can be followed, each as a change of the rules; `readings` argues them."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.bye_first import (
    a_bye_bars_by_one_edition,
    by_points_for_the_bye,
    by_scheduled_games,
    by_the_other_bye_rule,
    points_of,
    virtual_points_matter_for_the_bye,
)
from reference_engines.dubov.colours import ranked_by_points
from reference_engines.dubov.course import changes_of_event
from reference_engines.dubov.criteria import MAXIMUM_UPFLOATERS, TIMES_MOST_FIRST, TIMES_UPFLOATED
from reference_engines.dubov.edition import Halves, ShiftersNumbered
from reference_engines.history import NOBODY
from reference_engines.open_points import follow_other_side
from reference_engines.standing import over_the_board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from reference_engines.dubov.course import DubovCourse
    from reference_engines.dubov.criteria import Criterion
    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.field import DubovField
    from reference_engines.engine import AnyRules, Change

    Otherwise = Callable[[Any], AnyRules]
    Met = Callable[[DubovText, DubovCourse, DubovField], bool]


def _forfeits_are_none(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, floats=replace(rules.floats, games=over_the_board))
    return other


def _times_are(criterion: Criterion, rules: Any) -> AnyRules:
    criteria = tuple(
        replace(one, criterion=criterion) if one.criterion is TIMES_UPFLOATED else one for one in rules.criteria
    )
    other: AnyRules = replace(rules, criteria=criteria)
    return other


def _most_first(rules: Any) -> AnyRules:
    return _times_are(TIMES_MOST_FIRST, rules)


def _this_time_only(rules: Any) -> AnyRules:
    return _times_are(MAXIMUM_UPFLOATERS, rules)


def _all_numbered(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, shifters_numbered=ShiftersNumbered.ALL_OF_THE_SUBGROUP)
    return other


def _halves_first(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, halves=Halves.IN_THE_FIRST_ROUND)
    return other


def _unrated_left_out(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, aro=replace(rules.aro, unrated_count=False))
    return other


def _by_points(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, floats=replace(rules.floats, compared=attrgetter("points")))
    return other


def _points_rank(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, colour_articles=ranked_by_points(rules.colour_articles))
    return other


def _somebody_forfeited(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    del text
    return bool((~course.history.played & (course.history.opponent != NOBODY))[: field.round_number - 1].any())


def _upfloats_may_matter(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    return not field.is_last_round and _somebody_forfeited(text, course, field)


def _forfeits_matter_for_the_bye(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    return field.players.is_odd and _somebody_forfeited(text, course, field)


def _a_bye_bars_by_one_edition(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    del text
    return a_bye_bars_by_one_edition(course.history, field.players)


def _maximum_upfloaters_differ(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    del text, course
    return not field.is_last_round and len({*field.upfloats[field.maximum_upfloaters].tolist()}) > 1


def _everywhere(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    del text, course
    return field.round_number > 1


def _beginners_meet(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    del text, course
    return field.round_number > 1 and int(field.beginners.sum()) > 1


def _somebody_is_unrated(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    del text
    return field.round_number > 1 and not all(player.rating for player in course.event.players)


def _scores_were_virtual(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    del text
    rows = slice(0, field.round_number - 1)
    return not field.is_last_round and bool(
        np.any(course.standing.score[rows] != course.definitions.score(course.history)[rows])
    )


def _virtual_points_matter_for_the_bye(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    del text
    return virtual_points_matter_for_the_bye(course.history, field.players)


def _scores_are_virtual(text: DubovText, course: DubovCourse, field: DubovField) -> bool:
    del text
    return bool((field.players.score != points_of(course.history, field.players)).any())


_OPEN: tuple[tuple[str, Otherwise, Met], ...] = (
    ("DUBOV-UPFLOAT-FORFEIT", _forfeits_are_none, _upfloats_may_matter),
    ("DUBOV-GAMES", by_scheduled_games, _forfeits_matter_for_the_bye),
    ("DUBOV-FULL-POINT-BYE", by_the_other_bye_rule, _a_bye_bars_by_one_edition),
    ("DUBOV-TIMES", _most_first, _maximum_upfloaters_differ),
    ("DUBOV-TIMES", _this_time_only, _maximum_upfloaters_differ),
    ("DUBOV-SHIFT-POOL", _all_numbered, _everywhere),
    ("DUBOV-BEGINNERS", _halves_first, _beginners_meet),
    ("DUBOV-UNRATED", _unrated_left_out, _somebody_is_unrated),
    ("DUBOV-ACCELERATION", _by_points, _scores_were_virtual),
    ("DUBOV-BYE-SCORE", by_points_for_the_bye, _virtual_points_matter_for_the_bye),
    ("DUBOV-HIGHER-RANKED", _points_rank, _scores_are_virtual),
)
"""Entry, the rules that follow the other side, and what of a round it is about."""
OTHERS: tuple[tuple[str, Otherwise], ...] = tuple((identifier, rules) for identifier, rules, _ in _OPEN)


def changes(text: DubovText, course: DubovCourse, field: DubovField) -> Iterator[Change]:
    """Yield what can be read otherwise and may matter for a round."""
    yield from changes_of_event(course, text, field)
    for identifier, rules, may_matter in _OPEN:
        if may_matter(text, course, field):
            yield follow_other_side(identifier, rules=rules)
