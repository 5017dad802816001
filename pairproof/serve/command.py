"""
``pairproof serve``: the other commands as pages in the browser, on this machine only.

No connection can keep the others waiting. A request has to be sent within a time. Where there are many connections, the
one that has awaited a request longest makes room for a new one: programs open connections that they never use, and a
browser opens some in advance.
"""

from __future__ import annotations

import asyncio
import math
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors
from pairproof.cli.inputs import is_store
from pairproof.serve.desk import Desk, Upload, called
from pairproof.serve.guard import NAMES, Guard, new_token
from pairproof.serve.pages import REFUSALS, EventPages, Pages
from tournaments.regular_files import read_bytes

REQUEST_SECONDS = 20.0
"""For a request to be sent whole, an upload of the greatest size included: it comes from this machine."""
MOST_CONNECTIONS = 64


class TimedConnection(H11Protocol):
    """A connection that is closed if a request does not come whole in time, or if others need its place."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        """Take the server's arguments of a connection."""
        super().__init__(*arguments, **settings)
        self._timer: asyncio.TimerHandle | None = None

    @property
    def awaits_request(self) -> bool:
        """Whether a request, or the rest of one, has to be sent."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in the base class
        """Make room among the other connections, and give the sender of the first request its time."""
        super().connection_made(transport)
        self._make_room()
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Take some of a request; the time goes on until all of it is here."""
        super().data_received(data)
        if not self.awaits_request:
            self._stop_timer()
        elif self._timer is None:
            self._start_timer()

    def on_response_complete(self) -> None:
        """Give the sender of the next request its time."""
        super().on_response_complete()
        self._stop_timer()
        if self.awaits_request:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock of a lost connection."""
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self.cut_off)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def ends_at(self) -> float:
        """The end of the time for the request, by the clock of the loop; infinite if no request is awaited."""
        return self._timer.when() if self._timer is not None else math.inf

    def cut_off(self) -> None:
        """Close the connection, even with unsent data."""
        self._stop_timer()
        self.transport.abort()

    def _make_room(self) -> None:
        """Close the connection that has awaited a request longest, if there are too many."""
        others = [one for one in self.connections if isinstance(one, TimedConnection) and one is not self]
        open_ones = [one for one in others if not one.transport.is_closing()]
        waiting = [one for one in open_ones if one.awaits_request]
        if len(open_ones) >= MOST_CONNECTIONS and waiting:
            min(waiting, key=lambda one: one.ends_at).cut_off()


_PATIENCE = 1
"""Seconds that answers under way are given when the program is ended."""
_MOST_AT_ONCE = 2 * MOST_CONNECTIONS
"""Requests that are answered at a time; more are refused. Connections on which no request is under way make room."""


def serve(files: Iterable[str], *, port: int, time_limit: float, opens_browser: bool) -> int:
    """Serve files and stores until Ctrl-C, at a port or, with 0, at a free port."""
    names = tuple(files)
    stores = tuple(name for name in names if is_store(name))
    uploads = tuple(_read(name) for name in names if name not in stores)
    with closing(listen(port)) as listening:
        port = listening.getsockname()[1]
        token, desk = new_token(), Desk()
        pages = application(desk, uploads, stores, token=token, port=port, time_limit=time_limit)
        here = f"http://{NAMES[0]}:{port}"
        sys.stdout.write(f"Pairproof is at {here}/{token}/\nIt is for this machine only. Ctrl-C ends it.\n")
        sys.stdout.flush()
        if opens_browser:
            threading.Thread(target=webbrowser.open, args=(f"{here}/{pages.ticket()}",), daemon=True).start()
        with suppress(KeyboardInterrupt), closing(desk):
            server_of(pages).run(sockets=[listening])
    sys.stdout.write("Ended; nothing is kept.\n")
    return ExitStatus.CONSISTENT


def server_of(pages: Guard) -> uvicorn.Server:
    """Return the server of the pages."""
    settings = uvicorn.Config(
        pages,
        http=TimedConnection,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_MOST_AT_ONCE,
        timeout_graceful_shutdown=_PATIENCE,
        ws="none",
    )
    return uvicorn.Server(settings)


def application(
    desk: Desk,
    uploads: tuple[Upload, ...] = (),
    stores: tuple[str, ...] = (),
    *,
    token: str,
    port: int,
    time_limit: float,
) -> Guard:
    """Return the pages behind their guard; files and stores are those that the command line names."""
    pages = Pages(desk, base=f"/{token}", time_limit=time_limit, stores=stores)
    if uploads:
        pages.begin(uploads)
    routes = [*pages.routes(), *EventPages(pages).routes()]
    if stores:
        from pairproof.serve.stores import Campaigns  # noqa: PLC0415 - it needs what Windows does not have

        routes += Campaigns(pages).routes()
    return Guard(Starlette(routes=routes, exception_handlers=REFUSALS), token=token, port=port)


def _read(file: str) -> Upload:
    with convert_errors(not_checked=(OSError, ValueError), about=f"{file} cannot be read"):
        return Upload(name=called(file), content=read_bytes(Path(file)))


def listen(port: int) -> socket.socket:
    """Listen at a port that only this machine can reach; 0 for a free port."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((NAMES[0], port))
        listening.listen()
    except OSError as error:
        listening.close()
        message = f"port {port} cannot be used: {error.strerror or error}; choose another --port, or leave it out"
        raise CommandError(message, ExitStatus.USAGE) from error
    return listening
