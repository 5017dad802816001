"""Questions about an event that was sent: forms, and the answers on a sheet of paper."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from checker.questions.what_if import OUTCOMES
from pairproof import api
from pairproof.serve import questions
from pairproof.serve.pages import attachment, stem
from pairproof.serve.waiting import instead, meanwhile, onward, way_back
from reports.links import Asking, Links
from reports.serving import render_ask
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.datastructures import QueryParams
    from starlette.requests import Request

    from pairproof.serve.desk import Check
    from pairproof.serve.pages import Pages
    from reports.links import Askable

_MOST_WORDS = 40
"""Fields of a form; the longest of them has fewer."""
_LONGEST_NUMBER = 6
_OF_STANDINGS = ("tie-breaks", "edition", "player")
"""Options of ``standings`` that can be chosen."""
_TITLES = {"explain": "Why this pairing?", "why-not": "Why not these two?", "what-if": "What if?"}


@dataclass(frozen=True, kw_only=True)
class _Place:
    """An event of a check, and what is asked about it."""

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
    def of_round(self) -> str:
        """What is added to the name of a file about a round."""
        return f"-round-{self.first('round')}" if self.first("round") else ""

    def page(self, command: str, **instead: int) -> str:
        """Return where a question is answered, this one or one with other numbers."""
        filled = [(name, str(instead.get(name, value))) for name, value in self.filled]
        return f"{self.address}/{command}?{urlencode(filled)}"


class Questions:
    """The answers to questions."""

    def __init__(self, pages: Pages) -> None:
        """Answer about what was sent to the pages."""
        self._pages = pages

    def routes(self) -> list[Route]:
        """Return what is answered where."""
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
        """Answer, or say why there is no answer, with the forms to ask otherwise."""
        place, command = self._place(request), _command(request)
        page = place.page(command)
        asked = questions.Asked(
            command=command,
            upload=place.check.uploads[place.number - 1],
            options=(*_options(command, request.query_params), f"--system={place.about.system}"),
            arguments=_arguments(command, request.query_params),
        )
        links = self._links(place, command)
        job = self._pages.desk.job(page, questions.answer, asked, self._pages.time_limit, links)
        waiting = await meanwhile(job, page, _TITLES[command], self._pages.base)
        if waiting is not None:
            return waiting
        if job.failure:
            refusal = render_ask(_TITLES[command], self._forms(place), job.failure, self._tools(place))
            return HTMLResponse(refusal, HTTPStatus.UNPROCESSABLE_ENTITY)
        return HTMLResponse(job.result.page)

    async def standings(self, request: Request) -> Response:
        """Show the rank order, and what the values of those asked about are made of."""
        place = self._place(request)
        page = place.page("standings")
        words = tuple(f"--{name}={value}" for name, value in place.filled if name in _OF_STANDINGS)
        kept = [(name, value) for name, value in place.filled if name != "player"]
        row = f"{place.address}/standings?{urlencode([*kept, ('player', '')])}"
        links = Links(tools=(*self._tools(place), ("Save these standings", place.page("save/standings"))), row=row)
        job = self._pages.desk.job(
            page, questions.answer_standings, place.check.uploads[place.number - 1], words, links
        )
        waiting = await instead(job, page, "Standings", self._pages.base, self._tools(place))
        return waiting or HTMLResponse(job.result.page)

    async def save(self, request: Request) -> Response:
        """Hand an answer over as a file."""
        place, command = self._place(request), request.path_params["command"]
        if command not in (*questions.COMMANDS, "standings"):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        job = self._pages.desk.known(place.page(command))
        if job is None or not job.is_over or job.failure:
            return onward(place.page(command))
        name = f"{stem(place.check.uploads[place.number - 1].name)}-{command}{place.of_round}.html"
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
            editions=tuple((edition.key, edition.title) for edition in api.systems()),
            filled=place.filled,
        )

    def _tools(self, place: _Place) -> tuple[tuple[str, str], ...]:
        return (way_back(self._pages.base), ("The whole report", place.report))

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


def _options(command: str, fields: QueryParams) -> tuple[str, ...]:
    """Return the options of the command line that a form stands for."""
    return tuple(_written(command, fields))


def _written(command: str, fields: QueryParams) -> Iterator[str]:
    yield f"--round={fields.get('round', '')}"
    if command == "explain":
        yield f"--player={fields.get('player', '')}"
    if command != "what-if":
        return
    for name in ("absent", "present", "bye", "edition"):
        yield from (f"--{name}={value}" for value in fields.getlist(name) if value)
    for name in ("result", "forbid", "swap"):
        pair = [fields.get(f"{name}-{which}", "") for which in ("one", "other")]
        if any(pair):
            outcome = f"={fields.get('result-outcome', '')}" if name == "result" else ""
            yield f"--{name}={'-'.join(pair)}{outcome}"


def _arguments(command: str, fields: QueryParams) -> tuple[str, ...]:
    """Return what stands after the file on the command line."""
    return (fields.get("one", ""), fields.get("other", "")) if command == "why-not" else ()
