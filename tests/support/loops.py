"""Loops that assert something, and that must not pass because there is nothing to go through."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Item = TypeVar("Item")


def require_items(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items of a collection, and fail if it is empty."""
    is_empty = True
    for item in items:
        is_empty = False
        yield item
    assert not is_empty, "the loop has nothing to go through"
