"""Errors of commands, and the message about an unknown system."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from checker.verdicts.verdict import ExitStatus


class CommandError(Exception):
    """A command fails; the message is a line, the status that of the process."""

    def __init__(self, message: str, status: ExitStatus) -> None:
        """Take the message and the exit status."""
        super().__init__(message)
        self.status = status


def unknown_system_message(key: str, known: Collection[str], *besides: str) -> str:
    """Return the message about an unknown system, with the newest edition of each system."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for mistakes

    from reference_engines.frame.systems import newest_editions  # noqa: PLC0415 - likewise

    newest = [edition.key for edition in newest_editions() if edition.key in known]
    older = " and older editions (pairproof systems)" if len(known) > len(newest) else ""
    like = get_close_matches(key, known, n=1)
    meant = f"; did you mean {like[0]}?" if like else ""
    return f"no system '{key}'; there are: {', '.join([*besides, *newest])}{older}{meant}"
