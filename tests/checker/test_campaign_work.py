"""One event of a campaign: what is asked of a program, and what its answers come to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from support.campaigns import HERE, agreed, configuration, failed_event, store_of
from support.events import event
from support.trf import played, trf_of

from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import Bar, summarise
from checker.campaigns.outcomes import NOT_JUDGED, Score
from checker.campaigns.store import open_store
from checker.campaigns.work import event_text, judge_events, run_campaign
from checker.findings import Argument, ColourRuling, DecidingCriterion, DecidingOrder, RoundFinding
from checker.programs.program import CheckerAnswer, Claims, FailureKind, Program, ProgramError
from checker.verdicts.verdict import Verdict
from pairproof.cli.main import main
from reference_engines.frame.results import Divergence, DivergenceKind, GenerationStep, Pair, ReadingNote, Violation
from tournaments.model import DeclaredSystem

if TYPE_CHECKING:
    from pathlib import Path

    from checker.programs.process_run import Limits
    from checker.verdicts.round_case import RoundContext
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


def test_a_program_that_overlooks_the_pairing_is_wrong() -> None:
    """It is an answer, no failure, and an illegal one."""
    (outcome,) = judge_events(configuration(f"{HERE}:despairing").as_json(), [0])
    assert outcome.failures == ()
    assert [(one.round_number, one.score, one.word, one.shape) for one in outcome.findings] == [
        (number, Score.DISCREPANT, "illegal", "no pairing given") for number in range(1, outcome.rounds + 1)
    ]
    said = "Round 1: it says that no legal pairing exists (none in round 1), and there is one."
    assert outcome.findings[0].sentence == said


@pytest.mark.parametrize(
    ("theirs", "detail"),
    [
        (event(["", ""]), "Nothing to check"),
        (played(rounds=2, system=DeclaredSystem(code="FIDE_LIM_2026")), "FIDE_LIM_2026"),
    ],
)
def test_an_event_of_theirs_that_cannot_be_checked_is_a_failure_and_is_kept(
    tmp_path: Path, theirs: Event, detail: str
) -> None:
    """Beside one that is right, of which nothing is kept."""
    (tmp_path / "0.trf").write_text(trf_of(theirs), "utf-8")
    (tmp_path / "1.trf").write_text(trf_of(played(rounds=2)), "utf-8")
    settings = replace(configuration(f"files:{tmp_path}", direction=Direction.GENERATE), system="auto", axes=())
    refused, right = judge_events(settings.as_json(), [0, 1])
    ((failure,), (kept,)) = refused.failures, refused.files
    assert (failure.round_number, failure.kind, kept[0]) == (0, "not checked", 0)
    assert detail in failure.detail
    assert (refused.asked, refused.rounds, refused.findings) == ((0,), 0, ())
    assert (right.asked, right.rounds, right.failures, right.files) == ((2,), 2, (), ())


def test_an_answer_that_tells_a_pair_twice_is_illegal_in_every_round() -> None:
    """It lacks nothing, and has a line too many."""
    (outcome,) = judge_events(configuration(f"{HERE}:honest", f"{HERE}:stammering").as_json(), [0])
    assert outcome.rounds > 1
    assert [(one.program, one.round_number, one.score, one.word) for one in outcome.findings] == [
        (1, number, Score.DISCREPANT, "illegal") for number in range(1, outcome.rounds + 1)
    ]


def test_a_program_that_makes_no_event_is_not_given_that_of_another(tmp_path: Path) -> None:
    """Its failure costs its own event only."""
    for name, text in (("broken", "001 nonsense\n"), ("right", trf_of(played(rounds=2)))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "0.trf").write_text(text, "utf-8")
    programs = tuple(f"files:{tmp_path / name}" for name in ("right", "broken", "right"))
    settings = replace(configuration(*programs, direction=Direction.GENERATE), system="auto", axes=())
    (outcome,) = judge_events(settings.as_json(), [0])
    assert outcome.asked == (2, 0, 2)
    assert [(failure.program, failure.round_number) for failure in outcome.failures] == [(1, 0)]
    assert (outcome.findings, outcome.rounds, outcome.players, outcome.pairs) == ((), 4, 20, 20)


@pytest.mark.parametrize(
    ("verdict", "score", "label"),
    [
        (Verdict.AGREE, Score.OUR_FAULT, "reference-fault"),
        (Verdict.ILLEGAL, Score.DISCREPANT, "illegal"),
        (Verdict.WORSE, Score.DISCREPANT, "worse"),
        (Verdict.LATER_IN_ORDER, Score.DISCREPANT, "later-in-order"),
        (Verdict.COLOURS, Score.DISCREPANT, "colours"),
        (Verdict.REFERENCE_FAULT, Score.OUR_FAULT, "reference-fault"),
        (Verdict.AMBIGUOUS_RULE, Score.OPEN, "ambiguous-rule"),
        (Verdict.DECLARED, Score.OPEN, "declared"),
        (Verdict.UNSUPPORTED, Score.UNCHECKED, "unsupported"),
        (Verdict.CRASH, Score.UNCHECKED, "crash"),
        (Verdict.TIMEOUT, Score.UNCHECKED, "timeout"),
    ],
)
def test_the_verdict_on_an_answer_that_is_not_ours_is_never_lost(
    monkeypatch: pytest.MonkeyPatch, verdict: Verdict, score: Score, label: str
) -> None:
    """Not even if our engine, asked again, has nothing to object to: then it contradicts itself."""

    def judge(_prepared: object, number: int, pairing: RoundPairing, context: RoundContext) -> RoundFinding:
        return RoundFinding(
            event=context.event, round_number=number, verdict=verdict, sentence="so it is", recorded=pairing
        )

    monkeypatch.setattr("checker.campaigns.work.judge_pairing", judge)
    (outcome,) = judge_events(configuration(f"{HERE}:reversing").as_json(), [0])
    assert [(one.round_number, one.score, one.word) for one in outcome.findings] == [(2, score, label)]


@pytest.mark.parametrize(
    ("vice", "boards", "labels"),
    [
        ("honest", True, set()),
        ("upside_down", False, set()),
        ("upside_down", True, {(Score.BOARD_ORDER, "board-order")}),
        ("reversing", True, {(Score.DISCREPANT, "colours")}),
    ],
)
def test_the_order_of_boards_is_judged_where_a_program_says_that_it_has_one(
    monkeypatch: pytest.MonkeyPatch, vice: str, boards: bool, labels: set[tuple[Score, str]]
) -> None:
    """Only if everything else is right, and without a discrepancy."""
    claims = Claims(pairs=True, boards=boards)
    monkeypatch.setattr("checker.programs.specs.CallableProgram.claims", claims)
    (outcome,) = judge_events(configuration(f"{HERE}:{vice}", seed=2 + boards).as_json(), [0])
    assert outcome.failures == ()
    assert {(one.score, one.word) for one in outcome.findings} == labels


CRITERION = DecidingCriterion(label="C12", article="2.4.7", name="n", sentence="", recorded=(1,), expected=(0,))


@pytest.mark.parametrize(
    ("decided", "article"),
    [
        ({"violations": (Violation(label="C1", article="2.1.1", players=(1, 2), sentence=""),)}, "2.1.1"),
        ({"violations": (Violation(label="", article="", players=(1,), sentence=""),)}, "completeness"),
        ({"colour_rulings": (ColourRuling(pair=Pair(1, 2), article="5.2.1", sentence=""),)}, "5.2.1"),
        ({"deciding_order": DecidingOrder(step=GenerationStep.EXCHANGE, article="4.3", sentence="")}, "4.3"),
        ({"parting": Divergence(kind=DivergenceKind.WORSE, article="3.1", step="", sentence="")}, "3.1"),
        ({"deciding_criterion": CRITERION}, "2.4.7"),
        ({"readings": (ReadingNote(identifier="TOY-ADJACENT", sentence=""),)}, "TOY-ADJACENT"),
        ({}, ""),
    ],
)
def test_a_finding_is_kept_with_the_article_that_decides(
    monkeypatch: pytest.MonkeyPatch, decided: dict[str, Any], article: str
) -> None:
    """By which findings of one cause are put together."""
    fields: dict[str, Any] = decided if "readings" in decided else {"argument": Argument(**decided)}
    finding = RoundFinding(event="x", round_number=2, verdict=Verdict.WORSE, sentence="so it is", **fields)
    monkeypatch.setattr("checker.campaigns.work.judge_pairing", lambda *_: finding)
    (outcome,) = judge_events(configuration(f"{HERE}:reversing").as_json(), [0])
    label = "C12" if "deciding_criterion" in decided else ""
    assert [(one.article, one.criterion, one.sentence) for one in outcome.findings] == [(article, label, "so it is")]


class Checker(Program):
    """Objects to the first round, to the last, to both or to none; or fails."""

    def close(self) -> None:
        """Nothing runs."""

    def __init__(self, manner: str, _limits: object = None) -> None:
        """Take the manner for its name."""
        self.manner = manner

    def check(self, event: Event) -> CheckerAnswer:
        """Answer as is its manner."""
        if self.manner == "mute":
            raise ProgramError(FailureKind.SILENT, "not a word")
        rounds = {"first": {1}, "last": {event.rounds_recorded}, "both": {1, event.rounds_recorded}, "none": set()}
        return CheckerAnswer(wrong_rounds=frozenset(rounds[self.manner]), excerpt=f"{self.manner}!")


MANNERS = ("first", "last", "both", "none", "mute")


@pytest.mark.parametrize("direction", [Direction.EXAM, Direction.JUDGE])
@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_a_checker_is_scored_by_the_rounds_that_it_objects_to(
    monkeypatch: pytest.MonkeyPatch, direction: Direction, index: int
) -> None:
    """An error is planted in the last round of every other event of an exam; any other objection is a false alarm."""
    monkeypatch.setattr("checker.campaigns.work.open_program", Checker)
    settings = replace(configuration(*MANNERS, direction=direction), axes=(("players", "6"), ("rounds", "3")))
    (outcome,) = judge_events(settings.as_json(), [index])
    findings: dict[str, list[tuple[int, str, str]]] = {manner: [] for manner in MANNERS}
    for one in outcome.findings:
        assert one.subject == outcome.planted
        findings[MANNERS[one.program]].append((one.round_number, one.score.value, one.sentence))
    alarms = {
        "first": (1, "false alarm", "first!"),
        "last": (3, "false alarm", "last!"),
        "both": (1, "false alarm", "both!"),
    }
    missed = (3, "missed", "")
    if direction is Direction.EXAM and index in (1, 3):
        assert outcome.planted != "clean"
        assert findings == {
            "first": [alarms["first"], missed],
            "last": [],
            "both": [alarms["both"]],
            "none": [missed],
            "mute": [],
        }
    else:
        assert outcome.planted == "clean"
        assert findings == {
            "first": [alarms["first"]],
            "last": [alarms["last"]],
            "both": [alarms["both"], (3, "false alarm", "both!")],
            "none": [],
            "mute": [],
        }
    assert [(failure.program, failure.round_number) for failure in outcome.failures] == [(4, 0)]
    assert (outcome.players, outcome.rounds, outcome.asked) == (6, 3, (3, 3, 3, 3, 3))


@pytest.mark.parametrize(("index", "alike"), [(0, True), (1, False), (2, True), (3, False)])
def test_an_event_of_an_exam_is_made_again_with_its_error(index: int, alike: bool) -> None:
    """The others are those of a campaign in which every round is right."""
    exam, judge = (
        configuration(f"{HERE}:honest", direction=direction) for direction in (Direction.EXAM, Direction.JUDGE)
    )
    assert (event_text(exam, index) == event_text(judge, index)) is alike


def test_equal_answers_are_known_by_their_digest() -> None:
    """Two programs that are wrong in one way, and one that is wrong in another."""
    programs = (f"{HERE}:reversing", f"{HERE}:reversing", f"{HERE}:stammering")
    (outcome,) = judge_events(configuration(*programs).as_json(), [0])
    one, other, third = (
        [one.answer_digest for one in outcome.findings if one.program == number] for number in range(3)
    )
    assert one == other
    assert all(one + third)
    assert not {*one} & {*third}


@pytest.mark.parametrize("seconds", [None, 2.5])
def test_programs_are_opened_with_the_time_limit_of_the_campaign(
    monkeypatch: pytest.MonkeyPatch, seconds: float | None
) -> None:
    """Without one, with that of their description."""
    limits: list[Limits | None] = []

    def opening(manner: str, limit: Limits | None) -> Checker:
        limits.append(limit)
        return Checker(manner)

    monkeypatch.setattr("checker.campaigns.work.open_program", opening)
    settings = replace(configuration("none", "last", direction=Direction.JUDGE), time_limit=seconds, seed=77)
    judge_events(settings.as_json(), [0])
    assert [limit and limit.seconds for limit in limits] == [seconds, seconds]


# --- errors of ours ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "direction"),
    [
        ("checker.campaigns.work.judge_pairing", Direction.PAIR),
        ("checker.campaigns.work.engine_for", Direction.PAIR),
        ("checker.campaigns.work.cut_before_round", Direction.PAIR),
        ("checker.campaigns.work.planting.recorded_pairing", Direction.PAIR),
        ("random_tournaments.event_batch.play", Direction.PAIR),
        ("random_tournaments.event_batch.play", Direction.JUDGE),
        ("checker.campaigns.work.planting.plant", Direction.EXAM),
        ("checker.campaigns.work.check_event", Direction.GENERATE),
        ("checker.programs.specs.parse_event", Direction.GENERATE),
        ("checker.campaigns.work.open_program", Direction.PAIR),
    ],
)
@pytest.mark.parametrize("error", [RuntimeError("it \ud800 broke\x1b"), RecursionError(), MemoryError(), KeyError(3)])
def test_an_error_of_ours_costs_the_event_and_is_kept_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, direction: Direction, error: Exception
) -> None:
    """Wherever it occurs, and whatever it is: engine, reader, generator, adapter; the campaign goes on."""

    def failing(*_: object, **__: object) -> None:
        raise error

    (tmp_path / "events").mkdir()
    for number in range(2):
        (tmp_path / "events" / f"{number}.trf").write_text(trf_of(played(rounds=2)), "utf-8")
    program = f"files:{tmp_path / 'events'}" if direction is Direction.GENERATE else f"{HERE}:reversing"
    settings = replace(configuration(program, direction=direction, seed=id(error)), system="dutch-2026")
    monkeypatch.setattr(place, failing)
    with store_of(tmp_path / "s.sqlite", settings, (0, 2)) as store:
        list(run_campaign(store, workers=0))
        outcomes = list(store.outcomes())
        summary = summarise(store)
    ours = [one for outcome in outcomes for one in outcome.failures if one.kind == NOT_JUDGED]
    assert len(outcomes) == 2
    assert ours
    for failure in ours:
        assert failure.detail.startswith(f"error in Pairproof: {type(error).__name__}: ")
        assert failure.detail.endswith(tuple("0123456789"))
        assert not {"\ud800", "\x1b"} & set(failure.detail)
    (program_summary,) = summary.programs
    assert program_summary.tally.not_checked >= len(ours)
    assert program_summary.bar is not Bar.MET


def test_an_error_at_one_round_leaves_the_others_and_the_other_programs(tmp_path: Path) -> None:
    """The campaign ends in 2: a round was not judged, and no program is blamed for it."""
    store = tmp_path / "s.sqlite"
    words = [
        "campaign",
        "run",
        f"{HERE}:faulty",
        f"{HERE}:honest",
        "--no-kept",
        "-n",
        "4",
        "--seed",
        "1",
        "--store",
        str(store),
    ]
    small = ["--axis", "players=6", "--axis", "rounds=3", "--system", "dutch-2026", "--workers", "1"]
    assert main([*words, *small]) == 2
    with open_store(store) as opened:
        for outcome in opened.outcomes():
            ((number, at, kind),) = [(one.program, one.round_number, one.kind) for one in outcome.failures]
            assert (number, at, kind) == (0, 2, NOT_JUDGED)
            assert outcome.findings == ()
        faulty, honest = summarise(opened).programs
    assert (faulty.tally.checked.rounds, faulty.tally.not_checked, faulty.failed_events, faulty.bar) == (
        *(8, 4, 0),
        Bar.NOT_CHECKED,
    )
    assert (honest.tally.checked.rounds, honest.tally.not_checked, honest.failures) == (12, 0, ())


def test_an_event_that_no_store_can_hold_is_kept_as_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One finding told twice, a number that does not fit; the others are kept as they are."""
    twice = failed_event(1)
    strange = {1: replace(twice, findings=twice.findings * 2), 2: failed_event(2, discrepant_pairs=2**70)}
    monkeypatch.setattr(
        "checker.campaigns.work.judge_events",
        lambda _, indices, _besides: [strange.get(index, agreed(index)) for index in indices],
    )
    with store_of(tmp_path / "s.sqlite", configuration(f"{HERE}:honest"), (0, 4)) as store:
        list(run_campaign(store, workers=0))
        outcomes = list(store.outcomes())
    assert [bool(outcome.failures) for outcome in outcomes] == [False, True, True, False]
    assert "it cannot be stored: IntegrityError: UNIQUE constraint failed" in outcomes[1].failures[0].detail
    assert "it cannot be stored: OverflowError" in outcomes[2].failures[0].detail
