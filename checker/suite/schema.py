"""
The JSON schemas of the index of a suite and of the record of answers, made from the classes that hold them.

``conformance/index.schema.json`` and ``conformance/answers.schema.json`` hold them for other programs; ``python -m
checker.suite.schema`` writes those files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

from msgspec.json import schema_components

from checker.records.schema import describe_keys
from checker.suite.questions import Suite
from checker.suite.record import SuiteLine

FOLDER = Path(__file__).parents[2] / "conformance"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def index_schema() -> dict[str, Any]:
    """Return the JSON schema of the index of a suite."""
    (reference,), definitions = schema_components((Suite,), ref_template="#/$defs/{name}")
    describe_keys(definitions, Suite)
    definitions["Pair"]["description"] = "A game, White first, by starting number."
    return _as_json({"title": "The index of a conformance suite"} | reference, definitions)


def answers_schema() -> dict[str, Any]:
    """Return the JSON schema of a line of the record of answers."""
    kinds = get_args(SuiteLine)
    references, definitions = schema_components(kinds, ref_template="#/$defs/{name}")
    describe_keys(definitions, *kinds)
    about = {
        "title": "One line of the record of pairproof suite",
        "description": "JSON lines: a header; for each program a program line, its answers, articles and fitting "
        "misreadings; a footer. Keys that hold their default are left out.",
        "oneOf": list(references),
    }
    return _as_json(about, definitions)


def _as_json(about: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a schema in the types of JSON: the defaults of fields are tuples."""
    schema: dict[str, Any] = json.loads(json.dumps({"$schema": DIALECT} | about | {"$defs": definitions}))
    return schema


PUBLISHED = {"index.schema.json": index_schema, "answers.schema.json": answers_schema}
"""By the name of the file."""


if __name__ == "__main__":
    for name, make in PUBLISHED.items():
        (FOLDER / name).write_text(json.dumps(make(), indent=2) + "\n", "utf-8")
