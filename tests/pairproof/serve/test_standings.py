"""Rank orders on the pages, and as a page of the command ``standings``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from support.serving import text_of
from support.trf import played, trf_of

from pairproof.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from support.serving import Served

EVENT = trf_of(played(players=9, rounds=4))
"""The event that the fixture has checked."""
HERE = "checks/1/events/1/standings"


def test_the_standings_are_those_of_the_command(
    event: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The saved page is the one of ``--report``, and has the printed rows."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "open.trf").write_text(EVENT, "utf-8")
    told = ["standings", "open.trf", "--tie-breaks", "BH/C1,SB"]
    assert main(told) == 0
    printed = re.findall(
        r"^ +(\d+) +(\d+) +(\S+ \d+) +(\S+) +(\S+) +(\S+) *(\S*)$", capsys.readouterr().out, re.MULTILINE
    )
    assert main([*told, "--player", "3", "--why", "4", "005", "-o", "page.html"]) == 0
    shown = event.get(f"{HERE}?tie-breaks=BH/C1,SB&player=3&one=4&other=005").text
    saved = event.get("checks/1/events/1/save/standings?tie-breaks=BH/C1,SB&player=3&one=4&other=005")
    assert saved.text == (tmp_path / "page.html").read_text("utf-8")
    assert saved.headers["content-disposition"] == 'attachment; filename="open-standings.html"'
    table = saved.text.rpartition("<caption>Rank order")[2]
    rows = re.findall(r"<tr>(<td class=\"number\">\d+</td>.*?)</tr>", table)
    in_page = [tuple(re.sub("<.*?>", " ", row).split()) for row in rows]
    assert in_page == [
        (rank, *name.split(), *filter(None, [decided_by]), *values, tpn)
        for rank, tpn, name, *values, decided_by in printed
    ]
    assert len(in_page) == 9
    assert "Buchholz Cut-1 (BH/C1) of Player 003" in text_of(shown)
    assert re.search("Player 00[45] is before Player 00[45]: ", text_of(shown))
    assert '<input type="text" name="other" value="005"' in shown


def test_a_name_leads_to_what_its_values_are_made_of(event: Served) -> None:
    """With the tie-breaks that are looked at."""
    page = event.get(f"{HERE}?tie-breaks=BH&player=3").text
    links = re.findall(r'<th scope="row"><a href="([^"]*)">', page)
    assert len(links) == 9
    assert "/secret/checks/1/events/1/standings?tie-breaks=BH&amp;player=5" in links
    assert "Player 005 has " in text_of(event.get("checks/1/events/1/standings?tie-breaks=BH&player=5").text)


def test_a_player_is_found_by_name(event: Served) -> None:
    """As on the command line; an unknown name gets a message."""
    assert "Player 005 has " in text_of(event.get(f"{HERE}?player=005").text)
    answer = event.get(f"{HERE}?player=Nobody")
    assert answer.status_code == 422
    assert "No player of the event has &#39;Nobody&#39; in the name" in answer.text


def test_unusable_tie_breaks_are_reported(event: Served) -> None:
    """As the command says it; nothing else can be asked for."""
    answer = event.get(f"{HERE}?tie-breaks=LUCK")
    assert answer.status_code == 422
    assert "LUCK" in text_of(answer.text)
    assert event.get(f"{HERE}?edition=1850").status_code == 422
    assert event.get(f"{HERE}?values=elsewhere.txt&report=x.html&json=-").status_code == 200
