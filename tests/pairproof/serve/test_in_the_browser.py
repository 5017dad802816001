"""The served pages as people use them: by keyboard, on a telephone, on paper, with a screen reader."""

from __future__ import annotations

import re
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.browsers import find_barriers, opened_browser
from support.serving import count_for_ever
from support.trf import played, trf_of

from pairproof.serve.command import application, listen, server_of
from pairproof.serve.desk import Desk, Upload

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[3]
FILES = ("examples/harbour_open.trf", "examples/mill_cup.trf", "tests/data/disputes/team_2026.trf")
"""A round with a wrong pairing, an event with byes, and an event of teams; a check each."""
DISPUTES = ROOT / "tests" / "data" / "disputes"
PATIENCE = 120_000
"""Milliseconds: on a machine with much other work a page takes long."""
HOSTILE = "<img src=x onerror=alert(1)>"
WIDE_BOXES = """[...document.querySelectorAll('.scroll')]
  .filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.ariaLabel)"""
"""Names of the frames whose content is wider than they are."""
IS_LIGHT = "matchMedia('(prefers-color-scheme: light)').matches"
PAGES = {
    "home": "",
    "event": "checks/1/events/1",
    "round": "checks/1/events/1/rounds/6",
    "players": "checks/1/events/1/players?q=olga",
    "player": "checks/2/events/1/players/2",
    "crosstable": "checks/1/events/1/crosstable",
    "file": "checks/1/events/1/file",
    "sheet": "checks/1/events/1/sheet",
    "explain": "checks/1/events/1/explain?round=6&player=11",
    "explain a team": "checks/3/events/1/explain?round=2&player=1",
    "why not": "checks/1/events/1/why-not?round=6&one=11&other=13",
    "what if": "checks/1/events/1/what-if?round=6&who=11&had=absent",
    "standings": "checks/2/events/1/standings?tie-breaks=BH/C1,SB&player=3&one=3&other=4",
    "refusal": "checks/1/events/1/explain?round=99&player=3",
    "several events": "checks/5",
    "an event that cannot be read": "checks/5/events/1",
    "an undeclared fact": "checks/5/events/2",
    "nothing there": "checks/99",
    "campaign": "stores/1",
    "dossier": "stores/1/dossier?program=0&subject=5",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the Chromium of the system."""
    with opened_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    """Lay out a desk."""
    with closing(Desk()) as one:
        yield one


@pytest.fixture(scope="module")
def address(store: Path, desk: Desk) -> Iterator[str]:
    """Serve a campaign in this process, check each file, and return the address."""
    with closing(listen(0)) as listening:
        port = listening.getsockname()[1]
        pages = application(desk, stores=(str(store),), token="t", port=port, time_limit=60)  # noqa: S106
        server = server_of(pages)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{port}/t/"
        server.should_exit = True
        thread.join(20)


@pytest.fixture(scope="module", autouse=True)
def checks(desk: Desk) -> None:
    """Lay the files on the desk, each to be checked on the first request, and a check without an end."""
    for file in FILES:
        desk.take((Upload(name=Path(file).name, content=(ROOT / file).read_bytes()),), "auto")
    endless = desk.take((Upload(name="endless.trf", content=b""),), "auto")
    desk.job(f"/t/checks/{endless.number}", count_for_ever)
    names = ("own_opponent.trf", "undeclared_acceleration.trf")
    desk.take(tuple(Upload(name=name, content=(DISPUTES / name).read_bytes()) for name in names), "auto")


@pytest.fixture(
    params=[
        pytest.param((390, "light"), id="telephone"),
        pytest.param((1280, "dark"), id="desk", marks=pytest.mark.slow),
    ],
    scope="module",
)
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """Open a window."""
    width, scheme = request.param
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def open_at(page: Page, address: str) -> None:
    """Go to a page, and wait until what it takes is done."""
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.locator("[role=log]").wait_for(state="detached")
    page.wait_for_load_state()


def finish_check(page: Page, address: str, desk: Desk, check: str) -> None:
    """Go to the page of a check, which has an end, unless the check is done; until then the page shows its progress."""
    job = desk.known(f"/t/{check}")
    if job is None or not job.is_over:
        open_at(page, address + check)


def open_in_check(page: Page, address: str, desk: Desk, path: str) -> None:
    """Go to a page of a check, after the check is done."""
    if "/" in path:
        finish_check(page, address, desk, "/".join(path.split("/")[:2]))
    open_at(page, address + path)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_barriers_and_fits(page: Page, address: str, desk: Desk, name: str) -> None:
    """Nothing for axe to object to by day and by night, nothing off the edge, and nothing from elsewhere."""
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    open_in_check(page, address, desk, PAGES[name])
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert all(url.startswith(address) for url in urls)
    assert page.evaluate(WIDE_BOXES) == []
    assert find_barriers(page) == []
    page.emulate_media(color_scheme="dark" if page.evaluate(IS_LIGHT) else "light")
    assert find_barriers(page, "color-contrast") == []
    page.emulate_media(color_scheme=None)
    assert page.locator("script").count() <= 1


def test_a_table_off_the_edge_is_seen(page: Page) -> None:
    """In its frame it scrolls, and the frame is named."""
    cells = "<td>a wide table</td>" * 60
    page.set_content(f'<div class="scroll" aria-label="Wide" style="overflow-x: auto"><table><tr>{cells}</table></div>')
    assert page.evaluate(WIDE_BOXES) == ["Wide"]


def test_on_a_telephone_the_rank_order_comes_before_the_forms(browser: Browser, address: str, desk: Desk) -> None:
    """The forms are folded into one line above it, which a key opens; a player asked about has the name."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    open_in_check(page, address, desk, PAGES["standings"])
    form = page.get_by_role("form", name="Why this rank")
    assert not form.is_visible()
    assert page.locator("main .answer").first.is_visible()
    page.get_by_text("Other tie-breaks").press("Enter")
    assert form.is_visible()
    assert form.get_by_label("player").input_value() == "Dvorak, Elif (3)"
    page.close()


def test_on_a_telephone_a_wrong_game_of_the_crosstable_is_on_the_screen(
    browser: Browser, address: str, desk: Desk
) -> None:
    """With the number of its round, as on a desk below the heading."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    open_in_check(page, address, desk, "checks/1/events/1/crosstable")
    wrong = page.locator(".cross .differs")
    boxes = [box.bounding_box() for box in wrong.all()]
    assert len(boxes) == 4
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    numbers = wrong.evaluate_all(
        "cells => cells.map(cell => 1 + [...cell.parentNode.querySelectorAll('td:not(.number)')].indexOf(cell))"
    )
    assert numbers == [6] * 4
    assert "round" in wrong.first.evaluate("cell => getComputedStyle(cell, '::before').content")
    page.close()


# --- walks by keyboard ------------------------------------------------------------------------------------------------


class Walk:
    """A walk through the pages by keyboard alone, from the first page on; every Enter is an action."""

    def __init__(self, page: Page, address: str) -> None:
        """Start at the first page."""
        self.page = page
        self.actions = 0
        page.goto(address)

    def open(self, name: str | re.Pattern[str], role: str = "link") -> None:
        """Go to a link or button with the Tab key, and open it."""
        part = self.page.get_by_role(role, name=name).first  # type: ignore[arg-type] # both are roles
        self._tab_to(part)
        self._enter()

    def find(self, text: str) -> None:
        """Go to the search with the Tab key, and search."""
        self._tab_to(self.page.get_by_role("combobox").first)
        self.page.keyboard.type(text)
        self._enter()

    def _tab_to(self, part: Locator) -> None:
        found = part.element_handle()  # once: to look for it by its name takes longer than to press a key
        for _ in range(150):
            if found.evaluate("element => element === document.activeElement"):
                assert found.evaluate("element => getComputedStyle(element).outlineStyle") != "none"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("it cannot be reached")

    def _enter(self) -> None:
        self.actions += 1
        before = self.page.url
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(lambda url: url != before)
        self.page.locator("[role=log]").wait_for(state="detached")
        self.page.wait_for_load_state()

    @property
    def answer(self) -> str:
        """The heading of the page."""
        return self.page.locator("main h1").first.inner_text()


@pytest.fixture
def walk(browser: Browser, address: str, desk: Desk) -> Iterator[Walk]:
    """Stand at the first page, with the files checked."""
    page = browser.new_page()
    for number in (1, 2):
        finish_check(page, address, desk, f"checks/{number}")
    yield Walk(page, address)
    page.close()


def test_why_a_player_got_the_bye_in_four_actions(walk: Walk) -> None:
    """From the first page, by keyboard."""
    walk.open(re.compile("Mill Cup"))
    walk.find("jorgensen liam")
    walk.open(re.compile("Why the bye"))
    assert walk.answer.startswith("Liam Jørgensen has the bye.")
    assert walk.actions <= 4


def test_why_two_do_not_meet_in_four_actions(walk: Walk) -> None:
    """Among the opponents whom an answer lists."""
    walk.open(re.compile("Harbour Open"))
    walk.find("eriksen, olga")
    walk.open(re.compile(r"Why\? *Round 6"))
    walk.open("Nguyen, Olga (13)")
    assert walk.answer.startswith("Olga Eriksen and Olga Nguyen should not play each other")
    assert walk.actions <= 4


def test_what_if_a_player_had_not_come_in_four_actions(walk: Walk) -> None:
    """As a question that follows."""
    walk.open(re.compile("Harbour Open"))
    walk.find("eriksen, olga")
    walk.open(re.compile(r"Why\? *Round 6"))
    walk.open("What if Olga Eriksen had not come?")
    assert walk.answer.startswith("If Olga Eriksen were away")
    assert walk.actions <= 4


def test_the_sheet_is_printed_in_four_actions(walk: Walk, tmp_path: Path) -> None:
    """One page of A4 with both games and the article; saved it is the same."""
    walk.open(re.compile("Harbour Open"))
    walk.open("One sheet to post")
    assert walk.actions <= 4
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", walk.page.pdf(prefer_css_page_size=True))) == 1
    words = walk.page.locator(".sheet").inner_text()
    assert "As few players as possible do not get the colour that they are due" in words
    with walk.page.expect_download() as download:
        walk.page.get_by_role("link", name="Save this sheet").press("Enter")
    assert download.value.suggested_filename == "harbour_open-sheet.html"
    download.value.save_as(tmp_path / "sheet.html")
    assert "Kowalczyk, Mira" in (tmp_path / "sheet.html").read_text("utf-8")


def test_a_check_is_cancelled_in_four_actions(walk: Walk, address: str, desk: Desk) -> None:
    """The page on its progress shows the last report alone."""
    page = walk.page
    page.goto(f"{address}checks/4", wait_until="commit")
    page.locator(".bar-of-progress").nth(1).wait_for(state="attached")
    heights = page.evaluate("[...document.querySelectorAll('.bar-of-progress')].map(bar => bar.offsetHeight)")
    assert [height > 0 for height in heights] == [False] * (len(heights) - 1) + [True]
    page.get_by_role("button", name="Cancel").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(address)
    assert desk.known("/t/checks/4") is None


def test_everything_works_without_a_script(browser: Browser, address: str) -> None:
    """A file is chosen, checked, and a player found."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.get_by_label(re.compile("Drop the tournament")).set_input_files(ROOT / FILES[1])
    page.get_by_role("button", name="Check").press("Enter")
    page.wait_for_url(re.compile(r"checks/\d+/events/1$"))
    page.get_by_role("combobox").first.fill("abendroth")
    page.get_by_role("combobox").first.press("Enter")
    page.wait_for_url(re.compile("players"))
    assert page.get_by_role("heading", level=1).first.inner_text()
    context.close()


def test_the_list_of_players_is_filtered_while_one_types(browser: Browser, address: str) -> None:
    """By the script; accents do not matter, and the stroke leads to the field."""
    page = browser.new_page()
    open_at(page, f"{address}checks/1")
    page.goto(f"{address}checks/1/events/1/players")
    page.keyboard.press("/")
    for typed, found in (("szabo", "Szabó"), ("hugo jorg", "Jørgensen, Hugo"), ("Szabó, Ines (17)", "Szabó, Ines")):
        page.keyboard.press("Control+a")
        page.keyboard.type(typed)
        shown = [row.inner_text() for row in page.locator("tbody tr").all() if row.is_visible()]
        assert shown
        assert all(found in row for row in shown)
    page.close()


def test_files_can_be_dropped(browser: Browser, address: str) -> None:
    """Anywhere in the frame, without a script."""
    page = browser.new_page()
    page.goto(address)
    frame = page.locator("input[type=file]")
    box = frame.bounding_box()
    assert box is not None
    dragging = page.context.new_cdp_session(page)
    files = {"items": [], "files": [str(ROOT / file) for file in FILES[:2]], "dragOperationsMask": 1}
    for corner in (5, box["width"] - 5):
        frame.evaluate("input => { input.value = '' }")
        for kind in ("dragEnter", "dragOver", "drop"):
            place = {"x": box["x"] + corner, "y": box["y"] + 5}
            dragging.send("Input.dispatchDragEvent", {"type": kind, **place, "data": files})
        assert frame.evaluate("input => [...input.files].map(file => file.name)") == [
            Path(file).name for file in FILES[:2]
        ]
    page.close()


def test_nothing_of_a_hostile_file_is_run(browser: Browser, address: str, tmp_path: Path) -> None:
    """Names stay names, on every page that shows them; the console is silent."""
    event = trf_of(played()).replace("Club evening", HOSTILE).replace(f"{'Player 001':<33}", f"{HOSTILE:<33}")
    (tmp_path / "hostile.trf").write_text(event, "utf-8")
    page = browser.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.on("dialog", lambda dialog: messages.append(dialog.message))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.goto(address)
    page.get_by_label(re.compile("Drop the tournament")).set_input_files(tmp_path / "hostile.trf")
    page.get_by_role("button", name="Check").click()
    page.get_by_text(HOSTILE).first.wait_for()
    report = page.url
    answers = ("/explain?round=2&player=1", "/standings")
    for place in ("", "/rounds/2", "/players", "/players/1", "/crosstable", "/sheet", *answers):
        open_at(page, report + place)
        assert page.locator("img").count() == 0
        assert page.locator("script").count() <= 1
        page.locator("input[type=search]").first.evaluate_all("fields => fields.forEach(field => field.focus())")
    assert messages == []
    page.close()
