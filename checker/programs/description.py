"""
How a program is asked, in a few lines of TOML: its commands, the files that it takes, and how to read its output.

Commands are lists of arguments; no shell sees them. Placeholders: ``{program}`` (what the user gave as the program,
which may be several words), ``{runner}`` (those words but the last) and ``{folder}`` (where the last one lies),
``{input}``, ``{output}``, ``{round}``, ``{system}`` and ``{seed}``.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from dataclasses import field, fields
from enum import Enum
from typing import Any

from checker.errors import RequestError
from checker.programs.process_run import Limits
from checker.programs.program import AnswerForm, EventFeature, read_features
from tournaments.frozen import dataclass
from tournaments.model import WRITTEN_DIALECTS, Dialect
from tournaments.toml_text import TomlSyntaxError, decode_toml
from tournaments.trf.writing import LineEnd

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_PLACEHOLDERS = ("program", "runner", "folder", "input", "output", "round", "system", "seed")


class Source(Enum):
    """Where an answer is read."""

    OUTPUT = "output"
    """The file ``{output}``."""
    STDOUT = "stdout"
    BOTH = "both"
    """Standard output and what follows on standard error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """The files that a program takes."""

    dialect: Dialect = Dialect.TRFX
    encoding: str = "utf-8"
    line_end: LineEnd = LineEnd.LF
    system_code: str | None = None
    """The value of field 192 instead of the event's own code; empty for no field."""
    known_codes: tuple[str, ...] = ()
    """Codes of field 192 that it accepts, without ``_BAKU``; other ones are left out. Empty: all."""
    system_text: str | None = None
    """The value of field 092."""
    without: tuple[str, ...] = ()
    """Codes of records that it refuses and can do without."""
    scoring_letters: dict[str, str] = field(default_factory=dict)
    """Letters of field 162 that it calls otherwise: ``{A = "Z"}``; empty text for one that it does not know."""
    counts_next_byes: bool = True
    """Whether points include those of byes requested for the round to be paired, which stand in the rows already."""
    knows_baku: bool = False
    """Whether ``_BAKU`` in field 192 suffices; otherwise the points are listed."""
    forbids_in_pairs: bool = False
    """Whether it reads prohibited pairs only: larger groups of players who may not meet are written pair by pair."""
    team_byes_in_rows: bool = False
    """Whether it finds byes of teams in the rows of their players; otherwise records 320 and 240 suffice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCommand:
    """How a program is asked for the next round."""

    command: tuple[str, ...]
    answer: AnswerForm = AnswerForm.PAIRS
    read: Source = Source.OUTPUT
    no_legal_pairing_status: tuple[int, ...] = ()
    """Exit statuses by which it says that no legal pairing exists."""
    no_legal_pairing: str = ""
    """Regular expression for the words by which it says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckCommand:
    """How a checker is asked, and how its verdict is found in its output: its exit status is not trusted."""

    command: tuple[str, ...]
    read: Source = Source.STDOUT
    round: str
    """Regular expression, its first group the number, at which the part on a round begins."""
    wrong: str
    """Regular expression that occurs in the part on a round if, and only if, the checker objects to it."""
    wrong_standings: str = ""
    """Regular expression that occurs in what it prints if, and only if, it objects to the rank order; empty if it
    judges none."""
    failed: str = ""
    """Regular expression by which it says that it could not check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateCommand:
    """How a program's generator is asked for an event."""

    command: tuple[str, ...]
    read: Source = Source.OUTPUT
    finished: bool = False
    """Whether its events are complete, so that a file that does not tell their number of rounds means those it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """The description of a program."""

    name: str
    program: str = ""
    """The default command, looked for on the path."""
    version: tuple[str, ...] = ()
    """Command that prints the version."""
    version_form: str = ""
    """Regular expression, its first group the version in what that command prints; the first line if empty."""
    systems: tuple[str, ...] = ()
    """Keys of the systems that it implements, the first one its own for checking and generating."""
    system_names: dict[str, str] = field(default_factory=dict)
    """The values of ``{system}``, by key; a missing key stands for itself."""
    unsupported: tuple[EventFeature, ...] = ()
    """Features of events that it does not support: it is not asked about such events."""
    boards: bool = False
    """Whether its pairings stand in the order of the boards, so that the order is judged, too."""
    input: Input = field(default_factory=Input)
    pair: PairCommand | None = None
    check: CheckCommand | None = None
    generate: GenerateCommand | None = None
    limits: Limits = field(default_factory=Limits)


def read_description(text: str, settings: Iterable[str] = ()) -> Description:
    """Read a description, changed by settings of the form ``pair.command=VALUE``; raise RequestError."""
    try:
        table = decode_toml(text)
    except TomlSyntaxError as error:
        raise RequestError(f"the description is not valid TOML: {error}") from error
    return description_of(table, settings)


def description_of(table: dict[str, Any], settings: Iterable[str] = ()) -> Description:
    """Make a description of a table, as `read_description` does."""
    for setting in settings:
        table = _with_setting(table, setting)
    parts = {name: _part(kind, name, table[name]) for name, kind in _PARTS.items() if name in table}
    rest = {key: value for key, value in table.items() if key not in _PARTS}
    _refuse_unknown(rest, [entry.name for entry in fields(Description)], "")
    if "name" not in rest:
        raise RequestError("name: every program has one")
    values: dict[str, Any] = {key: _value(Description, key, key, value) for key, value in rest.items()}
    description = Description(**values, **parts)
    if description.boards and description.pair is not None and description.pair.answer is AnswerForm.TRF:
        raise RequestError("boards: an event with the round added shows no boards; answer must be pairs or json")
    return description


def _with_setting(table: dict[str, Any], setting: str) -> dict[str, Any]:
    """Return a table with a value added or replaced."""
    path, equals, text = setting.partition("=")
    part, dot, key = path.strip().rpartition(".")
    if not equals or not key or (dot and part not in (*_PARTS, "system_names")):
        raise RequestError(f"'{setting}': write KEY=VALUE, such as limits.seconds=5 or 'pair.command=me {{input}}'")
    kind = _PARTS.get(part, Description)
    is_list = part != "system_names" and str(kind.__annotations__.get(key, "")).startswith("tuple[")
    value = _setting_value(text, is_list=is_list)
    if not dot:
        return table | {key: value}
    inner = table.get(part, {})
    return table | {part: (inner if isinstance(inner, dict) else {}) | {key: value}}


def _setting_value(text: str, *, is_list: bool) -> object:
    """Read a value as TOML; another text stands for itself, or for its words where a list is expected."""
    try:
        value: object = decode_toml(f"value = {text}")["value"]
    except TomlSyntaxError:
        value = text
    try:
        return shlex.split(value) if is_list and isinstance(value, str) else value
    except ValueError as error:
        raise RequestError(f"'{text}': {error}") from error


_TYPES: dict[str, type | tuple[type, ...]] = {
    "str": str,
    "str | None": str,
    "bool": bool,
    "int": int,
    "float": (int, float),
}
_WORDS: dict[str, dict[str, Enum]] = {
    "AnswerForm": {form.value: form for form in AnswerForm},
    "Source": {source.value: source for source in Source},
    "Dialect": {dialect.value: dialect for dialect in WRITTEN_DIALECTS},
    "LineEnd": {end.name.lower(): end for end in LineEnd},
}
_PARTS: dict[str, type] = {
    "input": Input,
    "pair": PairCommand,
    "check": CheckCommand,
    "generate": GenerateCommand,
    "limits": Limits,
}


def _part(kind: type, name: str, table: object) -> Any:
    if not isinstance(table, dict):
        raise RequestError(f"{name}: a table [{name}] is expected")
    _refuse_unknown(table, [entry.name for entry in fields(kind)], f"{name}.")
    values = {key: _value(kind, key, f"{name}.{key}", value) for key, value in table.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise RequestError(f"[{name}]: {str(error).rpartition('() ')[2]}") from error


def _refuse_unknown(table: dict[str, Any], known: list[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise RequestError(f"{where}{key} is unknown; permitted are {', '.join(known)}")


def _value(kind: type, key: str, where: str, value: object) -> object:
    """Turn a TOML value into the value of the field."""
    annotation = str(kind.__annotations__[key])
    if annotation in _WORDS:
        if value not in _WORDS[annotation]:
            raise RequestError(f"{where}: {value!r} is none of {', '.join(_WORDS[annotation])}")
        return _WORDS[annotation][str(value)]
    if annotation.startswith("tuple["):
        return _tuple(annotation, where, value)
    if annotation.startswith("dict["):
        return _names(where, value)
    expected = _TYPES[annotation]
    if not isinstance(value, expected) or (isinstance(value, bool) and expected is not bool):
        raise RequestError(f"{where}: {value!r} is not a valid {annotation.removesuffix(' | None')}")
    if isinstance(value, (int, float)) and value < 0:
        raise RequestError(f"{where}: {value!r} is below 0")
    if where in _GROUPS_OF_EXPRESSIONS:
        _require_expression(where, str(value), _GROUPS_OF_EXPRESSIONS[where])
    return value


_GROUPS_OF_EXPRESSIONS = {
    "version_form": 1,
    "pair.no_legal_pairing": 0,
    "check.round": 1,
    "check.wrong": 0,
    "check.wrong_standings": 0,
    "check.failed": 0,
}
"""Keys that hold regular expressions, and how many groups these need."""


def _names(where: str, value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value.values()):
        raise RequestError(f"{where}: a table of texts is expected")
    return value


def _tuple(annotation: str, where: str, value: object) -> tuple[object, ...]:
    if "EventFeature" in annotation:
        return _features(where, value)
    kind = int if "int" in annotation else str
    if not isinstance(value, list) or not all(type(part) is kind for part in value):
        raise RequestError(f"{where}: {value!r} is not a list of {'numbers' if kind is int else 'texts'}")
    if where.endswith("command") and not value:
        raise RequestError(f"{where}: a command has at least one word")
    for part in value:
        for placeholder in _PLACEHOLDER.findall(str(part)):
            if placeholder not in _PLACEHOLDERS:
                raise RequestError(
                    f"{where}: {{{placeholder}}} is unknown; placeholders are {', '.join(_PLACEHOLDERS)}"
                )
    return tuple(value)


def _features(where: str, value: object) -> tuple[EventFeature, ...]:
    try:
        return read_features(value)
    except ValueError as error:
        raise RequestError(f"{where}: {error}") from error


def _require_expression(where: str, text: str, groups: int) -> None:
    try:
        found = re.compile(text).groups
    except re.error as error:
        raise RequestError(f"{where}: no regular expression: {error}") from error
    if text and found < groups:
        raise RequestError(f"{where}: a group is expected, such as 'Round (\\d+)'; {text!r} has none")
