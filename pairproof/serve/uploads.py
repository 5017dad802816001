"""Files that a browser sends, within limits: kept in memory, their names never taken for paths."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from starlette.datastructures import UploadFile

from tournaments.frozen import FrozenStruct
from tournaments.regular_files import MAX_MEGABYTES, MEGABYTE
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
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
