"""
The door through which everything comes that a program says: texts made harmless and short, JSON checked before use.

What passes can be encoded, stored, sent between processes and shown. A text for people is mended; an answer in JSON
that cannot be taken as it is (half a character, a number beyond 64 bits, lists in lists without end) is refused whole.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
"""Control characters but tab and line feed, marks and overrides of direction, and halves of surrogate pairs."""
_GREATEST = 2**63 - 1
_DEEPEST = 32
_NO_NUMBER = "is not a finite number"


class UnsoundError(ValueError):
    """A text that is not JSON, or JSON that cannot be used; the message says why."""


def escape_line(text: str, limit: int) -> str:
    """Return a text in one line of at most ``most`` characters, with escapes for terminal controls."""
    return _cut(_escaped(" ".join(text[: 8 * limit].split())), limit)


def harmless(text: str, limit: int) -> str:
    """Return a text of at most ``most`` characters, its lines kept, with escapes for terminal controls."""
    return _cut(_escaped(text[: 2 * limit].replace("\r\n", "\n").replace("\r", "\n")), limit)


def _escaped(text: str) -> str:
    return _ODD.sub(_as_escape, text)


def _as_escape(hit: re.Match[str]) -> str:
    code = ord(hit[0])
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"  # noqa: PLR2004 - two digits are enough


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def parsed(data: bytes) -> Any:
    """Parse JSON in UTF-8; raise UnsoundError for any other text, and for values that cannot be used anywhere."""
    try:
        value = json.loads(data.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise UnsoundError(f"byte {error.start} is not UTF-8") from error
    except RecursionError as error:
        raise UnsoundError(f"lists or objects are nested more than {_DEEPEST} deep") from error
    except UnsoundError:
        raise
    except (ValueError, MemoryError) as error:
        raise UnsoundError(f"not JSON: {escape_line(str(error), 120)}") from error
    _require_sound(value)
    return value


def _refuse_constant(word: str) -> object:
    raise UnsoundError(f"{word} {_NO_NUMBER}")


def _require_sound(value: object) -> None:
    """Look at every part, without recursion."""
    waiting: list[tuple[object, int]] = [(value, 1)]
    while waiting:
        part, depth = waiting.pop()
        if depth > _DEEPEST:
            raise UnsoundError(f"lists or objects are nested more than {_DEEPEST} deep")
        if isinstance(part, (dict, list)):
            waiting += ((inner, depth + 1) for inner in _parts(part))
        else:
            _require_sound_value(part)


def _parts(value: dict[str, object] | list[object]) -> Iterator[object]:
    if isinstance(value, dict):
        yield from value.keys()
        yield from value.values()
    else:
        yield from value


def _require_sound_value(value: object) -> None:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise UnsoundError(f"a text holds half a character ({_escaped(value[error.start])})") from error
    elif isinstance(value, int):
        if abs(value) > _GREATEST:
            raise UnsoundError("a number does not fit into 64 bits")
    elif isinstance(value, float) and not math.isfinite(value):
        raise UnsoundError(f"a number beyond all bounds {_NO_NUMBER}")
