"""Answers as JSON values: as a record has them, with scores and criteria's values as decimal strings."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from checker.verdicts.phrases import counts_scores
from tournaments.points import points_text

_VALUES = ("value", "recorded", "expected")
"""Fields of a criterion that hold its values."""


def encode_in_decimals(answer: object) -> object:
    """Turn an answer into JSON values: ``"9.5"`` for a score of 95 tenths."""
    return _convert(to_builtins(answer))


def _convert(data: Any) -> object:
    if isinstance(data, (list, tuple)):
        return [_convert(item) for item in data]
    if not isinstance(data, dict):
        return data
    return {key: _field(key, item, data) for key, item in data.items()}


def _field(key: str, item: Any, of: dict[str, Any]) -> object:
    if key == "score" and isinstance(item, int):
        return points_text(item)
    if key in _VALUES and isinstance(item, tuple) and all(isinstance(number, int) for number in item):
        return [points_text(number) if counts_scores(of.get("name", "")) else str(number) for number in item]
    return _convert(item)
