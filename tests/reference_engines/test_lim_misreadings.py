"""The misreadings of the Lim System: each changes an event, and the literal engine follows it, too."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.agreement import games_of, paired
from support.generated import generated_events
from support.lim_events import draw_lim_event

from reference_engines.frame.results import NoLegalPairingError, Pair
from reference_engines.lim.edition import DEFAULT_READINGS
from reference_engines.lim.rules import LIM_1999, LIM_2026
from reference_engines.literal.lim import players
from reference_engines.literal.lim import rules as twin_rules
from reference_engines.literal.lim.players import Text, TwinPlayer, TwinRound, due_colour, limits_allow, read_round
from reference_engines.literal.lim.rules import pair_round
from reference_engines.misreadings import misreadings_of
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.frame.variants import Misreading

SHOWN = {
    "bye-again": (2, 6),
    "colours-do-not-count": (2, 6),
    "all-downward": (0, 3),
    "all-upwards": (0, 3),
    "median-counts-this-round": (0, 2),
    "floated-before-left-out": (1, 3),
    "alternation-alone": (3, 4),
    "equalisation-alone": (0, 3),
    "histories-left-out": (1, 6),
    "last-round-like-others": (4, 6),
    "all-numbers-odd": (0, 1),
}
"""The place of a generated event, and a round of it that each misreading changes."""


def test_the_editions_have_the_same_misreadings() -> None:
    """Each misreading is demonstrated here, and has its own identifier and sentence."""
    assert [one.identifier for one in misreadings_of(LIM_1999)] == [one.identifier for one in misreadings_of(LIM_2026)]
    assert {one.identifier for one in misreadings_of(LIM_2026)} == set(SHOWN)
    assert len({one.sentence for one in misreadings_of(LIM_2026)}) == len(SHOWN)


@pytest.mark.parametrize("misreading", misreadings_of(LIM_2026), ids=lambda one: one.identifier)
def test_a_misreading_changes_the_pairing_of_an_event(misreading: Misreading) -> None:
    """And the rules that it makes are a value: the same each time."""
    index, number = SHOWN[misreading.identifier]
    misread = misreading.rules(LIM_2026)
    ours, theirs = (
        rules.open(generated_events("lim")[index]).round(number).expected() for rules in (LIM_2026, misread)
    )
    assert (set(ours.pairs), ours.bye) != (set(theirs.pairs), theirs.bye)
    assert misread == misreading.rules(LIM_2026) != LIM_2026
    assert hash(misread) == hash(misreading.rules(LIM_2026))


def _change_players(**changed: object) -> Callable[[TwinRound], TwinRound]:
    """Return a function that changes these fields in every player of a round."""
    return lambda read: replace(read, players=tuple(replace(player, **changed) for player in read.players))


LITERALLY: dict[str, Callable[[TwinRound], TwinRound]] = {
    "bye-again": _change_players(may_have_bye=True),
    "all-downward": lambda read: replace(read, twice_median=min(player.score for player in read.players) * 2 - 1),
    "all-upwards": lambda read: replace(read, twice_median=max(player.score for player in read.players) * 2 + 1),
    "median-counts-this-round": lambda read: replace(read, twice_median=read.twice_median + 10),
    "floated-before-left-out": _change_players(floated=False),
    "last-round-like-others": lambda read: replace(read, is_last=False),
    "all-numbers-odd": _change_players(place=1),
}
"""The misreadings that change the literal twin's round; the others change its functions."""


@pytest.mark.parametrize("misreading", misreadings_of(LIM_2026), ids=lambda one: one.identifier)
def test_a_misreading_is_followed_as_by_trying_everything(
    misreading: Misreading, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next round of small events, as the twin pairs it when it makes the same mistake."""
    alterate(monkeypatch, misreading.identifier)
    misread = misreading.rules(LIM_2026)
    compared = 0
    for seed in range(60):
        drawn = draw_lim_event(random.Random(f"misread-{seed}"), 9)
        number = drawn.rounds_recorded + 1
        read = read_round(drawn, number, DEFAULT_READINGS, text=Text.SINCE_2026, is_maxi=False)
        try:
            expected = pair_round(LITERALLY.get(misreading.identifier, lambda same: same)(read))
        except NoLegalPairingError:
            assert paired(misread, drawn, number) == NoLegalPairingError.__name__
            continue
        games = {Pair(white.number, black.number) for white, black in expected.games}
        assert games_of(paired(misread, drawn, number)) == (games, expected.bye and expected.bye.number)
        compared += 1
    assert compared > 30


def alterate(monkeypatch: pytest.MonkeyPatch, identifier: str) -> None:
    """Make the twin misread an article that concerns its functions, not the round."""
    if identifier == "colours-do-not-count":
        monkeypatch.setattr(players, "keeps_limits", lambda _first, _second: True)
    if identifier == "alternation-alone":
        monkeypatch.setattr(players, "due_colour", _alternating)
    if identifier == "equalisation-alone":
        monkeypatch.setattr(players, "due_colour", _equalising)
    if identifier == "histories-left-out":
        monkeypatch.setattr(twin_rules, "latest_difference", lambda _first, _second: None)


def _alternating(player: TwinPlayer, round_: TwinRound) -> Colour | None:
    del round_
    return player.colours[0].opposite if player.colours else None


def _equalising(player: TwinPlayer, round_: TwinRound) -> Colour | None:
    if player.difference or limits_allow(player, Colour.WHITE) is not limits_allow(player, Colour.BLACK):
        return due_colour(player, round_)
    return None
