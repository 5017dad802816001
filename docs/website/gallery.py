"""The gallery: reports made by commands, each with pictures of it where there is a chromium."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import sys
from typing import TYPE_CHECKING, Literal, NamedTuple

from pairproof.cli.main import main
from website.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


class Report(NamedTuple):
    """One report of the gallery."""

    name: str
    title: str
    shows: str
    command: str
    """Run in the folder of the project; it writes ``name.html``."""


class Look(NamedTuple):
    """How a report is looked at."""

    name: str
    alt: str
    width: int
    height: int
    scheme: Literal["light", "dark"]


REPORTS = (
    Report(
        "event",
        "An event",
        "Counts, crosstable, and for the one wrong round both pairings, the bracket and the criterion that decides.",
        "check examples/harbour_open.trf -o event.html",
    ),
    Report(
        "sheet",
        "One sheet of paper",
        "The same result on one page of A4, to be posted in the playing hall.",
        "check examples/harbour_open.trf --sheet sheet.html",
    ),
    Report(
        "why",
        "Why this opponent",
        "An answer to a player, on paper: opponent and colour, and everybody else in reach.",
        "explain examples/harbour_open.trf --round 6 11 -o why.html",
    ),
    Report(
        "editions",
        "Where editions part",
        "The rounds of an event that the editions of its system pair differently, and by which articles.",
        "check examples/lighthouse_cup.trf --compare-editions -o editions.html",
    ),
    Report(
        "causes",
        "What would make it right",
        "Causes that were tried, with what each explains and contradicts.",
        "causes examples/harbour_open.trf -o causes.html",
    ),
    Report(
        "campaign",
        "A campaign",
        "A program with a planted fault, asked for every round of thirty events.",
        'campaign run "resident:python examples/planted_fault.py" --system dutch-2017 --seed 2017 -n 30 '
        "--axis players=12..24 --axis rounds=5..6 --axis acceleration=none --axis scoring=standard "
        "--store campaign.sqlite -o campaign.html",
    ),
)
LOOKS = (
    Look("wide", "on a desk", 1280, 900, "light"),
    Look("narrow", "on a telephone, in the dark", 390, 844, "dark"),
)
WITHOUT_PICTURES = "There was no chromium where this site was built, so that there are no pictures of the reports here."
_PICTURES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)


def write_reports(folder: Path) -> None:
    """Run the command of every report, in a copy of the examples; RuntimeError if one does not write its page."""
    work = folder / "work"
    shutil.copytree(ROOT / "examples", work / "examples")
    before, python = os.getcwd(), shlex.quote(sys.executable)  # noqa: PTH109 - put back below
    os.chdir(work)
    try:
        for report in REPORTS:
            said = io.StringIO()
            words = shlex.split(report.command.replace("resident:python", f"resident:{python}"))
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                main(words)
            page = work / f"{report.name}.html"
            if not page.is_file():
                raise RuntimeError(f"pairproof {report.command}: no report was written\n{said.getvalue()}")
            page.rename(folder / page.name)
    finally:
        os.chdir(before)
        shutil.rmtree(work)


def write_pictures(folder: Path, pictures: Path) -> bool:
    """Look at every report in every way; False, and nothing written, without a chromium."""
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - the site is built without it, too
    except ImportError:
        return False
    if executable is None:
        return False
    pictures.mkdir(parents=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(_PICTURES))
        for report in REPORTS:
            for look in LOOKS:
                _take(browser, look, (folder / f"{report.name}.html").as_uri(), pictures / _picture(report, look))
        browser.close()
    return True


def _take(browser: Browser, look: Look, address: str, picture: Path) -> None:
    context = browser.new_context(
        viewport={"width": look.width, "height": look.height}, color_scheme=look.scheme, offline=True
    )
    page = context.new_page()
    page.goto(address)
    page.screenshot(path=str(picture))
    context.close()


def _picture(report: Report, look: Look) -> str:
    return f"{report.name}-{look.name}.png"


def gallery_page(*, pictures: bool) -> str:
    """Return the page, for a site that holds the reports in ``gallery``, and pictures of them or none."""
    text = [
        "# A gallery of reports",
        "Each is one file that loads nothing and runs no script, made by the command above it.",
    ]
    if not pictures:
        text.append(f"*{WITHOUT_PICTURES}*")
    for report in REPORTS:
        text += [f"## {report.title}", report.shows, f"    pairproof {report.command}"]
        text.append(f'<p><a href="../gallery/{report.name}.html">Open this report: {report.title.lower()}</a></p>')
        if pictures:
            text += list(_shown(report))
    return "\n\n".join(text) + "\n"


def _shown(report: Report) -> Iterator[str]:
    for look in LOOKS:
        yield f"![{report.title}, {look.alt}](pictures/{_picture(report, look)})"
