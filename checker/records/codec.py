"""
Frozen values as JSON values and back, guided by their annotations.

A dataclass becomes an object of its fields (an array, if its fields are positional), an enumeration its value, a
tuple an array, a date ISO 8601. Fields that hold their default are left out, which keeps records small.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import types
import typing
from enum import Enum
from functools import cache

import reference_engines.frame.results
import tournaments.model
import tournaments.problems
from checker import findings
from checker.known_findings import entries
from checker.standings import findings as standings_findings

_NAMES: dict[str, object] = {"dt": dt} | {
    name: value
    for module in (
        *(tournaments.model, tournaments.problems, reference_engines.frame.results),
        *(findings, standings_findings, entries),
    )
    for name, value in vars(module).items()
    if isinstance(value, type)
}
"""What annotations may name: the modules of these values import each other for annotations only."""


class DecodingError(ValueError):
    """A JSON value has not the form that its type asks for; the message says where."""


def encode(value: object) -> object:
    """Turn a value into what JSON can hold; TypeError for what it cannot."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, Enum):
        return encode(value.value)
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _encode_fields(value)
    raise TypeError(f"no JSON form for {type(value).__name__}")


def _encode_fields(value: typing.Any) -> object:
    fields = dataclasses.fields(value)
    if _is_positional(fields):
        return [encode(getattr(value, field.name)) for field in fields]
    pairs = ((field, getattr(value, field.name)) for field in fields)
    return {field.name: encode(item) for field, item in pairs if item != field.default}


def _is_positional(fields: tuple[dataclasses.Field[typing.Any], ...]) -> bool:
    return not any(field.kw_only for field in fields)


def decode(kind: typing.Any, data: typing.Any) -> typing.Any:
    """Turn a JSON value back into a value of the annotated kind; DecodingError if it does not fit."""
    if isinstance(kind, types.UnionType):
        return _decode_optional(kind, data)
    if typing.get_origin(kind) is tuple:
        return _decode_tuple(typing.get_args(kind), data)
    if dataclasses.is_dataclass(kind):
        return _decode_fields(kind, data)
    if issubclass(kind, (Enum, dt.date)):
        return _decode_word(kind, data)
    if type(data) is not kind:
        raise DecodingError(f"{data!r} where {kind.__name__} is expected")
    return data


def _decode_optional(kind: types.UnionType, data: typing.Any) -> typing.Any:
    if data is None and type(None) in kind.__args__:
        return None
    (wanted,) = (option for option in kind.__args__ if option is not type(None))
    return decode(wanted, data)


def _decode_tuple(kinds: tuple[typing.Any, ...], data: typing.Any) -> tuple[typing.Any, ...]:
    if not isinstance(data, list):
        raise DecodingError(f"{data!r} where a list is expected")
    if kinds[-1] is Ellipsis:
        return tuple(decode(kinds[0], item) for item in data)
    if len(kinds) != len(data):
        raise DecodingError(f"{len(data)} items where {len(kinds)} are expected")
    return tuple(decode(kind, item) for kind, item in zip(kinds, data, strict=True))


def _decode_word(kind: typing.Any, data: typing.Any) -> typing.Any:
    try:
        return kind.fromisoformat(data) if issubclass(kind, dt.date) else kind(data)
    except (TypeError, ValueError) as error:
        raise DecodingError(f"{data!r} is not a valid {kind.__name__}") from error


def _decode_fields(kind: typing.Any, data: typing.Any) -> typing.Any:
    hints = _hints(kind)
    if isinstance(data, list) and len(data) == len(hints):
        return kind(*(decode(hint, item) for hint, item in zip(hints.values(), data, strict=True)))
    if not isinstance(data, dict):
        raise DecodingError(f"{data!r} where {kind.__name__} is expected")
    values = {}
    for name, item in data.items():
        if name not in hints:
            raise DecodingError(f"{kind.__name__} has no field {name!r}")
        values[name] = decode(hints[name], item)
    try:
        return kind(**values)
    except TypeError as error:
        raise DecodingError(f"{kind.__name__}: {error}") from error


@cache
def _hints(kind: typing.Any) -> dict[str, typing.Any]:
    return typing.get_type_hints(kind, localns=_NAMES)
