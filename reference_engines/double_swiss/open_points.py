"""The open points of which the other side can be followed, each as a variant of the rules; `readings` argues them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.player_states import ByeRule
from reference_engines.definitions.players_event import undeclared_initial_colour, with_rounds
from reference_engines.double_swiss.matches import GAMES, virtual_points_of_a_win
from reference_engines.double_swiss.text import HigherRanked
from reference_engines.frame.declared import declares_baku
from reference_engines.open_points import follow_other_side
from reference_engines.upfloating.text import FollowingRead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.double_swiss.rules import DoubleRound
    from reference_engines.frame.rules import Rules, Variant

    OtherRules = Callable[[Any], Rules]
    Matters = Callable[[DoubleRound], bool]

_SEVERAL = 3
"""Scoregroups from which there is one that follows the following one."""


def _following(rules: Any, read: FollowingRead) -> Rules:
    other: Rules = replace(rules, following=rules.following | {read})
    return other


def _defined(rules: Any, **definitions: Any) -> Rules:
    other: Rules = replace(rules, definitions=replace(rules.definitions, **definitions))
    return other


def _colour_on_boards(rules: Any) -> Rules:
    other: Rules = replace(rules, match_colour=attrgetter("colour_on_boards"))
    return other


def _forfeits_float(rules: Any) -> Rules:
    other: Rules = replace(rules, floats=replace(rules.floats, games=attrgetter("scheduled")))
    return other


def _points_float(rules: Any) -> Rules:
    other: Rules = replace(rules, floats=replace(rules.floats, compared=attrgetter("points")))
    return other


def _points_rank(rules: Any) -> Rules:
    other: Rules = replace(rules, higher_ranked=HigherRanked.BY_POINTS)
    return other


def _points_for_the_bye(rules: Any) -> Rules:
    other: Rules = replace(rules, rules=rules.rules_by_points_of_bye)
    return other


def _barred_otherwise(rules: Any, **read: str) -> Rules:
    """Read [C2] otherwise; rules that take something else for it stay as they are."""
    bars = rules.byes.bars
    other: Rules = replace(rules, byes=ByeRule(partial(bars, **read))) if isinstance(bars, partial) else rules
    return other


def open_variants(match_round: DoubleRound) -> Iterator[Variant]:
    """Yield what can be read otherwise and may matter for a round, and what the file does not declare."""
    for identifier, rules, matters in _OPEN:
        if matters(match_round):
            yield follow_other_side(identifier, rules=rules)
    for parity in match_round.event.possible_parities(match_round.participants):
        yield follow_other_side("SPP-2026-08", rules=partial(replace, parity=parity))
    for rounds in match_round.event.possible_round_counts(match_round.number):
        yield follow_other_side("ROUNDS-UNDECLARED", event=partial(with_rounds, rounds=GAMES * rounds))
    if match_round.number > 1:  # from the first round it is inferred as that has it
        yield from undeclared_initial_colour(match_round.event)


def _has_odd_number(match_round: DoubleRound) -> bool:
    return match_round.participants.size % 2 == 1


def _has_several_scoregroups(match_round: DoubleRound) -> bool:
    return len(set(match_round.participants.scores)) >= _SEVERAL


def _somebody_alone_may_have_the_bye(match_round: DoubleRound) -> bool:
    _, many = np.unique(match_round.participants.score, return_counts=True)
    return _has_odd_number(match_round) and _has_several_scoregroups(match_round) and bool((many[:-1] == 1).any())


def _declares_baku(match_round: DoubleRound) -> bool:
    event = match_round.event.event
    return declares_baku(event.system) and not event.virtual_points


def _two_forfeited_one_each(match_round: DoubleRound) -> bool:
    history, before = match_round.event.history, slice(0, match_round.number - 1)
    return bool((history.played[before] & ~history.on_boards[before]).any())


def _a_first_game_was_forfeited(match_round: DoubleRound) -> bool:
    history, before = match_round.event.history, slice(0, match_round.number - 1)
    differs = history.on_boards[before] & (history.colour[before] != history.colour_on_boards[before])
    return bool(differs.any())


def _bye_after_single_forfeits(match_round: DoubleRound) -> bool:
    return _has_odd_number(match_round) and _two_forfeited_one_each(match_round)


def _a_match_was_forfeited_just_now(match_round: DoubleRound) -> bool:
    history, row = match_round.event.history, match_round.number - 2
    return row >= 0 and bool((history.scheduled[row] & ~history.played[row]).any())


def _scores_were_virtual(match_round: DoubleRound) -> bool:
    event, row = match_round.event, match_round.number - 2
    return row >= 0 and bool((event.player_states.score[row] != event.history.score[row]).any())


def _scores_are_virtual(match_round: DoubleRound) -> bool:
    players = match_round.participants
    return bool((players.score != players.points).any())


def _virtual_points_matter_for_the_bye(match_round: DoubleRound) -> bool:
    return _has_odd_number(match_round) and _scores_are_virtual(match_round)


def _a_full_point_bye_was_single(match_round: DoubleRound) -> bool:
    history, before = match_round.event.history, slice(0, match_round.number - 1)
    single = history.full_point_bye[before] & ~history.full_point_bye_in_both[before] & ~history.bye[before]
    return _has_odd_number(match_round) and bool(single.any())


def _a_match_was_won_by_one_forfeit(match_round: DoubleRound) -> bool:
    history, before = match_round.event.history, slice(0, match_round.number - 1)
    won = history.forfeit_win[before] & ~history.won_both_games_free[before]
    return _has_odd_number(match_round) and bool(won.any())


_OPEN: tuple[tuple[str, OtherRules, Matters], ...] = (
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
OTHER_READINGS: tuple[tuple[str, OtherRules], ...] = tuple((identifier, rules) for identifier, rules, _ in _OPEN)
