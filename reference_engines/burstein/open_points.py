"""The open points of the text, each with the variants of the rules that follow another reading."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from reference_engines.burstein.edition import LookAhead
from reference_engines.burstein.index import Series
from reference_engines.burstein.seeding import SEEDING_EDITION, swap_seeding_edition
from reference_engines.definitions.bye_first import (
    COUNT_SCHEDULED_GAMES,
    IGNORE_VIRTUAL_POINTS,
    bye_rule_can_change_bye,
    forfeits_can_change_bye,
    has_forfeits,
    swap_bye_rule,
    virtual_points_can_change_bye,
)
from reference_engines.readings import follow_other_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from reference_engines.burstein.event import BursteinEvent
    from reference_engines.burstein.participants import RankedPlayers
    from reference_engines.frame.round import Round
    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Variant

    ChangeRules = Callable[[Any], Rules]
    BursteinRound = Round[Any, BursteinEvent, RankedPlayers, Any]
    CanMatter = Callable[[BursteinRound], bool]


def _change_series(rules: Any, **changes: Any) -> Rules:
    return replace(rules, index=replace(rules.index, **changes))


_OTHER_SERIES = (Series.UP_TO_THE_LAST_ROUND, Series.BEFORE_THE_LAST_ROUND)
_EVERY_SERIES = (Series.UP_TO_THE_ROUND_TO_BE_PAIRED, *_OTHER_SERIES)
"""Two entries together can change a round that neither changes alone, so combinations are tried, too."""
OTHER_READINGS: tuple[tuple[str, ChangeRules], ...] = (
    ("BURSTEIN-LOOK-AHEAD", partial(replace, look_ahead=LookAhead.WHOLLY_OR_NOT)),
    *(("BURSTEIN-ABSENT", partial(_change_series, series=series)) for series in _OTHER_SERIES),
    *(
        ("BURSTEIN-ABSENT-FORFEIT", partial(_change_series, series=series, forfeits_in_series=True))
        for series in _EVERY_SERIES
    ),
    ("BURSTEIN-BEGINNERS", partial(replace, beginners_by_score=True)),
    ("BURSTEIN-GAMES", COUNT_SCHEDULED_GAMES),
    ("BURSTEIN-FULL-POINT-BYE", swap_bye_rule),
    ("BURSTEIN-ACCELERATION", IGNORE_VIRTUAL_POINTS),
    (SEEDING_EDITION, swap_seeding_edition),
)


def variants(at: BursteinRound) -> Iterator[Variant]:
    """Yield the other readings that can matter for a round that is not a seeding round."""
    yield from at.event.as_seeding_round(at.number).variants_of_seeding()
    for identifier, rules in OTHER_READINGS:
        if identifier in _CAN_MATTER and _CAN_MATTER[identifier](at):
            yield follow_other_side(identifier, rules=rules)


def _has_several_brackets(at: BursteinRound) -> bool:
    return len(at.participants.players.groups) > 2  # noqa: PLR2004 - where the first begins, and where it ends


def _has_absences(at: BursteinRound) -> bool:
    """Whether a player had no game and no points in the latest round."""
    history, row = at.event.history, at.number - 2
    return row >= 0 and bool((~history.played[row] & ~history.bye[row] & (history.points[row] == 0)).any())


def _beginners_meet(at: BursteinRound) -> bool:
    return int((at.participants.players.preference == 0).sum()) > 1


_CAN_MATTER: dict[str, CanMatter] = {
    "BURSTEIN-LOOK-AHEAD": _has_several_brackets,
    "BURSTEIN-ABSENT": _has_absences,
    "BURSTEIN-ABSENT-FORFEIT": has_forfeits,
    "BURSTEIN-BEGINNERS": _beginners_meet,
    "BURSTEIN-GAMES": forfeits_can_change_bye,
    "BURSTEIN-ACCELERATION": virtual_points_can_change_bye,
    "BURSTEIN-FULL-POINT-BYE": bye_rule_can_change_bye,
}
"""Whether an entry can matter for a round; the entry that is missing here concerns seeding rounds."""
