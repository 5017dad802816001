"""Files are sent, checked in a process of their own, and shown; what is saved is what the command writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from support.serving import OWN, TOKEN, count_for_ever, text_of
from support.trf import played, trf_of, with_exchanged_opponents

from pairproof.cli.main import main
from pairproof.serve import desk as desks
from pairproof.serve.desk import Upload
from pairproof.serve.jobs import Job
from pairproof.serve.questions import check_uploads
from reports.serving import JobProgress, render_progress

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from support.serving import Served

    from pairproof.serve.jobs import Say

CLEAN, PLANTED = trf_of(played()), trf_of(with_exchanged_opponents(played()))


def test_the_saved_report_is_that_of_the_command(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sheets, too; the page that is shown says the same as they do."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "planted.trf").write_text(PLANTED, "utf-8")
    assert main(["check", "planted.trf", "--report", "report.html", "--one-page", "sheet.html"]) == 1
    shown = text_of(served.checked(("planted.trf", PLANTED)))
    for name in ("report.html", "sheet.html"):
        saved = served.get(f"checks/1/save/{name}")
        written = (tmp_path / name).read_text("utf-8")
        assert _undated(saved.text) == _undated(written)
        assert saved.headers["content-disposition"] == f'attachment; filename="planted-{name}"'
    assert "Round 4 is wrong: 2 of its " in shown


def _undated(page: str) -> str:
    return re.sub(r"<time.*?</time>|\d{4}-\d\d-\d\d", "", page)


def test_files_that_are_sent_together_are_on_one_page(served: Served) -> None:
    """Each leads to its event; the first page lists the check with its result."""
    report = served.checked(("clean.trf", CLEAN), ("planted.trf", PLANTED))
    assert "One event has errors. One event is right." in text_of(report)
    assert f"/{TOKEN}/checks/1/events/2" in report
    home = text_of(served.get("").text)
    assert "2 files" in home
    assert "One event has errors. One event is right." in home


def test_a_system_can_be_asked_for(served: Served) -> None:
    """One that there is."""
    assert "dutch-2017" in text_of(served.checked(("clean.trf", CLEAN), system="dutch-2017"))
    assert served.send(("clean.trf", CLEAN), system="chess-960").status_code == 400


def test_the_same_files_can_be_checked_by_another_system(served: Served) -> None:
    """Without being sent again; the one that was asked for is chosen."""
    served.checked(("clean.trf", CLEAN))
    assert '<form action="/secret/checks/1/again" method="post">' in served.get("checks/1/events/1/file").text
    for system, status in (("dutch-2017", 303), ("chess-960", 400)):
        answer = served.client.post(f"/{TOKEN}/checks/1/again", data={"system": system}, headers=OWN)
        assert answer.status_code == status
    served.get("checks/2")
    again = served.get("checks/2/events/1/file").text
    assert '<option value="dutch-2017" selected>' in again
    assert "applied as dutch-2017" in text_of(again)


def test_a_sample_is_a_click_away(served: Served) -> None:
    """For users without a file; nothing but a sample can be named."""
    assert "No file yet?" in text_of(served.get("").text)
    for name, status in (("mill_cup.trf", 303), ("../pyproject.toml", 404)):
        answer = served.client.post(f"/{TOKEN}/samples", data={"sample": name}, headers=OWN)
        assert answer.status_code == status
    assert "All seven rounds are right." in text_of(served.get("checks/1").text)


def test_a_page_that_fails_says_so(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a trace; the terminal says where the details are."""
    monkeypatch.setattr("reports.serving.render_home", lambda _: 1 // 0)
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
    for page in ("checks/1", "checks/1/events/1"):
        answer = served.get(page)
        assert answer.status_code == 404
        assert "send the files again" in answer.text
    assert served.client.get(f"/{TOKEN}/checks/2/save/anything.html").status_code in (303, 404)


# --- progress ---------------------------------------------------------------------------------------------------------


def test_progress_tells_rounds_and_players_and_hands_over_each_event() -> None:
    """The bar never goes back; a round that is not as declared is not called wrong before its verdict."""
    reports, parts = list[JobProgress](), list[object]()

    def say(report: JobProgress, part: object = None) -> None:
        reports.append(report)
        parts.append(part)

    uploads = tuple(Upload(name=name, content=text.encode()) for name, text in (("a.trf", CLEAN), ("b.trf", PLANTED)))
    record = check_uploads(say, uploads, "auto", 60)
    bars = [report for report in reports if report.total]
    assert [bar.done for bar in bars] == sorted(bar.done for bar in bars)
    assert bars[-1].done == bars[-1].total
    assert "4 of 4 rounds" in bars[-1].doing
    assert "players" in bars[-1].doing
    assert tuple(part for part in parts if part is not None) == record.events
    (doubtful,) = [report.line for report in reports if "round 4: not" in report.line]
    assert "the verdict follows" in doubtful
    assert [report.event for report in reports if report.event] == [1, 2]


def test_a_bar_is_drawn_with_seconds() -> None:
    """A file name with markup is escaped."""
    bar = render_progress(JobProgress(doing="<b>.trf: 3 of 9 rounds", done=300, total=900), 7.2)
    assert 'value="300" max="900"' in bar
    assert "&lt;b&gt;.trf: 3 of 9 rounds, 7 s" in bar
    finished = render_progress(JobProgress(line="<b>: right", event=2), 7.2, "/s/checks/1")
    assert '&lt;b&gt;: right <a href="/s/checks/1/events/2">' in finished


def finish_a_part(say: Say, part: object) -> None:
    """Work of which one event is finished, and the next does not end."""
    say(JobProgress(line="one is done"), part)
    count_for_ever(say)


def fail(say: Say) -> None:
    """Fail with an unexpected error."""
    say("so far so good")
    raise ZeroDivisionError


def test_a_finished_event_can_be_read_while_the_rest_is_checked(served: Served) -> None:
    """An unfinished one leads to the page on the progress."""
    uploads = tuple(Upload(name=name, content=CLEAN.encode()) for name in ("a.trf", "b.trf"))
    record = check_uploads(lambda *_: None, uploads[:1], "auto", 60)
    served.desk.take(uploads, "auto")
    job = served.desk.job(f"/{TOKEN}/checks/1", finish_a_part, record.events[0])
    while not job.parts:
        assert not job.wait(0.02)
    assert "All four rounds are right." in text_of(served.client.get(f"/{TOKEN}/checks/1/events/1").text)
    answer = served.client.get(f"/{TOKEN}/checks/1/events/2")
    asked = f"/{TOKEN}/checks/1?page=%2F{TOKEN}%2Fchecks%2F1%2Fevents%2F2"
    assert (answer.status_code, answer.headers["location"]) == (303, asked)
    assert served.client.get(f"/{TOKEN}/checks/1/events/3").status_code == 404


def test_a_page_asked_for_too_early_is_shown_after_the_check(served: Served) -> None:
    """With its query; an address outside of the check leads to the check itself."""
    open_event = trf_of(played(players=9, rounds=4))
    assert served.send(("open.trf", open_event)).status_code == 303
    page = served.get("checks/1/events/1/players?q=3").request.url
    assert page.path == f"/{TOKEN}/checks/1/events/1/players/3"
    for outside in ("https://elsewhere.example/", f"/{TOKEN}/checks/12/events/1", "//elsewhere.example"):
        answer = served.client.get(f"/{TOKEN}/checks/1", params={"page": outside})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/{TOKEN}/checks/1/events/1")


def test_work_can_be_watched_and_cancelled(served: Served) -> None:
    """The page says so."""
    page = f"/{TOKEN}/checks/1"
    check = served.desk.take((), "auto")
    assert check.number == 1
    job = served.desk.job(page, count_for_ever)
    while not job.progress:
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


def test_a_failure_of_ours_is_reported_and_does_no_harm() -> None:
    """By its kind; the terminal says where the details are."""
    job = Job(fail)
    assert job.wait(60)
    assert [report.doing for report in job.progress] == ["so far so good"]
    assert "ZeroDivisionError" in job.failure
