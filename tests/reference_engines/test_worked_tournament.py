"""The worked tournament of the rules of 2013, round by round and by every edition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from reference_engines.dutch_2013.walk import Step2013, StepKind2013
from reference_engines.frame.systems import engine_for
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.model import Event

FILE = Path(__file__).parents[2] / "examples" / "held_2013.trf"
PUBLISHED = (
    (((1, 8), (9, 2), (3, 10), (11, 4), (5, 12), (13, 6), (7, 14)), None),
    (((5, 1), (2, 7), (6, 3), (4, 9), (8, 11), (10, 13)), 14),
    (((2, 5), (3, 4), (11, 6), (14, 1), (7, 10), (12, 8), (9, 13)), None),
    (((6, 2), (4, 5), (1, 3), (11, 7), (10, 14), (8, 9), (13, 12)), None),
    (((2, 1), (5, 11), (4, 6), (3, 7), (9, 10), (14, 12), (13, 8)), None),
)
"""Boards in order, White first, and the bye."""


def worked() -> Event:
    """Read the bundled file."""
    event = read_event(FILE).event
    assert event is not None
    return event


@pytest.mark.parametrize("edition", ["dutch-2013", "dutch-2017", "dutch-2026"])
@pytest.mark.parametrize("round_number", range(1, 6))
def test_every_published_pairing_is_made_with_its_colours_and_boards(edition: str, round_number: int) -> None:
    """By the edition that the tournament explains, and by later editions."""
    pairing = engine_for(edition).open(worked()).round(round_number).expected()
    boards, bye = PUBLISHED[round_number - 1]
    assert tuple((pair.white, pair.black) for pair in pairing.pairs) == boards
    assert pairing.bye == bye


# --- the way, as the annotated edition tells it ----------------------------------------------------------------------


def bracket_steps(round_number: int, bracket: int) -> list[Step2013]:
    """Return the steps of one bracket, as far as candidates and requirements are concerned."""
    prepared = engine_for("dutch-2013").open(worked())
    silent = (StepKind2013.REMAINDER, StepKind2013.BACK)
    return [
        step
        for step in prepared.round(round_number).expected_by_position.trace.steps
        if step.bracket == bracket and step.kind not in silent
    ]


def describe_steps(steps: Sequence[Step2013]) -> list[tuple[object, ...]]:
    """Return kind, article, players and refusing article of each step."""
    return [(step.kind, step.article, step.pairs or step.players, step.criterion) for step in steps]


def test_round_2_needs_a_transposition() -> None:
    """The natural pairing of the highest bracket misses too many colours; the first transposition is accepted."""
    steps = bracket_steps(2, 1)
    assert steps[0].targets is not None
    assert (steps[0].targets.p1, steps[0].targets.m1, steps[0].targets.x, steps[0].targets.z) == (3, 0, 1, 1)
    assert describe_steps(steps[1:]) == [
        (StepKind2013.REFUSED, "C.6", ((1, 5), (2, 6)), "B.4"),
        (StepKind2013.ACCEPTED, "C.6", ((1, 5), (2, 7), (3, 6)), ""),
    ]


def test_round_2_moves_two_players_down_who_have_met() -> None:
    """They are incompatible, are paired first in the lowest bracket, and its last player has the bye."""
    assert describe_steps(bracket_steps(2, 2))[0] == (StepKind2013.SET_APART, "C.1", (4, 11), "")
    steps = bracket_steps(2, 3)
    assert steps[0].targets is not None
    assert (steps[0].targets.p1, steps[0].targets.m1, steps[0].targets.x) == (3, 2, 0)
    assert describe_steps(steps[1:]) == [
        (StepKind2013.REFUSED, "C.6", ((4, 8),), "B.4"),
        (StepKind2013.ACCEPTED, "C.6", ((4, 9), (11, 8), (10, 13)), ""),
    ]
    assert steps[-1].players == (14,)


def test_round_3_needs_an_exchange() -> None:
    """Both transpositions of the bracket of 1.5 points fail; players 4 and 6 change places."""
    assert describe_steps(bracket_steps(3, 2)[1:]) == [
        (StepKind2013.REFUSED, "C.6", ((3, 6),), "B.1.a"),
        (StepKind2013.REFUSED, "C.7", ((3, 11),), "B.4"),
        (StepKind2013.EXCHANGED, "C.8", (4, 6), ""),
        (StepKind2013.ACCEPTED, "C.6", ((3, 4), (6, 11)), ""),
    ]


def test_round_4_exchanges_for_the_sake_of_a_downfloater() -> None:
    """Player 14 must not downfloat again (B.6), twice; after an exchange and a transposition player 9 does."""
    assert describe_steps(bracket_steps(4, 4)[1:]) == [
        (StepKind2013.REFUSED, "C.6", ((9, 10),), "B.6"),
        (StepKind2013.REFUSED, "C.7", ((9, 14),), "B.4"),
        (StepKind2013.EXCHANGED, "C.8", (9, 10), ""),
        (StepKind2013.REFUSED, "C.6", ((9, 10),), "B.6"),
        (StepKind2013.ACCEPTED, "C.6", ((10, 14),), ""),
    ]


def test_round_4_relaxes_the_upfloat_of_two_rounds_before() -> None:
    """The bracket of half a point: C.10.a, for one player, lets 9 meet 8."""
    steps = bracket_steps(4, 5)
    assert describe_steps(steps[1:]) == [
        (StepKind2013.REFUSED, "C.6", ((9, 8),), "B.6"),
        (StepKind2013.REFUSED, "C.7", ((9, 12),), "B.4"),
        (StepKind2013.LOWERED, "C.10.a", (), ""),
        (StepKind2013.ACCEPTED, "C.6", ((9, 8),), ""),
    ]
    assert steps[-1].targets is not None
    assert steps[-1].targets.b6_up == 1


def test_round_5_relaxes_the_upfloat_of_the_last_round() -> None:
    """The bracket of 2.5 points: 6 leaves a remainder that has met, 11 upfloated; C.10.a does not help, C.10.b does."""
    steps = bracket_steps(5, 3)
    refused = (StepKind2013.REFUSED, "C.7", ((5, 11),), "B.5")
    assert refused in describe_steps(steps)
    assert (StepKind2013.REFUSED, "C.6", ((5, 6), (4, 11)), "B.1.a") in describe_steps(steps)
    assert [step.article for step in steps if step.kind is StepKind2013.LOWERED] == ["C.10.a", "C.10.b"]
    assert steps[-1].pairs == ((5, 11), (4, 6))
    assert steps[-1].targets is not None
    assert (steps[-1].targets.b5_up, steps[-1].targets.b6_up) == (1, 0)


def test_round_5_backtracks_and_joins_the_lowest_brackets() -> None:
    """13 and 12 have met, 8 and 12 as well: no other downfloater helps, and the two lowest brackets are joined."""
    steps = [step for step in bracket_steps(5, 6) if step.kind in (StepKind2013.NOT_PAIRABLE, StepKind2013.JOINED)]
    assert (StepKind2013.NOT_PAIRABLE, "C.12", (8,), "") in describe_steps(steps)
    assert describe_steps(steps)[-1] == (StepKind2013.JOINED, "C.13", (8, 13), "")


def test_round_5_gives_up_colours_in_the_joined_bracket() -> None:
    """A.7.d is dropped for one pair (C.10.f) and X raised twice (C.10.e): 14 meets 12, and 13 meets 8."""
    accepted = bracket_steps(5, 6)[-1]
    assert accepted.kind is StepKind2013.ACCEPTED
    assert accepted.pairs == ((14, 12), (8, 13))
    assert accepted.targets is not None
    assert (accepted.targets.a7d, accepted.targets.x, accepted.targets.b5_up) == (1, 2, 0)
    last = [step.article for step in bracket_steps(5, 6) if step.kind is StepKind2013.LOWERED][-1]
    assert last == "C.10.e"
