"""Errors of commands, made of the errors of other rooms."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from checker.verdicts.verdict import ExitStatus

Errors = type[Exception] | tuple[type[Exception], ...]


class CommandError(Exception):
    """A command fails; the message is a line, the status that of the process."""

    def __init__(self, message: str, status: ExitStatus) -> None:
        """Take the message and the exit status."""
        super().__init__(message)
        self.status = status


@contextmanager
def convert_errors(usage: Errors = (), not_checked: Errors = (), about: str = "") -> Iterator[None]:
    """Raise CommandError for errors of wrong usage, and for errors that leave something unchecked."""
    try:
        yield
    except not_checked as error:
        raise CommandError(_describe_error(error, about), ExitStatus.NOT_CHECKED) from error
    except usage as error:
        raise CommandError(_describe_error(error, about), ExitStatus.USAGE) from error


def _describe_error(error: Exception, about: str) -> str:
    said = str(getattr(error, "strerror", None) or error)
    return f"{about}: {said}" if about else said


def require(holds: object, message: str) -> None:
    """Raise CommandError for wrong usage unless a condition holds."""
    if not holds:
        raise CommandError(message, ExitStatus.USAGE)


def require_known(option: str, word: str, known: Collection[str]) -> None:
    """Raise CommandError for a word that is not a value of an option, with the known values and the nearest one."""
    if word not in known:
        from tournaments.suggestion import describe_unknown  # noqa: PLC0415 - only for mistakes

        raise CommandError(f"{option}: {describe_unknown(word, known)}", ExitStatus.USAGE)
