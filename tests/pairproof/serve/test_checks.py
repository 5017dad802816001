"""Files are sent, checked in a process of their own, and shown as ``check --report`` shows them."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from support.serving import OWN, TOKEN, text_of
from support.trf import played, trf_of, with_exchanged_opponents

from pairproof.cli.main import main
from pairproof.serve import desk as desks
from pairproof.serve.jobs import Job

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from support.serving import Served

    from pairproof.serve.jobs import Say

CLEAN, PLANTED = trf_of(played()), trf_of(with_exchanged_opponents(played()))


def test_the_report_is_that_of_the_command(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saved file is the same page, and the shown page has the same text."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "planted.trf").write_text(PLANTED, "utf-8")
    assert main(["check", "planted.trf", "--report", "report.html", "--one-page", "sheet.html"]) == 1
    shown = text_of(served.checked(("planted.trf", PLANTED)))
    for name in ("report.html", "sheet.html"):
        saved = served.get(f"checks/1/save/{name}")
        written = (tmp_path / name).read_text("utf-8")
        assert _undated(saved.text) == _undated(written)
        assert saved.headers["content-disposition"] == f'attachment; filename="planted-{name}"'
    assert "Discrepancies in 1 event, 1 round, 2 pairs" in shown


def _undated(page: str) -> str:
    return re.sub(r"<time.*?</time>", "", page)


def test_files_that_are_sent_together_are_in_one_report(served: Served) -> None:
    """And the door lists the check with its result."""
    report = text_of(served.checked(("clean.trf", CLEAN), ("planted.trf", PLANTED)))
    assert "of 2 events, 8 rounds" in report
    door = text_of(served.get("").text)
    assert "2 files" in door
    assert "Discrepancies in 1 event" in door


def test_a_system_can_be_asked_for(served: Served) -> None:
    """One that there is."""
    assert "dutch-2017" in text_of(served.checked(("clean.trf", CLEAN), system="dutch-2017"))
    assert served.send(("clean.trf", CLEAN), system="chess-960").status_code == 400


def test_the_same_files_can_be_checked_by_another_system(served: Served) -> None:
    """Without being sent again; the one that was asked for is chosen."""
    report = served.checked(("clean.trf", CLEAN))
    assert '<form action="/secret/checks/1/again" method="post">' in report
    for system, status in (("dutch-2017", 303), ("chess-960", 400)):
        answer = served.client.post(f"/{TOKEN}/checks/1/again", data={"system": system}, headers=OWN)
        assert answer.status_code == status
    again = served.get("checks/2").text
    assert '<option value="dutch-2017" selected>' in again
    assert "applied as dutch-2017" in text_of(again)


def test_a_page_that_fails_says_so(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a trace; the terminal says where the details are."""
    monkeypatch.setattr("pairproof.serve.pages.render_door", lambda _: 1 // 0)
    answer = served.get("")
    assert answer.status_code == 500
    assert "This should not have happened: ZeroDivisionError" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    said = capsys.readouterr().err
    assert "The details are in" in said
    assert "Traceback" not in said


def test_a_check_that_is_not_kept_is_not_shown(served: Served) -> None:
    """The oldest check is forgotten, and the page says what to do."""
    for _ in range(desks.MOST_CHECKS + 1):
        served.desk.take((), "auto")
    answer = served.get("checks/1")
    assert answer.status_code == 404
    assert "send the files again" in answer.text
    assert served.get("checks/2/save/anything.html").status_code in (303, 404)


def count_for_ever(say: Say) -> None:
    """Work that does not end."""
    number = 0
    while True:
        number += 1
        say(f"number {number}")
        time.sleep(0.01)


def fail(say: Say) -> None:
    """Fail with an unexpected error."""
    say("so far so good")
    raise ZeroDivisionError


def test_work_can_be_watched_and_cancelled(served: Served) -> None:
    """The page says so."""
    page = f"/{TOKEN}/checks/1"
    check = served.desk.take((), "auto")
    assert check.number == 1
    job = served.desk.job(page, count_for_ever)
    while not job.lines:
        assert not job.wait(0.05)
    assert "It is being checked" in text_of(served.get("").text)
    assert served.client.post(f"/{TOKEN}/cancel", data={"page": page}, headers=OWN).status_code == 303
    assert job.is_over
    assert job.failure == "It was cancelled."
    assert served.desk.known(page) is None


def test_so_much_is_worked_on_at_once_and_no_more(served: Served) -> None:
    """Further requests are refused with advice."""
    for number in range(desks.MOST_AT_WORK):
        served.desk.job(str(number), count_for_ever)
    answer = served.send(("clean.trf", CLEAN))
    assert answer.status_code == 503
    assert "cancel" in answer.text


def test_a_failure_of_ours_is_told_and_harms_nothing() -> None:
    """By its kind; the terminal says where the details are."""
    job = Job(fail)
    assert job.wait(60)
    assert job.lines == ["so far so good"]
    assert "ZeroDivisionError" in job.failure
