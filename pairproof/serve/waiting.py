"""How work under way is told until its result can be shown."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from reports.serving import render_done, render_progress, render_refusal, render_working

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pairproof.serve.jobs import Job

    Tools = tuple[tuple[str, str], ...]
    """What else can be done, each with its address."""

_AT_ONCE = 1.0
"""Seconds for which an answer is waited for before it is told that it takes longer."""
_LOOKED_EVERY = 0.05


def onward(address: str) -> Response:
    """Send the browser on."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def way_back(base: str) -> tuple[str, str]:
    """Return the words and the address that lead back to the first page."""
    return "All checks", f"{base}/"


async def instead(job: Job, page: str, title: str, base: str, tools: Tools = ()) -> Response | None:
    """Return what is shown instead of a result that is not there, yet or at all; None if it is there."""
    waiting = await meanwhile(job, page, title, base)
    if waiting is None and job.failure:
        refusal = render_refusal(title, job.failure, tools or (way_back(base),))
        return HTMLResponse(refusal, HTTPStatus.UNPROCESSABLE_ENTITY)
    return waiting


async def meanwhile(job: Job, page: str, title: str, base: str) -> Response | None:
    """Return what is shown while a job is under way, and then leads to its page; None if it is over."""
    await _over(job, _AT_ONCE)
    if job.is_over:
        return None
    return StreamingResponse(_told(job, page, title, base), media_type="text/html")


async def _told(job: Job, page: str, title: str, base: str) -> AsyncIterator[str]:
    """Tell what is being done, line by line, until the browser is sent to the result."""
    before, after = render_working(title, page, f"{base}/cancel", (way_back(base),))
    yield before
    told = 0
    while not job.is_over:
        await _over(job, _LOOKED_EVERY)
        lines = job.lines[told:]
        told += len(lines)
        if lines:
            yield "".join(map(render_progress, lines))
    yield render_done(page) + after


async def _over(job: Job, seconds: float) -> None:
    """Wait for the end of a job, at most so long, while other pages are answered."""
    for _ in range(max(1, round(seconds / _LOOKED_EVERY))):
        if job.is_over:
            return
        await asyncio.sleep(_LOOKED_EVERY)
