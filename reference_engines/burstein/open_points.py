"""The open points of which the other side can be followed, each as a change of the rules; `readings` argues them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from reference_engines.burstein.edition import LookAhead
from reference_engines.burstein.index import Series
from reference_engines.burstein.seeding import SEEDING_EDITION, by_the_other_edition, changes_of_seeding
from reference_engines.bye_first import (
    a_bye_bars_by_one_edition,
    by_points_for_the_bye,
    by_scheduled_games,
    by_the_other_bye_rule,
    virtual_points_matter_for_the_bye,
)
from reference_engines.history import NOBODY
from reference_engines.open_points import follow_other_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from reference_engines.burstein.course import BursteinCourse
    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.field import RankedField
    from reference_engines.engine import AnyRules, Change

    Otherwise = Callable[[Any], AnyRules]
    Met = Callable[[BursteinText, BursteinCourse, RankedField], bool]


def _looked_ahead(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, look_ahead=LookAhead.WHOLLY_OR_NOT)
    return other


def _absent(rules: Any, series: Series) -> AnyRules:
    other: AnyRules = replace(rules, index=replace(rules.index, series=series))
    return other


def _absent_by_forfeit(rules: Any, series: Series) -> AnyRules:
    other: AnyRules = replace(rules, index=replace(rules.index, series=series, forfeits_in_series=True))
    return other


def _beginners(rules: Any) -> AnyRules:
    other: AnyRules = replace(rules, beginners_by_score=True)
    return other


_OTHER_SERIES = (Series.UP_TO_THE_LAST_ROUND, Series.BEFORE_THE_LAST_ROUND)
_EVERY_SERIES = (Series.UP_TO_THE_ROUND_TO_BE_PAIRED, *_OTHER_SERIES)
"""Neither entry need change a round by itself where both do, so that they are read together, too."""
OTHERS: tuple[tuple[str, Otherwise], ...] = (
    ("BURSTEIN-LOOK-AHEAD", _looked_ahead),
    *(("BURSTEIN-ABSENT", partial(_absent, series=series)) for series in _OTHER_SERIES),
    *(("BURSTEIN-ABSENT-FORFEIT", partial(_absent_by_forfeit, series=series)) for series in _EVERY_SERIES),
    ("BURSTEIN-BEGINNERS", _beginners),
    ("BURSTEIN-GAMES", by_scheduled_games),
    ("BURSTEIN-FULL-POINT-BYE", by_the_other_bye_rule),
    ("BURSTEIN-ACCELERATION", by_points_for_the_bye),
    (SEEDING_EDITION, by_the_other_edition),
)


def changes(text: BursteinText, course: BursteinCourse, field: RankedField) -> Iterator[Change]:
    """Yield what can be read otherwise and may matter for a round that is no seeding round."""
    yield from changes_of_seeding(text.seeding, course.seeding, field.players)
    for identifier, rules in OTHERS:
        if identifier in _MET and _MET[identifier](text, course, field):
            yield follow_other_side(identifier, rules=rules)


def _has_several_brackets(text: BursteinText, course: BursteinCourse, field: RankedField) -> bool:
    del text, course
    return len(field.players.groups) > 2  # noqa: PLR2004 - where the first begins, and where it ends


def _somebody_was_away(text: BursteinText, course: BursteinCourse, field: RankedField) -> bool:
    """Whether the latest round gave somebody nothing without a game."""
    del text
    history, row = course.history, field.round_number - 2
    return row >= 0 and bool((~history.played[row] & ~history.bye[row] & (history.points[row] == 0)).any())


def _somebody_forfeited(text: BursteinText, course: BursteinCourse, field: RankedField) -> bool:
    del text
    history, rows = course.history, slice(0, field.round_number - 1)
    return bool((~history.played[rows] & (history.opponent[rows] != NOBODY)).any())


def _beginners_meet(text: BursteinText, course: BursteinCourse, field: RankedField) -> bool:
    del text, course
    return int((field.players.preference == 0).sum()) > 1


def _a_forfeit_matters_for_the_bye(text: BursteinText, course: BursteinCourse, field: RankedField) -> bool:
    return field.players.is_odd and _somebody_forfeited(text, course, field)


def _virtual_points_matter_for_the_bye(text: BursteinText, course: BursteinCourse, field: RankedField) -> bool:
    del text
    return virtual_points_matter_for_the_bye(course.history, field.players)


def _a_bye_bars_by_one_edition(text: BursteinText, course: BursteinCourse, field: RankedField) -> bool:
    del text
    return a_bye_bars_by_one_edition(course.history, field.players)


_MET: dict[str, Met] = {
    "BURSTEIN-LOOK-AHEAD": _has_several_brackets,
    "BURSTEIN-ABSENT": _somebody_was_away,
    "BURSTEIN-ABSENT-FORFEIT": _somebody_forfeited,
    "BURSTEIN-BEGINNERS": _beginners_meet,
    "BURSTEIN-GAMES": _a_forfeit_matters_for_the_bye,
    "BURSTEIN-ACCELERATION": _virtual_points_matter_for_the_bye,
    "BURSTEIN-FULL-POINT-BYE": _a_bye_bars_by_one_edition,
}
"""What of a round an entry is about; the entry that is not named here is about seeding rounds."""
