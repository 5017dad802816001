"""Connections that send nothing, or half a request: other requests do not wait for them, and they are closed."""

from __future__ import annotations

import http.client
import socket
import threading
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING

import pytest
from support.serving import TOKEN

from pairproof.serve import command
from pairproof.serve.command import application, server_of
from pairproof.serve.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 60.0
"""Seconds after which a test fails that would otherwise wait for ever."""
HEAD = b"POST /secret/checks HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nContent-Length: 1000\r\n"


@contextmanager
def serving() -> Iterator[int]:
    """Serve the pages for real, and give the port."""
    with closing(socket.socket()) as listening, closing(Desk()) as desk:
        listening.bind(("127.0.0.1", 0))
        listening.listen(200)
        port = listening.getsockname()[1]
        server = server_of(application(desk, token=TOKEN, port=port, time_limit=10.0))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield port
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


def connection(port: int, sent: bytes) -> socket.socket:
    """Open a connection, and send some bytes."""
    found = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    found.sendall(sent.replace(b"%d", str(port).encode()))
    return found


def status_of_page(port: int) -> int:
    """Ask for the first page."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as browser:
        browser.request("GET", f"/{TOKEN}/")
        return browser.getresponse().status


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HT", HEAD, HEAD + b"\r\n" + b"x" * 10],
    ids=["idle", "half a line", "half a head", "half a body"],
)
@pytest.mark.parametrize("number", [70, 150])
def test_silent_connections_block_no_page(number: int, sent: bytes) -> None:
    """However many there are, a page is answered as long as they are open."""
    with serving() as port, ExitStack() as stack:
        for _ in range(number):
            stack.enter_context(closing(connection(port, sent)))
        assert status_of_page(port) == 200
        assert status_of_page(port) == 200


@pytest.mark.parametrize("sent", [b"", b"GET / HT", HEAD, HEAD + b"\r\n" + b"x" * 10])
def test_a_request_that_is_not_sent_in_time_is_cut_off(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if some of it comes now and then."""
    monkeypatch.setattr(command, "REQUEST_SECONDS", 0.3)
    with serving() as port, closing(connection(port, sent)) as silent:
        assert ended(silent)


def test_a_second_request_has_its_time_like_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a connection that is kept open after an answer."""
    monkeypatch.setattr(command, "REQUEST_SECONDS", 0.3)
    whole = f"GET /{TOKEN}/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n".encode()
    with serving() as port, closing(connection(port, whole + b"GET / HT")) as browser:
        assert ended(browser)


def test_a_connection_that_is_used_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several requests on one connection; the silent ones make room, not this one."""
    monkeypatch.setattr(command, "MOST_CONNECTIONS", 4)
    with (
        serving() as port,
        ExitStack() as stack,
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as browser,
    ):
        silent: list[socket.socket] = []
        for _ in range(3):
            earlier, silent = silent, [connection(port, b"GET / HT") for _ in range(3)]
            for opened in silent:
                stack.enter_context(closing(opened))
            # The end of the earlier ones shows that the server has accepted the new ones, however busy the machine is.
            assert all(ended(opened) for opened in earlier)
            browser.request("GET", f"/{TOKEN}/")
            with browser.getresponse() as answer:
                answer.read()
                assert answer.status == 200
                assert answer.getheader("connection") != "close"


def ended(browser: socket.socket) -> bool:
    """Wait until the other side ends a connection."""
    try:
        while browser.recv(65536):
            pass
    except ConnectionResetError:
        return True
    return True
