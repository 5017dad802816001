"""The end of `argparse`: the options of a command become its request, a frozen value with the defaults."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import argparse

RequestT = TypeVar("RequestT")


def request_of(kind: type[RequestT], options: argparse.Namespace) -> RequestT:
    """
    Return the request of a command line.

    Each option has the name of a field. The parser leaves out an option that is not given, so that its field has the
    default of the request.
    """
    given = vars(options)
    names = [entry.name for entry in fields(kind) if entry.name in given]  # type: ignore[arg-type]  # a frozen dataclass
    return kind(**{name: tuple(given[name]) if isinstance(given[name], list) else given[name] for name in names})
