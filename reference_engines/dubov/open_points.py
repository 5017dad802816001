"""The open points of which the other side can be followed, each as a variant of the rules; `readings` argues them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.bye_first import (
    bye_rules_disagree,
    count_scheduled_games,
    ignore_virtual_points_for_bye,
    points_without_virtual,
    swap_bye_rule,
    virtual_points_affect_bye,
)
from reference_engines.dubov.colours import ranked_by_points
from reference_engines.dubov.criteria import MAXIMUM_UPFLOATERS, TIMES_MOST_FIRST, TIMES_UPFLOATED
from reference_engines.dubov.edition import Halves, ShifterPool
from reference_engines.history import NOBODY
from reference_engines.open_points import follow_other_side
from reference_engines.players_event import undeclared_initial_colour, with_rounds
from reference_engines.standing import over_the_board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from reference_engines.dubov.criteria import ScoregroupCriterion
    from reference_engines.dubov.rules import DubovRound
    from reference_engines.frame.rules import Rules, Variant

    Otherwise = Callable[[Any], Rules]
    MayMatter = Callable[[DubovRound], bool]


def _forfeits_are_none(rules: Any) -> Rules:
    other: Rules = replace(rules, floats=replace(rules.floats, games=over_the_board))
    return other


def _times_are(criterion: ScoregroupCriterion, rules: Any) -> Rules:
    criteria = tuple(
        replace(one, criterion=criterion) if one.criterion is TIMES_UPFLOATED else one for one in rules.criteria
    )
    other: Rules = replace(rules, criteria=criteria)
    return other


def _most_first(rules: Any) -> Rules:
    return _times_are(TIMES_MOST_FIRST, rules)


def _this_time_only(rules: Any) -> Rules:
    return _times_are(MAXIMUM_UPFLOATERS, rules)


def _all_numbered(rules: Any) -> Rules:
    other: Rules = replace(rules, shifters_numbered=ShifterPool.ALL_OF_THE_SUBGROUP)
    return other


def _halves_first(rules: Any) -> Rules:
    other: Rules = replace(rules, halves=Halves.IN_THE_FIRST_ROUND)
    return other


def _unrated_left_out(rules: Any) -> Rules:
    other: Rules = replace(rules, aro=replace(rules.aro, unrated_count=False))
    return other


def _by_points(rules: Any) -> Rules:
    other: Rules = replace(rules, floats=replace(rules.floats, compared=attrgetter("points")))
    return other


def _points_rank(rules: Any) -> Rules:
    other: Rules = replace(rules, colour_articles=ranked_by_points(rules.colour_articles))
    return other


def _somebody_forfeited(at: DubovRound) -> bool:
    history = at.event.history
    return bool((~history.played & (history.opponent != NOBODY))[: at.number - 1].any())


def _upfloats_may_matter(at: DubovRound) -> bool:
    return not at.participants.is_last_round and _somebody_forfeited(at)


def _forfeits_matter_for_the_bye(at: DubovRound) -> bool:
    return at.players.is_odd and _somebody_forfeited(at)


def _a_bye_bars_by_one_edition(at: DubovRound) -> bool:
    return bye_rules_disagree(at.event.history, at.players)


def _maximum_upfloaters_differ(at: DubovRound) -> bool:
    players = at.participants
    return not players.is_last_round and len({*players.upfloats[players.maximum_upfloaters].tolist()}) > 1


def _is_no_first_round(at: DubovRound) -> bool:
    return at.number > 1


def _beginners_meet(at: DubovRound) -> bool:
    return at.number > 1 and int(at.participants.beginners.sum()) > 1


def _somebody_is_unrated(at: DubovRound) -> bool:
    return at.number > 1 and not all(player.rating for player in at.event.event.players)


def _scores_were_virtual(at: DubovRound) -> bool:
    event, rows = at.event, slice(0, at.number - 1)
    return not at.participants.is_last_round and bool(
        np.any(event.standing.score[rows] != event.definitions.score(event.history)[rows])
    )


def _virtual_points_matter_for_the_bye(at: DubovRound) -> bool:
    return virtual_points_affect_bye(at.event.history, at.players)


def _scores_are_virtual(at: DubovRound) -> bool:
    return bool((at.players.score != points_without_virtual(at.event.history, at.players)).any())


_OPEN: tuple[tuple[str, Otherwise, MayMatter], ...] = (
    ("DUBOV-UPFLOAT-FORFEIT", _forfeits_are_none, _upfloats_may_matter),
    ("DUBOV-GAMES", count_scheduled_games, _forfeits_matter_for_the_bye),
    ("DUBOV-FULL-POINT-BYE", swap_bye_rule, _a_bye_bars_by_one_edition),
    ("DUBOV-TIMES", _most_first, _maximum_upfloaters_differ),
    ("DUBOV-TIMES", _this_time_only, _maximum_upfloaters_differ),
    ("DUBOV-SHIFT-POOL", _all_numbered, _is_no_first_round),
    ("DUBOV-BEGINNERS", _halves_first, _beginners_meet),
    ("DUBOV-UNRATED", _unrated_left_out, _somebody_is_unrated),
    ("DUBOV-ACCELERATION", _by_points, _scores_were_virtual),
    ("DUBOV-BYE-SCORE", ignore_virtual_points_for_bye, _virtual_points_matter_for_the_bye),
    ("DUBOV-HIGHER-RANKED", _points_rank, _scores_are_virtual),
)
"""Entry, the rules that follow another reading of it, and whether that may matter for a round."""
OTHERS: tuple[tuple[str, Otherwise], ...] = tuple((identifier, rules) for identifier, rules, _ in _OPEN)


def variants(at: DubovRound) -> Iterator[Variant]:
    """Yield what can be read otherwise and may matter for a round."""
    yield from _variants_of_event(at)
    for identifier, rules, may_matter in _OPEN:
        if may_matter(at):
            yield follow_other_side(identifier, rules=rules)


def _variants_of_event(at: DubovRound) -> Iterator[Variant]:
    """Yield other numbers for odd and even, and other values of what the file does not declare."""
    beginners = int(at.participants.beginners.sum())
    if beginners:
        yield from at.variants_of_parity()
    if beginners > 1:  # 5.2.1 is for two of them
        yield from undeclared_initial_colour(at.event)
    for rounds, entry in at.event.numbers_of_rounds(at.participants):
        yield follow_other_side(entry, event=partial(with_rounds, rounds=rounds))
