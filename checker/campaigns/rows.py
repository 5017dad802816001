"""
Tables and rows of a store, read with suspicion: a file may have been damaged, or changed by hand.

Everything that a campaign counts or shows passes here. What cannot be (a negative number, a word that no verdict has, a
program that the campaign has not) is an UnlikelyRowError which names table, event and value.

Of the exchanges of questions with a finding, every answer is kept as the program wrote it (up to `MOST_OF_ANSWER`
bytes), with the hash of its input. The input itself is kept for the smallest events of every kind of finding. For other
events it is made again from seed and number, and the hash shows that it is the same.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import zlib
from collections import defaultdict
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec import convert, to_builtins

from checker.campaigns import outcomes
from checker.campaigns.configuration import MOST_EVENTS, Direction
from checker.planting import PlantedError, PlantedStandings
from checker.programs.program import ProgramQuestion, Recipe, hashes_of
from checker.standings.findings import STANDINGS_WORDS
from checker.verdicts.verdict import Verdict
from tournaments.frozen import FrozenStruct
from tournaments.regular_files import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checker.programs.program import Program

    Row = Sequence[Any]


_VERDICTS = {verdict.value: verdict for verdict in Verdict}
_WORDS = frozenset(
    (
        *_VERDICTS,
        *(error.value for error in PlantedError),
        *(error.value for error in PlantedStandings),
        *STANDINGS_WORDS.values(),
        outcomes.CLEAN,
    )
)
_CLASSES = frozenset(kind.value for kind in outcomes.FindingClass)
_SCORES = {score.value: score for score in outcomes.Score}
_GREATEST = 2**31
_FEATURE = re.compile(r"(\S(?:.*?\S)?):(\d{1,20})(?: +|$)", re.ASCII)
"""A feature that a round exercises, with the number of rounds; its name may hold blanks."""


_KEPT_EVENTS = "kept events"
"""The key of the answers about kept events in the table ``meta`` of a store."""


class UnlikelyRowError(ValueError):
    """A row that no campaign has written; the message names the row and the fault."""


def slices_of(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Return (first, number of events) of every slice."""
    slices = [(_number(first, "slices: first"), _number(events, "slices: events")) for first, events in rows]
    if sum(events for _, events in slices) > MOST_EVENTS:
        raise UnlikelyRowError(f"slices: more than {MOST_EVENTS} events")
    return slices


def classes_of(rows: Sequence[Row]) -> dict[str, tuple[str, str, str]]:
    """Return class, note and link by signature."""
    classes = {}
    for row in rows:
        signature, kind, note, link = (_text(text, "classes") for text in row)
        if kind not in _CLASSES:
            raise UnlikelyRowError(f"classes: class is {kind!r:.60}")
        classes[signature] = (kind, note, link)
    return classes


def texts_of(row: Row, place: str) -> list[str]:
    """Return a row of texts."""
    return [_text(text, place) for text in row]


def outcome_of(row: Row, findings: Sequence[Row], failures: Sequence[Row], programs: int) -> outcomes.EventOutcome:
    """Return an event with its findings; ``programs`` is the number of programs of the campaign."""
    event, players, rounds, pairs, asked, planted = row
    where = f"events: event {event!s:.20}"
    index = _number(event, f"{where}: number")
    word = _text(planted, f"{where}: planted")
    if word and word not in _WORDS:
        raise UnlikelyRowError(f"{where}: planted is {word!r:.60}")
    return outcomes.EventOutcome(
        index=index,
        players=_number(players, f"{where}: players"),
        rounds=_number(rounds, f"{where}: rounds"),
        pairs=_number(pairs, f"{where}: pairs"),
        asked=tuple(_numbers(asked, f"{where}: asked")),
        planted=word,
        findings=tuple(finding_of_row(one, f"findings: event {index}", programs) for one in findings),
        failures=tuple(_failure(one, f"failures: event {index}", programs) for one in failures),
    )


def _numbers(value: object, place: str) -> list[int]:
    """Return numbers that are written one after the other, with commas between them."""
    parts = [part for part in _text(value, place).split(",") if part]
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise UnlikelyRowError(f"{place} is {value!r:.60}")
    return [_number(int(part[:20]), place) for part in parts]


def exercised_of(row: Row) -> tuple[tuple[str, int], ...]:
    """Return the features that an event exercises, with the number of rounds."""
    event, features = row
    where = f"exercised: event {event!s:.20}"
    found = []
    rest = _text(features, where)
    while rest:
        part = _FEATURE.match(rest)
        if part is None:
            raise UnlikelyRowError(f"{where}: features has {rest!r:.60}")
        found.append((part[1], _number(int(part[2]), where)))
        rest = rest[part.end() :]
    return tuple(found)


def row_of_finding(finding: outcomes.ProgramFinding) -> tuple[object, ...]:
    """Return a finding as a row, without its event."""
    verdict = (finding.program, finding.round_number, finding.score.value, finding.word)
    texts = (finding.article, finding.criterion, finding.shape, finding.sentence, finding.answer_digest)
    return (*verdict, *texts, finding.discrepant_pairs, ",".join(map(str, finding.parted)))


def finding_of_row(row: Row, where: str, programs: int) -> outcomes.ProgramFinding:
    """Return the finding of a row; ``programs`` is the number of programs of the campaign."""
    program, round_number, score, verdict, *texts, pairs, parted = row
    if score not in _SCORES:
        raise UnlikelyRowError(f"{where}: score is {score!r:.60}")
    if verdict not in _WORDS:
        raise UnlikelyRowError(f"{where}: verdict is {verdict!r:.60}")
    article, criterion, shape, sentence, answer = (_text(text, where) for text in texts)
    return outcomes.ProgramFinding(
        program=program_of(program, where, programs),
        round_number=_number(round_number, f"{where}: round"),
        score=_SCORES[score],
        verdict=_VERDICTS.get(verdict, Verdict.NOTHING_TO_JUDGE),
        subject="" if verdict in _VERDICTS else verdict,
        article=article,
        criterion=criterion,
        shape=shape,
        sentence=sentence,
        answer_digest=answer,
        discrepant_pairs=_number(pairs, f"{where}: pairs"),
        parted=tuple(_numbers(parted, f"{where}: parted")),
    )


def _failure(row: Row, where: str, programs: int) -> outcomes.Failure:
    program, round_number, kind, detail = row
    return outcomes.Failure(
        program=program_of(program, where, programs),
        round_number=_number(round_number, f"{where}: round"),
        kind=_text(kind, f"{where}: kind"),
        detail=_text(detail, f"{where}: detail"),
    )


def program_of(value: object, where: str, programs: int) -> int:
    """Return the number of a program, which is less than the number of programs."""
    number = _number(value, f"{where}: program")
    if number >= programs:
        raise UnlikelyRowError(f"{where}: program is {number}, and there are {programs}")
    return number


def _number(value: object, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _GREATEST:
        raise UnlikelyRowError(f"{place} is {value!r:.60}")
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise UnlikelyRowError(f"{place} is {value!r:.60}, which is not a text")
    return value


def keep_kept_answers(connection: sqlite3.Connection, again: Iterable[outcomes.KeptEventAnswer]) -> None:
    """Keep the answers on kept events with a campaign."""
    told = [
        {
            "program": one.program,
            "file": one.file,
            "command": one.command,
            "findings": [row_of_finding(finding) for finding in one.findings],
            "causes": one.causes,
            "failure": one.failure,
        }
        for one in again
    ]
    if told:
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEPT_EVENTS, json.dumps(told)))


def load_kept_answers(connection: sqlite3.Connection, programs: int) -> tuple[outcomes.KeptEventAnswer, ...]:
    """Return the answers about kept events; UnlikelyRowError for a row that no campaign has written."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_KEPT_EVENTS,)).fetchone()
    if row is None:
        return ()
    try:
        return tuple(_read_kept_event_answer(one, programs) for one in json.loads(*texts_of(row, "meta")))
    except (ValueError, TypeError, KeyError) as error:
        raise UnlikelyRowError("meta: kept events that cannot be read") from error


def _read_kept_event_answer(row: dict[str, object], programs: int) -> outcomes.KeptEventAnswer:
    texts = texts_of([row[key] for key in ("file", "command", "failure")], _KEPT_EVENTS)
    findings, causes = row["findings"], row["causes"]
    if not isinstance(findings, list) or not isinstance(causes, list):
        raise UnlikelyRowError(f"{_KEPT_EVENTS}: no list of what was found")
    file, command, failure = texts
    return outcomes.KeptEventAnswer(
        program=program_of(row["program"], _KEPT_EVENTS, programs),
        file=file,
        command=command,
        findings=tuple(finding_of_row(one, _KEPT_EVENTS, programs) for one in findings),
        causes=tuple(tuple(texts_of(names, _KEPT_EVENTS)) for names in causes),
        failure=failure,
    )


FORMAT = 4
"""A store of an earlier format is given what it lacks, one of a later format is refused."""
_OF_FORMAT = {
    1: """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE slices (first INTEGER PRIMARY KEY, events INTEGER NOT NULL);
CREATE TABLE programs (
  number INTEGER PRIMARY KEY, spec TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL, transport TEXT NOT NULL);
CREATE TABLE events (
  event INTEGER PRIMARY KEY, players INTEGER NOT NULL, rounds INTEGER NOT NULL, pairs INTEGER NOT NULL,
  asked TEXT NOT NULL, planted TEXT NOT NULL);
CREATE TABLE findings (
  event INTEGER NOT NULL REFERENCES events, program INTEGER NOT NULL, round INTEGER NOT NULL, score TEXT NOT NULL,
  verdict TEXT NOT NULL, article TEXT NOT NULL, criterion TEXT NOT NULL, shape TEXT NOT NULL, sentence TEXT NOT NULL,
  answer TEXT NOT NULL, pairs INTEGER NOT NULL, PRIMARY KEY (event, program, round, score)) WITHOUT ROWID;
CREATE TABLE failures (
  event INTEGER NOT NULL REFERENCES events, program INTEGER NOT NULL, round INTEGER NOT NULL, kind TEXT NOT NULL,
  detail TEXT NOT NULL, PRIMARY KEY (event, program, round)) WITHOUT ROWID;
CREATE TABLE files (
  event INTEGER NOT NULL REFERENCES events, program INTEGER NOT NULL, content BLOB NOT NULL,
  PRIMARY KEY (event, program)) WITHOUT ROWID;
CREATE TABLE classes (
  signature TEXT PRIMARY KEY, class TEXT NOT NULL, note TEXT NOT NULL, link TEXT NOT NULL) WITHOUT ROWID;
""",
    2: """
CREATE TABLE causes (
  program INTEGER PRIMARY KEY, version TEXT NOT NULL, events INTEGER NOT NULL, finding TEXT NOT NULL) WITHOUT ROWID;
""",
    3: """
CREATE TABLE answers (
  event INTEGER NOT NULL REFERENCES events, program INTEGER NOT NULL, round INTEGER NOT NULL, given TEXT NOT NULL,
  length INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (event, program, round)) WITHOUT ROWID;
CREATE TABLE inputs (
  event INTEGER NOT NULL REFERENCES events, program INTEGER NOT NULL, round INTEGER NOT NULL, content BLOB NOT NULL,
  PRIMARY KEY (event, program, round)) WITHOUT ROWID;
CREATE TABLE recipes (program INTEGER PRIMARY KEY, recipe TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE exercised (event INTEGER PRIMARY KEY, features TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chosen (event INTEGER PRIMARY KEY, name TEXT NOT NULL, content BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE reduced (
  program INTEGER NOT NULL, subject TEXT NOT NULL, version TEXT NOT NULL, reduction TEXT NOT NULL,
  PRIMARY KEY (program, subject)) WITHOUT ROWID;
""",
    4: "ALTER TABLE findings ADD COLUMN parted TEXT NOT NULL DEFAULT '';",
}


def _read_columns(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """Return every table of a database, and its columns."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {name: tuple(row[1] for row in connection.execute(f"PRAGMA table_info({name})")) for name in tables}


def columns_of_format(version: int = FORMAT) -> dict[str, tuple[str, ...]]:
    """Return the tables of a format, and their columns."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript("".join(sql for number, sql in _OF_FORMAT.items() if number <= version))
        return _read_columns(connection)


FINDING_KEYS = (
    *("program", "round", "score", "verdict", "article", "criterion", "shape", "sentence", "answer", "pairs", "parted"),
)
"""The columns of a finding, without its event."""


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables of a new store."""
    connection.executescript("".join(_OF_FORMAT.values()))
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Upgrade a store of an earlier format, completely or not at all."""
    lacking = "".join(sql for number, sql in _OF_FORMAT.items() if number > version)
    connection.executescript(f"BEGIN IMMEDIATE; {lacking} PRAGMA user_version = {FORMAT}; COMMIT;")


def is_known(version: int) -> bool:
    """Whether a store of that format can be used."""
    return version in _OF_FORMAT


def require_sound(connection: sqlite3.Connection, version: int) -> None:
    """Raise UnlikelyRowError if pages are damaged, or a table or a column of that format is not there."""
    said = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if said != "ok":
        raise UnlikelyRowError(str(said))
    there = _read_columns(connection)
    for table, columns in columns_of_format(version).items():
        if table not in there:
            raise UnlikelyRowError(f"table {table} is missing")
        if there[table] != columns:
            lacking = ", ".join(column for column in columns if column not in there[table])
            raise UnlikelyRowError(f"table {table} lacks {lacking or 'none, and others are there'}")


EVENTS_WITH_INPUT = 20
"""Of every kind of finding, the smallest."""
MOST_OF_ANSWER = 1_000_000
"""Bytes of an answer that are kept; a list of 5,000 pairs takes 60,000."""
_QUESTIONS = {
    Direction.PAIR: ProgramQuestion.PAIR,
    Direction.GENERATE: ProgramQuestion.GENERATE,
    Direction.JUDGE: ProgramQuestion.CHECK,
    Direction.EXAM: ProgramQuestion.CHECK,
}
_WITH_KIND = """
  SELECT i.event, i.round, e.players, f.score, f.verdict, f.article, f.criterion, f.shape
  FROM inputs i JOIN events e ON e.event = i.event
  JOIN findings f ON f.event = i.event AND f.program = i.program AND (f.round = i.round OR i.round = 0)
  WHERE i.program = ?
"""


class StoredExchange(FrozenStruct, frozen=True, kw_only=True):
    """The exchange of a question as the store keeps it."""

    given_sha256: str
    """The hash of the input; empty where the program had no input."""
    given: bytes | None
    """None where it is to be made again."""
    answer: bytes
    length: int
    """Of the answer, in bytes; more than there are where it was cut."""


def packed(data: bytes) -> bytes:
    """Return the form in which contents are stored."""
    return zlib.compress(data, 9)


def unpacked(content: object, where: str, most: int = MAX_BYTES) -> bytes:
    """Return a content; UnlikelyRowError, with the place, if it is not a content or has more than ``most`` bytes."""
    if not isinstance(content, bytes):
        raise UnlikelyRowError(f"{where} has no content")
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(content, most + 1)
    if len(data) > most:
        raise UnlikelyRowError(f"{where} holds more than {most} bytes")
    if not unpacking.eof:
        raise UnlikelyRowError(f"{where} is cut off")
    return data


def keep_exchanges(connection: sqlite3.Connection, outcome: outcomes.EventOutcome) -> None:
    """Keep the exchanges of an event that has just been written, and the inputs of the smallest events only."""
    for one in outcome.exchanges:
        key = (outcome.index, one.program, one.round_number)
        given, answer = one.exchange.given, one.exchange.answer
        digest = hashlib.sha256(given).hexdigest() if given else ""
        row = (*key, digest, len(answer), packed(answer[:MOST_OF_ANSWER]))
        connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?)", row)
        if given:
            connection.execute("INSERT INTO inputs VALUES (?, ?, ?, ?)", (*key, packed(given)))
    for program in sorted({one.program for one in outcome.exchanges}):
        drop_inputs_of_large_events(connection, program)


def drop_inputs_of_large_events(connection: sqlite3.Connection, program: int) -> None:
    """Remove the inputs of a program except for the smallest events of each kind of finding."""
    kinds: dict[tuple[Any, ...], set[tuple[int, int]]] = defaultdict(set)
    rounds: dict[int, set[int]] = defaultdict(set)
    for event, number, players, *kind in connection.execute(_WITH_KIND, (program,)):
        kinds[tuple(kind)].add((players, event))
        rounds[event].add(number)
    small = {event for events in kinds.values() for _, event in sorted(events)[:EVENTS_WITH_INPUT]}
    large = [(event, program) for event in rounds if event not in small]
    connection.executemany("DELETE FROM inputs WHERE event = ? AND program = ?", large)


def load_exchange(connection: sqlite3.Connection, event: int, program: int, round_number: int) -> StoredExchange | None:
    """Return the stored exchange of a question; None without a stored exchange."""
    key, where = (event, program, round_number), f"answers: event {event}"
    query = "SELECT given, length, content FROM answers WHERE event = ? AND program = ? AND round = ?"
    row = connection.execute(query, key).fetchone()
    if row is None:
        return None
    (digest,) = texts_of(row[:1], where)
    if not isinstance(row[1], int):
        raise UnlikelyRowError(f"{where}: length is {row[1]!r:.60}")
    query = "SELECT content FROM inputs WHERE event = ? AND program = ? AND round = ?"
    given = connection.execute(query, key).fetchone()
    return StoredExchange(
        given_sha256=digest,
        given=unpacked(given[0], f"inputs: event {event}") if given else None,
        answer=unpacked(row[2], where, MOST_OF_ANSWER),
        length=row[1],
    )


def keep_recipes(connection: sqlite3.Connection, direction: Direction, programs: Sequence[Program]) -> None:
    """Keep the command of each program in a campaign of that direction."""
    for number, program in enumerate(programs):
        recipe = program.recipe(_QUESTIONS[direction])
        if recipe is not None:
            encoded = json.dumps(to_builtins(replace(recipe, files=hashes_of(recipe))))
            connection.execute("INSERT INTO recipes VALUES (?, ?)", (number, encoded))


def load_recipe(connection: sqlite3.Connection, program: int) -> Recipe | None:
    """Return the command of a program; None if it is not known. Raise UnlikelyRowError for a damaged row."""
    row = connection.execute("SELECT recipe FROM recipes WHERE program = ?", (program,)).fetchone()
    if row is None:
        return None
    try:
        return convert(json.loads(*texts_of(row, "recipes")), Recipe)
    except (ValueError, TypeError) as error:
        raise UnlikelyRowError(f"recipes: program {program} has none that can be read") from error
