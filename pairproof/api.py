"""The functions of the public interface: check, pair and lint events in files or in memory."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from checker.check import CheckOptions, check_files
from checker.check import check_event as findings_of_event
from checker.findings import Entry, EventFinding, gather
from checker.records.run import RunHeader, RunRecord, make_record
from reference_engines.frame.results import PairingError, RoundPairing
from reference_engines.frame.systems import editions_by_name, resolve
from tournaments import PROGRAM, __version__
from tournaments.games import describe_contradictions, settle_games
from tournaments.problems import FileProblem, UnreadableEventError
from tournaments.readings import chosen_readings, follow_readings
from tournaments.regular_files import expand_folders
from tournaments.trf.reading import read_event
from tournaments.unfinished_games import describe_open_rounds, find_open_rounds, settle_unfinished_games

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from checker.campaigns.grouping import CampaignSummary
    from reference_engines.frame.edition import Edition
    from tournaments.model import Event
    from tournaments.unfinished_games import UnfinishedGames


class NothingToPairError(PairingError):
    """The event has no next round: every round that it declares is recorded."""


class UnfinishedGamesError(PairingError):
    """Games have no result, and the caller does not say how they count; the message names their rounds."""


class ContradictoryEventError(PairingError):
    """The rows of the event contradict each other about a game."""


@contextmanager
def follow_named_readings(readings: Iterable[str]) -> Iterator[None]:
    """
    Follow readings, each named as on the command line (``SPP-2026-08=printed``), besides those followed already.

    Raise BadValueError, a ValueError, for a text that names no side that can be followed.
    """
    named = tuple(readings)
    if not named:
        yield
        return
    from pairproof.chosen_readings import parse_reading  # noqa: PLC0415 - loads the engines; few choose a reading

    with follow_readings((*chosen_readings(), *map(parse_reading, named))):
        yield


def check(
    *subjects: str | Path | Event,
    system: str = "auto",
    rounds: tuple[int, int] | None = None,
    time_limit: float | None = None,
    as_declared: bool = False,
    verify: bool = False,
    readings: Iterable[str] = (),
) -> RunRecord:
    """
    Check every recorded round of events: of events in memory, of files, and of the tournament files in folders.

    ``system`` is a key of `systems`, or ``auto`` to take it from each file; ``rounds`` limits the check to a first and
    a last round, ``time_limit`` each event to so many seconds (in another thread than the main one, or on a platform
    without interval timers, the clock is looked at between rounds only). With ``as_declared`` no fact is assumed that a
    file does not declare. With ``verify`` every finding of the Dutch system is put to the independent verifier.
    ``readings`` names sides of open texts (``["SPP-2026-08=printed"]``). Nothing is raised for a bad file: the record
    says what could not be checked. Raise KeyError for a system that does not exist, and ValueError for a reading that
    cannot be followed.
    """
    asked = CheckOptions(
        system=system, rounds=rounds, time_limit=time_limit, as_declared=as_declared, verify=verify, hints=True
    )
    seconds = "" if time_limit is None else f"{time_limit:.12g}"
    with follow_named_readings(readings):
        header = RunHeader(
            program=PROGRAM,
            version=__version__,
            system=system,
            rounds=rounds,
            as_declared=as_declared,
            readings=chosen_readings(),
            is_verified=verify,
            time_limit=seconds,
        )
        return make_record(header, (entry for subject in subjects for entry in _check_subject(subject, asked)))


def _check_subject(subject: str | Path | Event, options: CheckOptions) -> Iterable[Entry]:
    if isinstance(subject, str | os.PathLike):
        return check_files(expand_folders((str(subject),), lambda _: None), options)
    return findings_of_event(subject, options=options)


def check_event(
    event: Event, system: str = "auto", time_limit: float | None = None, readings: Iterable[str] = ()
) -> EventFinding:
    """Check every recorded round of an event in memory, as `check` does files, and raise like it."""
    with follow_named_readings(readings):
        (finding,) = gather(findings_of_event(event, options=CheckOptions(system=system, time_limit=time_limit)))
    return finding


def pair(
    event: Event, system: str = "auto", unfinished: UnfinishedGames | None = None, readings: Iterable[str] = ()
) -> RoundPairing:
    """
    Pair the next round of an event; ``unfinished`` says how games without a result count, ``readings`` names readings.

    Raise UnfinishedGamesError if there are such games and it does not say so, NothingToPairError if all declared rounds
    are recorded, ContradictoryEventError if the rows of a game cannot both be true, UnsupportedEventError (these are
    PairingErrors) if no engine applies, NoLegalPairingError if nothing
    is legal, KeyError for a system that does not exist, and ValueError for a reading that cannot be followed.
    """
    try:
        event = settle_games(event)
    except UnreadableEventError as error:
        raise ContradictoryEventError("; ".join(describe_contradictions(error.problems))) from error
    if event.rounds_declared is not None and event.rounds_recorded >= event.rounds_declared:
        raise NothingToPairError(f"all {event.rounds_declared} rounds that the event declares are recorded")
    rounds = find_open_rounds(event)
    if rounds and unfinished is None:
        raise UnfinishedGamesError(describe_open_rounds(rounds))
    if unfinished is not None:
        event = settle_unfinished_games(event, unfinished)
    with follow_named_readings(readings):
        engine = resolve(event, system).require_engine()
        edition = engine.edition
        if event.rounds_recorded % edition.file_rounds_per_round:
            begun = edition.place(event.rounds_recorded - 1)
            raise NothingToPairError(f"{begun} is recorded, and not yet the rest of the round")
        return engine.open(event).round(edition.round_of_row(event.rounds_recorded)).expected()


def lint(path: str | Path) -> tuple[FileProblem, ...]:
    """Return everything that is wrong with a file or suspect in it, errors first."""
    return read_event(path).problems


def systems() -> tuple[Edition, ...]:
    """Return every system and edition that can be named."""
    return editions_by_name()


def read_campaign(path: str | Path) -> CampaignSummary:
    """
    Read a campaign from its store, with the causes that were searched for; ``to_frame()`` has a row for each finding.

    Raise StoreError if the file is no store of a campaign, or a damaged one.
    """
    from pathlib import Path  # noqa: PLC0415 - start-up time

    from checker.campaigns.explaining import summarise_recorded  # noqa: PLC0415 - likewise
    from checker.campaigns.store import open_store  # noqa: PLC0415 - likewise

    with open_store(Path(path)) as store:
        return summarise_recorded(store)


def write_record(record: RunRecord, path: str | Path) -> None:
    """Write a run as JSON lines, whole or not at all; OSError if the file cannot be written."""
    from pathlib import Path  # noqa: PLC0415 - start-up time

    from checker.records.run_record import RecordWriter  # noqa: PLC0415 - likewise
    from tournaments.atomic_files import open_atomically  # noqa: PLC0415 - likewise

    with (
        open_atomically(Path(path)) as file,
        io.TextIOWrapper(file, encoding="utf-8", write_through=True) as stream,
        RecordWriter(stream, record.header) as writer,
    ):
        for entry in record.entries:
            writer.add(entry)
