"""
A batch of events in a folder: a file for each event, and a manifest that lists the files.

The manifest has a header with seed, system and axes, a line for each event, and a footer, as JSON lines. The line of an
event follows its file, so that at most one file is not listed when a batch is interrupted.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from contextlib import contextmanager, suppress
from enum import Enum
from typing import TYPE_CHECKING, Any, Self

from random_tournaments.settings import batch_kind
from standings.codes import TieBreakCode
from tournaments import __version__
from tournaments.atomic_files import drop_incomplete_last_line, part_path, write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from random_tournaments.generation import GeneratedEvent
    from random_tournaments.plan import EventPlan
    from random_tournaments.settings import AnyBatch, AnyPlayed
    from random_tournaments.teams.axes import TeamPlan

FORMAT = "pairproof-batch"
VERSION = 1
MANIFEST = "manifest.jsonl"


class UnwrittenFileError(Exception):
    """A file of the folder could not be written; the message names it."""


class BatchFolder:
    """The folder of a batch that is being written, as a context manager; without an error it ends with the footer."""

    def __init__(self, path: Path, batch: AnyBatch, **settings: Any) -> None:
        """Take an existing folder; ``settings`` are further settings of the batch for the header."""
        self.path = path
        self.events = self.rounds = self.ended_early = self.failures = 0
        self._batch, self._settings = batch, settings

    def __enter__(self) -> Self:
        """Begin the manifest."""
        kind = batch_kind(self._batch.system)
        self._manifest = (self.path / MANIFEST).open("w", encoding="utf-8")
        self._write_line(
            kind="header",
            format=FORMAT,
            format_version=VERSION,
            program="pairproof",
            version=__version__,
            seed=self._batch.seed,
            system=self._batch.system,
            axes={key: kind.describe(field, getattr(self._batch.axes, field)) for key, field in kind.keys.items()},
            **self._settings,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the footer; after an error, leave whole lines."""
        if kind is None:
            self._write_line(kind="footer", events=self.events, rounds=self.rounds, ended_early=self.ended_early)
        self._close()

    def add(self, played: AnyPlayed, text: str, **facts: Any) -> None:
        """Write the file of an event, and its line with further facts."""
        name = _file_name(played.index)
        with self._name_in_error(name):
            write_atomically(self.path / name, text.encode())
        rounds = played.event.rounds_recorded // played.plan.games
        digest = hashlib.sha256(text.encode()).hexdigest()
        file = {"file": name, "sha256": digest, "rounds": rounds, "ended": played.ended}
        self._write_line(kind="event", index=played.index, **file, **facts, drawn=plan_values(played.plan))
        self.events += 1
        self.rounds += rounds
        self.ended_early += bool(played.ended)

    def add_failure(self, event: GeneratedEvent) -> None:
        """Write the line of an event that could not be played, with its drawn values if it could be drawn."""
        failure = event.failure.encode("utf-8", "backslashreplace").decode()
        try:
            drawn = plan_values(self._batch.plan(event.index))
        except Exception:  # noqa: BLE001 - what has failed may have been the drawing
            drawn = {}
        self._write_line(kind="event", index=event.index, failure=failure, drawn=drawn)
        self.failures += 1

    def _write_line(self, **parts: Any) -> None:
        try:
            with self._name_in_error(MANIFEST):
                self._manifest.write(json.dumps(parts, ensure_ascii=False, separators=(",", ":")) + "\n")
                self._manifest.flush()
        except UnwrittenFileError:
            self._close()
            raise

    def _close(self) -> None:
        with suppress(OSError):
            self._manifest.close()
        with suppress(OSError):
            drop_incomplete_last_line(self.path / MANIFEST)

    @contextmanager
    def _name_in_error(self, name: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            message = f"{self.path / name} could not be written: {error.strerror or error}"
            raise UnwrittenFileError(message) from error


def remove_batch(folder: Path) -> None:
    """Remove the event files that the manifest of a folder lists, and the file that an interruption left unlisted."""
    manifest = folder / MANIFEST
    for name in _listed_files(manifest) if manifest.exists() else ():
        (folder / name).unlink(missing_ok=True)
        part_path(folder / name).unlink(missing_ok=True)


def _listed_files(manifest: Path) -> Iterator[str]:
    """Yield the listed files, and the file whose line was to come when the manifest broke off."""
    following = 0
    for line in manifest.read_text("utf-8", "replace").splitlines(keepends=True):
        named = re.search(r'"file":"(\d+\.trf)"', line)
        if named:
            yield named[1]
        counted = re.match(r'{"kind":(?:"event","index"|"header",.*"first"):(\d{1,12})\b', line)
        if counted and line.endswith("\n"):
            following = int(counted[1]) + line.startswith('{"kind":"event"')
        elif line.startswith('{"kind":"footer"'):
            return
    yield _file_name(following)


def _file_name(index: int) -> str:
    return f"{index:05d}.trf"


def plan_values(plan: EventPlan | TeamPlan) -> dict[str, Any]:
    """Return the drawn values of a plan as JSON values, without zero and empty values."""
    plain: dict[str, Any] = _json_value(plan)
    return plain


def _json_value(value: Any) -> Any:
    if isinstance(value, TieBreakCode):
        return value.text
    if dataclasses.is_dataclass(value):
        parts = {part.name: _json_value(getattr(value, part.name)) for part in dataclasses.fields(value)}
        return {name: part for name, part in parts.items() if part not in (0, "", [], {}, None)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_json_value(part) for part in value]
    return round(value, 6) if isinstance(value, float) else value
