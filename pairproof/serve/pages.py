"""The pages of checks, by address."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import PurePath
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from pairproof.api import systems
from pairproof.serve import checking
from pairproof.serve.desk import BusyError
from pairproof.serve.uploads import IN_WORDS, received
from pairproof.serve.waiting import home_link, page_instead_of_result, redirect
from reports.links import Links
from reports.serving import Door, Offered, render_door, render_refusal

if TYPE_CHECKING:
    from starlette.requests import Request

    from pairproof.serve.desk import Check, Desk
    from pairproof.serve.jobs import Job
    from pairproof.serve.uploads import Upload


class Pages:
    """The answers, from what lies on the desk."""

    def __init__(self, desk: Desk, *, base: str, time_limit: float, stores: tuple[str, ...] = ()) -> None:
        """Serve pages under an address, with a time limit in seconds for each event, and the stores of campaigns."""
        self.desk = desk
        self.base = base
        self.time_limit = time_limit
        self.stores = stores

    def routes(self) -> list[Route]:
        """Return the routes of the pages."""
        return [
            Route("/", self.door),
            Route("/checks", self.upload, methods=["POST"]),
            Route("/cancel", self.cancel, methods=["POST"]),
            Route("/checks/{check:int}", self.report),
            Route("/checks/{check:int}/again", self.again, methods=["POST"]),
            Route("/checks/{check:int}/sheet", self.sheet),
            Route("/checks/{check:int}/save/{what}", self.save),
        ]

    # --- the door -----------------------------------------------------------------------------------------------------

    async def door(self, _: Request) -> Response:
        """Show the form for files, the earlier checks and the campaigns."""
        checks = [self._list_check(check) for check in reversed(self.desk.checks.values())]
        stores = [
            Offered(title=PurePath(store).name, address=f"{self.base}/stores/{number}", said=store)
            for number, store in enumerate(self.stores, start=1)
        ]
        door = Door(upload=f"{self.base}/checks", systems=_systems(), most=IN_WORDS, checks=checks, stores=stores)
        return HTMLResponse(render_door(door))

    def _list_check(self, check: Check) -> Offered:
        job = self.desk.known(self.address(check))
        said, quality = "It is being checked.", ""
        if job is not None and job.is_over:
            said, quality = (job.result.summary, job.result.quality) if job.result else (job.failure, "doubt")
        return Offered(title=check.title, address=self.address(check), said=said, quality=quality)

    async def upload(self, request: Request) -> Response:
        """Take files, and begin to check them."""
        try:
            uploads, system = await received(request)
        except TimeoutError as error:
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "The files did not come in time.") from error
        if not uploads:
            raise HTTPException(HTTPStatus.BAD_REQUEST, "No file was sent.")
        return redirect(self.begin(uploads, _known(system)))

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

    async def report(self, request: Request) -> Response:
        """Show the report of ``check -o report.html``."""
        check = self.kept(request)
        job = self.checking(check)
        waiting = await page_instead_of_result(job, self.address(check), check.title, self.base)
        return waiting or HTMLResponse(job.result.page)

    async def sheet(self, request: Request) -> Response:
        """Show the sheet of ``check --sheet``."""
        check = self.kept(request)
        job = self.checking(check)
        waiting = await page_instead_of_result(job, self.address(check), check.title, self.base)
        return waiting or HTMLResponse(job.result.sheet)

    async def save(self, request: Request) -> Response:
        """Hand a page over as a file, without links."""
        check = self.kept(request)
        job = self.checking(check)
        if not job.is_over or job.failure:
            return redirect(self.address(check))
        pages = {"report.html": job.result.report, "sheet.html": job.result.one_page}
        name = request.path_params["what"]
        if name not in pages:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return attachment(pages[name], f"{stem(check.title)}-{name}")

    def kept(self, request: Request) -> Check:
        """Return the check that an address names; HTTPException if it is not kept."""
        check = self.desk.checks.get(request.path_params["check"])
        if check is None:
            raise HTTPException(HTTPStatus.NOT_FOUND, "This is not kept any more; send the files again.")
        return check

    def address(self, check: Check) -> str:
        """Return the address of the report of a check."""
        return f"{self.base}/checks/{check.number}"

    def checking(self, check: Check) -> Job:
        """Return the work on a check, which is begun if it was not."""
        here = self.address(check)
        report = Links(
            tools=(
                home_link(self.base),
                ("On one sheet, to be posted", f"{here}/sheet"),
                ("Save this report", f"{here}/save/report.html"),
            ),
            events=f"{here}/events/",
            again=f"{here}/again",
            systems=_systems(),
        )
        sheet = Links(
            tools=(home_link(self.base), ("The whole report", here), ("Save this sheet", f"{here}/save/sheet.html"))
        )
        return self.desk.job(
            here, checking.check_uploads, check.uploads, check.system, self.time_limit, (report, sheet)
        )


def _systems() -> tuple[tuple[str, str], ...]:
    """Return the keys and titles of all systems, the newest first."""
    return (("auto", "as the file says"), *((one.key, one.title) for one in reversed(systems())))


def _known(system: str) -> str:
    """Return a key that there is; else raise HTTPException."""
    if system not in dict(_systems()):
        raise HTTPException(HTTPStatus.BAD_REQUEST, "There is no such system.")
    return system


async def refused(request: Request, error: Exception) -> Response:
    """Return a page about a request that cannot be answered."""
    status = error.status_code if isinstance(error, HTTPException) else HTTPStatus.SERVICE_UNAVAILABLE
    message = error.detail if isinstance(error, HTTPException) else str(error)
    title = "There is no such page" if status == HTTPStatus.NOT_FOUND else "That cannot be done"
    page = render_refusal(title, message, (home_link(request.scope["root_path"]),))
    return HTMLResponse(page, status)


async def failed(request: Request, error: Exception) -> Response:
    """Return a page about an unforeseen error."""
    message = f"This should not have happened: {type(error).__name__}. The terminal says where the details are."
    page = render_refusal("Pairproof failed", message, (home_link(request.scope["root_path"]),))
    return HTMLResponse(page, HTTPStatus.INTERNAL_SERVER_ERROR)


REFUSALS = {HTTPException: refused, BusyError: refused, Exception: failed}
"""Errors that get a page."""


def attachment(page: str, name: str) -> Response:
    """Hand a page over to be saved under a name."""
    return HTMLResponse(page, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def stem(title: str) -> str:
    """Return the stem of a file name, in letters that every system accepts."""
    stem = title.rpartition(".")[0] or title
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "_" for sign in stem)
    return plain.strip("_") or "event"
