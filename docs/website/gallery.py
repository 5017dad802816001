"""The gallery: reports made by commands, each with pictures of it where there is a chromium."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from checker.verdicts.verdict import Outcome
from pairproof.cli.main import main
from reports.serving import JobProgress, render_progress, render_working
from website.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        "The verdict, every round as it hung on the wall, and the correct games of the wrong round with the reason.",
        "check examples/harbour_open.trf -o event.html",
    ),
    Report(
        "sheet",
        "One sheet of paper",
        "The wrong games beside the correct ones, the reason and the article on one page of A4, for the wall.",
        "check examples/harbour_open.trf --sheet sheet.html",
    ),
    Report(
        "why",
        "Why this opponent",
        "An answer to a player: opponent and colour, the bracket drawn, and the other players within reach.",
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
        "The fact or rule under which every wrong round would be right, with what it explains and contradicts.",
        "causes examples/lighthouse_cup.trf --system dutch-2017 -o causes.html",
    ),
    Report(
        "campaign",
        "A campaign",
        "A program that forgets a criterion, asked about ten events: the cause, with its smallest example drawn.",
        'campaign run "resident:python examples/planted_fault.py C10" --system dutch-2017 --seed 2017 -n 10 '
        "--axis players=12..24 --axis rounds=5..6 --axis acceleration=none --axis scoring=standard "
        "--store campaign.sqlite -o campaign.html",
    ),
    Report(
        "suite",
        "Engines and articles",
        "Two programs that forget a criterion each, article by article, with the misreading that fits.",
        'suite "resident:python examples/planted_fault.py C10" "resident:python examples/planted_fault.py C12" '
        "--system dutch-2017 --time-limit 60 -o suite.html",
    ),
)


class ServedPage(NamedTuple):
    """One page of ``pairproof serve``."""

    name: str
    title: str
    shows: str
    address: str
    """After the secret part."""


PROGRESS = ServedPage(
    "desk-progress", "A check at work", "The rounds that are done, and each event that is finished.", ""
)
SERVED = (
    ServedPage("desk-home", "The first page", "Drop a file; below it the last checks with their verdicts.", ""),
    ServedPage("desk-event", "An event", "The verdict in a sentence, and the strip of rounds.", "checks/1/events/1"),
    ServedPage(
        "desk-round",
        "A round",
        "The boards as they hung on the wall, with the correct game beside each wrong one.",
        "checks/1/events/1/rounds/6",
    ),
    ServedPage(
        "desk-player", "A player", "Every round on a card, each with its reason.", "checks/1/events/1/players/11"
    ),
    ServedPage("desk-players", "All players", "Found by any part of a name.", "checks/1/events/1/players?q=olga"),
    ServedPage("desk-crosstable", "The crosstable", "Every cell leads to its reason.", "checks/1/events/1/crosstable"),
    ServedPage(
        "desk-standings",
        "The standings",
        "By the tie-breaks that you name, and why one player is before another.",
        "checks/1/events/1/standings?tie-breaks=BH/C1,SB&one=3&other=4",
    ),
    ServedPage(
        "desk-file", "The file", "What it declares, and by which rules it was judged.", "checks/1/events/1/file"
    ),
    ServedPage(
        "desk-why",
        "Why?",
        "The answer, the reason, the evidence and the article, and the questions that follow.",
        "checks/1/events/1/explain?round=6&player=11",
    ),
    ServedPage(
        "desk-why-not",
        "Why not?",
        "What speaks against a game, beside the correct games.",
        "checks/1/events/1/why-not?round=6&one=11&other=13",
    ),
    ServedPage(
        "desk-what-if",
        "What if?",
        "The boards that would change, each beside the game as it is.",
        "checks/1/events/1/what-if?round=6&who=11&had=absent",
    ),
    ServedPage("desk-sheet", "One sheet to post", "One page of A4.", "checks/1/events/1/sheet"),
)
_SERVED_FILE = "examples/harbour_open.trf"
LOOKS = (
    Look("wide", "on a desk", 1280, 900, "light"),
    Look("wide-dark", "on a desk, in the dark", 1280, 900, "dark"),
    Look("narrow", "on a telephone", 390, 844, "light"),
    Look("narrow-dark", "on a telephone, in the dark", 390, 844, "dark"),
)
WITHOUT_PICTURES = "Pictures of the reports are missing, because the site was built without chromium."
FRONT_PICTURE = ROOT / "docs" / "images" / "report.jpg"
"""The first screen of the first report, for the README."""
_WITHOUT_TIMES = "document.querySelectorAll('time').forEach((time) => { time.parentElement.style.display = 'none'; })"
"""So that the picture changes only if the report does."""
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
            text = page.read_text("utf-8").replace(f"{work.resolve()}/", "").replace(sys.executable, "python")
            (folder / page.name).write_text(text, "utf-8")  # without the folders of this machine
    finally:
        os.chdir(before)
        shutil.rmtree(work)


def write_pictures(folder: Path, pictures: Path) -> bool:
    """Look at every report in every way; False, and nothing written, without a chromium."""
    with _open_browser() as browser:
        if browser is None:
            return False
        pictures.mkdir(parents=True)
        for report in REPORTS:
            for look in LOOKS:
                _take(browser, look, (folder / f"{report.name}.html").as_uri(), pictures / _picture(report, look))
        with tempfile.TemporaryDirectory() as work:
            page_at_work = Path(work) / "progress.html"
            page_at_work.write_text(_progress_page(), "utf-8")
            for look in LOOKS:
                _take(browser, look, page_at_work.as_uri(), pictures / _picture(PROGRESS, look), is_done=False)
        with _serving() as address:
            for page in SERVED:
                for look in LOOKS:
                    _take(browser, look, address + page.address, pictures / _picture(page, look))
    return True


@contextlib.contextmanager
def _open_browser() -> Iterator[Browser | None]:
    """Open the chromium of this machine; None without one, or without playwright."""
    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - the site is built without it, too
    except ImportError:
        executable = None
    if executable is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(_PICTURES))
        yield browser
        browser.close()


def write_front_picture(folder: Path) -> None:
    """Write the picture of the README from the reports of a folder; without a chromium the old picture stays."""
    with _open_browser() as browser:
        if browser is None:
            return
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto((folder / f"{REPORTS[0].name}.html").as_uri())
        page.evaluate(_WITHOUT_TIMES)
        page.screenshot(
            path=str(FRONT_PICTURE),
            type="jpeg",
            quality=65,
            clip={"x": 0, "y": 20, "width": 1280, "height": 600},
        )


@contextlib.contextmanager
def _serving() -> Iterator[str]:
    """Serve an example, check it, and yield the address."""
    command = [sys.executable, "-m", "pairproof", "serve", "--no-browser", _SERVED_FILE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as program:  # noqa: S603 - our own
        assert program.stdout is not None  # noqa: S101 - it is a pipe
        address = program.stdout.readline().split()[-1]
        with urllib.request.urlopen(f"{address}checks/1") as answer:  # noqa: S310 - this machine
            answer.read()
        yield address
        program.terminate()


def _progress_page() -> str:
    """Return the page of a check at work, with one event finished."""
    before, after = render_working("2 files", page="", cancel="", home="")
    steps = (
        JobProgress(line="mill_cup: All seven rounds are right.", outcome=Outcome.CONSISTENT, event=1),
        JobProgress(done=4, total=9, doing="harbour_open, round 4 of 9, 58 players"),
    )
    return "".join((before, *(render_progress(step, 2.0) for step in steps), after))


def _take(browser: Browser, look: Look, address: str, picture: Path, *, is_done: bool = True) -> None:
    context = browser.new_context(viewport={"width": look.width, "height": look.height}, color_scheme=look.scheme)
    page = context.new_page()
    page.goto(address)
    if is_done:
        page.locator("[role=log]").wait_for(state="detached")
    page.wait_for_load_state()
    page.screenshot(path=str(picture))
    context.close()


def _picture(report: Report | ServedPage, look: Look) -> str:
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
            text += list(_list_pictures(report))
    if pictures:
        text += ["## The pages of `pairproof serve`", f"Made by `pairproof serve {_SERVED_FILE}`."]
        for page in (PROGRESS, *SERVED):
            text += [f"### {page.title}", page.shows, *_list_pictures(page)]
    return "\n\n".join(text) + "\n"


def _list_pictures(report: Report | ServedPage) -> Iterator[str]:
    """Yield the pictures of a report: the first as wide as the page, the others side by side below it."""
    pictures = (f"![{report.title}, {look.alt}](pictures/{_picture(report, look)})" for look in LOOKS)
    yield from ('<div class="looks">', " ".join(pictures), "</div>")
