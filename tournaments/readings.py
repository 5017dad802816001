"""
Open readings: the places where a regulation can be read in two ways or more.

A register is a folder of TOML files, one for each system. A file has a ``subject`` and the ``editions`` that its
entries concern unless they name others. Each entry is a table ``[[reading]]``, each of its sides a
``[[reading.side]]``.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import field

from tournaments.frozen import JsonStruct, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

EVERY_EDITION = "every"
"""Stands in place of edition keys where an entry concerns every system."""
_FIRST_FILE = "general"
"""The file whose entries concern several systems."""


class Treatment(Enum):
    """The treatment of a round that is right by a side other than the default."""

    NOT_FOLLOWED = "not-followed"
    """The round is judged by the default side alone."""
    FOLLOWED = "followed"
    """The round is paired by the other side, too. If that explains the round, it does not count as a discrepancy."""
    FOLLOWED_IF_CHOSEN = "followed-if-chosen"
    """The round is paired by the other side only if the user chooses that side; otherwise the default side judges."""
    FOLLOWED_FOR_TEAMS = "followed-for-teams"
    """Only the systems for teams follow the other side."""
    LEFT_OPEN = "left-open"
    """The round is not paired by the other side, but a difference that rests on the entry alone does not count."""


class Side(JsonStruct, frozen=True, kw_only=True):
    """One way to read an open place."""

    key: Text
    """Unique in the entry: ``by-index``."""
    text: Text
    short: str = ""
    """The text as a phrase, for tables; empty if the text is short enough."""
    followed_by: tuple[str, ...] = ()
    """Programs that are known to follow this side, with their versions where these are known."""

    @property
    def phrase(self) -> str:
        """The short text, or else the text."""
        return self.short or self.text


class Reading(JsonStruct, frozen=True, kw_only=True):
    """An open place of a regulation, its sides, and the side that is taken."""

    identifier: Text
    subject: str = ""
    """The system, as a heading."""
    editions: tuple[str, ...] = ()
    """Keys of the editions concerned, or `EVERY_EDITION`."""
    article: Text
    question: Text
    question_in_short: str = ""
    """The question as a phrase, for tables."""
    sides: tuple[Side, ...] = field(name="side")
    default: str
    """Key of the side that is taken."""
    why: Text
    """Why that side is taken."""
    example: str = ""
    """A situation in which the sides differ."""
    treatment: Treatment = Treatment.NOT_FOLLOWED
    not_followed: str = ""
    """Why Pairproof does not follow the other side; empty if it does, or if that has not been examined."""
    answered: str = ""
    """The body that answered the question, and the date; empty while the question is open."""

    def __post_init__(self) -> None:
        """Require sides with keys of their own, and the default among these."""
        keys = [side.key for side in self.sides]
        if len(set(keys)) < len(keys):
            raise ValueError(f"two sides have the same key; the keys are {', '.join(keys)}")
        if self.default not in keys:
            raise ValueError(f"the default '{self.default}' is not among the sides: {', '.join(keys)}")

    @property
    def taken(self) -> Side:
        """The default side."""
        return self.side(self.default)

    @property
    def others(self) -> tuple[Side, ...]:
        """The sides that are not taken; empty if no other side is known."""
        return tuple(side for side in self.sides if side.key != self.default)

    def side(self, key: str) -> Side:
        """Return the side with a key; KeyError if the entry has no such side."""
        for side in self.sides:
            if side.key == key:
                return side
        raise KeyError(key)


class ChosenReading(JsonStruct, frozen=True):
    """A side of an open place that the user follows."""

    identifier: str
    key: str
    """Of the side."""

    def __str__(self) -> str:
        """``SPP-2026-08=printed``, as the command line takes it."""
        return f"{self.identifier}={self.key}"


_CHOSEN: ContextVar[tuple[ChosenReading, ...]] = ContextVar("chosen readings", default=())


def chosen_readings() -> tuple[ChosenReading, ...]:
    """Return the readings that the user follows."""
    return _CHOSEN.get()


def chosen_side(identifier: str) -> str | None:
    """Return the key of the side that the user follows; None if the user has not chosen a side."""
    return next((one.key for one in _CHOSEN.get() if one.identifier == identifier), None)


@contextmanager
def follow_readings(readings: Iterable[ChosenReading]) -> Iterator[None]:
    """
    Pair, judge and rank by these readings; no other side of their entries excuses anything.

    Of two sides of one entry, the later prevails.
    """
    latest = {reading.identifier: reading for reading in readings}
    token = _CHOSEN.set(tuple(sorted(latest.values(), key=str)))
    try:
        yield
    finally:
        _CHOSEN.reset(token)


class Register:
    """The readings of one folder; a file is decoded when one of its entries is first needed."""

    def __init__(self, module_file: str) -> None:
        """Take the file of a module in the folder, without reading anything."""
        self._module_file = module_file
        self._decoded: dict[str, tuple[Reading, ...]] = {}
        self._by_identifier: dict[str, Reading] = {}

    @cached_property
    def entries(self) -> tuple[Reading, ...]:
        """All entries: those of ``general.toml`` first, then file by file."""
        return tuple(entry for name in self._texts for entry in self._decode(name))

    def find(self, identifier: str) -> Reading:
        """Return the entry with an identifier; KeyError if there is no such entry."""
        if identifier not in self._by_identifier:
            marker = f'identifier = "{identifier}"'  # decoding every file would take ten times as long
            for name in (name for name, text in self._texts.items() if marker in text):
                self._by_identifier |= {entry.identifier: entry for entry in self._decode(name)}
        return self._by_identifier[identifier]

    @cached_property
    def _texts(self) -> dict[str, str]:
        from pathlib import Path  # noqa: PLC0415 - start-up time: most runs need no entry

        folder = Path(self._module_file).parent
        files = sorted(folder.glob("*.toml"), key=lambda file: (file.stem != _FIRST_FILE, file.stem))
        return {file.name: file.read_text("utf-8") for file in files}

    def _decode(self, name: str) -> tuple[Reading, ...]:
        if name not in self._decoded:
            self._decoded[name] = read_entries(self._texts[name], name)
        return self._decoded[name]


class _RegisterFile(JsonStruct, frozen=True, kw_only=True):
    """A file of a register: its entries, with the subject and the editions of those that name none."""

    subject: str = ""
    editions: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = field(name="reading", default=())


def read_entries(text: str, name: str) -> tuple[Reading, ...]:
    """Read the entries of a file; raise ValueError if it is not TOML or an entry is not complete."""
    from tournaments.toml_text import decode_file  # noqa: PLC0415 - start-up time: most runs need no entry

    file = decode_file(text, name, _RegisterFile)
    common = [
        replace(entry, subject=entry.subject or file.subject, editions=entry.editions or file.editions)
        for entry in file.readings
    ]
    for entry in common:
        if not entry.subject or not entry.editions:
            raise ValueError(f"{name}, {entry.identifier}: subject or editions are missing, here and in the head")
    return tuple(common)
