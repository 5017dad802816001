"""The pages of campaigns: causes, findings alike, and the dossier of each."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from checker.campaigns.smallest_events import DossierRequest
from pairproof.serve.campaigns import show_campaign, show_dossier
from pairproof.serve.pages import attachment, page_instead_of_result, redirect, stem
from reports.links import Links
from reports.serving import DOSSIER_PAGES, render_dossier

if TYPE_CHECKING:
    from starlette.requests import Request

    from pairproof.serve.jobs import Job
    from pairproof.serve.pages import Pages

_LONGEST_NUMBER = 9


class Campaigns:
    """The answers about campaigns, of which the stores were named when the program was started."""

    def __init__(self, pages: Pages) -> None:
        """Answer beside other pages."""
        self._pages = pages

    def routes(self) -> list[Route]:
        """Return the routes of the pages."""
        return [
            Route("/stores/{store:int}", self.campaign),
            Route("/stores/{store:int}/save/report.html", self.save),
            Route("/stores/{store:int}/dossier", self.dossier),
            Route("/stores/{store:int}/dossier/{file}", self.part),
        ]

    async def campaign(self, request: Request) -> Response:
        """Show the report of ``campaign report``."""
        page, store = self._page(request), self._store(request)
        tools = (("Save this report", f"{page}/save/report.html"),)
        job = self._pages.desk.job(
            page,
            show_campaign,
            store,
            Links(home=f"{self._pages.base}/", tools=tools, dossiers=f"{page}/dossier"),
        )
        waiting = await page_instead_of_result(job, page, store, self._pages.base)
        return waiting or HTMLResponse(job.result.page)

    async def save(self, request: Request) -> Response:
        """Hand the report over as a file."""
        page, store = self._page(request), self._store(request)
        job = self._pages.desk.known(page)
        if job is None or not job.is_over or job.failure:
            return redirect(page)
        return attachment(job.result.saved, f"{stem(store)}-report.html")

    async def dossier(self, request: Request) -> Response:
        """Show a dossier's first page."""
        page, store = self._dossier_page(request), self._store(request)
        job = self._dossier(request)
        waiting = await page_instead_of_result(job, page, store, self._pages.base)
        if waiting is not None:
            return waiting
        query = page.partition("?")[2]
        return HTMLResponse(render_dossier(job.result, self._page(request), query, f"{self._pages.base}/"))

    async def part(self, request: Request) -> Response:
        """Show a page of a dossier, or hand the whole over as a file."""
        page = self._dossier_page(request)
        job = self._pages.desk.known(page)
        if job is None or not job.is_over or job.failure:
            return redirect(page)
        name = request.path_params["file"]
        if name == "dossier.zip":
            headers = {"Content-Disposition": f'attachment; filename="{stem(job.result.title)}.zip"'}
            return Response(job.result.archive, media_type="application/zip", headers=headers)
        if name not in DOSSIER_PAGES or name not in job.result.files:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return HTMLResponse(job.result.files[name])

    def _dossier(self, request: Request) -> Job:
        program = request.query_params.get("program", "")
        is_number = program.isdecimal() and len(program) <= _LONGEST_NUMBER
        asked = DossierRequest(
            name=request.query_params.get("subject", ""), program=int(program) if is_number else None
        )
        return self._pages.desk.job(self._dossier_page(request), show_dossier, self._store(request), asked)

    def _store(self, request: Request) -> str:
        stores, number = self._pages.stores, request.path_params["store"]
        if not 1 <= number <= len(stores):
            raise HTTPException(HTTPStatus.NOT_FOUND, "There is no such campaign.")
        return stores[number - 1]

    def _page(self, request: Request) -> str:
        return f"{self._pages.base}/stores/{request.path_params['store']}"

    def _dossier_page(self, request: Request) -> str:
        asked = {name: request.query_params.get(name, "") for name in ("program", "subject")}
        return f"{self._page(request)}/dossier?{urlencode(asked)}"
