"""What is answered at each address, and how long work is told while it is under way."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from pairproof import api
from pairproof.serve import checking
from pairproof.serve.desk import BusyError
from pairproof.serve.uploads import IN_WORDS, received
from reports.links import Links
from reports.serving import (
    Door,
    Offered,
    render_done,
    render_door,
    render_progress,
    render_refusal,
    render_working,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

    from pairproof.serve.desk import Check, Desk
    from pairproof.serve.jobs import Job
    from pairproof.serve.uploads import Upload

_AT_ONCE = 1.0
"""Seconds for which an answer is waited for before it is told that it takes longer."""
_LOOKED_EVERY = 0.05


class Pages:
    """The answers, from what lies on the desk."""

    def __init__(self, desk: Desk, *, base: str, time_limit: float) -> None:
        """Answer under an address; each event may take so many seconds."""
        self._desk = desk
        self._base = base
        self._time_limit = time_limit

    def routes(self) -> list[Route]:
        """Return what is answered where."""
        return [
            Route("/", self.door),
            Route("/checks", self.upload, methods=["POST"]),
            Route("/cancel", self.cancel, methods=["POST"]),
            Route("/checks/{check:int}", self.report),
            Route("/checks/{check:int}/sheet", self.sheet),
            Route("/checks/{check:int}/save/{what}", self.save),
        ]

    # --- the door -----------------------------------------------------------------------------------------------------

    async def door(self, _: Request) -> Response:
        """Offer what there is."""
        systems = [("auto", "as the file says"), *((one.key, one.title) for one in reversed(api.systems()))]
        checks = [self._offered(check) for check in reversed(self._desk.checks.values())]
        door = Door(upload=f"{self._base}/checks", systems=systems, most=IN_WORDS, checks=checks)
        return HTMLResponse(render_door(door))

    def _offered(self, check: Check) -> Offered:
        job = self._desk.known(self._address(check))
        said, quality = "It is being checked.", ""
        if job is not None and job.is_over:
            said, quality = (job.result.said, job.result.quality) if job.result else (job.failure, "doubt")
        return Offered(title=check.title, address=self._address(check), said=said, quality=quality)

    async def upload(self, request: Request) -> Response:
        """Take files, and begin to check them."""
        try:
            uploads, system = await received(request)
        except TimeoutError as error:
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "The files did not come in time.") from error
        if not uploads:
            raise HTTPException(HTTPStatus.BAD_REQUEST, "No file was sent.")
        if system not in ("auto", *(one.key for one in api.systems())):
            raise HTTPException(HTTPStatus.BAD_REQUEST, "There is no such system.")
        return self._onward(self.begin(uploads, system))

    def begin(self, uploads: tuple[Upload, ...], system: str = "auto") -> str:
        """Begin to check files, and return where the result will be."""
        check = self._desk.take(uploads, system)
        self._checking(check)
        return self._address(check)

    async def cancel(self, request: Request) -> Response:
        """End the work on a page."""
        async with request.form(max_files=0, max_fields=1) as form:
            self._desk.forget(str(form.get("page", "")))
        return self._onward(f"{self._base}/")

    # --- a check ------------------------------------------------------------------------------------------------------

    async def report(self, request: Request) -> Response:
        """Show the report of ``check --report``."""
        check = self._check(request)
        job = self._checking(check)
        return await self._when_done(job, self._address(check), check.title) or HTMLResponse(job.result.page)

    async def sheet(self, request: Request) -> Response:
        """Show the sheet of ``check --one-page``."""
        check = self._check(request)
        job = self._checking(check)
        return await self._when_done(job, self._address(check), check.title) or HTMLResponse(job.result.sheet)

    async def save(self, request: Request) -> Response:
        """Hand a page over as a file, without links."""
        check = self._check(request)
        job = self._checking(check)
        if not job.is_over or job.failure:
            return self._onward(self._address(check))
        pages = {"report.html": job.result.report, "sheet.html": job.result.one_page}
        name = request.path_params["what"]
        if name not in pages:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return attachment(pages[name], f"{_stem(check.title)}-{name}")

    def _check(self, request: Request) -> Check:
        check = self._desk.checks.get(request.path_params["check"])
        if check is None:
            raise HTTPException(HTTPStatus.NOT_FOUND, "This is not kept any more; send the files again.")
        return check

    def _address(self, check: Check) -> str:
        return f"{self._base}/checks/{check.number}"

    def _checking(self, check: Check) -> Job:
        here = self._address(check)
        door = "All checks", f"{self._base}/"
        report = Links(
            tools=(
                door,
                ("On one sheet, to be posted", f"{here}/sheet"),
                ("Save this report", f"{here}/save/report.html"),
            ),
            events=f"{here}/events/",
        )
        sheet = Links(tools=(door, ("The whole report", here), ("Save this sheet", f"{here}/save/sheet.html")))
        return self._desk.job(
            here, checking.check_uploads, check.uploads, check.system, self._time_limit, (report, sheet)
        )

    # --- work ---------------------------------------------------------------------------------------------------------

    async def _when_done(self, job: Job, page: str, title: str) -> Response | None:
        """Return what is shown instead of a result, if there is none (yet)."""
        await _over(job, _AT_ONCE)
        if not job.is_over:
            return StreamingResponse(self._told(job, page, title), media_type="text/html")
        if job.failure:
            tools = (("All checks", f"{self._base}/"),)
            return HTMLResponse(render_refusal(title, job.failure, tools), HTTPStatus.UNPROCESSABLE_ENTITY)
        return None

    async def _told(self, job: Job, page: str, title: str) -> AsyncIterator[str]:
        """Tell what is being done, line by line, until the browser is sent to the result."""
        tools = (("All checks", f"{self._base}/"),)
        before, after = render_working(title, page, f"{self._base}/cancel", tools)
        yield before
        told = 0
        while not job.is_over:
            await _over(job, _LOOKED_EVERY)
            lines = job.lines[told:]
            told += len(lines)
            if lines:
                yield "".join(map(render_progress, lines))
        yield render_done(page) + after

    @staticmethod
    def _onward(address: str) -> Response:
        return RedirectResponse(address, HTTPStatus.SEE_OTHER)


async def refused(request: Request, error: Exception) -> Response:
    """Say in a page what cannot be done."""
    status = error.status_code if isinstance(error, HTTPException) else HTTPStatus.SERVICE_UNAVAILABLE
    message = error.detail if isinstance(error, HTTPException) else str(error)
    title = "There is no such page" if status == HTTPStatus.NOT_FOUND else "That cannot be done"
    page = render_refusal(title, message, (("All checks", f"{request.scope['root_path']}/"),))
    return HTMLResponse(page, status)


REFUSALS = {HTTPException: refused, BusyError: refused}
"""Errors that are told as pages."""


def attachment(page: str, name: str) -> Response:
    """Hand a page over to be saved under a name."""
    return HTMLResponse(page, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def _over(job: Job, seconds: float) -> None:
    """Wait for the end of a job, at most so long, while other pages are answered."""
    for _ in range(max(1, round(seconds / _LOOKED_EVERY))):
        if job.is_over:
            return
        await asyncio.sleep(_LOOKED_EVERY)


def _stem(title: str) -> str:
    """Return what a file may be called after: letters that every system takes."""
    stem = title.rpartition(".")[0] or title
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "_" for sign in stem)
    return plain.strip("_") or "event"
