"""Campaigns about events that were chosen: files, or events in which an article decides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.campaigns import HERE
from support.loops import require_items
from support.trf import played, trf_of, with_exchanged_opponents

from checker.campaigns.chosen import recorded_questions
from checker.campaigns.explaining import causes_of
from checker.campaigns.grouping import Bar, summarise
from checker.campaigns.store import merge_stores, open_store
from checker.suite.questions import Suite, comparable_answer, load_suite, suites
from checker.verdicts.team_events import cut_before_round
from pairproof.cli import campaign_events
from pairproof.cli.main import main
from reference_engines.frame.systems import engine_for, paired_by

pytestmark = pytest.mark.usefixtures("judging_here")
HONEST, REVERSING = f"{HERE}:honest", f"{HERE}:reversing"
SMALL = ["--seed", "1", "--system", "dutch-2026", "--workers", "1"]


def run(*words: str, store: str = "c.sqlite") -> int:
    """Run a campaign."""
    return main(["campaign", "run", *words, *SMALL, "--store", store])


@pytest.fixture
def events(here: Path) -> Path:
    """Write two events, one of which is not paired by the rules in its last round."""
    folder = here / "events"
    folder.mkdir()
    (folder / "right.trf").write_text(trf_of(played(rounds=3)), "utf-8")
    (folder / "wrong.trf").write_text(trf_of(with_exchanged_opponents(played(rounds=3, seed=2))), "utf-8")
    (folder / "notes.md").write_text("not an event")
    return folder


@pytest.mark.parametrize(("program", "status", "wrong_rounds"), [(HONEST, 0, []), (REVERSING, 1, [(0, 2), (1, 2)])])
def test_a_program_is_asked_about_every_round_of_the_files(
    events: Path, program: str, status: int, wrong_rounds: list[tuple[int, int]]
) -> None:
    """Its answer is compared with what the regulation asks for, not with what the file records."""
    assert run(program, "--from", str(events)) == status
    with open_store(Path("c.sqlite")) as store:
        outcomes = list(store.outcomes())
        assert [(one.index, finding.round_number) for one in outcomes for finding in one.findings] == wrong_rounds
        assert [outcome.asked for outcome in outcomes] == [(3,), (3,)]
        kept = store.chosen(1)
        assert kept is not None
        assert (kept.name, kept.content) == ("wrong.trf", (events / "wrong.trf").read_bytes())


def test_chosen_events_have_no_rate(events: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The bar is one of events that are drawn."""
    assert run(HONEST, "--from", str(events / "right.trf")) == 0
    assert "bar undecided for events that were chosen" in capsys.readouterr().out
    with open_store(Path("c.sqlite")) as store:
        assert summarise(store).programs[0].bar is Bar.CHOSEN


def test_an_event_of_the_store_comes_back_as_it_was(events: Path) -> None:
    """Byte by byte."""
    assert run(HONEST, "--from", str(events)) == 0
    assert main(["campaign", "event", "c.sqlite", "1", "-o", "again.trf"]) == 0
    assert Path("again.trf").read_bytes() == (events / "wrong.trf").read_bytes()


def test_chosen_events_are_shared_out_and_merged(events: Path) -> None:
    """Each part knows all of them; parts about other events are refused."""
    for first in ("0", "1"):
        assert run(REVERSING, "--from", str(events), "--first", first, "-n", "1", store=f"{first}.sqlite") == 1
    with merge_stores(Path("m.sqlite"), [Path("0.sqlite"), Path("1.sqlite")]) as merged:
        assert (merged.judged, merged.remaining()) == (2, [])
    assert run(REVERSING, "--from", str(events / "right.trf"), store="other.sqlite") == 1
    assert main(["campaign", "merge", "never.sqlite", "0.sqlite", "other.sqlite"]) == 3


def test_causes_are_looked_for_in_chosen_events(here: Path) -> None:
    """A round counts as agreeing if the program pairs as we do, whatever the file records of it."""
    for seed in (0, 1, 3):  # the third round shows it, and the last one is recorded wrongly
        text = trf_of(with_exchanged_opponents(played(rounds=4, seed=seed)))
        (here / f"{seed}.trf").write_text(text, "utf-8")
    assert run("callable:support.reduction:pair_without_c12", "--from", *(f"{seed}.trf" for seed in (0, 1, 3))) == 1
    with open_store(Path("c.sqlite")) as store:
        found = causes_of(store, 0)
    assert (found.discrepant, found.agreeing_in_all) == (3, 9)
    assert any(cause.sentence == "as if C12 were left out" for cause in found.groups[0].members)
    assert (len(found.groups[0].explained), found.groups[0].contradicted) == (3, ())


@pytest.mark.usefixtures("here")
def test_a_program_is_asked_about_events_in_which_an_article_decides(capsys: pytest.CaptureFixture[str]) -> None:
    """The number of rounds is as requested, and each is named."""
    assert run(HONEST, "--seek", "C7,exchange", "--times", "2", "-n", "60") == 0
    assert "exchange" in capsys.readouterr().err
    with open_store(Path("c.sqlite")) as store:
        tested = summarise(store).tested
        assert tested is not None
        rounds = {feature.name: number for feature, number in tested.decided}
    assert min(rounds["C7"], rounds["exchange"]) >= 2


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch, here: Path) -> Suite:
    """Let the suite have six questions, the first of which C14 decides, one with a bye asked for."""
    del here
    whole = load_suite("dutch-2026")
    with_it = next(one for one in whole.questions if "resident-downfloat-again-1-left-out" in one.shown)
    others = [one for one in whole.questions if "resident-downfloat-again-1-left-out" not in one.shown]
    away = next(one for one in others if whole.event(one).requested_byes)
    suite = replace(whole, questions=(with_it, away, *(one for one in others[::40] if one != away)))
    monkeypatch.setattr(campaign_events, "load_suite", lambda _: suite)
    return suite


def test_a_program_is_asked_the_questions_of_a_suite(few: Suite) -> None:
    """Each about its own round, and that alone is counted as put to the test."""
    assert run(HONEST, "--suite") == 0
    with open_store(Path("c.sqlite")) as store:
        outcomes = list(store.outcomes())
        assert [outcome.asked for outcome in outcomes] == [(1,)] * len(few.questions)
        assert [outcome.pairs for outcome in outcomes] == [len(one.pairing.pairs) for one in few.questions]
        assert {rounds for features in store.exercised() for _, rounds in features} == {1}
        kept = store.chosen(0)
        assert kept is not None
        assert kept.name == f"{few.questions[0].file} ({few.questions[0].article})"


def test_a_question_of_a_suite_is_put_as_it_is(few: Suite) -> None:
    """A campaign gives the program the same input as `pairproof suite`."""
    for question, chosen in require_items(zip(few.questions, recorded_questions(few), strict=True)):
        before = cut_before_round(chosen.event(), question.round_number)
        asked = few.event(question)
        players = [replace(player, rank=None) for player in asked.players]
        assert [replace(player, rank=None) for player in before.players] == players
        assert set(before.requested_byes) == set(asked.requested_byes)
        alike = replace(before, name=asked.name, players=asked.players, requested_byes=asked.requested_byes)
        assert alike == asked


@pytest.mark.parametrize("system", suites())
def test_every_suite_can_be_asked_in_a_campaign(system: str) -> None:
    """Of teams, and of matches of two games, too: the round is there, and the engine pairs it as is right."""
    suite = load_suite(system)
    counted = tuple(question for question in suite.questions if not question.contested)
    some = replace(suite, questions=counted[:2] + counted[-2:])
    for question, chosen in require_items(zip(some.questions, recorded_questions(some), strict=True)):
        event = chosen.event(paired_by(system))
        pairing = engine_for(system).open(event).round(question.round_number).expected()
        assert comparable_answer(pairing) == comparable_answer(question.pairing)


def test_a_contested_question_is_not_put_in_a_campaign() -> None:
    """A campaign counts every answer, and this answer depends on a reading."""
    suite = load_suite("dutch-2026")
    contested = [question for question in suite.questions if question.contested]
    assert len(recorded_questions(suite)) == len(suite.questions) - len(contested) < len(suite.questions)


def test_causes_are_looked_for_in_the_questions_of_a_suite(few: Suite) -> None:
    """The misreading that the question was made for."""
    assert run("callable:support.reduction:pair_without_c14", "--suite") == 1
    with open_store(Path("c.sqlite")) as store:
        found = [(one.index, finding.round_number) for one in store.outcomes() for finding in one.findings]
        assert found == [(0, few.questions[0].round_number)]
        causes = causes_of(store, 0)
    assert (causes.discrepant, causes.agreeing_in_all) == (1, len(few.questions) - 1)
    assert any(cause.sentence == "as if C14 were left out" for cause in causes.groups[0].members)


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--suite", "--seek", "C7"], 3, "write one of them"),
        (["--suite", "--direction", "judge", "--untried"], 3, "events are chosen for programs that pair them"),
        (["--suite", "--system", "dutch-2026/literal"], 3, "no suite exists for 'dutch-2026/literal'; there are: "),
        (["--seek", "C99"], 3, "'C99' is not a feature of dutch-2026; there are: C1,"),
        (["--seek", "C7", "--times", "0"], 3, "--times is 0"),
        (["--seek", "C7", "--from", "events"], 3, "write one of them"),
        (["--seek", "C7", "--direction", "judge", "--untried"], 3, "events are chosen for programs that pair them"),
        (["--seek", "C7", "--system", "team-2026"], 3, "events of teams are not sought"),
        (["--seek", "C10", "-n", "1"], 2, "nothing of C10 decides in any of 1 events that were tried"),
        (["--from", "nowhere.trf"], 2, "nowhere.trf: No such file"),
        (["--from", "empty.trf"], 2, "pairproof: empty.trf cannot be asked about: empty.trf:1: error[not-trf]"),
        (["--from", "unplayed.trf"], 2, "no round is recorded in it"),
        (["--from", "right.trf", "--first", "1"], 3, "--first is 1; there are events 0 to 0"),
    ],
)
def test_impossible_choices_are_refused_before_any_work(
    here: Path, words: list[str], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And no store is left behind."""
    (here / "empty.trf").write_text("nothing")
    (here / "right.trf").write_text(trf_of(played(rounds=2)), "utf-8")
    (here / "unplayed.trf").write_text("012 x\n142 3\n001    1      One\n001    2      Two\n", "utf-8")
    assert main(["campaign", "run", HONEST, *SMALL, "--store", "c.sqlite", *words]) == status
    assert message in capsys.readouterr().err
    assert not (here / "c.sqlite").exists()
