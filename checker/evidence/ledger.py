"""
The ledger of a bundle that is being made: the plan, the machine, why parts cannot be done, and how long each took.

It lies beside the stores, in the folder ``work``, and is written anew as a whole whenever something is entered.
"""

from __future__ import annotations

import json
import os
import platform
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import convert, to_builtins

from checker.evidence.facts import GeneratorProbe, Hashed, MachineFacts, ProgramFacts
from checker.evidence.plan import EvidencePart, Plan
from tournaments.atomic_files import write_atomically
from tournaments.frozen import JsonStruct

if TYPE_CHECKING:
    from collections.abc import Iterator

WORK = "work"
"""Folder within that of the bundle, which is not sent."""
_NAME = "ledger.json"
_SECONDS_BETWEEN = 20.0
"""After which the time worked is entered, in case that we are killed."""


class LedgerError(Exception):
    """A folder holds no ledger that can be gone on with; the message says why."""


class Undone(JsonStruct, frozen=True, kw_only=True):
    """Why a part is not done."""

    part: EvidencePart
    why: str


class Worked(JsonStruct, frozen=True, kw_only=True):
    """How long was worked on a part."""

    part: EvidencePart
    seconds: int


class Ledger(JsonStruct, frozen=True, kw_only=True):
    """The state that is needed to go on, besides the stores."""

    plan: Plan
    program: ProgramFacts
    machine: MachineFacts
    obstacles: tuple[Undone, ...] = ()
    worked: tuple[Worked, ...] = ()
    probe: GeneratorProbe | None = None
    vendor: tuple[tuple[str, str], ...] = ()
    """What the vendor answers, by the number of the question."""

    def why_not(self, part: EvidencePart) -> str:
        """Say why a part cannot be done; empty if it can."""
        return next((one.why for one in self.obstacles if one.part is part), "")

    def seconds(self, part: EvidencePart) -> int:
        """Return the time worked on a part."""
        return sum(one.seconds for one in self.worked if one.part is part)

    def with_worked(self, part: EvidencePart, seconds: int) -> Ledger:
        """Return the ledger with more work on a part."""
        others = tuple(one for one in self.worked if one.part is not part)
        return replace(self, worked=(*others, Worked(part=part, seconds=self.seconds(part) + seconds)))


def store_path(folder: Path, part: EvidencePart) -> Path:
    """Return the path of the store of a part, or of the answers to the suite."""
    return folder / WORK / (f"{part.value}.jsonl" if part is EvidencePart.SUITE else f"{part.value}.sqlite")


def read_ledger(folder: Path) -> Ledger | None:
    """Return the ledger of a folder, None if there is none; LedgerError if it cannot be read."""
    path = folder / WORK / _NAME
    try:
        return convert(json.loads(path.read_text("utf-8")), Ledger)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise LedgerError(f"{path} cannot be read ({error}); begin in another folder") from error


def write_ledger(folder: Path, ledger: Ledger) -> None:
    """Write the ledger, whole or not at all; LedgerError if it cannot be."""
    path = folder / WORK / _NAME
    try:
        write_atomically(path, (json.dumps(to_builtins(ledger), indent=1) + "\n").encode())
    except OSError as error:
        raise LedgerError(f"{path} cannot be written ({error.strerror or error})") from error


class Clock:
    """Enters how long was worked on a part, now and then and at the end."""

    def __init__(self, folder: Path, part: EvidencePart) -> None:
        """Begin."""
        self._folder, self._part = folder, part
        self._since = monotonic()

    def see(self) -> None:
        """Enter the time if it is time to."""
        if monotonic() - self._since >= _SECONDS_BETWEEN:
            self.enter()

    def enter(self) -> None:
        """Enter the time since it was entered last, in whole seconds."""
        seconds = round(monotonic() - self._since)
        ledger = read_ledger(self._folder)
        if ledger is not None:
            write_ledger(self._folder, ledger.with_worked(self._part, seconds))
            self._since += seconds


@contextmanager
def timed(folder: Path, part: EvidencePart) -> Iterator[Clock]:
    """Measure the work on a part, whatever ends it."""
    clock = Clock(folder, part)
    try:
        yield clock
    finally:
        clock.enter()


def this_machine() -> MachineFacts:
    """Describe this machine, without its name."""
    return MachineFacts(
        kind=platform.machine(),
        processor=_processor(),
        cores=os.cpu_count() or 1,
        system=platform.system(),
        python=platform.python_version(),
    )


def _processor() -> str:
    """Return the model of the processor, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "")


def hashed(files: tuple[tuple[str, str], ...]) -> tuple[Hashed, ...]:
    """Return files without the folders in which they lie."""
    return tuple(Hashed(name=Path(name).name, sha256=digest) for name, digest in files)
