"""Pages about work in progress, until its result can be shown."""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from reports.serving import JobProgress, render_done, render_progress, render_refusal, render_working

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pairproof.serve.jobs import Job

_AT_ONCE = 1.0
"""Seconds to wait for a result before a page about the progress is shown."""
_LOOKED_EVERY = 0.05
_BEGUN = JobProgress(doing="begun")


def redirect(address: str) -> Response:
    """Send the browser on."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


async def page_instead_of_result(job: Job, page: str, title: str, base: str, target: str = "") -> Response | None:
    """Return the page about progress, which leads to the target, or about failure; None if there is a result."""
    waiting = await progress_page(job, page, title, base, target)
    if waiting is None and job.failure:
        return HTMLResponse(render_refusal(title, job.failure, f"{base}/"), HTTPStatus.UNPROCESSABLE_ENTITY)
    return waiting


async def progress_page(job: Job, page: str, title: str, base: str, target: str = "") -> Response | None:
    """Return the page about progress, which leads to the result or another target; None if the job is over."""
    await _over(job, _AT_ONCE)
    if job.is_over:
        return None
    return StreamingResponse(_progress_page(job, page, title, base, target or page), media_type="text/html")


async def _progress_page(job: Job, page: str, title: str, base: str, target: str) -> AsyncIterator[str]:
    """Yield the reports of progress, and then the link to the result."""
    before, after = render_working(title, page, f"{base}/cancel", f"{base}/")
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
            yield "".join(render_progress(report, seconds, page) for report in (*finished, *(doing or (_BEGUN,))))
        await _over(job, _LOOKED_EVERY)
    yield render_done(target) + after


async def _over(job: Job, seconds: float) -> None:
    """Wait for the end of a job, at most so long, while other pages are answered."""
    for _ in range(max(1, round(seconds / _LOOKED_EVERY))):
        if job.is_over:
            return
        await asyncio.sleep(_LOOKED_EVERY)
