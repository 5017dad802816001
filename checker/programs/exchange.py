"""Exchanges with a program, byte by byte, and the recipe to repeat them by hand."""

from __future__ import annotations

import hashlib
from enum import Enum
from pathlib import Path

from tournaments.frozen import FrozenStruct, JsonStruct

_AT_A_TIME = 1 << 20


class ProgramQuestion(Enum):
    """The kind of request to a program."""

    PAIR = "pair"
    CHECK = "check"
    GENERATE = "generate"


class Manner(Enum):
    """The way in which a program is asked."""

    COMMAND = "command"
    """It is run anew."""
    RESIDENT = "resident"
    """It stays, and answers in lines of JSON."""
    CALLABLE = "callable"
    """It is a Python function."""


class AnswerForm(Enum):
    """In which form a program answers."""

    PAIRS = "pairs"
    """JaVaFo's: the number of lines, or "White,Black", then White and Black of each game; the bye as ``12 0``."""
    TRF = "trf"
    """The event with the round added."""
    JSON = "json"
    """``{"round": 4, "pairs": [[1, 8], ...], "bye": 5}``; ``round`` and ``bye`` may be left out."""


class ProgramExchange(FrozenStruct, frozen=True):
    """One question, and the answer to it."""

    given: bytes
    """The event as the program was given it; empty where it was given none."""
    answer: bytes
    """As the program wrote it, before anything was read from it."""


class Recipe(JsonStruct, frozen=True, kw_only=True, omit_defaults=False):
    """How a program is asked, to be done again by hand."""

    manner: Manner
    words: tuple[str, ...]
    """The command, with ``{input}``, ``{output}``, ``{round}`` and ``{seed}`` in it; of a function, its place."""
    streams: tuple[str, ...] = ()
    """Where it answers: ``stdout``, ``stderr``, both in this order; empty for the file ``{output}``."""
    form: AnswerForm = AnswerForm.PAIRS
    """Of its pairings."""
    files: tuple[tuple[str, str], ...] = ()
    """In a store: the files that the command names, with their SHA-256 when the campaign began."""


def hashes_of(recipe: Recipe) -> tuple[tuple[str, str], ...]:
    """Return (file, SHA-256) of the files that a command names: the program, and its interpreter."""
    return tuple((word, _sha256(Path(word))) for word in dict.fromkeys(recipe.words) if _is_file(word))


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def _sha256(path: Path) -> str:
    """Return the hash of a file; empty if it cannot be read."""
    found = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while part := stream.read(_AT_A_TIME):
                found.update(part)
    except OSError:
        return ""
    return found.hexdigest()
