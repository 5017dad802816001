"""The requests that are answered, and the limits of a page."""

from __future__ import annotations

import re
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient
from support.serving import OWN, PORT, TOKEN, text_of
from support.trf import played, trf_of

from pairproof.serve import desk, guard
from pairproof.serve.command import application
from pairproof.serve.desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

    from support.serving import Served

HOSTILE = '<script>alert(1)</script><img src=x onerror="alert(1)"><style>body{}</style>'
CLEAN = trf_of(played())


@pytest.mark.parametrize("path", ["/", "/secret2/", "/secre/", "/%73ecre/", "//secret/"])
def test_nothing_is_answered_without_the_secret(served: Served, path: str) -> None:
    """Nor is anything said about what there is."""
    answer = served.client.get(path)
    assert answer.status_code == 403
    assert "tournament" not in answer.text


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}"])
def test_nothing_is_answered_under_another_name(served: Served, host: str) -> None:
    """Otherwise a foreign page could give this machine a name of its own, and read along."""
    assert served.client.get(f"/{TOKEN}/", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("foreign", ["evil.example", f"127.0.0.1:{PORT}"])
def test_a_request_with_two_names_is_not_answered(served: Served, foreign: str) -> None:
    """Whichever of them a program in between believes; the right name twice is not what a browser sends, either."""
    own = f"127.0.0.1:{PORT}"
    for hosts in ((own, foreign), (foreign, own)):
        answer = served.client.get(f"/{TOKEN}/", headers=[("Host", host) for host in hosts])
        assert [*answer.request.headers.get_list("host")] == [*hosts]
        assert answer.status_code == 403


def test_the_machine_may_be_called_localhost(served: Served) -> None:
    """It is the same machine."""
    assert served.client.get(f"/{TOKEN}/", headers={"Host": f"localhost:{PORT}"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": f"https://127.0.0.1:{PORT}"},
        {"Origin": f"127.0.0.1:{PORT}"},
        {"Origin": f"//127.0.0.1:{PORT}"},
        {"Origin": f"http://http://127.0.0.1:{PORT}"},
        {},
    ],
)
def test_nothing_is_taken_from_another_page(served: Served, headers: dict[str, str]) -> None:
    """Nor from who does not say who asks."""
    answer = served.client.post(f"/{TOKEN}/checks", files={"files": ("a.trf", CLEAN)}, headers=headers)
    assert answer.status_code == 403
    assert not served.desk.checks


def test_every_answer_forbids_scripts_and_what_is_elsewhere(served: Served) -> None:
    """Also an answer that refuses."""
    for path in (f"/{TOKEN}/", f"/{TOKEN}/nothing", "/wrong/"):
        policy = served.client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert re.search(r"script-src '(sha256-[A-Za-z0-9+/=]+)';", policy)
        assert "unsafe" not in policy


def test_a_too_large_upload_is_refused_with_a_reason(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its size as a whole; nothing of it is kept."""
    monkeypatch.setattr(guard, "_MOST_BODY", 5000)
    assert served.send(("a.trf", "x" * 4000)).status_code == 303
    answer = served.send(("a.trf", "x" * 6000))
    assert answer.status_code == 413
    assert "too much: up to" in answer.text
    assert len(served.desk.checks) == 1


def test_too_many_files_are_refused(served: Served) -> None:
    """One more than is taken, and no file at all."""
    several = [(f"{number}.trf", "001") for number in range(desk.MOST_FILES + 1)]
    assert served.send(*several).status_code == 400
    assert served.send().status_code == 400
    assert not served.desk.checks


@pytest.mark.parametrize(
    ("name", "file_name"),
    [
        ("../../../etc/passwd", "passwd"),
        (r"C:\Windows\win.ini", "win.ini"),
        ("..", "file.trf"),
        ("", "file.trf"),
        ("x" * 500 + ".trf", "x" * 96 + ".trf"),
        ("a\x00b\u202e.trf", r"a\x00b\u202e.trf"),
    ],
)
def test_a_name_is_never_a_path(name: str, file_name: str) -> None:
    """The last part of the browser's name is kept, made safe to show."""
    assert desk.called(name) == file_name


def test_the_uploaded_file_is_the_file_checked(served: Served) -> None:
    """A file at the path of its name is not read."""
    report = text_of(served.checked(("../../../etc/passwd", CLEAN)))
    assert "All four rounds are right." in report
    assert "/etc" not in report


def test_files_that_are_not_tournaments_are_named_in_the_report(served: Served) -> None:
    """And harms nothing."""
    contents = (bytes(range(256)) * 40, b"", b"PK\x03\x04" + b"\0" * 300, b"\xff\xfe" * 500)
    report = text_of(served.checked(*((f"photo-{place}.trf", content) for place, content in enumerate(contents))))
    assert report.count("cannot be read as an event") == len(contents)
    assert "not TRF" in text_of(served.get("checks/1/save/report.html").text)
    assert "Four events could not be judged." in report


def test_names_of_players_and_files_stay_names(served: Served) -> None:
    """Nothing in them becomes part of the page."""
    hostile = CLEAN.replace(f"{'Player 001':<33}", f"{HOSTILE[:33]:<33}").replace("Club evening", HOSTILE)
    report = served.checked((f"{HOSTILE}.trf", hostile))
    assert "&lt;script&gt;" in report
    places = ("", "/rounds/1", "/players", "/players/1", "/crosstable", "/file", "/sheet", "/explain?round=1&player=1")
    for page in (served.get("").text, *(served.get(f"checks/1/events/1{place}").text for place in places)):
        assert not re.search(r"<script>alert|<img|<style>body\{\}", page)
        assert not re.search(r"<[^>]*\son\w+=", re.sub(r'"[^"]*"', '""', page))


def test_the_styles_and_the_script_of_the_pages_are_allowed_and_no_others(served: Served) -> None:
    """Their hashes are known beforehand, from the templates alone."""
    import base64  # noqa: PLC0415 - only here
    import hashlib  # noqa: PLC0415 - likewise

    served.checked(("clean.trf", CLEAN))
    for page in ("", "checks/1", "checks/1/events/1/sheet", "nothing"):
        answer = served.get(page)
        inline = re.findall(r"<(style|script)>(.*?)</\1>", answer.text, re.DOTALL)
        assert [kind for kind, _ in inline] in (["style"], ["style", "script"])
        policy = answer.headers["content-security-policy"]
        for kind, text in inline:
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            (sources,) = re.findall(rf"{kind}-src ([^;]*);", policy)
            assert f"'sha256-{digest}'" in sources
        assert not re.search(r"\sstyle=|<(style|script) ", answer.text)


def test_a_file_given_at_the_start_is_at_the_door(served: Served, tmp_path: Path) -> None:
    """It is checked like one that is sent."""
    given = (desk.Upload(name="given.trf", content=CLEAN.encode()),)
    client = TestClient(
        application(served.desk, given, token=TOKEN, port=PORT, time_limit=60),
        base_url=f"http://127.0.0.1:{PORT}",
    )
    assert "given.trf" in client.get(f"/{TOKEN}/").text
    assert not list(tmp_path.iterdir())


def test_a_ticket_leads_in_once() -> None:
    """The address with which the browser was started is useless afterwards."""
    with closing(Desk()) as desk:
        pages = application(desk, token=TOKEN, port=PORT, time_limit=60)
        client = TestClient(pages, base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False)
        ticket = pages.ticket()
        assert client.post(f"/{ticket}", headers=OWN).status_code == 403
        assert client.get(f"/{ticket}", headers={"Host": "evil.example"}).status_code == 403
        assert client.get(f"/{ticket}").headers["location"] == f"/{TOKEN}/"
        assert client.get(f"/{ticket}").status_code == 403
        assert client.get("/").status_code == 403


def test_only_the_own_pages_can_cancel(served: Served) -> None:
    """Nothing is ended for others, and what is not there is not missed."""
    assert served.client.post(f"/{TOKEN}/cancel", data={"page": "x"}).status_code == 403
    assert served.client.post(f"/{TOKEN}/cancel", data={"page": "x"}, headers=OWN).status_code == 303
