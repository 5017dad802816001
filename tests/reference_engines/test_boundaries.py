"""Boundaries of rules, just before and just after: where a rule that is off by one would go unnoticed."""

from __future__ import annotations

import numpy as np
import pytest
from support.events import event
from support.situations import Somebody, situation

from reference_engines.definitions.players_event import PlayersEvent
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.dutch.rounds import Round2026
from reference_engines.dutch_2013.bracket import ScoreBracket
from reference_engines.dutch_2013.criteria import B3_FACTOR
from tournaments.model import ForbiddenGroup

ROWS = ["2w1 3w1 4w1", "1b0 4w1 3w1", "4w1 1b0 2b0", "3b0 2b0 1b0"]


@pytest.mark.parametrize(("number", "is_kept_apart"), [(1, False), (2, True), (3, True), (4, False)])
def test_players_are_kept_apart_from_the_first_to_the_last_round_of_a_group(number: int, is_kept_apart: bool) -> None:
    """Neither in the round before the first one, nor in the round after the last one."""
    group = ForbiddenGroup(players=frozenset((1, 4)), first_round=2, last_round=3)
    prepared = DUTCH_2026.open(event(ROWS, forbidden=(group,)))
    assert isinstance(prepared, PlayersEvent)
    assert prepared.is_forbidden(1, 4, number) is is_kept_apart
    assert not prepared.is_forbidden(1, 3, number)


@pytest.mark.parametrize(("met", "value"), [([], (0,)), (["CD"], (2, 10, 10))])
def test_a_following_bracket_that_cannot_be_paired_counts_all_of_its_players(
    met: list[str], value: tuple[int, ...]
) -> None:
    """[C8]: C and D are the following bracket; if they have met, both are left over."""
    players = [Somebody("A", 2), Somebody("B", 2), Somebody("C", 1), Somebody("D", 1)]
    round_rules = Round2026(players=situation(players, met), objective=DUTCH_2026.objective)
    (first, _), *_ = Round2026(players=situation(players, []), objective=DUTCH_2026.objective).brackets()
    bracket = type(first)(
        players=round_rules.players, mdps=(), first=first.first, last=first.last, next_last=first.next_last
    )
    assert round_rules.following_bracket(bracket, []) == value


@pytest.mark.parametrize(("downfloater", "value"), [(2, 10**2), (0, 20**2)])
def test_the_bye_is_an_opponent_one_point_below_the_lowest_player(downfloater: int, value: int) -> None:
    """B.3 in the lowest bracket (2013): the lowest player differs from the bye by one point, the next one by two."""
    players = [Somebody("A", 2), Somebody("B", 2), Somebody("C", 1)]
    bracket = ScoreBracket(players=situation(players, []), mdps=(0, 1), residents=(2,), is_last=True)
    shortfall = B3_FACTOR.criterion.contribution(bracket)
    assert shortfall is not None
    assert shortfall.floats is not None
    assert np.asarray(shortfall.floats)[downfloater] == value
