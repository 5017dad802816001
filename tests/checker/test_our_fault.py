"""Engines that get it wrong, or give no answer, are found out by the records that they judge."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from batches.answer_every_pair import drawn_rounds
from batches.judge_every_round import forbid_games, judge_every_round
from support.built_excuses import INDIVIDUAL_SYSTEMS
from support.loops import require_items
from support.samples import sample
from support.toy import ToyEvent, event_of, games, paired_properly
from support.toy_cast import Blind, Clumsy, Damaged, Lawless, Levelling, Narrow, Resigned, Slow
from support.toy_rounds import FIRST_ROUND, judge_toy_round

from checker.verdicts.comparison import judge_round
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Span
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing


def test_a_pairing_that_beats_ours_is_our_fault() -> None:
    """A damaged engine is found out by the pairing that it should have made."""
    finding = judge_toy_round(event_of([FIRST_ROUND, games((5, 1), (6, 2), (4, 3))]), Damaged)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert finding.argument.deciding_criterion is not None
    assert finding.argument.deciding_criterion.recorded < finding.argument.deciding_criterion.expected
    assert "our own engine is at fault" in finding.sentence


def test_a_pairing_generated_earlier_than_ours_is_our_fault() -> None:
    """Where the criteria tie, the order finds the damaged engine out."""
    finding = judge_toy_round(event_of([FIRST_ROUND]), Damaged)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert finding.argument.deciding_order is not None
    assert "generated earlier. No exchange between the halves is needed; the other pairing" in finding.sentence


def test_a_tie_in_a_bracket_is_our_fault_and_names_the_bracket() -> None:
    """Equal values and equal places in the order leave no reason to prefer either."""
    finding = judge_toy_round(event_of([FIRST_ROUND]), Levelling)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert "In bracket 1 (0.0 points): neither criteria nor order tell them apart." in finding.sentence
    assert (finding.argument.deciding_criterion, finding.argument.deciding_order) == (None, None)


def test_indistinguishable_pairings_are_our_fault_and_never_agree() -> None:
    """Two pairings that differ without a reason are not equal."""
    finding = judge_toy_round(event_of([FIRST_ROUND]), Blind)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert "equal in everything that it assesses" in finding.sentence


def test_an_engine_whose_own_pairing_is_illegal_is_at_fault() -> None:
    """Our own pairing is checked by the absolute rules, too."""
    finding = judge_toy_round(paired_properly(2), Lawless)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert "Its own pairing is illegal" in finding.sentence


def test_a_round_on_which_we_agree_is_checked_by_the_rules_all_the_same() -> None:
    """An engine that pairs two again, as a program with the same fault does: the agreement proves nothing."""
    again = games((4, 1), (6, 2), (5, 3))

    class Forgetful(ToyEvent):
        def pair(self, round_number: int) -> RoundPairing:
            return again if round_number == 2 else super().pair(round_number)

    finding = judge_toy_round(event_of([FIRST_ROUND, again]), Forgetful)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert [violation.players for violation in finding.argument.violations] == [(4, 1)]
    assert "It pairs as recorded, and that is illegal. Delta and Alpha may not" in finding.sentence


def test_a_legal_record_disproves_an_engine_that_finds_no_pairing() -> None:
    """No legal pairing, yet one is recorded: a fault of ours."""
    finding = judge_toy_round(event_of([FIRST_ROUND]), Resigned)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert "finds no legal pairing" in finding.sentence


def test_an_illegal_record_stays_illegal_where_no_legal_pairing_exists() -> None:
    """The sentence says that no better pairing was possible, but the record stays illegal."""
    finding = judge_toy_round(event_of([games((1, 2)), games((1, 2))], players=2))
    assert finding.verdict is Verdict.ILLEGAL
    assert "No legal pairing of this round exists (all players have met) (T1, 1)." in finding.sentence
    assert finding.discrepant_pairs == 1


def test_it_is_shown_that_no_legal_pairing_exists() -> None:
    """The proof names groups that can be checked by hand: player 3 had the bye, and the other two have met."""
    rounds = [games((1, 2), bye=3), games((3, 1), bye=2), games((2, 3), bye=1), games((1, 2), bye=3)]
    prepared = engine_for("dutch-2026").open(event_of(rounds, players=3))
    finding = judge_round(prepared, 4, RoundContext(event="toy"))
    assert finding.verdict is Verdict.ILLEGAL
    assert (
        "No legal pairing of this round exists (no pairing of this round complies with the absolute criteria: the "
        "players of each of these groups can only meet one another: player 1; player 2; player 3; the bye. Each group "
        "has an odd number (the bye counts as one) and so leaves one over) (C1, 2.1.1; C2, 2.1.2)."
    ) in finding.sentence


@pytest.mark.parametrize(
    ("prepared", "verdict", "reason"),
    [
        (Clumsy, Verdict.CRASH, "ZeroDivisionError: a score was divided by nothing"),
        (Narrow, Verdict.UNSUPPORTED, "second rounds are not implemented"),
        (Slow, Verdict.TIMEOUT, "took more than a second"),
    ],
)
def test_an_engine_that_gives_no_answer_gives_no_pass(prepared: type[ToyEvent], verdict: Verdict, reason: str) -> None:
    """Failure, refusal and time limit are verdicts of their own, with the reason."""
    finding = judge_toy_round(paired_properly(2), prepared)
    assert finding.verdict is verdict
    assert reason in finding.sentence
    assert not finding.verdict.was_judged
    assert finding.discrepant_pairs == 0


@pytest.mark.parametrize("system", INDIVIDUAL_SYSTEMS)
def test_no_legal_round_of_a_small_event_is_better_than_ours(system: str) -> None:
    """Every one of them is judged, with forbidden games that leave rounds unlike those of free play."""
    rng, verdicts = random.Random(system), Counter[Verdict]()
    rounds = sample(4, exploring=6)
    for question in require_items(islice(drawn_rounds(system, Span(5, 7), seed=77), rounds)):
        prepared = forbid_games(question, rng)
        verdicts += Counter(judge_every_round(prepared, question.stage, list(question.scores)))
    assert verdicts[Verdict.AGREE] + verdicts[Verdict.COLOURS] < verdicts.total()
    assert not verdicts[Verdict.REFERENCE_FAULT] + verdicts[Verdict.CRASH]
