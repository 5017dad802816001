"""The open points of the text, each with the variants of the rules that follow another reading."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.bye_first import (
    COUNT_SCHEDULED_GAMES,
    IGNORE_VIRTUAL_POINTS,
    bye_rule_can_change_bye,
    forfeits_can_change_bye,
    has_forfeits,
    has_virtual_points,
    swap_bye_rule,
    virtual_points_can_change_bye,
)
from reference_engines.definitions.player_states import over_the_board
from reference_engines.definitions.players_event import undeclared_initial_colour, with_rounds
from reference_engines.dubov.colours import ranked_by_points
from reference_engines.dubov.criteria import MAXIMUM_UPFLOATERS, TIMES_MOST_FIRST, TIMES_UPFLOATED
from reference_engines.dubov.edition import Halves, ShifterPool
from reference_engines.readings import follow_other_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from reference_engines.dubov.criteria import ScoregroupCriterion
    from reference_engines.dubov.event import DubovEvent
    from reference_engines.dubov.participants import DubovPlayers
    from reference_engines.dutch.players_round import PlayersRound
    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Variant

    ChangeRules = Callable[[Any], Rules]
    DubovRound = PlayersRound[Any, DubovEvent, DubovPlayers, Any]
    CanMatter = Callable[[DubovRound], bool]


def _change_floats(rules: Any, **changes: Any) -> Rules:
    return replace(rules, floats=replace(rules.floats, **changes))


def _count_times_by(rules: Any, *, criterion: ScoregroupCriterion) -> Rules:
    criteria = tuple(
        replace(numbered, criterion=criterion) if numbered.criterion is TIMES_UPFLOATED else numbered
        for numbered in rules.criteria
    )
    return replace(rules, criteria=criteria)


def _ignore_unrated(rules: Any) -> Rules:
    return replace(rules, aro=replace(rules.aro, unrated_count=False))


def _rank_by_points(rules: Any) -> Rules:
    return replace(rules, colour_articles=ranked_by_points(rules.colour_articles))


def _upfloats_can_matter(at: DubovRound) -> bool:
    return not at.participants.is_last_round and has_forfeits(at)


def _maximum_upfloaters_differ(at: DubovRound) -> bool:
    players = at.participants
    return not players.is_last_round and len({*players.upfloats[players.maximum_upfloaters].tolist()}) > 1


def _is_after_first_round(at: DubovRound) -> bool:
    return at.number > 1


def _beginners_meet(at: DubovRound) -> bool:
    return at.number > 1 and int(at.participants.beginners.sum()) > 1


def _has_unrated_players(at: DubovRound) -> bool:
    return at.number > 1 and not all(player.rating for player in at.event.event.players)


def _had_virtual_points(at: DubovRound) -> bool:
    event, rows = at.event, slice(0, at.number - 1)
    return not at.participants.is_last_round and bool(
        np.any(event.player_states.score[rows] != event.definitions.score(event.history)[rows])
    )


_OPEN: tuple[tuple[str, ChangeRules, CanMatter], ...] = (
    ("DUBOV-UPFLOAT-FORFEIT", partial(_change_floats, games=over_the_board), _upfloats_can_matter),
    ("DUBOV-GAMES", COUNT_SCHEDULED_GAMES, forfeits_can_change_bye),
    ("DUBOV-FULL-POINT-BYE", swap_bye_rule, bye_rule_can_change_bye),
    ("DUBOV-TIMES", partial(_count_times_by, criterion=TIMES_MOST_FIRST), _maximum_upfloaters_differ),
    ("DUBOV-TIMES", partial(_count_times_by, criterion=MAXIMUM_UPFLOATERS), _maximum_upfloaters_differ),
    ("DUBOV-SHIFT-POOL", partial(replace, shifters_numbered=ShifterPool.ALL_OF_THE_SUBGROUP), _is_after_first_round),
    ("DUBOV-BEGINNERS", partial(replace, halves=Halves.IN_THE_FIRST_ROUND), _beginners_meet),
    ("DUBOV-UNRATED", _ignore_unrated, _has_unrated_players),
    ("DUBOV-ACCELERATION", partial(_change_floats, compared=attrgetter("points")), _had_virtual_points),
    ("DUBOV-BYE-SCORE", IGNORE_VIRTUAL_POINTS, virtual_points_can_change_bye),
    ("DUBOV-HIGHER-RANKED", _rank_by_points, has_virtual_points),
)
"""Entry of the register, the change that follows another reading, and whether the reading can matter for a round."""
OTHER_READINGS: tuple[tuple[str, ChangeRules], ...] = tuple((identifier, rules) for identifier, rules, _ in _OPEN)


def variants(at: DubovRound) -> Iterator[Variant]:
    """Yield the other readings that can matter for a round."""
    yield from _variants_of_event(at)
    for identifier, rules, can_matter in _OPEN:
        if can_matter(at):
            yield follow_other_side(identifier, rules=rules)


def _variants_of_event(at: DubovRound) -> Iterator[Variant]:
    """Yield other numbers for odd and even, and other values of what the file does not declare."""
    beginners = int(at.participants.beginners.sum())
    if beginners:
        yield from at.variants_of_parity()
    if beginners > 1:  # 5.2.1 is for two beginners
        yield from undeclared_initial_colour(at.event)
    for rounds, entry in at.event.numbers_of_rounds(at.participants):
        yield follow_other_side(entry, event=partial(with_rounds, rounds=rounds))
