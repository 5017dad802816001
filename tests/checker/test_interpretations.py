"""Rounds under every interpretation that file and text allow: the most favourable verdict and its basis."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
from support.toy import ToyEvent, change, event_of, games

from checker.planting import recorded_pairing, with_last_round
from checker.verdicts import interpretations
from checker.verdicts.comparison import judge_plainly, judge_round
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import PLAIN, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.variants import Variant

CONTEXT = RoundContext(event="toy")
NEIGHBOURS = games((1, 2), (3, 4), (5, 6))


class Open(ToyEvent):
    """Knows another first round, which may settle its entry."""

    def variants(self, round_number: int) -> Iterator[Variant]:
        """Yield it."""
        if round_number == 1:
            yield change("TOY-ADJACENT", "Neighbours may meet in round 1.", NEIGHBOURS)


def test_a_round_that_is_right_under_another_interpretation_is_open() -> None:
    """It names the entry, and the pairing expected by default."""
    finding = judge_round(Open(event_of([NEIGHBOURS])), 1, CONTEXT)
    assert finding.verdict is Verdict.AMBIGUOUS_RULE
    assert [note.identifier for note in finding.readings] == ["TOY-ADJACENT"]
    assert finding.expected == games((1, 4), (2, 5), (3, 6))
    assert finding.discrepant_pairs == 0


def test_a_more_favourable_verdict_names_its_basis() -> None:
    """The pairs of the neighbours with the colours of one reversed: not later in order, but other colours."""
    event = event_of([games((1, 2), (4, 3), (5, 6))])
    by_default = judge_plainly(Open(event), 1, CONTEXT)
    assert (by_default.verdict, by_default.discrepant_pairs) == (Verdict.LATER_IN_ORDER, 3)
    finding = judge_round(Open(event), 1, CONTEXT)
    assert (finding.verdict, finding.discrepant_pairs) == (Verdict.COLOURS, 1)
    assert [note.identifier for note in finding.readings] == ["TOY-ADJACENT"]
    assert "The verdict rests on TOY-ADJACENT; by the side taken it would be `later-in-order`." in finding.sentence


def test_a_round_wrong_in_the_same_way_by_every_reading_is_described_by_default() -> None:
    """A reading by which fewer games are wrong, and the verdict is the same, excuses nothing."""

    class OpenOrder(ToyEvent):
        def variants(self, _round_number: int) -> Iterator[Variant]:
            yield change("TOY-ORDER", "The second candidate comes first.", games((1, 4), (2, 6), (3, 5)))

    prepared = OpenOrder(event_of([games((1, 5), (2, 6), (3, 4))]))
    read_otherwise = prepared.under(*prepared.variants(1))
    by_default, by_reading = (judge_plainly(found, 1, CONTEXT) for found in (prepared, read_otherwise))
    assert (by_default.verdict, by_default.discrepant_pairs) == (Verdict.LATER_IN_ORDER, 3)
    assert (by_reading.verdict, by_reading.discrepant_pairs) == (Verdict.LATER_IN_ORDER, 2)
    assert judge_round(prepared, 1, CONTEXT) == by_default


def test_an_interpretation_that_is_not_better_is_not_chosen() -> None:
    """The default interpretation stands."""
    event = event_of([games((1, 3), (2, 4), (5, 6))])
    assert judge_round(Open(event), 1, CONTEXT) == judge_plainly(Open(event), 1, CONTEXT)


def test_pairs_of_changes_are_tried_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """And it is known how many more there were; two that change nothing by themselves are not among them."""

    class Wide(ToyEvent):
        def variants(self, round_number: int) -> Iterator[Variant]:
            for number in range(4):
                yield change(f"TOY-{number}", "One of many.", NEIGHBOURS)
            yield change("TOY-IDLE", "The same.", ToyEvent.pair(self, round_number))
            yield change("TOY-IDLE-TOO", "The same.", ToyEvent.pair(self, round_number))

    for most, left in ((14, 0), (13, 1)):
        monkeypatch.setattr(interpretations, "MAX_TRIED_PAIRS", most)
        possible = interpretations.Interpretations(
            Wide(event_of([games((1, 3), (2, 4), (5, 6))])),  # type: ignore[arg-type]  # a toy
            partial(judge_plainly, context=CONTEXT),
        )
        assert interpretations.most_favourable(possible, 1) == interpretations.DEFAULT
        assert possible.count_untried_pairs(1) == left


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017", "clock-2012"])
@pytest.mark.parametrize("index", range(6))
def test_one_colour_reversed_in_the_last_round_is_never_more(system: str, index: int) -> None:
    """Where the file declares neither the number of rounds nor the initial colour."""
    axes = replace(PLAIN, players=Span(8, 16), rounds=Span(5, 7))
    event = Batch(seed=3, axes=axes, system=system).play(index).event
    last = event.rounds_recorded
    pairs = list(recorded_pairing(event, last).pairs)
    board = random.Random(index).randrange(len(pairs))
    pairs[board] = Pair(pairs[board].black, pairs[board].white)
    bye = recorded_pairing(event, last).bye
    turned = with_last_round(event, RoundPairing(pairs=tuple(pairs), bye=bye))
    silent = replace(turned, rounds_declared=None, initial_colour=None)
    finding = judge_round(engine_for(system).open(silent), last, CONTEXT)
    assert finding.verdict in (Verdict.COLOURS, Verdict.AMBIGUOUS_RULE), finding.sentence
    assert finding.discrepant_pairs <= 1
