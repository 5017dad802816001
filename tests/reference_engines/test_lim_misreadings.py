"""The misreadings of the Lim System: each changes an event, and the literal engine follows it, too."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
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
from reference_engines.misreadings import misreadings_of, varied_misreadings
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.frame.variants import Misreading
    from reference_engines.lim.participants import LimParticipants

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


# --- rarer misreadings -----------------------------------------------------------------------------------------------


def _misread_players(identifier: str, participants: LimParticipants) -> LimParticipants:
    rules = next(one for one in varied_misreadings(LIM_2026) if one.identifier == identifier).rules(LIM_2026)
    misread: LimParticipants = rules.misread(participants)
    return misread


def _participants(*games: tuple[int, ...], **others: Any) -> LimParticipants:
    """Return players with the colours of their games, the latest first, of whom any two may meet by the record."""
    played = LIM_2026.open(generated_events("lim")[0]).round(1).participants
    players_of_games = tuple(
        replace(
            played.players[place],
            games=colours,
            difference=sum(colours),
            repeated=colours[0] if len(colours) > 1 and colours[0] == colours[1] else 0,
            due=0,
            **{name: values[place] for name, values in others.items()},
        )
        for place, colours in enumerate(games)
    )
    nobody = np.zeros((len(games), len(games)), dtype=np.bool_)
    apart = np.eye(len(games), dtype=np.bool_)
    return replace(played, players=players_of_games, apart=apart, meet=~apart, lifted=nobody, twice_median=20)


@pytest.mark.parametrize(
    ("name", "due"),
    [
        ("difference-first", [1, -1, -1, -1]),
        ("repeated-alone", [-1, -1, 0, 0]),
        ("wide-difference", [-1, -1, -1, -1]),
        ("none", [0, 0, 0, 0]),
    ],
)
def test_another_colour_is_due(name: str, due: list[int]) -> None:
    """After two Whites at one more Black, two Whites, White and Black, and one White."""
    found = _misread_players(f"due-{name}", _participants((1, 1, -1, -1, -1), (1, 1), (1, -1), (1,)))
    assert [player.due for player in found.players] == due


@pytest.mark.parametrize(
    ("name", "meeting"),
    [
        ("of-difference-alone", {(0, 2), (1, 2), (0, 1)}),
        ("of-repeated-alone", {(0, 2), (1, 2)}),
        ("difference-of-one", {(0, 2), (1, 2)}),
        ("difference-of-three", {(0, 2), (1, 2)}),
    ],
)
def test_other_limits_of_colours_hold(name: str, meeting: set[tuple[int, int]]) -> None:
    """Of two players with two Whites in a row, one of whom had Black before, and one with White and Black."""
    found = _misread_players(f"limits-{name}", _participants((1, 1, -1), (1, 1, -1, -1), (1, -1)))
    assert {(one, two) for one in range(3) for two in range(one + 1, 3) if found.meet[one, two]} == meeting


def test_a_wider_difference_is_within_the_limits() -> None:
    """Of two players with two more Whites, neither twice in a row: one of them would have three more."""
    wide = _participants((1, -1, 1, 1), (1, -1, 1, 1))
    meet = {
        name: bool(_misread_players(f"limits-{name}", wide).meet[0, 1])
        for name in ("difference-of-three", "difference-of-one")
    }
    assert meet == {"difference-of-three": True, "difference-of-one": False}
    assert bool(_misread_players("limits-of-repeated-alone", wide).meet[0, 1])


def test_the_median_score_is_another_one() -> None:
    """Of scores of two points and no points twice; by the text a point."""
    field = _participants((1,), (-1,), (1,), score=(20, 0, 0))
    assert field.twice_median == 20
    medians = {
        name: _misread_players(f"median-{name}", field).twice_median
        for name in ("above-by-10", "below-by-5", "of-players", "average")
    }
    assert medians == {"above-by-10": 40, "below-by-5": 10, "of-players": 0, "average": 13}


def test_fewer_games_are_compared() -> None:
    """Or the games from the first one on; numbers and floats stay."""
    field = _participants((1, -1, -1), (1,), floated=(True, False))
    assert [player.games for player in _misread_players("histories-of-2", field).players] == [(1, -1), (1,)]
    assert [player.games for player in _misread_players("histories-from-first", field).players] == [(-1, -1, 1), (1,)]
    odd = [player.is_odd for player in field.players]
    assert [player.is_odd for player in _misread_players("numbers-reversed", field).players] == [not one for one in odd]
    assert [player.floated for player in _misread_players("all-floated", field).players] == [True, True]
