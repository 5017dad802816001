"""The page on programs says what holds: its description can be read, its conversation follows the schema."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema

from checker.programs.command import schema
from checker.programs.description import Description, read_description
from checker.programs.program import FailureKind
from checker.programs.specs import names_of_descriptions
from pairproof.cli.program import PROGRAM_HELP
from tournaments.model import Dialect

PAGE = (Path(__file__).parents[2] / "docs" / "programs.md").read_text("utf-8")


def described_on_the_page() -> str:
    """Return the description, without the indentation of the page."""
    first, last = PAGE.index('    name = "Mine"'), PAGE.index("Commands are lists of words")
    return "\n".join(line[4:] for line in PAGE[first:last].splitlines())


def test_its_description_holds_every_key() -> None:
    """It can be read, and nothing that a description may hold is missing."""
    description = read_description(described_on_the_page())
    assert description.input.dialect is Dialect.TRF26
    parts: dict[str, Any] = {"": Description} | {
        name: type(getattr(description, name)) for name in ("input", "pair", "check", "generate", "limits")
    }
    told = set(re.findall(r"^(\w+) = ", described_on_the_page(), re.MULTILINE)) | set(parts)
    assert {key.name for kind in parts.values() for key in fields(kind)} <= told


def test_its_conversation_follows_the_schema() -> None:
    """Every line of JSON under the heading of resident programs."""
    lines = re.findall(r'\{"id".*?\}(?=\s|`|$)', PAGE[PAGE.index("## Resident programs") :])
    assert len(lines) >= 12
    for line in lines:
        jsonschema.validate(json.loads(line), schema())


def test_it_names_every_program_and_every_kind_of_failure() -> None:
    """And each way of writing a program that the command line tells of."""
    for name in names_of_descriptions():
        assert f"`{name}`" in PAGE
    for kind in FailureKind:
        assert kind.name.lower().replace("_", " ") in " ".join(PAGE.split())
    for way in ("command:", "callable:", "resident:", "files:"):
        assert way in PAGE
        assert way in PROGRAM_HELP
