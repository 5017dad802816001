"""A run has three counts, and a run that checked nothing never passes."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from msgspec import to_builtins

from checker.findings import Argument, Counts, Differences, EventFinding, EventHeader, RoundFinding, gather, tally
from checker.verdicts.consequence import judge_run
from checker.verdicts.verdict import ExitStatus, Outcome, Verdict
from reference_engines.frame.results import Pair, RoundPairing, Violation

PAIRING = RoundPairing(pairs=(Pair(1, 4), Pair(2, 5), Pair(3, 6)))
HEADER = EventHeader(event="open", source="open.trf")


def finding(verdict: Verdict, differences: Differences | None = None, **more: object) -> RoundFinding:
    """Make a finding on three pairs."""
    return RoundFinding(
        event="open",
        round_number=1,
        verdict=verdict,
        sentence="",
        recorded=PAIRING,
        differences=differences,
        **more,  # type: ignore[arg-type]  # whatever field a test gives
    )


WRONG = finding(
    Verdict.WORSE, Differences(recorded_only=(Pair(1, 4), Pair(2, 5)), expected_only=(Pair(1, 5), Pair(2, 4)))
)


def test_events_rounds_and_pairs_are_counted_apart() -> None:
    """Two events with one wrong round in the second."""
    agree = finding(Verdict.AGREE)
    result = tally([HEADER, agree, agree, HEADER, agree, WRONG])
    assert result.checked == Counts(events=2, rounds=4, pairs=12)
    assert result.discrepancies == Counts(events=1, rounds=1, pairs=2)
    assert result.verdicts == ((Verdict.AGREE, 3), (Verdict.WORSE, 1))
    assert judge_run(result).status is ExitStatus.DISCREPANCIES


def test_two_wrong_rounds_make_one_discrepant_event() -> None:
    """Events are not counted twice."""
    assert tally([HEADER, WRONG, WRONG]).discrepancies == Counts(events=1, rounds=2, pairs=4)


def test_reversed_colours_are_discrepant_pairs() -> None:
    """A pair with wrong colours counts like a wrong pair."""
    reversed_colours = finding(Verdict.COLOURS, Differences(colours=(Pair(1, 4),)))
    assert reversed_colours.discrepant_pairs == 1


def test_the_pairs_on_record_are_counted_not_those_expected_instead() -> None:
    """A record may have fewer pairs than there should be."""
    differences = Differences(
        recorded_only=(Pair(1, 4),), expected_only=(Pair(1, 5), Pair(2, 4)), colours=(Pair(3, 6),)
    )
    assert finding(Verdict.WORSE, differences).discrepant_pairs == 2
    assert finding(Verdict.AMBIGUOUS_RULE, differences).discrepant_pairs == 0


def test_an_unreadable_record_has_no_pairs() -> None:
    """Even if players break a rule in it."""
    violation = Violation(label="C1", article="2.1.1", players=(2, 5), sentence="")
    unknown = replace(finding(Verdict.ILLEGAL, argument=Argument(violations=(violation,))), recorded=None)
    assert (unknown.pairs, unknown.discrepant_pairs) == (0, 0)


def test_without_an_expected_pairing_the_culprits_pairs_count() -> None:
    """If no legal pairing exists, the pairs of the players who break a rule are discrepant."""
    violation = Violation(label="C1", article="2.1.1", players=(2, 5), sentence="")
    assert finding(Verdict.ILLEGAL, argument=Argument(violations=(violation,))).discrepant_pairs == 1


def test_a_run_without_a_check_does_not_pass() -> None:
    """An empty run, and a run of refusals, end in the status for what could not be checked."""
    assert judge_run(tally([])).status is ExitStatus.NOT_CHECKED
    refused = EventHeader(event="x", source="x", refusal="Nothing to check.")
    assert judge_run(tally([refused])).status is ExitStatus.NOT_CHECKED
    assert tally([refused]).not_checked == 1


@pytest.mark.parametrize(
    ("verdict", "outcome", "status"),
    [
        (Verdict.AGREE, Outcome.CONSISTENT, 0),
        (Verdict.ILLEGAL, Outcome.DISCREPANT, 1),
        (Verdict.WORSE, Outcome.DISCREPANT, 1),
        (Verdict.LATER_IN_ORDER, Outcome.DISCREPANT, 1),
        (Verdict.COLOURS, Outcome.DISCREPANT, 1),
        (Verdict.BOARD_ORDER, Outcome.ACCEPTED, 0),
        (Verdict.REFERENCE_FAULT, Outcome.DISCREPANT, 1),
        (Verdict.AMBIGUOUS_RULE, Outcome.ACCEPTED, 0),
        (Verdict.DECLARED, Outcome.ACCEPTED, 0),
        (Verdict.NOTHING_TO_JUDGE, Outcome.UNCHECKED, 2),
        (Verdict.UNSUPPORTED, Outcome.UNCHECKED, 2),
        (Verdict.UNREADABLE, Outcome.UNCHECKED, 2),
        (Verdict.CRASH, Outcome.UNCHECKED, 2),
        (Verdict.TIMEOUT, Outcome.UNCHECKED, 2),
    ],
)
def test_every_verdict_leads_to_its_exit_status(verdict: Verdict, outcome: Outcome, status: int) -> None:
    """Alone, and beside a round that agrees."""
    assert verdict.outcome is outcome
    for beside in ([], [finding(Verdict.AGREE)]):
        assert judge_run(tally([HEADER, *beside, finding(verdict)])).status == status


def test_unjudged_rounds_are_counted_as_not_checked_only() -> None:
    """One by one, beside the events that were refused."""
    refused = EventHeader(event="x", source="x", refusal="Nothing to check.")
    result = tally([HEADER, finding(Verdict.CRASH), finding(Verdict.TIMEOUT), refused])
    assert result.not_checked == 3
    assert result.checked == result.discrepancies == Counts()


ALONE = replace(finding(Verdict.DECLARED), recorded=RoundPairing(pairs=(), bye=1))


@pytest.mark.parametrize(
    ("rounds", "not_checked", "status"),
    [
        ([ALONE], 1, ExitStatus.NOT_CHECKED),
        ([ALONE, ALONE], 1, ExitStatus.NOT_CHECKED),
        ([ALONE, finding(Verdict.AGREE)], 0, ExitStatus.CONSISTENT),
        ([replace(ALONE, verdict=Verdict.ILLEGAL)], 0, ExitStatus.DISCREPANCIES),
    ],
)
def test_an_event_without_a_judged_pair_does_not_pass(
    rounds: list[RoundFinding], not_checked: int, status: ExitStatus
) -> None:
    """First, last or between others; one pair in any round makes it a checked one."""
    other = [HEADER, finding(Verdict.AGREE)]
    for entries in ([HEADER, *rounds], [HEADER, *rounds, *other], [*other, HEADER, *rounds]):
        result = tally(entries)
        assert (result.not_checked, judge_run(result).status) == (not_checked, status)


def test_another_order_of_boards_has_a_count_of_its_own() -> None:
    """It is checked, and neither an agreement nor a discrepancy."""
    result = tally([HEADER, finding(Verdict.BOARD_ORDER, Differences(boards_differ=True))])
    assert result.verdicts == ((Verdict.BOARD_ORDER, 1),)
    assert (result.checked.rounds, result.discrepancies) == (1, Counts())


def test_a_fault_of_ours_fails_the_run() -> None:
    """It is a discrepancy, not a footnote."""
    assert Verdict.REFERENCE_FAULT.outcome is Outcome.DISCREPANT


def test_a_discrepancy_outweighs_what_could_not_be_checked() -> None:
    """Both are reported; the exit status is that of the discrepancy."""
    assert judge_run(tally([HEADER, finding(Verdict.CRASH), WRONG])).status is ExitStatus.DISCREPANCIES


def test_entries_are_gathered_by_event() -> None:
    """Rounds belong to the header before them, those that are wrong and those that are not."""
    agree = finding(Verdict.AGREE)
    first, second, third = gather([HEADER, WRONG, agree, WRONG, HEADER, HEADER, agree])
    assert [len(event.rounds) for event in (first, second, third)] == [3, 0, 1]
    assert first.discrepant_rounds == (WRONG, WRONG)
    assert third.rounds == (agree,)
    with pytest.raises(ValueError, match="comes before its event"):
        gather([WRONG])


# --- what an event rests on ------------------------------------------------------------------------------------------


def resting(*entries: tuple[Verdict, tuple[str, ...]]) -> EventFinding:
    """Make an event by the verdicts of its rounds and what they rest on."""
    rounds = tuple(
        RoundFinding(
            event="open", round_number=number, verdict=verdict, sentence="", recorded=PAIRING, rests_on=rests_on
        )
        for number, (verdict, rests_on) in enumerate(entries, start=1)
    )
    return EventFinding(header=EventHeader(event="open", source=""), rounds=rounds)


def test_an_event_says_which_rounds_stand_and_on_what_the_others_rest() -> None:
    """One line; entries that hold for several rounds are named once."""
    agree, is_open = (Verdict.AGREE, ()), (Verdict.AMBIGUOUS_RULE, ("SPP-2026-08",))
    assert resting(agree, agree).standing == ""
    assert resting(agree, is_open, agree).standing == "2 of 3 rounds stand; round 2 rests on SPP-2026-08."
    both = (Verdict.COLOURS, ("ROUNDS-UNDECLARED", "SPP-2026-08"))
    assert resting(is_open, is_open, both).standing == (
        "0 of 3 rounds stand; rounds 1 and 2 rest on SPP-2026-08; round 3 rests on ROUNDS-UNDECLARED and SPP-2026-08."
    )


def test_open_rounds_are_counted_by_reading() -> None:
    """And do not change how a run ends."""
    event = resting((Verdict.AGREE, ()), (Verdict.AMBIGUOUS_RULE, ("A", "B")), (Verdict.AMBIGUOUS_RULE, ("A",)))
    counted = tally([event.header, *event.rounds])
    assert counted.readings == (("A", 2), ("B", 1))
    assert judge_run(counted).status is ExitStatus.CONSISTENT


def test_a_finding_sent_by_another_process_is_written_alike() -> None:
    """An empty argument is left out, wherever the finding was made."""
    right = finding(Verdict.AGREE)
    assert "argument" not in to_builtins(right)
    assert to_builtins(pickle.loads(pickle.dumps(right))) == to_builtins(right)  # noqa: S301 - our own
