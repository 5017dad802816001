"""Events in which a program failed are kept, and asked first the next time."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from checker.campaigns.again import AskedAgain
from checker.campaigns.chosen import digest_of_chosen
from checker.campaigns.grouping import AGAINST_THE_PROGRAM
from checker.campaigns.keeping import drop, folder_of, keep, read_kept
from checker.campaigns.outcomes import NOT_JUDGED
from checker.campaigns.running import run_campaign
from checker.campaigns.store import StoreFailedError, create_store
from checker.campaigns.subjects import subjects
from checker.campaigns.work import event_text
from checker.programs.folders import NoRoomError
from pairproof.cli.program import opened
from tournaments.frozen import dataclass
from tournaments.safe_text import escape_line
from tournaments.trf.writing import UnwritableEventError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.keeping import KeptEvents
    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.store import KnownProgram, Store
    from checker.causes.causes_finding import CausesFinding
    from checker.known_findings.toml_file import KnownList

_KINDS = 20
"""Of a program, the smallest event of each, that a campaign keeps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """Where events are kept in which the programs of a campaign fail, and how those are asked about that are there."""

    root: Path
    searches: Callable[[Store], Mapping[int, CausesFinding]]
    """Looks for causes; they are looked for only where a list names one."""
    known: KnownList | None = None
    workers: int = 1
    """Processes that judge; 0: this one."""
    sought: tuple[str, ...] = ()
    """What all events are to show, if they are kept apart from others of the program."""

    def folder(self, store: Store, program: KnownProgram) -> Path:
        """Return where the events of a program are."""
        return folder_of(self.root, store.configuration.system, program.name, self.sought)


def ask_kept(store: Store, keeping: Keeping) -> None:
    """Ask each program of a campaign about the events that are kept of it; what came of them is kept with it."""
    system, again = store.configuration.system, list[AskedAgain]()
    for program in store.programs:
        kept = read_kept(keeping.folder(store, program), system)
        for sentence in kept.left_out:
            sys.stderr.write(f"pairproof: kept events: left out {escape_line(sentence)}\n")
        again += _asked_again(store, program, kept, keeping)
    store.keep_again(again)
    try:
        drop([Path(one.file) for one in again if one.is_right])
    except OSError as error:
        folder = error.filename or keeping.root
        sys.stderr.write(f"pairproof: kept events: {folder} cannot be changed ({error.strerror or error})\n")


def _asked_again(store: Store, program: KnownProgram, kept: KeptEvents, keeping: Keeping) -> tuple[AskedAgain, ...]:
    """Ask about kept events in a store of their own."""
    if not kept.events:
        return ()
    settings = replace(
        store.configuration, programs=(program.spec,), chosen=digest_of_chosen(kept.events), seed=0, axes=()
    )
    try:
        with TemporaryDirectory(prefix="pairproof-kept-") as folder:
            asked = opened(program.spec)
            try:
                path = Path(folder) / "kept.sqlite"
                beside = create_store(path, settings, [(0, len(kept.events))], [asked], kept.events)
            finally:
                asked.close()
            with beside:
                for _ in run_campaign(beside, workers=keeping.workers):
                    pass
                return tuple(_found(beside, program, kept, keeping))
    except (StoreFailedError, NoRoomError, OSError):
        sys.stderr.write(f"pairproof: kept events: {kept.folder} was not asked about: no store could be written\n")
        return ()


def _command(program: KnownProgram, file: Path, system: str) -> str:
    words = ("pairproof", "campaign", "run", program.spec, "--from", str(file), "--system", system)
    return shlex.join((*words, "--store", "again.sqlite"))


def _found(beside: Store, program: KnownProgram, kept: KeptEvents, keeping: Keeping) -> Iterator[AskedAgain]:
    causes = _causes(beside, keeping)
    for outcome in beside.outcomes():
        ours = [failure for failure in outcome.failures if failure.kind == NOT_JUDGED]
        file = kept.folder / kept.events[outcome.index].name
        if ours:
            detail = escape_line(ours[0].detail)
            sys.stderr.write(f"pairproof: kept events: left out {file}: could not be judged ({detail})\n")
            continue
        against = [one for one in outcome.findings if one.score in AGAINST_THE_PROGRAM]
        failures = [f"{one.kind} ({one.detail})" if one.detail else one.kind for one in outcome.failures]
        yield AskedAgain(
            program=program.number,
            file=str(file),
            command=_command(program, file, beside.configuration.system),
            findings=tuple(replace(one, program=program.number) for one in against),
            causes=tuple(causes.get((outcome.index, one.round_number), ()) for one in against),
            failure=failures[0] if failures else "",
        )


def _causes(beside: Store, keeping: Keeping) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return what explains rounds, by event and round; causes are looked for only where a list names one."""
    if keeping.known is None or not any(entry.cause for entry in keeping.known.entries):
        return {}
    causes: dict[tuple[int, int], tuple[str, ...]] = {}
    for search in keeping.searches(beside).values():
        for group in search.groups:
            names = tuple(member.identifier for member in group.members)
            for one in group.explained:
                key = (int(one.event), one.round_number)
                causes[key] = (*causes.get(key, ()), *names)
    return causes


def keep_failing(store: Store, summary: CampaignSummary, keeping: Keeping) -> None:
    """Keep the smallest event of each kind of finding and of failure, program by program."""
    outcomes = list(store.outcomes())
    for program in store.programs:
        events = _smallest(summary, outcomes, program.number)
        contents = [content for event in events if (content := _content(store, event))]
        folder = keeping.folder(store, program)
        try:
            keep(folder, contents)
        except OSError as error:
            message = f"kept events: {folder} cannot be written ({error.strerror or error}); nothing is kept"
            sys.stderr.write(f"pairproof: {escape_line(message)}\n")


def _smallest(summary: CampaignSummary, outcomes: list[EventOutcome], program: int) -> list[int]:
    sizes: dict[str, tuple[int, int]] = {}
    for one in subjects(summary, outcomes):
        if one.finding.program == program and one.finding.score in AGAINST_THE_PROGRAM:
            size = (one.players, one.event)
            sizes[one.key] = min(size, sizes.get(one.key, size))
    for outcome in outcomes:
        for failure in outcome.failures:
            if failure.program == program and failure.kind != NOT_JUDGED and outcome.rounds:
                size = (outcome.players, outcome.index)
                sizes[failure.kind] = min(size, sizes.get(failure.kind, size))
    return list(dict.fromkeys(event for _, event in sorted(sizes.values())[:_KINDS]))


def _content(store: Store, event: int) -> bytes:
    chosen = store.chosen(event)
    if chosen is not None:
        return chosen.content
    try:
        return event_text(store.configuration, event).encode()
    except (UnwritableEventError, UnicodeError):
        return b""
