"""The page as a browser shows it: on a telephone, on a desk, in the dark and on paper."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest
from support.browsers import opened_browser

from reports.html import render_html
from reports.sheet import MOST_ROWS, MOST_TEXT, Sheet, render_sheet
from reports.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from checker.records.run import RunRecord

pytestmark = pytest.mark.browser

WIDTHS = {"telephone": 360, "desk": 1280}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the Chromium of the system."""
    with opened_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def address(varied_run: RunRecord, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write the page to a file and return its address."""
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(render_html(varied_run), "utf-8")
    return path.as_uri()


@pytest.fixture(params=WIDTHS, scope="module")
def opened(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[tuple[Page, list[str]]]:
    """Open the page at one of the widths; also return what it said on the console and asked of the network."""
    context = browser.new_context(viewport={"width": WIDTHS[request.param], "height": 800})
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    page.on("request", lambda asked: said.append(f"request: {asked.url}") if asked.url != address else None)
    page.goto(address)
    yield page, said
    context.close()


def test_nothing_is_said_on_the_console_or_asked_of_the_network(opened: tuple[Page, list[str]]) -> None:
    """Hostile names run nothing, and the page needs nothing but itself."""
    page, said = opened
    page.wait_for_timeout(200)
    assert said == []
    assert page.locator("img, script").count() == 0


def test_the_page_does_not_scroll_sideways(opened: tuple[Page, list[str]]) -> None:
    """Whatever is too wide scrolls in a box of its own."""
    page, _ = opened
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    strays = page.evaluate(
        """[...document.querySelectorAll('body *')]
           .filter(part => !part.closest('.scroll, .hidden, .skip, svg'))
           .filter(part => part.getBoundingClientRect().right > window.innerWidth + 0.5)
           .map(part => part.outerHTML.slice(0, 80))"""
    )
    assert strays == []


def test_scrolling_boxes_can_be_reached_by_keyboard(opened: tuple[Page, list[str]]) -> None:
    """A box that scrolls takes the focus and has a name."""
    page, _ = opened
    nameless = page.evaluate(
        """[...document.querySelectorAll('.scroll')]
           .filter(box => box.tabIndex !== 0 || !(box.ariaLabel || box.getAttribute('aria-labelledby'))).length"""
    )
    assert nameless == 0


def test_landmarks_and_headings_lead_through_the_page(opened: tuple[Page, list[str]]) -> None:
    """One header, one main part, one footer; headings in order as the browser sees them."""
    page, _ = opened
    for role in ("banner", "main", "contentinfo"):
        assert page.get_by_role(role).count() == 1  # type: ignore[arg-type]  # the three are valid roles
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map(part => Number(part.tagName[1]))")
    assert levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in itertools.pairwise(levels))


def test_the_text_can_be_read(opened: tuple[Page, list[str]]) -> None:
    """No text is smaller than 11 pixels on either width; in drawings as shown, not as laid out."""
    page, _ = opened
    smallest = page.evaluate(
        """Math.min(...[...document.querySelectorAll('p, td, th, dd, li, .badge, svg text')]
           .filter(part => part.textContent.trim() && part.getClientRects().length)
           .map(part => parseFloat(getComputedStyle(part).fontSize) *
              (part.ownerSVGElement ? part.ownerSVGElement.getBoundingClientRect().width /
                                      part.ownerSVGElement.viewBox.baseVal.width : 1)))"""
    )
    assert smallest >= 11


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(browser: Browser, address: str, scheme: str) -> None:
    """Every colour of text has at least the contrast that WCAG asks for (4.5 to 1), by day and by night."""
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]  # both are valid
    page = context.new_page()
    page.goto(address)
    worst = page.evaluate(_WORST_CONTRAST)
    context.close()
    assert worst["ratio"] >= 4.5, worst


_WORST_CONTRAST = """() => {
  const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(value => value / 255)
    .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
  const ground = part => {
    for (let at = part; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  let worst = {ratio: 99};
  for (const part of document.querySelectorAll('p, td, th, dt, dd, li, a, caption, h1, h2, h3, h4, span, em')) {
    if (!part.textContent.trim() || !part.getClientRects().length) continue;
    const [one, two] = [light(parse(getComputedStyle(part).color)), light(ground(part))];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (ratio < worst.ratio) worst = {ratio, part: part.outerHTML.slice(0, 120)};
  }
  return worst;
}"""


def test_paper_shows_what_is_folded_away(browser: Browser, address: str) -> None:
    """Crosstables and games in common are printed although they can be closed on a screen."""
    context = browser.new_context(viewport={"width": 720, "height": 1000})
    page = context.new_page()
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = false)")
    table = page.locator("table.cross").first
    assert not table.is_visible()
    page.emulate_media(media="print")
    assert table.is_visible()
    context.close()


_FACTS = (("File", "a/long/name/of/a/file.trf"), ("SHA-256", "0" * 64), ("Judged by", "word " * 40))
_ROWS = Table(
    caption="In rank order, everybody who was asked about.",
    heads=("player", "points", "colours so far", "why not"),
    rows=tuple(
        (
            "Kowalczyk-Castellanos, Mira (129)",
            "4½",
            "WBWBWBWBW",
            "2 players would miss their colour preference instead of",
        )
        for _ in range(2 * MOST_ROWS)
    ),
)


@pytest.mark.parametrize(
    "sheet",
    [
        Sheet(title="Open", answers=("word " * 60,), arguments=(("", "word " * (MOST_TEXT // 5)),), facts=_FACTS),
        Sheet(title="Open", answers=("word " * 60,), tables=(_ROWS,), facts=_FACTS, command="word " * 20),
        Sheet(
            title="Open", answers=("word " * 20,), arguments=(("Why", "word " * 300),), tables=(_ROWS,), facts=_FACTS
        ),
    ],
    ids=["words", "rows", "both"],
)
def test_a_sheet_is_one_page_of_a4(browser: Browser, tmp_path: Path, sheet: Sheet) -> None:
    """However much there is to say."""
    path = tmp_path / "sheet.html"
    path.write_text(render_sheet(sheet), "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4", prefer_css_page_size=True))) == 1
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.close()
