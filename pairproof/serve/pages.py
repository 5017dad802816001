"""
The home page, the pages of a check and of each of its events, and pages about work in progress.

An event has pages for rounds, players, crosstable, standings, file, and answers to questions.
"""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from checker.verdicts.phrases import capitalise
from checker.verdicts.verdict import ExitStatus, Outcome
from pairproof.api import systems
from pairproof.question_requests import BadValueError
from pairproof.serve import questions
from pairproof.serve.desk import IN_WORDS, BusyError, Upload, received
from pairproof.serve.questions import check_uploads
from reports import serving
from reports.answers import render_refused_question
from reports.html import render_html
from reports.links import AskedFields, EventLinks
from reports.sheet import render_sheets
from reports.view import event_outcome, games_per_round
from reports.words import describe_event, describe_events
from tournaments.frozen import FrozenStruct
from tournaments.readings import chosen_readings
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request

    from checker.findings import Participant
    from checker.records.run import RunRecord
    from pairproof.serve.desk import Check, Desk
    from pairproof.serve.jobs import Job

_AT_ONCE = 1.0
"""Seconds to wait for a result before a page about the progress is shown."""
_LOOKED_EVERY = 0.05
_BEGUN = serving.JobProgress(doing="begun")


def redirect(address: str) -> Response:
    """Send the browser to an address."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


async def page_instead_of_result(job: Job, page: str, title: str, base: str, target: str = "") -> Response | None:
    """Return the page about progress, which leads to the target, or about failure; None if there is a result."""
    waiting = await progress_page(job, page, title, base, target)
    if waiting is None and job.failure:
        return HTMLResponse(serving.render_refusal(title, job.failure, f"{base}/"), HTTPStatus.UNPROCESSABLE_ENTITY)
    return waiting


async def progress_page(job: Job, page: str, title: str, base: str, target: str = "") -> Response | None:
    """Return the page about progress, which leads to the result or another target; None if the job is over."""
    await _over(job, _AT_ONCE)
    if job.is_over:
        return None
    return StreamingResponse(_progress_page(job, page, title, base, target or page), media_type="text/html")


async def _progress_page(job: Job, page: str, title: str, base: str, target: str) -> AsyncIterator[str]:
    """Yield the reports of progress, and then the link to the result."""
    before, after = serving.render_working(title, page, f"{base}/cancel", f"{base}/")
    yield before
    shown, tick = 0, 0.0
    while not job.is_over:
        reports = job.progress[shown:]
        shown += len(reports)
        seconds = time.monotonic() - job.begun
        if reports or seconds - tick >= 1:  # the seconds go on while nothing is reported
            tick = seconds
            finished = [report for report in reports if report.line]
            doing = [report for report in job.progress[:shown] if not report.line][-1:]
            yield "".join(
                serving.render_progress(report, seconds, page) for report in (*finished, *(doing or (_BEGUN,)))
            )
        await _over(job, _LOOKED_EVERY)
    yield serving.render_done(target) + after


async def _over(job: Job, seconds: float) -> None:
    """Wait for the end of a job, at most so long, while other pages are answered."""
    for _ in range(max(1, round(seconds / _LOOKED_EVERY))):
        if job.is_over:
            return
        await asyncio.sleep(_LOOKED_EVERY)


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
            serving.LinkedLine(title=PurePath(store).name, address=f"{self.base}/stores/{number}", description=store)
            for number, store in enumerate(self.stores, start=1)
        ]
        samples = [
            serving.LinkedLine(title=title, address=name, description=description)
            for name, (title, description) in _SAMPLES.items()
            if _sample(name).is_file()
        ]
        page = serving.HomePage(
            home=f"{self.base}/",
            upload=f"{self.base}/checks",
            samples_address=f"{self.base}/samples",
            systems=list_systems(),
            most=IN_WORDS,
            checks=[self._list_check(check) for check in reversed(self.desk.checks.values())],
            stores=stores,
            samples=samples,
        )
        return HTMLResponse(serving.render_home(page))

    def _list_check(self, check: Check) -> serving.LinkedLine:
        job = self.desk.known(self.address(check))
        title, description, outcome = check.title, "It is being checked.", None
        if job is not None and job.is_over and job.failure:
            description, outcome = job.failure, Outcome.UNCHECKED
        elif job is not None and job.is_over:
            title, description, outcome = _sum_up(check, job.result)
        return serving.LinkedLine(title=title, address=self.address(check), description=description, outcome=outcome)

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
            serving.LinkedLine(
                title=escape_field(event.header.name) or event.header.event,
                address=f"{here}/events/{number}",
                description=f"{describe_event(event)} ({event.header.source})",
                outcome=event_outcome(event),
            )
            for number, event in enumerate(record.events, start=1)
        ]
        title, conclusion, outcome = _sum_up(check, record)
        page = serving.render_check(title, conclusion, outcome, events, (f"{self.base}/", f"{here}/save"))
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
        return self.desk.job(self.address(check), check_uploads, check.uploads, check.system, self.time_limit)


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
    """Return a known key; raise HTTPException for an unknown key."""
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
    return HTMLResponse(serving.render_refusal(title, message, f"{request.scope['root_path']}/"), status)


async def failed(request: Request, error: Exception) -> Response:
    """Return a page about an unforeseen error."""
    message = f"This should not have happened: {type(error).__name__}. The terminal says where the details are."
    page = serving.render_refusal("Pairproof failed", message, f"{request.scope['root_path']}/")
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


_MOST_FIELDS = 20
_MOST_CHOICES = 30
"""Players that are offered where a text names several."""
_TITLES = {"explain": "Why this pairing?", "why-not": "Why not these two?", "what-if": "What if?"}


class _ServedEvent(FrozenStruct, frozen=True, kw_only=True):
    """An event of a check."""

    check: Check
    upload: Upload
    page: serving.EventPage
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
        return await self._show(request, "", serving.render_rounds)

    async def round(self, request: Request) -> Response:
        """Show the boards of a round."""
        number = request.path_params["round"]
        place = self._place(request)
        if number not in (found.round_number for found in place.page.event.rounds):
            raise HTTPException(HTTPStatus.NOT_FOUND, f"Round {number} of this event was not judged.")
        asked = place.form_fields(round=str(number))
        return HTMLResponse(await run_in_threadpool(serving.render_round, place.page, number, asked))

    async def players(self, request: Request) -> Response:
        """Show the players, or those found by a text; of one alone the card."""
        text = request.query_params.get("q", "").strip()
        place = self._place(request, "players", text)
        if text:
            found = serving.find_players(place.page.header.participants, text)
            if len(found) == 1:
                return redirect(place.page.links.player(found[0].tpn))
        return HTMLResponse(await run_in_threadpool(serving.render_players, place.page, text))

    async def player(self, request: Request) -> Response:
        """Show the card of a player."""
        place, tpn = self._place(request, "players"), request.path_params["player"]
        found = [one for one in place.page.header.participants if one.tpn == tpn]
        if not found:
            raise HTTPException(HTTPStatus.NOT_FOUND, f"There is no {place.page.noun} {tpn} in this event.")
        return HTMLResponse(await run_in_threadpool(serving.render_player, place.page, found[0]))

    async def crosstable(self, request: Request) -> Response:
        """Show the crosstable."""
        return await self._show(request, "crosstable", serving.render_crosstable)

    async def file(self, request: Request) -> Response:
        """Show what the file declares."""
        place = self._place(request, "file")
        return HTMLResponse(
            await run_in_threadpool(serving.render_file, place.page, list_systems(), place.check.system)
        )

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
        record = questions.record_of(place.page.event.entries, place.check.system)
        return render_sheets(record, reproducing_command, links=links)

    async def _show(self, request: Request, tab: str, render: Callable[[serving.EventPage], str]) -> Response:
        place = self._place(request, tab)
        return HTMLResponse(await run_in_threadpool(render, place.page))

    # --- what is worked out -------------------------------------------------------------------------------------------

    async def standings(self, request: Request) -> Response:
        """Show the rank order, and what the values of the named players are made of."""
        place = self._place(request, "standings")
        here = place.address("standings")
        save = place.address("save/standings")
        job = self._pages.desk.job(here, questions.answer_standings, place.upload, place.fields, place.page, save)
        return await self._result_page(place, job, here, "Standings")

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
        return await self._result_page(place, job, here, _TITLES[command])

    async def _result_page(self, place: _ServedEvent, job: Job, page: str, title: str) -> Response:
        """Return the page that a job makes, or the page about its progress or failure."""
        waiting = await progress_page(job, page, title, self._pages.base)
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
        page = serving.EventPage(
            event=events[number - 1], links=links, siblings=len(check.uploads), tab=tab, searched=searched
        )
        fields = tuple((name, value) for name, value in request.query_params.multi_items() if value)[:_MOST_FIELDS]
        return _ServedEvent(check=check, upload=check.uploads[number - 1], page=page, fields=fields)
