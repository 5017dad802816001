"""The tables of a store, format by format, how an older store comes by the rest, and whether all are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.campaigns.rows import UnlikelyRowError

if TYPE_CHECKING:
    import sqlite3

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
_OF_FINDINGS = (
    *("event", "program", "round", "score", "verdict", "article", "criterion", "shape", "sentence", "answer"),
    "pairs",
)
_COLUMNS: dict[int, dict[str, tuple[str, ...]]] = {
    1: {
        "meta": ("key", "value"),
        "slices": ("first", "events"),
        "programs": ("number", "spec", "name", "version", "transport"),
        "events": ("event", "players", "rounds", "pairs", "asked", "planted"),
        "findings": _OF_FINDINGS,
        "failures": ("event", "program", "round", "kind", "detail"),
        "files": ("event", "program", "content"),
        "classes": ("signature", "class", "note", "link"),
    },
    2: {"causes": ("program", "version", "events", "finding")},
    3: {
        "answers": ("event", "program", "round", "given", "length", "content"),
        "inputs": ("event", "program", "round", "content"),
        "recipes": ("program", "recipe"),
        "exercised": ("event", "features"),
        "chosen": ("event", "name", "content"),
        "reduced": ("program", "subject", "version", "reduction"),
    },
    4: {"findings": (*_OF_FINDINGS, "parted")},
}
"""By format, the tables that are new or have other columns."""
TABLES = {table: columns for tables in _COLUMNS.values() for table, columns in tables.items()}
"""Every table of a store, and its columns."""


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables of a new store."""
    connection.executescript("".join(_OF_FORMAT.values()))
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Give a store of an earlier format what it lacks, all or nothing."""
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
    expected = {table: columns for number in range(1, version + 1) for table, columns in _COLUMNS[number].items()}
    for table, columns in expected.items():
        there = tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
        if there != columns:
            lacking = ", ".join(column for column in columns if column not in there) or "none, and others are there"
            raise UnlikelyRowError(f"table {table} lacks {lacking}" if there else f"table {table} is missing")
