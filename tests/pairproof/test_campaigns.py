"""``pairproof campaign`` and ``pairproof exam``, from the command line to the exit status."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.campaigns import HERE, configuration, failed_event, store_of
from support.trf import played, trf_of, with_exchanged_opponents

import pairproof
from checker.campaigns.grouping import summarise
from checker.campaigns.outcomes import Score
from checker.campaigns.store import open_store
from checker.findings import Counts
from pairproof.cli.main import main

pytestmark = pytest.mark.usefixtures("judging_here")
CHECKING = Path(__file__).parents[1] / "support" / "programs" / "checking.py"
SMALL = ["--axis", "players=4..9", "--axis", "rounds=2..3", "--seed", "1", "--system", "dutch-2026", "--workers", "1"]
HONEST = f"{HERE}:honest"
REVERSING = f"{HERE}:reversing"


def run(*words: str, store: str = "c.sqlite", events: int = 8) -> int:
    """Run a campaign of small events; causes are looked for in every finding, so that few are enough."""
    return main(["campaign", "run", *words, "-n", str(events), *SMALL, "--store", store])


def checker(manner: str) -> str:
    """Name a program that checks in a manner."""
    return f"resident:{sys.executable} {CHECKING} {manner}"


def test_a_campaign_without_a_finding_ends_in_0(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what was asked, and that it was right."""
    assert run(HONEST) == 0
    assert "no discrepancy in 8 events" in capsys.readouterr().out
    assert (here / "c.sqlite").exists()


def test_a_discrepancy_ends_in_1_and_can_be_classed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Findings appear as they come, grouped at the end; their class is kept, and shown in every report."""
    assert run(HONEST, REVERSING, events=2) == 1
    told = capsys.readouterr().out
    assert "round 2, support.campaigns:reversing: discrepant, colours" in told
    signature = "support.campaigns:reversing | dutch-2026 | discrepant | colours"
    assert signature in told
    assert main(["campaign", "class", "c.sqlite", signature, "candidate", "--note", "it reverses"]) == 0
    reports = [word for form in ("html", "jsonl", "csv") for word in ("-o", f"r.{form}")]
    for_others = ["--junit", "r.xml", "--markdown", "r.md", "--sarif", "r.sarif"]
    assert main(["campaign", "report", "c.sqlite", *reports, *for_others]) == 1
    for form in ("html", "jsonl", "csv", "xml", "md", "sarif"):
        assert "it reverses" in (here / f"r.{form}").read_text("utf-8")
    assert "[candidate: it reverses]" in capsys.readouterr().out


def test_unanswered_questions_end_in_2(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A function that fails at every event does not pass."""
    assert run("callable:math:gcd") == 2
    assert "TypeError" in capsys.readouterr().out
    assert here.exists()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nosuchprogram"], "nosuchprogram"),
        ([HONEST, "--direction", "sideways"], "sideways"),
        ([HONEST, "--profile", "grand"], "grand"),
        ([HONEST, "--axis", "players"], "KEY=VALUE"),
        ([HONEST, "--axis", "player=3"], "players"),
        ([HONEST, "--system", "lim-2026", "--axis", "acceleration=baku"], "lim-2026 cannot be played with the Baku"),
        ([HONEST, "-n", "0"], "at least 1"),
        ([HONEST, "--first", "-3"], "--first"),
        ([HONEST, "--workers", "0"], "--workers is 0; at least 1 process"),
        ([HONEST, "--time-limit", "0"], "--time-limit is 0.0; more than 0 seconds"),
        ([HONEST, "--system", "dutch-1066"], "dutch-1066"),
        ([HONEST, "--system", "auto"], "auto"),
        ([HONEST, "--report", "r.pdf"], "r.pdf"),
        ([HONEST, "--report", "nowhere/r.html"], "nowhere"),
        ([HONEST, "--junit", "nowhere/r.xml"], "nowhere"),
    ],
)
def test_wrong_usage_ends_in_3_before_any_work(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says what is wrong, and no store is left behind."""
    assert main(["campaign", "run", *SMALL, *words, "--store", "c.sqlite"]) == 3
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
    assert not Path("c.sqlite").exists()


@pytest.mark.usefixtures("here")
def test_a_store_is_not_begun_twice_and_a_finished_one_is_resumed_without_work() -> None:
    """The status is that of what it holds."""
    assert run(REVERSING, events=1) == 1
    assert run(REVERSING, events=1) == 3
    assert main(["campaign", "resume", "c.sqlite", "--workers", "1"]) == 1
    assert main(["campaign", "resume", "gone.sqlite"]) == 3


@pytest.mark.usefixtures("here")
def test_a_campaign_without_its_cluster_ends_in_2_and_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that goes on with it works without the cluster, too."""
    monkeypatch.setattr("checker.campaigns.work._PATIENCE", 0.5)
    assert run(HONEST, "--cluster", "tcp://127.0.0.1:9") == 2
    told = capsys.readouterr().err
    assert "no scheduler at tcp://127.0.0.1:9" in told
    assert "go on with: pairproof campaign resume c.sqlite" in " ".join(told.split())
    assert main(["campaign", "resume", "c.sqlite", "--workers", "1"]) == 0


@pytest.mark.usefixtures("here")
def test_an_unfinished_campaign_does_not_pass(capsys: pytest.CaptureFixture[str]) -> None:
    """The judged events may be right; the rest is unknown."""
    assert run(HONEST) == 0
    with open_store(Path("c.sqlite")) as store:
        store.connection.execute("DELETE FROM events WHERE event = 5")
        store.connection.commit()
    assert main(["campaign", "report", "c.sqlite"]) == 2
    assert "7 of 8 events" in capsys.readouterr().out
    assert main(["campaign", "resume", "c.sqlite", "--workers", "1"]) == 0


@pytest.mark.usefixtures("here")
def test_a_report_searches_for_no_causes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It names the command that does."""
    with store_of(Path("c.sqlite"), configuration(HONEST), (0, 1)) as store:
        store.add([failed_event(0)])
    monkeypatch.delattr("checker.campaigns.explaining.find_causes")
    assert main(["campaign", "report", "c.sqlite", "-o", "c.csv"]) == 1
    assert "to search for them: pairproof causes c.sqlite\n" in capsys.readouterr().out


def test_a_program_of_a_user_reads_a_store_as_a_table(here: Path) -> None:
    """Each row is a finding or a failure, as in the CSV; a file that is no store is told by its own error."""
    with store_of(Path("c.sqlite"), configuration(HONEST), (0, 1)) as store:
        store.add([failed_event(0)])
    campaign = pairproof.read_campaign("c.sqlite")
    assert isinstance(campaign, pairproof.CampaignSummary)
    frame = campaign.to_frame()
    assert main(["campaign", "report", "c.sqlite", "-o", "c.csv"]) == 1
    assert frame.to_csv(index=False) == (here / "c.csv").read_text("utf-8-sig").replace("\r\n", "\n")
    assert len(frame) == 1
    with pytest.raises(pairproof.StoreError, match=r"missing\.sqlite does not exist"):
        pairproof.read_campaign("missing.sqlite")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("score", "status"),
    [
        (Score.OPEN, 0),
        (Score.BOARD_ORDER, 0),
        (Score.UNCHECKED, 2),
        (Score.DISCREPANT, 1),
        (Score.OUR_FAULT, 1),
        (Score.MISSED, 1),
        (Score.FALSE_ALARM, 1),
    ],
)
def test_the_status_of_a_campaign_follows_from_its_findings(score: Score, status: int) -> None:
    """An unchecked round does not pass, and our own fault fails."""
    with store_of(Path("c.sqlite"), configuration(HONEST), (0, 1)) as store:
        store.add([failed_event(0, score=score)])
    assert main(["campaign", "report", "c.sqlite"]) == status


@pytest.mark.usefixtures("here")
def test_two_halves_are_merged_and_strangers_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    """The message names in what they differ."""
    for first, name in ((0, "a.sqlite"), (4, "b.sqlite")):
        words = ["--first", str(first), "-n", "4", *SMALL, "--store", name]
        assert main(["campaign", "run", HONEST, *words]) == 0
    assert main(["campaign", "merge", "whole.sqlite", "a.sqlite", "b.sqlite"]) == 0
    assert "8 of 8 events" in capsys.readouterr().out
    assert run(REVERSING, store="other.sqlite", events=1) == 1
    assert main(["campaign", "merge", "never.sqlite", "a.sqlite", "other.sqlite"]) == 3
    assert "programs" in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_an_event_is_made_again_from_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    """As it was judged: every round of it is right."""
    assert run(HONEST) == 0
    assert main(["campaign", "event", "c.sqlite", "3", "-o", "3.trf"]) == 0
    assert main(["check", "3.trf", "--system", "dutch-2026"]) == 0
    assert "1 event" in capsys.readouterr().out


def test_events_of_other_programs_are_checked_and_kept_if_wrong(here: Path) -> None:
    """A planted error in one of two files is found, and that file comes back from the store."""
    folder = here / "theirs"
    folder.mkdir()
    (folder / "0.trf").write_text(trf_of(played()), "utf-8")
    (folder / "1.trf").write_text(trf_of(with_exchanged_opponents(played())), "utf-8")
    words = ["--direction", "generate", "--system", "auto", "--seed", "1", "--workers", "1"]
    assert main(["campaign", "run", f"files:{folder}", *words, "--first", "2", "--store", "none.sqlite"]) == 3
    assert main(["campaign", "run", f"files:{folder}", *words, "--store", "c.sqlite"]) == 1
    with open_store(here / "c.sqlite") as store:
        (group,) = summarise(store).groups
        assert (store.planned, group.all_events) == (2, (1,))
    assert main(["campaign", "event", "c.sqlite", "1", "-o", "again.trf"]) == 0
    assert main(["check", "again.trf"]) == 1
    assert main(["campaign", "event", "c.sqlite", "0"]) == 2


@pytest.mark.usefixtures("here")
def test_an_exam_scores_checkers_by_kind_of_error() -> None:
    """The honest one is right everywhere; the others fail, each in its own way."""
    manners = ("honest", "blind", "nervous", "late")
    words = [*map(checker, manners), "-n", "10", *SMALL, "--store", "exam.sqlite"]
    assert main(["exam", *words]) == 1
    with open_store(Path("exam.sqlite")) as store:
        programs = dict(zip(manners, summarise(store).programs, strict=True))
    clean = {manner: row for manner, one in programs.items() for row in one.exam if row.planted == "clean"}
    planted = {manner: [row for row in one.exam if row.planted != "clean"] for manner, one in programs.items()}
    assert (programs["honest"].tally.discrepancies, programs["honest"].tally.checked.events) == (Counts(), 10)
    assert (clean["blind"].right, sum(row.missed for row in planted["blind"])) == (5, 5)
    assert clean["nervous"].false_alarms == 5
    assert sum(row.wrong_round for row in planted["late"]) == 5
    assert len(planted["honest"]) > 1


@pytest.mark.usefixtures("here")
def test_a_checker_that_does_not_see_planted_errors_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """It is not asked about our events, unless an option insists."""
    assert run(checker("blind"), "--direction", "judge") == 2
    assert "refused as a checker" in capsys.readouterr().err
    assert not Path("c.sqlite").exists()
    assert run(checker("blind"), "--direction", "judge", "--untried") == 0


def test_neither_the_version_nor_a_check_loads_pandas(planted: str) -> None:
    """Start-up stays quick; only frames need it."""
    asked = (
        f"import sys; from pairproof.cli.main import main; main(['check', {planted!r}]); print('pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert done.stdout.splitlines()[-1] == "False"
