"""Properties of all events, drawn at random, with every kind of unplayed round."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.drawn_events import drawn
from support.loops import require_items
from support.tie_breaks import standings_of, values

from standings.codes import parse_list
from standings.ranking import rank
from standings.rules import EDITION_2026, EDITIONS, TieBreakRules
from tournaments.model import Result

if TYPE_CHECKING:
    import random

    from tournaments.model import Event

CODES = (
    *("WIN", "WON", "BPG", "BWG", "REP", "STD", "PS/C1", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/P", "FB", "AOB", "AOB/F"),
    *("SB", "SB/C1", "SB/P", "KS", "ARO/C1", "TPR", "PTP", "APRO", "APPO"),
)
RULES = TieBreakRules(edition=EDITION_2026)


def events(*, played_only: bool = False) -> st.SearchStrategy[Event]:
    """Return events by seed."""
    return st.integers(0, 10**9).map(lambda seed: drawn(seed, played_only=played_only))


@given(events())
@settings(max_examples=60, deadline=None)
def test_the_order_of_codes_never_changes_a_value(event: Event) -> None:
    """A code gives the same wherever it stands."""
    forwards = standings_of(event, ",".join(CODES))
    backwards = standings_of(event, ",".join(reversed(CODES)))

    assert forwards.columns == tuple(reversed(backwards.columns))


@given(events(), st.sampled_from(["BH", "SB", "FB"]))
@settings(max_examples=60, deadline=None)
def test_a_sum_is_the_sum_after_the_cut_and_what_was_cut(event: Event, base: str) -> None:
    """BH is BH/C1 plus the cut."""
    plain, once = standings_of(event, base), standings_of(event, f"{base}/C1")
    for player in require_items(event.players):
        explanation = once.explain(0, player.tpn)
        cut = sum(part.amount for part in explanation.contributions if part.cut is not None)
        assert plain.value(0, player.tpn) == plain.explain(0, player.tpn).value
        assert round(float(plain.value(0, player.tpn)) - float(explanation.value), 2) == cut / explanation.scale


@given(events(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_permuted_numbers_leave_values_and_ranks_alone(event: Event, rng: random.Random) -> None:
    """Neither a player's number nor the place in the list matters."""
    numbers = [player.tpn for player in event.players]
    shuffled = dict(zip(numbers, rng.sample(numbers, len(numbers)), strict=True))
    moved = tuple(
        replace(
            player,
            tpn=shuffled[player.tpn],
            rounds=tuple(
                replace(entry, opponent=shuffled[entry.opponent]) if entry.opponent else entry
                for entry in player.rounds
            ),
        )
        for player in event.players
    )
    listed = "PTS,DE," + ",".join(CODES)
    before = standings_of(event, listed)
    after = standings_of(replace(event, players=tuple(rng.sample(moved, len(moved)))), listed)

    for tpn in require_items(numbers):
        assert before.ranks[tpn] == after.ranks[shuffled[tpn]]
        for index in range(len(before.columns)):
            assert before.value(index, tpn) == after.value(index, shuffled[tpn])


@given(events(played_only=True))
@settings(max_examples=60, deadline=None)
def test_editions_agree_without_unplayed_rounds(event: Event) -> None:
    """All that they changed concerns unplayed rounds."""
    for code in CODES:
        assert len({tuple(values(event, code, TieBreakRules(edition=edition))) for edition in EDITIONS}) == 1


@given(events())
@settings(max_examples=60, deadline=None)
def test_a_cap_never_raises_a_value(event: Event) -> None:
    """16.4: no player has more Buchholz by the edition of 2026 than by that of 2024."""
    for code in ("BH", "SB", "FB"):
        older, newer = (values(event, code, TieBreakRules(edition=edition)) for edition in EDITIONS[1:])
        assert all(float(new) <= float(old) for new, old in zip(newer, older, strict=True))


@given(events())
@settings(max_examples=60, deadline=None)
def test_sonneborn_bergers_of_a_round_robin_weigh_every_scheduled_game(event: Event) -> None:
    """Forfeits are games there, free rounds nothing: all together are points times the opponents' scores."""
    rules = replace(RULES, pre_determined=True)
    ranked = standings_of(event, "SB", rules)
    scores = ranked.table.scores.own
    expected = sum(
        entry.points * scores[entry.opponent] for row in ranked.table.rows for entry in row if entry.opponent >= 0
    )

    assert sum(number or 0 for number in ranked.columns[0].numbers) == expected


@given(events(), st.sampled_from(["PTS,DE,BH/C1", "WIN,PTS,DE/P", "PTS,BH,SB,DE,TPN"]))
@settings(max_examples=60, deadline=None)
def test_groups_are_separated_in_the_order_of_the_list(event: Event, listed: str) -> None:
    """A player is better than the next one by the code that separates them, and equal by all codes before it."""
    ranked = rank(event, parse_list(listed), RULES)
    for player, other in require_items(product(event.players, repeat=2)):
        index = ranked.first_difference(player.tpn, other.tpn)
        one, two = ranked.table.places[player.tpn], ranked.table.places[other.tpn]
        assert (index is None) == (ranked.ranks[player.tpn] == ranked.ranks[other.tpn])
        if index is not None and ranked.ranks[player.tpn] < ranked.ranks[other.tpn]:
            assert ranked.columns[index].sort_keys()[one] < ranked.columns[index].sort_keys()[two]
            for column in ranked.columns[:index]:
                assert column.sort_keys()[one] == column.sort_keys()[two]


@pytest.mark.parametrize("seed", range(5))
def test_the_events_drawn_here_have_unplayed_rounds_of_every_kind(seed: int) -> None:
    """Otherwise the tests above would show little."""
    events_drawn = [drawn(number) for number in range(seed * 40, seed * 40 + 40)]
    kinds = {entry.result for event in events_drawn for player in event.players for entry in player.rounds}

    assert set(Result) - {Result.UNRATED_DRAW, Result.PENDING} <= kinds
