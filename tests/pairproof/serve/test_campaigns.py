"""Campaigns on the pages: causes, findings, and dossiers that start no program."""

from __future__ import annotations

import html
import io
import re
import zipfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient
from support.serving import PORT, TOKEN, Served, text_of

from pairproof.cli.main import main
from pairproof.serve.command import application
from pairproof.serve.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def campaign(store: Path) -> Iterator[Served]:
    """Serve its store, and one that is damaged."""
    damaged = store.with_name("damaged.sqlite")
    damaged.write_bytes(store.read_bytes()[:5000])
    with closing(Desk()) as desk:
        stores = (str(store), str(damaged))
        pages = application(desk, stores=stores, token=TOKEN, port=PORT, time_limit=60)
        with TestClient(pages, base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False) as client:
            yield Served(client=client, desk=desk)


def dossier_of(campaign: Served) -> str:
    """Return the address of the first dossier that the report links to."""
    page = campaign.get("stores/1").text
    found = re.search(r'href="([^"]*/dossier\?[^"]*)"', page)
    assert found is not None
    return html.unescape(found[1])


def test_the_report_is_that_of_the_command(campaign: Served, store: Path, tmp_path: Path) -> None:
    """As it is without asking the program; the door leads to it."""
    assert "/secret/stores/1" in campaign.get("").text
    shown = campaign.get("stores/1").text
    saved = campaign.get("stores/1/save/report.html").text
    report = tmp_path / "report.html"
    assert main(["campaign", "report", str(store), "-o", str(report), "--no-reduce"]) == 1
    assert saved == report.read_text("utf-8")
    assert "Findings by cause" in text_of(shown)


def test_a_cause_leads_to_its_dossier(campaign: Served) -> None:
    """With its pages, and the whole folder to be saved."""
    address = dossier_of(campaign)
    page = campaign.get(address).text
    assert "What lies here:" in page
    assert "Verdict     worse" in page
    pages = [html.unescape(link) for link in re.findall(r'href="([^"]*/dossier/[^"]*)"', page)]
    round_page, folder = (next(link for link in pages if name in link) for name in ("round.html", "dossier.zip"))
    assert "Answered by the program" in campaign.get(round_page).text
    answer = campaign.get(folder)
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = {Path(name).name for name in archive.namelist()}
    assert {"README.txt", "round.html", "given.trf", "answer.txt", "event.trf", "SHA256SUMS"} <= names
    assert campaign.get(folder.replace("dossier.zip", "answer.txt")).status_code == 404


def test_no_program_is_started(store: Path, tmp_path: Path) -> None:
    """A store from a stranger could name any."""
    import sqlite3  # noqa: PLC0415 - only here

    from checker.campaigns.smallest_events import DossierRequest  # noqa: PLC0415 - likewise
    from pairproof.serve.campaigns import show_dossier  # noqa: PLC0415 - likewise

    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(store.read_bytes())
    with closing(sqlite3.connect(copy)) as tables, tables:
        changed = tables.execute("UPDATE programs SET spec = 'callable:support.no_such_module:nothing'")
        assert changed.rowcount == 1
    messages: list[str] = []
    dossier = show_dossier(messages.append, str(copy), DossierRequest(name="5"))
    assert "answer.txt" in dossier.files
    assert "reduced.trf" not in dossier.files


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("stores/2", 422),
        ("stores/3", 404),
        ("stores/0", 404),
        ("stores/1/dossier?subject=no-such", 422),
        ("stores/1/dossier?subject=5&program=99999999999999999999", 200),
        ("stores/1/dossier?subject=5&program=7", 422),
    ],
)
def test_unknown_pages_of_a_campaign_are_refused(campaign: Served, page: str, status: int) -> None:
    """A damaged store, another campaign, another subject; a path is never asked for."""
    assert campaign.get(page).status_code == status
