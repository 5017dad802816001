"""Questions about an event that was sent: forms, and the answers on a sheet of paper."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from checker.questions.what_if import OUTCOMES
from pairproof.api import systems
from pairproof.serve import questions
from pairproof.serve.pages import attachment, stem
from pairproof.serve.waiting import home_link, page_instead_of_result, progress_page, redirect
from reports.links import Asking, Links
from reports.serving import render_ask
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from starlette.requests import Request

    from pairproof.serve.desk import Check
    from pairproof.serve.pages import Pages
    from reports.links import Askable

_MOST_WORDS = 40
"""Fields of a form; the longest of them has fewer."""
_LONGEST_NUMBER = 6
_TITLES = {"explain": "Why this pairing?", "why-not": "Why not these two?", "what-if": "What if?"}


@dataclass(frozen=True, kw_only=True)
class _Place:
    """An event of a check, and what is form about it."""

    check: Check
    number: int
    """Of the file in the check, from 1."""
    about: Askable
    address: str
    """Of the event, up to its last stroke."""
    report: str
    """Address of the report."""
    filled: tuple[tuple[str, str], ...]
    """Fields of a form, those that are filled in."""

    def first(self, name: str) -> int:
        """Return the number in a field; 0 if there is none."""
        text = dict(reversed(self.filled)).get(name, "")
        return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else 0

    @property
    def round_suffix(self) -> str:
        """The end of the name of a file about a round."""
        return f"-round-{self.first('round')}" if self.first("round") else ""

    def page(self, command: str, **page_instead_of_result: int) -> str:
        """Return the address of the answer, for the same question or for other numbers."""
        filled = [(name, str(page_instead_of_result.get(name, value))) for name, value in self.filled]
        return f"{self.address}/{command}?{urlencode(filled)}"


class QuestionPages:
    """The answers to questions."""

    def __init__(self, pages: Pages) -> None:
        """Answer about what was sent to the pages."""
        self._pages = pages

    def routes(self) -> list[Route]:
        """Return the routes of the pages."""
        event = "/checks/{check:int}/events/{event:int}"
        return [
            Route(f"{event}/ask", self.ask),
            Route(f"{event}/standings", self.standings),
            Route(f"{event}/save/{{command}}", self.save),
            Route(f"{event}/{{command}}", self.answer),
        ]

    async def ask(self, request: Request) -> Response:
        """Show the forms."""
        place = self._place(request)
        title = f"Ask about {place.check.uploads[place.number - 1].name}"
        return HTMLResponse(render_ask(title, self._forms(place), tools=self._tools(place)))

    async def answer(self, request: Request) -> Response:
        """Show the answer, or the reason why it cannot be given above the forms."""
        place, command = self._place(request), _command(request)
        page = place.page(command)
        form = questions.AskedQuestion(
            command=command,
            upload=place.check.uploads[place.number - 1],
            fields=place.filled,
            system=place.about.system,
        )
        links = self._links(place, command)
        job = self._pages.desk.job(page, questions.answer, form, self._pages.time_limit, links)
        waiting = await progress_page(job, page, _TITLES[command], self._pages.base)
        if waiting is not None:
            return waiting
        if job.failure:
            refusal = render_ask(_TITLES[command], self._forms(place), job.failure, self._tools(place))
            return HTMLResponse(refusal, HTTPStatus.UNPROCESSABLE_ENTITY)
        return HTMLResponse(job.result.page)

    async def standings(self, request: Request) -> Response:
        """Show the rank order, and what the values of those form about are made of."""
        place = self._place(request)
        page = place.page("standings")
        kept = [(name, value) for name, value in place.filled if name not in ("player", "one", "other")]
        row = f"{place.address}/standings?{urlencode([*kept, ('player', '')])}"
        links = Links(tools=(*self._tools(place), ("Save these standings", place.page("save/standings"))), row=row)
        job = self._pages.desk.job(
            page, questions.answer_standings, place.check.uploads[place.number - 1], place.filled, links
        )
        waiting = await page_instead_of_result(job, page, "Standings", self._pages.base, self._tools(place))
        return waiting or HTMLResponse(job.result.page)

    async def save(self, request: Request) -> Response:
        """Hand an answer over as a file."""
        place, command = self._place(request), request.path_params["command"]
        if command not in (*questions.COMMANDS, "standings"):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        job = self._pages.desk.known(place.page(command))
        if job is None or not job.is_over or job.failure:
            return redirect(place.page(command))
        name = f"{stem(place.check.uploads[place.number - 1].name)}-{command}{place.round_suffix}.html"
        return attachment(job.result.saved, name)

    def _place(self, request: Request) -> _Place:
        check = self._pages.kept(request)
        job, number = self._pages.checking(check), request.path_params["event"]
        if not job.is_over or job.failure or not 1 <= number <= len(job.result.askable):
            raise HTTPException(HTTPStatus.NOT_FOUND, "There is no such event; look at the report.")
        about = job.result.askable[number - 1]
        if about is None:
            raise HTTPException(HTTPStatus.NOT_FOUND, "Nothing can be asked about this file; the report says why.")
        report = self._pages.address(check)
        filled = tuple((name, value) for name, value in request.query_params.multi_items() if value)[:_MOST_WORDS]
        return _Place(
            check=check,
            number=number,
            about=about,
            address=f"{report}/events/{number}",
            report=report,
            filled=filled,
        )

    def _forms(self, place: _Place) -> Asking:
        return Asking(
            event=place.address,
            about=place.about,
            outcomes=tuple(OUTCOMES),
            editions=tuple((edition.key, edition.title) for edition in systems()),
            filled=place.filled,
        )

    def _tools(self, place: _Place) -> tuple[tuple[str, str], ...]:
        return (home_link(self._pages.base), ("The whole report", place.report))

    def _links(self, place: _Place, command: str) -> Links:
        number, player = place.first("round"), place.first("player")
        saved = place.page(f"save/{command}")
        rounds = [one for one in (number - 1, number + 1) if 1 <= one <= place.about.rounds + 1]
        beside = [(f"Round {one}", place.page(command, round=one)) for one in rounds] if command == "explain" else []
        row = f"{place.address}/why-not?{urlencode({'round': number, 'one': player})}&other=" if player else ""
        tools = (*self._tools(place), ("Save this sheet", saved), *beside)
        return Links(tools=tools, row=row, asking=self._forms(place))


def _command(request: Request) -> str:
    command: str = request.path_params["command"]
    if command not in questions.COMMANDS:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return command
