"""Every name leads to its reason, players are found by name, and answers are those of the commands."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.serving import TOKEN, text_of
from support.trf import played, trf_of, with_exchanged_opponents

from pairproof.cli.main import main
from tournaments.readings import ChosenReading, follow_readings

if TYPE_CHECKING:
    from support.serving import Served

EVENT = trf_of(played(players=9, rounds=4))
"""The event that the fixture has checked."""
TEAM_EVENT = (Path(__file__).parents[2] / "data" / "disputes" / "team_2026.trf").read_text("utf-8")
HERE = "checks/1/events/1"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("explain?round=3&player=2", ("explain", "--player", "2")),
        ("why-not?round=3&one=1&other=2", ("why-not", "1", "2")),
        ("what-if?round=3&who=4&had=absent", ("what-if", "--absent", "4")),
        ("what-if?round=3&who=1&had=forbid&whom=3", ("what-if", "--forbid", "1-3")),
        ("what-if?round=4&who=ONE&had=drawn&whom=OTHER", ("what-if", "--result", "ONE-OTHER=1/2-1/2")),
        ("what-if?round=4&who=8&had=swap&whom=9", ("what-if", "--swap", "8-9")),
        ("what-if?round=4&who=5&had=bye", ("what-if", "--bye", "5")),
        ("what-if?round=4&edition=dutch-2017", ("what-if", "--rules", "dutch-2017")),
    ],
)
def test_the_answer_is_that_of_the_command(
    event: Served,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    question: str,
    words: tuple[str, ...],
) -> None:
    """The saved file is the page that ``--report`` writes; the page says the same, and more can be asked."""
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
    shown = event.get(f"{HERE}/{question}")
    saved = event.get(f"{HERE}/save/{question}")
    assert shown.status_code == 200
    assert saved.text == (tmp_path / "sheet.html").read_text("utf-8")
    assert saved.headers["content-disposition"] == f'attachment; filename="open-{command}-round-{number[1]}.html"'
    answer = re.search(r'<h2 class="answer-line">(.*?)</h2>', saved.text)
    assert answer is not None
    assert f'<h1 class="answer-line">{answer[1]}</h1>' in shown.text
    assert "Ask something else" in text_of(shown.text)


def test_every_cell_of_a_game_leads_to_its_explanation(event: Served) -> None:
    """And every name to the player's card."""
    page = event.get(f"{HERE}/crosstable").text
    cells = re.findall(rf'<td[^>]*><a href="(/{TOKEN}/{HERE}/explain[^"]*)">', page)
    assert len(cells) == 4 * 9
    assert f"/{TOKEN}/{HERE}/explain?round=4&amp;player=9" in cells
    names = re.findall(r'<a href="[^"]*/players/(\d)"><bdi>', page)
    assert sorted(map(int, names)) == list(range(1, 10))


def test_every_board_and_name_of_a_round_leads_to_its_reason(event: Served) -> None:
    """With points before the round and the result; every link is answered."""
    page = event.get(f"{HERE}/rounds/3").text
    links = re.findall(rf'<a href="(/{TOKEN}/{HERE}/explain\?round=3[^"]*)">', page)
    players = {int(link.rpartition("=")[2]) for link in links}
    assert players == set(range(1, 10))
    assert len(links) == 9 + 4
    assert "White (points before)" in text_of(page)
    assert event.get(html.unescape(links[0])).status_code == 200
    assert event.get(f"{HERE}/rounds/5").status_code == 404


def test_a_wrong_game_has_the_correct_game_beside_it(served: Served) -> None:
    """On the wall list of the disputed round, each correct game once."""
    served.checked(("planted.trf", trf_of(with_exchanged_opponents(played()))))
    page = served.get(f"{HERE}/rounds/4").text
    wrong = re.findall(r'<tr class="wrong discrepant">.*?</tr>', page, re.DOTALL)
    assert len(wrong) == 2
    instead = [re.search(r'<span class="instead">(.*?)</span>', row, re.DOTALL) for row in wrong]
    games = [text_of(f"<body>{find_player[1]}") for find_player in instead if find_player]
    assert len(set(games)) == 2
    assert all("wrong" in text_of(f"<body>{row}") for row in wrong)


def test_a_player_is_found_by_any_part_of_the_name(served: Served) -> None:
    """Without accents and case, by number, and by the suggestion; of several a list; of none what to do."""
    named = EVENT.replace(f"{'Player 001':<33}", f"{'Jørgensen, Łucja':<33}")
    served.checked(("named.trf", named))

    def find_player(text: str) -> str:
        answer = served.client.get(f"/{TOKEN}/{HERE}/players", params={"q": text})
        return answer.headers["location"] if answer.status_code == 303 else text_of(answer.text)

    card = f"/{TOKEN}/{HERE}/players/1"
    assert {find_player(text) for text in ("jorgensen", "LUCJA", "ørgen", "lucja jor", "1", "whoever (1)")} == {card}
    assert "8 players with “player”" in find_player("player")
    assert "No player of this event" in find_player("Nobody")
    assert "Jørgensen, Łucja" in text_of(served.get(card).text)


def test_a_card_tells_every_round(event: Served) -> None:
    """Opponent, colour, result, points before, floats and byes, each leading to its reason."""
    one = played(players=9, rounds=4)
    (absent,) = {player.tpn for player in one.players if player.rounds[0].opponent is None}
    card = event.get(f"{HERE}/players/{absent}").text
    assert "pairing-allocated bye" in text_of(card)
    assert len(re.findall(rf'href="/{TOKEN}/{HERE}/explain\?round=\d&amp;player={absent}"', card)) == 4
    rows = re.findall(r"<tr>\s*<td class=\"number\"><a.*?</tr>", card, re.DOTALL)
    points = [re.findall(r'<td class="number before">([^<]*)</td>', row)[0] for row in rows]
    assert points[:2] == ["0", "1"]


def follow_links(served: Served, question: str) -> str:
    """Open every link below an answer, which leads to an answer; return the words of the links."""
    page = served.get(f"{HERE}/{question}").text
    follow = page[page.index('<ul class="follow">') : page.index("</ul>", page.index('<ul class="follow">'))]
    links = [html.unescape(link) for link in re.findall(r'href="([^"]*)"', follow) if not link.startswith("#")]
    assert links
    assert all(served.get(link).status_code == 200 for link in links)
    return text_of(f"<body>{follow}")


def test_questions_that_follow_are_answered(event: Served) -> None:
    """Each link below an answer leads to an answer."""
    words = follow_links(event, "explain?round=3&player=2")
    assert words.count("?") >= 5
    assert "Why not against" in words
    assert "had not come?" in words
    assert "had not come?" in follow_links(event, "what-if?round=3&who=1&had=forbid&whom=3")


def test_only_what_can_be_supposed_of_teams_is_offered(served: Served) -> None:
    """Neither absences nor results, below an answer and in the form."""
    served.checked(("team.trf", TEAM_EVENT))
    assert "What if" not in follow_links(served, "explain?round=2&player=1")
    page = served.get(f"{HERE}/explain?round=2&player=1").text
    assert re.findall(r'<option value="(absent|present|bye|won|drawn|lost|forbid|swap)"', page) == ["bye", "forbid"]


def test_the_names_of_boards_as_they_are_lead_to_their_reason(event: Served) -> None:
    """Those of the supposed boards do not: nothing of them was played."""
    page = event.get(f"{HERE}/what-if?round=3&who=4&had=absent").text
    rows = re.findall(r'<tr><th scope="row">\d+</th><td data-head="then">(.*?)</td><td.*?>(.*?)</td></tr>', page)
    assert rows
    assert all("<a " not in then and as_it_is.count("/explain?round=3&amp;player=") == 2 for then, as_it_is in rows)


def test_a_wrong_round_is_compared_with_the_correct_one(served: Served) -> None:
    """The posted games are not called those that would change; the answer says so."""
    served.checked(("planted.trf", trf_of(with_exchanged_opponents(played()))))
    words = text_of(served.get(f"{HERE}/what-if?round=4&who=1&had=absent").text)
    assert "The posted round is wrong: the changes are from the correct one." in words
    assert "correct as it is" in words


def test_names_are_taken_in_forms(event: Served) -> None:
    """As suggested, or in part; the address then has numbers."""
    answer = event.client.get(f"/{TOKEN}/{HERE}/why-not", params={"round": 3, "one": "Player 001 (1)", "other": "002"})
    assert answer.headers["location"].endswith("/why-not?round=3&one=1&other=2")
    several = event.client.get(f"/{TOKEN}/{HERE}/explain", params={"round": 3, "player": "player"})
    assert several.status_code == 422
    assert "Which one?" in several.text
    assert several.text.count("/explain?round=3&amp;player=") == 9


def test_a_row_of_an_answer_leads_to_why_not(event: Served) -> None:
    """With both players filled in."""
    page = event.get(f"{HERE}/explain?round=3&player=2").text
    assert f"/{TOKEN}/{HERE}/why-not?round=3&amp;one=2&amp;other=" in page
    assert 'name="player" value="Player 002 (2)"' in page


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("explain?round=3&player=77", "No player of this event has &#39;77&#39;"),
        ("explain?round=9&player=1", "Round 9 cannot be asked about"),
        ("explain?round=3&player=--json", "No player of this event"),
        ("explain?round=3", "Name a player"),
        ("explain?round=--report&player=1", "is not a number"),
        ("why-not?round=3&one=1&other=--json%3D/tmp/x", "No player of this event"),
        ("what-if?round=3", "Nothing is supposed to be otherwise"),
        ("what-if?round=3&who=3&had=swap", "needs a second player"),
        ("what-if?round=3&edition=chess-960", "No system"),
        ("what-if?round=3&who=1&whom=2&had=9-9", "is not a result"),
    ],
)
def test_an_unanswerable_question_gets_a_message_above_the_forms(event: Served, question: str, message: str) -> None:
    """In the words of the command; nothing of it is taken for another option."""
    answer = event.get(f"{HERE}/{question}")
    assert answer.status_code == 422
    assert message in text_of(answer.text)
    assert "Ask something else" in text_of(answer.text)


@pytest.mark.parametrize(
    "page", ["1/dance?round=1", "2", "0/players", "9/explain?round=1&player=1", "1/save/dance?round=1", "1/players/77"]
)
def test_what_there_is_not_is_not_found(event: Served, page: str) -> None:
    """Neither another event nor another question."""
    assert event.get(f"checks/1/events/{page}").status_code == 404


def test_nothing_can_be_asked_about_what_is_no_event(served: Served) -> None:
    """And its page offers nothing."""
    report = served.checked(("photo.trf", b"nothing"))
    assert "/explain" not in report
    assert "/players" not in report.partition('<ul class="tabs">')[2]
    assert served.get(f"{HERE}/explain?round=1&player=1").status_code == 404


@pytest.mark.parametrize(("key", "is_right"), [("printed", True), ("arrived-players", False)])
def test_pages_follow_the_chosen_reading(served: Served, key: str, *, is_right: bool) -> None:
    """`serve --reading ID=KEY`: the check and every answer rest on it, and each page of the event says so once."""
    late = ["0000 - Z", "   5 b 1", "   6 w 1", "   7 b 1", "   2 w 0", "   3 b 0", "   4 w 0"]
    rows = [f"001 {number:>4}      Player {number}".ljust(80) + f" 0.0 {number:>4}" for number in range(1, 8)]
    lines = [f"{row:<91}{entry}" for row, entry in zip(rows, late, strict=True)]
    text = "\n".join(["012 Late", "XXR 5", "XXC white1", "192 FIDE_DUTCH_2026", *lines, ""])
    with follow_readings([ChosenReading("SPP-2026-08", key)]):
        assert ("Round 1 is wrong" in text_of(served.checked(("late.trf", text)))) is not is_right
        for page in ("", "/rounds/1", "/players", "/players/2", "/file", "/sheet", "/explain?round=1&player=2"):
            shown = text_of(served.get(f"{HERE}{page}").text)
            assert shown.count(f"Reading chosen: SPP-2026-08={key}") == 1, page
        assert f"--reading=SPP-2026-08={key}" in served.get(f"{HERE}/save/explain?round=1&player=2").text
        assert f"Reading chosen: SPP-2026-08={key}" in served.get("checks/1/save/report.html").text
