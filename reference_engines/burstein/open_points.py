"""The open points of which the other side can be followed, each as a variant of the rules; `readings` argues them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from reference_engines.burstein.edition import LookAhead
from reference_engines.burstein.index import Series
from reference_engines.burstein.seeding import SEEDING_EDITION, swap_seeding_edition
from reference_engines.bye_first import (
    bye_rules_disagree,
    count_scheduled_games,
    ignore_virtual_points_for_bye,
    swap_bye_rule,
    virtual_points_affect_bye,
)
from reference_engines.history import NOBODY
from reference_engines.open_points import follow_other_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from reference_engines.burstein.rules import BursteinRound
    from reference_engines.frame.rules import Rules, Variant

    Otherwise = Callable[[Any], Rules]
    MayMatter = Callable[[BursteinRound], bool]


def _looked_ahead(rules: Any) -> Rules:
    other: Rules = replace(rules, look_ahead=LookAhead.WHOLLY_OR_NOT)
    return other


def _absent(rules: Any, series: Series) -> Rules:
    other: Rules = replace(rules, index=replace(rules.index, series=series))
    return other


def _absent_by_forfeit(rules: Any, series: Series) -> Rules:
    other: Rules = replace(rules, index=replace(rules.index, series=series, forfeits_in_series=True))
    return other


def _beginners(rules: Any) -> Rules:
    other: Rules = replace(rules, beginners_by_score=True)
    return other


_OTHER_SERIES = (Series.UP_TO_THE_LAST_ROUND, Series.BEFORE_THE_LAST_ROUND)
_EVERY_SERIES = (Series.UP_TO_THE_ROUND_TO_BE_PAIRED, *_OTHER_SERIES)
"""Neither entry need change a round by itself where both do, so that they are read together, too."""
OTHERS: tuple[tuple[str, Otherwise], ...] = (
    ("BURSTEIN-LOOK-AHEAD", _looked_ahead),
    *(("BURSTEIN-ABSENT", partial(_absent, series=series)) for series in _OTHER_SERIES),
    *(("BURSTEIN-ABSENT-FORFEIT", partial(_absent_by_forfeit, series=series)) for series in _EVERY_SERIES),
    ("BURSTEIN-BEGINNERS", _beginners),
    ("BURSTEIN-GAMES", count_scheduled_games),
    ("BURSTEIN-FULL-POINT-BYE", swap_bye_rule),
    ("BURSTEIN-ACCELERATION", ignore_virtual_points_for_bye),
    (SEEDING_EDITION, swap_seeding_edition),
)


def variants(at: BursteinRound) -> Iterator[Variant]:
    """Yield what can be read otherwise and may matter for a round that is not a seeding round."""
    yield from at.event.as_seeding_round(at.number).variants_of_seeding()
    for identifier, rules in OTHERS:
        if identifier in _MAY_MATTER and _MAY_MATTER[identifier](at):
            yield follow_other_side(identifier, rules=rules)


def _has_several_brackets(at: BursteinRound) -> bool:
    return len(at.participants.players.groups) > 2  # noqa: PLR2004 - where the first begins, and where it ends


def _somebody_was_away(at: BursteinRound) -> bool:
    """Whether the latest round gave somebody nothing without a game."""
    history, row = at.event.history, at.number - 2
    return row >= 0 and bool((~history.played[row] & ~history.bye[row] & (history.points[row] == 0)).any())


def _somebody_forfeited(at: BursteinRound) -> bool:
    history, rows = at.event.history, slice(0, at.number - 1)
    return bool((~history.played[rows] & (history.opponent[rows] != NOBODY)).any())


def _beginners_meet(at: BursteinRound) -> bool:
    return int((at.participants.players.preference == 0).sum()) > 1


def _a_forfeit_matters_for_the_bye(at: BursteinRound) -> bool:
    return at.participants.players.is_odd and _somebody_forfeited(at)


def _virtual_points_matter_for_the_bye(at: BursteinRound) -> bool:
    return virtual_points_affect_bye(at.event.history, at.participants.players)


def _a_bye_bars_by_one_edition(at: BursteinRound) -> bool:
    return bye_rules_disagree(at.event.history, at.participants.players)


_MAY_MATTER: dict[str, MayMatter] = {
    "BURSTEIN-LOOK-AHEAD": _has_several_brackets,
    "BURSTEIN-ABSENT": _somebody_was_away,
    "BURSTEIN-ABSENT-FORFEIT": _somebody_forfeited,
    "BURSTEIN-BEGINNERS": _beginners_meet,
    "BURSTEIN-GAMES": _a_forfeit_matters_for_the_bye,
    "BURSTEIN-ACCELERATION": _virtual_points_matter_for_the_bye,
    "BURSTEIN-FULL-POINT-BYE": _a_bye_bars_by_one_edition,
}
"""Whether an entry may matter for a round; the entry that is not named here is about seeding rounds."""
