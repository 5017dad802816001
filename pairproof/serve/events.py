"""The pages about one event of a check: rounds, players, crosstable, standings, file, and answers to questions."""

from __future__ import annotations

import datetime as dt
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from checker.records.run import RunHeader, make_record
from checker.verdicts.phrases import capitalise
from pairproof.api import PROGRAM, systems
from pairproof.question_requests import BadValueError
from pairproof.serve import questions
from pairproof.serve.pages import ASKED_PAGE, attachment, list_systems, reproducing_command, stem
from pairproof.serve.waiting import progress_page, redirect
from reports.answers import render_refused_question
from reports.boards import games_per_round
from reports.event_pages import EventPage, render_crosstable, render_file, render_round, render_rounds
from reports.links import EventLinks
from reports.player_pages import find_players, render_player, render_players
from reports.question_forms import AskedFields
from reports.sheet import render_sheets
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.readings import chosen_readings

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from checker.findings import Participant
    from pairproof.serve.desk import Check
    from pairproof.serve.pages import Pages
    from pairproof.serve.uploads import Upload

_MOST_FIELDS = 20
_MOST_CHOICES = 30
"""Players that are offered where a text names several."""
_TITLES = {"explain": "Why this pairing?", "why-not": "Why not these two?", "what-if": "What if?"}


def _today() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


class _ServedEvent(FrozenStruct, frozen=True, kw_only=True):
    """An event of a check."""

    check: Check
    upload: Upload
    page: EventPage
    fields: tuple[tuple[str, str], ...]
    """Of a form, those that are filled in."""

    def address(self, name: str) -> str:
        """Return the address of a page of the event with the same fields."""
        return f"{self.page.links.tab(name)}?{urlencode(self.fields)}"

    def form_fields(self, **texts: str) -> AskedFields:
        """Return the fields for the forms, filled in as they were sent."""
        rounds = self.page.header.rounds_recorded // games_per_round(self.page.event)
        fields = {**dict(reversed(self.fields)), **texts}
        number = fields.get("round", "")
        return AskedFields(
            round_number=int(number) if number.isdecimal() and len(number) < 4 else rounds,  # noqa: PLR2004 - 999 rounds
            rounds=rounds,
            player=int(fields["player"]) if fields.get("player", "").isdecimal() else None,
            fields={name: self.page.name_player(text) for name, text in fields.items()},
            editions=self._other_editions(),
        )

    def _other_editions(self) -> tuple[tuple[str, str], ...]:
        """Return the keys and titles of other rules for players or teams, those of the same system first."""
        applied, is_of_teams = self.page.header.edition, bool(self.page.header.scores)
        others = [
            edition
            for edition in reversed(systems())
            if edition.pairs_teams is is_of_teams and (applied is None or edition.key != applied.key)
        ]
        system = applied.key.partition("-")[0] if applied else ""
        others.sort(key=lambda edition: edition.key.partition("-")[0] != system)
        return tuple((edition.key, edition.title) for edition in others)


class EventPages:
    """The answers about the events that were checked."""

    def __init__(self, pages: Pages) -> None:
        """Answer requests about the uploads of the pages."""
        self._pages = pages

    def routes(self) -> list[Route]:
        """Return the routes of the pages."""
        event = "/checks/{check:int}/events/{event:int}"
        return [
            Route(event, self.rounds),
            Route(f"{event}/rounds/{{round:int}}", self.round),
            Route(f"{event}/players", self.players),
            Route(f"{event}/players/{{player:int}}", self.player),
            Route(f"{event}/crosstable", self.crosstable),
            Route(f"{event}/file", self.file),
            Route(f"{event}/sheet", self.sheet),
            Route(f"{event}/standings", self.standings),
            Route(f"{event}/save/{{name}}", self.save),
            Route(f"{event}/{{command}}", self.answer),
        ]

    # --- what the record says -----------------------------------------------------------------------------------------

    async def rounds(self, request: Request) -> Response:
        """Show the verdict on the event, and its rounds."""
        return await self._show(request, "", render_rounds)

    async def round(self, request: Request) -> Response:
        """Show the boards of a round."""
        number = request.path_params["round"]
        place = self._place(request)
        if number not in (found.round_number for found in place.page.event.rounds):
            raise HTTPException(HTTPStatus.NOT_FOUND, f"Round {number} of this event was not judged.")
        asked = place.form_fields(round=str(number))
        return HTMLResponse(await run_in_threadpool(render_round, place.page, number, asked))

    async def players(self, request: Request) -> Response:
        """Show the players, or those found by a text; of one alone the card."""
        text = request.query_params.get("q", "").strip()
        place = self._place(request, "players", text)
        if text:
            found = find_players(place.page.header.participants, text)
            if len(found) == 1:
                return redirect(place.page.links.player(found[0].tpn))
        return HTMLResponse(await run_in_threadpool(render_players, place.page, text))

    async def player(self, request: Request) -> Response:
        """Show the card of a player."""
        place, tpn = self._place(request, "players"), request.path_params["player"]
        found = [one for one in place.page.header.participants if one.tpn == tpn]
        if not found:
            raise HTTPException(HTTPStatus.NOT_FOUND, f"There is no {place.page.noun} {tpn} in this event.")
        return HTMLResponse(await run_in_threadpool(render_player, place.page, found[0]))

    async def crosstable(self, request: Request) -> Response:
        """Show the crosstable."""
        return await self._show(request, "crosstable", render_crosstable)

    async def file(self, request: Request) -> Response:
        """Show what the file declares."""
        place = self._place(request, "file")
        return HTMLResponse(await run_in_threadpool(render_file, place.page, list_systems(), place.check.system))

    async def sheet(self, request: Request) -> Response:
        """Show the sheet to be posted."""
        place = self._place(request)
        return HTMLResponse(await run_in_threadpool(self._sheet, place, place.page.links))

    async def save(self, request: Request) -> Response:
        """Hand a page over as a file, without links."""
        place, name = self._place(request), request.path_params["name"]
        file = stem(place.upload.name)
        if name == "sheet.html":
            return attachment(await run_in_threadpool(self._sheet, place, None), f"{file}-sheet.html")
        if name not in (*questions.COMMANDS, "standings"):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        job = self._pages.desk.known(place.address(name))
        if job is None or not job.is_over or job.failure:
            return redirect(place.address(name))
        number = dict(place.fields).get("round", "")
        suffix = f"-round-{number}" if number.isdecimal() and name in questions.COMMANDS else ""
        return attachment(job.result.saved, f"{file}-{name}{suffix}.html")

    def _sheet(self, place: _ServedEvent, links: EventLinks | None) -> str:
        event = place.page.event
        header = RunHeader(
            program=PROGRAM,
            version=__version__,
            system=place.check.system,
            created=_today(),
            readings=chosen_readings(),
        )
        record = make_record(header, (event.header, *event.rounds))
        return render_sheets(record, reproducing_command, links=links)

    async def _show(self, request: Request, tab: str, render: Callable[[EventPage], str]) -> Response:
        place = self._place(request, tab)
        return HTMLResponse(await run_in_threadpool(render, place.page))

    # --- what is worked out -------------------------------------------------------------------------------------------

    async def standings(self, request: Request) -> Response:
        """Show the rank order, and what the values of the named players are made of."""
        place = self._place(request, "standings")
        here = place.address("standings")
        save = place.address("save/standings")
        job = self._pages.desk.job(here, questions.answer_standings, place.upload, place.fields, place.page, save)
        waiting = await progress_page(job, here, "Standings", self._pages.base)
        if waiting is not None:
            return waiting
        return self._refuse(place, job.failure) if job.failure else HTMLResponse(job.result.page)

    async def answer(self, request: Request) -> Response:
        """Show the answer to a question, or the reason why it cannot be given, above the forms."""
        place, command = self._place(request), request.path_params["command"]
        if command not in questions.COMMANDS:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        header = place.page.header
        if header.edition is None or not header.participants:
            raise HTTPException(HTTPStatus.NOT_FOUND, "Nothing can be asked about this file; its first page says why.")
        try:
            fields = questions.find_named_players(place.fields, header.participants, place.page.noun)
            if fields != place.fields:
                return redirect(f"{place.page.links.tab(command)}?{urlencode(fields)}")
            asked = questions.read_form(command, place.upload.name, fields, header.edition.key)
        except questions.SeveralPlayersError as error:
            return self._refuse(place, str(error), self._choices(place, command, error))
        except BadValueError as error:
            return self._refuse(place, str(error))
        here = place.address(command)
        save = place.address(f"save/{command}")
        job = self._pages.desk.job(
            here, questions.answer, place.upload, asked, self._pages.time_limit, (place.page, place.form_fields(), save)
        )
        waiting = await progress_page(job, here, _TITLES[command], self._pages.base)
        if waiting is not None:
            return waiting
        return self._refuse(place, job.failure) if job.failure else HTMLResponse(job.result.page)

    def _refuse(self, place: _ServedEvent, message: str, choices: tuple[tuple[str, str], ...] = ()) -> Response:
        message = capitalise(message.removeprefix(f"{place.upload.name}: "))
        message = message if message.endswith((".", "?", "!")) else f"{message}."
        page = render_refused_question(place.page, message, place.form_fields(), choices)
        return HTMLResponse(page, HTTPStatus.UNPROCESSABLE_ENTITY)

    def _choices(
        self, place: _ServedEvent, command: str, error: questions.SeveralPlayersError
    ) -> tuple[tuple[str, str], ...]:
        """Return the same question about each of the players whom a field names."""
        base = place.page.links.tab(command)

        def address(participant: Participant) -> str:
            fields = [(name, str(participant.tpn) if name == error.field else text) for name, text in place.fields]
            return f"{base}?{urlencode(fields)}"

        return tuple((f"{one.name} ({one.tpn})", address(one)) for one in error.found[:_MOST_CHOICES])

    # --- where --------------------------------------------------------------------------------------------------------

    def _place(self, request: Request, tab: str = "", searched: str = "") -> _ServedEvent:
        check = self._pages.kept(request)
        job, number = self._pages.checking(check), request.path_params["event"]
        events = job.result.events if job.result is not None else tuple(job.parts)
        here = self._pages.address(check)
        if not 1 <= number <= len(events):
            if not job.is_over and 1 <= number <= len(check.uploads):
                asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
                raise HTTPException(
                    HTTPStatus.SEE_OTHER, headers={"Location": f"{here}?{urlencode({ASKED_PAGE: asked})}"}
                )
            raise HTTPException(HTTPStatus.NOT_FOUND, "There is no such event.")
        links = EventLinks(home=f"{self._pages.base}/", check=here, event=f"{here}/events/{number}")
        page = EventPage(event=events[number - 1], links=links, siblings=len(check.uploads), tab=tab, searched=searched)
        fields = tuple((name, value) for name, value in request.query_params.multi_items() if value)[:_MOST_FIELDS]
        return _ServedEvent(check=check, upload=check.uploads[number - 1], page=page, fields=fields)
