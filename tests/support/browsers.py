"""The Chromium of the system, without a window and without a network."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """Start it, and end it afterwards."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where there is a browser

    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
        yield browser
        browser.close()


def find_barriers(page: Page, rule: str = "") -> list[dict[str, Any]]:
    """Return what axe objects to on a page: by all its rules, or by a single one."""
    from axe_playwright_python.base import AXE_SCRIPT  # noqa: PLC0415 - only where there is a browser

    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **({"runOnly": [rule]} if rule else {})}
    barriers: list[dict[str, Any]] = page.evaluate(
        "options => axe.run(options).then(results => results.violations)", options
    )
    return barriers
