"""The schemas that records, logs and reports have to follow, prepared once for all tests of a process."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import xmlschema
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

from checker.records.schema import record_schema

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

_FORMATS = Path(__file__).parents[1] / "data" / "formats"


@cache
def record_validator() -> Draft202012Validator:
    """Return the validator of the lines of a record."""
    return Draft202012Validator(record_schema())


@cache
def _sarif_validator() -> Validator:
    schema: dict[str, Any] = json.loads((_FORMATS / "sarif.schema.json").read_text("utf-8"))
    return validator_for(schema)(schema)


def validate_sarif(log: Any) -> None:
    """Raise a ValidationError unless a log follows the schema of SARIF."""
    _sarif_validator().validate(log)


@cache
def _junit_schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(_FORMATS / "junit.xsd")


def validate_junit(text: str) -> None:
    """Raise an XMLSchemaValidationError unless a report follows the schema of JUnit."""
    _junit_schema().validate(text)
