"""
The message about an unforeseen error: the command, the file with the details, and how to report it.

The details (trace, version, arguments) go to a file in the system's folder for temporary files, or, where the
environment variable ``PAIRPROOF_DEBUG`` is set, to standard error.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from reports.streams import write_error

DEBUG = "PAIRPROOF_DEBUG"
_SHOWN = 160


def tell(error: BaseException, arguments: Sequence[str]) -> None:
    """Report on standard error the failure, its place and the file of details; write that file. Raise nothing."""
    command = _command_line(arguments)
    notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
    said = _clipped(f"{type(error).__name__}: {error}".rstrip(": "))
    text = [f"pairproof: this should not have happened: {said}", f"while doing: {command}{notes}"]
    if os.environ.get(DEBUG):
        text.append(_details(error, arguments))
    else:
        text += _where_to_look(error, arguments)
    write_error("\n".join(text))


def _where_to_look(error: BaseException, arguments: Sequence[str]) -> list[str]:
    try:
        name = _write(_details(error, arguments))
    except (OSError, MemoryError, RecursionError) as reason:
        return [f"The details could not be written ({_clipped(str(reason))}); set {DEBUG}=1 to see them here."]
    return [
        f"The details are in {name}",
        "Please report this to the maintainers of Pairproof with that file and, if you may, the files named above.",
    ]


def _write(details: str) -> str:
    import tempfile  # noqa: PLC0415 - only when all is lost

    handle, name = tempfile.mkstemp(prefix="pairproof-error-", suffix=".txt")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(details)
    except OSError:
        os.unlink(name)  # noqa: PTH108 - half of the details help nobody
        raise
    return name


def _details(error: BaseException, arguments: Sequence[str]) -> str:
    import platform  # noqa: PLC0415 - likewise
    import traceback  # noqa: PLC0415 - likewise

    from tournaments import __version__  # noqa: PLC0415 - likewise

    lines = [
        f"Pairproof {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"Arguments: {list(arguments)!r}",
        "",
        *traceback.format_exception(error),
    ]
    return "\n".join(lines)


def _command_line(arguments: Sequence[str]) -> str:
    import shlex  # noqa: PLC0415 - likewise

    return _clipped(shlex.join(["pairproof", *arguments]))


def _clipped(text: str) -> str:
    """Keep a message to one line of sensible length, without characters that steer a terminal."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in text)
    return plain if len(plain) <= _SHOWN else plain[:_SHOWN] + "..."
