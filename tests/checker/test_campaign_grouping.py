"""A campaign's summary: counts for each program, findings grouped by cause, agreement between programs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.campaigns import HERE, agreed, configuration, failed, failed_event, store_of, with_totals

from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import Bar, CampaignSummary, summarise
from checker.campaigns.outcomes import EventOutcome, Failure, Score
from checker.findings import Argument, Counts, Differences, RoundFinding
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import EMPTY_GENERATION, BracketAssessment, BracketKind, Pair, RoundPairing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ONE = f"{HERE}:honest"
NAME = "support.campaigns:honest"


def summed(
    path: Path, outcomes: Sequence[EventOutcome], programs: int = 2, direction: Direction = Direction.PAIR
) -> CampaignSummary:
    """Sum up what was found."""
    settings = configuration(*(ONE,) * programs, direction=direction)
    with store_of(path / "s.sqlite", settings, (0, len(outcomes))) as store:
        store.add(outcomes)
        return summarise(store)


def failing(index: int, *rounds: int, program: int = 0) -> EventOutcome:
    """Return an event of three rounds at some of which a program failed; 0 for the whole."""
    (failure,) = failed(index, program=program).failures
    return replace(agreed(index), failures=tuple(replace(failure, round_number=number) for number in rounds))


def twice(index: int, **changes: object) -> EventOutcome:
    """Return an event with the same finding in its first and its last round."""
    outcome = failed_event(index, **changes)  # type: ignore[arg-type]  # fields of a finding
    (one,) = outcome.findings
    findings = (replace(one, round_number=1, discrepant_pairs=1), replace(one, round_number=3, discrepant_pairs=4))
    return replace(outcome, findings=findings)


def test_a_program_is_summarised_by_its_answers(tmp_path: Path) -> None:
    """Open and unchecked rounds and our own faults are not discrepancies; other programs' answers do not count."""
    elsewhere = Failure(program=1, round_number=0, kind="silent", detail="")
    outcomes = [
        replace(failed_event(0), failures=(elsewhere,)),
        failed_event(1, score=Score.OPEN),
        failed_event(2, score=Score.OUR_FAULT),
        failed_event(3, score=Score.UNCHECKED),
        twice(4),
    ]
    one, other = summed(tmp_path, outcomes).programs
    assert one.tally.checked == Counts(events=5, rounds=15)
    assert one.tally.discrepancies == Counts(events=2, rounds=3, pairs=7)
    assert (one.tally.open_rounds, one.tally.our_faults, one.tally.not_checked, one.failed_events) == (1, 1, 1, 0)
    assert (other.tally.checked, other.tally.discrepancies) == (Counts(events=4, rounds=12), Counts())
    assert other.failed_events == 1


def test_another_order_of_boards_is_counted_apart_and_never_against_the_bar(tmp_path: Path) -> None:
    """In many rounds it is not a discrepancy: the bar is met, the programs agree, and it is reported last."""
    many = [
        failed_event(index, score=Score.BOARD_ORDER, verdict=Verdict.BOARD_ORDER, discrepant_pairs=0)
        for index in range(20)
    ]
    summary = summed(tmp_path, [*many, failed_event(20)])
    (one, _) = summary.programs
    assert one.tally.verdicts == ((Verdict.WORSE, 1), (Verdict.BOARD_ORDER, 20))
    assert one.tally.discrepancies.events == 1
    assert with_totals(one, discrepant=0, events=10_000).bar is Bar.MET
    assert [group.example.score for group in summary.groups] == [Score.DISCREPANT, Score.BOARD_ORDER]
    differing = [(pair.one, pair.rounds - pair.alike) for pair in summary.agreements]
    assert differing == [(None, 1), (None, 0), (0, 1)]


@pytest.mark.parametrize(
    ("rounds", "events", "answered"),
    [((), 1, 3), ((2,), 1, 2), ((1, 3), 1, 1), ((1, 2, 3), 0, 0), ((0,), 0, 0)],
)
def test_an_event_counts_for_a_program_that_answered_for_a_round_of_it(
    tmp_path: Path, rounds: tuple[int, ...], events: int, answered: int
) -> None:
    """The rounds at which it failed do not; a failure at the whole leaves none."""
    one, other = summed(tmp_path, [failing(0, *rounds)]).programs
    assert one.tally.checked == Counts(events=events, rounds=answered)
    assert one.failed_events == int(bool(rounds))
    assert sum(number for _, number in one.failures) == len(rounds)
    assert (other.tally.checked, other.failures) == (Counts(events=1, rounds=3), ())


def test_our_own_faults_come_first_then_what_occurs_in_most_events(tmp_path: Path) -> None:
    """Among equals by their signature."""
    outcomes = [
        failed_event(0, criterion="C14"),
        failed_event(1, criterion="C12"),
        twice(2, criterion="C16"),
        failed_event(3, criterion="C16"),
        failed_event(4, criterion="C17", score=Score.OUR_FAULT),
    ]
    groups = summed(tmp_path, outcomes).groups
    assert [(group.example.criterion, group.events, group.rounds) for group in groups] == [
        ("C17", 1, 1),
        ("C16", 2, 3),
        ("C12", 1, 1),
        ("C14", 1, 1),
    ]


@pytest.mark.parametrize(
    ("changes", "signature"),
    [
        ({}, "discrepant | worse | C12 | homogeneous bracket"),
        ({"criterion": ""}, "discrepant | worse | 2.4.2 | homogeneous bracket"),
        ({"shape": "heterogeneous bracket"}, "discrepant | worse | C12 | heterogeneous bracket"),
        ({"verdict": Verdict.ILLEGAL, "shape": ""}, "discrepant | illegal | C12"),
        ({"score": Score.OPEN}, "open | ambiguous-rule | C12 | homogeneous bracket"),
    ],
)
def test_findings_of_one_cause_have_all_of_their_signature_in_common(
    tmp_path: Path, changes: dict[str, object], signature: str
) -> None:
    """Score, verdict, what decides and the shape of the bracket; not the article where a criterion has a label."""
    outcomes = [failed_event(0), failed_event(1, article="9.9"), failed_event(2, **changes)]  # type: ignore[arg-type]  # fields of a finding
    groups = {group.signature: group.all_events for group in summed(tmp_path, outcomes).groups}
    assert 2 in groups[f"{NAME} | dutch-2026 | {signature}"]
    assert len(groups) == (2 if changes else 1)


def test_the_rate_is_of_the_events_that_the_program_answered_for(tmp_path: Path) -> None:
    """Two rounds of an event are one event; what it did not answer for is not in it."""
    (group,) = summed(tmp_path, [twice(0), agreed(1), failing(2, 2), failing(3, 1, 2, 3), agreed(4)]).groups
    assert (group.events, group.rate) == (1, 1 / 4)


def test_programs_agree_by_what_they_answered_not_by_being_wrong(tmp_path: Path) -> None:
    """Two with the same wrong pairing agree with each other, not with us; one that failed is left out."""
    (same,) = failed_event(1).findings
    shared = replace(
        failed_event(1), findings=(same, replace(same, program=1), replace(same, program=2, answer_digest="other"))
    )
    outcomes = [replace(one, asked=(3, 3, 3)) for one in (failing(0, 3, program=1), shared, agreed(2))]
    summary = summed(tmp_path, outcomes, programs=3)
    assert [(pair.one, pair.other, pair.alike, pair.rounds) for pair in summary.agreements] == [
        (None, 0, 8, 9),
        (None, 1, 5, 6),
        (None, 2, 8, 9),
        (0, 1, 6, 6),
        (0, 2, 8, 9),
        (1, 2, 5, 6),
    ]


def test_two_programs_without_a_pairing_do_not_agree(tmp_path: Path) -> None:
    """Neither answered, so nothing is known to be alike."""
    (same,) = failed_event(0, answer_digest="").findings
    (pair,) = summed(tmp_path, [replace(failed_event(0), findings=(same, replace(same, program=1)))]).agreements[2:]
    assert (pair.one, pair.other, pair.alike, pair.rounds) == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("outcomes", "smallest", "round_number"),
    [
        ((failed_event(0, players=9), failed_event(1, players=8)), 1, 2),
        ((failed_event(0), failed_event(1)), 0, 2),
        ((failed_event(0), twice(1)), 1, 1),
        ((twice(0), failed_event(1, players=7)), 1, 2),
    ],
)
def test_the_example_of_a_cause_is_the_smallest_event_then_the_earliest_round(
    tmp_path: Path, outcomes: tuple[EventOutcome, ...], smallest: int, round_number: int
) -> None:
    """Then the first event; a cause that every event shows has a rate of one."""
    (group,) = summed(tmp_path, outcomes).groups
    assert (group.example.event_number, group.example.round_number, group.rate) == (smallest, round_number, 1)


def test_a_cause_in_the_only_event_has_a_rate_of_one(tmp_path: Path) -> None:
    """An event about which no program was asked counts for none of them."""
    summary = summed(tmp_path, [failed_event(0), EventOutcome(index=1)])
    assert [group.rate for group in summary.groups] == [1]
    assert [program.tally.checked for program in summary.programs] == [Counts(events=1, rounds=3)] * 2


@pytest.mark.parametrize("direction", [Direction.EXAM, Direction.JUDGE])
def test_a_checker_that_did_not_answer_is_scored_on_nothing(tmp_path: Path, direction: Direction) -> None:
    """Silence is neither right nor a missed error; the other checker's row is its own."""
    outcomes = [replace(failing(0, 0), planted="moved bye"), replace(agreed(1), planted="moved bye")]
    one, other = summed(tmp_path, outcomes, direction=direction).programs
    assert [(row.planted, row.events, row.right, row.missed) for row in one.exam] == [("moved bye", 1, 1, 0)]
    assert [(row.events, row.right) for row in other.exam] == [(2, 2)]


@pytest.mark.parametrize("direction", [Direction.EXAM, Direction.JUDGE])
def test_each_checker_is_scored_by_its_own_answers(tmp_path: Path, direction: Direction) -> None:
    """Missed: nothing objected to; wrong round: another one instead; false alarm: another one besides."""
    (missed,) = failed_event(0, score=Score.MISSED, discrepant_pairs=0).findings
    alarm = replace(missed, score=Score.FALSE_ALARM, round_number=1)
    by_event = [
        (missed,),
        (alarm, replace(missed, program=1)),
        (missed, alarm, replace(alarm, program=1)),
        (),
    ]
    outcomes = [
        replace(agreed(index), planted="moved bye", findings=findings) for index, findings in enumerate(by_event)
    ]
    one, other = summed(tmp_path, outcomes, direction=direction).programs
    rows = [(row.events, row.right, row.missed, row.false_alarms, row.wrong_round) for row in (*one.exam, *other.exam)]
    assert rows == [(4, 1, 1, 1, 1), (4, 2, 1, 1, 0)]
    assert (one.tally.discrepancies.events, one.tally.discrepancies.rounds) == (3, 4)
    assert (other.tally.discrepancies.events, other.tally.discrepancies.rounds) == (2, 2)


def finding(differences: Differences | None, bracket: BracketAssessment | None = None) -> RoundFinding:
    """Make a finding of which only the shape matters."""
    return RoundFinding(
        event="x",
        round_number=1,
        verdict=Verdict.WORSE,
        recorded=RoundPairing(pairs=()),
        differences=differences,
        argument=Argument(expected_bracket=bracket),
    )


def bracket(*, mdps: tuple[int, ...] = (), downfloaters: tuple[int, ...] = ()) -> BracketAssessment:
    """Make an ordinary bracket."""
    generation = EMPTY_GENERATION
    return BracketAssessment(
        number=2,
        kind=BracketKind.ORDINARY,
        score=10,
        mdps=mdps,
        residents=(),
        pairs=(),
        downfloaters=downfloaters,
        values=(),
        generation=generation,
    )


@pytest.mark.parametrize(
    ("finding", "shape"),
    [
        (finding(None), ""),
        (finding(Differences(colours=(Pair(1, 2),))), ""),
        (finding(Differences(bye_differs=True)), "bye"),
        (finding(Differences(bye_differs=True), bracket()), "homogeneous bracket"),
        (finding(None, bracket(downfloaters=(7,))), "homogeneous bracket, downfloaters"),
        (finding(None, bracket(mdps=(3,))), "heterogeneous bracket"),
        (finding(None, replace(bracket(), kind=BracketKind.UPFLOATERS)), "the selection of upfloaters"),
    ],
)
def test_the_shape_of_what_decides_has_no_numbers(finding: RoundFinding, shape: str) -> None:
    """So that findings in other brackets and events are of one shape."""
    assert finding.shape == shape
