"""The comparison of editions, file by file, as the check command tells and records it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from checker.anonymisation import anonymised
from checker.verdicts.edition_comparison import RoundOfEditions, compare_editions
from checker.verdicts.phrases import Roster
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import engine_for, resolve, side_by_side
from reports.editions import edition_lines, view_editions
from reports.text import Line, Style, printer
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, ParticipantKind
from tournaments.regular_files import readable_name
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reference_engines.frame.edition import Edition


class FileOfEditions(FrozenStruct, frozen=True, kw_only=True):
    """A file by every edition."""

    file: str
    event: str = ""
    """The name of the event."""
    roster: Roster | None = None
    rounds: tuple[RoundOfEditions, ...] = ()
    refusal: str = ""
    """The reason why the editions cannot be compared; empty if they are."""


def compare_files(
    files: Iterable[str], rounds: tuple[int, int] | None, system: str, *, most_bytes: int, anonymous: bool
) -> tuple[FileOfEditions, ...]:
    """
    Lay the editions of each file's system side by side, in all rounds or the first to the last that are asked for.

    ``system`` is a key, or ``auto``.
    """
    compared = []
    for name in files:
        event = read_event(Path(name), paired=ParticipantKind.PLAYERS, most_bytes=most_bytes).event
        if event is not None:
            event = anonymised(event) if anonymous else event
            compared.append(_compare_event(name, event, rounds, system))
    return tuple(found for found in compared if found is not None)


def _compare_event(name: str, event: Event, rounds: tuple[int, int] | None, system: str) -> FileOfEditions | None:
    """Compare the editions on the event of a file; None for an event that the check has refused already."""
    file = readable_name(name)
    resolution = resolve(event, system)
    if resolution.edition is None:
        return None
    keys, refusal = _editions(event, resolution.edition)
    if refusal:
        return FileOfEditions(file=file, refusal=refusal)
    engines = [engine_for(key) for key in keys]
    try:
        compared = compare_editions(event, engines, _selected(event, rounds), stem=Path(file).stem)
    except UnsupportedEventError as error:
        return FileOfEditions(file=file, refusal=str(error))
    except Exception as error:  # noqa: BLE001 - a failing engine costs this file only
        refusal = f"our engine failed: {type(error).__name__}: {error}"
        return FileOfEditions(file=file, refusal=refusal)
    roster = Roster({player.tpn: player.name for player in event.players})
    return FileOfEditions(file=file, event=event.name, roster=roster, rounds=compared)


def _editions(event: Event, edition: Edition) -> tuple[tuple[str, ...], str]:
    """Return the keys of the editions to be compared, and why there are none."""
    if event.is_team_event:
        return (), "it is a team event, and only editions for individual players are compared"
    keys = tuple(one.key for one in side_by_side(edition))
    return keys, ("" if len(keys) > 1 else f"{keys[0]} is the only edition of its system")


def _selected(event: Event, rounds: tuple[int, int] | None) -> list[int]:
    first, last = rounds or (1, event.rounds_recorded)
    return [number for number in range(1, event.rounds_recorded + 1) if first <= number <= last]


def tell(comparisons: Sequence[FileOfEditions], stream: TextIO) -> None:
    """Tell for every file in which rounds, brackets and by which articles the editions part."""
    show = printer(stream)
    for one in comparisons:
        if one.roster is None:
            show(Line(f"{one.file}: the editions cannot be compared: {one.refusal}", Style.DOUBT))
            continue
        for line in edition_lines(one.event, view_editions(one.rounds, one.roster)):
            show(line)
