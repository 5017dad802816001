"""Questions about what was sent are answered as the commands answer them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.serving import text_of
from support.trf import played, trf_of, with_exchanged_opponents

from pairproof.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

    from support.serving import Served

EVENT = trf_of(played(players=9, rounds=4))
"""The event that the fixture has checked."""


ASK = "checks/1/events/1/"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("explain?round=3&player=2", ("explain", "--player", "2")),
        ("why-not?round=3&one=1&other=2", ("why-not", "1", "2")),
        (
            "what-if?round=3&absent=4&absent=5&present=&bye=&forbid-one=1&forbid-other=3",
            ("what-if", "--absent", "4", "--absent", "5", "--forbid", "1-3"),
        ),
        (
            "what-if?round=4&result-one=ONE&result-other=OTHER&result-outcome=1/2-1/2&swap-one=8&swap-other=9",
            ("what-if", "--result", "ONE-OTHER=1/2-1/2", "--swap", "8-9"),
        ),
    ],
)
def test_the_answer_is_that_of_the_command(
    event: Served,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    question: str,
    words: tuple[str, ...],
) -> None:
    """The sheet that is saved is the one that ``--report`` writes; the page says the same, and more can be asked."""
    one = played(players=9, rounds=4).players[0]
    for placeholder, number in (("ONE", one.tpn), ("OTHER", one.rounds[2].opponent)):
        question = question.replace(placeholder, str(number))
        words = tuple(word.replace(placeholder, str(number)) for word in words)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "open.trf").write_text(EVENT, "utf-8")
    command, *others = words
    number = re.search(r"round=(\d)", question)
    assert number is not None
    told = [command, "open.trf", "--round", number[1], *others, "--system", "dutch-2026", "--report", "sheet.html"]
    assert main(told) == 0
    shown = event.get(ASK + question)
    saved = event.get(f"{ASK}save/{question}")
    assert shown.status_code == 200
    assert saved.text == (tmp_path / "sheet.html").read_text("utf-8")
    assert saved.headers["content-disposition"] == f'attachment; filename="open-{command}-round-{number[1]}.html"'
    answer = re.search(r'<p class="conclusion answer[^>]*>.*?</p>', saved.text)
    assert answer is not None
    assert answer[0] in shown.text
    assert "Why do these two not meet?" in text_of(shown.text)


def test_every_cell_of_a_game_leads_to_its_explanation(event: Served) -> None:
    """And every name to that of the last round; of the next round, too, something can be asked."""
    report = event.get("checks/1").text
    cells = re.findall(r'<td[^>]*><a href="(/secret/checks/1/events/1/explain[^"]*)">', report)
    assert len(cells) == 4 * 9
    assert "/secret/checks/1/events/1/explain?round=4&amp;player=9" in cells
    names = re.findall(r'<th scope="row"><a href="[^"]*player=(\d)"><bdi>', report)
    assert sorted(map(int, names)) == list(range(1, 10))
    forms = event.get("checks/1/events/1/ask").text
    assert '<option value="5">5 (the next)</option>' in forms
    assert "(9)</option>" in forms


def test_who_plays_in_a_disputed_round_leads_to_the_explanation(served: Served) -> None:
    """In both pairings."""
    report = served.checked(("planted.trf", trf_of(with_exchanged_opponents(played()))))
    games = report[report.index('<table class="games recorded">') : report.index('<table class="games common">')]
    links = re.findall(
        r'<a href="/secret/checks/1/events/1/explain\?round=4&amp;player=(\d+)"><span class="tpn">\1<', games
    )
    assert len(links) == 8


def test_what_was_asked_is_filled_in(event: Served) -> None:
    """So that it can be asked again with one thing otherwise."""
    page = event.get(f"{ASK}what-if?round=3&absent=4&absent=5&forbid-one=1&forbid-other=3").text
    filled = re.findall(
        r'<select name="([^"]*)"[^>]*>(?:(?!</select>).)*?<option value="(\d+)" selected>', page, re.DOTALL
    )
    asked = [("round", "3"), ("absent", "4"), ("absent", "5"), ("forbid-one", "1"), ("forbid-other", "3")]
    assert filled == [("round", "3"), ("round", "3"), *asked]


def test_a_row_of_an_answer_leads_to_why_not(event: Served) -> None:
    """With both players filled in."""
    page = event.get(f"{ASK}explain?round=3&player=2").text
    assert "/secret/checks/1/events/1/why-not?round=3&amp;one=2&amp;other=" in page
    assert '<option value="2" selected>' in page


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("explain?round=3&player=77", "there is no player 77"),
        ("explain?round=9&player=1", "there is no round 9"),
        ("explain?round=3&player=--json", "is not a number"),
        ("explain?round=3", "is not a number"),
        ("explain?round=--report&player=1", "is not a number"),
        ("why-not?round=3&one=1&other=--json%3D/tmp/x", "is not a number"),
        ("what-if?round=3", "nothing is supposed to be otherwise"),
        ("what-if?round=3&swap-one=3", "is not a pair of two numbers"),
        ("what-if?round=3&edition=chess-960", "no system"),
        ("what-if?round=3&result-one=1&result-other=2&result-outcome=9-9", "is not a result"),
    ],
)
def test_what_cannot_be_answered_is_said_above_the_forms(event: Served, question: str, message: str) -> None:
    """In the words of the command; nothing of it is taken for another option."""
    answer = event.get(ASK + question)
    assert answer.status_code == 422
    assert message in text_of(answer.text)
    assert "Why do these two not meet?" in text_of(answer.text)


@pytest.mark.parametrize(
    "page", ["1/dance?round=1", "2/ask", "0/ask", "9/explain?round=1&player=1", "1/save/dance?round=1"]
)
def test_what_there_is_not_is_not_found(event: Served, page: str) -> None:
    """Neither another event nor another question."""
    assert event.get(ASK[:-2] + page).status_code == 404


def test_nothing_can_be_asked_about_what_is_no_event(served: Served) -> None:
    """And its report offers nothing."""
    report = served.checked(("photo.trf", b"nothing"))
    assert "/ask" not in report
    assert served.get("checks/1/events/1/ask").status_code == 404
