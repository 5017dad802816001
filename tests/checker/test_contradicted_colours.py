"""The colours of a recorded round refute rules before the round is paired, and never refute what the rules pair."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items
from support.stripped_events import right_event

from reference_engines.frame.results import Pair, PairingError, RoundPairing
from reference_engines.frame.systems import editions, editions_by_name, engine_for
from reference_engines.misreadings import varied_misreadings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.rules import AnyRound

HOSTS = ("dutch-2026", "lim-2026")
"""Systems whose events are paired by all other systems for players."""


def rounds_under_variants(key: str) -> Iterator[AnyRound]:
    """Yield rounds of several events under the rules of a system and under each reading that may matter for them."""
    rules = engine_for(key)
    is_like_hosts = not rules.edition.pairs_teams and rules.edition.file_rounds_per_round == 1
    for host in (key.partition("/")[0], *(HOSTS if is_like_hosts else ())):
        event = replace(right_event(host, 1), initial_colour=None, rounds_declared=None)
        prepared = rules.open(event)
        for number in prepared.recorded_rounds[::2]:
            yield prepared.round(number)
            for _, other in prepared.apply_each_variant(number):
                yield other.round(number)


@pytest.mark.parametrize("key", [edition.key for edition in editions_by_name() if not edition.follows])
def test_colours_never_contradict_the_pairing_of_the_rules(key: str) -> None:
    """By any system, under any reading, of events that other systems paired, too."""
    paired = 0
    for bound in rounds_under_variants(key):
        try:
            expected = bound.expected()
        except PairingError:  # some readings cannot be followed in every round
            continue
        paired += 1
        assert not bound.contradicts_colours(expected)
        assert bound.would_pair_as(expected)
    assert paired


@pytest.mark.parametrize("key", [edition.key for edition in editions() if not edition.follows])
def test_a_reversed_game_contradicts_the_rules_before_the_round_is_paired(key: str) -> None:
    """In every round but the first, in which some systems give colours by the place of the pair."""
    prepared = engine_for(key).open(right_event(key, 0))
    for number in require_items(prepared.recorded_rounds[1:]):
        expected = prepared.round(number).expected()
        first, *others = expected.pairs
        reversed_game = RoundPairing(pairs=(Pair(first.black, first.white), *others), bye=expected.bye)
        fresh = engine_for(key).open(right_event(key, 0)).round(number)
        assert fresh.contradicts_colours(reversed_game)
        assert not fresh.is_paired_as(reversed_game)
        assert "_attempt" not in vars(fresh)


def test_colours_by_board_never_contradict_their_own_pairing() -> None:
    """The boards follow from all pairs, in whatever order a pairing lists them."""
    rules = engine_for("dutch-2026")
    by_board = [one.rules(rules) for one in varied_misreadings(rules) if "odd-board" in one.identifier]
    for misread in require_items(by_board):
        bound = misread.open(right_event("dutch-2026", 0)).round(1)
        expected = bound.expected()
        assert bound.would_pair_as(replace(expected, pairs=expected.pairs[::-1]))
