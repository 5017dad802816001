"""The served pages as people use them: by keyboard, on a telephone, on paper, with a screen reader."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.browsers import opened_browser
from support.trf import played, trf_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[3]
FILES = ("examples/harbour_open.trf", "tests/data/disputes/team_2026.trf", "tests/data/disputes/nobody_plays.trf")
"""A round with a wrong pairing, an event of teams, and a file of which nothing can be checked."""
HOSTILE = "<img src=x onerror=alert(1)>"
PAGES = {
    "door": "",
    "report": "checks/1",
    "sheet": "checks/1/sheet",
    "ask": "checks/1/events/1/ask",
    "explain": "checks/1/events/1/explain?round=6&player=11",
    "explain a team": "checks/1/events/2/explain?round=2&player=1",
    "why not": "checks/1/events/1/why-not?round=6&one=11&other=13",
    "what if": "checks/1/events/1/what-if?round=6&absent=11",
    "standings": "checks/1/events/1/standings?tie-breaks=BH/C1,SB&player=3",
    "refusal": "checks/1/events/1/explain?round=99&player=3",
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
def address(store: Path) -> Iterator[str]:
    """Serve real files and a campaign, as the command does, and return the address that it says."""
    command = [sys.executable, "-m", "pairproof.cli.main", "serve", "--no-browser", *FILES, str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as program:  # noqa: S603 - our own
        assert program.stdout is not None
        yield program.stdout.readline().split()[-1]
        program.terminate()


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
    yield context.new_page()
    context.close()


def open_at(page: Page, address: str) -> None:
    """Go to a page, and wait until what it takes is done."""
    page.goto(address)
    page.locator("[role=log]").wait_for(state="detached")
    page.wait_for_load_state()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_barriers_and_fits(page: Page, address: str, name: str) -> None:
    """Nothing for axe to object to, no scrolling sideways, and nothing from elsewhere."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - only where there is a browser

    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    open_at(page, address + PAGES[name])
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert all(url.startswith(address) for url in urls)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.locator("script").count() == 0


def test_an_arbiter_comes_from_a_file_to_paper_by_keyboard(browser: Browser, address: str, tmp_path: Path) -> None:
    """Choose the file, check it, go to a cell of the crosstable, read, save, and print one sheet of A4."""
    page = browser.new_page()
    page.goto(address)
    page.get_by_label(re.compile("Drop the tournament")).set_input_files(ROOT / FILES[0])
    page.get_by_role("button", name="Check").press("Enter")
    page.wait_for_url(re.compile(r"checks/\d+$"))
    cell = page.locator("table.cross a[href$='round=6&player=11']")
    cell.focus()
    assert cell.evaluate("link => getComputedStyle(link).outlineStyle") != "none"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("explain"))
    answer = page.locator(".answer")
    answer.wait_for()
    assert "Olga Eriksen should have played" in answer.inner_text()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save this sheet").press("Enter")
    assert download.value.suggested_filename == "harbour_open-explain-round-6.html"
    download.value.save_as(tmp_path / "sheet.html")
    assert "Olga Eriksen should have played" in (tmp_path / "sheet.html").read_text("utf-8")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(prefer_css_page_size=True))) == 1
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


def test_an_arbiter_asks_by_the_forms(browser: Browser, address: str) -> None:
    """Two players who do not meet, and one who did not come."""
    page = browser.new_page()
    open_at(page, f"{address}checks/1/events/1/ask")
    why_not = page.get_by_role("form", name="Why not these two")
    why_not.get_by_label("Round").select_option("6")
    why_not.get_by_label("One").select_option("11")
    why_not.get_by_label("The other").select_option("13")
    why_not.get_by_role("button").click()
    page.locator(".answer").wait_for()
    assert "Olga Eriksen and Olga Nguyen" in page.locator(".answer").inner_text()
    what_if = page.get_by_role("form", name="What if")
    what_if.locator("[name=absent]").first.select_option("11")
    what_if.get_by_role("button").click()
    page.get_by_text("If Olga Eriksen were away").first.wait_for()
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
    for place in ("", "/sheet", "/events/1/ask", "/events/1/explain?round=2&player=1", "/events/1/standings"):
        open_at(page, report + place)
        assert page.locator("img, script").count() == 0
    assert messages == []
    page.close()
