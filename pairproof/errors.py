"""What a command says when it cannot do what was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.verdicts import ExitStatus


class CommandError(Exception):
    """A command cannot do what was asked for; the message is one line, the status how the program ends."""

    def __init__(self, message: str, status: ExitStatus) -> None:
        """Say what is wrong and how the program ends."""
        super().__init__(message)
        self.status = status
