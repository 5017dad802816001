"""Stores of one campaign, made on several machines, put together."""

from __future__ import annotations

from contextlib import ExitStack
from enum import Enum
from typing import TYPE_CHECKING, Any

from checker.campaigns.kept import drop_inputs_of_large_events
from checker.campaigns.rows import keep_kept_answers
from checker.campaigns.store import StoreError, creating_tables, explaining_failures, open_store

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path

    from checker.campaigns.store import Store

_OF_EVENTS = ("events", "findings", "failures", "files", "answers", "inputs", "exercised")


def merge_stores(target: Path, sources: Iterable[Path]) -> Store:
    """
    Make one store of several of the same campaign; an event that is in more than one is taken once.

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
                drop_inputs_of_large_events(merged, program)
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
    keep_kept_answers(merged, {(one.program, one.file): one for store in stores for one in store.again()}.values())
    planned = {index for store in stores for begin, events in store.slices for index in range(begin, begin + events)}
    merged.executemany("INSERT INTO slices VALUES (?, ?)", _slices(planned))


def _copy(merged: sqlite3.Connection, table: str, rows: list[tuple[Any, ...]]) -> None:
    if rows:
        marks = ", ".join("?" for _ in rows[0])
        merged.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - a name of ours


def _slices(planned: set[int]) -> list[tuple[int, int]]:
    slices: list[tuple[int, int]] = []
    for index in sorted(planned):
        if slices and slices[-1][0] + slices[-1][1] == index:
            slices[-1] = (slices[-1][0], slices[-1][1] + 1)
        else:
            slices.append((index, 1))
    return slices


def _copy_events(merged: sqlite3.Connection, source: Store) -> None:
    """Copy the events that the merged store lacks, each with all its rows."""
    there = {row[0] for row in merged.execute("SELECT event FROM events")}
    for table in _OF_EVENTS:
        rows = source.connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - a name of ours
        _copy(merged, table, [row for row in rows if row[0] not in there])
    for signature, (kind, note, link) in source.classes().items():
        merged.execute("INSERT OR IGNORE INTO classes VALUES (?, ?, ?, ?)", (signature, kind, note, link))


def _difference(first: Store, second: Store) -> str:
    for name in first.configuration.__dataclass_fields__:
        left, right = getattr(first.configuration, name), getattr(second.configuration, name)
        if left != right:
            return f"{name} is {_format_value(right)} there, {_format_value(left)} here"
    return "they do not differ"


def _format_value(value: object) -> str:
    return str(value.value if isinstance(value, Enum) else value)
