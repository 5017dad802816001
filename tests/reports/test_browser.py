"""The page as a browser shows it: on a telephone, on a desk, in the dark and on paper."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from reports import sheet
from reports.answers import AnswerView, render_answer
from reports.html import render_html
from reports.sheet import render_sheets
from reports.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from checker.findings import RoundFinding
    from checker.records.run import RunRecord

pytestmark = pytest.mark.browser

WIDTHS = {"telephone": 360, "desk": 1280}


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
    messages: list[str] = []
    page.on("console", lambda message: messages.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: messages.append(f"error: {error}"))
    page.on("request", lambda asked: messages.append(f"request: {asked.url}") if asked.url != address else None)
    page.goto(address)
    yield page, messages
    context.close()


def test_nothing_is_said_on_the_console_or_asked_of_the_network(opened: tuple[Page, list[str]]) -> None:
    """Hostile names run nothing, and the page needs nothing but itself."""
    page, messages = opened
    page.wait_for_timeout(200)
    assert messages == []
    assert page.locator("img, script").count() == 0


def test_the_page_does_not_scroll_sideways(opened: tuple[Page, list[str]]) -> None:
    """Wide content scrolls in a box of its own."""
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
    """No text is smaller than 11 pixels on either width; in drawings after scaling."""
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


_TABLE = Table(
    caption="In rank order, all players in question.",
    heads=("player", "points", "colours so far", "why not"),
    rows=tuple(
        (
            "Kowalczyk-Castellanos, Mira (129)",
            "4½",
            "WBWBWBWBW",
            "2 players would miss their colour preference instead of",
        )
        for _ in range(40)
    ),
)


def pages_on_paper(browser: Browser, path: Path, page_text: str) -> int:
    """Return the number of pages of A4; nothing is cut off on a telephone, either."""
    path.write_text(page_text, "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    number = len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4", prefer_css_page_size=True)))
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.close()
    return number


def test_an_answer_is_one_page_of_a4(browser: Browser, tmp_path: Path) -> None:
    """However many other opponents there are."""
    parts = (("Why", "word " * 100), ("Colour", "word " * 40))
    view = AnswerView(title="Open, round 6", answer="word " * 30, parts=parts, tables=(_TABLE,), command="word " * 20)
    assert pages_on_paper(browser, tmp_path / "answer.html", render_answer(view)) == 1


def test_each_event_of_a_check_is_one_page_of_a4(browser: Browser, tmp_path: Path, varied_run: RunRecord) -> None:
    """Also where a round has the longest reason, and rounds find no room."""
    worst = max(varied_run.events, key=lambda event: len(event.discrepant_rounds))
    wide = replace(worst.discrepant_rounds[0], hint="word " * 60)
    crowded = replace(varied_run, events=(*varied_run.events[:2], replace(worst, rounds=(wide,) * 9)))
    assert pages_on_paper(browser, tmp_path / "sheet.html", render_sheets(crowded, lambda _: "word " * 20)) == 3


def test_a_sheet_with_long_names_is_one_page_of_a4(
    browser: Browser, tmp_path: Path, varied_run: RunRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names that need two lines cost room: in letters chosen without regard to that the sheet needs a second page."""
    worst = max(varied_run.events, key=lambda event: len(event.discrepant_rounds))
    players = tuple(
        replace(player, name=f"Bartholomaeus-Featherstonehaugh {player.tpn}, Maximiliane Wilhelmina")
        for player in worst.header.participants
    )
    event = replace(
        worst, header=replace(worst.header, participants=players), rounds=(max(worst.rounds, key=_count_wrong_games),)
    )
    run = replace(varied_run, events=(event,))
    assert pages_on_paper(browser, tmp_path / "sheet.html", render_sheets(run, lambda _: "word " * 20)) == 1
    monkeypatch.setattr(sheet, "_choose_size", lambda *_: "large")
    assert pages_on_paper(browser, tmp_path / "sheet.html", render_sheets(run, lambda _: "word " * 20)) == 2


def _count_wrong_games(finding: RoundFinding) -> int:
    return len(finding.differences.recorded_only) if finding.differences else 0
