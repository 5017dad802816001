"""The files of a bundle: their names, and facts, records and answers read again as strictly as files from elsewhere."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from msgspec import convert

from checker.campaigns.outcomes import EventOutcome, Failure, ProgramFinding
from checker.campaigns.rows import FINDING_KEYS, finding_of_row
from checker.errors import TaskError
from checker.evidence.facts import Facts
from checker.programs.answers import pairing_of
from checker.programs.program import ProgramError
from reference_engines import _kernel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from reference_engines.frame.results import RoundPairing

FORMAT, FORMAT_VERSION = "pairproof-evidence", 1
PAGE, FACTS, README, SCRIPT, SUMS = "index.html", "evidence.json", "README.txt", "verify.sh", "SHA256SUMS"
ANSWERS = "records/answers.jsonl"
OWN_EVENTS = "own-events"
ZIP = "evidence.zip"
"""Beside the others, and holding them."""


def is_within(name: str) -> bool:
    """Whether a name leads to a file in the folder, and not out of it."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name


_ROOMS = ("tournaments", "standings", "reference_engines", "random_tournaments", "checker", "reports", "pairproof")
_SUFFIXES = (".py", ".json", ".toml", ".j2", ".css")


@cache
def product_sha256() -> str:
    """Return the hash of the names and contents of all files of Pairproof, and of its kernel."""
    found = hashlib.sha256()
    for room in _ROOMS:
        for name, content in sorted(_contents(files(room), room)):
            found.update(f"{name} {len(content)}\n".encode() + content)
    found.update(Path(_kernel.__file__).read_bytes())
    return found.hexdigest()


def _contents(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _contents(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(_SUFFIXES):
            yield f"{path}/{entry.name}", entry.read_bytes()


_LARGEST = 1_000_000_000
"""Bytes of a file that is read."""


def read_bytes(folder: Path, name: str) -> bytes:
    """Return the content of a file of a bundle; TaskError if there is none that lies in it."""
    path = folder / name
    if not is_within(name) or path.is_symlink() or not path.is_file():
        raise TaskError(f"file {name} is missing")
    if path.stat().st_size > _LARGEST:
        raise TaskError(f"{name} is larger than {_LARGEST:,} bytes")
    return path.read_bytes()


def read_text(folder: Path, name: str) -> str:
    """Return the text of a file of a bundle; TaskError as `read_bytes`, or if it is not UTF-8."""
    try:
        return read_bytes(folder, name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise TaskError(f"{name} is not UTF-8") from error


def read_facts(folder: Path) -> Facts:
    """Return the facts of a bundle."""
    try:
        told = json.loads(read_text(folder, FACTS))
        if not isinstance(told, dict) or (told.get("format"), told.get("format_version")) != (FORMAT, FORMAT_VERSION):
            raise TaskError(f"{FACTS} is not of {FORMAT}, version {FORMAT_VERSION}")
        return convert(told, Facts)
    except (ValueError, RecursionError) as error:
        raise TaskError(f"{FACTS} cannot be read: {error}") from error


def read_record(folder: Path, name: str) -> tuple[EventOutcome, ...]:
    """Return the events of a record; TaskError if it has no footer, or a line is none of a record."""
    lines = [_object(line, name) for line in read_text(folder, name).splitlines()]
    if not lines or lines[-1].get("kind") != "footer":
        raise TaskError(f"{name} has no footer, so it is incomplete")
    try:
        return tuple(_outcome(line) for line in lines if line.get("kind") == "event")
    except (KeyError, TypeError, ValueError) as error:
        raise TaskError(f"{name} cannot be read: {type(error).__name__}: {error}") from error


def read_answers(folder: Path) -> dict[tuple[int, int], RoundPairing]:
    """Return the answers of a bundle in which something was found, by event and round."""
    found = {}
    for line in read_text(folder, ANSWERS).splitlines():
        told = _object(line, ANSWERS)
        try:
            found[int(told["event"]), int(told["round"])] = pairing_of(told, told["round"])
        except (KeyError, TypeError, ValueError, ProgramError) as error:
            raise TaskError(f"{ANSWERS} cannot be read: {error}") from error
    return found


def _object(line: str, name: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TaskError(f"{name} cannot be read: {error}") from error
    if not isinstance(told, dict):
        raise TaskError(f"{name} has a line that is not an object")
    return told


def _finding(line: dict[str, Any], programs: int) -> ProgramFinding:
    """Return a finding; its keys are those of a store."""
    line = line | {"parted": ",".join(map(str, line.get("parted", ())))}
    return finding_of_row([line[key] for key in FINDING_KEYS], "findings", programs)


def _outcome(row: dict[str, Any]) -> EventOutcome:
    return EventOutcome(
        index=convert(row["event"], int),
        players=convert(row["players"], int),
        rounds=convert(row["rounds"], int),
        pairs=convert(row["pairs"], int),
        asked=convert(row["asked"], tuple[int, ...]),
        planted=convert(row["planted"], str),
        findings=tuple(_finding(one, len(row["asked"])) for one in row["findings"]),
        failures=tuple(convert(one, Failure) for one in row["failures"]),
    )
