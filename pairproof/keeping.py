"""``--kept``: events in which a program failed are kept, and asked first the next time."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from checker.campaigns.again import AskedAgain
from checker.campaigns.chosen import digest_of_chosen
from checker.campaigns.configuration import Direction
from checker.campaigns.expected import with_known
from checker.campaigns.grouping import AGAINST_THE_PROGRAM, summarise
from checker.campaigns.keeping import FOLDER, drop, folder_of, keep, read_kept
from checker.campaigns.outcomes import NOT_JUDGED
from checker.campaigns.running import run_campaign
from checker.campaigns.store import StoreFailedError, create_store
from checker.campaigns.subjects import subjects
from checker.campaigns.work import event_text
from checker.programs.folders import NoRoomError
from pairproof.campaign_reports import causes_in, expected_in
from pairproof.expected import asked_list
from pairproof.programs import opened
from reports.kept import kept_in_words
from tournaments.shown import shown
from tournaments.trf.writing import UnwritableEventError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.keeping import KeptEvents
    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.store import KnownProgram, Store

_KINDS = 20
"""Of a program, the smallest event of each, that a campaign keeps."""


def add_kept_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.add_argument(
        "--kept", default=FOLDER, metavar="DIR", help=f"where events are kept that fail, to be asked first ({FOLDER})"
    )
    parser.add_argument("--no-kept", action="store_true", help="neither keep events nor ask about kept ones")


def root_of(options: argparse.Namespace, store: Store) -> Path | None:
    """Return where events are kept; None where none are: of checkers, and of events that lie somewhere already."""
    named = vars(options)
    lie_somewhere = bool(store.configuration.chosen) and not named.get("seek")
    is_pairing = store.configuration.direction is Direction.PAIR
    if named.get("no_kept", True) or lie_somewhere or not is_pairing:
        return None
    return Path(options.kept)


def ask_kept(store: Store, options: argparse.Namespace) -> None:
    """Ask each program about the events that are kept of it, keep with the campaign what it made of them, and tell."""
    root = root_of(options, store)
    if root is None:
        return
    system = store.configuration.system
    folders = [read_kept(folder_of(root, system, program.name), system) for program in store.programs]
    for kept in folders:
        for sentence in kept.left_out:
            sys.stderr.write(f"pairproof: kept events: left out {shown(sentence)}\n")
    asked = zip(store.programs, folders, strict=True)
    store.keep_again([one for program, kept in asked for one in _asked_again(store, program, kept, options)])
    known = expected_in(store, options)
    summary = summarise(store)
    again = with_known(summary, (), known) if known else summary
    for program, kept in zip(store.programs, folders, strict=True):
        _tell(again.again_of(program.number), kept)


def _asked_again(
    store: Store, program: KnownProgram, kept: KeptEvents, options: argparse.Namespace
) -> tuple[AskedAgain, ...]:
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
                for _ in run_campaign(beside, workers=1):
                    pass
                return tuple(_found(beside, program, kept, options))
    except (StoreFailedError, NoRoomError, OSError):
        sys.stderr.write(f"pairproof: kept events: {kept.folder} was not asked about: no store could be written\n")
        return ()


def _command(program: KnownProgram, file: Path, system: str) -> str:
    words = ("pairproof", "campaign", "run", program.spec, "--from", str(file), "--system", system)
    return shlex.join((*words, "--store", "again.sqlite"))


def _found(beside: Store, program: KnownProgram, kept: KeptEvents, options: argparse.Namespace) -> Iterator[AskedAgain]:
    causes = _causes(beside, options)
    for outcome in beside.outcomes():
        ours = [failure for failure in outcome.failures if failure.kind == NOT_JUDGED]
        file = kept.folder / kept.events[outcome.index].name
        if ours:
            detail = shown(ours[0].detail)
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


def _causes(beside: Store, options: argparse.Namespace) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return what explains rounds, by event and round; causes are looked for only where a list names one."""
    known = asked_list(options)
    if known is None or not any(entry.cause for entry in known.entries):
        return {}
    causes: dict[tuple[int, int], tuple[str, ...]] = {}
    for search in causes_in(beside).values():
        for group in search.groups:
            names = tuple(member.identifier for member in group.members)
            for one in group.explained:
                key = (int(one.event), one.round_number)
                causes[key] = (*causes.get(key, ()), *names)
    return causes


def _tell(found: tuple[AskedAgain, ...], kept: KeptEvents) -> None:
    """Tell what a program made of kept events, and drop those that are right now."""
    if not found:
        return
    wrong = [one for one in found if not one.is_right]
    right = len(found) - len(wrong)
    dropped = f", {right} right now and dropped" if right else ""
    sys.stdout.write(f"Kept events ({kept.folder}): {len(found)} asked first, {len(wrong)} still fail{dropped}.\n")
    for one in wrong:
        sys.stdout.write(f"  {shown(kept_in_words(one))}\n")
    try:
        drop([kept.folder / one.name for one in found if one.is_right])
    except OSError as error:
        sys.stderr.write(f"pairproof: kept events: {kept.folder} cannot be changed ({error.strerror or error})\n")


def keep_failing(store: Store, summary: CampaignSummary, options: argparse.Namespace) -> None:
    """Keep the smallest event of each kind of finding and of failure, program by program."""
    root = root_of(options, store)
    if root is None:
        return
    outcomes = list(store.outcomes())
    for program in store.programs:
        events = _smallest(summary, outcomes, program.number)
        contents = [content for event in events if (content := _content(store, event))]
        folder = folder_of(root, store.configuration.system, program.name)
        try:
            keep(folder, contents)
        except OSError as error:
            message = f"kept events: {folder} cannot be written ({error.strerror or error}); nothing is kept"
            sys.stderr.write(f"pairproof: {shown(message)}\n")


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
