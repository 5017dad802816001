"""Rarer misreadings of the Baku acceleration in pairs: where virtual points differ from the text, and where not."""

from __future__ import annotations

import pytest
from support.events import event
from support.varied import misread_rules, varied

from reference_engines.definitions.acceleration import virtual_points
from reference_engines.definitions.history import read_history
from tournaments.model import DeclaredSystem

BAKU = DeclaredSystem(code="FIDE_DUTCH_2026_BAKU")


def _points(identifier: str, *rows: str, rounds: int = 9, system: DeclaredSystem = BAKU) -> list[list[int]]:
    """Return the virtual points of the first four rounds by a misreading; without an identifier, by the text."""
    declared = event([*rows], rounds_declared=rounds, system=system)
    compute = misread_rules(identifier).definitions.virtual_points if identifier else virtual_points
    found: list[list[int]] = compute(declared, read_history(declared), 4).tolist()
    return found


@pytest.mark.parametrize(
    ("identifier", "first_round"),
    [
        ("", [10, 10, 10, 10, 0, 0, 0]),
        ("baku-group-one-fewer", [10, 10, 10, 0, 0, 0, 0]),
        ("baku-group-one-more", [10, 10, 10, 10, 10, 0, 0]),
        ("baku-group-two-fewer", [10, 10, 0, 0, 0, 0, 0]),
        ("baku-group-third", [10, 10, 10, 10, 0, 0, 0]),
        ("baku-group-quarter", [10, 10, 0, 0, 0, 0, 0]),
        ("baku-group-everybody", [10] * 7),
        ("baku-half-not-even", [10, 10, 10, 10, 0, 0, 0]),
        ("baku-half-rounded-down", [10, 10, 10, 0, 0, 0, 0]),
        ("baku-half-rounded-down-to-even", [10, 10, 0, 0, 0, 0, 0]),
    ],
)
def test_the_group_has_another_size(identifier: str, first_round: list[int]) -> None:
    """C.04.7:1.2: a third of seven players, rounded up to an even number, or half of them, is as many as it says."""
    assert not identifier or varied(identifier).article == "C.04.7:1.2"
    assert _points(identifier, *[""] * 7)[0] == first_round


@pytest.mark.parametrize(
    ("identifier", "of_first_player"),
    [
        ("", [10, 10, 5, 0]),
        ("baku-fewer-full-rounds", [10, 5, 5, 0]),
        ("baku-rounds-two-full-half", [10, 5, 0, 0]),
        ("baku-rounds-one-more-full-half", [10, 10, 5, 5]),
        ("baku-rounds-half-full-none", [5, 5, 5, 0]),
        ("baku-rounds-all-full-all", [10, 10, 10, 10]),
        ("virtual-points-exchanged", [5, 5, 10, 0]),
        ("virtual-points-halved", [5, 5, 2, 0]),
    ],
)
def test_other_rounds_have_virtual_points(identifier: str, of_first_player: list[int]) -> None:
    """Six rounds by the text: two with a win's points, one with half of them; without acceleration there are none."""
    assert [row[0] for row in _points(identifier, *[""] * 8, rounds=6)] == of_first_player
    none = _points(identifier, *[""] * 8, rounds=6, system=DeclaredSystem(code="FIDE_DUTCH_2026"))
    assert not any(any(row) for row in none)


def test_the_group_is_formed_anew_in_every_round() -> None:
    """Of the six who are present in round 2, or by scores, of which player 5 has the most; round 1 is the same."""
    rows = ("5w0 -", "6w1 6w1", "7w1 7w1", "8w1 8w1", "1b1 -", "2b0 2b0", "3b0 3b0", "4b0 4b0")
    text, present, scores = (_points(name, *rows) for name in ("", "baku-group-anew-present", "baku-group-anew-scores"))
    assert text[0] == present[0] == scores[0] == [10, 10, 10, 10, 0, 0, 0, 0]
    assert text[1] == text[0]
    assert present[1] == [0, 10, 10, 10, 0, 10, 0, 0]
    assert scores[1] == [0, 10, 10, 10, 10, 0, 0, 0]


def test_a_player_loses_virtual_points() -> None:
    """For good, or in the next round; the opponent, who won, keeps them."""
    rows = ("3w0 4b1", "4w1 3b1", "1b1 2w0", "2b0 1w0", "6w1 5b=", "5b0 6w=", "- -")
    for_good, lately = (_points(f"virtual-points-lost-after-losses-{when}", *rows) for when in ("for-good", "lately"))
    assert [row[0] for row in _points("", *rows)[:3]] == [row[1] for row in for_good[:3]] == [10, 10, 10]
    assert [row[0] for row in for_good[:3]] == [10, 0, 0]
    assert [row[0] for row in lately[:3]] == [10, 0, 10]


def test_players_of_the_group_have_no_points_for_their_first_round() -> None:
    """Player 1 was away in round 1 and player 2 in round 2; players 4 and 5 are not of the group in any case."""
    rows = ("- 3w1", "4w1 -", "5w1 1b0", "2b0 5w1", "3b0 4b0")
    of_absence = _points("virtual-points-lost-by-first-round-away-rounds", *rows)
    assert of_absence[:2] == [[0, 10, 10, 0, 0]] * 2
    assert _points("", *rows)[:2] == [[10, 10, 10, 0, 0]] * 2
    assert _points("virtual-points-lost-by-first-round-half-point-byes", *rows) == _points("", *rows)


def test_sentences_on_acceleration_name_the_round_that_matters() -> None:
    """Each is to be read after "as if"."""
    expected = {
        "baku-two-rounds": "the first two rounds were accelerated",
        "baku-rounds-three-full-all": (
            "only the first three rounds were accelerated, and all accelerated rounds had a win's virtual points"
        ),
        "virtual-points-lost-after-allocated-byes-lately": (
            "after the pairing-allocated bye a player had no virtual points in the next round"
        ),
    }
    assert {name: varied(name).sentence for name in expected} == expected
