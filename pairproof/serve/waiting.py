"""Pages about work in progress, until its result can be shown."""

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
    """Further links, each with its address."""

_AT_ONCE = 1.0
"""Seconds to wait for a result before a page about the progress is shown."""
_LOOKED_EVERY = 0.05


def redirect(address: str) -> Response:
    """Send the browser on."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def home_link(base: str) -> tuple[str, str]:
    """Return the words and the address that lead back to the first page."""
    return "All checks", f"{base}/"


async def page_instead_of_result(job: Job, page: str, title: str, base: str, tools: Tools = ()) -> Response | None:
    """Return the page about progress or failure; None if there is a result."""
    waiting = await progress_page(job, page, title, base)
    if waiting is None and job.failure:
        refusal = render_refusal(title, job.failure, tools or (home_link(base),))
        return HTMLResponse(refusal, HTTPStatus.UNPROCESSABLE_ENTITY)
    return waiting


async def progress_page(job: Job, page: str, title: str, base: str) -> Response | None:
    """Return the page about progress, which leads to the result; None if the job is over."""
    await _over(job, _AT_ONCE)
    if job.is_over:
        return None
    return StreamingResponse(_progress_page(job, page, title, base), media_type="text/html")


async def _progress_page(job: Job, page: str, title: str, base: str) -> AsyncIterator[str]:
    """Yield the lines of progress, and then the link to the result."""
    before, after = render_working(title, page, f"{base}/cancel", (home_link(base),))
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
