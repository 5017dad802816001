"""
The guard before the pages: only the browser that has the secret address gets an answer.

The page is for this machine only. Others on the network cannot reach it; other pages that are open in the same
browser neither know the secret part of its address nor may send anything to it (`Origin`), not under another name of
this machine either (`Host`). Whatever a file holds, the browser runs only the script of the templates, by its hash,
loads nothing and sends nothing elsewhere (`Content-Security-Policy`).
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, RedirectResponse

from pairproof.cli import unforeseen_errors
from pairproof.serve.desk import IN_WORDS, MOST_BYTES
from reports.serving import inline_sources

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

NAMES = ("127.0.0.1", "localhost")
"""Names of this machine in a request."""
_MOST_BODY = MOST_BYTES + 1024 * 1024
"""Bytes of a request: an upload, and what stands around its files."""
_MOST_DRAINED = 16 * _MOST_BODY
"""Bytes of a request that is too large which are read and dropped, so that the browser shows the refusal."""


def new_token() -> str:
    """Return the secret part of the address, by 256 bits of chance."""
    return secrets.token_urlsafe(32)


def security_headers() -> dict[str, str]:
    """Return the headers of every answer."""
    return {
        "Content-Security-Policy": (
            f"default-src 'none'; style-src {inline_sources('style')}; script-src {inline_sources('script')}; "
            "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        ),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    }


class Guard:
    """Stands before the pages."""

    def __init__(self, pages: ASGIApp, *, token: str, port: int) -> None:
        """Guard pages that are reached at a port, under a secret."""
        self._pages = pages
        self._token = token.encode()
        self._hosts = {f"{name}:{port}" for name in NAMES}
        self._origins = {f"http://{host}" for host in self._hosts}
        self._headers = security_headers()
        self._ticket = b""

    def ticket(self) -> str:
        """Return a path that leads in once: other users may see the address with which a browser is started."""
        ticket = secrets.token_urlsafe(32)
        self._ticket = ticket.encode()
        return ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or have the pages answer."""
        if scope["type"] == "lifespan":
            await self._pages(scope, receive, send)
            return
        if scope["type"] != "http":  # there is nothing to talk about otherwise
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        refusal = self._refusal(scope)
        if refusal:
            await PlainTextResponse(refusal, status_code=403)(scope, receive, guarded)
            return
        base = f"/{self._token.decode()}"
        if self._is_ticket(scope):
            self._ticket = b""
            await RedirectResponse(f"{base}/", HTTPStatus.SEE_OTHER)(scope, receive, guarded)
            return
        scope = {**scope, "root_path": base}
        try:
            await self._pages(scope, _limited(receive), guarded)
        except ClientDisconnect:  # whoever asked does not want to know any more
            return
        except Exception as error:  # noqa: BLE001 - the last resort: the page was told, and the terminal is told here
            unforeseen_errors.tell(error, ["serve"])

    def _is_ticket(self, scope: Scope) -> bool:
        return bool(self._ticket) and scope["method"] == "GET" and secrets.compare_digest(_secret(scope), self._ticket)

    def _refusal(self, scope: Scope) -> str:
        """Return why a request is refused; empty if it is answered."""
        headers = Headers(scope=scope)
        if len(headers.getlist("host")) != 1 or headers["host"] not in self._hosts:
            return "This page answers only at its own address."
        if not self._is_ticket(scope) and not secrets.compare_digest(_secret(scope), self._token):
            return "The address is incomplete: copy it from the terminal in which pairproof runs."
        origins = headers.getlist("origin")
        if origins and (len(origins) != 1 or origins[0] not in self._origins):
            return "This request came from another page."
        if scope["method"] not in ("GET", "HEAD") and not origins:
            return "The request does not say which page it comes from."
        return ""


def _secret(scope: Scope) -> bytes:
    """Return the first part of the path."""
    path: str = scope["path"]
    return path.partition("/")[2].partition("/")[0].encode("utf-8", "surrogateescape")


def _limited(receive: Receive) -> Receive:
    """Count the bytes of a request, and raise HTTPException above the limit, after reading a bearable part."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size <= _MOST_BODY:
            return message
        while message.get("more_body") and size <= _MOST_DRAINED:
            message = await receive()
            size += len(message.get("body", b""))
        raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"That is too much: {IN_WORDS}.")

    return counted
