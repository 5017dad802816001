"""
The JSON schema of a run record, made from the classes of its lines.

``checker/schemas/record.json`` holds it for other programs; ``python -m checker.records.schema`` writes that file.
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
from tournaments.frozen import JsonStruct

PUBLISHED = Path(__file__).parents[1] / "schemas" / "record.json"
_FORM = {"format": {"const": FORMAT}, "format_version": {"const": VERSION}}


def record_schema() -> dict[str, Any]:
    """Return the JSON schema of a record's line."""
    references, definitions = schema_components(LINES.values(), ref_template="#/$defs/{name}")
    definitions["RunHeader"]["properties"] |= _FORM
    definitions["RunHeader"]["required"] += _FORM
    describe_keys(definitions, *LINES.values())
    definitions["Footer"]["properties"]["verdicts"]["propertyNames"] = {"$ref": "#/$defs/Verdict"}
    described = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line of the record of a run of pairproof check",
        "description": "JSON lines: one header, then for every event an event line and its round lines, then editions "
        "lines if editions were compared, then one footer. Keys that hold their default are left out.",
        "oneOf": list(references),
        "$defs": definitions,
    }
    as_json: dict[str, Any] = json.loads(json.dumps(described))  # defaults are tuples
    return as_json


def describe_keys(definitions: dict[str, dict[str, Any]], *kinds: Any) -> None:
    """Add the docstrings of the fields to the schemas of records and of the records that these consist of."""
    for kind in _find_records(*kinds):
        _describe_keys_of(definitions[kind.__name__], kind)


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


if __name__ == "__main__":
    PUBLISHED.write_text(json.dumps(record_schema(), indent=2) + "\n", "utf-8")
