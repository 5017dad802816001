"""What a command says when it cannot do what was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from checker.verdicts.verdict import ExitStatus


class CommandError(Exception):
    """A command cannot do what was asked for; the message is one line, the status how the program ends."""

    def __init__(self, message: str, status: ExitStatus) -> None:
        """Say what is wrong and how the program ends."""
        super().__init__(message)
        self.status = status


def about_no_system(key: str, known: Collection[str], *besides: str) -> str:
    """Say that there is no system of that key, and which there are: of each the newest that may be named."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for mistakes

    from reference_engines.frame.systems import newest_editions  # noqa: PLC0415 - likewise

    newest = [edition.key for edition in newest_editions() if edition.key in known]
    older = " and older editions (pairproof systems)" if len(known) > len(newest) else ""
    like = get_close_matches(key, known, n=1)
    meant = f"; did you mean {like[0]}?" if like else ""
    return f"no system '{key}'; there are: {', '.join([*besides, *newest])}{older}{meant}"
