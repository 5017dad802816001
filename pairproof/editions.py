"""The comparison of editions, file by file, as the check command tells and records it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from checker.editions import compare_editions
from reference_engines.results import UnsupportedEventError
from reference_engines.systems import engine_for
from reports.editions import edition_lines
from reports.text import Line, Style, printer
from tournaments.frozen import dataclass
from tournaments.model import Paired
from tournaments.regular_files import readable_name
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

    from checker.editions import EventOfEditions
    from checker.record import RecordWriter
    from tournaments.model import Event

EDITIONS = ("dutch-2013", "dutch-2017", "dutch-2026")
"""The editions of the FIDE (Dutch) System that are laid side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOfEditions:
    """A file by every edition."""

    file: str
    compared: EventOfEditions | None
    """None where the editions cannot be compared; then ``refusal`` says why."""
    refusal: str = ""


def compare_files(files: Iterable[str], rounds: tuple[int, int] | None, most_bytes: int) -> tuple[FileOfEditions, ...]:
    """Lay the editions side by side on every file, in all rounds or the first to the last that are asked for."""
    return tuple(_compared(file, rounds, most_bytes) for file in files)


def _compared(name: str, rounds: tuple[int, int] | None, most_bytes: int) -> FileOfEditions:
    file = readable_name(name)
    event = read_event(Path(name), paired=Paired.PLAYERS, most_bytes=most_bytes).event
    if event is None:
        return FileOfEditions(file=file, compared=None, refusal="it cannot be read")
    if event.is_team_event:
        refusal = f"it is a team event, and {', '.join(EDITIONS)} pair individual players"
        return FileOfEditions(file=file, compared=None, refusal=refusal)
    try:
        compared = compare_editions(event, [engine_for(key) for key in EDITIONS], _selected(event, rounds))
    except UnsupportedEventError as error:
        return FileOfEditions(file=file, compared=None, refusal=str(error))
    except Exception as error:  # noqa: BLE001 - a failing engine costs this file only
        refusal = f"our engine failed: {type(error).__name__}: {error}"
        return FileOfEditions(file=file, compared=None, refusal=refusal)
    return FileOfEditions(file=file, compared=compared)


def _selected(event: Event, rounds: tuple[int, int] | None) -> list[int]:
    first, last = rounds or (1, event.rounds_recorded)
    return [number for number in range(1, event.rounds_recorded + 1) if first <= number <= last]


def record(found: Sequence[FileOfEditions], writer: RecordWriter) -> None:
    """Write a line for every round that was compared."""
    for one in found:
        if one.compared is not None:
            writer.add_editions(Path(one.file).stem, one.compared)


def tell(found: Sequence[FileOfEditions], stream: TextIO) -> None:
    """Tell for every file in which rounds, brackets and by which articles the editions part."""
    show = printer(stream)
    for one in found:
        if one.compared is None:
            show(Line(f"{one.file}: the editions cannot be compared: {one.refusal}", Style.DOUBT))
            continue
        for line in edition_lines(one.compared):
            show(line)
