"""``--kept``: failing events are kept, and asked first the next time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import pytest
from junitparser import JUnitXml
from support.campaigns import HERE

from checker.campaigns import kept_events
from checker.campaigns.kept_events import folder_of
from checker.campaigns.store import StoreFailedError
from pairproof.cli.main import main

pytestmark = pytest.mark.usefixtures("judging_here")
SMALL = ["--axis", "players=4..9", "--axis", "rounds=2..3", "--seed", "1", "--system", "dutch-2026", "--workers", "1"]
CHANGING = f"{HERE}:changing"
WRONG, RIGHT = "14", "0"
"""Numbers of an event in which the editions differ, and of one in which they do not."""
CAUSE = "edition-dutch-2017"


def run(number: str, *words: str, program: str = CHANGING) -> int:
    """Run a campaign of one event."""
    Path("c.sqlite").unlink(missing_ok=True)
    return main(["campaign", "run", program, "-n", "1", "--first", number, *SMALL, "--store", "c.sqlite", *words])


def list_kept_files() -> list[Path]:
    """Return the files that are kept."""
    return sorted(Path(".pairproof").glob("**/*.trf"))


@pytest.mark.usefixtures("here")
def test_an_event_is_asked_first_until_it_is_right(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It fails a campaign that finds nothing else; when the program is mended it is dropped."""
    assert run(WRONG) == 1
    (file,) = list_kept_files()
    capsys.readouterr()
    assert run(RIGHT, "--junit", "c.xml") == 1
    told = capsys.readouterr().out
    assert told.startswith(f"Kept events ({file.parent}): 1 asked first, 1 still fail.\n  {file.name}, round 3: ")
    assert "No pass: support.campaigns:changing: 1 kept event still wrong." in told
    (suite, _) = JUnitXml.fromfile("c.xml")
    (case,) = suite
    assert (suite.name, case.name) == ("support.campaigns:changing, kept events", file.name)
    assert f"--from {file} --system dutch-2026 --store again.sqlite" in case.result[0].text

    assert run(RIGHT, "--no-kept") == 0
    assert "Kept events" not in capsys.readouterr().out
    monkeypatch.setenv("EDITION", "dutch-2026")
    assert run(RIGHT) == 0
    assert "1 asked first, 0 still fail, 1 right now and dropped." in capsys.readouterr().out
    assert list_kept_files() == []


@pytest.mark.usefixtures("here")
def test_every_report_tells_the_same_number_of_kept_events(capsys: pytest.CaptureFixture[str]) -> None:
    """Also one that is made of the store later, which ends alike; the numbers of the campaign are its own."""
    assert run(WRONG) == 1
    (file,) = list_kept_files()
    assert run(RIGHT, "--report", "run.html", "--report", "run.jsonl", "--markdown", "run.md") == 1
    assert main(["campaign", "report", "c.sqlite", "-o", "later.html", "-o", "later.jsonl", "--no-reduce"]) == 1
    told = "1 kept event was asked about first: 1 still fails."
    assert capsys.readouterr().out.count(told) == 2
    assert told in Path("run.md").read_text("utf-8")
    for page in ("run.html", "later.html"):
        assert f"<p>{told} They count in no number of the campaign.</p>" in Path(page).read_text("utf-8")
        assert f"--from {file} --system dutch-2026 --store again.sqlite" in Path(page).read_text("utf-8")
    for name in ("run.jsonl", "later.jsonl"):
        lines = [json.loads(line) for line in Path(name).read_text("utf-8").splitlines()]
        (line,) = [line for line in lines if line["kind"] == "kept"]
        assert (line["file"], line["right"], line["findings"][0]["verdict"]) == (str(file), False, "later-in-order")
        footer = lines[-1]
        assert (footer["kept_events"], footer["kept_events_wrong"], footer["judged"]) == (1, 1, 1)
        assert footer["programs"][0]["discrepant_events"] == 0


@pytest.mark.usefixtures("here")
def test_a_list_of_later_knows_kept_events_by_their_signature(capsys: pytest.CaptureFixture[str]) -> None:
    """It is known on the page, with its reason, and not gone; the entry occurs in no event of the campaign."""
    assert (run(WRONG, "--report", "wrong.jsonl", "--no-reduce"), run(RIGHT)) == (1, 1)
    lines = [json.loads(line) for line in Path("wrong.jsonl").read_text("utf-8").splitlines()]
    (signature,) = [line["signature"] for line in lines if line["kind"] == "group"]
    Path("known.toml").write_text(f'[[known]]\nsignature = "{signature}"\nreason = "<next> year"\n', "utf-8")
    capsys.readouterr()
    assert main(["campaign", "report", "c.sqlite", "--expected", "known.toml", "-o", "c.html"]) == 0
    assert f"{signature}: in kept events only; known: <next> year" in capsys.readouterr().out
    assert "known: &lt;next&gt; year" in Path("c.html").read_text("utf-8")


@pytest.mark.usefixtures("here")
def test_without_room_to_ask_about_kept_events_the_campaign_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says so, and the files stay."""

    def full(*_: object) -> NoReturn:
        raise StoreFailedError("disk I/O error")

    assert run(WRONG) == 1
    monkeypatch.setattr(kept_events, "create_store", full)
    assert run(RIGHT) == 0
    (file,) = list_kept_files()
    said = capsys.readouterr().err
    assert f"pairproof: kept events: {file.parent} was not asked about: no store could be written\n" in said


@pytest.mark.usefixtures("here")
def test_a_known_finding_in_a_kept_event_fails_nothing_and_is_not_gone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though the campaign itself does not meet with it."""
    Path("known.toml").write_text(f'[[known]]\ncause = "{CAUSE}"\nreason = "next year"\n', "utf-8")
    assert run(WRONG, "--expected", "known.toml") == 0
    capsys.readouterr()
    assert run(RIGHT, "--expected", "known.toml", "--junit", "c.xml") == 0
    assert ", round 3: later-in-order, 4.2.2 [known]" in capsys.readouterr().out
    assert JUnitXml.fromfile("c.xml").failures == 0
    monkeypatch.setenv("EDITION", "dutch-2026")
    assert run(RIGHT, "--expected", "known.toml") == 1
    assert f"{CAUSE}: does not occur any more" in capsys.readouterr().out


@pytest.mark.usefixtures("here")
def test_an_unusable_folder_is_reported_and_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither what lies in it, nor that nothing can be written there."""
    file = folder_of(Path(".pairproof"), "dutch-2026", "support.campaigns:changing") / "x.trf"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"damaged")
    assert run(RIGHT) == 0
    assert f"pairproof: kept events: left out {file}: " in capsys.readouterr().err
    assert file.read_bytes() == b"damaged"
    Path("taken").write_text("", "utf-8")
    assert run(RIGHT, "--kept", "taken", program="callable:math:gcd") == 2
    error = capsys.readouterr().err
    assert "left out taken is not a folder" not in error
    assert "nothing is kept" in error


@pytest.mark.usefixtures("here")
def test_an_event_at_which_a_program_fails_is_kept_too(capsys: pytest.CaptureFixture[str]) -> None:
    """The event fails until it is answered; events at which other programs fail are not asked of it."""
    assert run(RIGHT, program="callable:math:gcd") == 2
    assert len(list_kept_files()) == 1
    capsys.readouterr()
    assert run(RIGHT, program=f"{HERE}:honest") == 0
    assert "Kept events" not in capsys.readouterr().out
    assert run(RIGHT, program="callable:math:gcd") == 2
    assert "1 asked first, 1 still fail.\n" in capsys.readouterr().out


@pytest.mark.usefixtures("here")
def test_events_that_lie_somewhere_are_not_kept_again() -> None:
    """Files are asked about as often as they are named."""
    assert run(WRONG, "--no-kept") == 1
    assert main(["campaign", "event", "c.sqlite", WRONG, "-o", "e.trf"]) == 0
    again = ["campaign", "run", CHANGING, "--from", "e.trf", "--system", "dutch-2026", "--workers", "1"]
    assert main([*again, "--store", "d.sqlite"]) == 1
    assert list_kept_files() == []
