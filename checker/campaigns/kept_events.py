"""
Events in which a program failed, kept in a folder as files, to be asked first the next time.

Each program has a folder for each system, ``.pairproof/dutch-2026/mine-1a2b3c4d``. Files are named by their content and
asked in the order of their names, so that a folder means the same every time. The files may have been changed by other
people: a file that cannot be asked about is left out with a warning.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from checker.campaigns.chosen import SelectedEvent, digest_of_chosen
from checker.campaigns.outcomes import NOT_JUDGED, KeptEventAnswer
from checker.campaigns.store import KnownProgram, Store, StoreFailedError, create_store
from checker.campaigns.work import event_text, run_campaign
from checker.errors import TaskError
from checker.programs.folders import NoRoomError, sweep
from checker.programs.specs import open_program
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import engine_for, paired_by
from tournaments.atomic_files import write_atomically
from tournaments.frozen import FrozenStruct
from tournaments.regular_files import MEGABYTE, read_bytes, readable_name
from tournaments.safe_text import escape_line
from tournaments.trf.writing import UnwritableEventError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from checker.campaigns.grouping import CampaignSummary
    from checker.causes.causes_finding import CausesFinding
    from checker.known_findings.entries import KnownList

FOLDER = ".pairproof"
MOST = 100
"""Events of a program that are asked about; of more, the first by name."""
_MOST_BYTES = 4 * MEGABYTE
_DIGITS = 16
_OURS = re.compile(rf"[0-9a-f]{{{_DIGITS}}}\.trf")
_ABOUT = (
    "Events in which a program failed, kept by 'pairproof campaign run', which asks about them first.\n"
    "Those that it gets right are removed. The whole folder can be deleted.\n"
)


def folder_of(root: Path, system: str, program: str, sought: Sequence[str] = ()) -> Path:
    """Return the folder for the events of a program, whatever its version; sought events have a folder of their own."""
    called = "\n".join((program, *sorted(sought)))
    readable = re.sub(r"[^a-z0-9]+", "-", called.lower()).strip("-")[:40]
    digest = hashlib.sha256(called.encode(errors="replace")).hexdigest()[:8]
    return root / system.replace("/", "-") / f"{readable}-{digest}".lstrip("-")


def read_kept(folder: Path, system: str) -> tuple[list[SelectedEvent], list[str]]:
    """Return the kept events in the order of their names, and a sentence for each file that cannot be asked about."""
    events: list[SelectedEvent] = []
    left_out: list[str] = []
    try:
        paths = sorted(folder.glob("*.trf")) if folder.exists() else []
        if folder.exists() and not folder.is_dir():
            left_out.append(f"{folder} is not a folder")
    except OSError as error:
        return [], [f"{folder}: {error.strerror or error}"]
    for path in paths[:MOST]:
        try:
            one = SelectedEvent(readable_name(path.name), read_bytes(path, _MOST_BYTES))
            engine_for(system).open(one.event(paired_by(system)))
        except (OSError, TaskError, UnsupportedEventError, ValueError) as error:
            left_out.append(f"{readable_name(path)}: {getattr(error, 'strerror', None) or error}")
        else:
            events.append(one)
    if len(paths) > MOST:
        left_out.append(f"{folder}: {len(paths) - MOST} of {len(paths)} events, as {MOST} are asked about at most")
    return events, left_out


def keep(folder: Path, contents: Iterable[bytes]) -> None:
    """Keep events; an event that is already in the folder stays. Raise OSError if a file cannot be written."""
    for content in contents:
        folder.mkdir(parents=True, exist_ok=True)
        ignore_in_git(folder.parent.parent)
        _add(folder.parent.parent / "README.txt", _ABOUT.encode())
        _add(folder / f"{hashlib.sha256(content).hexdigest()[:_DIGITS]}.trf", content)


def ignore_in_git(root: Path) -> None:
    """
    Keep the default folder out of the user's commits; raise OSError if it cannot be written.

    A folder that the user named may be meant to be committed.
    """
    if root.name == FOLDER:
        _add(root / ".gitignore", b"*\n")


def _add(path: Path, content: bytes) -> None:
    """Write a file unless its name is taken; no link is followed, even a broken link."""
    if not os.path.lexists(path):
        write_atomically(path, content)


def drop(files: Iterable[Path]) -> None:
    """Remove kept events; files of other people stay. Raise OSError if a file cannot be removed."""
    for file in files:
        if _OURS.fullmatch(file.name):
            file.unlink(missing_ok=True)


_MAX_KEPT_KINDS = 20
"""Kinds of findings and failures of a program of which a campaign keeps the smallest event."""


class EventKeeper(FrozenStruct, frozen=True, kw_only=True):
    """Keeps the events in which programs failed, and asks the programs about them first the next time."""

    root: Path
    searches: Callable[[Store], Mapping[int, CausesFinding]]
    """Finds causes; called only if the list of known findings names a cause."""
    known: KnownList | None = None
    workers: int = 1
    """Processes that judge; 0 for this process."""
    sought: tuple[str, ...] = ()
    """Features that the events were sought for; such events have a folder of their own."""
    note: Callable[[str], None] = lambda _: None
    """Takes a sentence about an event or a folder that is left out."""

    def folder(self, store: Store, program: KnownProgram) -> Path:
        """Return the folder of the events of a program."""
        return folder_of(self.root, store.configuration.system, program.name, self.sought)


def ask_kept(store: Store, keeper: EventKeeper) -> None:
    """Ask each program about its kept events, and store the results with the campaign."""
    system, again = store.configuration.system, list[KeptEventAnswer]()
    for program in store.programs:
        events, left_out = read_kept(keeper.folder(store, program), system)
        for sentence in left_out:
            keeper.note(f"kept events: left out {escape_line(sentence)}")
        again += _ask_again(store, program, events, keeper)
    store.keep_kept_answers(again)
    try:
        drop([Path(one.file) for one in again if one.is_right])
    except OSError as error:
        folder = error.filename or keeper.root
        keeper.note(f"kept events: {folder} cannot be changed ({error.strerror or error})")


def _ask_again(
    store: Store, program: KnownProgram, events: Sequence[SelectedEvent], keeper: EventKeeper
) -> tuple[KeptEventAnswer, ...]:
    """Ask a program about kept events in a temporary store."""
    if not events:
        return ()
    settings = replace(store.configuration, programs=(program.spec,), chosen=digest_of_chosen(events), seed=0, axes=())
    try:
        with TemporaryDirectory(prefix="pairproof-kept-") as folder:
            sweep()
            with closing(open_program(program.spec)) as asked:
                path = Path(folder) / "kept.sqlite"
                beside = create_store(path, settings, [(0, len(events))], [asked], events)
            with beside:
                for _ in run_campaign(beside, workers=keeper.workers):
                    pass
                return tuple(_results(beside, program, events, keeper))
    except (StoreFailedError, NoRoomError, OSError):
        keeper.note(f"kept events: {keeper.folder(store, program)} was not asked about: no store could be written")
        return ()


def _command(program: KnownProgram, file: Path, system: str) -> str:
    words = ("pairproof", "campaign", "run", program.spec, "--from", str(file), "--system", system)
    return shlex.join((*words, "--store", "again.sqlite"))


def _results(
    beside: Store, program: KnownProgram, events: Sequence[SelectedEvent], keeper: EventKeeper
) -> Iterator[KeptEventAnswer]:
    causes, folder = _causes(beside, keeper), keeper.folder(beside, program)
    for outcome in beside.outcomes():
        ours = [failure for failure in outcome.failures if failure.kind == NOT_JUDGED]
        file = folder / events[outcome.index].name
        if ours:
            detail = escape_line(ours[0].detail)
            keeper.note(f"kept events: left out {file}: could not be judged ({detail})")
            continue
        against = [one for one in outcome.findings if one.is_against]
        failures = [f"{one.kind} ({one.detail})" if one.detail else one.kind for one in outcome.failures]
        yield KeptEventAnswer(
            program=program.number,
            file=str(file),
            command=_command(program, file, beside.configuration.system),
            findings=tuple(replace(one, program=program.number) for one in against),
            causes=tuple(causes.get((outcome.index, one.round_number), ()) for one in against),
            failure=failures[0] if failures else "",
        )


def _causes(beside: Store, keeper: EventKeeper) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the causes by event and round; none if the list of known findings names no cause."""
    if keeper.known is None or not any(entry.cause for entry in keeper.known.entries):
        return {}
    causes: dict[tuple[int, int], tuple[str, ...]] = {}
    for search in keeper.searches(beside).values():
        for group in search.groups:
            names = tuple(member.identifier for member in group.members)
            for one in group.explained:
                key = (int(one.event), one.round_number)
                causes[key] = (*causes.get(key, ()), *names)
    return causes


def keep_failing(store: Store, summary: CampaignSummary, keeper: EventKeeper) -> None:
    """Keep the smallest event of each kind of finding and of failure, program by program."""
    for program in store.programs:
        events = _smallest(summary, program.number)
        contents = [content for event in events if (content := _content(store, event))]
        folder = keeper.folder(store, program)
        try:
            keep(folder, contents)
        except OSError as error:
            message = f"kept events: {folder} cannot be written ({error.strerror or error}); nothing is kept"
            keeper.note(escape_line(message))


def _smallest(summary: CampaignSummary, program: int) -> list[int]:
    sizes: dict[str, tuple[int, int]] = {}
    for finding in summary.findings:
        if finding.program == program and finding.is_against:
            size = (finding.players, finding.event_number)
            sizes[finding.key] = min(size, sizes.get(finding.key, size))
    for outcome in summary.outcomes:
        for failure in outcome.failures:
            if failure.program == program and failure.kind != NOT_JUDGED and outcome.rounds:
                size = (outcome.players, outcome.index)
                sizes[failure.kind] = min(size, sizes.get(failure.kind, size))
    return list(dict.fromkeys(event for _, event in sorted(sizes.values())[:_MAX_KEPT_KINDS]))


def _content(store: Store, event: int) -> bytes:
    chosen = store.chosen(event)
    if chosen is not None:
        return chosen.content
    try:
        return event_text(store.configuration, event).encode()
    except (UnwritableEventError, UnicodeError):
        return b""
