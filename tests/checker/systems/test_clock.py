"""The checker's verdicts on rounds of the Clock System."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from support.clock import faults, two_with_white
from support.events import event
from support.findings import OR_OPEN, agreeing_rounds, round_findings, verdicts_by_error
from support.histories import with_next_round

from checker.planting import PlantedError, plant
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.event_batch import Batch
from reference_engines.clock.rules import CLOCK
from reference_engines.frame.results import Pair
from tournaments.model import Colour, Event, Result, RoundEntry, ScoringSystem

ENGINE = CLOCK


EVENTS = 60
VARIED_EVENTS = (0, 1, 5, 8, 12, 13, 24, 29, 40, 47, 54)
"""Of the first 60 events, enough for every verdict, article and reading that planted errors get with all of them."""


WHITE = {"initial_colour": Colour.WHITE}


def test_numbers_of_the_file_may_be_pairing_numbers() -> None:
    """CLOCK-NUMBERS: such an event is right by the other reading, not wrong."""
    played = event(["2w=", "1b=", "4b=", "3w="], rounds_declared=5, **WHITE)
    (finding,) = round_findings(played, "clock-2012")
    assert finding.verdict is Verdict.AMBIGUOUS_RULE
    assert finding.readings[0].identifier == "CLOCK-NUMBERS"


def test_a_second_bye_without_points_is_a_reading_and_not_illegal() -> None:
    """CLOCK-BYE-TWICE: 3 is alone in the second round, and has the bye again."""
    rows = ["2w1 -", "1b0 -", "U U"]
    worthless = event(rows, rounds_declared=5, scoring=ScoringSystem(pairing_allocated_bye=0), **WHITE)
    second = round_findings(worthless, "clock-2012")[-1]
    assert (second.verdict, [note.identifier for note in second.readings]) == (
        Verdict.AMBIGUOUS_RULE,
        ["CLOCK-BYE-TWICE"],
    )
    assert round_findings(event(rows, rounds_declared=5, **WHITE), "clock-2012")[-1].verdict is Verdict.ILLEGAL


def test_the_last_round_recorded_may_be_the_last_of_an_event_that_does_not_say() -> None:
    """ROUNDS-UNDECLARED: of that round alone; the notes say that no round was treated as the last one."""
    expected = ENGINE.open(two_with_white(("11", "11"), 3)).round(3).expected().pairs
    assert {1, 2} in [set(pair.players) for pair in expected]
    played = with_next_round(two_with_white(("11", "11"), None), [(pair.white, pair.black) for pair in expected])
    undeclared = replace(played, rounds_declared=None)
    last = round_findings(undeclared, "clock-2012")[-1]
    assert (last.verdict, [note.identifier for note in last.readings]) == (
        Verdict.AMBIGUOUS_RULE,
        ["ROUNDS-UNDECLARED"],
    )
    assert round_findings(played, "clock-2012")[-1].verdict is Verdict.ILLEGAL
    gone_on = replace(with_next_round(undeclared, [(3, 4)]), rounds_declared=None)
    assert round_findings(gone_on, "clock-2012")[2].verdict is Verdict.ILLEGAL
    assert "no round was treated as the last one" in " ".join(ENGINE.open(undeclared).notes)
    assert "last one" not in " ".join(ENGINE.open(played).notes)


def test_a_game_recorded_without_colours_is_a_game() -> None:
    """As files leave a forfeited one: the two are not left out, and nothing contradicts the colours of the grid."""
    games = event(["3w=", "-", "1b=", "-"], **WHITE)
    forfeited = {2: RoundEntry(4, None, Result.FORFEIT_WIN), 4: RoundEntry(2, None, Result.FORFEIT_LOSS)}
    listed = tuple(replace(one, rounds=(forfeited.get(one.tpn, one.rounds[0]),)) for one in games.players)
    colourless = replace(games, players=listed)
    assert set(ENGINE.open(colourless).round(1).posted.pairs) == {Pair(1, 3), Pair(4, 2)}
    assert [finding.verdict for finding in round_findings(colourless, "clock-2012")] == [Verdict.AGREE]


@cache
def event_of(index: int) -> Event:
    """Play an event of the batch."""
    axes = Axes(players=Span(5, 40), rounds=Span(2, 12))
    return Batch(system="clock-2012", seed=6, axes=axes).play(index).event


def test_random_events_agree_and_break_no_hard_rule() -> None:
    """The rules are counted from the players' rows, without the engine."""
    assert agreeing_rounds("clock-2012", map(event_of, range(EVENTS)), faults) > 5 * EVENTS


VERDICTS = verdicts_by_error(OR_OPEN, Verdict.AMBIGUOUS_RULE)


@pytest.mark.parametrize("error", PlantedError)
def test_every_planted_error_is_found_with_its_article(error: PlantedError) -> None:
    """In its round and no other; the independent count finds every broken hard rule as well."""
    verdicts: Counter[Verdict] = Counter()
    for index in VARIED_EVENTS:
        planted = plant(event_of(index), error, random.Random(index))
        if planted is None:
            continue
        *before, last = round_findings(planted.event, "clock-2012")
        assert {finding.verdict for finding in before} <= {Verdict.AGREE}
        milder = "CLOCK-BYE-TWICE" in {note.identifier for note in last.readings}
        assert last.verdict in (VERDICTS[error] | OR_OPEN if milder else VERDICTS[error]), last.sentence
        verdicts[last.verdict] += 1
        if last.verdict is Verdict.ILLEGAL:
            assert "Compatibility" in {violation.article for violation in last.argument.violations}
            assert faults(planted.event)
        elif last.verdict is Verdict.COLOURS:
            assert [ruling.article.startswith("Appendix B (") for ruling in last.argument.colour_rulings] == [True]
        elif last.verdict is not Verdict.AMBIGUOUS_RULE:
            assert last.argument.parting is not None
            assert last.argument.parting.article == "Candidate"
    assert verdicts.total() > len(VARIED_EVENTS) // 2
    assert verdicts[Verdict.AMBIGUOUS_RULE] <= verdicts.total() // 10
