"""The home page, and the pages of a check: work in progress, the files that were checked together, the saved report."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from checker.verdicts.verdict import ExitStatus, Outcome
from pairproof.api import systems
from pairproof.serve import checking
from pairproof.serve.desk import BusyError
from pairproof.serve.uploads import IN_WORDS, Upload, received
from pairproof.serve.waiting import page_instead_of_result, redirect
from reports.html import render_html
from reports.serving import HomePage, LinkedLine, render_check, render_home, render_refusal
from reports.sheet import render_sheets
from reports.view import event_outcome
from reports.words import describe_event, describe_events
from tournaments.readings import chosen_readings
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from starlette.requests import Request

    from checker.records.run import RunRecord
    from pairproof.serve.desk import Check, Desk
    from pairproof.serve.jobs import Job

_SAMPLES = {
    "harbour_open.trf": ("Harbour Open", "60 players, nine rounds; one round is wrong."),
    "mill_cup.trf": ("Mill Cup", "31 players, seven rounds with byes; every round is right."),
    "lighthouse_cup.trf": ("Lighthouse Cup", "14 players; editions of the rules pair some rounds differently."),
}
ASKED_PAGE = "page"
"""Query of a check: the address of the page of an event that was asked for before the event was checked."""
_OUTCOMES = {
    ExitStatus.CONSISTENT: Outcome.CONSISTENT,
    ExitStatus.DISCREPANCIES: Outcome.DISCREPANT,
    ExitStatus.NOT_CHECKED: Outcome.UNCHECKED,
}


class Pages:
    """The answers, from the files and stores on the desk."""

    def __init__(self, desk: Desk, *, base: str, time_limit: float, stores: tuple[str, ...] = ()) -> None:
        """Serve pages under an address, with a time limit in seconds for each event, and the stores of campaigns."""
        self.desk = desk
        self.base = base
        self.time_limit = time_limit
        self.stores = stores

    def routes(self) -> list[Route]:
        """Return the routes of the pages."""
        return [
            Route("/", self.home),
            Route("/checks", self.upload, methods=["POST"]),
            Route("/samples", self.sample, methods=["POST"]),
            Route("/cancel", self.cancel, methods=["POST"]),
            Route("/checks/{check:int}", self.check),
            Route("/checks/{check:int}/again", self.again, methods=["POST"]),
            Route("/checks/{check:int}/save/{name}", self.save),
        ]

    # --- home ---------------------------------------------------------------------------------------------------------

    async def home(self, _: Request) -> Response:
        """Show the form for files, the earlier checks, the campaigns and the samples."""
        stores = [
            LinkedLine(title=PurePath(store).name, address=f"{self.base}/stores/{number}", description=store)
            for number, store in enumerate(self.stores, start=1)
        ]
        samples = [
            LinkedLine(title=title, address=name, description=description)
            for name, (title, description) in _SAMPLES.items()
            if _sample(name).is_file()
        ]
        page = HomePage(
            home=f"{self.base}/",
            upload=f"{self.base}/checks",
            samples_address=f"{self.base}/samples",
            systems=list_systems(),
            most=IN_WORDS,
            checks=[self._list_check(check) for check in reversed(self.desk.checks.values())],
            stores=stores,
            samples=samples,
        )
        return HTMLResponse(render_home(page))

    def _list_check(self, check: Check) -> LinkedLine:
        job = self.desk.known(self.address(check))
        title, description, outcome = check.title, "It is being checked.", None
        if job is not None and job.is_over and job.failure:
            description, outcome = job.failure, Outcome.UNCHECKED
        elif job is not None and job.is_over:
            title, description, outcome = _sum_up(check, job.result)
        return LinkedLine(title=title, address=self.address(check), description=description, outcome=outcome)

    async def upload(self, request: Request) -> Response:
        """Take files, and begin to check them."""
        try:
            uploads, system = await received(request)
        except TimeoutError as error:
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "The files did not come in time.") from error
        if not uploads:
            raise HTTPException(HTTPStatus.BAD_REQUEST, "No file was sent.")
        return redirect(self.begin(uploads, _known(system)))

    async def sample(self, request: Request) -> Response:
        """Begin to check a sample."""
        async with request.form(max_files=0, max_fields=1) as form:
            name = str(form.get("sample", ""))
        if name not in _SAMPLES or not _sample(name).is_file():
            raise HTTPException(HTTPStatus.NOT_FOUND, "There is no such sample.")
        return redirect(self.begin((Upload(name=name, content=_sample(name).read_bytes()),)))

    async def again(self, request: Request) -> Response:
        """Check files that were sent before by another system."""
        check = self.kept(request)
        async with request.form(max_files=0, max_fields=1) as form:
            system = _known(str(form.get("system", "")))
        return redirect(self.begin(check.uploads, system))

    def begin(self, uploads: tuple[Upload, ...], system: str = "auto") -> str:
        """Begin to check files, and return where the result will be."""
        check = self.desk.take(uploads, system)
        self.checking(check)
        return self.address(check)

    async def cancel(self, request: Request) -> Response:
        """End the work on a page."""
        async with request.form(max_files=0, max_fields=1) as form:
            self.desk.forget(str(form.get("page", "")))
        return redirect(f"{self.base}/")

    # --- a check ------------------------------------------------------------------------------------------------------

    async def check(self, request: Request) -> Response:
        """Lead to the only event or to the page that was asked for too early, or list the files checked together."""
        check = self.kept(request)
        job = self.checking(check)
        here = self.address(check)
        asked = request.query_params.get(ASKED_PAGE, "")
        target = asked if asked.startswith(f"{here}/events/") else ""
        waiting = await page_instead_of_result(job, here, check.title, self.base, target)
        if waiting is not None:
            return waiting
        if target:
            return redirect(target)
        record: RunRecord = job.result
        if len(record.events) == 1:
            return redirect(f"{here}/events/1")
        events = [
            LinkedLine(
                title=escape_field(event.header.name) or event.header.event,
                address=f"{here}/events/{number}",
                description=f"{describe_event(event)} ({event.header.source})",
                outcome=event_outcome(event),
            )
            for number, event in enumerate(record.events, start=1)
        ]
        title, conclusion, outcome = _sum_up(check, record)
        page = render_check(title, conclusion, outcome, events, (f"{self.base}/", f"{here}/save"))
        return HTMLResponse(page)

    async def save(self, request: Request) -> Response:
        """Hand the report or the sheets over as a file, without links."""
        check = self.kept(request)
        job = self.checking(check)
        if not job.is_over or job.failure:
            return redirect(self.address(check))
        name = request.path_params["name"]
        if name == "report.html":
            page = await run_in_threadpool(render_html, job.result)
        elif name == "sheet.html":
            page = await run_in_threadpool(render_sheets, job.result, reproducing_command)
        else:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return attachment(page, f"{stem(check.title)}-{name}")

    def kept(self, request: Request) -> Check:
        """Return the check that an address names; HTTPException if it is not kept."""
        check = self.desk.checks.get(request.path_params["check"])
        if check is None:
            raise HTTPException(HTTPStatus.NOT_FOUND, "This is not kept any more; send the files again.")
        return check

    def address(self, check: Check) -> str:
        """Return the address of a check."""
        return f"{self.base}/checks/{check.number}"

    def checking(self, check: Check) -> Job:
        """Return the work on a check, which is begun if it was not."""
        return self.desk.job(self.address(check), checking.check_uploads, check.uploads, check.system, self.time_limit)


def _sum_up(check: Check, record: RunRecord) -> tuple[str, str, Outcome]:
    """Return the title, the verdict in words and the outcome of a finished check."""
    outcome = _OUTCOMES.get(record.exit_status, Outcome.UNCHECKED)
    if len(record.events) != 1:
        return check.title, describe_events(map(event_outcome, record.events)), outcome
    (event,) = record.events
    name = escape_field(event.header.name)
    title = f"{name} ({check.title})" if name else check.title
    return title, describe_event(event), event_outcome(event)


def _sample(name: str) -> Path:
    """Return the file of a sample: in the package, or in the folder of examples beside it."""
    installed = Path(__file__).parent / "samples" / name
    return installed if installed.is_file() else Path(__file__).parents[2] / "examples" / name


def list_systems() -> tuple[tuple[str, str], ...]:
    """Return the keys and titles of all systems, the newest first."""
    return (("auto", "as the file says"), *((one.key, one.title) for one in reversed(systems())))


def _known(system: str) -> str:
    """Return a key that there is; else raise HTTPException."""
    if system not in dict(list_systems()):
        raise HTTPException(HTTPStatus.BAD_REQUEST, "There is no such system.")
    return system


async def refused(request: Request, error: Exception) -> Response:
    """Return a page about a request that cannot be answered."""
    if isinstance(error, HTTPException) and error.status_code == HTTPStatus.SEE_OTHER:
        return redirect((error.headers or {})["Location"])
    status = error.status_code if isinstance(error, HTTPException) else HTTPStatus.SERVICE_UNAVAILABLE
    message = error.detail if isinstance(error, HTTPException) else str(error)
    title = "There is no such page" if status == HTTPStatus.NOT_FOUND else "That cannot be done"
    return HTMLResponse(render_refusal(title, message, f"{request.scope['root_path']}/"), status)


async def failed(request: Request, error: Exception) -> Response:
    """Return a page about an unforeseen error."""
    message = f"This should not have happened: {type(error).__name__}. The terminal says where the details are."
    page = render_refusal("Pairproof failed", message, f"{request.scope['root_path']}/")
    return HTMLResponse(page, HTTPStatus.INTERNAL_SERVER_ERROR)


REFUSALS = {HTTPException: refused, BusyError: refused, Exception: failed}
"""Errors that get a page."""


def reproducing_command(file: str) -> str:
    """Return the command that checks a file by the readings of the pages."""
    return " ".join(["pairproof", "check", file, *(f"--reading={reading}" for reading in chosen_readings())])


def attachment(page: str, name: str) -> Response:
    """Hand a page over to be saved under a name."""
    return HTMLResponse(page, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def stem(title: str) -> str:
    """Return the stem of a file name, in letters that every system accepts."""
    stem = title.rpartition(".")[0] or title
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "_" for sign in stem)
    return plain.strip("_") or "event"
