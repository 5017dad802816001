"""
The JSON schemas of records and of the index of a suite, made from the classes that hold them.

``checker/schemas`` and ``conformance`` hold the schemas for other programs; ``python -m checker.records.schema`` writes
their files.
"""

from __future__ import annotations

import ast
import inspect
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, cast, get_args, get_type_hints

from msgspec import structs
from msgspec.json import schema_components

from checker.records.run_record import FORMAT, LINES, VERSION
from checker.suite.questions import Suite
from checker.suite.record import SuiteLine
from tournaments.frozen import JsonStruct

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_FORM = {"format": {"const": FORMAT}, "format_version": {"const": VERSION}}


def record_schema() -> dict[str, Any]:
    """Return the JSON schema of a line of the record of a run."""
    references, definitions = _describe_structs(*LINES.values())
    definitions["RunHeader"]["properties"] |= _FORM
    definitions["RunHeader"]["required"] += _FORM
    definitions["Footer"]["properties"]["verdicts"]["propertyNames"] = {"$ref": "#/$defs/Verdict"}
    about = {
        "title": "One line of the record of a run of pairproof check",
        "description": "JSON lines: one header, then for every event an event line and its round lines, then editions "
        "lines if editions were compared, then one footer. Keys that hold their default are left out.",
        "oneOf": references,
    }
    return _as_json(about, definitions)


def index_schema() -> dict[str, Any]:
    """Return the JSON schema of the index of a suite."""
    (reference,), definitions = _describe_structs(Suite)
    definitions["Pair"]["description"] = "A game, White first, by starting number."
    return _as_json({"title": "The index of a conformance suite"} | reference, definitions)


def answers_schema() -> dict[str, Any]:
    """Return the JSON schema of a line of the record of answers to a suite."""
    references, definitions = _describe_structs(*get_args(SuiteLine))
    about = {
        "title": "One line of the record of pairproof suite",
        "description": "JSON lines: a header; for each program a program line, its answers, articles and fitting "
        "misreadings; a footer. Keys that hold their default are left out.",
        "oneOf": references,
    }
    return _as_json(about, definitions)


def _as_json(about: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a schema in the types of JSON: the defaults of fields are tuples."""
    schema: dict[str, Any] = json.loads(json.dumps({"$schema": _DIALECT} | about | {"$defs": definitions}))
    return schema


def _describe_structs(*kinds: Any) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return references to structs, and the definitions of all structs that these consist of, with their docstrings."""
    references, definitions = schema_components(kinds, ref_template="#/$defs/{name}")
    for kind in _find_records(*kinds):
        _describe_keys_of(definitions[kind.__name__], kind)
    return list(references), definitions


def _find_records(*kinds: Any) -> set[type[JsonStruct]]:
    """Return the records that records consist of, themselves included."""
    records: set[type[JsonStruct]] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if not isinstance(kind, type) or not issubclass(kind, JsonStruct):
            waiting += get_args(kind)
        elif kind not in records:
            records.add(kind)
            waiting += get_type_hints(kind).values()
    return records


def _describe_keys_of(definition: dict[str, Any], kind: type[JsonStruct]) -> None:
    """Add the docstrings of a record's fields to its schema."""
    (declaration,) = ast.parse(inspect.getsource(kind)).body
    keys = {field.name: field.encode_name for field in structs.fields(kind)}
    for field, docstring in pairwise(cast("ast.ClassDef", declaration).body):
        match field, docstring:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                if "properties" in definition:  # a record that is written as an array has none
                    definition["properties"][keys[name]]["description"] = " ".join(text.split())


_ROOMS = Path(__file__).parents[2]
PUBLISHED = {
    _ROOMS / "checker" / "schemas" / "record.json": record_schema,
    _ROOMS / "conformance" / "index.schema.json": index_schema,
    _ROOMS / "conformance" / "answers.schema.json": answers_schema,
}
"""The schemas by the file that holds them."""


if __name__ == "__main__":
    for path, make in PUBLISHED.items():
        path.write_text(json.dumps(make(), indent=2) + "\n", "utf-8")
