"""The open points whose other side can be followed, each as a variant of the rules; `readings` argues them."""

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
from reference_engines.readings import follow_other_side
from reference_engines.upfloating.edition import FollowingReading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.double_swiss.event import DoubleEvent
    from reference_engines.double_swiss.text import DoubleParticipants
    from reference_engines.frame.round import Round
    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Variant

    ChangeRules = Callable[[Any], Rules]
    MatchRound = Round[Any, DoubleEvent, DoubleParticipants, Any]
    Matters = Callable[[MatchRound], bool]

_SEVERAL = 3
"""The number of scoregroups from which the following scoregroup is followed by another."""


def _read_following(rules: Any, read: FollowingReading) -> Rules:
    return replace(rules, following=rules.following | {read})


def _replace_definitions(rules: Any, **definitions: Any) -> Rules:
    return replace(rules, definitions=replace(rules.definitions, **definitions))


def _colour_on_boards(rules: Any) -> Rules:
    return replace(rules, match_colour=attrgetter("colour_on_boards"))


def _forfeits_float(rules: Any) -> Rules:
    return replace(rules, floats=replace(rules.floats, games=attrgetter("scheduled")))


def _points_float(rules: Any) -> Rules:
    return replace(rules, floats=replace(rules.floats, compared=attrgetter("points")))


def _points_rank(rules: Any) -> Rules:
    return replace(rules, higher_ranked=HigherRanked.BY_POINTS)


def _points_decide_bye(rules: Any) -> Rules:
    return replace(rules, bye_criteria=rules.bye_criteria_by_points)


def _replace_bye_bar(rules: Any, **read: str) -> Rules:
    """Replace the reading of [C2]; rules with another bar than `BYES` stay unchanged."""
    bars = rules.byes.bars
    return replace(rules, byes=ByeRule(partial(bars, **read))) if isinstance(bars, partial) else rules


def open_variants(at: MatchRound) -> Iterator[Variant]:
    """Yield the other sides that may matter for a round, and other values of undeclared facts."""
    for identifier, rules, matters in _OPEN_POINTS:
        if matters(at):
            yield follow_other_side(identifier, rules=rules)
    for parity in at.event.possible_parities(at.participants):
        yield follow_other_side("SPP-2026-08", side=parity.side, rules=partial(replace, parity=parity))
    for rounds in at.event.possible_round_counts(at.number):
        yield follow_other_side("ROUNDS-UNDECLARED", event=partial(with_rounds, rounds=GAMES * rounds))
    if at.number > 1:  # before, it is inferred from round 1 itself
        yield from undeclared_initial_colour(at.event)


def _has_odd_number(at: MatchRound) -> bool:
    return at.participants.size % 2 == 1


def _has_several_scoregroups(at: MatchRound) -> bool:
    return len(set(at.participants.scores)) >= _SEVERAL


def _lone_player_may_have_bye(at: MatchRound) -> bool:
    _, counts = np.unique(at.participants.score, return_counts=True)
    return _has_odd_number(at) and _has_several_scoregroups(at) and bool((counts[:-1] == 1).any())


def _declares_baku(at: MatchRound) -> bool:
    event = at.event.event
    return declares_baku(event.system) and not event.virtual_points


def _both_forfeited_a_game(at: MatchRound) -> bool:
    history, before = at.event.history, slice(0, at.number - 1)
    return bool((history.played[before] & ~history.on_boards[before]).any())


def _first_game_was_forfeited(at: MatchRound) -> bool:
    history, before = at.event.history, slice(0, at.number - 1)
    differs = history.on_boards[before] & (history.colour[before] != history.colour_on_boards[before])
    return bool(differs.any())


def _single_forfeits_can_change_bye(at: MatchRound) -> bool:
    return _has_odd_number(at) and _both_forfeited_a_game(at)


def _forfeited_last_match(at: MatchRound) -> bool:
    history, row = at.event.history, at.number - 2
    return row >= 0 and bool((history.scheduled[row] & ~history.played[row]).any())


def _scores_were_virtual(at: MatchRound) -> bool:
    event, row = at.event, at.number - 2
    return row >= 0 and bool((event.player_states.score[row] != event.history.score[row]).any())


def _scores_are_virtual(at: MatchRound) -> bool:
    players = at.participants
    return bool((players.score != players.points).any())


def _virtual_points_can_change_bye(at: MatchRound) -> bool:
    return _has_odd_number(at) and _scores_are_virtual(at)


def _had_single_full_point_bye(at: MatchRound) -> bool:
    history, before = at.event.history, slice(0, at.number - 1)
    single = history.full_point_bye[before] & ~history.full_point_bye_in_both[before] & ~history.bye[before]
    return _has_odd_number(at) and bool(single.any())


def _won_by_single_forfeit(at: MatchRound) -> bool:
    history, before = at.event.history, slice(0, at.number - 1)
    won = history.forfeit_win[before] & ~history.won_both_games_free[before]
    return _has_odd_number(at) and bool(won.any())


_OPEN_POINTS: tuple[tuple[str, ChangeRules, Matters], ...] = (
    ("DOUBLE-FOLLOWING-GRADED", partial(_read_following, read=FollowingReading.UNGRADED), _has_several_scoregroups),
    ("DOUBLE-FOLLOWING", partial(_read_following, read=FollowingReading.LEFT), _lone_player_may_have_bye),
    ("DOUBLE-BAKU", partial(_replace_definitions, virtual_points=virtual_points_of_a_win), _declares_baku),
    (
        "DOUBLE-SINGLE-FORFEITS",
        partial(_replace_definitions, met=attrgetter("on_boards")),
        _both_forfeited_a_game,
    ),
    ("DOUBLE-COLOUR", _colour_on_boards, _first_game_was_forfeited),
    ("DOUBLE-MATCHES", partial(_replace_definitions, games=attrgetter("on_boards")), _single_forfeits_can_change_bye),
    (
        "DOUBLE-SINGLE-BYE",
        partial(_replace_bye_bar, full_point_bye="full_point_bye_in_both"),
        _had_single_full_point_bye,
    ),
    (
        "DOUBLE-FORFEIT-WIN",
        partial(_replace_bye_bar, won_by_forfeit="won_both_games_free"),
        _won_by_single_forfeit,
    ),
    ("DOUBLE-FLOAT", _forfeits_float, _forfeited_last_match),
    ("DOUBLE-FLOAT", _points_float, _scores_were_virtual),
    ("DOUBLE-ACCELERATED", _points_rank, _scores_are_virtual),
    ("DOUBLE-BYE-SCORE", _points_decide_bye, _virtual_points_can_change_bye),
)
"""Entry, the rules that follow its other side, and whether it may matter for a round."""
OTHER_READINGS: tuple[tuple[str, ChangeRules], ...] = tuple(
    (identifier, rules) for identifier, rules, _ in _OPEN_POINTS
)
