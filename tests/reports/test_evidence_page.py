"""The page of a bundle as a browser shows it: on a telephone and on a desk, by day and by night."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Literal

import pytest
from support.browsers import find_barriers
from support.evidence_facts import everything

from reports.evidence import render_evidence

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_the_page_fits_and_says_nothing_of_its_own(
    browser: Browser, tmp_path: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    """Wide content scrolls in a box that the keyboard reaches; hostile names run nothing; axe objects to nothing."""
    path = tmp_path / "index.html"
    path.write_text(render_evidence(everything()), "utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    events: list[str] = []
    page.on("console", lambda message: events.append(message.text))
    page.on("request", lambda asked: events.append(asked.url) if asked.url != path.as_uri() else None)
    page.goto(path.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert events == []
    assert page.locator("img, script").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate("[...document.querySelectorAll('.scroll')].every(box => box.tabIndex === 0 && box.ariaLabel)")
    headings = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map(part => Number(part.tagName[1]))")
    assert headings[0] == 1
    assert all(later - earlier <= 1 for earlier, later in itertools.pairwise(headings))
    assert find_barriers(page) == []
    page.close()
