"""
Uploaded files and the work on them, kept in memory while the pages are served.

Files are sent within limits, and their names are never taken for paths.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from starlette.datastructures import UploadFile

from pairproof.serve.jobs import Job, prepare
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.regular_files import MAX_MEGABYTES, MEGABYTE
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

MOST_FILES = 100
"""In one upload."""
MOST_BYTES = MAX_MEGABYTES * MEGABYTE
"""Of one upload, all its files together."""
IN_WORDS = f"up to {MOST_FILES} files and {MAX_MEGABYTES} MB at once"
SECONDS = 120.0
"""Within which an upload has to be here; it comes from this machine."""
_MOST_FIELDS = 10
_MOST_TEXT = 64 * 1024
"""Bytes of a field that is not a file."""
_LONGEST_NAME = 100
_SEPARATOR = re.compile(r"[/\\]")


class Upload(FrozenStruct, frozen=True, kw_only=True):
    """A file that was sent."""

    name: str
    """The name to show: the last part of what the browser says, fit to be shown."""
    content: bytes


def called(name: str) -> str:
    """Return the name of a file without folders."""
    last = _SEPARATOR.split(name)[-1].strip(". ")
    return escape_field(last[-_LONGEST_NAME:]) or "file.trf"


async def received(request: Request) -> tuple[tuple[Upload, ...], str]:
    """
    Return the files that a form sends, and the system it asks for.

    Raise TimeoutError if they do not come in time, and starlette's HTTPException for what is no such form.
    """
    async with (
        asyncio.timeout(SECONDS),
        request.form(max_files=MOST_FILES, max_fields=_MOST_FIELDS, max_part_size=_MOST_TEXT) as form,
    ):
        files = [
            part for part in form.getlist("files") if isinstance(part, UploadFile) and (part.filename or part.size)
        ]
        uploads = tuple([Upload(name=called(part.filename or ""), content=await part.read()) for part in files])
        return uploads, str(form.get("system", "auto"))


MOST_CHECKS = 30
"""Uploads that are kept; the oldest is forgotten."""
MOST_KEPT_BYTES = 256 * 1024 * 1024
"""Of all uploads that are kept, together."""
MOST_JOBS = 120
"""Answers that are kept."""
MOST_AT_WORK = 6
"""Jobs under way at once."""


class BusyError(Exception):
    """Too many jobs are running."""

    def __init__(self) -> None:
        """State the limit in the message."""
        super().__init__(f"{MOST_AT_WORK} things are being worked on; wait for one to end, or cancel it.")


class Check(FrozenStruct, frozen=True, kw_only=True):
    """Files that were sent together, and are checked together."""

    number: int
    uploads: tuple[Upload, ...]
    system: str
    """Key that was asked for, or ``auto``."""

    @property
    def title(self) -> str:
        """The name of the only file, or the number of files."""
        return self.uploads[0].name if len(self.uploads) == 1 else counted_noun(len(self.uploads), "file")

    @property
    def size(self) -> int:
        """The size in bytes."""
        return sum(len(upload.content) for upload in self.uploads)


class Desk:
    """The uploads and the jobs."""

    def __init__(self) -> None:
        """Begin with nothing."""
        prepare()
        self.checks: dict[int, Check] = {}
        self._jobs: dict[str, Job] = {}
        self._number = 0

    def take(self, uploads: tuple[Upload, ...], system: str) -> Check:
        """Keep the uploaded files; the oldest uploads beyond the limit are forgotten."""
        self._require_room()
        self._number += 1
        check = Check(number=self._number, uploads=uploads, system=system)
        self.checks[check.number] = check
        while len(self.checks) > MOST_CHECKS or sum(one.size for one in self.checks.values()) > MOST_KEPT_BYTES:
            del self.checks[min(self.checks)]
        return check

    def job(self, page: str, work: Callable[..., object], *arguments: object) -> Job:
        """Return the work on a page, which is begun when the page is first asked for; raise BusyError."""
        known = self._jobs.get(page)
        if known is not None:
            return known
        self._require_room()
        while len(self._jobs) >= MOST_JOBS:
            oldest = next(page for page, job in self._jobs.items() if job.is_over)
            del self._jobs[oldest]
        self._jobs[page] = Job(work, *arguments)
        return self._jobs[page]

    def known(self, page: str) -> Job | None:
        """Return the work on a page, if it was begun."""
        return self._jobs.get(page)

    def forget(self, page: str) -> None:
        """Cancel the work on a page, or throw its result away."""
        job = self._jobs.pop(page, None)
        if job is not None:
            job.cancel()

    def close(self) -> None:
        """End all running work."""
        for page in tuple(self._jobs):
            self.forget(page)

    def _require_room(self) -> None:
        if sum(not job.is_over for job in self._jobs.values()) >= MOST_AT_WORK:
            raise BusyError
