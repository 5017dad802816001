"""
Connections to the pages, none of which can keep the others waiting.

A request has to be sent within a time. Where there are many connections, the one that has awaited a request longest
makes room for a new one: programs open connections that they never use, and a browser opens some in advance.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio
    from typing import Any

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
        """Wait for nothing any more."""
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
        """When the time for the request is over, by the clock of the loop; infinite if none is awaited."""
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
