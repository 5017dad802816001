"""Resolvers that end the process in which they are asked, as the system does when memory runs out."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reference_engines.frame.systems import resolve

if TYPE_CHECKING:
    from pathlib import Path

    from checker.check import Resolution
    from tournaments.model import Event


@dataclass(frozen=True)
class Deadly:
    """Resolves as the house does, but for events of one name, on which it kills; and notes every time."""

    notes: Path
    name: str = "Deadly"
    times: int = 1000

    def __call__(self, event: Event, key: str = "auto") -> Resolution:
        """Choose the engine, or die."""
        if event.name == self.name and len(list(self.notes.iterdir())) < self.times:
            (self.notes / str(os.getpid())).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return resolve(event, key)


@dataclass(frozen=True)
class Unsendable:
    """Resolves as the house does, but fails unexpectedly in any process but the first one."""

    first: int

    def __call__(self, event: Event, key: str = "auto") -> Resolution:
        """Choose the engine."""
        if os.getpid() != self.first and event.name == "Deadly":
            raise RecursionError("too deep")
        return resolve(event, key)
