"""
The store of a campaign: one SQLite file, in which every judged event stands once, with all its findings.

An event is written in one transaction. Whatever happens to the process or the machine, the store holds whole events; a
campaign is resumed with the events that are missing, and stores of several machines are merged.
"""

from __future__ import annotations

import errno
import sqlite3
import zlib
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

from checker.campaigns import rows
from checker.campaigns.chosen import SelectedEvent, load_selected_event, store_selected_events
from checker.campaigns.configuration import Configuration
from checker.errors import TaskError
from checker.programs.safe_text import escape_line
from reference_engines.frame.systems import paired_by
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.readings import follow_readings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import TracebackType

    from checker.campaigns.outcomes import EventOutcome, KeptEventAnswer
    from checker.campaigns.rows import StoredExchange
    from checker.programs.program import Program, Recipe
    from tournaments.model import Event


_PATIENCE = 30.0
"""Seconds to wait for another process that writes."""
_APPLICATION = 0x50504331
"""Marks a SQLite file as a store of campaigns."""
_FULL, _IOERR, _BUSY, _LOCKED, _READONLY, _CANTOPEN = 13, 10, 5, 6, 8, 14
"""Primary result codes of SQLite."""
_NOT_A_DATABASE = 26
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_SPEC = 2000
_VALUE_ERRORS = (
    *(sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError, sqlite3.DataError),
    *(OverflowError, UnicodeEncodeError, TypeError),
)
"""Errors that SQLite and its binding raise for values that they do not take."""


class StoreError(Exception):
    """A store cannot be used for a request; the message says why."""


class StoreFailedError(StoreError):
    """The disk or the file fails: no room, not permitted, damaged. Earlier events stay in the store."""


class ValueRefusedError(ValueError):
    """The store cannot hold an event; no part of the event was written."""


@contextmanager
def explaining_failures(path: Path, *, is_new: bool = False) -> Iterator[None]:
    """Turn the errors of a database, a disk or a damaged row into a StoreFailedError with a sentence."""
    try:
        yield
    except (sqlite3.Error, OSError, zlib.error, UnicodeError, rows.UnlikelyRowError) as error:
        raise StoreFailedError(_sentence(path, error, is_new=is_new)) from error


def _sentence(path: Path, error: Exception, *, is_new: bool) -> str:
    said = escape_line(str(getattr(error, "strerror", None) or error), 300)
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code == _CANTOPEN or (isinstance(error, OSError) and error.errno not in _NO_ROOM):
        return f"{path} cannot be opened or made ({said})"
    if code in (_FULL, _IOERR) or isinstance(error, OSError):
        if is_new:
            return f"{path} cannot be made ({said}); nothing was begun: make room, then begin again"
        kept = f"what was finished is kept: make room, then go on with: pairproof campaign resume {path}"
        return f"{path} cannot be written, or read ({said}); {kept}"
    if code in (_BUSY, _LOCKED):
        return f"{path} is locked by another process ({said})"
    if code == _READONLY:
        return f"{path} may not be written ({said})"
    return f"{path} is damaged ({said}); go back to a copy of it, or begin the campaign anew"


class KnownProgram(FrozenStruct, frozen=True, kw_only=True):
    """A program of a campaign as it introduced itself when the campaign began."""

    number: int
    spec: str
    name: str
    version: str
    transport: str


class Store:
    """A store that is open; use it as a context manager, or close it."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Take an open connection; use `create_store` or `open_store`."""
        self.path = path
        self.connection = connection
        self._decoded: tuple[EventOutcome, ...] = ()
        self._following = ExitStack()
        row = connection.execute("SELECT value FROM meta WHERE key = 'configuration'").fetchone()
        try:
            self.configuration = Configuration.from_json(*rows.texts_of(row or (), "meta"))
        except (ValueError, TypeError) as error:
            raise rows.UnlikelyRowError(f"meta: no configuration: {escape_line(str(error), 100)}") from error

    @property
    def programs(self) -> tuple[KnownProgram, ...]:
        """The programs, in the order of the configuration."""
        specs = self.configuration.programs
        query = "SELECT number, name, version, transport FROM programs ORDER BY number"
        with explaining_failures(self.path):
            selected = self.connection.execute(query).fetchall()
            if [row[0] for row in selected] != list(range(len(specs))):
                raise rows.UnlikelyRowError("programs: not those of the configuration")
            told = [rows.texts_of(row[1:], "programs") for row in selected]
        return tuple(
            KnownProgram(number=number, spec=spec, name=name, version=version, transport=transport)
            for number, (spec, (name, version, transport)) in enumerate(zip(specs, told, strict=True))
        )

    @property
    def slices(self) -> list[tuple[int, int]]:
        """The plan: first event and number of events of every slice."""
        with explaining_failures(self.path):
            return rows.slices_of(self.connection.execute("SELECT first, events FROM slices ORDER BY first").fetchall())

    @property
    def planned(self) -> int:
        """Number of events that the campaign consists of."""
        return sum(events for _, events in self.slices)

    @property
    def judged(self) -> int:
        """Number of events that are in the store."""
        with explaining_failures(self.path):
            return int(self.connection.execute("SELECT COUNT(*) FROM events").fetchone()[0])

    def plan_more(self, events: int) -> None:
        """Plan more events, numbered on from the last one."""
        first = max(first + number for first, number in self.slices)
        with explaining_failures(self.path), self.connection:
            self.connection.execute("INSERT INTO slices VALUES (?, ?)", (first, events))

    def remaining(self) -> list[int]:
        """Return the events that are planned and not yet judged."""
        with explaining_failures(self.path):
            done = {row[0] for row in self.connection.execute("SELECT event FROM events")}
        return [index for first, events in self.slices for index in range(first, first + events) if index not in done]

    def add(self, outcomes: Iterable[EventOutcome]) -> None:
        """
        Write events, each whole or not at all; an event in the store is not replaced.

        Raise ValueRefusedError for one that no store can hold, StoreFailedError if the disk or the file fails.
        """
        for outcome in outcomes:
            with explaining_failures(self.path):
                try:
                    with self.connection:
                        self._add(outcome)
                except _VALUE_ERRORS as error:
                    raise ValueRefusedError(f"{type(error).__name__}: {error}") from error

    def _add(self, outcome: EventOutcome) -> None:
        run = self.connection
        asked = ",".join(map(str, outcome.asked))
        row = (outcome.index, outcome.players, outcome.rounds, outcome.pairs, asked, outcome.planted)
        if run.execute("INSERT OR IGNORE INTO events VALUES (?, ?, ?, ?, ?, ?)", row).rowcount == 0:
            return
        run.executemany(
            "INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(outcome.index, *rows.row_of_finding(one)) for one in outcome.findings],
        )
        run.executemany(
            "INSERT OR IGNORE INTO failures VALUES (?, ?, ?, ?, ?)",
            [(outcome.index, one.program, one.round_number, one.kind, one.detail) for one in outcome.failures],
        )
        run.executemany(
            "INSERT INTO files VALUES (?, ?, ?)",
            [(outcome.index, program, rows.packed(text.encode())) for program, text in outcome.files],
        )
        rows.keep_exchanges(run, outcome)
        if outcome.exercised is not None:
            features = " ".join(f"{name}:{rounds}" for name, rounds in outcome.exercised)
            run.execute("INSERT OR REPLACE INTO exercised VALUES (?, ?)", (outcome.index, features))

    def outcomes(self) -> tuple[EventOutcome, ...]:
        """
        Return every event with its findings, in the order of the numbers; files are not loaded.

        Events are only added to a store, so they are decoded once. Raise StoreFailedError at the first damaged row.
        """
        if len(self._decoded) != self.judged:
            with explaining_failures(self.path):
                self._decoded = tuple(self._decode_outcomes())
        return self._decoded

    def _decode_outcomes(self) -> Iterator[EventOutcome]:
        findings = self._group_by_event(
            "SELECT event, program, round, score, verdict, article, criterion, shape, sentence, answer, pairs, parted "
            "FROM findings ORDER BY event, program, round, score"
        )
        failures = self._group_by_event("SELECT event, program, round, kind, detail FROM failures ORDER BY 1, 2, 3")
        programs = len(self.configuration.programs)
        for row in self.connection.execute(
            "SELECT event, players, rounds, pairs, asked, planted FROM events ORDER BY event"
        ):
            yield rows.outcome_of(row, findings.get(row[0], ()), failures.get(row[0], ()), programs)

    def require_readable(self) -> None:
        """Read everything once; raise StoreFailedError if a row cannot be read."""
        self.outcomes()
        self.classes()
        self.again()

    def _group_by_event(self, query: str) -> dict[int, list[tuple[Any, ...]]]:
        by_event: dict[int, list[tuple[Any, ...]]] = {}
        for event, *row in self.connection.execute(query):
            by_event.setdefault(event, []).append(tuple(row))
        return by_event

    def file_of(self, event: int, program: int) -> str | None:
        """Return the text of an event that seed and index do not bring back, if it was kept."""
        query = "SELECT content FROM files WHERE event = ? AND program = ?"
        with explaining_failures(self.path):
            row = self.connection.execute(query, (event, program)).fetchone()
            return rows.unpacked(row[0], f"files: event {event}").decode() if row else None

    def exercised(self) -> Iterator[tuple[tuple[str, int], ...]]:
        """Yield the coverage of each event with a round that was examined: names, with the number of rounds."""
        query = "SELECT event, features FROM exercised JOIN events USING (event) WHERE rounds > 0 ORDER BY event"
        with explaining_failures(self.path):
            for row in self.connection.execute(query):
                yield rows.exercised_of(row)

    def chosen(self, index: int) -> SelectedEvent | None:
        """Return a chosen event; None in a campaign with drawn events."""
        if not self.configuration.chosen:
            return None
        with explaining_failures(self.path):
            return load_selected_event(self.connection, index)

    def event(self, index: int) -> Event:
        """Return an event about which programs are asked: a chosen event, or a drawn and played event."""
        chosen = self.chosen(index)
        if chosen is None:
            return self.configuration.batch().play(index).event
        with explaining_failures(self.path):
            try:
                return chosen.event(paired_by(self.configuration.system))
            except TaskError as error:
                raise rows.UnlikelyRowError(f"chosen: {error}") from error

    def exchange(self, event: int, program: int, round_number: int) -> StoredExchange | None:
        """Return the stored exchange of a question (round 0: about a whole event); None without a stored exchange."""
        with explaining_failures(self.path):
            return rows.load_exchange(self.connection, event, program, round_number)

    def keep_input(self, event: int, program: int, round_number: int, content: bytes) -> None:
        """Keep the input of a program, made again, for one of the smallest events of a cause."""
        row = (event, program, round_number, rows.packed(content))
        with explaining_failures(self.path), self.connection:
            self.connection.execute("INSERT OR REPLACE INTO inputs VALUES (?, ?, ?, ?)", row)

    def recipe(self, program: int) -> Recipe | None:
        """Return the command of a program when the campaign began; None if it is not known."""
        with explaining_failures(self.path):
            return rows.load_recipe(self.connection, program)

    def class_findings(self, signature: str, kind: str, note: str, link: str) -> None:
        """Class all findings of a signature by whose error they are; a new class replaces the class before."""
        texts = (signature, kind, escape_line(note, _SPEC), escape_line(link, _SPEC))
        with explaining_failures(self.path), self.connection:
            self.connection.execute("INSERT OR REPLACE INTO classes VALUES (?, ?, ?, ?)", texts)

    def classes(self) -> dict[str, tuple[str, str, str]]:
        """Return class, note and link of the signatures that were classed."""
        with explaining_failures(self.path):
            return rows.classes_of(
                self.connection.execute("SELECT signature, class, note, link FROM classes").fetchall()
            )

    def keep_kept_answers(self, again: Iterable[KeptEventAnswer]) -> None:
        """Keep the answers about kept events, about which the programs were asked before the campaign."""
        with explaining_failures(self.path), self.connection:
            rows.keep_kept_answers(self.connection, again)

    def again(self) -> tuple[KeptEventAnswer, ...]:
        """Return the answers about kept events; empty if no program was asked about kept events."""
        with explaining_failures(self.path):
            return rows.load_kept_answers(self.connection, len(self.configuration.programs))

    def keep_causes(self, program: int, finding: str) -> None:
        """Keep the causes of a program's findings, as JSON, for the events judged so far."""
        row = (program, __version__, self.judged, finding)
        with explaining_failures(self.path), self.connection:
            self.connection.execute("INSERT OR REPLACE INTO causes VALUES (?, ?, ?, ?)", row)

    def causes(self, program: int) -> str | None:
        """Return the kept causes, unless events were judged since, or another version of Pairproof found them."""
        query = "SELECT finding FROM causes WHERE program = ? AND version = ? AND events = ?"
        with explaining_failures(self.path):
            row = self.connection.execute(query, (program, __version__, self.judged)).fetchone()
            return rows.texts_of(row, "causes")[0] if row else None

    def keep_reduced(self, program: int, subject: str, reduction: str) -> None:
        """Keep the reduced event of a cause or of findings alike, as JSON."""
        row = (program, subject, __version__, reduction)
        with explaining_failures(self.path), self.connection:
            self.connection.execute("INSERT OR REPLACE INTO reduced VALUES (?, ?, ?, ?)", row)

    def reduced(self, program: int, subject: str) -> str | None:
        """Return the kept reduced event, unless another version of Pairproof made it."""
        query = "SELECT reduction FROM reduced WHERE program = ? AND subject = ? AND version = ?"
        with explaining_failures(self.path):
            row = self.connection.execute(query, (program, subject, __version__)).fetchone()
            return rows.texts_of(row, "reduced")[0] if row else None

    def close(self) -> None:
        """Close the file."""
        with suppress(sqlite3.Error):  # what it might still say has been said, and nothing remains to be written
            self.connection.close()

    def __enter__(self) -> Self:
        """Follow the readings of the campaign."""
        self._following.enter_context(follow_readings(self.configuration.chosen_readings))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._following.close()
        self.close()


def create_store(
    path: Path,
    configuration: Configuration,
    slices: Iterable[tuple[int, int]],
    programs: Iterable[Program],
    chosen: Iterable[SelectedEvent] = (),
) -> Store:
    """
    Make a store for events (first, number) of a campaign; StoreError if the file is there already.

    The programs introduce themselves. ``chosen`` are the events from number 0 on, where they are not drawn.
    """
    if path.exists():
        raise StoreError(f"{path} is there already; resume it, or choose another name")
    programs = list(programs)
    with explaining_failures(path, is_new=True), creating_tables(path) as connection:
        meta = {"configuration": configuration.as_json(), "version": __version__}
        connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        connection.executemany("INSERT INTO slices VALUES (?, ?)", slices)
        connection.executemany(
            "INSERT INTO programs VALUES (?, ?, ?, ?, ?)",
            [
                (
                    *(number, escape_line(spec, _SPEC), program.identity.name, program.identity.version),
                    escape_line(program.transport, _SPEC),
                )
                for number, (spec, program) in enumerate(zip(configuration.programs, programs, strict=True))
            ],
        )
        rows.keep_recipes(connection, configuration.direction, programs)
        store_selected_events(connection, enumerate(chosen))
    return open_store(path)


@contextmanager
def creating_tables(path: Path) -> Iterator[sqlite3.Connection]:
    """Make the tables; the file gets its name when its first content is complete."""
    part = path.with_name(path.name + ".part")
    _remove(part)  # by one that was killed
    try:
        with closing(_connect(part)) as connection:
            rows.make_tables(connection)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            with connection:
                yield connection
        part.replace(path)
    finally:
        _remove(part)


def _remove(part: Path) -> None:
    """Remove a file of SQLite and its companion files."""
    for beside in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + beside).unlink(missing_ok=True)


def open_store(path: Path) -> Store:
    """
    Open a store; raise StoreError for another kind of file, or for another version, which stays unchanged.

    Raise StoreFailedError if it is damaged: then nothing is written into it, either.
    """
    if not path.is_file():
        raise StoreError(f"the store {path} does not exist")
    try:
        with closing(_connect_to_read(path)) as connection:
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        if (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF == _NOT_A_DATABASE:
            raise StoreError(f"{path} is not a store of a campaign ({error})") from error
        raise StoreFailedError(_sentence(path, error, is_new=False)) from error
    if application != _APPLICATION:
        raise StoreError(f"{path} is not a store of a campaign")
    if not rows.is_known(version):
        raise StoreError(f"{path} is a store of format {version}; this version of Pairproof uses format {rows.FORMAT}")
    with explaining_failures(path):
        with closing(_connect_to_read(path)) as connection:
            rows.require_sound(connection, version)
        if version != rows.FORMAT:
            with closing(_connect(path)) as connection:
                rows.migrate(connection, version)
        connection = _connect(path)
        try:
            store = Store(connection, path)
            _ = store.slices, store.programs
        except BaseException:
            connection.close()
            raise
        return store


def _connect_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_PATIENCE)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        connection.close()
        raise
    return connection


_OF_EVENTS = ("events", "findings", "failures", "files", "answers", "inputs", "exercised")


def merge_stores(target: Path, sources: Iterable[Path]) -> Store:
    """
    Merge stores of the same campaign into one store; an event in several stores is taken once.

    Raise StoreError if the campaigns differ, or the target is there already.
    """
    if target.exists():
        raise StoreError(f"{target} is there already; choose another name")
    with ExitStack() as opened:
        stores = [opened.enter_context(open_store(path)) for path in sources]
        _require_one_campaign(stores)
        with explaining_failures(target, is_new=True), creating_tables(target) as merged:
            _copy_frame(merged, stores)
            for store in stores:
                _copy_events(merged, store)
            for program in range(len(stores[0].configuration.programs)):
                rows.drop_inputs_of_large_events(merged, program)
    return open_store(target)


def _require_one_campaign(stores: list[Store]) -> None:
    first = stores[0]
    for store in stores[1:]:
        if store.configuration != first.configuration:
            raise StoreError(f"{store.path} is of another campaign than {first.path}: {_difference(first, store)}")
        if [program.version for program in store.programs] != [program.version for program in first.programs]:
            raise StoreError(f"{store.path} was made with other versions of the programs than {first.path}")


def _copy_frame(merged: sqlite3.Connection, stores: list[Store]) -> None:
    """Copy the stores' common settings, and plan the events of both."""
    for table in ("meta", "programs", "recipes", "chosen"):
        _copy(merged, table, stores[0].connection.execute(f"SELECT * FROM {table}").fetchall())  # noqa: S608 - our name
    rows.keep_kept_answers(merged, {(one.program, one.file): one for store in stores for one in store.again()}.values())
    planned = {index for store in stores for begin, events in store.slices for index in range(begin, begin + events)}
    merged.executemany("INSERT INTO slices VALUES (?, ?)", _slices(planned))


def _copy(merged: sqlite3.Connection, table: str, copied: list[tuple[Any, ...]]) -> None:
    if copied:
        marks = ", ".join("?" for _ in copied[0])
        merged.executemany(f"INSERT INTO {table} VALUES ({marks})", copied)  # noqa: S608 - a name of ours


def _slices(planned: set[int]) -> list[tuple[int, int]]:
    slices: list[tuple[int, int]] = []
    for index in sorted(planned):
        if slices and slices[-1][0] + slices[-1][1] == index:
            slices[-1] = (slices[-1][0], slices[-1][1] + 1)
        else:
            slices.append((index, 1))
    return slices


def _copy_events(merged: sqlite3.Connection, source: Store) -> None:
    """Copy the events that are not in the merged store, each with all its rows."""
    there = {row[0] for row in merged.execute("SELECT event FROM events")}
    for table in _OF_EVENTS:
        selected = source.connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name of ours
        _copy(merged, table, [row for row in selected if row[0] not in there])
    for signature, (kind, note, link) in source.classes().items():
        merged.execute("INSERT OR IGNORE INTO classes VALUES (?, ?, ?, ?)", (signature, kind, note, link))


def _difference(first: Store, second: Store) -> str:
    for name in Configuration.__struct_fields__:
        left, right = first.configuration.setting(name), second.configuration.setting(name)
        if left != right:
            return f"{name} is {right} there, {left} here"
    return "they do not differ"
