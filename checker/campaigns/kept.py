"""
The exchanges of questions with a finding that a store keeps: answers, inputs, and the commands.

Every answer is kept as the program wrote it (up to `MOST_OF_ANSWER` bytes), with the hash of its input. The input
itself is kept for the smallest events of every kind of finding. For other events the input is made again from seed and
number, and the hash shows that it is the same.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from msgspec import convert, to_builtins

from checker.campaigns.configuration import Direction
from checker.campaigns.rows import UnlikelyRowError, texts_of
from checker.programs.exchange import ProgramQuestion, Recipe, hashes_of, recipe_of
from tournaments.frozen import dataclass
from tournaments.regular_files import MAX_BYTES

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from checker.campaigns.outcomes import EventOutcome
    from checker.programs.program import Program

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


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredExchange:
    """The exchange of a question as the store keeps it."""

    given_sha256: str
    """The hash of the input; empty where the program had no input."""
    given: bytes | None
    """None where it is to be made again."""
    answer: bytes
    length: int
    """Of the answer, in bytes; more than there are where it was cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRecipe:
    """How a program was asked when the campaign began."""

    recipe: Recipe
    files: tuple[tuple[str, str], ...]
    """Files that the command names, with their SHA-256 at that time."""


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


def keep_exchanges(connection: sqlite3.Connection, outcome: EventOutcome) -> None:
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
    """Return the exchange of a question; None if the store keeps none."""
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
        recipe = recipe_of(program, _QUESTIONS[direction])
        if recipe is not None:
            encoded = to_builtins(recipe) | {"files": hashes_of(recipe)}
            connection.execute("INSERT INTO recipes VALUES (?, ?)", (number, json.dumps(encoded)))


def load_recipe(connection: sqlite3.Connection, program: int) -> StoredRecipe | None:
    """Return the command of a program; None if it is not known. Raise UnlikelyRowError for a damaged row."""
    row = connection.execute("SELECT recipe FROM recipes WHERE program = ?", (program,)).fetchone()
    if row is None:
        return None
    try:
        encoded = json.loads(*texts_of(row, "recipes"))
        files = convert(encoded.pop("files"), tuple[tuple[str, str], ...])
        return StoredRecipe(recipe=convert(encoded, Recipe), files=files)
    except (ValueError, TypeError, KeyError) as error:
        raise UnlikelyRowError(f"recipes: program {program} has none that can be read") from error
