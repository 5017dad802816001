"""The checker's verdicts on rounds of the Dutch System of 2013."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.events import event
from support.samples import sample

from checker.verdicts.comparison import judge_pairing, judge_round
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.random_plans import draw_plan
from random_tournaments.simulation import play
from reference_engines.dutch_2013.bracket import OTHER_READINGS
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.model import Colour

if TYPE_CHECKING:
    from tournaments.model import Event

ENGINE = engine_for("dutch-2013")


def random_event(seed: int, players: tuple[int, int] = (4, 18), paired_by: str = "dutch-2013") -> Event:
    """Play an event with everything that can happen in one."""
    rng = random.Random(seed)
    plan = draw_plan(rng, Axes(players=Span(*players), rounds=Span(4, 8)))
    return play(plan, lambda played, number: engine_for(paired_by).open(played).round(number).expected(), rng)


@pytest.mark.parametrize("batch", range(4))
def test_no_pairing_of_a_later_edition_is_better_by_its_criteria(batch: int) -> None:
    """Rounds paired by the editions of 2017 and 2026 are judged by 2013: none beats the engine's own."""
    verdicts = set()
    for seed in range(15 * batch, 15 * batch + sample(6, exploring=15)):
        played = random_event(seed, paired_by=("dutch-2017", "dutch-2026")[seed % 2])
        prepared = ENGINE.open(played)
        for number in range(1, played.rounds_recorded + 1):
            verdicts.add(judge_round(prepared, number, RoundContext(event="random")).verdict)
    assert Verdict.AGREE in verdicts
    held_against = {Verdict.WORSE, Verdict.LATER_IN_ORDER, Verdict.ILLEGAL, Verdict.COLOURS}
    assert verdicts <= {Verdict.AGREE, Verdict.AMBIGUOUS_RULE, *held_against}


def test_two_who_meet_again_are_named_although_neither_has_another_opponent_in_the_bracket() -> None:
    """C.1 would move both down; the pairing that keeps them together is judged all the same."""
    prepared = ENGINE.open(event(["H 2w= 2b=", "H 1b= 1w=", "4w= - 4b=", "3b= - 3w="], rounds_declared=5))
    finding = judge_round(prepared, 3, RoundContext(event="again"))
    assert finding.verdict is Verdict.ILLEGAL
    assert {violation.players for violation in finding.argument.violations} == {(2, 1), (4, 3)}


def test_a_round_that_may_be_the_last_is_right_by_either_number_of_rounds() -> None:
    """The last recorded round of a file that declares no number of rounds: with topscorers it is right."""
    before = ["2b0 4w= 3w=", "1w1 6b= 5w=", "4w= 5b= 1b=", "3b= 1b= 6b0", "6b= 3w= 2b=", "5w= 2w= 4w1"]
    last = ["6w=", "3b=", "2w=", "5w=", "4b=", "1b="]
    rows = [f"{row} {game}" for row, game in zip(before, last, strict=True)]
    declared, undeclared = (ENGINE.open(event(rows, rounds_declared=number)) for number in (9, None))
    assert judge_round(declared, 4, RoundContext(event="declared")).verdict is Verdict.ILLEGAL
    finding = judge_round(undeclared, 4, RoundContext(event="undeclared"))
    assert finding.verdict is Verdict.AMBIGUOUS_RULE
    assert [note.identifier for note in finding.readings] == ["ROUNDS-UNDECLARED"]


EIGHT = [
    "6w= 4w= 5w= 2w=",
    "U 8b= 3w= 1b=",
    "7b0 6w= 2b= 8b1",
    "5b0 1b= 6b0 7w1",
    "4w1 7w0 1b= 6w0",
    "1b= 3b= 4w1 5b1",
    "3w1 5b1 8w= 4b0",
    "U 2w= 7b= 3w0",
]
"""Player 2 is moved down to 1, 3 and 8, and has no opponent there; with 7 in place of 2 one pair is made as well."""


@pytest.mark.parametrize(
    ("pairs", "verdict"),
    [([(6, 7), (3, 1), (2, 5), (4, 8)], Verdict.AGREE), ([(6, 2), (1, 7), (5, 3), (4, 8)], Verdict.WORSE)],
)
def test_the_judgement_follows_the_procedure(pairs: list[tuple[int, int]], verdict: Verdict) -> None:
    """A float by the order is right, a needless change is not; neither disproves our engine."""
    prepared = ENGINE.open(event(EIGHT, rounds_declared=7, initial_colour=Colour.WHITE))
    pairing = RoundPairing(pairs=tuple(Pair(*pair) for pair in pairs))
    finding = judge_pairing(prepared, 5, pairing, RoundContext(event="eight"))
    assert finding.verdict is verdict or f"by the side taken it would be `{verdict.value}`" in finding.sentence


Games = tuple[tuple[int, int], ...]


class DutchAmbiguity(NamedTuple):
    """The rounds before one in which an entry's readings differ, and the games and the bye by each of them."""

    identifier: str
    rows: list[str]
    taken: tuple[Games, int | None]
    alternative: tuple[Games, int | None]
    is_final: bool = False


AMBIGUITIES = [
    DutchAmbiguity(
        "DUTCH-2013-B3-ALL",
        [
            "5b1 4w1 2b1 3w1",
            "6w= 3b1 1w0 7b1",
            "7b1 2w0 5b1 1b0",
            "8w1 1b0 7w1 6b1",
            "1w0 6b1 3w0 8w1",
            "2b= 5w0 8b1 4w0",
            "3w0 8b1 4b0 2w0",
            "4b0 7w0 6w0 5b0",
        ],
        (((6, 1), (4, 2), (7, 5), (3, 8)), None),
        (((8, 1), (4, 2), (3, 6), (7, 5)), None),
    ),
    DutchAmbiguity(
        "DUTCH-2013-JOINED-ANEW",
        [
            "4b1 7w1 2b1 3w=",
            "5w= 3b1 1w0 7b1",
            "6b1 2w0 7b1 1b=",
            "1w0 5b1 6w= U",
            "2b= 4w0 U 6b1",
            "3w0 U 4b= 5w0",
            "U 1b0 3w0 2w0",
        ],
        (((5, 1), (2, 4), (6, 7)), 3),
        (((5, 1), (3, 4), (6, 7)), 2),
    ),
    DutchAmbiguity(
        "DUTCH-2013-C1-LAST",
        ["4b1 7w1", "5w1 3b1", "6b1 2w0", "1w0 5b1", "2b0 4w0", "3w0 U", "U 1b0"],
        (((2, 1), (7, 3), (4, 6)), 5),
        (((2, 1), (4, 3), (7, 6)), 5),
    ),
    DutchAmbiguity(
        "DUTCH-2013-DOWNFLOATS",
        ["4b1 2w= 5b1", "5w1 1b= 3w1", "6b1 4w= 2b0", "1w0 3b= 6w1", "2b0 6w1 1w0", "3w0 5b0 4b0"],
        (((1, 3), (6, 2), (4, 5)), None),
        (((4, 2), (6, 1), (3, 5)), None),
    ),
    DutchAmbiguity(
        "DUTCH-2013-C12-INCOMPATIBLE",
        [
            "5b1 4w1 3b1 2w1 6b1",
            "6w1 3b0 4w= 1b0 8b1",
            "7b1 2w1 1w0 5b1 4w1",
            "8w1 1b0 2b= 7w1 3b0",
            "1w0 8b1 6w1 3w0 7b1",
            "2b0 7w= 5b0 8w= 1w0",
            "3w0 6b= 8w1 4b0 5w0",
            "4b0 5w0 7b0 6b= 2w0",
        ],
        (((1, 7), (8, 3), (2, 5), (4, 6)), None),
        (((1, 8), (3, 6), (4, 5), (2, 7)), None),
    ),
    DutchAmbiguity(
        "DUTCH-2013-C12-BEST",
        [
            "4w1 7b1 2w0 3b=",
            "5b1 3w1 1b1 6w1",
            "6w1 2b0 4w1 1w=",
            "1b0 5w= 3b0 U",
            "2w0 4b= U 7w1",
            "3b0 U 7w1 2b0",
            "U 1w0 6b0 5b0",
        ],
        (((5, 3), (6, 1), (7, 4)), 2),
        (((7, 2), (1, 5), (6, 4)), 3),
        is_final=True,
    ),
    DutchAmbiguity(
        "DUTCH-2013-UPFLOATS",
        [
            "5w1 2b1 3w1 4b1",
            "6b1 1w0 5b1 3b1",
            "7w= 4b1 1b0 2w0",
            "8b1 3w0 6b= 1w0",
            "1b0 8w1 2w0 7b1",
            "2w0 7b1 4w= 8b1",
            "3b= 6w0 8b0 5w0",
            "4w0 5b0 7w1 6w0",
        ],
        (((1, 6), (2, 7), (5, 4), (3, 8)), None),
        (((1, 6), (2, 8), (5, 3), (7, 4)), None),
    ),
]


@pytest.mark.parametrize("ambiguity", AMBIGUITIES, ids=lambda parted: parted.identifier)
def test_both_sides_of_an_entry_are_followed(ambiguity: DutchAmbiguity) -> None:
    """By either side the text pairs as written here; the round of the other side is open for it."""
    rounds = len(ambiguity.rows[0].split())
    played = event(
        ambiguity.rows, rounds_declared=rounds + (1 if ambiguity.is_final else 3), initial_colour=Colour.BLACK
    )
    other = replace(ENGINE, readings=dict(OTHER_READINGS)[ambiguity.identifier])
    for rules, (games, bye) in ((ENGINE, ambiguity.taken), (other, ambiguity.alternative)):
        expected = rules.open(played).round(rounds + 1).expected()
        assert (set(expected.pairs), expected.bye) == ({Pair(*game) for game in games}, bye)
    prepared = ENGINE.open(played)
    for (games, bye), verdict, named in (
        (ambiguity.taken, Verdict.AGREE, []),
        (ambiguity.alternative, Verdict.AMBIGUOUS_RULE, [ambiguity.identifier]),
    ):
        pairing = RoundPairing(pairs=tuple(Pair(*game) for game in games), bye=bye)
        found = judge_pairing(prepared, rounds + 1, pairing, RoundContext(event="parted"))
        assert found.verdict is verdict
        assert [note.identifier for note in found.readings] == named
