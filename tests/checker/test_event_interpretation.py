"""One assignment for the whole event: what one round proves holds for all."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from support.findings import round_findings
from support.toy import ToyEvent, event_of

from checker.planting import PlantedError, plant
from checker.verdicts.comparison import judge_plainly, judge_round
from checker.verdicts.event_interpretation import choose_interpretation, judge_under
from checker.verdicts.interpretations import DEFAULT, Interpretations
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import PLAIN, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import Pair, ReadingNote, RoundPairing
from reference_engines.frame.systems import engine_for
from reference_engines.frame.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from checker.findings import RoundFinding

CONTEXT = RoundContext(event="toy")
SEATS = {1: (1, 4, 2, 5, 3, 6), 2: (1, 5, 2, 6, 4, 3), 3: (6, 1, 5, 3, 4, 2)}


def reverse_boards(pairing: RoundPairing, *boards: int) -> RoundPairing:
    """Reverse the colours of some boards."""
    return RoundPairing(
        pairs=tuple(
            Pair(pair.black, pair.white) if board in boards else pair for board, pair in enumerate(pairing.pairs, 1)
        )
    )


class Fixed(ToyEvent):
    """Pairs three rounds as they are laid down; each reading turns some boards of some rounds."""

    readings: Mapping[str, Mapping[int, tuple[int, ...]]] = {
        "A": {1: (1,), 2: (1,)},
        "B": {2: (2,)},
        "C": {3: (3,)},
    }
    read: tuple[str, ...] = ()

    def pair(self, round_number: int) -> RoundPairing:
        """Return the fixed pairing of the round."""
        numbers = SEATS[round_number]
        pairing = RoundPairing(pairs=tuple(Pair(*numbers[at : at + 2]) for at in (0, 2, 4)))
        for name in self.read:
            pairing = reverse_boards(pairing, *self.readings[name].get(round_number, ()))
        return pairing

    def variants(self, round_number: int) -> Iterator[Variant]:
        """Yield the readings that bear on a round."""
        for name, rounds in self.readings.items():
            if round_number in rounds:
                yield Variant(note=ReadingNote(identifier=name, sentence=f"{name}."))

    def under(self, *variants: Variant) -> ToyEvent:
        """Follow more readings."""
        prepared = Fixed(self.event)
        prepared.__dict__["read"] = (*self.read, *(variant.note.identifier for variant in variants))
        return prepared


def judge_rounds(*recorded: Sequence[int]) -> list[RoundFinding]:
    """Judge three rounds, each with its fixed pairing except for some boards with reversed colours."""
    rounds = [reverse_boards(Fixed(event_of([])).pair(number), *boards) for number, boards in enumerate(recorded, 1)]
    interpretations = Interpretations(
        Fixed(event_of(rounds)),  # type: ignore[arg-type]  # a toy
        partial(judge_plainly, context=CONTEXT),
    )
    chosen = choose_interpretation(interpretations, range(1, 4))
    return [judge_under(interpretations, chosen, number, CONTEXT) for number in range(1, 4)]


def verdicts(findings: list[RoundFinding]) -> list[tuple[Verdict, list[str]]]:
    """Return verdicts and readings."""
    return [(finding.verdict, [note.identifier for note in finding.readings]) for finding in findings]


AGREE, OPEN, COLOURS = Verdict.AGREE, Verdict.AMBIGUOUS_RULE, Verdict.COLOURS


def test_a_reading_that_explains_all_rounds_is_assigned() -> None:
    """Rounds on which it does not bear agree all the same."""
    assert verdicts(judge_rounds((1,), (1,), ())) == [(OPEN, ["A"]), (OPEN, ["A"]), (AGREE, [])]


def test_a_round_is_not_excused_by_what_another_round_contradicts() -> None:
    """By itself the second round would be right by A; the first one shows that A is not followed."""
    first, second, third = judge_rounds((), (1,), ())
    assert verdicts([first, second, third]) == [(AGREE, []), (COLOURS, []), (AGREE, [])]
    assert "By the other side of A it would be right, but round 1 contradicts that." in second.sentence


def test_two_rounds_may_rest_on_two_readings() -> None:
    """Each names its own."""
    assert verdicts(judge_rounds((), (2,), (3,))) == [(AGREE, []), (OPEN, ["B"]), (OPEN, ["C"])]


def test_two_readings_at_once_may_explain_one_round() -> None:
    """And both are named there; the other round rests on one."""
    assert verdicts(judge_rounds((1,), (1, 2), ())) == [(OPEN, ["A"]), (OPEN, ["A", "B"]), (AGREE, [])]


def test_not_more_than_two_readings_are_assigned() -> None:
    """One round stays wrong, however three would explain the event."""
    findings = judge_rounds((1,), (1, 2), (3,))
    (wrong,) = [finding for finding in findings if finding.verdict is COLOURS]
    assert "By the other side of " in wrong.sentence
    assert "it would be right, but the event as a whole comes off better by that of " in wrong.sentence


def test_an_event_that_agrees_is_judged_by_default_alone() -> None:
    """No other interpretation is tried."""
    interpretations = Interpretations(
        Fixed(event_of([Fixed(event_of([])).pair(1)])),  # type: ignore[arg-type]  # a toy
        partial(judge_plainly, context=CONTEXT),
    )
    assert choose_interpretation(interpretations, [1]).interpretation == DEFAULT


def test_numbers_that_the_first_round_proves_hold_for_the_last() -> None:
    """CLOCK-NUMBERS: a reversed colour is right by the numbers of the file, which no round before follows."""
    axes = replace(PLAIN, players=Span(8, 12), rounds=Span(4, 6))
    event = Batch(seed=3, axes=axes, system="clock-2012").play(31).event
    planted = plant(event, PlantedError.REVERSED_COLOURS, random.Random(31))
    assert planted is not None
    alone = judge_round(engine_for("clock-2012").open(planted.event), planted.round_number, CONTEXT)
    assert verdicts([alone]) == [(OPEN, ["CLOCK-NUMBERS"])]
    *before, last = round_findings(planted.event, "clock-2012")
    assert {finding.verdict for finding in before} == {AGREE}
    assert last.verdict is COLOURS
    assert "By the other side of CLOCK-NUMBERS it would be right, but rounds 1 and 2 contradict that." in last.sentence
