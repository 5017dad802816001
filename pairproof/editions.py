"""The comparison of editions, file by file, as the check command tells it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from checker.editions import compare_editions
from reference_engines.results import UnsupportedEventError
from reference_engines.systems import engine_for
from reports.editions import edition_lines
from reports.text import Line, Style, printer
from tournaments.reading import read_event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

    from tournaments.model import Event

EDITIONS = ("dutch-2013", "dutch-2017", "dutch-2026")
"""The editions of the FIDE (Dutch) System that are laid side by side."""


def tell_editions(files: Iterable[str], rounds: tuple[int, int] | None, stream: TextIO) -> None:
    """Tell for every file in which rounds, brackets and by which articles the editions part."""
    show = printer(stream)
    for file in files:
        for line in _lines(file, rounds):
            show(line)


def _lines(file: str, rounds: tuple[int, int] | None) -> Iterator[Line]:
    try:
        event = read_event(Path(file)).event
    except (OSError, ValueError):
        event = None
    if event is None:
        yield Line(f"{file}: the editions cannot be compared on what cannot be read.", Style.DOUBT)
        return
    try:
        compared = compare_editions(event, [engine_for(key) for key in EDITIONS], _selected(event, rounds))
    except UnsupportedEventError as error:
        yield Line(f"{file}: the editions cannot be compared: {error}.", Style.DOUBT)
        return
    yield from edition_lines(compared)


def _selected(event: Event, rounds: tuple[int, int] | None) -> list[int]:
    first, last = rounds or (1, event.rounds_recorded)
    return [number for number in range(1, event.rounds_recorded + 1) if first <= number <= last]
