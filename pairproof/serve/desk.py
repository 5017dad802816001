"""Uploaded files and the work on them, kept in memory while the pages are served."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.serve.jobs import Job, prepare
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Callable

    from pairproof.serve.uploads import Upload

MOST_CHECKS = 30
"""Uploads that are kept; the oldest is forgotten."""
MOST_KEPT_BYTES = 256 * 1024 * 1024
"""Of all uploads that are kept, together."""
MOST_JOBS = 120
"""Answers that are kept."""
MOST_AT_WORK = 6
"""Jobs under way at once."""


class BusyError(Exception):
    """Too much is under way."""

    def __init__(self) -> None:
        """Take the limit into the message."""
        super().__init__(f"{MOST_AT_WORK} things are being worked on; wait for one to end, or cancel it.")


class Check(FrozenStruct, frozen=True, kw_only=True):
    """Files that were sent together, and are checked together."""

    number: int
    uploads: tuple[Upload, ...]
    system: str
    """Key that was asked for, or ``auto``."""

    @property
    def title(self) -> str:
        """The file's name, or how many there are."""
        return self.uploads[0].name if len(self.uploads) == 1 else counted_noun(len(self.uploads), "file")

    @property
    def size(self) -> int:
        """In bytes."""
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
        """End all that is under way."""
        for page in tuple(self._jobs):
            self.forget(page)

    def _require_room(self) -> None:
        if sum(not job.is_over for job in self._jobs.values()) >= MOST_AT_WORK:
            raise BusyError
